"""The simulated student: gives its idea up only when a turn is about it, and never before by chance alone."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, TutorTurn, subacts
from gnomon.geometry import misconceptions, solution_of
from gnomon.problem import bank
from gnomon.student import MisconceptionStudent, StudentContext, addresses, is_about_another_figure, make_attempt
from tests.every import every

FIGURE = bank()["triangle-sum-klm"].question.figure


@pytest.fixture(scope="module")
def attempt():
    solution = solution_of(bank()["triangle-sum-klm"])
    return make_attempt(solution.problem, solution.proof, misconceptions()["angle_sum_360"], deduction=solution.deduction)


def _turn(subact="Guide", utterance="Look again.", **highlights):
    return TutorTurn(act=subacts()[subact].act, subact=subact, utterance=utterance, highlights=highlights)


def _replies(attempt, turn, seeds, **chances):
    """Return the replies of students that differ in their seed."""
    question = bank()["triangle-sum-klm"].question
    dialogue = Dialogue(problem="p", attempt=attempt.text).with_turn(turn)
    context = StudentContext(question, dialogue, attempt.beliefs)

    async def all_of_them():
        return [await MisconceptionStudent(seed=seed, **chances).reply(context) for seed in seeds]

    return asyncio.run(all_of_them())


def _reply(attempt, turn, seed=0, **chances):
    return _replies(attempt, turn, [seed], **chances)[0]


def _share_repaired(attempt, turn, tries=400):
    return sum(reply.beliefs.is_repaired for reply in _replies(attempt, turn, range(tries))) / tries


@pytest.mark.slow
def test_a_turn_about_the_rule_repairs_in_about_a_third_of_the_cases(attempt):
    """0.35 of 400 tries: three standard deviations are 0.07."""
    assert _share_repaired(attempt, _turn(utterance="What do the angles of a triangle add up to?")) == pytest.approx(
        0.35, abs=0.07
    )


def test_a_turn_about_something_else_hardly_ever_repairs(attempt):
    assert _share_repaired(attempt, _turn(utterance="Nice weather today.")) < 0.03


def test_a_turn_about_another_figure_confuses_even_when_it_names_the_rule(attempt):
    turn = _turn(utterance="What do the angles of triangle XYZ add up to?")
    assert _share_repaired(attempt, turn) < 0.03
    assert is_about_another_figure(turn, FIGURE)


def test_pointing_at_the_step_is_enough_to_address_it(attempt):
    line = attempt.beliefs.lines[attempt.beliefs.wrong_line]
    assert addresses(_turn(angles=("KML",)), line, FIGURE)
    assert not addresses(_turn(lines=("KL",)), line, FIGURE)


def test_social_turns_address_nothing(attempt):
    line = attempt.beliefs.lines[attempt.beliefs.wrong_line]
    assert not addresses(_turn("Continue", "The angles of a triangle, please go on."), line, FIGURE)


@every(sorted(subacts()))
def test_every_kind_of_turn_gets_an_answer(subact, attempt):
    reply = _reply(attempt, _turn(subact, "Please look at angle KML.", angles=("KML",)))
    assert reply.turn.utterance.strip()
    assert "{" not in reply.turn.utterance


def test_a_student_asked_for_an_angle_reads_it_off_the_question(attempt):
    turn = _turn("AskAngle", "How large is this angle?", angles=("LKM",))
    reply = _reply(attempt, turn, repair_when_addressed=0.0, repair_otherwise=0.0)
    assert "52" in reply.turn.utterance


def test_a_student_who_is_told_takes_it_over(attempt):
    reply = _reply(attempt, _turn("Revealing", "The angle is 57°."), repair_when_addressed=0.0, repair_otherwise=0.0)
    assert "57" in reply.turn.utterance
    assert reply.beliefs.is_repaired


def test_the_same_seed_answers_alike(attempt):
    turn = _turn("SelfCorrect", "Check your sum.")
    assert _reply(attempt, turn, 3) == _reply(attempt, turn, 3)
