"""Pearson and Spearman, and two judges of many models."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import (
    MetricInputError,
    judge_agreement,
    paired_scores,
    pearson,
    pearson_metric,
    spearman,
    spearman_metric,
    value_of,
)

SCORES = st.integers(0, 6)
PAIRS = st.lists(st.tuples(SCORES, SCORES), min_size=2, max_size=30)


def columns(pairs):
    return [float(pair[0]) for pair in pairs], [float(pair[1]) for pair in pairs]


def varies(values):
    return len(set(values)) > 1


def test_four_models_of_table_5_correlate_as_worked_out():
    # Totals of two judges, printed 4.77/4.87, 4.41/4.40, 3.19/3.10, 2.75/2.78: r = .998.
    assert pearson([4.77, 4.41, 3.19, 2.75], [4.87, 4.40, 3.10, 2.78]) == pytest.approx(0.998, abs=5e-4)


def test_spearman_shares_ranks_among_ties():
    # Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4: deviations -1.5, 0, 0, 1.5 and -1.5, -.5, .5, 1.5: 4.5/sqrt(4.5 x 5) = .9487.
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(22.5))


@pytest.mark.parametrize(("first", "second"), [([], []), ([1], [2]), ([1, 1], [1, 2]), ([0.1, 0.1, 0.1], [1, 2, 3])])
def test_a_constant_or_too_short_list_has_no_correlation(first, second):
    assert pearson(first, second) is spearman(first, second) is None


def test_a_list_that_does_not_vary_has_no_correlation_when_resampled_either():
    assert value_of(pearson_metric([0.1, 0.1], [1, 2])) is value_of(spearman_metric([0.1, 0.1], [1, 2])) is None


@given(PAIRS)
def test_scipy_gives_the_same(pairs):
    stats = pytest.importorskip("scipy.stats")
    first, second = columns(pairs)
    if varies(first) and varies(second):
        assert pearson(first, second) == pytest.approx(stats.pearsonr(first, second).statistic, abs=1e-9)
        assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second).statistic, abs=1e-9)


@given(PAIRS, st.data())
def test_a_resample_correlates_as_its_rows_written_out(pairs, data):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)).filter(any))
    repeated = columns([pair for pair, weight in zip(pairs, weights, strict=True) for _ in range(weight)])
    line = np.array([weights], dtype=float)
    for metric, function in ((pearson_metric, pearson), (spearman_metric, spearman)):
        value, expected = metric(*columns(pairs)).of_weights(line)[0], function(*repeated)
        assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-9)


def test_large_offsets_cost_no_precision():
    # The same points a million higher: r does not change.
    first, second = [0.1, 0.2, 0.4, 0.3], [1.0, 3.0, 2.0, 4.0]
    higher = [value + 1e6 for value in first]
    assert value_of(pearson_metric(higher, second)) == pytest.approx(pearson(first, second), abs=1e-6)


def test_rows_that_one_judge_did_not_grade_are_left_out_and_counted():
    assert paired_scores([1, None, 3, None], [1, 2, None, None]) == ((1,), (1,), 3)


def test_agreement_over_models_and_over_replies_are_two_numbers():
    # Model means 1 and 2 against 1 and 2: r = 1. Replies 0, 2, 1, 3 against 2, 0, 3, 1: deviations -1.5, .5, -.5, 1.5 and
    # .5, -1.5, 1.5, -.5: (-.75 - .75 - .75 - .75)/5 = -.6. The reply that the second judge could not grade is out of both.
    result = judge_agreement(["a", "a", "b", "b", "b"], [0, 2, 1, 3, 6], [2, 0, 3, 1, None])
    assert result.pearson_over_models == pytest.approx(1)
    assert result.pearson_over_replies == pytest.approx(-0.6)
    assert (result.models, result.replies, result.left_out) == (2, 4, 1)


@pytest.mark.parametrize("function", [pearson, spearman, pearson_metric, spearman_metric, paired_scores])
def test_lists_of_different_length_are_refused(function):
    with pytest.raises(MetricInputError, match="one length"):
        function([1, 2], [1])
