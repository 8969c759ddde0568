"""`Question`, what a learner sees, and `Problem`, a question with what only a tutor may know."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

from gnomon.algebra import Expression
from gnomon.figure import Figure
from gnomon.problem.statements import FormalDescription

_FROZEN = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Question(BaseModel):
    """What a learner sees. It carries no answer and no formal description."""

    model_config = _FROZEN

    text: str
    figure: Figure | None = None
    images: tuple[str, ...] = ()
    """Paths of pictures."""
    choices: tuple[str, ...] = ()
    """Options of a multiple-choice question, in order."""

    def lettered_choices(self) -> Iterator[tuple[str, str]]:
        """Yield each option with its letter, from A to J; options past the tenth have no letter and are left out."""
        return zip("ABCDEFGHIJ", self.choices, strict=False)


class Problem(BaseModel):
    """A question with its formal description, answer and solution, as far as they are known.

    Word problems and programming tasks are problems too: figure and formal description are optional.
    """

    model_config = _FROZEN

    id: str
    """Permanent; ``FILE#ID`` for a row of a file."""
    question: Question
    source: str = ""
    """Where it comes from, in words, such as ``varied from area-ghi, seed 7``."""
    title: str = ""
    chapter: str = ""
    topic: str = ""
    """Class of the problem, such as ``parallel lines``."""
    level: str = ""
    """``middle`` or ``high`` school."""
    formal: FormalDescription | None = None
    answer: float | None = None
    """In the unit asked: degrees for angles; None when unknown."""
    exact: str | None = None
    """The answer as a school writes it, such as ``5√3``."""
    unit: str = ""
    """What follows the answer: ``°``, ``cm``, or nothing."""
    solution: str | None = None
    tests: str | None = None
    """Unit tests of a programming task."""

    @property
    def sought(self) -> Expression | None:
        """What the formal description asks for; None where there is none, or it asks for a proof."""
        return self.formal.goal.expression if self.formal is not None and self.formal.goal is not None else None
