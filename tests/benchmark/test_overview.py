"""The overview puts a model's figures of all benchmarks on one page, beside the controls and the best published figure."""

import json

import pytest

from gnomon.benchmark import ResultsError, RunConfig
from gnomon.benchmark.overview import overview_of
from gnomon.benchmark.running import run
from gnomon.pages import overview_page
from gnomon.runs import RunError
from tests.command_line import gnomon


@pytest.fixture(scope="module")
def folders(tmp_path_factory, judge):
    """Return the runs of a model as judge, and of a control."""
    place = tmp_path_factory.mktemp("runs")
    for name, spec in {"model": judge, "control": "majority"}.items():
        run(RunConfig(task="mrbench", judge=spec, limit=4, options={"dimensions": ["Actionability"]}), place / name)
    return [place / "model", place / "control"]


def test_a_figure_stands_beside_its_control_and_the_best_that_was_published(folders):
    (model,) = overview_of(folders).models
    (tile,) = model.tiles
    (figure,) = tile.figures  # of the one dimension that was judged
    assert (model.name, tile.title, tile.counts.rows) == ("fake-model", "MRBench, as a judge", 4)
    assert figure.cell.low is not None
    assert [control.name for control in figure.controls] == ["majority"]
    assert (figure.best.name, figure.best.cell.value) == ("GLM-4-9B, GRPO, official test set (bea-jh, Table 4)", 0.701)


def test_the_page_needs_no_other_file(folders):
    page = overview_page(overview_of(folders))
    assert "fake-model" in page
    assert "Table 4" in page
    assert "sample" in page  # that the figures are of one
    assert not any(mark in page for mark in ("<script", "src=", "href=", "url(", "@import"))


def test_controls_alone_are_no_model(folders):
    with pytest.raises(ResultsError, match="expected a run of a model among the folders"):
        overview_of(folders[1:])


def test_a_folder_without_a_run_is_said(tmp_path):
    with pytest.raises(RunError, match=r"found no run\.json"):
        overview_of([tmp_path])


def test_the_command_writes_the_page_once_and_prints_json(tmp_path, folders):
    page = tmp_path / "o.html"
    assert gnomon("bench", "overview", *folders, "--html", page).exit_code == 0
    again = gnomon("bench", "overview", *folders, "--html", page)
    assert (again.exit_code, "results are not overwritten" in again.stderr) == (1, True)
    (told,) = json.loads(gnomon("bench", "overview", *folders, "--json").stdout)
    assert told["figures"]["actionability"]["controls"].keys() == {"majority"}


@pytest.mark.slow
def test_an_inquiry_is_a_tile_of_its_student_and_a_simulation_is_none(tmp_path, folders, judge):
    named = ["inquiry", "run", "--task", "gsm8k", "--teacher", "simulated", "--limit", "1", "--student"]
    for name, student in {"model": judge, "simulation": "simulated"}.items():
        assert gnomon(*named, student, "--out", tmp_path / name).exit_code == 0
    (model,) = overview_of([*folders, tmp_path / "model"]).models
    assert [tile.title for tile in model.tiles] == ["MRBench, as a judge", "ODQS"]
    assert [figure.called for figure in model.tiles[1].figures] == ["Pass@5 at turn 0", "Pass@5 at turn 5"]
    assert overview_of([*folders, tmp_path / "simulation"]).models[0].tiles[0].title == "MRBench, as a judge"
