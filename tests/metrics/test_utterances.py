"""Quarters of a dialogue, and utterances written from scratch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MetricInputError, edit_distance, quarter, written_from_scratch

TEXTS = st.text(alphabet="abcé𝑥 ", max_size=12)


def test_quarters_of_six_turns_are_the_worked_example():
    # floor(4 (i - 1)/6) + 1 for i = 2..6: floor(.67), floor(1.33), floor(2), floor(2.67), floor(3.33), each + 1.
    assert [quarter(turn, 6) for turn in range(1, 7)] == [None, 1, 2, 3, 3, 4]


@given(st.integers(2, 60))
def test_quarters_run_upwards_and_stay_within_four(turns):
    found = [quarter(turn, turns) or 0 for turn in range(2, turns + 1)]
    assert found == sorted(found)
    assert set(found) <= {1, 2, 3, 4}


@pytest.mark.parametrize("turn", [0, 7])
def test_a_turn_outside_the_dialogue_is_refused(turn):
    with pytest.raises(MetricInputError, match="from 1 to 6"):
        quarter(turn, 6)


def test_the_nearest_proposal_decides_as_in_the_worked_example():
    # "abcd" against "abxd" (1 letter), "zzzz" (4), "" (4): min 1/4 = .25, below .5.
    assert written_from_scratch("abcd", ["abxd", "zzzz", ""]) == (0.25, False)


def test_the_threshold_itself_counts_as_from_scratch():
    assert written_from_scratch("abcd", ["abxx"]) == (0.5, True)


def test_without_proposals_there_is_no_verdict_and_an_empty_utterance_has_share_0():
    assert written_from_scratch("abcd", []) == (None, None)
    assert written_from_scratch("", ["abc"]) == (0, False)


@pytest.mark.parametrize(
    ("first", "second", "distance"), [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0), ("ab", "ba", 2)]
)
def test_edit_distances_known_by_heart(first, second, distance):
    assert edit_distance(first, second) == distance


@given(TEXTS, TEXTS)
def test_the_edit_distance_is_that_of_the_full_table(first, second):
    table = [[i + j if not i or not j else 0 for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            swapped = table[i - 1][j - 1] + (first[i - 1] != second[j - 1])
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, swapped)
    assert edit_distance(first, second) == table[-1][-1]


@given(TEXTS, TEXTS, TEXTS)
def test_the_edit_distance_is_a_distance(first, second, third):
    assert edit_distance(first, second) == edit_distance(second, first)
    assert edit_distance(first, third) <= edit_distance(first, second) + edit_distance(second, third)
