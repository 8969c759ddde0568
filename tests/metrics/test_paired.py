"""Two runs over the same dialogues: the exchange test is exact, and the bootstrap is corrected for few of them."""

from itertools import product

import numpy as np
import pytest

from gnomon.metrics import (
    AveragedMetric,
    MetricInputError,
    RowMetric,
    macro_f1_metric,
    mean_metric,
    paired_tests,
    value_of,
)
from gnomon.metrics.paired import effective_clusters, expanded_p, expanded_quantiles

LABELS = ("Yes", "No")


def compare(first, second, clusters=None, **more):
    """Test two runs in their means; each row is its own cluster where none is given."""
    named = list(range(len(first))) if clusters is None else clusters
    sides = [False] * len(first) + [True] * len(second)
    return paired_tests(mean_metric([*first, *second]), is_second=sides, clusters=[*named, *named], seed=1, **more)


def drawn(seed, size):
    return np.random.default_rng(seed).normal(size=(2, size)).tolist()


def test_few_pairs_are_exchanged_in_all_ways_by_hand():
    # Differences -1, 2, 3: sums of +-1, +-2, +-3 of size 4 or more are +-(1 2 3) and +-(-1 2 3): 4 of 8.
    found = compare([0, 4, 6], [1, 2, 3], resamples=99)
    assert (found.value, found.exchange_p, found.is_exact) == (pytest.approx(4 / 3), 4 / 8, True)


@pytest.mark.slow
def test_scipy_gives_the_same_exact_p():
    stats = pytest.importorskip("scipy.stats")
    first, second = drawn(3, 9)
    theirs = stats.permutation_test(
        (first, second),
        lambda one, two, axis: np.mean(one, axis) - np.mean(two, axis),
        permutation_type="samples",
        vectorized=True,
    )
    assert compare(first, second, resamples=99).exchange_p == pytest.approx(theirs.pvalue)


def test_a_macro_f1_is_exchanged_by_whole_clusters_as_by_trying_all_ways():
    truth = ["Yes", "No", "Yes", "Yes", "No", "No"]
    runs = (["Yes", "No", "Yes", "Yes", "No", "Yes"], ["No", None, "Yes", "No", "No", "Yes"])
    names = ["a", "a", "b", "c", "c", "d"]

    def score(output):
        return value_of(macro_f1_metric(truth, output, labels=LABELS))

    def difference(moved):
        sides = [[runs[(name in moved) ^ side][row] for row, name in enumerate(names)] for side in (0, 1)]
        return score(sides[0]) - score(sides[1])

    ways = [{name for name, is_moved in zip("abcd", way, strict=True) if is_moved} for way in product((0, 1), repeat=4)]
    expected = sum(abs(difference(way)) >= abs(difference(set())) - 1e-12 for way in ways) / len(ways)
    metric = macro_f1_metric(truth * 2, [*runs[0], *runs[1]], labels=LABELS)
    found = paired_tests(metric, is_second=[False] * 6 + [True] * 6, clusters=names * 2, seed=1, resamples=99)
    assert [found.value, found.exchange_p, found.clusters] == pytest.approx([difference(set()), expected, 4])


def test_a_metric_of_any_kind_is_tested_alike():
    first, second = drawn(4, 7)
    values = np.array([*first, *second])
    anything = RowMetric(14, lambda rows: float(values[rows].mean()))
    sides, names = [False] * 7 + [True] * 7, [*range(7)] * 2
    found = paired_tests(anything, is_second=sides, clusters=names, seed=1, resamples=60)
    expected = compare(first, second, resamples=60)
    assert found.exchange_p == expected.exchange_p
    assert found.bootstrap_p == pytest.approx(expected.bootstrap_p)


def test_many_pairs_are_exchanged_in_drawn_ways_and_p_is_never_0():
    first = [1.0 + number / 100 for number in range(40)]
    found = compare(first, [0.0] * 40, resamples=199)
    assert (found.exchange_p, found.is_exact) == (1 / 200, False)
    assert 0 < found.bootstrap_p < 0.02


def test_pairs_that_are_equal_are_not_exchanged():
    # Of 60 pairs three differ: all eight ways are gone through.
    found = compare([1.0] * 3 + [0.5] * 57, [0.0] * 3 + [0.5] * 57, resamples=99)
    assert (found.exchange_p, found.is_exact) == (2 / 8, True)


