"""The figure as geometry sees it: which points lie on one line or circle, and one name for each quantity.

``angle(A,B,C)`` and ``angle(D,B,C)`` are the same angle when A and D lie on one ray from B. `Diagram.canonical` maps every
name to one, preferring the names that the problem itself uses, so that no proof spends steps on renaming.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

from gnomon.figure import Element
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    FormalDescription,
    Letter,
    Number,
    Operation,
    Quantity,
    quantities_in,
    substitute,
    unknowns,
)

Coordinates = Mapping[str, tuple[float, float]]
_STRAIGHT = 1e-5
"""Degrees; below this an angle counts as 0 or 180 in a fitted model."""


def measure(quantity: Quantity, at: Coordinates) -> float:
    """Measure a quantity from coordinates: angles and arcs in degrees, lengths and areas in the coordinates' unit.

    Circles are not known here: a circle quantity needs `Diagram.measure`.
    """
    points = [at[point] for point in quantity.points]
    if quantity.kind == "length":
        return math.dist(*points)
    if quantity.kind == "angle":
        return angle_between(*points)
    if quantity.kind == "area":
        return abs(signed_area(points))
    if quantity.kind == "perimeter":
        return sum(math.dist(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True))
    raise ValueError(f"{quantity.kind} needs the circles of the figure")


def angle_between(first: Sequence[float], vertex: Sequence[float], last: Sequence[float]) -> float:
    """Return the angle at ``vertex``, 0 to 180 degrees."""
    ux, uy = first[0] - vertex[0], first[1] - vertex[1]
    vx, vy = last[0] - vertex[0], last[1] - vertex[1]
    return math.degrees(math.atan2(abs(ux * vy - uy * vx), ux * vx + uy * vy))


def signed_area(points: Sequence[Sequence[float]]) -> float:
    """Return the area of a polygon, positive when its vertices run counter-clockwise."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs) / 2


def collinear_order(points: Iterable[str], at: Coordinates) -> tuple[str, ...]:
    """Order points along the line through the two that lie farthest apart."""
    names = sorted(points)
    first, last = max(combinations(names, 2), key=lambda pair: math.dist(at[pair[0]], at[pair[1]]))
    return tuple(
        sorted(names, key=lambda name: math.dist(at[first], at[name]) if name != last else math.dist(at[first], at[last]))
    )


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
        straight = [run for fact in description.facts if (run := _straight_run(fact))]
        self.lines = _merged_lines([*straight, *segments, *_named_sides(description)], at)
        self.circles = _circles(description.facts, at)
        self.matched = [_halves(fact.points) for fact in description.facts if fact.kind in {"congruent", "similar"}]
        """Pairs of polygons that the problem calls congruent or similar, corners in matching order."""
        self.polygons = list(_named_polygons(description))
        """Polygons that the problem names, corners in turn, each once."""
        self._line_of = {frozenset(pair): line for line in self.lines for pair in combinations(line, 2)}
        self._preferred: dict[tuple[object, ...], Quantity] = {}
        for quantity in (*names, *_named_quantities(description)):
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

    def is_straight(self, first: str, middle: str, last: str) -> bool:
        """Whether three points lie on one line, in any order."""
        angle = angle_between(self.at[first], self.at[middle], self.at[last])
        return angle < _STRAIGHT or angle > 180 - _STRAIGHT

    def is_between(self, first: str, middle: str, last: str) -> bool:
        """Whether ``middle`` lies on the straight line between the others."""
        return angle_between(self.at[first], self.at[middle], self.at[last]) > 180 - _STRAIGHT

    def direction(self, start: str, end: str) -> float:
        """Direction from ``start`` to ``end`` in degrees, 0 to 360, counter-clockwise from the x axis."""
        (x0, y0), (x1, y1) = self.at[start], self.at[end]
        return math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360

    def side(self, first: str, second: str, point: str) -> int:
        """Return 1, -1 or 0: on which side of the line through two points a third lies."""
        area = signed_area([self.at[first], self.at[second], self.at[point]])
        size = math.dist(self.at[first], self.at[second]) ** 2
        return 0 if abs(area) < 1e-7 * size else (1 if area > 0 else -1)

    def are_parallel(self, a: str, b: str, c: str, d: str) -> bool:
        """Whether lines AB and CD have one direction, to 0.001 degrees."""
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
        kind, points = quantity.kind, quantity.points
        if kind in {"length", "angle", "area", "perimeter"}:
            return measure(quantity, self.at)
        if kind == "arc":
            return self._arc(points)
        if kind == "arc_length":
            centre = self._centre(points)
            return math.radians(self._arc(points)) * self._radius(centre)
        if kind == "sector_area":
            return math.radians(angle_between(*(self.at[p] for p in points))) * self._radius(points[1]) ** 2 / 2
        radius = self._radius(points[0])
        return {
            "radius": radius,
            "diameter": 2 * radius,
            "circumference": 2 * math.pi * radius,
            "circle_area": math.pi * radius**2,
        }[kind]

    def canonical(self, expression: Expression) -> Expression:
        """Rewrite every quantity under its one name; a straight angle becomes 180, a major arc 360 minus the minor."""
        return substitute(expression, lambda leaf: self.name(leaf) if isinstance(leaf, Quantity) else leaf)

    def canonical_equation(self, equation: Equation) -> Equation:
        """Rewrite both sides; of two bare quantities the alphabetically first comes first."""
        left, right = self.canonical(equation.left), self.canonical(equation.right)
        if isinstance(left, Quantity) and isinstance(right, Quantity) and str(right) < str(left):
            left, right = right, left
        return Equation(left, right)

    def name(self, quantity: Quantity) -> Expression:
        """Return the canonical name of one quantity."""
        if quantity.kind == "angle":
            a, b, c = quantity.points
            if self._line_of.get(frozenset((a, b))) and self._line_of.get(frozenset((a, b))) == self._line_of.get(
                frozenset((b, c))
            ):
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
        if centre is None or self._sweep(centre, quantity.points) <= 180 + _STRAIGHT:
            return self.name(minor)
        if quantity.kind == "arc":
            return Operation("-", (Number(Fraction(360)), self.name(minor)))
        return quantity

    def _on_ray(self, vertex: str, through: str) -> list[str]:
        line = self.line(vertex, through)
        if vertex not in line or through not in line:
            return [through]
        i, j = line.index(vertex), line.index(through)
        return list(line[i + 1 :] if j > i else line[:i])

    def _centre(self, points: Sequence[str]) -> str:
        centre = self.circle_through(*points)
        if centre is None:
            raise KeyError(f"no circle through {', '.join(points)}")
        return centre

    def _radius(self, centre: str) -> float:
        return math.dist(self.at[centre], self.at[self.circles[centre][0]])

    def _arc(self, points: Sequence[str]) -> float:
        centre = self._centre(points)
        if len(points) == 2:
            return angle_between(self.at[points[0]], self.at[centre], self.at[points[1]])
        return self._sweep(centre, points)

    def _sweep(self, centre: str, points: Sequence[str]) -> float:
        first, middle, last = (self.direction(centre, point) for point in points)
        turn = (last - first) % 360
        return turn if (middle - first) % 360 < turn else 360 - turn


