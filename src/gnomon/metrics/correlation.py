"""Correlation of two lists of scores: Pearson and Spearman, alone and as two judges of many models.

A correlation is undefined, None, with fewer than two pairs or where one list does not vary: it is never turned into 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import FloatArray, IntArray, SumMetric, WeightMetric, mean_metric, value_of

_NO_VARIANCE = 1e-12  # of lists scaled to variance 1: what is left of it in a resample that does not vary


class PairedScores(NamedTuple):
    """Scores of the rows that both have graded."""

    first: tuple[float, ...]
    second: tuple[float, ...]
    left_out: int
    """Rows that one of them did not grade."""


class JudgeAgreement(NamedTuple):
    """Two numbers that are often given one name."""

    pearson_over_models: float | None
    """Of the two judges' mean scores of each model (MMTutorBench's .98 over 12 models); None where undefined."""
    pearson_over_replies: float | None
    """Of the two judges' scores of each reply; None where undefined."""
    models: int
    replies: int
    """Replies that both judges graded."""
    left_out: int
    """Replies that one of them did not grade; in neither number."""


def paired_scores(first: Sequence[float | None], second: Sequence[float | None]) -> PairedScores:
    """Keep the rows that have both scores, and count the rest.

    Raises:
        MetricInputError: Different lengths.
    """
    _require_same_length(first, second)
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    return PairedScores(tuple(a for a, _ in pairs), tuple(b for _, b in pairs), len(first) - len(pairs))


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Pearson's r.

    Args:
        first: Scores; `paired_scores` takes out missing ones.
        second: As many scores.

    Returns:
        From -1 to 1; None with fewer than two pairs or where one list is constant.

    Raises:
        MetricInputError: Different lengths.
    """
    _require_same_length(first, second)
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    x, y = _scaled(x), _scaled(y)
    return float(np.clip(x @ y / len(x), -1, 1))


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rho: Pearson's r of the ranks, tied values sharing their mean rank; else as `pearson`."""
    _require_same_length(first, second)
    if len(first) < 2:
        return None
    even = np.ones(len(first))
    return pearson(*(_midranks(even, *_groups(values)).tolist() for values in (first, second)))


def pearson_metric(first: Sequence[float], second: Sequence[float]) -> SumMetric:
    """Return Pearson's r in the form that is resampled; arguments and errors as for `pearson`."""
    _require_same_length(first, second)
    x, y = _scaled(np.asarray(first, dtype=np.float64)), _scaled(np.asarray(second, dtype=np.float64))
    return SumMetric(np.column_stack([np.ones(len(x)), x, y, x * x, y * y, x * y]), _pearson_of_sums)


def spearman_metric(first: Sequence[float], second: Sequence[float]) -> WeightMetric:
    """Return Spearman's rho in the form that is resampled, ranked anew in each resample; else as `spearman`."""
    _require_same_length(first, second)
    one, two = _groups(first), _groups(second)

    def of_row_weights(weights: FloatArray) -> float:
        x, y = _midranks(weights, *one), _midranks(weights, *two)
        return _weighted_pearson(weights, x, y)

    return WeightMetric(len(first), of_row_weights)


def judge_agreement(models: Sequence[Hashable], first: Sequence[float | None], second: Sequence[float | None]) -> JudgeAgreement:
    """Compare two judges over models and over replies (MMTutorBench 4.5).

    Args:
        models: Which model wrote each reply.
        first: Scores of one judge; None where it did not grade readably.
        second: Scores of the other.

    Returns:
        Both correlations. Replies that one judge did not grade are left out of both.

    Raises:
        MetricInputError: Different lengths.
    """
    _require_same_length(models, first)
    pairs = paired_scores(first, second)
    kept = [model for model, a, b in zip(models, first, second, strict=True) if a is not None and b is not None]
    means = [_means_by(kept, scores) for scores in (pairs.first, pairs.second)]
    return JudgeAgreement(
        pearson_over_models=pearson(list(means[0].values()), list(means[1].values())),
        pearson_over_replies=pearson(pairs.first, pairs.second),
        models=len(means[0]),
        replies=len(kept),
        left_out=pairs.left_out,
    )


def _means_by(names: Sequence[Hashable], scores: Sequence[float]) -> Mapping[Hashable, float]:
    members: dict[Hashable, list[float]] = {}
    for name, score in zip(names, scores, strict=True):
        members.setdefault(name, []).append(score)
    return {name: value_of(mean_metric(inside)) or 0.0 for name, inside in members.items()}


def _require_same_length(first: Sequence[object], second: Sequence[object]) -> None:
    if len(first) != len(second):
        raise MetricInputError(f"expected two lists of one length, got {len(first)} and {len(second)}")


def _scaled(values: FloatArray) -> FloatArray:
    """Return values with mean 0 and variance 1, so that sums of squares keep their precision; all 0 where they do not vary."""
    centred = values - values.mean() if len(values) else values
    largest = np.abs(centred).max(initial=0.0)
    if largest == 0 or np.ptp(values) == 0:
        return np.zeros_like(centred)
    centred = centred / largest
    return np.asarray(centred / np.sqrt((centred * centred).mean()))


def _pearson_of_sums(sums: FloatArray) -> FloatArray:
    count, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    spread_x, spread_y = count * xx - x * x, count * yy - y * y
    is_defined = np.minimum(spread_x, spread_y) > _NO_VARIANCE * count * count
    below = np.sqrt(np.where(is_defined, spread_x * spread_y, 1.0))
    return np.where(is_defined, np.clip((count * xy - x * y) / below, -1, 1), np.nan)


def _weighted_pearson(weights: FloatArray, x: FloatArray, y: FloatArray) -> float:
    count = weights.sum()
    x, y = x - weights @ x / count, y - weights @ y / count
    weighted = weights * x
    below = (weighted @ x) * (weights @ (y * y))
    return float(np.clip(weighted @ y / np.sqrt(below), -1, 1)) if below > 0 else np.nan


def _groups(values: ArrayLike) -> tuple[IntArray, int]:
    """Return for each row the number of its value among the distinct ones, ascending, and how many there are."""
    distinct, group = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True)
    return group.astype(np.int64), len(distinct)


def _midranks(weights: FloatArray, group: IntArray, groups: int) -> FloatArray:
    """Return each row's mean rank, from 1, where row i is there ``weights[i]`` times."""
    size = np.bincount(group, weights, minlength=groups)
    return np.asarray((np.cumsum(size) - size + (size + 1) / 2)[group])
