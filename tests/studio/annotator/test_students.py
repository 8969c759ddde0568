"""Simulated students of annotated dialogues: by name, found again from the turns alone, or played by a model."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution, applicable, misconceptions, solution_of
from gnomon.models import FakeModel, Model, ModelAddressError
from gnomon.problem import bank
from gnomon.session import SimulatedResponse
from gnomon.student import AttemptError, UnknownStudentError, make_attempt, named_student
from gnomon.studio.annotator.students import answer_of, attempt_behind, check_student
from tests.studio.annotating import ATTEMPT

PROBLEM = str(ATTEMPT["problem"])
TEXT = str(ATTEMPT["attempt"])
ASKED = (
    TutorTurn(act="Generic", subact="Introduce", utterance="How did you go about it?"),
    TutorTurn(act="Probing", subact="SelfCorrect", feedback="negative", utterance="Do all three angles make 180°?"),
    TutorTurn(act="Focus", subact="Calculate", utterance="What is 180 - 52 - 71?"),
)


def solution() -> Solution:
    return solution_of(bank()[PROBLEM])


def no_model(address: str) -> Model:
    raise AssertionError(address)


def held(student: str, seed: int) -> Dialogue:
    """Hold a conversation in which the student is asked anew at each turn, with nothing kept but the turns."""
    attempt = attempt_behind(student, solution(), TEXT, None, seed)
    dialogue = Dialogue(problem=PROBLEM, attempt=TEXT)
    for turn in ASKED:
        dialogue = dialogue.with_turn(turn)
        dialogue = dialogue.with_turn(asyncio.run(answer_of(student, attempt, dialogue, solution(), no_model, seed=seed)))
    return dialogue


@pytest.mark.parametrize("student", ["weak", "middle"])
def test_a_student_who_is_found_again_from_the_turns_says_what_one_with_a_memory_says(student: str) -> None:
    attempt = attempt_behind(student, solution(), TEXT, None, 3)
    remembering = SimulatedResponse(named_student(student, 3), bank()[PROBLEM].question, attempt.beliefs)
    dialogue = Dialogue(problem=PROBLEM, attempt=TEXT)
    for turn in ASKED:
        dialogue = dialogue.with_turn(turn)
        dialogue = dialogue.with_turn(asyncio.run(remembering(dialogue.for_student())))
    assert held(student, 3).turns == dialogue.turns


def test_other_seeds_are_other_students() -> None:
    assert len({held("middle", seed).turns for seed in range(6)}) > 1


def test_a_right_attempt_has_no_student() -> None:
    with pytest.raises(AttemptError, match="right answer"):
        attempt_behind("middle", solution(), "180 - 52 - 71 = 57, so it is 57.", None, 0)
    with pytest.raises(AttemptError, match="names no number"):
        attempt_behind("middle", solution(), "I do not know.", None, 0)


def test_a_student_with_nothing_but_a_misconception_plays_only_attempts_that_follow_from_one() -> None:
    with pytest.raises(AttemptError, match=r"not of gnomon's making"):
        attempt_behind("misconception", solution(), TEXT, None, 0)
    proof, deduction = solution().proof, solution().deduction
    assert proof is not None
    assert deduction is not None
    name = next(iter(applicable(proof, deduction)))
    made = make_attempt(bank()[PROBLEM], proof, misconceptions()[name], deduction=deduction, seed=2)
    assert attempt_behind("misconception", solution(), made.text, name, 2) == made


def test_a_model_plays_by_its_address_and_never_sees_the_answer() -> None:
    model = FakeModel("I added them.")
    dialogue = Dialogue(problem=PROBLEM, attempt=TEXT).with_turn(ASKED[0])
    said = asyncio.run(answer_of("gpt@http://here/v1", None, dialogue, solution(), lambda _: model, seed=0))
    assert said == StudentTurn(utterance="I added them.")
    assert "57" not in str(model.requests)


def test_a_name_of_nobody_is_refused() -> None:
    with pytest.raises(UnknownStudentError):
        check_student("nobody")
    with pytest.raises(ModelAddressError):
        check_student("gpt@nowhere")
    check_student("weak")
