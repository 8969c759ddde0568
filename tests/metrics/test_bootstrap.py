"""Percentile intervals and paired tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import (
    MetricInputError,
    RowMetric,
    bootstrap_interval,
    classify,
    macro_f1_metric,
    mean_metric,
    paired_bootstrap,
    pearson_metric,
    two_sided_p,
)

GENERATOR = np.random.default_rng(7)
NORMAL = GENERATOR.normal(10, 2, size=400).tolist()


def test_the_interval_of_a_mean_is_near_the_one_of_theory():
    # Standard error s/20; quantiles .025 and .975 of a normal distribution lie 1.96 of them off.
    interval = bootstrap_interval(mean_metric(NORMAL), seed=1, resamples=4000)
    error = np.std(NORMAL) / 20
    assert interval.value == pytest.approx(np.mean(NORMAL))
    assert interval.standard_error == pytest.approx(error, rel=0.05)
    assert [interval.low, interval.high] == pytest.approx(
        [interval.value - 1.96 * error, interval.value + 1.96 * error], abs=0.02
    )


def test_scipy_gives_nearly_the_same_interval():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(2)
    theirs = stats.bootstrap((NORMAL,), np.mean, method="percentile", n_resamples=4000, rng=rng).confidence_interval
    ours = bootstrap_interval(mean_metric(NORMAL), seed=2, resamples=4000)
    assert [ours.low, ours.high] == pytest.approx([theirs.low, theirs.high], abs=0.03)


def test_quantiles_are_those_asked_for():
    narrow = bootstrap_interval(mean_metric(NORMAL), seed=1, quantiles=(0.25, 0.975))
    usual = bootstrap_interval(mean_metric(NORMAL), seed=1)
    assert (np.diff(np.array([usual.low, narrow.low, usual.value, narrow.high], dtype=float)) > 0).all()
    assert usual.high == narrow.high


def test_the_general_path_gives_the_very_same_interval_as_the_sums():
    truth = [str(label) for label in GENERATOR.integers(0, 3, size=60)]
    output = [str(label) for label in GENERATOR.integers(0, 4, size=60)]
    clusters = [row // 7 for row in range(60)]

    def of_rows(rows):
        return classify([truth[row] for row in rows], [output[row] for row in rows]).macro_f1

    fast = bootstrap_interval(macro_f1_metric(truth, output), clusters=clusters, seed=5, resamples=50)
    slow = bootstrap_interval(RowMetric(60, of_rows), clusters=clusters, seed=5, resamples=50)
    assert (fast.low, fast.high, fast.value) == pytest.approx((slow.low, slow.high, slow.value))
    assert (fast.rows, fast.clusters, fast.resamples, fast.seed) == (60, 9, 50, 5)


def test_whole_dialogues_are_drawn():
    # Within a dialogue all rows are equal: 20 dialogues of 10 rows tell as much as 20 rows.
    ones = [float(value) for value in GENERATOR.integers(0, 2, size=20)]
    alone = bootstrap_interval(mean_metric(ones), seed=3)
    tenfold = [value for value in ones for _ in range(10)]
    together = bootstrap_interval(mean_metric(tenfold), clusters=[row // 10 for row in range(200)], seed=3)
    assert (together.low, together.high) == pytest.approx((alone.low, alone.high))
    as_if_independent = bootstrap_interval(mean_metric(tenfold), seed=3)
    # Ten times the rows, taken as independent, would make the error sqrt(10) times smaller.
    assert as_if_independent.standard_error == pytest.approx((alone.standard_error or 0) / 10**0.5, rel=0.15)


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    first, again, other = (bootstrap_interval(mean_metric(NORMAL), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.low != other.low


def test_the_interval_does_not_depend_on_how_many_resamples_are_computed_at_a_time(monkeypatch):
    whole = bootstrap_interval(mean_metric(NORMAL), seed=1, resamples=100)
    monkeypatch.setattr("gnomon.metrics.bootstrap._NUMBERS_AT_A_TIME", 7 * 400)
    parts = bootstrap_interval(mean_metric(NORMAL), seed=1, resamples=100)
    assert (parts.low, parts.high, parts.standard_error) == pytest.approx((whole.low, whole.high, whole.standard_error))


def test_global_random_state_is_neither_used_nor_changed():
    np.random.seed(0)  # noqa: NPY002 -- the global state is what is tested
    before = np.random.get_state()[1].tolist()  # noqa: NPY002 -- as above
    bootstrap_interval(mean_metric(NORMAL), seed=1, resamples=10)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002 -- as above


def test_a_single_cluster_has_a_value_and_no_interval():
    interval = bootstrap_interval(mean_metric([1, 2, 3]), clusters=["d"] * 3, seed=1)
    assert (interval.value, interval.low, interval.high, interval.standard_error) == (2, None, None, None)


def test_resamples_without_a_value_are_counted_and_left_out():
    # Two rows: half of the resamples draw one row twice, where a correlation does not exist.
    interval = bootstrap_interval(pearson_metric([1, 2], [1, 2]), seed=1, resamples=200)
    assert 60 < interval.undefined_resamples < 140
    assert interval.low == interval.high == pytest.approx(1)


def test_rows_clusters_and_resamples_that_do_not_fit_are_refused():
    with pytest.raises(MetricInputError, match="at least one row"):
        bootstrap_interval(mean_metric([]), seed=1)
    with pytest.raises(MetricInputError, match="one cluster for each of 2 rows"):
        bootstrap_interval(mean_metric([1, 2]), clusters=["a"], seed=1)
    with pytest.raises(MetricInputError, match="at least 1 resample"):
        bootstrap_interval(mean_metric([1, 2]), seed=1, resamples=0)


def test_a_run_against_itself_differs_by_nothing():
    result = paired_bootstrap(mean_metric(NORMAL), mean_metric(NORMAL), seed=1)
    assert (result.value, result.low, result.high, result.p_value) == (0, 0, 0, 1)


def test_pairing_finds_a_small_difference_that_the_runs_own_intervals_hide():
    better = [value + 0.1 for value in NORMAL]
    result = paired_bootstrap(mean_metric(better), mean_metric(NORMAL), seed=1, resamples=999)
    assert result.value == pytest.approx(0.1)
    # The least the bootstrap gives, 2/1000 or 3.09 errors, on Student's scale with 399 degrees of freedom
    assert result.p_value == pytest.approx(0.002168, abs=1e-6)
    assert bootstrap_interval(mean_metric(better), seed=1).low < np.mean(NORMAL)


def test_swapping_the_runs_turns_the_sign_and_keeps_p():
    noise = (np.array(NORMAL) + GENERATOR.normal(0.05, 1, size=400)).tolist()
    forth = paired_bootstrap(mean_metric(noise), mean_metric(NORMAL), seed=1)
    back = paired_bootstrap(mean_metric(NORMAL), mean_metric(noise), seed=1)
    assert forth.p_value == back.p_value
    assert np.allclose([forth.value, forth.low, forth.high], -np.array([back.value, back.high, back.low], dtype=float))


def test_runs_are_paired_by_cluster_whatever_the_order_of_their_rows():
    first, names = mean_metric([1, 2, 3, 4]), ["a", "b", "c", "c"]
    second, others = mean_metric([4, 3, 2, 1]), ["c", "c", "b", "a"]
    result = paired_bootstrap(first, second, clusters=names, second_clusters=others, seed=1)
    assert (result.value, result.low, result.high, result.clusters) == (0, 0, 0, 3)


@pytest.mark.parametrize(("others", "run"), [(["a", "c"], "second run alone"), (["a", "a"], "first run alone")])
def test_runs_on_different_problems_are_refused(others, run):
    with pytest.raises(MetricInputError, match=run):
        paired_bootstrap(mean_metric([1, 2]), mean_metric([1, 2]), clusters=["a", "b"], second_clusters=others, seed=1)


def test_floating_noise_is_no_difference():
    # The same three marks added in another order: .6 and .6000000000000001.
    first = [0.1 + 0.2 + 0.3, *NORMAL[:40]]
    second = [0.3 + 0.2 + 0.1, *NORMAL[:40]]
    assert first[0] != second[0]
    result = paired_bootstrap(mean_metric(first), mean_metric(second), seed=1)
    assert (result.value, result.low, result.high, result.p_value) == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        # Of 2^5 exchanges only the one found and its mirror are as large: 2/32.
        ([1, 1, 1, 1, 1], 2 / 32),
        # Sum 4 of at most 6. Sums of +-1, +-2, +-3 of size 4 or more: +-(1 2 3) and +-(-1 2 3): 4 of 8.
        ([-1, 2, 3], 4 / 8),
        # Pairs without a difference change nothing.
        ([0, 0, 0, -1, 2, 3], 4 / 8),
        ([0, 0], 1),
        # All differences are as large as .1 + .2 + .3, however they are added up.
        ([0.1, 0.2, 0.3], 2 / 8),
    ],
)
def test_few_pairs_are_tested_by_all_exchanges_of_the_two_runs(differences, p):
    second = [7.0 + number for number in range(len(differences))]
    first = [value + difference for value, difference in zip(second, differences, strict=True)]
    result = paired_bootstrap(mean_metric(first), mean_metric(second), seed=1)
    assert (result.test, result.p_value) == ("sign flip", p)


def test_twenty_pairs_are_tested_by_the_bootstrap_and_nineteen_by_exchanges():
    better = [value + 0.1 for value in NORMAL]
    tests = [paired_bootstrap(mean_metric(better[:pairs]), mean_metric(NORMAL[:pairs]), seed=1).test for pairs in (19, 20)]
    assert tests == ["sign flip", "bootstrap"]


def test_scipy_gives_the_same_exact_p():
    stats = pytest.importorskip("scipy.stats")
    first, second = GENERATOR.normal(0.4, 1, size=12), GENERATOR.normal(0, 1, size=12)
    theirs = stats.permutation_test((first, second), lambda x, y: x.mean() - y.mean(), permutation_type="samples")
    ours = paired_bootstrap(mean_metric(first.tolist()), mean_metric(second.tolist()), seed=1)
    assert ours.p_value == pytest.approx(theirs.pvalue)


def test_whole_clusters_are_exchanged():
    # Two problems with two dialogues each, told apart by 1 and 2: +-1 +-2 is as large as 3 in 2 of 4 ways.
    names = ["a", "a", "b", "b"]
    result = paired_bootstrap(mean_metric([1, 1, 2, 2]), mean_metric([0, 0, 0, 0]), clusters=names, seed=1)
    assert (result.test, result.p_value, result.clusters) == ("sign flip", 2 / 4, 2)


def test_a_figure_that_is_no_mean_keeps_the_bootstrap_test():
    truth, output = ["a", "b", "a"], ["a", "b", "b"]
    metrics = [macro_f1_metric(truth, given) for given in (truth, output)]
    assert paired_bootstrap(*metrics, seed=1).test == "bootstrap"


def test_a_single_pair_has_no_test():
    result = paired_bootstrap(mean_metric([1]), mean_metric([0]), seed=1)
    assert (result.value, result.p_value, result.test) == (1, None, None)


@pytest.mark.slow
def test_the_exact_test_fires_in_no_more_than_5_percent_of_null_runs():
    # The share of ways is exact: of 500 runs at most 25 + 3 sqrt(500 .05 .95) = 39 are at or under .05.
    draws = np.random.default_rng(5).normal(size=(500, 2, 8)).tolist()
    fired = sum((paired_bootstrap(mean_metric(a), mean_metric(b), seed=1, resamples=1).p_value or 0) <= 0.05 for a, b in draws)
    assert fired <= 39


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        # None at or below 0 of 9: 2 (0 + 1)/10.
        ([1] * 9, 0.2),
        # Two at or below 0: 2 (2 + 1)/10.
        ([1] * 7 + [-1, 0], 0.6),
        # All equal: 2 (9 + 1)/10 = 2, at most 1.
        ([0] * 9, 1),
    ],
)
def test_two_sided_p_by_hand(differences, expected):
    assert two_sided_p(differences) == pytest.approx(expected)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=30))
def test_two_sided_p_is_never_0_nor_above_1_and_has_no_side(differences):
    p = two_sided_p(differences)
    assert 2 / (len(differences) + 1) <= p + 1e-12
    assert p <= 1
    assert p == two_sided_p([-value for value in differences])


def test_p_of_no_differences_is_refused():
    with pytest.raises(MetricInputError, match="at least one resampled difference"):
        two_sided_p([])
