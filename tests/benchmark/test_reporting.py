"""A report is computed from rows alone, and shows what failed before what went well."""

import pytest

from gnomon.benchmark import RunConfig
from gnomon.benchmark.reporting import report_of
from gnomon.benchmark.running import run
from gnomon.models import Price
from gnomon.models.fake_service import FakeServer, Fault, ServerBehaviour
from gnomon.pages import report_page
from gnomon.runs import RunError
from tests.benchmark.conftest import label_of


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


def test_a_report_of_the_sample_says_that_it_is_one(folders):
    assert "small sample" in report_page(report_of(folders))


def test_every_table_has_the_share_of_failed_rows(folders):
    assert all(table.columns[-1] == "failed" for table in report_of(folders).tables)


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
