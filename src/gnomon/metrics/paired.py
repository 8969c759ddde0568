"""Paired tests between two runs over the same dialogues or problems.

Two of them, and they ask different things. The exchange (sign-flip) test asks whether the two runs could be swapped within each
cluster: it is exact at any size, whatever the metric, and decides. The bootstrap asks whether the interval of the difference
holds 0; it needs many clusters, and is corrected for few.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.metrics.bootstrap import cluster_codes, cluster_numbers, cluster_weights, ends_of, resampled_values
from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import FloatArray, IntArray, Metric, SumMetric, is_mean, number_or_none, value_of

PAIRS_FOR_A_BOOTSTRAP_TEST = 20
"""Below it `paired_bootstrap` tests means by exchanges, all of them: at most 2^18."""
_MOST_ENUMERATED = 18
"""Clusters that may be exchanged in all ways (one more stays in place, for exchanging all changes the sign alone); of more,
exchanges are drawn."""
_NOISE = 1e-9
"""Share of the larger figure below which a difference is none: sums of a few thousand doubles in another order differ by 1e-12
of themselves, and no figure of ours is told apart in the ninth digit."""
_NUMBERS_AT_A_TIME = 600_000
"""Of a block of exchanges: five megabytes."""
PairedTest = Literal["bootstrap", "sign flip"]


@dataclass(frozen=True)
class PairedDifference:
    """First minus second run on the same clusters, with interval and p value."""

    value: float | None
    """Difference over all rows; None where it is undefined."""
    low: float | None
    high: float | None
    p_value: float | None
    """Two-sided; from 2/(resamples + 1) to 1 by the bootstrap, from 2/2^pairs by sign flips; None where there is no interval."""
    test: PairedTest | None
    """What the p value is from; None where there is none."""
    clusters: int
    resamples: int
    undefined_resamples: int
    seed: int


@dataclass(frozen=True)
class PairedTests:
    """First minus second run on the same rows, with an interval and the p values of both tests."""

    value: float | None
    """Difference over all rows; None where it is undefined."""
    low: float | None
    """Of the 95 % interval, symmetric and widened for few clusters, so that it holds 0 where ``bootstrap_p`` is over .05; None
    with one cluster."""
    high: float | None
    exchange_p: float | None
    """Two-sided. Exact over at most 19 clusters that differ, from 2/2^clusters; else from drawn exchanges, from
    1/(resamples + 1). None with one cluster, or where the difference is undefined."""
    bootstrap_p: float | None
    """Two-sided, corrected for few clusters; None likewise."""
    clusters: int
    resamples: int
    seed: int
    is_exact: bool = False
    """Whether all exchanges were gone through."""


def paired_tests(
    metric: Metric, *, is_second: Sequence[bool], clusters: Sequence[Hashable], seed: int, resamples: int = 9999
) -> PairedTests:
    """Compare two runs by both tests, in any metric.

    The rows of both runs are those of one metric, so that what a row adds means the same in both (the classes of a macro-F1, for
    example). Whole clusters are exchanged and resampled; they may be of any sizes.

    Args:
        metric: Over the rows of the first run and of the second, in any order.
        is_second: For each row whether it is of the second run.
        clusters: The dialogue or problem of each row; each has rows of both runs.
        seed: Of the generators.
        resamples: How often clusters are drawn anew, and how many exchanges are drawn where there are too many to go through.

    Returns:
        The difference with both p values, neither of which is ever 0. The exchange test holds its level exactly where the runs
        are alike in distribution (Fisher 1935, section 21; Davison and Hinkley 1997, section 4.3). The bootstrap is the symmetric
        one, which asks how often a resample is as far from the difference found as that is from 0 (Hall 1992, section 3.6), for
        with outliers the percentile rule rejects too often; its p value is made larger by `expanded_p`.

    Raises:
        MetricInputError: No rows, another number of clusters or sides than rows, or a cluster with rows of one run alone.
    """
    names = cluster_numbers(clusters, metric.rows)
    codes, sides = cluster_codes(clusters, metric.rows, names), np.asarray(is_second, dtype=bool)
    if sides.shape != codes.shape:
        raise MetricInputError(f"expected one side for each of {metric.rows} rows, got {sides.size}")
    _require_same(names, codes[sides], "first")
    _require_same(names, codes[~sides], "second")
    both = _side_by_side(metric, codes, sides, len(names))
    value = number_or_none(both.resampled(np.ones((1, len(names))))[0])
    undefined = PairedTests(value, None, None, None, None, clusters=len(names), resamples=resamples, seed=seed)
    if len(names) < 2 or value is None:
        return undefined
    width = 2 * len(names) if isinstance(metric, SumMetric) else metric.rows
    blocks = cluster_weights(len(names), seed, resamples, width=width)
    drawn = np.concatenate([both.resampled(block) for block in blocks])
    defined, effective = drawn[~np.isnan(drawn)], effective_clusters(codes[~sides])
    half_width = _half_width(defined, value, effective)
    exchanged = _exchange_p(both, seed, resamples, width)
    return replace(
        undefined,
        low=None if half_width is None else value - half_width,
        high=None if half_width is None else value + half_width,
        exchange_p=exchanged.p_value,
        bootstrap_p=expanded_p(_symmetric_p(defined, value), effective) if defined.size else None,
        is_exact=exchanged.is_exact,
    )


def _symmetric_p(drawn: FloatArray, value: float) -> float:
    """Return the share of resamples as far from a difference as that is from 0, with 1 added above and below."""
    as_far = int((np.abs(drawn - value) >= abs(value) * (1 - _NOISE)).sum())
    return (as_far + 1) / (drawn.size + 1)


def _half_width(drawn: FloatArray, value: float, clusters: float) -> float | None:
    """Return half of the width of the interval that agrees with `_symmetric_p` and `expanded_p`."""
    inside = 1 - 2 * expanded_quantiles(clusters)[0]
    return float(np.quantile(np.abs(drawn - value), inside)) if drawn.size else None


def effective_clusters(codes: Sequence[int] | IntArray) -> float:
    """Return how many clusters of one size would tell as much about a variance as these.

    This is (sum m^2)^2 / sum m^4 over their sizes m: the number of clusters where all have one size, and less where a few hold
    most rows. The rows of a cluster are taken to go together wholly, which is the worst case (after Carter, Schnepel and
    Steigerwald 2017, Review of Economics and Statistics 99).

    Args:
        codes: The number of each row's cluster, from 0.
    """
    squares = np.bincount(np.asarray(codes)).astype(np.float64) ** 2
    return float(squares.sum() ** 2 / (squares**2).sum())


def expanded_p(p_value: float, clusters: float) -> float:
    """Return a bootstrap's two-sided p value, corrected for few clusters.

    The plain bootstrap uses the variance with n in place of n - 1 and the normal in place of Student's distribution; both are put
    right on the scale of the normal distribution (Hesterberg 2015, The American Statistician 69, section 5.3, expanded
    percentiles).

    Args:
        p_value: From 0 to 1.
        clusters: See `effective_clusters`.

    Returns:
        A larger value, at most 1; 1 where there is hardly more than one cluster.
    """
    from scipy import special

    freedom = clusters - 1
    if freedom < _NOISE:
        return 1.0
    beyond = -special.ndtri(p_value / 2) * np.sqrt(freedom / clusters)
    return float(min(1.0, 2 * special.stdtr(freedom, -beyond)))


def expanded_quantiles(clusters: float) -> tuple[float, float]:
    """Return the quantiles of a 95 % interval that agrees with `expanded_p`: wider than .025 and .975."""
    from scipy import special

    freedom = clusters - 1
    if freedom < _NOISE:
        return 0.0, 1.0
    tail = float(special.ndtr(special.stdtrit(freedom, 0.025) * np.sqrt(clusters / freedom)))
    return tail, 1 - tail


def paired_bootstrap(
    first: Metric,
    second: Metric,
    *,
    clusters: Sequence[Hashable] | None = None,
    second_clusters: Sequence[Hashable] | None = None,
    seed: int,
    resamples: int = 1000,
    quantiles: tuple[float, float] = (0.025, 0.975),
) -> PairedDifference:
    """Compare two runs on the same problems: each resample draws the same clusters for both (ODQS, Tables 7 to 9).

    Args:
        first: Metric over the rows of one run.
        second: Metric over the rows of the other.
        clusters: The dialogue or problem of each row of the first run; None takes each row as its own.
        second_clusters: The same of the second run; None where its rows are those of the first.
        seed: Of the generator.
        resamples: How many times the clusters are drawn anew, at least 1.
        quantiles: Of the interval of the difference.

    Returns:
        The difference, its percentile interval and its two-sided p value: by the bootstrap (`two_sided_p`, corrected for few
        clusters as `expanded_p` says), or for means over fewer than `PAIRS_FOR_A_BOOTSTRAP_TEST` clusters by the exact sign-flip
        test. Rows of two runs cannot be exchanged in figures other
        than means, and those keep the bootstrap. A difference that is floating noise is 0.

    Raises:
        MetricInputError: The two runs have not the same clusters, or as for `bootstrap_interval`.
    """
    names = cluster_numbers(clusters, first.rows)
    codes = cluster_codes(clusters, first.rows, names)
    others = cluster_codes(clusters if second_clusters is None else second_clusters, second.rows, names)
    _require_same(names, others, "first")
    runs = ((first, codes), (second, others))
    drawn = _difference(*(resampled_values(*run, len(names), seed, resamples) for run in runs))
    defined = drawn[~np.isnan(drawn)]
    low, high = ends_of(defined, len(names), quantiles)
    one, two = value_of(first), value_of(second)
    test: PairedTest | None = None
    p_value: float | None = None
    if low is not None and len(names) < PAIRS_FOR_A_BOOTSTRAP_TEST and is_mean(first) and is_mean(second):
        summed = first.summed_by(codes, len(names)), second.summed_by(others, len(names))
        both = _of_sums(summed[0].statistics, summed[1].statistics, first.of_sums)
        test, p_value = "sign flip", _exchange_p(both, seed, resamples, len(names)).p_value
    elif low is not None:
        test, p_value = "bootstrap", expanded_p(two_sided_p(defined), effective_clusters(codes))
    return PairedDifference(
        value=None if one is None or two is None else float(_difference(np.array(one), np.array(two))),
        low=low,
        high=high,
        p_value=p_value,
        test=test,
        clusters=len(names),
        resamples=resamples,
        undefined_resamples=len(drawn) - len(defined),
        seed=seed,
    )


def two_sided_p(differences: Sequence[float] | FloatArray) -> float:
    """Return the two-sided p value of resampled differences.

    Twice the smaller tail, where a tail is the share of differences at or beyond 0 with 1 added to the count and to the
    number of resamples, so that no finite number of resamples gives 0: 2 (min(#(d <= 0), #(d >= 0)) + 1) / (B + 1), at most 1
    (Davison and Hinkley 1997, section 4.2; ODQS names the test and leaves the rule open).

    Args:
        differences: One a resample, at least one.

    Returns:
        From 2/(B + 1) to 1.

    Raises:
        MetricInputError: No differences.
    """
    values = np.asarray(differences, dtype=np.float64)
    if not values.size:
        raise MetricInputError("expected at least one resampled difference, got none")
    smaller = min(int((values <= 0).sum()), int((values >= 0).sum()))
    return min(1.0, 2 * (smaller + 1) / (values.size + 1))


class _Both(NamedTuple):
    """Two runs side by side: how a metric differs when clusters count so often, or change sides."""

    resampled: Callable[[FloatArray], FloatArray]
    """From weights of the clusters in both runs, shape (resamples, clusters), to differences."""
    movable: int
    """Clusters that are not equal in both runs, or where that is not known all."""
    exchanged: Callable[[FloatArray], FloatArray]
    """From exchanges of those, 0 or 1, shape (exchanges, movable), to differences."""


def _of_sums(first: FloatArray, second: FloatArray, of_sums: Callable[[FloatArray], FloatArray]) -> _Both:
    """Return two runs by the sums of their clusters, shape (clusters, statistics) each."""
    differs = (_difference(first, second) != 0).any(axis=1)
    moved, ours, theirs = (second - first)[differs], first.sum(axis=0), second.sum(axis=0)

    def exchanged(exchanges: FloatArray) -> FloatArray:
        change = exchanges @ moved
        return _difference(of_sums(ours + change), of_sums(theirs - change))

    def resampled(weights: FloatArray) -> FloatArray:
        return _difference(of_sums(weights @ first), of_sums(weights @ second))

    return _Both(resampled, len(moved), exchanged)


def _side_by_side(metric: Metric, codes: IntArray, sides: NDArray[np.bool_], clusters: int) -> _Both:
    if isinstance(metric, SumMetric):
        sums = metric.summed_by(2 * codes + sides, 2 * clusters).statistics
        return _of_sums(sums[::2], sums[1::2], metric.of_sums)

    def resampled(weights: FloatArray) -> FloatArray:
        of_rows = weights[:, codes]
        return _difference(metric.of_weights(of_rows * ~sides), metric.of_weights(of_rows * sides))

    def exchanged(exchanges: FloatArray) -> FloatArray:
        is_second = exchanges[:, codes] != sides
        return _difference(metric.of_weights(1.0 - is_second), metric.of_weights(1.0 * is_second))

    return _Both(resampled, clusters, exchanged)


class _Exchanged(NamedTuple):
    p_value: float | None
    is_exact: bool


def _exchange_p(both: _Both, seed: int, draws: int, width: int) -> _Exchanged:
    """Return the two-sided p value of exchanging the two runs within clusters: in all ways, or in ways that are drawn.

    It is the share of exchanges whose difference is as large as the one found, the one found included; None where that is not
    defined. An exchange within a cluster that is equal in both runs changes nothing, and is left out.
    """
    free = max(both.movable - 1, 0)  # exchanging the last cluster too gives the same differences with the other sign
    is_exact = free <= _MOST_ENUMERATED
    total = 1 << free if is_exact else draws + 1  # the first is the one found
    generator, at_a_time = np.random.default_rng(seed), max(1, _NUMBERS_AT_A_TIME // width)
    as_large = defined = 0
    found = np.nan
    for start in range(0, total, at_a_time):
        numbers = np.arange(start, min(start + at_a_time, total))[:, np.newaxis]
        chosen = numbers >> np.arange(both.movable) & 1 if is_exact else _drawn(generator, numbers, both.movable)
        sizes = np.abs(both.exchanged(chosen.astype(np.float64)))
        found = sizes[0] if start == 0 else found
        defined += int((~np.isnan(sizes)).sum())
        as_large += int((sizes >= found * (1 - _NOISE)).sum())
    return _Exchanged(None if np.isnan(found) else as_large / defined, is_exact)


def _drawn(generator: np.random.Generator, numbers: IntArray, width: int) -> IntArray:
    """Draw exchanges; the first of all leaves everything in place."""
    return np.where(numbers == 0, 0, generator.integers(0, 2, size=(len(numbers), width), dtype=np.int64))


def _difference(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return first minus second, 0 where that is floating noise of the two."""
    difference = first - second
    noise = _NOISE * np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(difference) <= noise, 0.0, difference)


def _require_same(numbers: dict[Hashable, int], others: IntArray, run: str) -> None:
    seen = set(others.tolist())
    missing = next((name for name, number in numbers.items() if number not in seen), None)
    if missing is not None:
        raise MetricInputError(f"expected both runs to have the same clusters, got {missing!r} in the {run} run alone")
