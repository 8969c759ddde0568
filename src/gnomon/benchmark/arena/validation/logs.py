"""Logs of tutoring that simulated learners are compared with: JSONL of dialogues or transcripts, or MathDial's rows.

Whose messages the logs hold decides what a comparison is worth: in MathDial people teach, and a language model plays the
students, so that no learner of it is a person.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from gnomon.benchmark.arena.transcripts import read_transcripts
from gnomon.benchmark.errors import ResultsError
from gnomon.datasets import WrongFileError, load_mathdial
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution, solution_of
from gnomon.problem import Problem, ProblemError, Question, load_problem
from gnomon.student import UnknownStudentError, named_student
from gnomon.tutor import reader_of

Who = Literal["person", "model", "simulated", "unknown"]
"""Who wrote the learner's messages."""
_ANYBODY = "person"
"""What the studio calls every learner: its exports hold no names."""
_ASKED_FIRST = TutorTurn(act="Generic", subact="Continue", utterance="")


@dataclass(frozen=True)
class Log:
    """One conversation."""

    id: str
    problem: Problem
    """With nothing formal where only its text is known."""
    solution: Solution | None
    """With a proof; None where the problem is not formal, or not solved."""
    dialogue: Dialogue
    who: Who
    person: str = ""
    """A name that tells learners apart; empty where there is none."""
    is_solved: bool | None = None
    """As the log says; None where the engine is to say, or nobody can."""


class Logs(list[Log]):
    """The conversations of a file, with what it is."""

    def __init__(self, logs: list[Log], source: Literal["dialogues", "mathdial"], sha256: str) -> None:
        super().__init__(logs)
        self.source = source
        self.sha256 = sha256


def read_logs(path: Path, limit: int | None = None, *, unnamed_are_people: bool = False) -> Logs:
    """Read the conversations of a file in which a learner says something.

    Args:
        path: JSONL of dialogues (`gnomon.dialogue`), of transcripts, or of MathDial.
        limit: conversations at most, from the top.
        unnamed_are_people: whether learners without any name are known to be people.

    Raises:
        ResultsError: when there is none.
        DialogueError: at the first line that is no conversation, with its number.
        OSError: when the file cannot be read.
    """
    content = path.read_bytes()
    is_mathdial = _is_mathdial(content)
    found = _of_mathdial(path) if is_mathdial else _of_dialogues(path)
    kept: list[Log] = []
    for log in found:
        if len(kept) == limit:
            break
        if log.dialogue.student_turns():
            kept.append(replace(log, who="person") if unnamed_are_people and log.who == "unknown" else log)
    if not kept:
        raise ResultsError(f"{path}: holds no conversation in which a learner says something")
    return Logs(kept, "mathdial" if is_mathdial else "dialogues", hashlib.sha256(content).hexdigest())


def _is_mathdial(content: bytes) -> bool:
    first = next((line for line in content.splitlines() if line.strip()), b"")
    try:
        row = json.loads(first)
    except ValueError:
        return False
    return isinstance(row, dict) and "conversation" in row and "qid" in row


def _of_mathdial(path: Path) -> Iterator[Log]:
    try:
        rows = load_mathdial(path).items
    except WrongFileError as error:
        raise ResultsError(str(error)) from error
    for row in rows:
        said = [
            StudentTurn(utterance=turn.text)
            if turn.role == "student"
            else _ASKED_FIRST.model_copy(update={"utterance": turn.text})
            for turn in row.turns
        ]
        dialogue = Dialogue(problem=row.question_id, attempt=row.student_solution, turns=tuple(said))
        problem = Problem(id=row.question_id, question=Question(text=row.question))
        is_solved = None if row.outcome is None else not row.outcome.lower().startswith("no")
        yield Log(row.id, problem, None, dialogue, "model", is_solved=is_solved)


def _of_dialogues(path: Path) -> Iterator[Log]:
    for name, dialogue, _ in read_transcripts(path):
        problem, solution = _problem_of(dialogue.problem)
        who = _who(dialogue.student)
        person = dialogue.student if who == "person" and dialogue.student != _ANYBODY else ""
        yield Log(name, problem, solution, dialogue, who, person)


def _who(student: str) -> Who:
    if not student:
        return "unknown"
    if "://" in student or student.partition("@")[0].startswith("model"):
        return "model"
    try:
        named_student(student)
    except UnknownStudentError:
        return "person"
    return "simulated"


@cache
def _problem_of(name: str) -> tuple[Problem, Solution | None]:
    try:
        problem = load_problem(name)
    except ProblemError:
        return Problem(id=name, question=Question(text="")), None
    solution = solution_of(problem)
    return problem, solution if reader_of(problem, solution) is not None else None
