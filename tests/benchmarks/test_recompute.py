"""The second computation of reports: it agrees with reports that are right, and finds figures that are wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.recompute import Part, damage, differences, differs
from benchmarks.recomputing.cells import Found, resampled
from gnomon.pages import Cell
from tests.every import every

FIVE = [0.0, 1.0, 1.0, 0.0, 1.0]


def mean_of(values: list[float]) -> float:
    return sum(values) / len(values)


def test_equal_figures_agree() -> None:
    assert differs(Cell(0.25), Found(0.25)) == ""
    assert differs(Cell(None), Found(None)) == ""
    assert differs(Cell(None), None) == ""


@every(
    [
        (Cell(0.26), Found(0.25)),
        (Cell(None), Found(0.25)),
        (Cell(0.25), Found(None)),
        (Cell(0.25), None),
        (Cell("yes"), Found("no")),
        (Cell(0.25, 0.1, 0.4), Found(0.25)),
        (Cell(0.25), Found(0.25, [0.1, 0.4])),
    ]
)
def test_figures_that_are_not_equal_or_on_one_side_only_are_told(cell: Cell, found: Found | None) -> None:
    assert differs(cell, found)


def test_ends_of_an_interval_must_lie_near_the_quantiles_of_the_other_resampling() -> None:
    values = [number / 1000 for number in range(1001)]  # quantile q is q itself
    assert differs(Cell(0.5, 0.025, 0.975), Found(0.5, values)) == ""
    assert differs(Cell(0.5, 0.1, 0.975), Found(0.5, values))
    assert differs(Cell(0.5, 0.025, 0.9), Found(0.5, values))


def test_a_figure_that_the_report_lacks_is_told() -> None:
    found = {
        ("t", "run", "a"): Found(1),
        ("t", "run", "b"): Found(2),
        ("t", "run", "c"): Found(None),
        ("u", "run", "a"): Found(3),
    }
    assert differences(Part("t", {("run", "a"): Cell(1)}), found) == ["run / b: not in the report, second 2"]


def test_every_wrong_figure_of_a_part_is_found_unless_it_is_not_computed_again() -> None:
    part = Part("t", {("run", "a"): Cell(1), ("run", "b"): Cell(0.5), ("run", "c"): Cell("yes"), ("run", "d"): Cell(2)})
    assert damage(part, {("t", "run", "a"): Found(1), ("t", "run", "b"): Found(0.5)}) == (2, 3)


def test_whole_clusters_are_drawn() -> None:
    # Rows 1 to 3 and rows 4 and 5 go together: a resample has the mean of one, of the other, or of all.
    found = resampled(FIVE, ["p", "p", "p", "q", "q"], mean_of)
    assert found.value == 0.6
    assert set(found.resampled or ()) == {2 / 3, 0.5, 0.6}


def test_one_cluster_and_no_rows_have_no_interval() -> None:
    assert resampled(FIVE, ["p"] * 5, mean_of) == Found(0.6, None)
    assert resampled([], [], mean_of) == Found(None, None)


def test_a_quick_count_that_disagrees_is_no_count() -> None:
    with pytest.raises(AssertionError):
        resampled(FIVE, list("abcde"), mean_of, max)


@pytest.mark.slow
def test_two_benchmarks_agree_on_their_samples_and_every_wrong_figure_is_found(repository: Path) -> None:
    pytest.importorskip("inspect_ai", reason="needs the extra bench: pip install 'gnomon[bench]'")
    script = [sys.executable, "benchmarks/recompute.py", "--samples", "--damage", "mrbench", "mathexplain_keypoints"]
    ran = subprocess.run(script, cwd=repository, capture_output=True, text=True, check=False)
    lines = ran.stdout.splitlines()
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    lines = [line for line in lines if not line.endswith("not computed a second time")]  # comparisons of MathExplain
    assert len(lines) == 15  # runs, four dimensions, tutors, four confusions, comparisons and a plot; runs, a table and a plot
    assert all(", 0 differ, " in line for line in lines)
