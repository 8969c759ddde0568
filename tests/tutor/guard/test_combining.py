"""What the values of a sentence come to by the operations that it names."""

import pytest

from gnomon.problem import bank
from gnomon.tutor.guard.guard import find_leak

LINEAR_PAIR = "linear-pair-dghk"  # KGH = 66°, both angles are given by a letter


def found(name, utterance, *said):
    return find_leak(utterance, bank()[name], bank()[name].answer, said_by_student=said)


@pytest.mark.parametrize(
    "utterance",
    [
        "KGH and 24° would fill a right angle between them.",
        "Of the straight line, 114° are gone, and KGH is what remains.",
        "KGH is twice as wide as the 33° you drew.",
        "KGH has two such pieces of 33°.",
        "Cut a third off 99° and KGH is what is left.",
    ],
)
def test_values_and_operations_pin_the_answer_in_any_words(utterance):
    assert found(LINEAR_PAIR, utterance) is not None


@pytest.mark.parametrize(
    "utterance",
    [
        "If KGH were 24° less than a right angle, what would DGK be?",  # asks
        "KGH, 24° and 17° would fill a right angle between them.",  # a value more
        "You should take 24° from a right angle.",  # left to the learner
        "The two angles share the 180° of a straight line.",  # a theorem
    ],
)
def test_what_only_sets_the_values_out_is_left(utterance):
    assert found(LINEAR_PAIR, utterance) is None


def test_a_value_that_the_others_come_to_says_nothing_of_the_unknown():
    assert found("leg-then-leg-adgu", "AU is two shorter than AD: it has 8 cm.") is None


def test_the_values_of_two_sentences_are_put_together():
    assert found("perimeter-third-side-dkw", "Of the 41 cm, the sides at D use up 25. KW takes the rest.") is not None


def test_what_is_quoted_from_the_student_is_theirs_to_hear_again():
    own = "one of the two parts is twice the other"
    turn = f"There is a snag in “{own}”."
    assert found("medians-halves-tgkxlr", turn, own) is None
