"""The offline pair for geometry: the misconception student and the engine under the rules of an inquiry."""

import asyncio

import pytest

from gnomon.inquiry import GeometryInquiry, InquiryError, InquiryProblem, ProtocolSettings, hold_dialogue
from gnomon.inquiry.protocol.protocol import Inquiry
from gnomon.inquiry.simulated.geometry import EngineTeacher, GeometryCases, SimulatedGeometryStudent
from gnomon.problem import Problem, Question, bank

NAMES = tuple(bank())[:4]
PROBLEMS = {name: bank()[name] for name in NAMES}
TASK = GeometryInquiry("learner")
CASES = GeometryCases(PROBLEMS)  # solved once


def rows(repair=0.35, names=NAMES, **settings):
    teacher = EngineTeacher(CASES)
    student = SimulatedGeometryStudent(teacher.cases, teacher, repair_when_addressed=repair, repair_otherwise=0)
    made = ProtocolSettings(**settings)
    return [asyncio.run(hold_dialogue(Inquiry(InquiryProblem(n, PROBLEMS[n]), TASK, student, teacher, made))) for n in names]


def right(row):
    return [evaluation.num_right for evaluation in row.evaluations]


@pytest.mark.slow
def test_a_student_that_learns_from_every_remark_is_right_once_its_mistake_is_addressed():
    found = rows(repair=1.0)
    assert all(right(row)[0] == 0 for row in found)
    assert sum(right(row)[5] == 5 for row in found) >= 3


@pytest.mark.slow
def test_a_student_that_never_learns_stays_wrong():
    assert all(right(row) == [0] * 6 for row in rows(repair=0.0, names=NAMES[:3]))


@pytest.mark.slow
def test_what_is_understood_stays_understood():
    for row in rows():
        assert right(row) == sorted(right(row))


@pytest.mark.slow
def test_the_teacher_gives_nothing_away_and_nothing_fails():
    for row in rows(assessment_turn=2):
        assert row.error is None
        assert not any(exchange.leak for exchange in row.exchanges)
        assert row.simulated


@pytest.mark.slow
def test_the_same_seed_gives_the_same_dialogue():
    first, second = (rows(names=NAMES[:1])[0] for _ in range(2))
    assert first.identity() == second.identity()


def test_candidates_differ_in_words_and_not_in_what_is_understood():
    teacher = EngineTeacher(CASES)
    student = SimulatedGeometryStudent(teacher.cases, teacher, repair_when_addressed=1.0)
    state = TASK.start(InquiryProblem(NAMES[0], PROBLEMS[NAMES[0]]))
    assert len(set(asyncio.run(student.questions(state, 12)))) == 3
    answers = {asyncio.run(student.answers(state, 1)) for _ in range(3)}
    assert len(answers) == 1


def test_a_problem_without_a_proof_is_refused():
    cases = GeometryCases({"p": Problem(id="p", question=Question(text="What is x?"))})
    with pytest.raises(InquiryError, match="needs a proof"):
        asyncio.run(cases.case("p"))
    with pytest.raises(InquiryError, match="'q'"):
        asyncio.run(cases.case("q"))
