"""Compute every figure of a report a second time, from the rows alone and with other libraries, and compare.

Uses scikit-learn, sacrebleu, rouge-score, nltk, scipy and numpy in place of gnomon's metrics; from gnomon it takes the report
only: its tables, its plots, and what it counts of each run. Values must agree to 1e-9. An end of an interval comes from other
random numbers: it must lie where the second resampling puts the neighbourhood of its quantile, three standard errors wide (.025:
from .001 to .06; .975: from .94 to .999). A figure that only one of the two has is told too.

    python benchmarks/recompute.py RESULTS_FOLDER...        # of runs of one benchmark
    python benchmarks/recompute.py --samples [TASK...]      # runs benchmarks on their samples against a fake server first
    python benchmarks/recompute.py --samples --damage       # and asks whether a figure that is wrong by .01 would be found
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.recomputing import comparing, run_views
from benchmarks.recomputing.cells import Figures, Found, Row, end_ranges
from benchmarks.recomputing.sampling import sample_runs
from gnomon.benchmark.data import SAMPLE
from gnomon.benchmark.reporting import report_of
from gnomon.pages import Cell, Counts, Plot, Report, Table

VALUE_TOLERANCE = 1e-9
DAMAGE = 0.01
_NOT_YET = (comparing.TABLE, "repeats")
"""Tables that every benchmark has, and that only MRBench's module computes again."""
_SAMPLES = Path(__file__).resolve().parents[1] / "src" / "gnomon" / "datasets" / "samples"


class Part(NamedTuple):
    """The figures of one table or plot, or of the runs' heads, by line and column."""

    id: str
    """Of the table; of a plot with ``plot`` before it, since a plot may have its table's id."""
    cells: dict[tuple[str, str], Cell]


def main() -> int:
    """Compare and print one line a table; 1 when a figure differs, is not computed again, or a wrong one is not found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="results folders of one benchmark; with --samples, benchmarks")
    parser.add_argument("--samples", action="store_true", help="run benchmarks on their samples first")
    parser.add_argument("--damage", action="store_true", help="make every figure wrong by .01, one after another")
    options = parser.parse_args()
    groups: Iterable[list[Path]]
    groups = sample_runs(options.names or None) if options.samples else [[Path(name) for name in options.names]]
    return max([compare(folders, damages=options.damage) for folders in groups])


def compare(folders: list[Path], *, damages: bool = False) -> int:
    """Compare the report of runs of one benchmark with its second computation.

    Args:
        folders: results folders.
        damages: ask as well whether wrong figures are found.
    """
    report = report_of(folders)
    task = json.loads((folders[0] / "run.json").read_text("utf-8"))["config"]["task"]
    found = second_figures(task, report, folders)
    parts = list(parts_of(report))
    lost = sorted({key[0] for key, figure in found.items() if figure.value is not None} - {part.id for part in parts})
    for name in lost:
        print(f"{task:24} {name:44} computed a second time, not in the report")
    worst = int(bool(lost))
    for part in parts:
        if part.id in _NOT_YET and not any(key[0] == part.id for key in found):
            print(f"{task:24} {part.id:44} {len(part.cells):4} figures, not computed a second time")
            continue
        bad = differences(part, found)
        caught, damaged = damage(part, found) if damages else (0, 0)
        told = f", {caught} of {damaged} wrong figures found" if damages else ""
        print(f"{task:24} {part.id:44} {len(part.cells):4} figures, {len(bad)} differ{told}", flush=True)
        for line in bad:
            print(f"    {line}")
        worst = max(worst, int(bool(bad) or caught < damaged))
    return worst


def second_figures(task: str, report: Report, folders: list[Path]) -> Figures:
    """Compute the figures from the rows of the results folders, and those of the corpus from the data's file."""
    lines = [(folder / "rows.jsonl").read_text("utf-8").splitlines() for folder in folders]
    rows: list[list[Row]] = [[json.loads(line) for line in each] for each in lines]
    runs = dict(zip([run.name for run in report.runs], rows, strict=True))
    module = importlib.import_module(f"benchmarks.recomputing.{task}")
    named = json.loads((folders[0] / "run.json").read_text("utf-8"))["config"]["data"]
    figures: Figures = module.figures(runs, _SAMPLES / task.partition("_")[0] if named == SAMPLE else Path(named))
    return figures | run_views.figures(runs)


