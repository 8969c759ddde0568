"""The loop of a tutor with a student or a person."""

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import applicable, misconceptions, solve
from gnomon.problem import bank
from gnomon.session import outcome_of, run_session, simulate

PROBLEM = bank()["hourglass-cglxz"]
START = Dialogue(problem=PROBLEM.id, attempt="GX = 12", misconception="additive_similarity")
RIGHT = StudentTurn(utterance="CLX and GZX are similar, so 6/GX = 4/10 and GX = 15")


@pytest.fixture(scope="module")
def solution():
    return solve(PROBLEM)


class Saying:
    """A tutor that gives these subacts in turn, the last one for ever, and keeps the contexts it has seen."""

    def __init__(self, *subacts):
        self.subacts, self.contexts = subacts, []

    def reply(self, context):
        self.contexts.append(context)
        subact = self.subacts[min(len(self.contexts), len(self.subacts)) - 1]
        act = {"Revealing": "Telling", "Guide": "Focus"}.get(subact, "Generic")
        return TutorTurn(act=act, subact=subact, utterance="Go on.", record=TurnRecord(step=1, rung="a rung"))


def shrug(_):
    return StudentTurn(utterance="hm")


def test_it_stops_at_the_farewell(solution):
    ended = run_session(START, PROBLEM, solution, Saying("Introduce", "Guide", "Farewell"), shrug)
    assert [getattr(turn, "subact", turn.role) for turn in ended.turns] == [
        "Introduce",
        "student",
        "Guide",
        "student",
        "Farewell",
    ]


def test_it_stops_at_the_turn_limit_after_the_student(solution):
    ended = run_session(START, PROBLEM, solution, Saying("Guide"), shrug, most_tutor_turns=3)
    assert [turn.role for turn in ended.turns] == ["tutor", "student"] * 3


def test_only_the_last_turn_is_announced_as_the_last(solution):
    tutor = Saying("Guide")
    run_session(START, PROBLEM, solution, tutor, shrug, most_tutor_turns=3)
    assert [context.is_last for context in tutor.contexts] == [False, False, True]


def test_it_stops_when_the_student_leaves(solution):
    answers = iter([StudentTurn(utterance="hm"), None])
    ended = run_session(START, PROBLEM, solution, Saying("Guide"), lambda _: next(answers))
    assert [turn.role for turn in ended.turns] == ["tutor", "student", "tutor"]


def test_the_student_sees_no_record_and_no_misconception(solution):
    seen: list = []
    run_session(START, PROBLEM, solution, Saying("Guide"), seen.append, most_tutor_turns=1)
    assert seen[0].turns[0].record is None
    assert seen[0].misconception is None


def test_the_dialogue_keeps_records_and_misconception(solution):
    ended = run_session(START, PROBLEM, solution, Saying("Guide"), shrug, most_tutor_turns=1)
    assert ended.turns[0].record.rung == "a rung"
    assert ended.misconception == "additive_similarity"


def test_every_turn_is_reported_as_it_is_made(solution):
    heard: list = []
    ended = run_session(START, PROBLEM, solution, Saying("Guide"), shrug, most_tutor_turns=2, on_turn=heard.append)
    assert heard == list(ended.turns)


@pytest.mark.parametrize(
    ("subact", "said", "outcome"),
    [("Guide", RIGHT, "solved_untold"), ("Revealing", RIGHT, "solved_told"), ("Guide", shrug(None), "not_solved")],
)
def test_the_outcome_is_the_students_right_answer_and_whether_it_was_told(solution, subact, said, outcome):
    ended = run_session(START, PROBLEM, solution, Saying(subact), lambda _: said, most_tutor_turns=1)
    assert ended.outcome == outcome


def test_without_a_proof_nothing_is_called_solved(solution):
    unsolved = solve(PROBLEM.model_copy(update={"formal": None}))
    assert outcome_of(START.with_turn(RIGHT), PROBLEM, unsolved) == "not_solved"
    assert outcome_of(START.with_turn(RIGHT), PROBLEM, solution) == "solved_untold"


def test_a_simulated_session_is_the_same_for_the_same_seed(solution):
    name = next(iter(applicable(solution.proof, solution.deduction)))
    first, again, other = (simulate(PROBLEM, solution, misconceptions()[name], seed=seed) for seed in (3, 3, 4))
    assert [turn.utterance for turn in first.turns] == [turn.utterance for turn in again.turns]
    assert [turn.utterance for turn in first.turns] != [turn.utterance for turn in other.turns]
