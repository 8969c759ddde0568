"""Telling two kinds apart: worked by hand and against scipy's rank test."""

import pytest
from scipy import stats

from gnomon.metrics import MetricInputError, detection


def test_chance_has_no_d_prime_and_half_the_area():
    found = detection([True, True, False, False], [True, False, True, False])
    assert found == (4, 0.5, 0.5, 0.0, 0.5)


def test_all_right_is_finite():
    found = detection([True, False], [True, False])
    # z(1.5/2) - z(0.5/2) = 2 z(.75) = 1.3490
    assert (found.accuracy, found.auc, round(found.d_prime, 4)) == (1.0, 1.0, 1.349)


def test_the_area_over_scores_is_that_of_the_rank_test():
    truth, scores = [True, True, True, False, False], [0.9, 0.4, 0.4, 0.4, 0.1]
    found = detection(truth, [score > 0.3 for score in scores], scores)
    u = stats.mannwhitneyu(scores[:3], scores[3:]).statistic
    assert found.auc == pytest.approx(u / 6)
    assert found.balanced == pytest.approx((1 + 0.5) / 2)


def test_one_kind_alone_has_an_accuracy_and_no_more():
    assert detection([True, True], [True, False])[1:] == (0.5, None, None, None)
    assert detection([], []) == (0, None, None, None, None)
    with pytest.raises(MetricInputError, match="as many marks"):
        detection([True], [])
