"""Answers in words and names to the question of another tutor."""

from functools import cache

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.worded.answers import words_of
from gnomon.tutor.symbolic.worded.asking import asked_in
from gnomon.tutor.symbolic.worded.operating import operations_in
from tests.every import every


@pytest.fixture(scope="module")
def hear():
    @cache
    def reader_of(name):
        problem = bank()[name]
        solution = solution_of(problem)
        return Diagnostician(problem, solution.proof, solution.deduction)

    def heard(name, question, answer):
        turn = TutorTurn(act="Generic", subact="Continue", utterance=question)
        return reader_of(name).diagnose(Dialogue(problem=name, turns=(turn, StudentTurn(utterance=answer)))).last

    return heard


HUSK, LADDER, CHAIN, CIRCLE = "opposite-angle-husk", "ladder-cosine-lgw", "chain-rtwx", "arc-from-inscribed-drqt"
CONGRUENT, PARALLELS, TRIANGLE = "congruent-angle-letter-cimnuz", "corresponding-letters-cfkgln", "triangle-letters-ceg"
CASES = [
    # which part
    (HUSK, "Which angle lies opposite to S?", "the one at H", "right"),
    (HUSK, "Which side do the two triangles have in common?", "UK", "right"),
    (HUSK, "Which side do the two triangles have in common?", "HU", "wrong"),
    (HUSK, "Which side is parallel to HU?", "HK", "wrong"),
    (HUSK, "Which side would you like best?", "HK", "none"),  # not read, so nothing is said of it
    (CHAIN, "Which side is the longest in triangle XTR?", "XT", "wrong"),
    (CHAIN, "Where is the right angle in triangle XTR?", "T", "right"),
    (TRIANGLE, "At which corner is the widest angle?", "G", "right"),
    (TRIANGLE, "Which angle is the smallest?", "the one at C", "wrong"),
    (CONGRUENT, "CIM matches NUZ, letter by letter. Who's the partner of I?", "U", "right"),
    (CONGRUENT, "Which corner does M go with?", "N", "wrong"),
    (PARALLELS, "SFK sits above right at F. Which angle has that place at L?", "FLN", "right"),
    # what it is called
    (HUSK, "What kind of quadrilateral is HUSK?", "a kite", "wrong"),
    (LADDER, "In triangle LGW, what role does the ladder play?", "its the hypotenuse", "right"),
    (CHAIN, "What is XT in triangle WXT, a leg or the hypotenuse?", "a leg", "wrong"),
    (CIRCLE, "Angle DTR has its corner on the circle. What do we call an angle like that?", "inscribed", "right"),
    (CIRCLE, "What is QD in the circle?", "a chord", "wrong"),
    (PARALLELS, "What's the name for a pair in the same position at two parallels?", "alternate", "wrong"),
    # how parts hang together, and where they lie
    (HUSK, "The corners H and S, are they next to each other or across?", "across", "right"),
    (PARALLELS, "What can you say about SFK and CFS?", "theyre equal", "wrong"),
    (PARALLELS, "What can you say about SFK and CFS?", "they add up to 180", "right"),
    (CIRCLE, "Where does Q lie, inside the circle or on it?", "inside", "right"),
    # what to do
    (PARALLELS, "6x - 14 = 82. What do you do first?", "add 14", "right"),
    (PARALLELS, "6x - 14 = 82. What do you do with the 14?", "subtract it", "wrong"),
    (PARALLELS, "4x = 64. What comes next?", "divide by 4", "right"),
    (LADDER, "Do we multiply or divide 5 by cos 68?", "divide", "wrong"),
    (LADDER, "Which one do we need: a) sine b) cosine c) tangent?", "b", "right"),
    (CIRCLE, "You have the 41. How do you get the arc from the inscribed angle?", "double it", "right"),
    # what is sought, and why
    (PARALLELS, "We have x = 16. Is that what the question asks for?", "yes", "wrong"),
    (PARALLELS, "What are we after in the end: x, or the angle SFK?", "x", "wrong"),
    (CHAIN, "Why is that so?", "pythagoras", "right"),
    # no answers
    (CHAIN, "Where is the right angle in triangle XTR?", "which one is T", "none"),
    (CHAIN, "Which side is the longest in triangle XTR?", "idk", "none"),
    (CHAIN, "How does XT compare with it?", "same, its a square", "none"),
]


@every(CASES, name=lambda case: f"{case[1]} {case[2]}", one_in=3)
def test_an_answer_in_words_is_judged_by_what_the_figure_has(problem, question, answer, verdict, hear):
    assert hear(problem, question, answer).verdict == verdict


def test_a_question_is_known_by_what_kind_of_answer_it_wants():
    asked = {
        "Look at HUK. Which two of its angles are equal?": "which",
        "What do we call such an angle?": "term",
        "And how do you get the radius from that?": "operation",
        "How do the two compare?": "link",
        "Where is M on it?": "where",
        "Why must it be there?": "why",
    }
    assert {question: asked_in(question)[-1].want for question in asked} == asked


def test_a_choice_is_cut_into_what_it_is_between():
    assert asked_in("Do we add or subtract the squares?")[0].options == ("add", "subtract the squares")
    assert asked_in("Which rule fits? a) half the sum b) half the difference")[0].options == (
        "half the sum",
        "half the difference",
    )
    assert asked_in("What is DV: a leg or the hypotenuse?")[0].options == ("a leg", "the hypotenuse")


def test_what_stands_around_an_answer_is_no_part_of_it():
    assert words_of("um the left one cause it looks so?")[:2] == ("the left one", True)
    assert words_of("OK").text == "OK"  # a side may be called so


def test_operations_are_read_in_their_order_and_only_where_nothing_else_is_said():
    assert operations_in("add them n halve") == ("add", "halve")
    assert operations_in("take it off both sides") == ("subtract",)
    assert operations_in("add a new triangle") == ()
