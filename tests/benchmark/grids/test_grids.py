"""A grid is data: its runs are planned, made, resumed and shown in the paper's layout, and what is missing says why."""

import csv
import re
from typing import Any

import pytest
import typer.testing

pytest.importorskip("sacrebleu", reason="needs the extra bench: pip install 'gnomon[bench]'")

from gnomon.benchmark import ResultsError, RunConfig, build
from gnomon.benchmark.figures import published
from gnomon.benchmark.grids import Chosen, asked_in, estimate_grid, grid_named, grids, plan, run_grid, write_report
from gnomon.benchmark.grids.filling import tables_of_grid
from gnomon.cli import app
from gnomon.inquiry.analysis.curves import USUAL
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.report.details import detail_tables, judged_tables
from gnomon.inquiry.report.tables import deviation_table, main_tables
from gnomon.models import Price, RetryPolicy
from gnomon.runs import Pace, RunError
from gnomon.training import recipes

SMALL = "mrbench-table1"
NOTHING = Findings((), {}, {}, (), {}, (), (), USUAL)
TUTORS = {"mmtutorbench": "reference", "mmtutorbench_multiturn": "reference", "geodial": "majority"}


def headings_of(task):
    """Return the columns of a benchmark's tables by id."""
    if task == "inquiry":
        specs: tuple[Any, ...] = (*main_tables(USUAL), *detail_tables(), *judged_tables(NOTHING), deviation_table())
    else:
        judged = {"judge": "majority"} if task == "mrbench" else {"tutor": TUTORS.get(task, "reference"), "judge": None}
        named = judged | ({"judge": "none"} if "mmtutor" in task or "explanation" in task else {})
        named |= {"judge": "exact"} if task == "mathexplain_keypoints" else {}
        specs = build(RunConfig(task=task, **named)).shown().tables
    return {spec.id: [column.heading for column in spec.columns] for spec in specs}


def test_no_two_grids_or_tables_have_one_name():
    names = [name for grid in grids().values() for name in grid.names]
    assert len(set(names)) == len(names)
    for grid in grids().values():
        ids = [layout.id for layout in grid.tables]
        assert len(set(ids)) == len(ids)


@pytest.mark.slow  # every benchmark is loaded for its tables
def test_every_layout_names_columns_that_the_benchmark_has_and_an_axis_that_the_grid_has():
    known = {task: headings_of(task) for task in {grid.task for grid in grids().values()}}
    known["inquiry"]["grid.training_rows"] = []
    known["inquiry"]["inquiry.similarity"] = []
    wrong = []
    for grid in grids().values():
        tables = known[grid.task]
        wrong += [name for name in grid.more if name not in tables]
        for layout in grid.tables:
            wrong += [layout.by] if layout.by and layout.by not in grid.axes else []
            wrong += [name for each in layout.columns for name in each.headings if name not in tables[each.table]]
            wrong += (
                [layout.published] if layout.published and "/" not in layout.published and layout.published not in tables else []
            )
    assert wrong == []


def test_the_contexts_are_sixteen_and_the_text_model_stands_in_where_no_diagram_is_shown(tmp_path):
    chosen = Chosen(models=("see@http://x/v1",), text_models=("read@http://x/v1",))
    runs = plan(grid_named("geodial-table3"), chosen, tmp_path)
    tutors = {run.shown["diagram"]: run.config.tutor for run in runs}
    assert len(runs) == 16
    assert tutors == {"yes": "see@http://x/v1", "no": "read@http://x/v1"}
    assert {run.config.options["role"] for run in runs} == {"see"}


def test_a_second_judge_grades_the_replies_of_the_first_ones_run(tmp_path):
    chosen = Chosen(models=("m@http://x/v1",), judges=("j@http://x/v1", "k@http://x/v1"))
    first, second = plan(grid_named("mmtutorbench-table5"), chosen, tmp_path)
    assert (first.config.tutor, first.config.judge) == ("m@http://x/v1", "j@http://x/v1")
    assert second.config.tutor == f"replies:{first.folder.resolve()}"


def test_trained_students_are_measured_where_the_grid_says_on_the_problems_of_the_first_one(tmp_path):
    chosen = Chosen(models=("simulated",), teachers=("simulated",), judges=("j@http://x/v1",), trained=("new@http://x/v1",))
    runs = plan(grid_named("odqs-figure5"), chosen, tmp_path)
    trained = [run for run in runs if run.place["model"] == "new"]
    assert [run.place["method"] for run in trained] == ["pre-assessment"]
    assert trained[0].config.selection == str(runs[0].folder.resolve())
    assert trained[0].config.selected_for == "simulated"


