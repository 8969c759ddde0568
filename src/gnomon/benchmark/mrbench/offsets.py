"""What class offsets are worth for a judge that was asked for several votes (`gnomon.judge.checks`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from gnomon.benchmark.benchmark import Measure, Row, Rows, Runs
from gnomon.benchmark.figures import Estimate, counts_of, share, table
from gnomon.judge import LABELS, Dimension, dimensions
from gnomon.judge.checks import check_offsets
from gnomon.metrics import STRICT_LABELS, macro_f1_metric
from gnomon.pages import Column, Line, counted

_CLASSES = tuple(reversed(LABELS))
"""The lowest label first: of equal votes the lower label wins, as in the other tables."""


def _voted(runs: Runs) -> Iterator[Line[Rows]]:
    """Yield the rows with a true label, a fold and votes, of runs with at least two folds."""
    for run, rows in runs.items():
        kept = [row for row in rows if "votes" in row.marks and "fold" in row.groups and row.truth]
        if len({row.groups["fold"] for row in kept}) > 1:
            yield Line(run, kept, counts_of(rows))


def _macro_f1(name: Dimension, *, is_shifted: bool) -> Measure:
    """Measure strict macro-F1 without or with offsets; nothing where fewer than two folds are left."""

    def measure(rows: Rows) -> Estimate | None:
        kept = [row for row in rows if _has_label(row, name)]
        folds = {fold: number for number, fold in enumerate(sorted({row.groups["fold"] for row in kept}))}
        if len(folds) < 2:
            return None
        truth = [row.truth[name] for row in kept]
        found = check_offsets(
            [_shares(row.marks["votes"][name]) for row in kept],
            [_CLASSES.index(label) for label in truth],
            [folds[row.groups["fold"]] for row in kept],
        )
        places = found.predictions_with if is_shifted else found.predictions_without
        given = [None if place < 0 else _CLASSES[place] for place in places]
        return Estimate(macro_f1_metric(truth, given, labels=STRICT_LABELS), [row.cluster for row in kept])

    return measure


def _no_vote(rows: Rows) -> float | None:
    silent = sum(not any(row.marks["votes"][name]) for row in rows for name in dimensions())
    return share(silent, len(rows) * len(dimensions()))


def _has_label(row: Row, name: str) -> bool:
    return row.truth.get(name) in _CLASSES and row.grade is not None and row.grade.status.get(name) != "error"


def _shares(counts: Sequence[int]) -> list[float]:
    """Return the share of each label in the order of the classes; NaN where no vote was read."""
    total = sum(counts)
    return [count / total if total else math.nan for count in reversed(counts)]


OFFSETS = table(
    "mrbench.offsets",
    (
        *(
            Column(f"{record.title}, {'with' if is_shifted else 'without'}", _macro_f1(name, is_shifted=is_shifted))
            for name, record in dimensions().items()
            for is_shifted in (False, True)
        ),
        counted("rows", len),
        Column("no vote", _no_vote, better="lower"),
    ),
    _voted,
)
