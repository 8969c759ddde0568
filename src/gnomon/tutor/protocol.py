"""What a tutor is: something that gives the next turn of a dialogue about a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.geometry import Solution
from gnomon.problem import Problem

__all__ = ["Tutor", "TutorContext"]


@dataclass(frozen=True)
class TutorContext:
    """Everything a tutor may know."""

    problem: Problem
    dialogue: Dialogue
    """The conversation so far with the student's attempt; its last turn the student's, or none yet."""
    solution: Solution | None = None
    """The engine's solution, where there is one."""
    rejected: tuple[str, ...] = ()
    """Why the guard refused the drafts of this turn so far."""
    may_reveal: bool = False
    """Whether the session's policy allows Revealing now."""
    is_last: bool = False
    """Whether the session ends after this turn."""


class Tutor(Protocol):
    """Gives tutor turns."""

    def reply(self, context: TutorContext) -> TutorTurn:
        """Return the next turn."""
        ...
