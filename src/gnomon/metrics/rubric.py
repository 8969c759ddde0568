"""Totals of the six-criteria rubric (MMTutorBench 3.3, 4, App. E).

Six marks of 0 or 1. The total is their sum, 0 to 6; the weighted total is 6 times their weighted mean, 0 to 6 as well. A reply of
which any mark could not be read has neither; it is counted and is in no mean, no share.

Table 14 of the paper cannot be had from its own counts: Gemini-2.5-Pro's zeros (Figure 4) give a weighted total of 4.667
where it prints 4.75, while the plain total of 4.69 agrees.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import mean_metric, value_of

CRITERIA = (
    "insight_discovery",
    "operation_formulation",
    "operation_execution",
    "solution_scope_control",
    "brevity",
    "coherence",
)
CRITERION_WEIGHTS_PERCENT: Mapping[str, int] = MappingProxyType(dict(zip(CRITERIA, (25, 15, 15, 20, 10, 15), strict=True)))
"""Table 13. Whole percent, so that weighted totals are exact to a cent."""

Marks = Mapping[str, int | None]


@dataclass(frozen=True)
class RubricSummary:
    """Means over the graded replies; None where there is none."""

    mean_total: float | None
    """From 0 to 6."""
    mean_weighted_total: float | None
    """From 0 to 6."""
    mean_marks: Mapping[str, float | None]
    """Mean mark of each criterion, from 0 to 1."""
    zero_counts: Mapping[str, int]
    """Replies with a 0, by criterion."""
    graded: int
    ungraded: int
    """Replies that the judge did not mark readably; in no mean."""

    @property
    def zero_shares(self) -> Mapping[str, float | None]:
        """Share of graded replies with a 0, by criterion (Figure 4), from 0 to 1; None where none is graded."""
        return {name: count / self.graded if self.graded else None for name, count in self.zero_counts.items()}


def rubric_total(marks: Marks | None) -> int | None:
    """Return the sum of the six marks.

    Args:
        marks: 0, 1 or None by criterion; None for an unreadable judge.

    Returns:
        From 0 to 6; None where any mark is missing.

    Raises:
        MetricInputError: An unknown criterion, or a mark other than 0, 1 or None.
    """
    values = _values(marks)
    return None if values is None else sum(values)


def weighted_total(marks: Marks | None) -> float | None:
    """Return 6 times the weighted mean of the marks (App. E, Table 13); else as `rubric_total`."""
    values = _values(marks)
    if values is None:
        return None
    return 6 * sum(weight * mark for weight, mark in zip(CRITERION_WEIGHTS_PERCENT.values(), values, strict=True)) / 100


def summarise_rubric(replies: Sequence[Marks | None]) -> RubricSummary:
    """Average the marks of many replies.

    Args:
        replies: The marks of each reply; None where the judge could not be read.

    Returns:
        Means, zeros and counts. For intervals, resample `mean_metric` of the replies' totals.

    Raises:
        MetricInputError: As for `rubric_total`.
    """
    graded = [values for marks in replies if (values := _values(marks)) is not None]
    columns = {name: [values[index] for values in graded] for index, name in enumerate(CRITERIA)}
    return RubricSummary(
        mean_total=value_of(mean_metric([rubric_total(marks) for marks in replies])),
        mean_weighted_total=value_of(mean_metric([weighted_total(marks) for marks in replies])),
        mean_marks={name: value_of(mean_metric(column)) for name, column in columns.items()},
        zero_counts={name: column.count(0) for name, column in columns.items()},
        graded=len(graded),
        ungraded=len(replies) - len(graded),
    )


def rubric_by_group(replies: Sequence[Marks | None], groups: Sequence[Hashable]) -> dict[Hashable, RubricSummary]:
    """Average the marks within groups: domain, difficulty, turn, query type.

    Args:
        replies: The marks of each reply; None where the judge could not be read.
        groups: The group of each reply.

    Returns:
        A summary a group, in order of first occurrence. The means weighted by graded replies give the overall mean.

    Raises:
        MetricInputError: Different lengths, or as for `rubric_total`.
    """
    if len(replies) != len(groups):
        raise MetricInputError(f"expected one group a reply, got {len(groups)} for {len(replies)}")
    members: dict[Hashable, list[Marks | None]] = {}
    for group, marks in zip(groups, replies, strict=True):
        members.setdefault(group, []).append(marks)
    return {group: summarise_rubric(inside) for group, inside in members.items()}


def _values(marks: Marks | None) -> tuple[int, ...] | None:
    """Return the six marks in order of `CRITERIA`, None where any is missing."""
    if marks is None:
        return None
    unknown = [name for name in marks if name not in CRITERION_WEIGHTS_PERCENT]
    wrong = [mark for mark in marks.values() if mark not in {0, 1, None}]
    if unknown or wrong:
        raise MetricInputError(f"expected marks of 0, 1 or None for {', '.join(CRITERIA)}, got {(unknown + wrong)[0]!r}")
    values = [marks.get(name) for name in CRITERIA]
    return None if None in values else tuple(int(mark) for mark in values if mark is not None)
