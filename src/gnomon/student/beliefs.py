"""What a simulated student believes: its own work, line by line, with the values it got.

Beliefs hold the student's own lines and nothing else. When a wrong line is repaired, the student re-derives it with the
rule as it stands in its textbook (the rule record) and carries the change through its later lines by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from gnomon.figure import Element, Figure
from gnomon.geometry import Diagram, Valued, at_points, expand, rules, solve_all_on_floats, value_at
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    FormalDescription,
    Given,
    Quantity,
    parse_equation,
    quantities_in,
    unknowns,
)


class Found(NamedTuple):
    """A value the student works out, and what it solves for it."""

    atom: Valued
    equations: tuple[Equation, ...]


@dataclass(frozen=True)
class WorkLine:
    """One line of the student's work."""

    rule_id: str | None
    """The rule the student has in mind; None for an equation that the problem gives."""
    points: tuple[str, ...]
    """Where it applies the rule: the points of the rule's pattern."""
    reason: str
    """The rule in the student's words."""
    found: tuple[Found, ...]
    """Values it works out; empty for a line that only states a fact or relation."""
    states: str
    """What a line without values says."""
    elements: tuple[Element, ...]
    """Parts of the figure it looks at."""


class Aside(NamedTuple):
    """Something else in the figure that the student could work out from what the question gives: true, and on no given way."""

    atom: Quantity
    equation: Equation
    rule_id: str


@dataclass(frozen=True)
class Beliefs:
    """The student's state of mind."""

    lines: tuple[WorkLine, ...]
    values: Mapping[Valued, float]
    """Every value the student holds: read off the question or worked out."""
    definitions: Mapping[Quantity, Expression]
    """Expressions in letters that the question gives."""
    goal: Expression
    """What the question asks for."""
    wrong_line: int
    """Index of the line that holds the false belief."""
    belief: str
    """The false belief in the student's words."""
    change: str | None = None
    """For a slip: what happened to the value v."""
    is_repaired: bool = False
    rewritten: int = 0
    """Lines, counted from the wrong one, that the student has written anew since the repair."""
    asides: tuple[Aside, ...] = ()
    wrong_answer: float | None = None
    """The answer held until the repair, where it does not follow from ``values``: of an attempt that somebody else wrote."""

    @property
    def is_foreign(self) -> bool:
        """Whether the false idea stands in an attempt that somebody else wrote, of which only the answer is understood."""
        return self.wrong_answer is not None and not self.is_repaired

    def repaired(self, figure: Figure | None) -> Self:
        """Return the beliefs after the false one is given up: the line re-derived by its rule, later lines recomputed."""
        if self.is_repaired:
            return self
        lines = list(self.lines)
        lines[self.wrong_line] = self._corrected(lines[self.wrong_line], figure)
        return replace(self, lines=tuple(lines), is_repaired=True).recomputed(self.wrong_line)

    def recomputed(self, first: int) -> Self:
        """Return the beliefs with the values of every line from ``first`` on worked out anew from those before.

        Raises:
            UnsolvableError: when what stands before leaves a line without a value.
        """
        anew = [found for line in self.lines[first:] for found in line.found]
        doubtful = {found.atom for found in anew}
        values = {atom: value for atom, value in self.values.items() if atom not in doubtful}
        for found in anew:
            values[found.atom] = solve_all_on_floats(found.equations, found.atom, values, self.values.get(found.atom, 1.0))
        return replace(self, values=values)

    def answer(self) -> float:
        """Return the student's answer to the question."""
        if self.wrong_answer is not None and not self.is_repaired:  # as `is_foreign`, which a type checker cannot see through
            return self.wrong_answer
        return value_at(self.goal, self.values)

    @property
    def is_finished(self) -> bool:
        """Whether every line from the wrong one on has been written anew."""
        return self.is_repaired and self.rewritten >= len(self.lines) - self.wrong_line

    def _corrected(self, line: WorkLine, figure: Figure | None) -> WorkLine:
        """Put the rule's own relation for the wrong one; a slip only needs the sum done again."""
        if self.change is not None or self.wrong_answer is not None or line.rule_id is None or figure is None:
            return line
        rule = rules()[line.rule_id]
        first, *others = line.found
        relation = self._relation(rule.equation or "", dict(zip(rule.variables, line.points, strict=True)), figure)
        atoms = {leaf for side in relation for leaf in unknowns(side)}
        if first.atom not in atoms:
            relation = expand(relation, self.definitions)
        return replace(
            line,
            reason=rule.clause(dict(zip(rule.variables, line.points, strict=True))),
            found=(Found(first.atom, (relation,)), *others),
        )

    def _relation(self, equation: str, binding: Mapping[str, str], figure: Figure) -> Equation:
        # With the parts of a ratio that is asked for: its angle has no value of its own.
        own_names = [*(leaf for valued in self.values for leaf in quantities_in(valued)), *self.definitions]
        diagram = Diagram(_drawn(figure), figure.lines, figure.points, names=own_names)
        return diagram.canonical_equation(Equation(*(at_points(side, binding) for side in parse_equation(equation))))


def _drawn(figure: Figure) -> FormalDescription:
    """Return what can be seen in the figure without being told: which points lie on which circle."""
    circles = (Given(Fact("on_circle", (point, circle.centre)), "") for circle in figure.circles for point in circle.points)
    return FormalDescription(tuple(circles), None)
