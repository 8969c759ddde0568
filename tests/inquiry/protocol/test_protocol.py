"""The interaction: who says what when, what is evaluated, what fails."""

from gnomon.inquiry import GREETING, Line, ModelStudent, ModelTeacher, WordProblemInquiry
from gnomon.models import FakeModel, ModelUnavailableError
from tests.every import every
from tests.inquiry.scripted import ScriptedStudent, ScriptedTeacher, hold


def test_a_dialogue_has_five_exchanges_and_six_evaluations_of_five_samples():
    row = hold()
    assert [exchange.number for exchange in row.exchanges] == [1, 2, 3, 4, 5]
    assert [exchange.analysis_turn for exchange in row.exchanges] == [0, 1, 2, 3, 4]
    assert [evaluation.turn for evaluation in row.evaluations] == [0, 1, 2, 3, 4, 5]
    assert [evaluation.num_samples for evaluation in row.evaluations] == [5] * 6


def test_the_teacher_greets_and_then_question_and_reply_alternate():
    student = ScriptedStudent()
    hold(student)
    last = max((state for state, _ in student.answered), key=lambda state: len(state.lines))
    assert last.lines[0] == Line("greeting", GREETING)
    assert [line.kind for line in last.lines[1:]] == ["question", "reply"] * 5


def test_an_evaluation_sees_the_state_after_the_reply_of_its_turn():
    # right from the second reply on: turns 0 and 1 have none right, the others all
    row = hold(ScriptedStudent(answer=lambda state, _: f"Answer: {18 if state.turn >= 2 else 17}"))
    assert [evaluation.pass_at_k(5) for evaluation in row.evaluations] == [0, 0, 1, 1, 1, 1]


@every(range(6))
def test_an_assessment_joins_the_state_before_the_evaluation_of_its_turn(turn):
    student = ScriptedStudent()
    row = hold(student, assessment_turn=turn)
    seen = {state.turn: any(line.kind == "feedback" for line in state.lines) for state, _ in student.answered}
    assert seen == {t: t >= turn for t in range(6)}
    assert row.assessment.turn == turn


@every(range(-1, 6))
def test_an_assessment_uses_up_no_question(turn):
    row = hold(assessment_turn=turn)
    assert len(row.exchanges) == 5
    assert (row.assessment is None) == (turn == -1)


def test_a_question_knows_the_assessment_from_the_next_one_on():
    # the middle of the interaction is s = 2: the third question, q(3), is the first that sees the feedback
    seen = {}

    def ask(state, index):
        seen[state.turn + 1] = any(line.kind == "feedback" for line in state.lines)
        return f"question {index}"

    hold(ScriptedStudent(ask=ask), assessment_turn=2)
    assert seen == {1: False, 2: False, 3: True, 4: True, 5: True}


def test_the_student_sees_the_verdict_of_its_attempt():
    wrong = hold(assessment_turn=0).assessment
    right = hold(ScriptedStudent(answer=lambda *_: "Answer: 18"), assessment_turn=0).assessment
    assert (wrong.is_right, wrong.feedback.splitlines()[0]) == (False, "Result of the check: not right.")
    assert (right.is_right, right.feedback.splitlines()[0]) == (True, "Result of the check: right.")


def test_a_sample_without_an_answer_counts_as_wrong_and_is_counted():
    row = hold(ScriptedStudent(answer=lambda _, index: "Answer: 18" if index == 0 else "I wonder."))
    assert [evaluation.num_unread for evaluation in row.evaluations] == [4] * 6
    assert [evaluation.num_right for evaluation in row.evaluations] == [1] * 6


def test_the_paper_protocol_records_a_leak_and_lets_it_pass():
    row = hold(teacher=ScriptedTeacher(say=lambda *_: "The answer is 18."))
    assert all("answer" in exchange.leak and not exchange.leak_acted for exchange in row.exchanges)
    assert row.exchanges[0].reply == "The answer is 18."


def test_the_guarded_protocol_asks_anew_with_the_reason():
    def say(*said):
        return "Count the days." if said[-1] else "The answer is 18."

    row = hold(teacher=ScriptedTeacher(say=say), protocol="guarded")
    assert [exchange.reply for exchange in row.exchanges] == ["Count the days."] * 5
    assert all(exchange.leak and exchange.leak_acted for exchange in row.exchanges)


def test_the_guarded_protocol_gives_up_after_three_drafts():
    drafts = []

    def say(*said):
        drafts.append(len(said[-1]))
        return "It is 18."

    row = hold(teacher=ScriptedTeacher(say=say), protocol="guarded")
    assert drafts == [0, 1, 2] * 5
    assert {exchange.reply for exchange in row.exchanges} == {WordProblemInquiry.safe_reply}


def test_what_the_student_has_said_is_no_leak():
    student = ScriptedStudent(ask=lambda *_: "I get 18. What next?")
    row = hold(student, ScriptedTeacher(say=lambda *_: "How did you come to 18?"))
    assert {exchange.leak for exchange in row.exchanges} == {None}


def test_a_failure_is_a_row_with_its_place_and_what_came_before():
    def say(state, *_):
        if state.turn == 2:
            raise ModelUnavailableError("no connection")
        return "Think."

    row = hold(teacher=ScriptedTeacher(say=say))
    assert (row.error.boundary, row.error.message) == ("teacher/reply", "no connection")
    assert len(row.exchanges) == 2
    assert [evaluation.turn for evaluation in row.evaluations][:2] == [0, 1]


def test_a_dialogue_with_models_costs_sixteen_requests_and_two_more_with_an_assessment():
    # 6 evaluations of 5 samples in one request each, 5 questions, 5 replies; attempt and feedback
    def count(**settings):
        student, teacher = FakeModel("Answer: 17"), FakeModel("Think.")
        view = WordProblemInquiry.view
        hold(ModelStudent(student, view), ModelTeacher(teacher, view), **settings)
        return len(student.requests) + len(teacher.requests)

    assert count() == 6 + 5 + 5
    assert count(assessment_turn=2) == 6 + 5 + 5 + 2
