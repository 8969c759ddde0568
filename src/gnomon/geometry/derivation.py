"""Derivations: how facts, equations and values follow from the givens, and what all of them together know.

Left out: numbers. A value node says that a value follows, not what it is; `gnomon.geometry.proof` computes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from gnomon.geometry.combining import Combination
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.model import Model
from gnomon.geometry.probing import Valued
from gnomon.geometry.proof_record import Statement
from gnomon.geometry.rule import Rule
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    Given,
    Letter,
    Operation,
    Quantity,
    parse_equation,
    substitute,
    unknowns,
)


class Known(NamedTuple):
    """The node "the value of this follows"."""

    atom: Valued


Node = Fact | Equation | Known


@dataclass(frozen=True)
class Instance:
    """A rule at one place of the figure."""

    rule: Rule
    points: tuple[str, ...]
    """What the rule's variables stand for, in their order."""
    premises: tuple[Statement, ...]
    conclusion: Statement

    @property
    def binding(self) -> dict[str, str]:
        """Point by variable."""
        return dict(zip(self.rule.variables, self.points, strict=True))


class Derivation(NamedTuple):
    """How a node was reached."""

    kind: Literal["given", "rule", "values", "solve", "system", "chain", "combined"]
    """``solve``: an equation for its one unknown; ``values``: an equation that known values confirm; ``chain``: an
    equality through a third quantity; ``system``: several linear equations at once; ``combined``: an equation by adding or
    multiplying others."""
    inputs: tuple[Node, ...] = ()
    instance: Instance | None = None
    given: Given | None = None
    expanded: bool = False
    """Whether the equation was used with every quantity replaced by the expression that the problem gives for it."""
    combination: Combination | None = None
    """How the equation was combined, of ``combined``."""


@dataclass
class Deduction:
    """What follows from the givens: everything, or all that is no dearer than the goal."""

    model: Model
    definitions: dict[Quantity, Expression]
    """Expression in letters that the problem gives for a quantity."""
    rivals: tuple[Model, ...] = ()
    """Where this rests on a part of givens that contradict each other: figures by other parts of them. What is otherwise in one
    of these than in ``model`` is in dispute."""
    derived: dict[Node, Derivation] = field(default_factory=dict)
    cost: dict[Node, float] = field(default_factory=dict)
    is_whole: bool = True
    """Whether the search went to its end."""

    def knows(self, expression: Expression) -> bool:
        """Whether the value of an expression follows."""
        return all(node in self.derived for node in self.needed_for(self.model.diagram.canonical(expression)))

    def needed_for(self, expression: Expression) -> list[Known]:
        """Return the values that give a canonical expression its value: its own, where it was found, else those in it."""
        if isinstance(expression, Operation) and Known(expression) in self.derived:
            return [Known(expression)]
        return [Known(atom) for atom in dict.fromkeys(unknowns(expression))]

    def relation_of(self, expression: Expression) -> Equation | None:
        """Return the derived equation that gives an expression by known values, though its own parts may have none."""
        found = (node for node in self.derived if isinstance(node, Equation) and node.left == expression)
        return next((equation for equation in found if self.knows(equation.right)), None)

    @cached_property
    def known_quantities(self) -> list[Quantity]:
        """Every quantity whose value follows."""
        return [node.atom for node in self.derived if isinstance(node, Known) and isinstance(node.atom, Quantity)]


def expand(equation: Equation, definitions: Mapping[Quantity, Expression]) -> Equation:
    """Replace every quantity by the expression in letters that the problem gives for it."""
    return Equation(
        *(substitute(side, lambda leaf: definitions.get(leaf, leaf) if isinstance(leaf, Quantity) else leaf) for side in equation)
    )


def at_points(expression: Expression, binding: Mapping[str, str]) -> Expression:
    """Put points for the variables of a rule's expression.

    Raises:
        ExpressionError: when a quantity would name a point twice.
    """

    def place(leaf: Letter | Quantity) -> Expression:
        return Quantity.of(leaf.kind, *(binding[point] for point in leaf.points)) if isinstance(leaf, Quantity) else leaf

    return substitute(expression, place)


def claim_node(model: Model, claimed: Statement) -> Node:
    """Return what is to be proved as a node; of perpendicular lines a right angle at the named point where they cross."""
    diagram = model.diagram
    if isinstance(claimed, Fact) and claimed.kind == "perpendicular":
        claimed = next(right_angles(diagram, claimed.points), claimed)
    return diagram.canonical_equation(claimed) if isinstance(claimed, Equation) else claimed.canonical(diagram.line)


def right_angles(diagram: Diagram, points: Sequence[str]) -> Iterator[Equation]:
    """Yield the right angles at the named point where the lines through the first two and last two of ``points`` cross."""
    first, second = diagram.line(*points[:2]), diagram.line(*points[2:])
    foot = next(iter(sorted(set(first) & set(second))), None)
    if foot is None:
        return
    ends = [{diagram.ray(foot, point)[1] for point in line if point != foot} for line in (first, second)]
    for a in sorted(ends[0]):
        for c in sorted(ends[1]):
            yield diagram.canonical_equation(parse_equation(f"angle({a},{foot},{c}) = 90"))
