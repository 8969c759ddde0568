"""The effect of unreadable output, shown apart: a metric as the paper scores it, and over readable rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import Metric, value_of


@dataclass(frozen=True)
class Coverage:
    """One metric with and without the rows whose output could not be read."""

    as_scored: float | None
    """Over all rows, unreadable ones scored as the paper does (wrong, empty or 0); None where undefined."""
    readable_only: float | None
    """Over readable rows; None where undefined or none is readable."""
    unreadable: int
    rows: int

    @property
    def unreadable_share(self) -> float:
        """Share of rows that could not be read, from 0 to 1."""
        return self.unreadable / self.rows


def measure_coverage(metric: Metric, is_readable: Sequence[bool]) -> Coverage:
    """Compute a metric over all rows and over readable ones.

    Args:
        metric: The metric over its rows, unreadable ones among them and scored as the paper scores them.
        is_readable: One truth value a row.

    Returns:
        Both values and the counts.

    Raises:
        MetricInputError: No rows, or another number of truth values.
    """
    if not metric.rows:
        raise MetricInputError("expected at least one row, got none")
    readable = value_of(metric, is_counted=is_readable)
    return Coverage(value_of(metric), readable, sum(not flag for flag in is_readable), metric.rows)
