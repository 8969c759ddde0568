"""Highlights of a tutor's turn: whether to highlight, what to highlight, and both together (GeoDial 5.1, 5.2, App. E).

A row is one tutor turn in one category (line, angle, arc, label), with names in canonical form (AB = BA) and both colours
merged. T is the set of true names, O the set of names given, E what counts: O where the turn highlights, else nothing.

- **Prediction**: highlight or not; which names is ignored.
- **Decision**: which names, over rows with true highlights. Each row gives p = |T and E|/|E|, r = |T and E|/|T| and
  f = 2|T and E|/(|T|+|E|); the three means are reported apart, so F1 is not the harmonic mean of P and R.
- **Decision, independent** (Table 2): the same on O, whatever the yes/no model says.
- **Combined**: S, the sum of f over all rows (0 where T is empty), over rows with true highlights (R) and over rows that
  highlight (P); F1 = 2S/(both counts).
- **Miss, leave, hit** (Table 7): shares of rows with true highlights that highlight only wrong names, nothing, or a right name.

Decisions that the paper leaves open: an unreadable reply highlights nothing, so it counts as leave, and is counted apart. In the
focused setting a yes counts as highlighting although the which-model named nothing, against its instruction; such a row earns 0
and is a miss. So Combined P / Combined R = Prediction P / Prediction R always. x/0 is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, get_args

import numpy as np

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.quotient import quotient
from gnomon.metrics.resampling import FloatArray, SumMetric

HighlightFigure = Literal[
    "prediction_accuracy",
    "prediction_precision",
    "prediction_recall",
    "prediction_f1",
    "decision_precision",
    "decision_recall",
    "decision_f1",
    "combined_precision",
    "combined_recall",
    "combined_f1",
    "miss_share",
    "leave_share",
    "hit_share",
    "independent_precision",
    "independent_recall",
    "independent_f1",
]
"""Every figure that can be asked for by name; all lie in [0, 1]."""

# What a row adds, in the order of the columns of `_statistics`.
_STATISTICS = (
    *("rows", "true", "highlighted", "both", "hit"),
    *("precision", "recall", "f1"),
    *("independent_precision", "independent_recall", "independent_f1"),
)
_COLUMN = {name: index for index, name in enumerate(_STATISTICS)}


class HighlightRow(NamedTuple):
    """One tutor turn in one category."""

    truth: frozenset[str]
    """True names; empty where the tutor highlights nothing."""
    output: frozenset[str] | None
    """Names given; None where the which-model was not asked or its reply could not be read."""
    says_highlight: bool | None = None
    """The answer of the yes/no model; None in the one-call setting, where names given mean yes."""
    is_unreadable: bool = False
    """Whether a reply could not be read: it highlights nothing, and is counted."""


class Prediction(NamedTuple):
    """Highlight or not, from 0 to 1."""

    accuracy: float
    precision: float
    recall: float
    f1: float


class PrecisionRecall(NamedTuple):
    """Precision, recall and F1 from 0 to 1."""

    precision: float
    recall: float
    f1: float


class HighlightOutcomes(NamedTuple):
    """Shares of the rows with true highlights, from 0 to 1; they add to 1 where there are such rows."""

    miss_share: float
    leave_share: float
    hit_share: float


@dataclass(frozen=True)
class HighlightScores:
    """All figures of one category."""

    prediction: Prediction
    decision: PrecisionRecall
    combined: PrecisionRecall
    outcomes: HighlightOutcomes
    independent: PrecisionRecall | None
    """Decision whatever the yes/no model says; None where the which-model was not asked on every row with true highlights."""
    rows: int
    true_rows: int
    """Rows with true highlights."""
    highlighted_rows: int
    """Rows where the output highlights."""
    unreadable: int


def score_highlights(rows: Sequence[HighlightRow]) -> HighlightScores:
    """Score the highlights of one category.

    Args:
        rows: One a tutor turn.

    Returns:
        All figures and the counts behind them.

    Raises:
        MetricInputError: No rows.
    """
    sums = _statistics(rows).sum(axis=0)
    figure = {name: float(_figure(name, sums)) for name in get_args(HighlightFigure)}
    triple = ("precision", "recall", "f1")
    return HighlightScores(
        prediction=Prediction(*(figure[f"prediction_{part}"] for part in ("accuracy", *triple))),
        decision=PrecisionRecall(*(figure[f"decision_{part}"] for part in triple)),
        combined=PrecisionRecall(*(figure[f"combined_{part}"] for part in triple)),
        outcomes=HighlightOutcomes(figure["miss_share"], figure["leave_share"], figure["hit_share"]),
        independent=PrecisionRecall(*(figure[f"independent_{part}"] for part in triple)) if _is_asked_everywhere(rows) else None,
        rows=len(rows),
        true_rows=int(sums[_COLUMN["true"]]),
        highlighted_rows=int(sums[_COLUMN["highlighted"]]),
        unreadable=sum(row.is_unreadable for row in rows),
    )


def highlight_metric(rows: Sequence[HighlightRow], figure: HighlightFigure) -> SumMetric:
    """Return one figure in the form that is resampled.

    Args:
        rows: One a tutor turn.
        figure: Which.

    Returns:
        The metric.

    Raises:
        MetricInputError: No rows, an unknown figure, or an independent one where the which-model was not asked everywhere.
    """
    if figure not in get_args(HighlightFigure):
        raise MetricInputError(f"expected a figure among {', '.join(get_args(HighlightFigure))}, got {figure!r}")
    if figure.startswith("independent") and not _is_asked_everywhere(rows):
        raise MetricInputError("expected names given on every row with true highlights, got rows where none were asked for")
    return SumMetric(_statistics(rows), partial(_figure, figure))


def _is_asked_everywhere(rows: Sequence[HighlightRow]) -> bool:
    return all(row.output is not None or row.is_unreadable for row in rows if row.truth)


def _statistics(rows: Sequence[HighlightRow]) -> FloatArray:
    """Return the statistics of each row, shape (rows, statistics)."""
    if not rows:
        raise MetricInputError("expected at least one row, got none")
    return np.array([_row_statistics(row) for row in rows], dtype=np.float64)


def _row_statistics(row: HighlightRow) -> tuple[float, ...]:
    named: frozenset[str] = frozenset() if row.output is None or row.is_unreadable else row.output
    says = bool(named) if row.says_highlight is None else row.says_highlight
    is_highlighted = says and not row.is_unreadable
    is_true = bool(row.truth)
    independent = _overlap(row.truth, named)
    counted = independent if is_highlighted else (0.0, 0.0, 0.0)
    return 1, is_true, is_highlighted, is_true and is_highlighted, counted[2] > 0, *counted, *independent


def _overlap(truth: frozenset[str], named: frozenset[str]) -> tuple[float, float, float]:
    """Return p, r and f; all 0 where nothing is shared, an empty set included."""
    shared = len(truth & named)
    if not shared:
        return 0.0, 0.0, 0.0
    return shared / len(named), shared / len(truth), 2 * shared / (len(truth) + len(named))


def _figure(name: str, sums: FloatArray) -> FloatArray:
    """Compute one figure from sums of shape (..., statistics)."""
    above, below = _fraction(name, {statistic: sums[..., column] for statistic, column in _COLUMN.items()})
    return quotient(above, below)


def _fraction(name: str, of: dict[str, FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Return numerator and denominator of a figure, given the sum of each statistic."""
    group, _, part = name.partition("_")
    if part == "share":
        outcomes = {"hit": of["hit"], "leave": of["true"] - of["both"], "miss": of["both"] - of["hit"]}
        return outcomes[group], of["true"]
    if part == "accuracy":
        return of["rows"] - of["true"] - of["highlighted"] + 2 * of["both"], of["rows"]
    if group == "decision":
        return of[part], of["true"]
    if group == "independent":
        return of[f"independent_{part}"], of["true"]
    gained = of["both"] if group == "prediction" else of["f1"]
    if part == "f1":
        return 2 * gained, of["true"] + of["highlighted"]
    return gained, of["highlighted" if part == "precision" else "true"]
