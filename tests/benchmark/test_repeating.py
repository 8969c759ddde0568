"""Repeats are runs of their own in one folder, and subsets and settings of calls are part of what a run is."""

import json
from contextlib import nullcontext

import pytest

from gnomon.benchmark import ResultsError, RunConfig, read_record
from gnomon.benchmark.repeating import run_folders, run_repeats
from gnomon.benchmark.reporting import report_of
from gnomon.benchmark.running import run
from gnomon.models import CallSettings
from gnomon.models.fake_service import FakeServer
from gnomon.runs import Pace, RunError

LABELS = [f"<answer>{label}</answer>" for label in ("Yes", "To some extent", "No", "No", "Yes")]


def repeated(config, folder, seeds):
    return run_repeats(config, folder, seeds, Pace(max_connections=1), lambda _: nullcontext(lambda _: None))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Three repeats by a server that knows no seeds, and gives another answer each time."""
    folder = tmp_path_factory.mktemp("repeats") / "all"
    with FakeServer(LABELS) as server:
        config = RunConfig(
            task="mrbench", judge=f"m@{server.url}", limit=3, where={"tutor": ("Brisk",)},
            asking={"judge": CallSettings(temperature=0.7, top_p=0.9)},
        )  # fmt: skip
        outcomes = repeated(config, folder, (0, 1))
        again = repeated(config, folder, (0, 1, 2))
        yield config, folder, outcomes, again, server.requests


def test_no_repeat_is_answered_with_the_replies_of_another(made):
    _, _, outcomes, _, requests = made
    labels = [[row.marks["Actionability"] for row in outcome.rows] for outcome in outcomes]
    assert labels[0] != labels[1]
    assert {request.body["seed"] for request in requests} == {0, 1, 2}


def test_a_repeat_that_is_there_is_not_asked_again_and_more_can_be_added(made):
    _, folder, outcomes, again, requests = made
    assert [outcome.num_asked for outcome in again] == [0, 0, 3]
    assert [outcome.rows for outcome in again[:2]] == [outcome.rows for outcome in outcomes]
    assert len(requests) == 3 * 3 * 4
    assert [place.name for place in run_folders(folder)] == ["seed-0", "seed-1", "seed-2"]


def test_a_report_of_repeats_shows_them_as_one_configuration(made):
    _, folder, *_ = made
    report = report_of([folder])
    assert [view.name for view in report.runs] == ["m, seed=0", "m, seed=1", "m, seed=2"]
    (table,) = [table for table in report.tables if table.id == "repeats"]
    assert table.ours[0].name == "Mistake_Identification.strict_macro_f1: m"
    assert "comparisons" not in {table.id for table in report.tables}


def test_how_the_models_were_asked_is_recorded_and_shown(made):
    _, folder, *_, requests = made
    asked = read_record(folder / "seed-1").asked["judge"]
    assert [entry.model_dump() for entry in asked] == [
        {"temperature": 0.7, "top_p": 0.9, "max_tokens": 4096, "reasoning_effort": None, "seeds": (1,), "num_seeds": 1}
    ]
    assert {(body["temperature"], body["top_p"]) for body in (request.body for request in requests)} == {(0.7, 0.9)}
    assert not any("reasoning_effort" in request.body for request in requests)
    shown = dict(report_of([folder]).runs[1].settings)
    assert shown["judge asked with"] == (
        "temperature 0.7, top p 0.9, max tokens 4096, reasoning effort left to the server, seed 1"
    )


def test_another_setting_is_another_run(made):
    config, folder, *_ = made
    other = config.model_copy(update={"asking": {"judge": CallSettings(temperature=0.2, top_p=0.9)}})
    with pytest.raises(RunError, match=r"config.asking.judge.temperature \(0.7 there, 0.2 here\)"):
        repeated(other, folder, (0,))


def test_a_setting_of_a_role_that_asks_no_model_is_refused(tmp_path):
    config = RunConfig(task="mrbench", judge="majority", asking={"judge": CallSettings(top_p=0.5)})
    with pytest.raises(ResultsError, match="no model is asked in the role judge"):
        run(config, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_repeats_do_not_go_into_a_single_run(tmp_path):
    config = RunConfig(task="mrbench", judge="majority", limit=2)
    run(config, tmp_path / "one")
    with pytest.raises(ResultsError, match="holds a single run"):
        repeated(config, tmp_path / "one", (0, 1))


def test_a_subset_is_recorded_and_its_rows_are_those_of_the_whole(tmp_path):
    whole = run(RunConfig(task="mrbench", judge="majority"), tmp_path / "whole").rows
    ids = tuple(row.id for row in whole[:9:4])
    part = run(RunConfig(task="mrbench", judge="majority", ids=ids), tmp_path / "part")
    assert part.rows == tuple(row for row in whole if row.id in ids)
    assert json.loads((tmp_path / "part" / "run.json").read_text())["config"]["ids"] == list(ids)
    report = report_of([tmp_path / "whole"], where={"tutor": ["Brisk"]})
    assert report.runs[0].counts.rows == 8
    assert report.notes[0] == "These figures are of a part of the rows: tutor Brisk."
