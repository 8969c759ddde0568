"""Holm's correction and the ranking of Bradley and Terry, on figures worked out by hand."""

import math

import pytest

from gnomon.metrics import Comparison, MetricInputError, bradley_terry, holm


def test_holm_multiplies_the_smallest_most_and_keeps_the_order():
    assert holm([0.01, 0.04, 0.03, None]) == pytest.approx([0.03, 0.06, 0.06, None])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
    with pytest.raises(MetricInputError):
        holm([1.5])


def test_two_that_met_have_the_strengths_of_their_odds():
    # 8 and 2 wins, with half a win added each way: odds of 8.5 to 2.5.
    met = [Comparison("a", "b", 1.0, number) for number in range(8)] + [
        Comparison("b", "a", 1.0, 8),
        Comparison("a", "b", 0.0, 9),
    ]
    first, second = bradley_terry(met, seed=1)
    assert (first.name, second.name, first.wins) == ("a", "b", 8)
    assert first.value - second.value == pytest.approx(math.log(8.5 / 2.5))
    assert first.low is not None
    assert first.high is not None
    assert first.low < first.value < first.high


def test_who_never_wins_has_a_finite_place_at_the_end():
    ranked = bradley_terry([Comparison("a", "b", 1.0), Comparison("b", "c", 1.0), Comparison("a", "c", 1.0)])
    assert [each.name for each in ranked] == ["a", "b", "c"]
    assert all(math.isfinite(each.value) for each in ranked)
    assert ranked[0].low is None  # one cluster
    with pytest.raises(MetricInputError):
        bradley_terry([Comparison("a", "a", 1.0)])