def _straight_run(fact: Fact) -> tuple[str, ...]:
    """Return points that a fact puts on one line, in order; none for most."""
    if fact.kind == "diameter":
        return fact.points[0], fact.points[2], fact.points[1]
    if fact.kind == "midpoint":
        return fact.points[1], fact.points[0], fact.points[2]
    return fact.points if fact.kind == "collinear" else ()


def _halves(points: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    half = len(points) // 2
    return points[:half], points[half:]


def _named_polygons(description: FormalDescription) -> Iterator[tuple[str, ...]]:
    named = [quantity.points for quantity in _named_quantities(description) if quantity.kind in {"area", "perimeter"}]
    for fact in description.facts:
        if fact.kind in _POLYGONS:
            named.append(fact.points)
        elif fact.kind in {"congruent", "similar"}:
            named += _halves(fact.points)
    seen: set[frozenset[str]] = set()
    for points in named:
        if frozenset(points) not in seen:
            seen.add(frozenset(points))
            yield points


def _merged_lines(runs: Iterable[Sequence[str]], at: Coordinates) -> list[tuple[str, ...]]:
    lines: list[set[str]] = []
    for run in runs:
        points = {point for point in run if point in at}
        if len(points) < 2:
            continue
        while True:
            other = next((line for line in lines if len(line & points) >= 2), None)
            if other is None:
                break
            lines.remove(other)
            points |= other
        lines.append(points)
    return [collinear_order(line, at) for line in lines]


def _circles(facts: Iterable[Fact], at: Coordinates) -> dict[str, tuple[str, ...]]:
    circles: dict[str, list[str]] = {}
    for fact in facts:
        if (
            fact.kind == "on_circle"
            and fact.points[0] in at
            and fact.points[1] in at
            and fact.points[0] not in circles.get(fact.points[1], [])
        ):
            circles.setdefault(fact.points[1], []).append(fact.points[0])
    return {centre: tuple(points) for centre, points in circles.items()}


def _named_quantities(description: FormalDescription) -> Iterator[Quantity]:
    if description.goal is not None:
        yield from quantities_in(description.goal.expression)
    for equation in description.equations:
        yield from quantities_in(equation.left)
        yield from quantities_in(equation.right)


_POLYGONS = {
    "parallelogram",
    "rectangle",
    "rhombus",
    "square",
    "kite",
    "trapezoid",
    "isosceles_trapezoid",
    "isosceles",
    "equilateral",
    "regular_polygon",
}


def _named_sides(description: FormalDescription) -> Iterator[Sequence[str]]:
    for quantity in _named_quantities(description):
        points = quantity.points
        if quantity.kind in {"length", "angle"}:
            yield from pairwise(points)
        elif quantity.kind in {"area", "perimeter"}:
            yield from _sides(points)
    for fact in description.facts:
        if fact.kind in _POLYGONS:
            yield from _sides(fact.points)
        elif fact.kind in {"parallel", "perpendicular", "tangent"}:
            yield from (fact.points[:2], fact.points[2:4])
        elif fact.kind in {"congruent", "similar"}:
            yield from (side for half in _halves(fact.points) for side in _sides(half))


def _sides(points: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from zip(points, [*points[1:], points[0]], strict=True)


def letters_of(description: FormalDescription) -> list[str]:
    """Return the unknown letters of a description, sorted."""
    expressions = [side for equation in description.equations for side in equation]
    if description.goal is not None:
        expressions.append(description.goal.expression)
    return sorted({leaf.name for expression in expressions for leaf in unknowns(expression) if isinstance(leaf, Letter)})
