"""What is learnt of turns that give the answer away: how it is weighed, where it counts, and that it knows no single problem."""

import math

import numpy as np
import pytest

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak, likeness
from gnomon.tutor.guard.likeness import Weights, key
from gnomon.tutor.guard.terms import Terms
from tests.every import every

TRIANGLE = "triangle-sum-klm"


@pytest.fixture(autouse=True)
def learnt():
    """Let the weights that ship decide."""


def leak(utterance, *said, name=TRIANGLE, problem=None):
    problem = problem or bank()[name]
    return find_leak(utterance, problem, bank()[name].answer, said_by_student=said)


def test_likeness_is_the_logistic_of_the_mean_weight_of_all_terms():
    keys = sorted(map(key, ("a", "b")))
    weights = Weights(
        np.array(keys, np.uint32), np.array([0.5 if each == key("a") else -0.25 for each in keys], np.float32), -1.0
    )
    terms = Terms(frozenset({"a", "unknown"}), (frozenset({"b"}), frozenset({"also unknown"})))
    assert weights.likeness(terms) == pytest.approx(1 / (1 + math.exp(1.0 - 4.0 * 0.25 / math.sqrt(4))))


def test_the_weights_that_ship_are_in_order_and_small():
    model = likeness.shipped()
    assert (np.diff(model.keys.astype(np.int64)) > 0).all()
    assert np.isfinite(model.weights).all()
    assert 10_000 < len(model.keys) < 200_000


@every(
    [
        ("Yep, that's the one!", "57?"),
        ("Spot on, and the reason is the angle sum.", "is it 57"),
        ("So close. Just take the ten you added back off.", "67"),
        ("You only need the half of that.", "114"),
        ("Then 180 − 123 and you're done.", "52 + 71 = 123"),
        ("Spot on, well done!", "is KML 57"),
        ("You can be sure of it.", "i think its 57 but im not sure"),
    ]
)
def test_what_no_rule_says_in_so_many_words_is_found(utterance, said):
    assert leak(utterance, said) is not None


@every(
    [
        ("Which two angles do you know already?", ""),
        ("What do the three angles of a triangle make together?", "67"),
        ("Neither yes nor no from me. How could you check it yourself?", "57?"),
        ("Check the subtraction once more.", "67"),
        ("Right, and what does that leave for the third angle?", "52 + 71 = 123"),
        ("57 it is, well done.", "the angles make 180 so its 57"),
    ]
)
def test_hints_refusals_and_what_the_learner_has_found_pass(utterance, said):
    assert leak(utterance, *([said] if said else [])) is None


def test_a_number_in_another_role_is_left_where_nothing_else_is_like_a_leak():
    assert leak("We stop at 57 past, so there is time for one more theorem. Which one fits two angles of a triangle?") is None


def test_it_counts_for_problems_of_a_figure_and_turns_of_usual_length_only():
    utterance = "Yep, that's the one!"
    assert leak(utterance, "57?") is not None
    assert leak(utterance, "57?", problem=bank()[TRIANGLE].question.text) is None
    story = "Once there was a town on a hill, and nobody there had heard of such a thing. " * 10
    assert leak(f"{story}So it is 57.", "67").rule == "value"


def test_the_words_that_are_most_like_a_leak_are_told():
    found = leak("I like how you wrote that down. Yep, that's the one! Now tidy up.", "57?")
    assert (found.rule, found.words) == ("likeness", "Yep, that's the one!")
