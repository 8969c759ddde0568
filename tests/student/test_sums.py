"""Sums that a turn asks for are read from its words, and answered; a slip in one is small and of a known kind."""

import asyncio
from random import Random

import pytest

from gnomon.algebra import read_arithmetic
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import misconceptions, solution_of
from gnomon.problem import bank
from gnomon.student import Learner, Mind, MisconceptionStudent, StudentContext, make_attempt, strengths
from gnomon.student.sums import miscalculated, sum_asked
from tests.every import every

SOLUTION = solution_of(bank()["triangle-sum-klm"])
ATTEMPT = make_attempt(SOLUTION.problem, SOLUTION.proof, misconceptions()["angle_sum_360"], deduction=SOLUTION.deduction)
CALM = strengths()["middle"].model_copy(
    update=dict.fromkeys(("repair", "alone", "slip", "relapse", "half", "stray", "route"), 0.0)
)
ASKED = "Only a piece of “34 = 10 + 13 + KM” first: what is 10 + 13?"


def turn(words):
    return TutorTurn(act="Focus", subact="Calculate", utterance=words)


def reply(student, words=ASKED):
    said = (turn("Hello!"), StudentTurn(utterance="237"), turn(words))
    context = StudentContext(SOLUTION.problem.question, Dialogue(problem="p", turns=said), ATTEMPT.beliefs)
    return asyncio.run(student.reply(context)).turn.utterance


@every(
    [
        (ASKED, 23),
        ("One thing at a time: in “90 + 2·25 = x”, what does 2·25 come to?", 50),
        ("You say “52 + 71 = 100”. What belongs together?", None),  # a quotation
        ("Co-interior angles: 180 − 72 = 108. What is the line for yours?", None),  # no question
        ("Here is an example: what is 10 + 13?", None),
        ("What is 10 + 13, and what is 5 + 8?", None),
        ("Which size has ∠KML?", None),
    ]
)
def test_the_one_calculation_in_a_question_is_asked_for(words, value):
    asked = sum_asked(turn(words))
    assert (None if asked is None else asked.value) == value


@every(
    [
        ("10 + 13", {3, 33, 13}),  # minus for plus, a ten too many or too few
        ("17 + 25", {32, 52}),  # the carry dropped is a ten too few as well
        ("43 − 17", {36, 16}),
        ("7 + 5", {2, 11, 13}),  # one off; the dropped carry
        ("180 − 52", {138, 118}),
        ("2·36", {82, 62}),
        ("1 + 1", {3, 1}),
    ]
)
def test_a_slip_is_a_ten_or_one_off_or_the_other_sign_of_small_numbers(text, values):
    [asked] = read_arithmetic(text)
    assert {miscalculated(asked, Random(seed)) for seed in range(60)} == values


def test_a_learner_answers_the_sum_and_slips_as_often_as_its_strength_says():
    right = [reply(Learner("test", CALM, "terse", seed)) for seed in range(10)]
    assert set(right) == {"23"}
    wrong = {reply(Learner("test", CALM.model_copy(update={"slip": 1.0}), "terse", seed)) for seed in range(20)}
    assert wrong == {"3", "33", "13"}
    assert "23" in reply(MisconceptionStudent())


@pytest.mark.slow
def test_the_share_of_slips_is_that_of_the_strength():
    """0.1 of 300 answers: three standard deviations are 0.052."""
    chances = CALM.model_copy(update={"slip": 0.1})
    wrong = sum(reply(Learner("test", chances, "terse", seed)) != "23" for seed in range(300)) / 300
    assert wrong == pytest.approx(0.1, abs=0.052)


def test_a_slip_in_a_line_fits_its_value():
    """No angle is written ten times as large, and nothing large is counted on the fingers."""
    mind = Mind.of(ATTEMPT.beliefs).repaired(SOLUTION.problem.question.figure)
    said = (turn("Hello!"), StudentTurn(utterance="237"), turn("What do the angles add up to?"))
    chances = CALM.model_copy(update={"slip": 1.0, "initiative": 1.0})
    context = StudentContext(SOLUTION.problem.question, Dialogue(problem="p", turns=said), mind)
    answers = {asyncio.run(Learner("test", chances, "terse", seed).reply(context)).beliefs.answer() for seed in range(12)}
    assert answers == {67.0}
