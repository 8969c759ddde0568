"""Krippendorff's alpha: agreement of any number of raters, with missing ratings, on four scales.

alpha = 1 - observed / expected disagreement, from coincidences of values within units (Krippendorff 2011, "Computing
Krippendorff's Alpha-Reliability"; Hayes and Krippendorff 2007). A unit with fewer than two ratings adds nothing.
Written from the formulas; no library is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import FloatArray, IntArray, Metric, SumMetric, WeightMetric, value_of

Scale = Literal["nominal", "ordinal", "interval", "ratio"]
_SCALES = ("nominal", "ordinal", "interval", "ratio")
_NO_DIFFERENCE = 1e-12  # of a sum of squares: what rounding leaves where all ratings are equal


def krippendorff_alpha(ratings: Sequence[Sequence[float | None]], *, scale: Scale) -> float | None:
    """Return Krippendorff's alpha.

    Args:
        ratings: By unit and rater; None where a rater did not rate. Nominal categories are numbered by the caller.
        scale: How far apart two values are: ``nominal`` 0 or 1; ``ordinal`` by the ratings between them; ``interval`` their
            squared difference; ``ratio`` the squared difference over the sum, for values from 0.

    Returns:
        At most 1; 0 is what chance gives. None where no unit has two ratings or all paired values are equal.

    Raises:
        MetricInputError: No units, an unknown scale, or a negative value on the ratio scale.
    """
    return value_of(krippendorff_alpha_metric(ratings, scale=scale))


def krippendorff_alpha_metric(ratings: Sequence[Sequence[float | None]], *, scale: Scale) -> Metric:
    """Return alpha in the form that is resampled by units; arguments and errors as for `krippendorff_alpha`."""
    if not ratings or scale not in _SCALES:
        raise MetricInputError(f"expected at least one unit and a scale among {', '.join(_SCALES)}, got {scale!r}")
    paired = _paired_ratings(ratings)
    if scale == "ordinal":
        return WeightMetric(len(ratings), partial(_ordinal_alpha, paired))
    if scale == "interval":
        moments = _moments(paired, paired.values - (paired.values.mean() if paired.values.size else 0.0))
        return SumMetric(np.column_stack([_disagreement(*moments.T), moments]), _interval_alpha_of_sums)
    if scale == "ratio" and (paired.values < 0).any():
        raise MetricInputError(f"expected values from 0 on the ratio scale, got {paired.values.min()!r}")
    counts = np.zeros((paired.units, len(paired.values)))
    np.add.at(counts, (paired.unit, paired.value), 1)
    distances = _distances(paired.values, scale)
    observed = ((counts @ distances) * counts).sum(axis=1) / np.maximum(counts.sum(axis=1) - 1, 1)
    return SumMetric(np.column_stack([observed, counts]), partial(_alpha_of_sums, distances))


class _Paired(NamedTuple):
    """The ratings of units that have at least two, one after the other."""

    units: int
    unit: IntArray
    """Unit of each rating."""
    value: IntArray
    """Number of each rating's value."""
    values: FloatArray
    """Distinct values, ascending."""


def _paired_ratings(ratings: Sequence[Sequence[float | None]]) -> _Paired:
    given = [[float(value) for value in unit if value is not None] for unit in ratings]
    flat = [(number, value) for number, unit in enumerate(given) if len(unit) >= 2 for value in unit]
    values, numbers = np.unique(np.array([value for _, value in flat], dtype=np.float64), return_inverse=True)
    return _Paired(len(ratings), np.array([number for number, _ in flat], dtype=np.int64), numbers.astype(np.int64), values)


def _moments(paired: _Paired, places: FloatArray) -> FloatArray:
    """Return each unit's number of ratings, sum and sum of squares of their places, shape (units, 3)."""
    place = places[paired.value]
    columns = (None, place, place * place)
    return np.column_stack([np.bincount(paired.unit, column, minlength=paired.units) for column in columns]).astype(np.float64)


def _disagreement(count: FloatArray, total: FloatArray, squares: FloatArray) -> FloatArray:
    """Return the sum over ordered pairs of a unit's ratings of their squared differences, over its raters less one."""
    return np.asarray(2 * (count * squares - total * total) / np.maximum(count - 1, 1))


def _distances(values: FloatArray, scale: Scale) -> FloatArray:
    difference = np.abs(np.subtract.outer(values, values))
    if scale == "nominal":
        return np.sign(difference)
    total = np.add.outer(values, values)
    return np.asarray((difference / np.where(total > 0, total, 1.0)) ** 2)


def _alpha_of_sums(distances: FloatArray, sums: FloatArray) -> FloatArray:
    observed, counts = sums[..., 0], sums[..., 1:]
    return _alpha(observed, ((counts @ distances) * counts).sum(axis=-1), counts.sum(axis=-1))


def _interval_alpha_of_sums(sums: FloatArray) -> FloatArray:
    observed, count, total, squares = np.moveaxis(sums, -1, 0)
    expected = 2 * (count * squares - total * total)
    # Centred values leave less than this of a square where all are equal.
    return _alpha(observed, np.where(expected > _NO_DIFFERENCE * count * squares, expected, 0.0), count)


def _ordinal_alpha(paired: _Paired, weights: FloatArray) -> float:
    counts = np.bincount(paired.value, weights[paired.unit], minlength=len(paired.values))
    # The ratings between two values, half of those at each end included, are the difference of their places in the ranking.
    places = np.cumsum(counts) - counts / 2
    observed = weights @ _disagreement(*_moments(paired, places).T)
    expected = 2 * (counts.sum() * (counts @ (places * places)) - (counts @ places) ** 2)
    is_varied = np.count_nonzero(counts) > 1
    return float(_alpha(np.asarray(observed), np.asarray(expected if is_varied else 0.0), np.asarray(counts.sum())))


def _alpha(observed: FloatArray, expected: FloatArray, pairable: FloatArray) -> FloatArray:
    """Return 1 - (n - 1) observed / expected; NaN where nothing differs."""
    is_defined = expected > 0
    return np.where(is_defined, 1 - (pairable - 1) * observed / np.where(is_defined, expected, 1.0), np.nan)
