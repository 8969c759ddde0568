"""What came of a picture and a text: the facts with their sources, the questions left, the problem and its proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gnomon.drafting.asking import Question
from gnomon.drafting.facts import DraftFact
from gnomon.geometry import Solution
from gnomon.problem import Problem
from gnomon.problem.words import Wording
from gnomon.reading import Picture

Status = Literal["solved", "asks", "unsolved", "refused"]


@dataclass(frozen=True)
class Draft:
    """A problem in the making."""

    status: Status
    """``solved``: nothing is left to ask, and the checker accepts the proof; ``asks``: questions are open; ``unsolved``: nothing
    is left to ask, and there is no proof; ``refused``: picture or text is nothing that a problem can be made of."""
    reason: str = ""
    """Why there is no answer; empty when solved."""
    picture: Picture | None = None
    wording: Wording | None = None
    facts: tuple[DraftFact, ...] = ()
    questions: tuple[Question, ...] = ()
    """Those still open."""
    unread: tuple[str, ...] = ()
    """Words, labels and facts that were left out."""
    drawn_in_addition: tuple[str, ...] = ()
    """The ends of a segment that the proof needs and the picture does not show."""
    goal: str | None = None
    data: dict[str, Any] | None = None
    """The problem as a file holds it; None where none could be made."""
    problem: Problem | None = None
    solution: Solution | None = None

    @property
    def answer(self) -> float | None:
        """The proved answer; None unless solved."""
        return self.solution.answer if self.solution and self.status == "solved" else None

    @property
    def exact(self) -> str | None:
        """The answer as a school writes it; None unless solved, or without an exact form."""
        proof = self.solution.proof if self.solution and self.status == "solved" else None
        return proof.answer.exact if proof else None

    def as_json(self) -> dict[str, Any]:
        """Return the row that ``gnomon problems new --batch`` writes, without ``seconds``."""
        return {
            "status": self.status,
            "answer": self.answer,
            "exact": self.exact,
            "facts": [fact.as_json() for fact in self.facts],
            "questions": [question.as_json() for question in self.questions],
            "unread": list(self.unread),
            "reason": self.reason,
        }