def test_runs_that_are_the_same_differ_by_nothing():
    found = compare([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], resamples=99)
    assert (found.value, found.low, found.high, found.exchange_p, found.bootstrap_p) == (0, 0, 0, 1, 1)


def test_a_single_cluster_has_a_difference_and_no_test():
    found = compare([1.0, 2.0], [0.0, 0.0], clusters=["a", "a"])
    assert (found.value, found.low, found.exchange_p, found.bootstrap_p) == (1.5, None, None, None)


@pytest.mark.parametrize(("sides", "run"), [([False, False, True], "first"), ([False, True, True], "second")])
def test_a_cluster_of_one_run_alone_is_refused(sides, run):
    with pytest.raises(MetricInputError, match=f"{run} run alone"):
        paired_tests(
            mean_metric([1, 2, 3]), is_second=sides, clusters=["a", "b", "a"] if run == "first" else ["a", "a", "b"], seed=1
        )


def test_effective_clusters_by_hand():
    assert effective_clusters([0, 1, 2]) == pytest.approx(3)
    # Sizes 1 and 3: (1 + 9)^2 / (1 + 81)
    assert effective_clusters([0, 1, 1, 1]) == pytest.approx(100 / 82)


def test_a_bootstraps_p_is_taken_to_students_scale():
    # Of 10 clusters: 1.96 errors with n are 1.96 sqrt(9/10) = 1.859 with n - 1; a table of Student's t with 9 degrees of freedom
    # gives 0.09591 beyond it on both sides.
    assert expanded_p(0.05, 10) == pytest.approx(0.09591, abs=1e-5)
    assert expanded_p(1.0, 10) == 1
    assert expanded_p(0.01, 1.0) == 1
    low, high = expanded_quantiles(10)
    assert expanded_p(2 * low, 10) == pytest.approx(0.05)
    assert (low < 0.025, high) == (True, 1 - low)


@pytest.mark.parametrize("seed", range(6))
def test_the_interval_holds_0_where_the_bootstrap_does_not_reject(seed):
    first, second = drawn(seed, 12)
    found = compare([value + 0.9 for value in first], second, resamples=999)
    assert (found.low <= 0 <= found.high) == (found.bootstrap_p > 0.05)


def test_repeats_are_averaged_and_exchanged_together():
    first, second = [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]
    metric = AveragedMetric((mean_metric([*first, *second]), mean_metric([*second, *second])))
    assert metric.rows == 12
    found = paired_tests(metric, is_second=([False] * 3 + [True] * 3) * 2, clusters=["a", "b", "c"] * 4, seed=1, resamples=50)
    assert found.value == pytest.approx((1 / 3 + 0) / 2)
    assert found.exchange_p == 1  # one cluster differs, whichever way round


def test_few_null_runs_are_rejected_and_a_real_difference_is_found():
    # 80 null runs at 5 %: at most 4 + 3 sqrt(80 .05 .95) = 9.8 of either test.
    sizes = np.random.default_rng(6).integers(1, 7, size=(80, 10))
    fired, found = np.zeros(2), 0
    for number, counts in enumerate(sizes):
        generator = np.random.default_rng(number)
        names = np.repeat(np.arange(10), counts).tolist()
        one, two = ((generator.normal(size=10)[names] + generator.normal(size=len(names))).tolist() for _ in range(2))
        null = compare(one, two, clusters=names, resamples=99)
        fired += [null.exchange_p <= 0.05, null.bootstrap_p <= 0.05]
        found += compare([value + 3 for value in one], two, clusters=names, resamples=99).exchange_p <= 0.05
    assert fired.max() <= 9
    assert found >= 70


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["numbers", "marks", "skewed", "macro-F1"])
def test_the_table_of_null_runs_keeps_its_level(kind):
    from benchmarks.null_tests import Setting, rates

    # Of 300 null runs at most 15 + 3 sqrt(300 .05 .95) = 26.3 in a hundred parts: 8.8 %.
    got = rates(Setting(kind, 10, uneven=True), simulations=300, resamples=199, seed=1)
    assert max(got.exchange, got.bootstrap) <= 0.088
    assert rates(Setting(kind, 30, uneven=True, shift=1.5), simulations=40, resamples=199, seed=1).exchange > 0.8
