"""What a candidate search gains, recomputed by hand on two small trees."""

import pytest

from gnomon.inquiry.analysis.search import dialogue_of, search_conditions, search_gains
from tests.inquiry.made_rows import candidate, tree

# Scores of the candidates: 0, 1, 1, 0 and 0, 0, 0, 0; then 1, 1, 1, 1 and 0, 0, 0, 1.
TREES = (tree("a", [[0, 2, 5, 0], [1, 1, 1, 1]]), tree("b", [[0, 0, 0, 0], [0, 0, 0, 2]]))


def test_the_gain_is_the_best_score_minus_the_average_one():
    first, second = search_gains(TREES)
    # Turn 1: best (1 + 0)/2, average (.5 + 0)/2. Turn 2: best (1 + 1)/2, average (1 + .25)/2.
    assert (first.best.value, first.average.value, first.gain.value) == pytest.approx((0.5, 0.25, 0.25))
    assert (second.best.value, second.average.value, second.gain.value) == pytest.approx((1, 0.625, 0.375))


def test_states_that_decide_nothing_and_that_nobody_solves_are_counted():
    first, second = search_gains(TREES)
    assert (first.undecided, first.unsolved) == (1, 1)
    assert (second.undecided, second.unsolved) == (1, 0)


def test_a_state_with_a_candidate_that_a_budget_stopped_is_left_out():
    turn = TREES[0].turns[0]
    stopped = turn.model_copy(update={"candidates": (*turn.candidates[:3], candidate(4, 0, scored=False))})
    (found, *_) = search_gains((TREES[0].model_copy(update={"turns": (stopped,)}), TREES[1]))
    assert (found.states, found.left_out) == (1, 1)


def test_the_chosen_candidates_make_a_dialogue():
    row = dialogue_of(TREES[0])
    assert [exchange.question for exchange in row.exchanges] == ["candidate 3", "candidate 1"]
    assert [evaluation.num_right for evaluation in row.evaluations] == [0, 5, 1]


def test_a_search_is_a_condition_of_its_own():
    (found,) = search_conditions(TREES)
    assert found.setting.method == "self search, unscaffolded"
