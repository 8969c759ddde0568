"""The formal description of a problem: facts of the figure, equations between its quantities, and the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gnomon.algebra import Equation, Expression

FACT_KINDS: dict[str, str] = {
    "collinear": "points in order along a straight line",
    "on_circle": "a point, then the centre",
    "parallel": "two points of one line, two of the other",
    "perpendicular": "two points of one line, two of the other",
    "tangent": "two points of the line (the first one the point of contact where it is known), then the centre",
    "diameter": "the two ends, then the centre",
    "midpoint": "the midpoint, then the two ends",
    "angle_bisector": "the ray's vertex, a further point of the ray, then the two outer points: BD bisects ABC is B, D, A, C",
    "perpendicular_bisector": "two points of the bisector, then the two ends of the segment",
    "median": "the vertex, the foot, then the two ends of the side",
    "altitude": "the vertex, the foot, then the two ends of the side",
    "midsegment": "the two midpoints, then apex and the two ends of the third side",
    "centroid": "the centre, then the triangle",
    "incenter": "the centre, then the triangle",
    "orthocenter": "the centre, then the triangle",
    "isosceles": "the apex, then the two base points",
    "equilateral": "the three points",
    "congruent": "the points of one polygon, then the matching points of the other",
    "similar": "the points of one polygon, then the matching points of the other",
    "parallelogram": "four points in cyclic order",
    "rectangle": "four points in cyclic order",
    "rhombus": "four points in cyclic order",
    "square": "four points in cyclic order",
    "kite": "four points in cyclic order, the first and third on the axis",
    "trapezoid": "four points in cyclic order, first side parallel to the third",
    "isosceles_trapezoid": "four points in cyclic order, first side parallel to the third",
    "regular_polygon": "points in cyclic order",
    "inscribed": "the centre of the circle, then the polygon whose vertices lie on it",
    "circumscribed": "the centre of the circle, then the polygon whose sides touch it",
}
"""Kinds of fact with the meaning of their points."""


class Fact(NamedTuple):
    """A fact about named points, such as ``Fact("parallel", ("A", "B", "C", "D"))``."""

    kind: str
    """A key of `FACT_KINDS`."""
    points: tuple[str, ...]
    """In the order that `FACT_KINDS` gives for the kind."""

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(self.points)})"


@dataclass(frozen=True, slots=True)
class Given:
    """One thing the problem states, with where it was read."""

    content: Fact | Equation
    source: str
    """The literal as written."""
    in_text: bool = False
    """Whether the problem's text says it; False: the figure shows it."""


class Goal(NamedTuple):
    """What is asked."""

    expression: Expression
    source: str
    """The literal as written."""

    def __str__(self) -> str:
        return str(self.expression)


@dataclass(frozen=True, slots=True)
class FormalDescription:
    """Everything the engine may use, and the goal."""

    givens: tuple[Given, ...]
    goal: Goal | None
    """None when the problem asks for nothing the engine can compute; `warnings` then say why."""
    warnings: tuple[str, ...] = ()
    """Literals that were left out and readings that were repaired, one sentence each."""
    proof_goal: str | None = None
    """The literal of a "prove that" goal, which the engine refuses."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts among the givens."""
        return tuple(given.content for given in self.givens if isinstance(given.content, Fact))

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The equations among the givens."""
        return tuple(given.content for given in self.givens if isinstance(given.content, Equation))
