"""The formal description of a problem: facts of the figure, equations between its quantities, and the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, Letter, Quantity, quantities_in, unknowns
from gnomon.figure import Fact
from gnomon.problem.terms import is_literal

Content = Fact | Equation
"""What one statement says."""


@dataclass(frozen=True, slots=True)
class Given:
    """One thing the problem states, with where it was read."""

    content: Content
    source: str
    """The literal as written."""
    in_text: bool = False
    """Whether the problem's text says it; False: the figure shows it."""
    is_as_drawn: bool = False
    """Whether nothing states it and it was only read off the positions of the points, as a last resort."""

    @property
    def shown(self) -> str:
        """The statement in school notation, such as ``∠ABC = 52`` or ``AB ∥ CD``."""
        return self.content.in_notation() if isinstance(self.content, Fact) else str(self.content)


class Goal(NamedTuple):
    """The value that is asked."""

    expression: Expression
    source: str
    """The literal as written."""

    def __str__(self) -> str:
        return str(self.expression)


class Claim(NamedTuple):
    """What is to be proved."""

    content: Content
    source: str
    """The literal as written."""

    def __str__(self) -> str:
        return self.content.in_notation() if isinstance(self.content, Fact) else str(self.content)


@dataclass(frozen=True, slots=True)
class FormalDescription:
    """Everything the engine may use, and what is asked: a value or a proof."""

    givens: tuple[Given, ...]
    goal: Goal | None
    """None when the problem asks for no value the engine can compute; where there is no claim either, `warnings` say why."""
    warnings: tuple[str, ...] = ()
    """Literals that were left out and readings that were repaired, one sentence each."""
    claim: Claim | None = None
    """What is to be proved, in a problem that asks for no value."""
    left_out: tuple[str, ...] = ()
    """Of `warnings`, those about what was left out."""

    def shown(self, source: str) -> str:
        """Return the statement of a source in school notation; what has no content stays as written."""
        said = dict.fromkeys(given.shown for given in self.givens if given.source == source)
        return ", ".join(said) if said and is_literal(source) else source

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts among the givens."""
        return tuple(given.content for given in self.givens if isinstance(given.content, Fact))

    @property
    def circles(self) -> dict[str, tuple[str, ...]]:
        """The points that lie on the circle about each centre."""
        pairs = dict.fromkeys(fact.points for fact in self.facts if fact.kind == "on_circle")
        return {centre: tuple(point for point, about in pairs if about == centre) for _, centre in pairs}

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The equations among the givens."""
        return tuple(given.content for given in self.givens if isinstance(given.content, Equation))

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """What is asked, then both sides of every equation."""
        goal = (self.goal.expression,) if self.goal is not None else ()
        claimed = self.claim.content if self.claim is not None and isinstance(self.claim.content, Equation) else ()
        return (*goal, *claimed, *(side for equation in self.equations for side in equation))

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities in `expressions`, as often as they stand there."""
        return tuple(quantity for expression in self.expressions for quantity in quantities_in(expression))

    @property
    def letters(self) -> list[str]:
        """The letters in `expressions`, sorted."""
        return sorted({leaf.name for e in self.expressions for leaf in unknowns(e) if isinstance(leaf, Letter)})
