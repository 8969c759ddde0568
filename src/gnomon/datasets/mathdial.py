"""MathDial: teachers with simulated students about a wrong solution of a word problem (Macina et al. 2023)."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows

MathDialMove = Literal["generic", "focus", "probing", "telling"]


class MathDialTurn(BaseModel):
    """One message."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Literal["teacher", "student"]
    speaker: str
    """As written: ``Teacher``, ``Student``, or the student's first name."""
    move: MathDialMove | None = None
    """What the teacher marked; None for a student."""
    text: str


class MathDialDialogue(DatasetItem):
    """A conversation about one student's wrong solution."""

    question_id: str
    scenario: int
    """Which of the question's wrong solutions, from 1; question and scenario together are not unique."""
    question: str
    solution: str
    student_solution: str
    student_profile: str = ""
    confusion: str = ""
    """The student's confusion in the teacher's words; empty when not recorded."""
    turns: tuple[MathDialTurn, ...]
    outcome: str | None = None
    """Whether the student got there, as written (``self-correctness``); None when not recorded."""
    typical_confusion: float | None = None
    """Teacher's rating from 1 to 5; None when not recorded."""
    typical_interactions: float | None = None


BREAK = "|EOM|"
"""Between two messages of a conversation."""
_SPEAKER = re.compile(r"\s*(?P<speaker>[^:\n(]{1,40}?)\s*:\s*", re.UNICODE)
_MOVE = re.compile(r"\((?P<move>generic|focus|probing|telling)\)\s*")


def load_mathdial(path: Source) -> Loaded[MathDialDialogue]:
    """Read MathDial's rows; ids are ``STEM-LINE``, such as ``test-1``.

    Args:
        path: ``train.jsonl``, ``test.jsonl``, or a folder with both, or several files.

    Raises:
        WrongFileError: when no row is such a dialogue.
    """
    return load_rows(path, _dialogue, 'MathDial rows {"qid", "question", "conversation", …}')


def _dialogue(row: Fields) -> MathDialDialogue:
    return MathDialDialogue(
        id=row.row_id("id"),
        question_id=row.text("qid"),
        scenario=row.integer("scenario"),
        question=row.text("question"),
        solution=row.text("ground_truth"),
        student_solution=row.text("student_incorrect_solution"),
        student_profile=row.text("student_profile", default=""),
        confusion=row.text("teacher_described_confusion", default=""),
        turns=tuple(_turn(message, row) for message in row.text("conversation").split(BREAK) if message.strip()),
        outcome=row.optional_text("self-correctness"),
        typical_confusion=row.optional_number("self-typical-confusion"),
        typical_interactions=row.optional_number("self-typical-interactions"),
        extra=row.rest(),
    )


def _turn(message: str, row: Fields) -> MathDialTurn:
    named = _SPEAKER.match(message)
    if named is None:
        raise row.error("messages that begin with a speaker's name and a colon", ("conversation",), message)
    speaker, text = named["speaker"], message[named.end() :]
    if speaker != "Teacher":
        return MathDialTurn(role="student", speaker=speaker, text=text)
    marked = _MOVE.match(text)
    if marked is None:
        row.note("move_missing", f"a teacher's message without its move: {text[:40]!r}")
        return MathDialTurn(role="teacher", speaker=speaker, text=text)
    return MathDialTurn.model_validate(
        {"role": "teacher", "speaker": speaker, "move": marked["move"], "text": text[marked.end() :]}
    )
