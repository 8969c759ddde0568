"""Many tests at once: p values corrected so that a false finding among them stays as seldom as in one test."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.metrics.errors import MetricInputError


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return p values corrected by Holm's method (Holm 1979, Scandinavian Journal of Statistics 6).

    The k-th smallest of m is multiplied by m - k + 1, is at least its predecessor and at most 1: the chance of one false
    finding or more among them all is then at most the level, however the tests depend on one another.

    Args:
        p_values: in any order, from 0 to 1; None for a test that could not be made, which counts in no family.

    Returns:
        The corrected ones in the same order.

    Raises:
        MetricInputError: for a value outside 0 to 1.
    """
    made = [(value, place) for place, value in enumerate(p_values) if value is not None]
    if any(not 0 <= value <= 1 for value, _ in made):
        raise MetricInputError("expected p values from 0 to 1")
    corrected: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (value, place) in enumerate(sorted(made)):
        largest = max(largest, min(1.0, value * (len(made) - rank)))
        corrected[place] = largest
    return corrected
