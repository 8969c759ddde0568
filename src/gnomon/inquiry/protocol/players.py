"""Who takes part in an inquiry, and what they know: the state of the conversation, a student, a teacher.

A `State` holds what both sides see. It has a `Question`, not a `Problem`: no type here can carry the answer to the student. The
teacher of ODQS solves the problem by itself too; a simulated one may be made with the answer.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from gnomon.inquiry.protocol.records import Exchange
from gnomon.models import Image
from gnomon.problem import Question

GREETING = "Hello! I am your tutor for this problem. What would you like to ask first?"
"""Turn 0: the teacher opens (ODQS, Figure 1)."""

LineKind = Literal["greeting", "question", "reply", "attempt", "feedback"]
_STUDENTS: frozenset[LineKind] = frozenset({"question", "attempt"})


class Line(NamedTuple):
    """One message of the conversation."""

    kind: LineKind
    text: str

    @property
    def is_students(self) -> bool:
        """Whether the student said it."""
        return self.kind in _STUDENTS


@dataclass(frozen=True)
class State:
    """H(t): the question and the conversation so far, the greeting first; the last line is the teacher's."""

    problem_id: str
    question: Question
    lines: tuple[Line, ...] = (Line("greeting", GREETING),)
    images: tuple[Image, ...] = ()
    """The diagram, where there is one."""

    @property
    def turn(self) -> int:
        """t: replies of the teacher so far."""
        return sum(line.kind == "reply" for line in self.lines)

    @property
    def said_by_student(self) -> tuple[str, ...]:
        """The student's messages."""
        return tuple(line.text for line in self.lines if line.is_students)

    def after(self, exchange: Exchange) -> State:
        """Return the state with a question and its reply."""
        return self.with_lines(Line("question", exchange.question), Line("reply", exchange.reply))

    def with_lines(self, *lines: Line) -> State:
        """Return the state with more lines."""
        return replace(self, lines=(*self.lines, *lines))

    def sha256(self) -> str:
        """Return a hash of all that both sides see."""
        content = [self.problem_id, self.question.text, [image.sha256 for image in self.images], self.lines]
        return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


class InquiryStudent(Protocol):
    """Asks questions and answers the problem. A peer that only proposes questions is one too.

    Answers are numbered: sample i at one state is the same however many are asked, so that 5 after 3 are 2 more.
    """

    @property
    def name(self) -> str:
        """As rows and tables show it."""
        ...

    @property
    def is_simulated(self) -> bool:
        """Whether no model is behind it."""
        ...

    async def questions(self, state: State, count: int) -> tuple[str, ...]:
        """Return ``count`` questions that could be asked next.

        Raises:
            ModelError: when a model cannot be asked; so do the others.
        """
        ...

    async def answers(self, state: State, count: int) -> tuple[str, ...]:
        """Return ``count`` answer-only samples, numbered from 0."""
        ...

    async def attempt(self, state: State) -> str:
        """Return one attempt to be assessed."""
        ...


class InquiryTeacher(Protocol):
    """Answers questions and comments on an attempt, without giving the answer away."""

    @property
    def name(self) -> str:
        """As rows and tables show it."""
        ...

    @property
    def is_simulated(self) -> bool:
        """Whether no model is behind it."""
        ...

    async def reply(self, state: State, question: str, rejected: tuple[str, ...] = ()) -> str:
        """Return the reply to a question asked at a state.

        Args:
            state: the conversation before the question.
            question: what the student asks.
            rejected: why the guard refused the drafts so far; empty for the first.
        """
        ...

    async def feedback(self, state: State, attempt: str, verdict: str, rejected: tuple[str, ...] = ()) -> str:
        """Return a comment on an attempt.

        Args:
            state: the conversation before the attempt.
            attempt: the student's words.
            verdict: what the check found, in words for the teacher; for a program with what went wrong in its tests.
            rejected: as for `reply`.
        """
        ...
