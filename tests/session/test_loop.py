"""The loop of a tutor with a student."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import applicable, misconceptions, solution_of, solve
from gnomon.problem import bank
from gnomon.session import Session, outcome_of, run_session, simulate
from gnomon.tutor import said_turn

PROBLEM = bank()["hourglass-cglxz"]
START = Dialogue(problem=PROBLEM.id, attempt="GX = 12", misconception="additive_similarity")
RIGHT = StudentTurn(utterance="CLX and GZX are similar, so 6/GX = 4/10 and GX = 15")


@pytest.fixture(scope="module")
def solution():
    return solution_of(PROBLEM)


class Saying:
    """A tutor that gives these subacts in turn, the last one for ever, and keeps the contexts it has seen."""

    name = "saying"

    def __init__(self, *subacts):
        self.subacts, self.contexts = subacts, []

    async def reply(self, context):
        self.contexts.append(context)
        subact = self.subacts[min(len(self.contexts), len(self.subacts)) - 1]
        act = {"Revealing": "Telling", "Guide": "Focus"}.get(subact, "Generic")
        return said_turn(TutorTurn(act=act, subact=subact, utterance="Go on.", record=TurnRecord(step=1, rung="a rung")))


def talk(solution, tutor, respond=lambda _: StudentTurn(utterance="hm"), most_tutor_turns=20, **options):
    """Let ``tutor`` talk with a student who answers by ``respond``."""

    async def answer(dialogue):
        return respond(dialogue)

    return asyncio.run(run_session(Session(solution, tutor, most_tutor_turns), START, answer, **options))


def test_it_stops_at_the_farewell(solution):
    ended = talk(solution, Saying("Introduce", "Guide", "Farewell"))
    said = [getattr(turn, "subact", turn.role) for turn in ended.turns]
    assert said == ["Introduce", "student", "Guide", "student", "Farewell"]


def test_it_stops_at_the_turn_limit_after_the_student(solution):
    ended = talk(solution, Saying("Guide"), most_tutor_turns=3)
    assert [turn.role for turn in ended.turns] == ["tutor", "student"] * 3


def test_only_the_last_turn_is_announced_as_the_last(solution):
    tutor = Saying("Guide")
    talk(solution, tutor, most_tutor_turns=3)
    assert [context.is_last for context in tutor.contexts] == [False, False, True]


def test_it_stops_when_the_student_leaves(solution):
    answers = iter([StudentTurn(utterance="hm"), None])
    ended = talk(solution, Saying("Guide"), lambda _: next(answers))
    assert [turn.role for turn in ended.turns] == ["tutor", "student", "tutor"]


def test_the_student_sees_no_record_and_no_misconception(solution):
    seen: list = []
    talk(solution, Saying("Guide"), seen.append, most_tutor_turns=1)
    assert seen[0].turns[0].record is None
    assert seen[0].misconception is None


def test_the_dialogue_keeps_records_and_misconception(solution):
    ended = talk(solution, Saying("Guide"), most_tutor_turns=1)
    assert ended.turns[0].record.rung == "a rung"
    assert ended.misconception == "additive_similarity"


def test_the_dialogue_is_reported_as_it_grows(solution):
    kept: list = []
    ended = talk(solution, Saying("Guide"), most_tutor_turns=2, on_step=kept.append)
    assert [list(each.turns) for each in kept] == [list(ended.turns[:count]) for count in range(5)]


@pytest.mark.parametrize(
    ("subact", "said", "outcome"),
    [
        ("Guide", RIGHT, "solved_untold"),
        ("Revealing", RIGHT, "solved_told"),
        ("Guide", StudentTurn(utterance="hm"), "not_solved"),
    ],
)
def test_the_outcome_is_the_students_right_answer_and_whether_it_was_told(solution, subact, said, outcome):
    assert talk(solution, Saying(subact), lambda _: said, most_tutor_turns=1).outcome == outcome


def test_without_a_proof_nothing_is_called_solved(solution):
    unsolved = solve(PROBLEM.model_copy(update={"formal": None}))
    assert outcome_of(START.with_turn(RIGHT), unsolved) == "not_solved"
    assert outcome_of(START.with_turn(RIGHT), solution) == "solved_untold"


@pytest.mark.slow
def test_a_simulated_session_is_the_same_for_the_same_seed(solution):
    name = next(iter(applicable(solution.proof, solution.deduction)))
    held = (simulate(solution, misconceptions()[name], seed=seed) for seed in (3, 3, 4))
    first, again, other = (asyncio.run(each).model_dump(exclude={"turns": {"__all__": {"record": {"seconds"}}}}) for each in held)
    assert first == again
    assert first["id"] == f"{PROBLEM.id}/{name}/symbolic/3"
    assert first["id"] != other["id"]
    assert [turn["utterance"] for turn in first["turns"]] != [turn["utterance"] for turn in other["turns"]]
