"""What a student is: something that answers a tutor's turn, knowing the question, the conversation and its own beliefs.

No type here can carry the solution: a `StudentContext` has no problem, proof or answer in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.problem import Question
from gnomon.student.beliefs import Beliefs


@dataclass(frozen=True)
class StudentContext:
    """Everything a student may know."""

    question: Question
    dialogue: Dialogue
    """The conversation so far, its last turn the tutor's; without the session's records."""
    beliefs: Beliefs


class StudentReply(NamedTuple):
    """A message and what the student believes after it."""

    turn: StudentTurn
    beliefs: Beliefs


class Student(Protocol):
    """Answers tutor turns; asynchronous, as a tutor is: a student may be a model that has to be waited for."""

    @property
    def name(self) -> str:
        """As dialogues record it."""
        ...

    async def reply(self, context: StudentContext) -> StudentReply:
        """Answer the last tutor turn of ``context.dialogue``.

        Raises:
            ModelError: by a model that cannot be asked.
        """
        ...
