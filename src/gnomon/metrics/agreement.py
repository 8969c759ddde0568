"""Chance-corrected agreement of raters on categories: Cohen's kappa for two, Fleiss' kappa for a fixed number.

Where agreement by chance is certain (everything in one category) kappa is undefined: None, never 0 or 1. Krippendorff's alpha,
for missing ratings and ordered scales, is in `gnomon.metrics.reliability`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import FloatArray, SumMetric, value_of

KappaWeights = Literal["linear", "quadratic"]
Label = str | int | float


def cohen_kappa(
    first: Sequence[Label], second: Sequence[Label], *, labels: Sequence[Label], weights: KappaWeights | None = None
) -> float | None:
    """Return Cohen's kappa of two raters.

    1 - (sum of w times observed) / (sum of w times expected), where w is 0 for equal labels and, for others, 1 (unweighted), the
    distance in the list of labels (linear) or its square (quadratic) (Cohen 1960, 1968).

    Args:
        first: Labels of one rater.
        second: Labels of the other, as many.
        labels: All labels, in their order: it is what the weights measure.
        weights: None for unweighted.

    Returns:
        At most 1; 0 is what chance gives. None without rows or where both use one and the same label throughout.

    Raises:
        MetricInputError: Different lengths, or a label outside the list.
    """
    return value_of(cohen_kappa_metric(first, second, labels=labels, weights=weights)) if first else None


def cohen_kappa_metric(
    first: Sequence[Label], second: Sequence[Label], *, labels: Sequence[Label], weights: KappaWeights | None = None
) -> SumMetric:
    """Return Cohen's kappa in the form that is resampled; arguments and errors as for `cohen_kappa`."""
    if len(first) != len(second):
        raise MetricInputError(f"expected two lists of one length, got {len(first)} and {len(second)}")
    number = {label: index for index, label in enumerate(dict.fromkeys(labels))}
    outside = next((label for label in (*first, *second) if label not in number), None)
    if outside is not None:
        raise MetricInputError(f"expected labels among {list(number)!r}, got {outside!r}")
    cells = [number[a] * len(number) + number[b] for a, b in zip(first, second, strict=True)]
    statistics = np.zeros((len(cells), len(number) ** 2))
    statistics[np.arange(len(cells)), cells] = 1
    return SumMetric(statistics, partial(_kappa_of_sums, _penalties(len(number), weights)))


def fleiss_kappa(counts: Sequence[Sequence[int]]) -> float | None:
    """Return Fleiss' kappa of a fixed number of raters (Fleiss 1971).

    Args:
        counts: How many raters chose each category, by subject; every subject has the same number of raters, at least 2.

    Returns:
        At most 1; 0 is what chance gives. None where only one category is ever chosen.

    Raises:
        MetricInputError: No subjects, or not the same number of raters throughout.
    """
    return value_of(fleiss_kappa_metric(counts))


def fleiss_kappa_metric(counts: Sequence[Sequence[int]]) -> SumMetric:
    """Return Fleiss' kappa in the form that is resampled by subjects; arguments and errors as for `fleiss_kappa`."""
    table = np.asarray(counts, dtype=np.float64)
    raters = table.sum(axis=1) if table.ndim == 2 else np.zeros(0)
    if not raters.size or raters[0] < 2 or np.ptp(raters) > 0:
        got = sorted(set(raters.tolist()))
        raise MetricInputError(f"expected subjects with the same number of raters, at least 2, got {got!r}")
    agreeing = (table * (table - 1)).sum(axis=1) / (raters * (raters - 1))
    return SumMetric(np.column_stack([np.ones(len(table)), agreeing, table]), _fleiss_of_sums)


def _penalties(labels: int, weights: KappaWeights | None) -> FloatArray:
    distance = np.abs(np.subtract.outer(np.arange(labels), np.arange(labels))).astype(np.float64)
    by_name = {None: np.sign, "linear": np.abs, "quadratic": np.square}
    if weights not in by_name:
        raise MetricInputError(f"expected weights None, 'linear' or 'quadratic', got {weights!r}")
    return np.asarray(by_name[weights](distance))


def _kappa_of_sums(penalties: FloatArray, sums: FloatArray) -> FloatArray:
    size = len(penalties)
    table = sums.reshape(*sums.shape[:-1], size, size)
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    observed = (table * penalties).sum(axis=(-1, -2)) * rows.sum(axis=-1)
    expected = ((rows @ penalties) * columns).sum(axis=-1)
    return _one_minus(observed, expected)


def _fleiss_of_sums(sums: FloatArray) -> FloatArray:
    subjects, agreeing, chosen = sums[..., 0], sums[..., 1], sums[..., 2:]
    shares = chosen / chosen.sum(axis=-1, keepdims=True)
    return _one_minus(1 - agreeing / subjects, 1 - (shares * shares).sum(axis=-1))


def _one_minus(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """Return 1 - observed/expected disagreement; NaN where none is expected."""
    is_defined = expected > 1e-15  # what rounding leaves of 1 minus a sum of squares that is 1
    return np.where(is_defined, 1 - observed / np.where(is_defined, expected, 1.0), np.nan)
