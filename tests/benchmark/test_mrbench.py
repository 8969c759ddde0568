"""Recorded responses are graded by a judge or a control, and scored against people's labels."""

import asyncio

import pytest

from gnomon.benchmark import Answer, ResultsError, RunConfig, build
from gnomon.benchmark.running import run
from gnomon.datasets import BEA_DIMENSIONS
from gnomon.models.fake_service import FakeServer


def rows_of(tmp_path, **config):
    return run(RunConfig(task="mrbench", **config), tmp_path / "run").rows


def test_each_response_is_a_row_with_its_labels_as_truth(tmp_path, judge):
    rows = rows_of(tmp_path, judge=judge)
    assert len(rows) == len(build(RunConfig(task="mrbench", judge=judge)).items())
    assert all(set(row.truth) == set(BEA_DIMENSIONS) for row in rows)
    assert len({row.id for row in rows}) == len(rows)


def test_a_label_that_cannot_be_read_is_none_and_counted(tmp_path, judge):
    rows = rows_of(tmp_path, judge=judge)
    unread = [row for row in rows for name in BEA_DIMENSIONS if row.marks[name] is None]
    assert unread
    assert all("unparseable" in row.grade.status.values() for row in unread)


def test_the_judge_never_learns_who_wrote_the_response(tmp_path):
    with FakeServer(["<think>a</think><answer>Yes</answer>"]) as server:
        rows = rows_of(tmp_path, judge=f"fake-model@{server.url}", limit=3)
        prompts = [chat.prompt for chat in server.requests]
    assert not any(row.groups["tutor"] in prompt for row in rows for prompt in prompts)


def test_several_votes_come_in_one_request_and_their_majority_counts(tmp_path, judge):
    rows = rows_of(tmp_path, judge=judge, limit=2, options={"votes": 5, "temperature": 1.0})
    for row in rows:
        assert all(sum(row.marks["votes"][name]) <= 5 for name in BEA_DIMENSIONS)
        assert row.calls["judge"].usage.requests == len(BEA_DIMENSIONS)


def test_the_majority_control_gives_one_label_a_fold(tmp_path):
    rows = rows_of(tmp_path, judge="majority")
    given = {(row.groups.get("fold", row.cluster), row.marks["Actionability"]) for row in rows}
    assert len({fold for fold, _ in given}) == len(given)


def test_the_majority_scores_what_is_published_for_the_development_set(data_folder):
    # Strict macro-F1 of a constant label: F1 of that label over three. Its published values: .292, .256, .241, .230.
    path = data_folder / "mrbench" / "mrbench_v3_dev240.json"
    benchmark = build(RunConfig(task="mrbench", judge="majority", data=str(path)))
    items = benchmark.items()
    marks = [asyncio.run(benchmark.grade(item, Answer(text=""), {})).marks for item in items]
    found = []
    for name in BEA_DIMENSIONS:
        (label,) = {mark[name] for mark in marks}
        share = sum(benchmark.truth(item)[name] == label for item in items) / len(items)
        found.append(2 * share / (1 + share) / 3)
    assert found == pytest.approx([0.292, 0.256, 0.241, 0.230], abs=0.002)
    assert len(items) == 1981


def test_a_tutor_or_an_unknown_judge_is_refused_in_one_line():
    with pytest.raises(ResultsError, match="takes no --tutor"):
        build(RunConfig(task="mrbench", tutor="symbolic"))
    with pytest.raises(ResultsError, match="majority or tutor-name"):
        build(RunConfig(task="mrbench", judge="nobody"))


def test_an_unknown_setting_names_those_there_are():
    with pytest.raises(ResultsError, match="no setting 'vote'; there are: folds, temperature, votes"):
        build(RunConfig(task="mrbench", judge="majority", options={"vote": 3}))
