"""Pass@k and its course over the turns of a dialogue (ODQS 3, 4, App. D).

The curve has one value for each evaluation, turns 0 to N: the state before any question, then after each reply of the teacher.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import SumMetric, mean_metric, value_of


class TurnCurve(NamedTuple):
    """Mean Pass@k at each turn."""

    values: tuple[float | None, ...]
    """From 0 to 1, by turn from 0; None where no problem was evaluated."""
    problems: tuple[int, ...]
    """Problems in each mean."""
    missing: tuple[int, ...]
    """Problems without an evaluation at the turn; in no mean."""


class TurnsSaved(NamedTuple):
    """How much earlier a curve reaches a level, in turns."""

    saved_turns: int | None
    """First turn of the reference at the level minus that of the curve; None where one of them never gets there."""
    before_last_turns: int | None
    """Last turn minus first turn of the curve at the level: the measure that ODQS uses; None where it never gets there."""


class CurveDifference(NamedTuple):
    """One curve minus another."""

    mean: float
    """Mean over the turns compared."""
    largest: float
    """Largest difference among them."""
    largest_at_turn: int


def pass_at_k(samples: int, right: int, k: int) -> float:
    """Return the chance that at least one of k samples is right, estimated without bias (Chen et al. 2021, eq. 1).

    1 - C(n - c, k) / C(n, k), which is 1 where n - c < k. With k = n it is 1 if any sample is right, else 0.

    Args:
        samples: n, samples drawn.
        right: c, right ones, 0 to n.
        k: 1 to n.

    Returns:
        From 0 to 1.

    Raises:
        MetricInputError: A number out of range.

    Example:
        >>> round(pass_at_k(10, 2, 5), 3)
        0.778
    """
    if not (1 <= k <= samples and 0 <= right <= samples):
        raise MetricInputError(f"expected 1 <= k <= samples and 0 <= right <= samples, got {(samples, right, k)!r}")
    return 1 - comb(samples - right, k) / comb(samples, k)


def pass_at_k_by_turn(right: Sequence[Sequence[int | None]], *, samples: int = 5, k: int = 5) -> TurnCurve:
    """Return the mean Pass@k over problems at each turn.

    Args:
        right: Right samples by problem and turn; None where a state was not evaluated.
        samples: Samples at each state.
        k: 1 to ``samples``.

    Returns:
        The curve. For deviations, use the standard error of `turn_metric`'s interval.

    Raises:
        MetricInputError: No problems, not the same turns in all of them, or a number out of range.
    """
    metrics = [turn_metric(right, turn, samples=samples, k=k) for turn in range(_turns(right))]
    problems = [sum(line[turn] is not None for line in right) for turn in range(len(metrics))]
    missing = tuple(len(right) - count for count in problems)
    return TurnCurve(tuple(value_of(metric) for metric in metrics), tuple(problems), missing)


def turn_metric(right: Sequence[Sequence[int | None]], turn: int, *, samples: int = 5, k: int = 5) -> SumMetric:
    """Return the mean Pass@k at one turn in the form that is resampled; arguments and errors as for `pass_at_k_by_turn`."""
    if not 0 <= turn < _turns(right):
        raise MetricInputError(f"expected a turn from 0 to {_turns(right) - 1}, got {turn!r}")
    counts = [line[turn] for line in right]
    return mean_metric([None if count is None else pass_at_k(samples, count, k) for count in counts])


def first_turn_at(curve: Sequence[float | None], level: float) -> int | None:
    """Return the first turn whose value is at least ``level``, without tolerance; None where there is none."""
    return next((turn for turn, value in enumerate(curve) if value is not None and value >= level), None)


def turns_saved(reference: Sequence[float | None], curve: Sequence[float | None], level: float) -> TurnsSaved:
    """Say how much earlier a curve reaches a level than the reference does (ODQS 5).

    Args:
        reference: Values of the reference by turn, from 0.
        curve: Values of the curve compared.
        level: The value to reach.

    Returns:
        Both measures: against the reference, and against the last turn. They differ where the reference is early too.
    """
    first, base = first_turn_at(curve, level), first_turn_at(reference, level)
    return TurnsSaved(
        saved_turns=None if first is None or base is None else base - first,
        before_last_turns=None if first is None else len(curve) - 1 - first,
    )


def curve_difference(first: Sequence[float], second: Sequence[float], *, from_turn: int = 0) -> CurveDifference:
    """Subtract two curves (ODQS, Tables 7 to 9).

    Args:
        first: Values by turn from 0.
        second: As many values.
        from_turn: First turn compared. ODQS starts at 2 where an assessment in the middle is compared.

    Returns:
        Mean and largest difference over the turns from ``from_turn`` to the last; of equal ones the earliest.

    Raises:
        MetricInputError: Different lengths, or no turn to compare.
    """
    if len(first) != len(second) or not 0 <= from_turn < len(first):
        got = f"{len(first)} and {len(second)} turns"
        raise MetricInputError(f"expected two curves of one length beyond turn {from_turn}, got {got}")
    gains = [a - b for a, b in zip(first[from_turn:], second[from_turn:], strict=True)]
    return CurveDifference(sum(gains) / len(gains), max(gains), from_turn + gains.index(max(gains)))


def _turns(right: Sequence[Sequence[int | None]]) -> int:
    lengths = {len(line) for line in right}
    if len(lengths) != 1:
        raise MetricInputError(f"expected at least one problem and the same turns in each, got lengths {sorted(lengths)!r}")
    return lengths.pop()
