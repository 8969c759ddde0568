"""Plots of MMTutorBench from its rows: totals by input (Figure 3), zeros by criterion (Figure 4), and the course over turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import published
from gnomon.benchmark.mmtutorbench.rows import MARK_COLUMNS, Line, is_graded, lines_of, mark_cells, mean_cell, total
from gnomon.benchmark.mmtutorbench.tables import VARIANT_NAMES, by_variant
from gnomon.metrics import CRITERIA
from gnomon.pages import Cell, Plot, Series

_TURNS = (2, 3)
_SCOPE = MARK_COLUMNS.index("Scope")


def single_turn_plots(runs: Mapping[str, Sequence[Row]]) -> tuple[Plot, ...]:
    """Return totals by input, where a tutor was asked in one, and zeros by criterion."""
    ours = [
        _series(name, VARIANT_NAMES, [_total_cell(of_variant.get(variant, ())) for variant in VARIANT_NAMES])
        for name, of_variant in by_variant(runs).items()
    ]
    theirs = [
        Series(row["name"], VARIANT_NAMES, tuple(row["values"]), is_published=True)
        for row in published("mmtutorbench")["variants"]
    ]
    variants = Plot("mmtutorbench.variants", "Total by input", "bar", "input", "mean total, 0 to 6", (*ours, *theirs))
    return (*([variants] if ours else []), _zeros("mmtutorbench", lines_of(runs), is_with_paper=True))


def later_turn_plots(runs: Mapping[str, Sequence[Row]]) -> tuple[Plot, ...]:
    """Return total and scope control by turn, and zeros by criterion."""
    lines = lines_of(runs)
    return (
        _by_turn("total", "Total by turn", "mean total, 0 to 6", lines, 0),
        _by_turn("scope", "Scope control by turn", "mean mark, 0 to 1", lines, _SCOPE),
        _zeros("mmtutorbench_multiturn", lines, is_with_paper=False),
    )


def _by_turn(name: str, title: str, unit: str, lines: Sequence[Line], column: int) -> Plot:
    ours = [
        _series(
            line.name,
            _TURNS,
            [mark_cells([row for row in line.rows if row.groups.get("turn") == str(turn)])[column] for turn in _TURNS],
        )
        for line in lines
    ]
    printed = tuple(row["values"][column] for row in published("mmtutorbench")["turn"])
    theirs = Series("GPT-5 (Table 17)", _TURNS, printed, is_published=True)
    return Plot(f"mmtutorbench_multiturn.{name}", title, "line", "turn", unit, (*ours, theirs))


def _zeros(name: str, lines: Sequence[Line], *, is_with_paper: bool) -> Plot:
    criteria = MARK_COLUMNS[1:]
    ours = []
    for line in lines:
        graded = [row for row in line.rows if is_graded(row)]
        ours.append(
            _series(line.name, criteria, [mean_cell(graded, [1 - row.marks[each] for row in graded]) for each in CRITERIA])
        )
    theirs = [
        Series(row["name"], criteria, tuple(count / row["replies"] for count in row["counts"]), is_published=True)
        for row in (published("mmtutorbench")["zeros"] if is_with_paper else ())
    ]
    title = "Replies with a zero, by criterion"
    return Plot(f"{name}.zeros", title, "bar", "criterion", "share of graded replies", (*ours, *theirs))


def _total_cell(rows: Sequence[Row]) -> Cell:
    return mean_cell(rows, [total(row) for row in rows])


def _series(name: str, x: Sequence[float | str], cells: Sequence[Cell]) -> Series:
    values = tuple(None if each.value is None else float(each.value) for each in cells)
    return Series(name, tuple(x), values, tuple(each.low for each in cells), tuple(each.high for each in cells))