@pytest.mark.parametrize(
    ("name", "chosen", "message"),
    [
        ("geodial-table0", {}, "did you mean geodial-table"),
        ("mmtutorbench-table3", {"models": ("m@http://x",)}, "needs --judge MODEL@URL"),
        ("geodial-table1", {"models": ("m@http://x",), "judges": ("j@http://x",)}, "takes no --judge; leave it out"),
        (
            "geodial-contexts",
            {"models": ("m@http://x",), "text_models": ("a@http://x", "b@http://x")},
            "one --text-model for each",
        ),
        ("mmtutorbench-table3", {"models": ("m@http://x",), "judges": ("j@http://x", "k@http://x")}, "has one judge, got 2"),
        ("mrbench-table1", {"models": ("m@http://x", "m@http://y")}, "two runs would have the name 'm'"),
        ("odqs-math", {"models": ("simulated",), "teachers": ("simulated",), "settings": {"depth": 2}}, "setting depth"),
    ],
)
def test_what_does_not_fit_a_grid_is_said_in_one_line(tmp_path, name, chosen, message):
    with pytest.raises(ResultsError, match=message):
        plan(grid_named(name), Chosen(**chosen), tmp_path)


def test_the_rows_of_a_paper_table_are_not_mixed_with_those_of_another():
    layouts = {layout.id: layout for grid in grids().values() for layout in grid.tables}
    named = [row["name"] for row in published("mmtutorbench")["main"]["rows"]]
    for number, count in ((3, 12), (4, 3)):
        assert sum(layouts[f"mmtutorbench-table{number}"].printed_in in name for name in named) == count


def rows_of(table):
    return {row.name: dict(zip(table.columns, (cell.value for cell in row.cells), strict=True)) for row in table.rows}


def test_the_smallest_grid_stands_beside_the_published_rows(tmp_path):
    outcome = run_grid(grid_named(SMALL), Chosen(models=("tutor-name",), limit=3), tmp_path / "g")
    page, report = write_report(outcome)
    found = rows_of(report.tables[0])
    assert list(found)[:2] == ["tutor-name", "majority"]
    assert found["GLM-4-9B (bea-jh, Table 1)"]["strict accuracy"] == 0.380
    assert "GLM-4-9B (bea-jh, Table 1)" in page.read_text("utf-8")
    with (tmp_path / "g" / "tables" / "mrbench-table1.csv").open(encoding="utf-8") as file:
        assert [row["published"] for row in csv.DictReader(file)] == ["no", "no", "yes", "yes", "yes"]


def test_a_grid_that_was_killed_between_runs_asks_nothing_twice(tmp_path, model, server):
    grid, chosen = grid_named(SMALL), Chosen(models=(model("a"), model("b")), limit=2)

    def kill(progress):
        if progress.number == 2:
            raise KeyboardInterrupt

    before = server.num_requests
    with pytest.raises(KeyboardInterrupt):
        run_grid(grid, chosen, tmp_path / "g", told=kill)
    assert server.num_requests - before == 2  # one dimension of two responses, of the first model
    again = run_grid(grid, chosen, tmp_path / "g")
    assert server.num_requests - before == 4
    assert asked_in(again) == {"runs": 3, "worked on": 2, "there before": 1, "missing": 0}
    rows = tmp_path / "g" / "runs" / "a" / "rows.jsonl"
    rows.write_bytes(rows.read_bytes()[:-40])  # cut off by a kill
    assert asked_in(run_grid(grid, chosen, tmp_path / "g"))["worked on"] == 1
    assert server.num_requests - before == 4  # the answer came from the cache


def test_further_models_go_into_the_folder_and_another_grid_does_not(tmp_path, model):
    grid = grid_named(SMALL)
    run_grid(grid, Chosen(models=("tutor-name",), limit=2), tmp_path / "g")
    more = run_grid(grid, Chosen(models=("tutor-name", model("a")), limit=2), tmp_path / "g")
    assert asked_in(more)["there before"] == 2
    with pytest.raises(RunError, match=r"differs in config\.limit \(2 there, 3 here\)"):
        run_grid(grid, Chosen(models=("tutor-name",), limit=3), tmp_path / "g")
    with pytest.raises(RunError, match="holds another grid"):
        run_grid(grid_named("mrbench-table2"), Chosen(models=("tutor-name",), limit=2), tmp_path / "g")


