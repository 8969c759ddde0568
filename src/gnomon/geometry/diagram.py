"""The figure as geometry sees it: which points lie on one line or circle, and one name for each quantity.

``angle(A,B,C)`` and ``angle(D,B,C)`` are the same angle when A and D lie on one ray from B. `Diagram.canonical` maps every
name to one, preferring the names that the problem itself uses, so that no proof spends steps on renaming.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

from gnomon.figure import (
    Coordinates,
    Element,
    angle_between,
    direction,
    measure,
    merge_lines,
    order_along,
    sides,
    signed_area,
    sweep,
)
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    FormalDescription,
    Number,
    Operation,
    Quantity,
    substitute,
)

_STRAIGHT = 1e-5
"""Degrees; below this an angle counts as 0 or 180 in a fitted model."""


class Diagram:
    """Incidences of a problem's figure at fitted coordinates.

    What the problem names counts as drawn: the sides of an angle, a segment with a length, the sides of a polygon.

    Args:
        description: the facts; ``collinear`` and ``on_circle`` give the incidences.
        segments: further drawn segments, as ordered points.
        at: coordinates that satisfy the facts.
        names: quantities whose names are preferred before those that the description uses.
    """

    def __init__(
        self, description: FormalDescription, segments: Iterable[Sequence[str]], at: Coordinates, names: Iterable[Quantity] = ()
    ) -> None:
        self.at = dict(at)
        straight = [fact.straight() for fact in description.facts]
        self.lines = _merged_lines([*straight, *segments, *_named_sides(description)], at)
        placed = {centre: tuple(p for p in on if p in at) for centre, on in description.circles.items() if centre in at}
        self.circles = {centre: on for centre, on in placed.items() if on}
        self.matched = [(found[0], found[1]) for fact in description.facts if len(found := fact.polygons()) == 2]
        """Pairs of polygons that the problem calls congruent or similar, corners in matching order."""
        self.polygons = list(_named_polygons(description))
        """Polygons that the problem names, corners in turn, each once."""
        self._line_of = {frozenset(pair): line for line in self.lines for pair in combinations(line, 2)}
        self._preferred: dict[tuple[object, ...], Quantity] = {}
        for quantity in (*names, *description.quantities, *_right_angles(description)):
            self._preferred.setdefault(self._key(quantity), quantity)

    # incidences

    def line(self, first: str, second: str) -> tuple[str, ...]:
        """Return the drawn line through two points, as all its points in order; just the two when none is drawn."""
        return self._line_of.get(frozenset((first, second)), (min(first, second), max(first, second)))

    def connected(self, first: str, second: str) -> bool:
        """Whether a drawn line runs through both points."""
        return frozenset((first, second)) in self._line_of

    def ray(self, vertex: str, through: str) -> tuple[str, str]:
        """Return the ray from ``vertex`` as (vertex, its nearest named point)."""
        return vertex, min(self._on_ray(vertex, through), key=lambda p: math.dist(self.at[vertex], self.at[p]))

    @cached_property
    def rays(self) -> dict[str, list[str]]:
        """For each point, the nearest named point of every drawn ray from it, counter-clockwise."""
        found: dict[str, set[str]] = {}
        for line in self.lines:
            for point in line:
                found.setdefault(point, set()).update(self.ray(point, other)[1] for other in line if other != point)
        return {vertex: sorted(ends, key=lambda end, v=vertex: self.direction(v, end)) for vertex, ends in found.items()}  # type: ignore[misc]  # default argument binds the loop variable

    @cached_property
    def triangles(self) -> list[tuple[str, str, str]]:
        """Triples of pairwise connected points that are not on one line."""
        points = sorted({point for line in self.lines for point in line})
        return [
            (a, b, c)
            for a, b, c in combinations(points, 3)
            if self.connected(a, b) and self.connected(b, c) and self.connected(a, c) and not self.is_straight(a, b, c)
        ]

    def angle(self, first: str, vertex: str, last: str) -> float:
        """Angle at ``vertex`` in degrees, 0 to 180."""
        return angle_between(self.at[first], self.at[vertex], self.at[last])

    def is_right(self, first: str, vertex: str, last: str) -> bool:
        """Whether the angle at ``vertex`` is right, to 0.001 degrees as `are_parallel`."""
        return abs(self.angle(first, vertex, last) - 90) < 1e-3

    def is_acute(self, first: str, vertex: str, last: str) -> bool:
        """Whether the angle at ``vertex`` is less than a right one, which `is_right` tells."""
        return self.angle(first, vertex, last) < 90 and not self.is_right(first, vertex, last)

    def is_straight(self, first: str, middle: str, last: str) -> bool:
        """Whether three points lie on one line, in any order."""
        angle = self.angle(first, middle, last)
        return angle < _STRAIGHT or angle > 180 - _STRAIGHT

    def is_between(self, first: str, middle: str, last: str) -> bool:
        """Whether ``middle`` lies on the straight line between the others."""
        return self.angle(first, middle, last) > 180 - _STRAIGHT

    def direction(self, start: str, end: str) -> float:
        """Direction from ``start`` to ``end`` in degrees, 0 to 360, counter-clockwise from the x axis."""
        return direction(self.at[start], self.at[end])

    def side(self, first: str, second: str, point: str) -> int:
        """Return 1, -1 or 0: on which side of the line through two points a third lies."""
        area = signed_area([self.at[first], self.at[second], self.at[point]])
        size = math.dist(self.at[first], self.at[second]) ** 2
        # A height below 2e-7 of the segment counts as none: the fit goes on far below its tolerance.
        return 0 if abs(area) < 1e-7 * size else (1 if area > 0 else -1)

    def are_parallel(self, a: str, b: str, c: str, d: str) -> bool:
        """Whether lines AB and CD have one direction, to 0.001 degrees: a short line of a fitted figure may be so far off."""
        turn = (self.direction(a, b) - self.direction(c, d)) % 180
        return min(turn, 180 - turn) < 1e-3

    def circle_through(self, *points: str) -> str | None:
        """Return the centre of the first circle on which all ``points`` lie."""
        return next((centre for centre, on in self.circles.items() if set(points) <= set(on)), None)

    # quantities

    def measure(self, quantity: Quantity) -> float:
        """Measure any quantity at the fitted coordinates.

        Raises:
            KeyError: when the figure lacks a point or the circle.
        """
        return measure(quantity, self.at, self.circles)

    def canonical(self, expression: Expression) -> Expression:
        """Rewrite every quantity under its one name; a straight angle becomes 180, a major arc 360 minus the minor."""
        return substitute(expression, lambda leaf: self.name(leaf) if isinstance(leaf, Quantity) else leaf)

    def canonical_equation(self, equation: Equation) -> Equation:
        """Rewrite both sides; of two bare quantities the alphabetically first comes first."""
        return self.in_order(Equation(self.canonical(equation.left), self.canonical(equation.right)))

    def in_order(self, equation: Equation) -> Equation:
        """Put the alphabetically first of two bare quantities first."""
        left, right = equation
        if isinstance(left, Quantity) and isinstance(right, Quantity) and str(right) < str(left):
            left, right = right, left
        return Equation(left, right)

    def name(self, quantity: Quantity) -> Expression:
        """Return the canonical name of one quantity."""
        if quantity.kind == "angle":
            a, b, c = quantity.points
            if self.connected(a, b) and self.line(a, b) == self.line(b, c):
                return Number(Fraction(180)) if self.is_between(a, b, c) else Number(Fraction(0))
        if quantity.kind in {"arc", "arc_length"} and len(quantity.points) == 3:
            return self._named_arc(quantity)
        key = self._key(quantity)
        if key not in self._preferred:
            self._preferred[key] = self._plain(quantity)
        return self._preferred[key]

    def _plain(self, quantity: Quantity) -> Quantity:
        if quantity.kind != "angle":
            return quantity
        a, b, c = quantity.points
        return Quantity.of("angle", self.ray(b, a)[1], b, self.ray(b, c)[1])

    def _key(self, quantity: Quantity) -> tuple[object, ...]:
        if quantity.kind != "angle":
            return (quantity.kind, quantity.points if len(quantity.points) < 3 else Element.measured_by(quantity).points)
        a, b, c = quantity.points
        return ("angle", b, frozenset((self.ray(b, a)[1], self.ray(b, c)[1])))

    def _named_arc(self, quantity: Quantity) -> Expression:
        first, middle, last = quantity.points
        centre = self.circle_through(first, middle, last)
        minor = Quantity.of(quantity.kind, first, last)
        if centre is None or sweep(self.at[centre], *(self.at[point] for point in quantity.points)) <= 180 + _STRAIGHT:
            return self.name(minor)
        if quantity.kind == "arc":
            return Operation("-", (Number(Fraction(360)), self.name(minor)))
        return quantity

    def _on_ray(self, vertex: str, through: str) -> list[str]:
        line = self.line(vertex, through)
        i, j = line.index(vertex), line.index(through)
        return list(line[i + 1 :] if j > i else line[:i])


def _named_polygons(description: FormalDescription) -> Iterator[tuple[str, ...]]:
    named = [quantity.points for quantity in description.quantities if quantity.kind in {"area", "perimeter"}]
    named += [corners for fact in description.facts for corners in fact.polygons()]
    seen: set[frozenset[str]] = set()
    for points in named:
        if frozenset(points) not in seen:
            seen.add(frozenset(points))
            yield points


def _right_angles(description: FormalDescription) -> Iterator[Quantity]:
    """Yield the angles of perpendicular lines that meet in a point by which both are named."""
    for fact in description.facts:
        pairs = (fact.points[:2], fact.points[2:]) if fact.kind == "perpendicular" else ((), ())
        for vertex in set(pairs[0]) & set(pairs[1]):
            (first,), (last,) = (set(pair) - {vertex} for pair in pairs)
            yield Quantity.of("angle", first, vertex, last)


def _merged_lines(runs: Iterable[Sequence[str]], at: Coordinates) -> list[tuple[str, ...]]:
    placed = [found for run in runs if len(found := list(dict.fromkeys(p for p in run if p in at))) > 1]
    return [order_along(sorted(line), at) for line in merge_lines(placed)]


def _named_sides(description: FormalDescription) -> Iterator[Sequence[str]]:
    for quantity in description.quantities:
        points = quantity.points
        if quantity.kind in {"length", "angle"}:
            yield from pairwise(points)
        elif quantity.kind in {"area", "perimeter"}:
            yield from sides(points)
    claimed = [description.claim.content] if description.claim is not None else []
    for fact in (*description.facts, *(each for each in claimed if isinstance(each, Fact))):
        yield from fact.segments()
