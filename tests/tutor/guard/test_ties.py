"""What leaves one step to the answer by what the problem says."""

import pytest

from gnomon.problem import bank
from gnomon.tutor.guard.guard import find_leak

LETTER = "trapezoid-letters-cjmsvy"  # CJ = 5x + 1, SM = x + 5, x = 4
RADIUS = "chord-radius-ofhr"  # 10 cm


def found(name, utterance, *said):
    return find_leak(utterance, bank()[name], bank()[name].answer, said_by_student=said)


@pytest.mark.parametrize(
    "utterance",
    [
        "CJ comes to 21 cm.",
        "SM, labelled x + 5, has nine centimetres.",
        "The upper side is 21 cm. That's the one with 5x + 1.",
        "Check it: 5 · 4 + 1 = 21.",
        "x + 5 = 9, that's all there is left.",
    ],
)
def test_the_size_of_a_part_with_a_letter_tells_the_letter(utterance):
    assert found(LETTER, utterance) is not None


@pytest.mark.parametrize(
    "utterance",
    [
        "CJ comes to 22 cm.",  # is not so
        "With x = 3, CJ would be 16 cm.",  # what would be
        "6x + 6 = 30. Take the 6 away first.",  # more than a step
        "x + 5 = 9. What do you take away?",  # left to the learner
        "The midsegment VY has 15 cm.",  # given
    ],
)
def test_sizes_that_tell_nothing_new_are_left(utterance):
    assert found(LETTER, utterance) is None


def test_what_the_student_has_found_is_theirs_to_hear_again():
    assert found(LETTER, "CJ is 21 cm, yes.", "CJ = 21") is None


@pytest.mark.parametrize("utterance", ["Its diameter: 20 cm.", "The circle is 20 cm across.", "From edge to edge it's 20 cm."])
def test_a_diameter_tells_the_radius(utterance):
    assert found(RADIUS, utterance) is not None
    assert found("half-chord-ocdq", utterance) is None  # asks for half a chord


def test_an_order_of_two_sides_tells_no_distance():
    assert found("bisector-parts-ghrv", "Because GR is shorter than GH, VR has to be shorter than HV.") is None


@pytest.mark.parametrize(
    ("problem", "utterance"),
    [
        ("cyclic-isosceles-defkn", "Take 72 off 180, 108 remains, and each base angle gets half of it."),
        ("half-chord-ocdq", "The whole chord is 24 cm and OQ cuts it in half."),
        ("tangent-distance-otz", "49 + 576 = 625, whose root is OZ."),
    ],
)
def test_what_a_sentence_works_out_is_gone_on_with(problem, utterance):
    assert found(problem, utterance) is not None


@pytest.mark.parametrize(
    ("problem", "utterance"),
    [
        ("chord-halves-bcmot", "BT has 30 cm."),
        ("chord-halves-bcmot", "The whole chord comes to 30 cm."),
        ("bisector-jpqrs", "Angle PQR is 116°."),
    ],
)
def test_what_the_problem_halves_tells_its_half(problem, utterance):
    assert found(problem, utterance) is not None