def parts_of(report: Report) -> Iterator[Part]:
    """Yield what the report shows of its own runs; published figures are not ours to compute."""
    heads = {(view.name, name): Cell(value) for view in report.runs for name, value in run_views.shown(view).items()}
    heads |= {key: cell for view in report.runs for key, cell in _beside(view.name, view.counts).items()}
    yield Part(run_views.TABLE, heads)
    for table in report.tables:
        yield Part(table.id, _compared_cells(table) if table.id == comparing.TABLE else _table_cells(table))
    for plot in report.plots:
        yield Part(f"plot {plot.id}", _plot_cells(plot))


def _table_cells(table: Table) -> dict[tuple[str, str], Cell]:
    cells = {(row.name, column): cell for row in table.ours for column, cell in zip(table.columns, row.cells, strict=True)}
    return cells | {key: cell for row in table.ours for key, cell in _beside(row.name, row.counts).items()}


def _beside(name: str, counts: Counts | None) -> dict[tuple[str, str], Cell]:
    found = counts._asdict() if counts else {}
    return {(name, f"beside the name: {count}"): Cell(value) for count, value in found.items()}


def _compared_cells(table: Table) -> dict[tuple[str, str], Cell]:
    """Return what is computed a second time of comparisons, whose lines are named by metric and runs."""
    cells: dict[tuple[str, str], Cell] = {}
    for row in table.ours:
        by_column = dict(zip(table.columns, row.cells, strict=True))
        name = comparing.line_name(row.name, by_column["run A"].value, by_column["run B"].value)
        cells |= {
            (name, column): replace(cell, low=None, high=None)
            for column, cell in by_column.items()
            if column not in comparing.UNTESTED
        }
    return cells


def _plot_cells(plot: Plot) -> dict[tuple[str, str], Cell]:
    cells: dict[tuple[str, str], Cell] = {}
    for series in plot.series:
        if not series.is_published:
            none = [None] * len(series.x)
            ends = zip(series.x, series.y, series.low or none, series.high or none, strict=True)
            cells |= {(series.name, str(x)): Cell(y, low, high) for x, y, low, high in ends}
    return cells


def differences(part: Part, found: Figures) -> list[str]:
    """Say where a part differs from the second computation, and which figures it lacks."""
    told = [
        f"{line} / {column}: {why}"
        for (line, column), cell in part.cells.items()
        if (why := differs(cell, found.get((part.id, line, column))))
    ]
    missing = [key for key in found if key[0] == part.id and key[1:] not in part.cells and found[key].value is not None]
    return told + [f"{line} / {column}: not in the report, second {found[_, line, column].value}" for _, line, column in missing]


def differs(cell: Cell, found: Found | None) -> str:
    """Say how a cell and its second computation differ; empty when they agree."""
    if found is None:
        return "not computed a second time" if cell.value is not None else ""
    if cell.value is None or found.value is None:
        return "" if cell.value is None and found.value is None else f"report {cell.value}, second {found.value}"
    if isinstance(cell.value, str) or isinstance(found.value, str):
        return "" if cell.value == found.value else f"report {cell.value!r}, second {found.value!r}"
    if not math.isclose(cell.value, found.value, rel_tol=0, abs_tol=VALUE_TOLERANCE):
        return f"report {cell.value}, second {found.value}"
    return _ends_differ(cell, found)


def _ends_differ(cell: Cell, found: Found) -> str:
    if cell.low is None or cell.high is None or found.resampled is None:
        one_has = (cell.low is None) != (found.resampled is None)
        return f"report {cell.low} to {cell.high}, second {'no' if found.resampled is None else 'an'} interval" if one_has else ""
    low_from, low_to, high_from, high_to = end_ranges(found.resampled)
    if low_from <= cell.low <= low_to and high_from <= cell.high <= high_to:
        return ""
    expected = f"second {low_from:.4f}..{low_to:.4f} to {high_from:.4f}..{high_to:.4f}"
    return f"report {cell.low:.4f} to {cell.high:.4f}, {expected}"


def damage(part: Part, found: Figures) -> tuple[int, int]:
    """Make each figure of a part wrong by .01, one after another; return how many were found, and how many there are."""
    figures = {place: cell for place, cell in part.cells.items() if isinstance(cell.value, int | float)}
    caught = 0
    for place, cell in figures.items():
        wrong = replace(cell, value=float(cell.value or 0) + DAMAGE)
        told = differences(part._replace(cells=part.cells | {place: wrong}), found)
        caught += any(line.startswith(f"{place[0]} / {place[1]}: report") for line in told)
    return caught, len(figures)


if __name__ == "__main__":
    sys.exit(main())
