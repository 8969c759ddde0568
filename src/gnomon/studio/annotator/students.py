"""The simulated student of an annotated dialogue: by name, answering from a false idea, or played by a model.

A student by name keeps no memory: its answers follow from the seed and the turns, so that what it believes is found again by
letting it answer anew from the first turn on.
"""

from __future__ import annotations

from collections.abc import Callable

from gnomon.algebra import read_numbers
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution, misconceptions
from gnomon.models import Model, parse_address
from gnomon.problem import Letter
from gnomon.student import (
    MISCONCEPTION,
    Attempt,
    AttemptError,
    Beliefs,
    ModelStudent,
    StudentContext,
    make_attempt,
    named_student,
    written_attempt,
)

_UNKNOWN = Beliefs(lines=(), values={}, definitions={}, goal=Letter("x"), wrong_line=0, belief="")
"""What a model believes is its own; it is told none."""


def is_model(student: str) -> bool:
    """Whether a student is a model, by its address."""
    return "@" in student or "://" in student


def check_student(student: str) -> None:
    """Refuse a name of no student.

    Raises:
        UnknownStudentError, ModelAddressError: the message says which there are, or what is expected.
    """
    if is_model(student):
        parse_address(student)
    else:
        named_student(student)


def attempt_behind(student: str, solution: Solution, text: str, misconception: str | None, seed: int) -> Attempt:
    """Return the attempt of a named student with what it believes.

    Args:
        student: the name.
        solution: of the problem.
        text: the attempt as it is shown.
        misconception: behind it, where that is known; else the last number of the text is its answer.
        seed: as of the attempt.

    Raises:
        AttemptError: when the student cannot play it: there is no proof, the answer is right, or somebody else wrote it and the
            student is one who knows nothing but its misconception.
    """
    known = misconceptions().get(misconception or "")
    if solution.proof is None or solution.deduction is None:
        raise AttemptError(f"problem {solution.problem.id!r} has no proof, so only a model can play its student")
    if known is not None:
        made = make_attempt(solution.problem, solution.proof, known, deduction=solution.deduction, seed=seed)
        if made.text == text:
            return made
    if student == MISCONCEPTION:
        raise AttemptError("this attempt is not of gnomon's making, so weak, middle, strong or a model can play its student")
    numbers = read_numbers(text)
    if not numbers:
        raise AttemptError("the attempt names no number, so only a model can play its student")
    lines = text.splitlines()
    return written_attempt(solution, lines, numbers[-1].value, lines[-1])


async def answer_of(
    student: str, attempt: Attempt | None, dialogue: Dialogue, solution: Solution, models: Callable[[str], Model], *, seed: int
) -> StudentTurn:
    """Return what the student answers to the last turn.

    Args:
        student: by name, or a model's address.
        attempt: behind a named student.
        dialogue: so far, its last turn the tutor's.
        solution: of the problem; the student is given its question alone.
        models: gives the model of an address.
        seed: of a named student.

    Raises:
        ModelError: when a model cannot be asked.
    """
    question = solution.problem.question
    if is_model(student):
        played = ModelStudent(models(student))
        return (await played.reply(StudentContext(question, dialogue.for_student(), _UNKNOWN))).turn
    assert attempt is not None  # only models play without one
    talker, beliefs, turn = named_student(student, seed), attempt.beliefs, StudentTurn(utterance="")
    for end, said in enumerate(dialogue.turns, 1):
        if isinstance(said, TutorTurn):
            so_far = dialogue.model_copy(update={"turns": dialogue.turns[:end], "outcome": None})
            turn, beliefs = await talker.reply(StudentContext(question, so_far.for_student(), beliefs))
    return turn
