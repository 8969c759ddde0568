"""A report is computed from rows alone, and shows what failed before what went well."""

from itertools import count

import pytest

from gnomon.benchmark import RunConfig
from gnomon.benchmark.catalogue import BENCHMARKS
from gnomon.benchmark.reporting import report_of
from gnomon.benchmark.running import run
from gnomon.models import Price
from gnomon.models.fake_service import FakeServer, Fault, ServerBehaviour
from gnomon.packaged import packaged_yaml
from gnomon.pages import report_page
from gnomon.runs import RunError
from tests.benchmark.conftest import label_of

UNREADABLE = "I would say that it is fine."


@pytest.fixture(scope="module")
def folders(tmp_path_factory, judge):
    root = tmp_path_factory.mktemp("runs")
    run(RunConfig(task="mrbench", judge=judge), root / "model")
    run(RunConfig(task="mrbench", judge="majority"), root / "majority")
    return [root / "model", root / "majority"]


def test_runs_stand_beside_published_figures_which_are_marked(folders):
    report = report_of(folders)
    table = next(table for table in report.tables if table.id == "mrbench.Actionability")
    assert [row.name for row in table.rows if not row.is_published] == ["fake-model", "majority"]
    assert any(row.is_published for row in table.rows)


@pytest.mark.slow
def test_a_report_of_the_sample_says_that_it_is_one(folders):
    assert "small sample" in report_page(report_of(folders))


def of_whole_runs(report):
    """Return the tables of which a line is a run: neither several runs nor a part of one."""
    several, parts = {"comparisons", "repeats"}, (".by_", ".confusion_")
    return [table for table in report.tables if table.id not in several and not any(part in table.id for part in parts)]


def test_every_table_has_the_counts_of_each_run_beside_its_name(folders):
    report = report_of(folders)
    whole = {view.name: view.counts.rows for view in report.runs}
    assert all({row.name: row.counts.rows for row in table.ours} == whole for table in of_whole_runs(report))


def test_runs_of_one_name_in_folders_of_one_name_stay_apart(tmp_path):
    config = RunConfig(task="mrbench", judge="majority", limit=3)
    places = [run(config, tmp_path / name / "run").folder for name in ("a", "b", "c")]
    report = report_of([*places, places[0]])
    assert [view.name for view in report.runs] == ["majority (a/run)", "majority (b/run)", "majority (c/run)"]
    assert all(len(table.ours) == 3 for table in of_whole_runs(report))


def test_seeds_stand_in_names_where_one_is_not_0(tmp_path):
    places = [
        run(RunConfig(task="mrbench", judge="majority", limit=3, seed=seed), tmp_path / str(seed)).folder for seed in (0, 7)
    ]
    assert [view.name for view in report_of(places).runs] == ["majority, seed=0", "majority, seed=7"]
    assert report_of(places[1:]).runs[0].name == "majority, seed=7"
    assert report_of(places[:1]).runs[0].name == "majority"


def test_unreadable_is_one_reply_that_gave_no_value_and_a_failed_call_is_none(tmp_path):
    asked = count()
    with FakeServer(
        lambda *_: UNREADABLE if next(asked) == 1 else "<answer>Yes</answer>",
        faults=lambda number: Fault(status=400) if number == 4 else None,
    ) as server:
        run(RunConfig(task="mrbench", judge=f"fake-model@{server.url}", limit=4), tmp_path / "r")
    report = report_of([tmp_path / "r"])
    (view,) = report.runs
    assert (view.counts.rows, view.counts.unreadable, view.counts.failed) == (4, 1, 1)
    beside = [table.ours[0].counts for table in of_whole_runs(report)]  # each of its own dimension's judgements
    assert [sum(counts) for counts in zip(*(each[1:3] for each in beside), strict=True)] == [1, 1]


def test_no_table_mixes_fractions_and_percent(folders):
    for task in BENCHMARKS:
        words = packaged_yaml("gnomon.benchmark", "shown", f"{task.partition('_')[0]}.yaml")
        assert all(table["unit"] for table in words["tables"].values())
    for table in report_of(folders).tables:
        units = {head.unit or table.unit for head in table.heads}
        assert not {"percent", "fraction"} <= units


def test_cost_is_there_only_where_a_price_is_given(folders):
    without, given = report_of(folders), report_of(folders, prices={"fake-model": Price(prompt=1.0, completion=2.0)})
    assert without.runs[0].costs[0].cost is None
    (cost,) = given.runs[0].costs
    assert cost.cost == pytest.approx((cost.prompt_tokens + 2 * cost.completion_tokens) / 1e6)


def test_a_run_whose_server_gave_no_token_counts_has_no_cost(tmp_path):
    with FakeServer(label_of, behaviour=ServerBehaviour(reports_usage=False)) as server:
        run(RunConfig(task="mrbench", judge=f"fake-model@{server.url}", limit=2), tmp_path / "r")
    (cost,) = report_of([tmp_path / "r"], prices={"fake-model": Price(prompt=1.0, completion=2.0)}).runs[0].costs
    assert (cost.requests, cost.prompt_tokens, cost.cost) == (8, 0, None)


def test_failed_rows_are_the_first_to_read(tmp_path):
    with FakeServer(label_of, faults=lambda number: Fault(status=400) if number == 9 else None) as server:
        run(RunConfig(task="mrbench", judge=f"fake-model@{server.url}", limit=5), tmp_path / "r")
    first, *rest = report_of([tmp_path / "r"]).samples
    assert "judge/pedagogy" in first.reason
    assert not any("judge/pedagogy" in sample.reason for sample in rest)


def test_no_folder_that_holds_no_run_is_taken(tmp_path):
    with pytest.raises(RunError, match=r"found no run\.json"):
        report_of([tmp_path])
