"""The offline pair for word problems does what its numbers say, is named as a simulation, and gives no answer away."""

import asyncio
from dataclasses import replace

import pytest

from gnomon.datasets import open_dataset
from gnomon.inquiry import InquiryError, InquiryProblem, ProtocolSettings, State, WordProblemInquiry, hold_dialogue
from gnomon.inquiry.protocol.players import Line
from gnomon.inquiry.protocol.protocol import Inquiry
from gnomon.inquiry.simulated.word_problems import SimulatedStudent, SimulatedTeacher
from gnomon.inquiry.simulated.words import hidden, step_meant, steps_of
from gnomon.problem import Problem, Question

MUFFINS = Problem(
    id="muffins",
    question=Question(text="A tray holds 6 muffins. She fills 7 trays and 5 muffins are left over. How many did she bake?"),
    answer=47.0,
    solution="7 trays hold 7 * 6 = 42 muffins.\nWith those left over she baked 42 + 5 = 47 muffins.",
)
PROBLEMS = {"muffins": MUFFINS}
START = State("muffins", MUFFINS.question)
STEPS = steps_of(MUFFINS)


def sample_problems():
    return {item.id: item.problem() for item in open_dataset("gsm8k", sample=True).loaded}


def told(state, *replies):
    return state.with_lines(*(Line("reply", reply) for reply in replies))


def run(job):
    return asyncio.run(job)


def test_a_step_is_told_without_results_and_without_the_answer():
    assert hidden(STEPS[0], MUFFINS) == "7 trays hold 7 * 6 = __ muffins."
    assert hidden(STEPS[1], MUFFINS) == "With those left over she baked __ + 5 = __ muffins."


def test_the_answer_is_hidden_even_where_the_problem_has_the_same_number():
    problem = Problem(id="p", question=Question(text="5 and 10: how much is half of 10?"), answer=5.0, solution="10 / 2 = 5")
    assert hidden("10 / 2 = 5", problem) == "10 / __ = __"


def test_words_are_about_the_step_that_they_share_most_with():
    assert step_meant("Which trays hold what?", STEPS) == 0
    assert step_meant("And those left over?", STEPS) == 1
    assert step_meant("Tell me about step 2.", STEPS) == 1
    assert step_meant("The muffins of step 2.", STEPS) == 1
    assert step_meant("Good morning!", STEPS) is None


def test_the_student_gains_the_step_when_a_reply_is_about_it():
    student = SimulatedStudent(PROBLEMS, skill=0.1, effect=0.5)
    missing = student.missing_step(MUFFINS)
    other = told(START, STEPS[1 - missing])
    assert (student.has_step(START), student.has_step(other), student.has_step(told(other, STEPS[missing]))) == (
        False,
        False,
        True,
    )
    assert student.chance(START) == pytest.approx(0.1)
    assert student.chance(told(START, STEPS[missing])) == pytest.approx(0.6)


def test_the_null_student_answers_with_the_same_chance_whatever_is_said():
    student = SimulatedStudent(PROBLEMS, skill=0.2, effect=0)
    assert {student.chance(told(START, *STEPS[:count])) for count in range(3)} == {0.2}


def test_answers_are_right_as_often_as_the_chance_says():
    # 2,000 answers with chance .3: deviation sqrt(.21/2000) = .010; four of them are .041.
    answers = run(SimulatedStudent(PROBLEMS, skill=0.3, effect=0.1).answers(START, 2000))
    assert answers.count("Answer: 47") / 2000 == pytest.approx(0.3, abs=0.041)


def test_more_answers_begin_with_the_same_ones_and_another_state_gives_others():
    student = SimulatedStudent(PROBLEMS, skill=0.5, effect=0.1)
    assert run(student.answers(START, 5)) == run(student.answers(START, 20))[:5]
    assert run(student.answers(START, 20)) != run(student.answers(told(START, "Hm."), 20))
    assert run(student.answers(START, 20)) != run(replace(student, seed=1).answers(START, 20))


@pytest.mark.slow
def test_questions_are_about_the_missing_step_as_often_as_the_focus_says():
    # 1,000 questions with chance .7: deviation .0145; four of them are .058.
    student = SimulatedStudent(PROBLEMS, focus=0.7)
    about = [step_meant(question, STEPS) for question in run(student.questions(START, 1000))]
    assert about.count(student.missing_step(MUFFINS)) / 1000 == pytest.approx(0.7, abs=0.058)


def test_the_teacher_explains_the_step_asked_for_and_with_less_clarity_another():
    question = 'How do I do step 1, the part with "trays hold"?'
    assert step_meant(run(SimulatedTeacher(PROBLEMS).reply(START, question)), STEPS) == 0
    assert step_meant(run(SimulatedTeacher(PROBLEMS, clarity=0).reply(START, question)), STEPS) == 1


def test_the_comment_on_an_attempt_is_about_the_missing_step():
    student, teacher = SimulatedStudent(PROBLEMS, skill=0), SimulatedTeacher(PROBLEMS)
    attempt = run(student.attempt(START))
    assert "Here I do not know" in attempt
    assert step_meant(run(teacher.feedback(START, attempt, "not right")), STEPS) == student.missing_step(MUFFINS)


def test_a_rejected_reply_is_written_without_the_words_of_the_step():
    assert "__" not in run(SimulatedTeacher(PROBLEMS).reply(START, "step 1?", ("a leak",)))


def test_everything_is_named_as_a_simulation():
    student, teacher = SimulatedStudent(PROBLEMS, effect=0), SimulatedTeacher(PROBLEMS)
    item = InquiryProblem("muffins", MUFFINS)
    row = run(hold_dialogue(Inquiry(item, WordProblemInquiry(), student, teacher, ProtocolSettings(assessment_turn=2))))
    assert row.error is None
    assert row.simulated
    assert row.student.startswith("simulated-null")
    assert row.teacher.startswith("simulated-")


@pytest.mark.slow
def test_no_reply_about_the_samples_gives_anything_away():
    problems = sample_problems()
    student, teacher, task = SimulatedStudent(problems), SimulatedTeacher(problems), WordProblemInquiry()
    for name, problem in problems.items():
        settings = ProtocolSettings(assessment_turn=1)
        row = run(hold_dialogue(Inquiry(InquiryProblem(name, problem), task, student, teacher, settings)))
        assert row.error is None
        assert not any(exchange.leak for exchange in row.exchanges)
        assert row.assessment.leak is None


@pytest.mark.parametrize("settings", [{"skill": -0.1}, {"skill": 0.5, "effect": 0.6}, {"focus": 2}])
def test_numbers_out_of_range_are_refused(settings):
    with pytest.raises(InquiryError, match="from 0 to 1"):
        SimulatedStudent(PROBLEMS, **settings)


def test_a_problem_that_the_pair_was_not_made_with_is_named():
    with pytest.raises(InquiryError, match="'other'"):
        run(SimulatedStudent(PROBLEMS).answers(State("other", MUFFINS.question), 1))
