"""Two independent samples: differences and distances, against values worked by hand and scipy."""

import numpy as np
import pytest
from scipy import stats

from gnomon.metrics import MetricInputError, distance, mean_difference

ONE, OTHER = [1.0, 2.0, 2.0, 5.0], [2.0, 3.0, 4.0, 4.0, 9.0]


def test_distances_are_those_worked_by_hand():
    # At 2 the first has 3/4 of its values and the second 1/5: the largest difference.
    assert distance("ks", ONE, OTHER).value == pytest.approx(0.55)
    # {0} and {1}: 2 * 1 - 0 - 0 = 2.
    assert distance("energy", [0.0], [1.0]).value == pytest.approx(2**0.5)
    # Categories 1 and 2: shares 1/2, 1/2 and 3/4, 1/4.
    assert distance("variation", [1.0, 2.0], [1.0, 1.0, 1.0, 2.0]).value == pytest.approx(0.25)


def test_distances_are_those_of_scipy():
    assert distance("ks", ONE, OTHER).value == pytest.approx(stats.ks_2samp(ONE, OTHER).statistic)
    assert distance("energy", ONE, OTHER).value == pytest.approx(stats.energy_distance(ONE, OTHER))


def test_a_difference_of_means_has_an_interval_over_clusters():
    found = mean_difference([1, 1, 3, 3], [0, 0, 1, 1], clusters="aabb", second_clusters="ccdd")
    # 2 less 0.5; the ends are a pair of 1s less a pair of 1s, and 3s less 0s.
    assert (found.value, found.low, found.high, found.clusters) == (1.5, 0.0, 3.0, (2, 2))
    # Of the six ways to deal the four clusters four have a difference of 1.5 or more either way: 3 1|1 0, 3 1|0 1, and back.
    assert found.p_value == pytest.approx(4 / 6, abs=0.05)


def test_samples_of_one_population_are_not_told_apart_and_others_are():
    generator = np.random.default_rng(1)
    one, same, other = generator.normal(0, 1, 60), generator.normal(0, 1, 60), generator.normal(2, 1, 60)
    assert (distance("ks", one, same, resamples=99).p_value or 0) > 0.05
    assert distance("energy", one, other, resamples=99).p_value == 0.01  # none of 99 exchanges is as large
    assert mean_difference(one, other, resamples=199).p_value == 0.005


def test_whole_clusters_are_exchanged():
    # Two clusters each: of the six ways to deal four clusters, two have the distance found; 1,000 draws stay near a third.
    found = distance("ks", [1, 1, 2, 2], [3, 3, 4, 4], clusters="aabb", second_clusters="ccdd")
    assert found.p_value == pytest.approx(1 / 3, abs=0.05)


def test_a_sample_that_is_empty_has_no_figure_and_one_cluster_no_interval():
    assert mean_difference([], [1.0]).value is None
    assert distance("ks", [1.0], [2.0, 3.0]).p_value is None
    with pytest.raises(MetricInputError, match="one cluster for each of 2 values"):
        mean_difference([1, 2], [1], clusters="a")
