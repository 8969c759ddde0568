"""Element matching."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MatchCounts, MetricInputError, match_elements, mean_matching
from tests.every import every

ELEMENTS = st.lists(st.sampled_from(["AB", "BC", "CD", "DE", "EF"]), max_size=6)
MATCHES = st.lists(
    st.tuples(st.sampled_from(["AB", "BC", "CD", "XX"]), st.sampled_from(["AB", "BC", "DE", "YY", None])), max_size=8
)

# Table 3: overall, geometry, graph; P, R, F1.
TABLE_3 = [
    ((0.188, 0.111, 0.121), (0.185, 0.107, 0.117), (0.197, 0.125, 0.133)),
    ((0.189, 0.112, 0.122), (0.178, 0.099, 0.108), (0.226, 0.155, 0.166)),
    ((0.146, 0.155, 0.123), (0.145, 0.149, 0.120), (0.149, 0.175, 0.134)),
    ((0.038, 0.058, 0.036), (0.029, 0.058, 0.032), (0.067, 0.057, 0.050)),
    ((0.110, 0.096, 0.090), (0.116, 0.100, 0.094), (0.089, 0.085, 0.079)),
    ((0.473, 0.232, 0.279), (0.480, 0.220, 0.273), (0.448, 0.271, 0.301)),
    ((0.276, 0.181, 0.197), (0.253, 0.160, 0.176), (0.353, 0.249, 0.267)),
]


def test_means_over_problems_are_the_worked_example():
    # (2 predicted, 4 reference, 2 matched): 1, .5, .667; (5, 3, 1): .2, .333, .25; (0, 3, 0): 0, 0, 0.
    # Means 1.2/3 = .400, .8333/3 = .278, .9167/3 = .306; the harmonic mean of .400 and .278 would be .328.
    means = mean_matching([MatchCounts(2, 4, 2), MatchCounts(5, 3, 1), MatchCounts(0, 3, 0)])
    assert means[:3] == pytest.approx((0.4, 5 / 18, 11 / 36))
    assert means.nothing_predicted == 1


def test_one_prediction_given_to_two_references_counts_for_the_first():
    counts = match_elements(["ABC"], ["ABC", "CBD"], [("ABC", "ABC"), ("CBD", "ABC")])
    assert (counts.matched, counts.repairs) == (1, 1)


def test_a_reference_that_is_found_twice_counts_once():
    counts = match_elements(["AB", "BC"], ["AB"], [("AB", "AB"), ("AB", "BC")])
    assert (counts.matched, counts.repairs) == (1, 1)


def test_a_repeated_element_is_dropped_before_counting():
    # Predicted AB, AB, BC is 2 elements; reference AB, AB is 1: P 1/2, R 1.
    counts = match_elements(["AB", "AB", "BC"], ["AB", "AB"], [("AB", "AB"), ("AB", "AB")])
    assert (counts.predicted, counts.reference, counts.repeated) == (2, 1, 2)
    assert (counts.precision, counts.recall, counts.repairs) == (0.5, 1, 1)


def test_a_name_that_was_not_predicted_is_no_match():
    counts = match_elements(["AB"], ["AB", "BC"], [("BC", "ZZ"), ("QQ", "AB"), ("AB", "AB")])
    assert (counts.matched, counts.unknown_names, counts.repairs) == (1, 2, 0)


def test_no_match_for_a_reference_is_said_with_none():
    assert match_elements(["AB"], ["AB"], [("AB", None)]) == MatchCounts(1, 1, 0)


def test_an_unreadable_matcher_is_counted_and_in_no_mean():
    means = mean_matching([MatchCounts(1, 1, 1), None])
    assert (means.f1, means.problems, means.ungraded) == (1, 1, 1)
    assert mean_matching([None]).f1 is None


def test_more_matches_than_elements_are_refused():
    with pytest.raises(MetricInputError, match="got 3"):
        MatchCounts(2, 4, 3)


@given(ELEMENTS, ELEMENTS, MATCHES)
def test_repaired_matches_are_one_to_one_and_every_claim_is_accounted_for(predicted, reference, matches):
    counts = match_elements(predicted, reference, matches)
    assert counts.matched <= min(len(set(predicted)), len(set(reference)))
    assert counts.matched + counts.repairs + counts.unknown_names == sum(found is not None for _, found in matches)


@given(st.integers(0, 9), st.integers(0, 9), st.data())
def test_f1_is_the_harmonic_mean_of_a_problems_precision_and_recall(predicted, reference, data):
    counts = MatchCounts(predicted, reference, data.draw(st.integers(0, min(predicted, reference))))
    both = counts.precision + counts.recall
    assert counts.f1 == pytest.approx(2 * counts.precision * counts.recall / both if both else 0)


@every((row,) for row in TABLE_3)
def test_overall_is_the_mean_over_765_geometry_and_232_graph_problems(row):
    # A published mean stands for its problems: 765 with the geometry mean and 232 with the graph mean give the overall one.
    overall, geometry, graph = row
    for column in range(3):
        pooled = (765 * geometry[column] + 232 * graph[column]) / 997
        assert pooled == pytest.approx(overall[column], abs=0.0011)
