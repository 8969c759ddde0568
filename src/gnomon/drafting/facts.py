"""Facts of a draft, each with where it comes from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from gnomon.algebra import Equation, Quantity, constant
from gnomon.problem import Problem, SourceLiteral, read_literals

_SAME = 1e-9
"""Relative, between two spellings of one number."""


class Origin(NamedTuple):
    """Where a fact was read."""

    kind: Literal["drawn", "label", "mark", "text"]
    words: str
    """For a reader: the label with its part, or the words of the text."""

    def __str__(self) -> str:
        return f"the words {self.words!r}" if self.kind == "text" else f"the {self.kind} {self.words}"


class DraftFact(NamedTuple):
    """A statement in the language of the problem files."""

    literal: str
    origin: Origin

    def as_json(self) -> dict[str, str]:
        """Return it as files hold it."""
        return {"literal": self.literal, "source": str(self.origin)}


def distinct(facts: Iterable[DraftFact]) -> tuple[DraftFact, ...]:
    """Return each statement once, from where it was read first."""
    return tuple({fact.literal: fact for fact in reversed(list(facts))}.values())[::-1]


def two_numbers(problem: Problem, facts: Sequence[DraftFact]) -> tuple[DraftFact, ...]:
    """Return two facts that give one part of the figure different numbers; nothing where there are none.

    The reader of problems leaves both out in silence, or believes one of them.
    """
    figure = problem.question.figure
    assert figure is not None
    known: dict[Quantity, tuple[float, DraftFact]] = {}
    for fact in facts:
        for given in read_literals([SourceLiteral(fact.literal)], figure).description.givens:
            if given.source != fact.literal or not isinstance(given.content, Equation):
                continue
            quantity, number = given.content.left, constant(given.content.right)
            if not isinstance(quantity, Quantity) or number is None:
                continue
            value, other = known.setdefault(quantity, (number, fact))
            if not math.isclose(value, number, rel_tol=_SAME):
                return other, fact
    return ()
