"""Plots of GeoDial from its rows: labels, highlights, and which subacts are chosen (GeoDial, Figure 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import published
from gnomon.benchmark.geodial.marks import LABELS
from gnomon.benchmark.geodial.points import CATEGORIES
from gnomon.benchmark.geodial.tables import highlight_cell, label_cell
from gnomon.dialogue import subacts
from gnomon.metrics import HighlightFigure
from gnomon.pages import Cell, Plot, Series

Runs = Mapping[str, Sequence[Row]]


def plots(runs: Runs) -> tuple[Plot, ...]:
    """Return macro-F1 of the labels, Combined F1 by category, miss and leave of lines and angles, shares of subacts."""
    return (_labels(runs), _combined(runs), _outcomes(runs), _subacts(runs))


def _labels(runs: Runs) -> Plot:
    ours = [_bars(run, LABELS, [label_cell(rows, name) for name in LABELS]) for run, rows in runs.items()]
    paper = published("geodial")
    theirs = [
        Series(row["name"], LABELS, tuple(row["figures"][: len(LABELS)]), is_published=True)
        for row in paper["turn"]["test"]["rows"]
        if row["name"] in paper["plotted"]
    ]
    note = "Published: test split."
    return Plot("geodial.labels", "Labels of the turn", "bar", "label", "macro-F1, %", (*ours, *theirs), note)


def _combined(runs: Runs) -> Plot:
    series = [
        _bars(run, tuple(CATEGORIES.values()), [highlight_cell(rows, category, "combined_f1") for category in CATEGORIES])
        for run, rows in runs.items()
    ]
    return Plot("geodial.combined", "Highlights: whether and which", "bar", "category", "Combined F1, %", tuple(series))


def _outcomes(runs: Runs) -> Plot:
    kinds: dict[str, HighlightFigure] = {"miss": "miss_share", "leave": "leave_share"}
    places = [(category, name) for category in ("lines", "angles") for name in kinds]
    x = tuple(f"{CATEGORIES[category]} {name}" for category, name in places)
    ours = [
        _bars(run, x, [highlight_cell(rows, category, kinds[name]) for category, name in places]) for run, rows in runs.items()
    ]
    title = "Where the teacher highlights: only wrong names, or nothing"
    return Plot("geodial.outcomes", title, "bar", "outcome", "turns, %", tuple(ours))


def _subacts(runs: Runs) -> Plot:
    names = tuple(subacts())
    first = next(iter(runs.values()), ())
    people = _shares("people (first run's turns)", names, [row.truth["subact"] for row in first if row.truth])
    ours = [_shares(run, names, [row.marks["subact"] for row in rows if row.marks.get("subact")]) for run, rows in runs.items()]
    return Plot(
        "geodial.subacts", "Subacts (GeoDial, Figure 13)", "bar", "subact", "turns with a readable subact, %", (people, *ours)
    )


def _shares(name: str, names: tuple[str, ...], chosen: Sequence[str]) -> Series:
    counts = Counter(chosen)
    return Series(name, names, tuple(100 * counts[each] / len(chosen) if chosen else None for each in names))


def _bars(name: str, x: tuple[str, ...], cells: Sequence[Cell]) -> Series:
    values = tuple(None if each.value is None else float(each.value) for each in cells)
    return Series(name, x, values, tuple(each.low for each in cells), tuple(each.high for each in cells))