def test_a_model_that_cannot_be_asked_is_missing_with_the_reason_and_the_others_stand(tmp_path, model):
    chosen = Chosen(models=("m@nowhere://", model("a")), limit=1)
    outcome = run_grid(grid_named(SMALL), chosen, tmp_path / "g")
    (table, *_), _ = tables_of_grid(outcome)
    first, second, *_ = table.rows
    assert {cell.missing for cell in first.cells} == {outcome.made[0].missing}
    assert "nowhere" in outcome.made[0].missing
    assert f"Missing: m@nowhere://: {outcome.made[0].missing}." in table.note
    assert second.cells[1].value is not None
    page, _ = write_report(outcome)
    assert outcome.made[0].missing.split(":")[0] in page.read_text("utf-8")
    with (tmp_path / "g" / "tables" / "mrbench-table1.csv").open(encoding="utf-8") as file:
        told = {row["name"]: row["missing"] for row in csv.DictReader(file)}
    assert f"strict accuracy: {outcome.made[0].missing}" in told["m@nowhere://"]
    assert told["a"] == ""


def test_a_server_that_is_not_there_is_not_waited_for_in_each_run(tmp_path, model, monkeypatch):
    monkeypatch.setattr(RetryPolicy, "wait_seconds", lambda *_: 0.0)
    dead = "http://127.0.0.1:9/v1"
    chosen = Chosen(models=(f"a@{dead}", f"b@{dead}", model("c")), limit=1)
    outcome = run_grid(grid_named(SMALL), chosen, tmp_path / "g")
    first, second, third, _ = (each.missing for each in outcome.made)
    assert f"no connection to {dead}" in first
    assert second == f"no connection to {dead}, as in an earlier run"
    assert third == ""


def test_a_grid_of_which_no_run_can_be_made_leaves_nothing_behind(tmp_path):
    with pytest.raises(ResultsError, match="the data bring no recorded replies"):
        run_grid(grid_named("mmtutorbench-table6"), Chosen(judges=("none",), limit=1), tmp_path / "g")
    assert list(tmp_path.iterdir()) == []


def test_the_limit_of_cost_is_of_all_runs_together(tmp_path, model, server):
    prices = {name: Price(prompt=1000, completion=1000) for name in "abc"}
    chosen, grid = Chosen(models=tuple(map(model, "abc")), limit=1), grid_named(SMALL)
    estimate = estimate_grid(grid, chosen, tmp_path / "g", prices)
    assert {key: asked.requests for key, asked in estimate.asked.items()} == {("judge", name): 1 for name in "abc"}
    one = estimate.asked["judge", "a"].cost
    assert one
    assert estimate.cost == pytest.approx(3 * one)  # all three are asked the same
    before = server.num_requests
    outcome = run_grid(grid, chosen, tmp_path / "g", Pace(prices=prices, max_cost=1.05 * one))
    assert server.num_requests - before == 1
    assert [bool(each.missing) for each in outcome.made] == [False, True, True, True]
    assert "limit of cost was reached" in outcome.made[2].missing
    left = estimate_grid(grid, chosen, tmp_path / "g", prices)
    assert (left.runs, left.finished, sorted(model for _, model in left.asked)) == (4, 1, ["b", "c"])


@pytest.mark.slow
def test_an_axis_can_be_the_columns_and_each_missing_cell_says_why(tmp_path, model):
    grid, chosen = grid_named("mmtutorbench-figure3"), Chosen(models=(model("m"),), judges=("none",), limit=1)
    outcome = run_grid(grid, chosen, tmp_path / "g")
    (table, *_), _ = tables_of_grid(outcome)
    assert table.columns == ("zero-shot", "query", "ocr", "1-shot", "3-shot")
    assert all(cell.missing for cell in table.rows[0].cells)  # nobody judges
    assert rows_of(table)["Gemini-2.5-Pro (4.4)"]["query"] == 5.11


def test_every_row_of_the_table_in_the_documents_names_a_grid_or_a_command(repository):
    papers = tuple(f"| {paper} |" for paper in ("GeoDial", "MMTutorBench", "MathExplain", "bea-jh", "ODQS"))
    lines = (repository / "docs" / "benchmarks.md").read_text("utf-8").splitlines()
    last = [line.split("|")[-2] for line in lines if line.startswith(papers)]
    assert sorted(name for cell in last for name in re.findall(r"`gnomon bench grid ([\w-]+)`", cell)) == sorted(grids())
    assert [cell for cell in last if "`gnomon " not in cell and " not reproducible: " not in cell] == []
    commands = {each for cell in last for each in re.findall(r"`gnomon ([a-z]+(?: [a-z-]+)?)", cell)}
    assert sorted(each for each in commands if not is_command(each.split())) == []


def is_command(words):
    """Say whether words are a command, or a recipe to train by."""
    tree: Any = typer.testing._get_command(app)  # type: ignore[attr-defined]  # which the tests of commands have built once
    if words[0] not in tree.commands:
        return False
    inner = getattr(tree.commands[words[0]], "commands", {})
    return len(words) == 1 or words[1] in inner or (words[0] == "train" and words[1] in recipes())
