"""Two independent samples, such as people and those who play them: difference of a figure, distances between distributions.

Rows of one dialogue are not independent: what is resampled or exchanged between the samples is the cluster, with all its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import FloatArray

DistanceKind = Literal["ks", "energy", "variation"]
_NOISE = 1e-9
"""Share of a distance below which a difference of two is floating noise."""


@dataclass(frozen=True)
class SampleDifference:
    """A figure of two samples. Value and ends have its unit."""

    value: float | None
    low: float | None
    """Lower end of the 95 % percentile bootstrap interval over clusters; None where a sample has fewer than two."""
    high: float | None
    p_value: float | None
    """Two-sided; None where there is no interval."""
    clusters: tuple[int, int]


def mean_difference(
    first: Sequence[float],
    second: Sequence[float],
    *,
    clusters: Sequence[Hashable] | None = None,
    second_clusters: Sequence[Hashable] | None = None,
    seed: int = 0,
    resamples: int = 1000,
) -> SampleDifference:
    """Return the mean of one sample less that of another, clusters of each drawn anew apart.

    Args:
        first: values.
        second: of the other sample; any number.
        clusters: dialogue of each value of the first; None takes each as its own.
        second_clusters: likewise.
        seed: of the generator.
        resamples: how often, at least 1.

    Returns:
        The difference with its interval, and the p value of a permutation test: the share of exchanges of whole clusters between
        the samples with a difference as large either way, the one found counted (Davison and Hinkley 1997, section 4.3). It holds
        its level where few clusters have a value at all, which an interval does not. A value of None where a sample is empty.

    Raises:
        MetricInputError: not one cluster a value.
    """
    one, other = _grouped(first, clusters), _grouped(second, second_clusters)
    if not one or not other:
        return SampleDifference(None, None, None, None, (len(one), len(other)))
    value = float(np.concatenate(one).mean() - np.concatenate(other).mean())
    if min(len(one), len(other)) < 2:
        return SampleDifference(value, None, None, None, (len(one), len(other)))
    generator = np.random.default_rng(seed)
    drawn = _resampled_means(one, generator, resamples) - _resampled_means(other, generator, resamples)
    low, high = np.quantile(drawn, (0.025, 0.975))
    sums, counts = _totals([*one, *other])
    own = (np.arange(len(sums)) < len(one)).astype(np.float64)
    exchanged = generator.permuted(np.repeat(own[np.newaxis], resamples, axis=0), axis=1)
    apart = exchanged @ sums / (exchanged @ counts) - (1 - exchanged) @ sums / ((1 - exchanged) @ counts)
    as_large = int((np.abs(apart) >= abs(value) * (1 - _NOISE)).sum())
    return SampleDifference(value, float(low), float(high), (as_large + 1) / (resamples + 1), (len(one), len(other)))


def distance(
    kind: DistanceKind,
    first: Sequence[float],
    second: Sequence[float],
    *,
    clusters: Sequence[Hashable] | None = None,
    second_clusters: Sequence[Hashable] | None = None,
    seed: int = 0,
    resamples: int = 1000,
) -> SampleDifference:
    """Return a distance of two samples, with a bootstrap interval and the p value of a permutation test.

    A distance is never below 0, so its interval does not tell whether there is one: the p value does. It is the share of
    exchanges of whole clusters between the samples whose distance is as large, the one found counted (Davison and Hinkley 1997,
    section 4.3). Resamples are rougher than samples, so the interval lies somewhat high.

    Args:
        kind: ``ks``: the largest difference of the distribution functions, from 0 to 1 (Smirnov 1939). ``energy``: the root
            of 2 E|X - Y| - E|X - X'| - E|Y - Y'|, in the root of the values' unit (Székely and Rizzo 2013, section 3).
            ``variation``, of numbered categories: half the sum of the differences of their shares, from 0 to 1.
        first: values.
        second: of the other sample.
        clusters: dialogue of each value of the first; None takes each as its own.
        second_clusters: likewise.
        seed: of the generator.
        resamples: and exchanges, at least 1.

    Returns:
        The distance; None where a sample is empty, no ends and no p where one has fewer than two clusters.

    Raises:
        MetricInputError: not one cluster a value.
    """
    one, other = _grouped(first, clusters), _grouped(second, second_clusters)
    sizes = len(one), len(other)
    if not one or not other:
        return SampleDifference(None, None, None, None, sizes)
    places = np.unique(np.concatenate([*one, *other]))
    counts = np.array([np.bincount(np.searchsorted(places, group), minlength=len(places)) for group in (*one, *other)])

    def measured(weights: FloatArray, others: FloatArray) -> FloatArray:
        return _STATISTICS[kind](places, *(_shares(each @ counts) for each in (weights, others)))

    own = (np.arange(len(counts)) < len(one)).astype(np.float64)[np.newaxis]
    value = float(measured(own, 1 - own)[0])
    if min(sizes) < 2:
        return SampleDifference(value, None, None, None, sizes)
    generator = np.random.default_rng(seed)
    drawn = [generator.multinomial(size, np.full(size, 1 / size), size=resamples) for size in sizes]
    empty = [np.zeros((resamples, size)) for size in sizes]
    resampled = measured(np.hstack([drawn[0], empty[1]]), np.hstack([empty[0], drawn[1]]))
    low, high = np.quantile(resampled, (0.025, 0.975))
    exchanged = generator.permuted(np.repeat(own, resamples, axis=0), axis=1)
    as_large = int((measured(exchanged, 1 - exchanged) >= value * (1 - _NOISE)).sum())
    return SampleDifference(value, float(low), float(high), (as_large + 1) / (resamples + 1), sizes)


def _shares(counts: FloatArray) -> FloatArray:
    shares: FloatArray = counts / counts.sum(axis=1, keepdims=True)
    return shares


def _ks(_: FloatArray, first: FloatArray, second: FloatArray) -> FloatArray:
    furthest: FloatArray = np.abs(np.cumsum(first - second, axis=1)).max(axis=1)
    return furthest


def _energy(places: FloatArray, first: FloatArray, second: FloatArray) -> FloatArray:
    # In one dimension it is the root of twice the integral of the squared difference of the distribution functions.
    apart = np.cumsum(first - second, axis=1)[:, :-1]
    found: FloatArray = np.sqrt(2 * (apart**2 * np.diff(places)).sum(axis=1))
    return found


def _variation(_: FloatArray, first: FloatArray, second: FloatArray) -> FloatArray:
    found: FloatArray = np.abs(first - second).sum(axis=1) / 2
    return found


_STATISTICS: Mapping[DistanceKind, Callable[[FloatArray, FloatArray, FloatArray], FloatArray]] = {
    "ks": _ks,
    "energy": _energy,
    "variation": _variation,
}
"""Of the places of values and the shares there, shape (resamples, places) each."""


def _grouped(values: Sequence[float], clusters: Sequence[Hashable] | None) -> list[FloatArray]:
    names: Sequence[Hashable] = range(len(values)) if clusters is None else clusters
    if len(names) != len(values):
        raise MetricInputError(f"expected one cluster for each of {len(values)} values, got {len(names)}")
    found: dict[Hashable, list[float]] = {}
    for name, value in zip(names, values, strict=True):
        found.setdefault(name, []).append(float(value))
    return [np.array(group, dtype=np.float64) for group in found.values()]


def _totals(groups: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Return the sum of each cluster and how many values it has."""
    return np.array([group.sum() for group in groups]), np.array([float(len(group)) for group in groups])


def _resampled_means(groups: Sequence[FloatArray], generator: np.random.Generator, resamples: int) -> FloatArray:
    sums, counts = _totals(groups)
    drawn = generator.integers(0, len(groups), size=(resamples, len(groups)))
    means: FloatArray = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return means
