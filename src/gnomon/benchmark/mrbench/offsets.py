"""What class offsets are worth for a judge that was asked for several votes (`gnomon.judge.checks`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import cell, failed_share, share_cell
from gnomon.judge import LABELS, Dimension, dimensions
from gnomon.judge.checks import check_offsets
from gnomon.metrics import STRICT_LABELS, macro_f1_metric
from gnomon.pages import Cell, Table, TableRow

_CLASSES = tuple(reversed(LABELS))
"""The lowest label first: of equal votes the lower label wins, as in the other tables."""
_NOTE = (
    "Strict macro-F1 of the label with most votes, and of the label with most votes after an offset was added to each label's "
    "share. The offsets of a fold are fitted on the other folds: no row is in its own fit. Rows without a readable vote count as "
    "wrong. Intervals: percentile bootstrap over dialogues, offsets as fitted. Only rows with a true label, a fold and votes are "
    "in the figures."
)


def offset_tables(runs: Mapping[str, Sequence[Row]]) -> tuple[Table, ...]:
    """Return strict macro-F1 without and with offsets by dimension; nothing where no run has votes and at least two folds."""
    columns = (*(f"{record.title}, {how}" for record in dimensions().values() for how in ("without", "with")), "rows", "no vote")
    voted = {run: [row for row in rows if _is_voted(row)] for run, rows in runs.items()}
    ours = [
        TableRow(run, (*_cells(kept), failed_share(runs[run])))
        for run, kept in voted.items()
        if len({row.groups["fold"] for row in kept}) > 1
    ]
    return (Table("mrbench.offsets", "Votes with class offsets", (*columns, "failed"), tuple(ours), _NOTE),) if ours else ()


def _is_voted(row: Row) -> bool:
    return "votes" in row.marks and "fold" in row.groups and bool(row.truth)


def _cells(rows: Sequence[Row]) -> Iterator[Cell]:
    for name in dimensions():
        yield from _dimension_cells([row for row in rows if _has_label(row, name)], name)
    silent = sum(not any(row.marks["votes"][name]) for row in rows for name in dimensions())
    yield Cell(len(rows))
    yield share_cell(silent, len(rows) * len(dimensions()))


def _dimension_cells(rows: Sequence[Row], name: Dimension) -> tuple[Cell, Cell]:
    """Return the figure without and with offsets; empty cells where fewer than two folds are left."""
    folds = {fold: number for number, fold in enumerate(sorted({row.groups["fold"] for row in rows}))}
    if len(folds) < 2:
        return Cell(None), Cell(None)
    truth = [row.truth[name] for row in rows]
    found = check_offsets(
        [_shares(row.marks["votes"][name]) for row in rows],
        [_CLASSES.index(label) for label in truth],
        [folds[row.groups["fold"]] for row in rows],
    )
    clusters = [row.cluster for row in rows]
    labels = (
        [None if place < 0 else _CLASSES[place] for place in given]
        for given in (found.predictions_without, found.predictions_with)
    )
    without, shifted = (cell(macro_f1_metric(truth, given, labels=STRICT_LABELS), clusters) for given in labels)
    return without, shifted


def _has_label(row: Row, name: str) -> bool:
    return row.truth.get(name) in _CLASSES and row.grade is not None and row.grade.status.get(name) != "error"


def _shares(counts: Sequence[int]) -> list[float]:
    """Return the share of each label in the order of the classes; NaN where no vote was read."""
    total = sum(counts)
    return [count / total if total else math.nan for count in reversed(counts)]
