"""Candidate search: which states are tried, which question goes on, what a budget saves."""

from gnomon.inquiry import ModelStudent, ModelTeacher, SearchSettings, WordProblemInquiry
from gnomon.models import FakeModel, ModelUnavailableError
from tests.inquiry.scripted import ScriptedStudent, ScriptedTeacher, counts_by_candidate, search


def test_the_worked_example_goes_on_with_the_third_candidate():
    # m = 4, k = 5, c = 0, 2, 5, 0: s = 0, 1, 1, 0; j* = 3
    tree = search(SearchSettings(num_candidates=4), ScriptedStudent(answer=counts_by_candidate([0, 2, 5, 0])))
    assert [turn.best for turn in tree.turns] == [3] * 5
    assert [candidate.num_right for candidate in tree.turns[0].candidates] == [0, 2, 5, 0]
    assert [candidate.score for candidate in tree.turns[0].candidates] == [0, 1, 1, 0]


def test_every_turn_starts_at_the_state_of_the_best_candidate_before():
    states = []

    def ask(state, index):
        states.append(state)
        return f"question {state.turn + 1}, candidate {index + 1}"

    answer = counts_by_candidate([1, 0], [0, 1])
    search(SearchSettings(num_candidates=2), ScriptedStudent(ask=ask, answer=answer))
    third = next(state for state in states if state.turn == 2)
    assert [line.text for line in third.lines if line.kind == "question"] == [
        "question 1, candidate 1",
        "question 2, candidate 2",
    ]


def test_the_evaluations_of_a_tree_are_those_of_the_chosen_states():
    tree = search(SearchSettings(num_candidates=2), ScriptedStudent(answer=counts_by_candidate([0, 2], [1, 4])))
    assert [evaluation.turn for evaluation in tree.evaluations] == [0, 1, 2, 3, 4, 5]
    assert [evaluation.num_right for evaluation in tree.evaluations] == [0, 2, 4, 4, 4, 4]


def test_a_peer_proposes_and_the_student_answers():
    peer = ScriptedStudent(ask=lambda _, index: f"question 1, candidate {index + 1}", name="peer")
    student = ScriptedStudent()
    tree = search(SearchSettings(num_candidates=2), student, peer=peer)
    assert (tree.proposer, tree.peer) == ("peer", "peer")
    assert not peer.answered
    assert student.answered


def test_an_assessment_in_a_search_is_evaluated_after_it_has_joined():
    def answer(state, _):
        return f"Answer: {18 if any(line.kind == 'feedback' for line in state.lines) else 17}"

    tree = search(SearchSettings(num_candidates=2, assessment_turn=2), ScriptedStudent(answer=answer))
    assert [evaluation.num_right for evaluation in tree.evaluations] == [0, 0, 5, 5, 5, 5]
    assert tree.assessment.turn == 2


def test_candidates_and_samples_come_in_one_request_each():
    # turn 0: 1; then five times 1 for the questions, m = 3 replies, m evaluations
    student, teacher = FakeModel(lambda _, index: f"Answer: {index}"), FakeModel("Think.")
    view = WordProblemInquiry.view
    tree = search(SearchSettings(num_candidates=3), ModelStudent(student, view), ModelTeacher(teacher, view))
    assert len(student.requests) == 1 + 5 * (1 + 3)
    assert len(teacher.requests) == 5 * 3
    assert tree.calls_made == 5 + 5 * (3 + 3 + 3 * 5)


def test_a_budget_makes_the_same_choices_with_fewer_samples():
    student = ScriptedStudent(answer=counts_by_candidate([0, 5, 1, 3], [2, 2, 2, 2], [0, 0, 0, 0]))
    full = search(SearchSettings(num_candidates=4), student)
    saving = search(SearchSettings(num_candidates=4, budget=True), student)
    assert [turn.best for turn in saving.turns] == [turn.best for turn in full.turns]
    assert saving.calls_saved > 0
    assert saving.calls_made + saving.calls_saved == full.calls_made
    assert [evaluation.num_samples for evaluation in saving.evaluations] == [5] * 6


def test_a_budget_stops_a_candidate_once_it_cannot_win():
    # k = 5, samples in order: 1 is always right, 2 never. After r rounds 2 can reach 5 - r; 1 has r. 1 wins ties, so 2 is out
    # when 5 - r <= r: after round 3 (2 <= 3).
    tree = search(SearchSettings(num_candidates=2, budget=True), ScriptedStudent(answer=counts_by_candidate([5, 0])))
    assert [candidate.num_samples for candidate in tree.turns[0].candidates] == [5, 3]
    assert [candidate.score for candidate in tree.turns[0].candidates] == [1, None]


def test_a_failed_search_keeps_the_turns_it_had():
    def say(state, *_):
        if state.turn == 1:
            raise ModelUnavailableError("gone")
        return "Think."

    tree = search(SearchSettings(num_candidates=2), teacher=ScriptedTeacher(say=say))
    assert tree.error.boundary == "teacher/reply"
    assert len(tree.turns) == 1


def test_a_turn_keeps_the_messages_that_its_questions_were_asked_with():
    student, teacher = FakeModel("Answer: 17"), FakeModel("Think.")
    view = WordProblemInquiry.view
    tree = search(SearchSettings(num_candidates=2), ModelStudent(student, view), ModelTeacher(teacher, view))
    asked = [request for request in student.requests if request.num_samples == 2]
    sent = [[{"role": message.role, "content": message.text} for message in request.messages] for request in asked]
    assert [list(turn.prompt) for turn in tree.turns] == sent
