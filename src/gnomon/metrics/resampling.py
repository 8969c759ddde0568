"""Metrics in the forms that can be resampled: what a metric gives when each row counts so many times.

Most metrics of the papers are functions of sums over rows (counts of right and wrong, sums of F1). For these each row is
reduced once to its statistics; a resample is then a vector of row weights times a matrix, and 1,000 resamples of 10,000 rows
take a fraction of a second. ``WeightMetric`` is for what needs the weights themselves (ranks), ``RowMetric`` for any function
of rows.

Inside this room an undefined value is NaN; `value_of` turns it into None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray

from gnomon.metrics.errors import MetricInputError

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


class Metric(Protocol):
    """A metric over a fixed list of rows, each of which may count several times or not at all."""

    @property
    def rows(self) -> int:
        """Number of rows."""
        ...

    def of_weights(self, weights: FloatArray) -> FloatArray:
        """Return the metric for each resample.

        Args:
            weights: How often each row counts, whole numbers from 0, shape (resamples, rows).

        Returns:
            Values, shape (resamples,); NaN where undefined.
        """
        ...


@dataclass(frozen=True, eq=False)
class SumMetric:
    """A metric that is a function of sums over rows."""

    statistics: FloatArray
    """What each row adds, shape (rows, statistics)."""
    of_sums: Callable[[FloatArray], FloatArray]
    """From sums of shape (..., statistics) to values of shape (...); NaN where undefined."""

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.statistics)

    def of_weights(self, weights: FloatArray) -> FloatArray:
        """Return the metric of the weighted sums, one for each line of ``weights``."""
        return self.of_sums(weights @ self.statistics)

    def summed_by(self, cluster_of_row: IntArray, clusters: int) -> SumMetric:
        """Return the same metric with one row a cluster, so that a resample of clusters costs as little as it can."""
        sums = np.zeros((clusters, self.statistics.shape[1]))
        np.add.at(sums, cluster_of_row, self.statistics)
        return SumMetric(sums, self.of_sums)


@dataclass(frozen=True, eq=False)
class WeightMetric:
    """A metric that is computed from row weights, one resample at a time."""

    rows: int
    """Number of rows."""
    of_row_weights: Callable[[FloatArray], float]
    """From weights of shape (rows,) to the value; NaN where undefined."""

    def of_weights(self, weights: FloatArray) -> FloatArray:
        """Return the metric for each line of ``weights``."""
        return np.array([self.of_row_weights(line) for line in weights], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class RowMetric:
    """Any function of rows: the slow and general path."""

    rows: int
    """Number of rows."""
    of_rows: Callable[[IntArray], float | None]
    """From row numbers, each as often as it counts, in ascending order, to the value; None or NaN where undefined."""

    def of_weights(self, weights: FloatArray) -> FloatArray:
        """Return the metric for each line of ``weights``."""
        numbers = np.arange(self.rows, dtype=np.int64)
        values = [self.of_rows(np.repeat(numbers, line.astype(np.int64))) for line in weights]
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class AveragedMetric:
    """The mean of a metric over several lists of rows, such as the repeats of a run; its rows are those of all lists in turn."""

    parts: tuple[Metric, ...]
    """One for each list."""

    @property
    def rows(self) -> int:
        """Number of rows of all lists together."""
        return sum(part.rows for part in self.parts)

    def of_weights(self, weights: FloatArray) -> FloatArray:
        """Return the mean for each line of ``weights``; NaN where a part is undefined."""
        ends = np.cumsum([part.rows for part in self.parts])[:-1]
        each = [part.of_weights(block) for part, block in zip(self.parts, np.split(weights, ends, axis=1), strict=True)]
        return np.asarray(np.mean(each, axis=0))


def mean_metric(values: Sequence[float | None]) -> SumMetric:
    """Return the mean as a metric.

    Args:
        values: One value a row; None for a row without one, which counts in no mean.

    Returns:
        The metric; undefined where no row has a value.
    """
    given = np.array([value is not None for value in values], dtype=np.float64)
    filled = np.array([0.0 if value is None else value for value in values], dtype=np.float64)
    return SumMetric(np.column_stack([given, filled]), _mean_of_sums)


def is_mean(metric: Metric) -> TypeGuard[SumMetric]:
    """Whether a metric is a mean, made by `mean_metric`: then what a row adds to it means the same in every run."""
    return isinstance(metric, SumMetric) and metric.of_sums is _mean_of_sums


def _mean_of_sums(sums: FloatArray) -> FloatArray:
    count, total = sums[..., 0], sums[..., 1]
    return np.asarray(np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0))


def value_of(metric: Metric, *, is_counted: Sequence[bool] | None = None) -> float | None:
    """Return the value of a metric over its rows.

    Args:
        metric: The metric.
        is_counted: For each row whether it counts; None for all.

    Returns:
        The value; None where it is undefined or no row counts.

    Raises:
        MetricInputError: ``is_counted`` has another length than the rows.
    """
    weights = np.ones(metric.rows) if is_counted is None else np.asarray(is_counted, dtype=np.float64)
    if weights.shape != (metric.rows,):
        raise MetricInputError(f"expected one truth value for each of {metric.rows} rows, got {len(weights)!r}")
    return number_or_none(metric.of_weights(weights[np.newaxis, :])[0]) if weights.any() else None


def number_or_none(value: float) -> float | None:
    """Return a plain float, or None for NaN."""
    return None if np.isnan(value) else float(value)
