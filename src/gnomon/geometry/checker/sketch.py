"""A figure with coordinates: measures, sides and order, and one name for each quantity.

Coordinates decide only what a proof may read off a figure: which of three points lies between the others, on which side
of a line a point is, which arc is the minor one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from gnomon.geometry.checker.incidence import Incidence
from gnomon.problem import Equation, Expression, Number, Operation, Quantity, substitute

Points = Mapping[str, tuple[float, float]]
_SAME = 1e-5
"""Degrees, or a sine: below this two directions count as one."""


@dataclass(frozen=True)
class Sketch:
    """Incidences at coordinates."""

    incidence: Incidence
    at: Points

    # positions

    def angle(self, a: str, b: str, c: str) -> float:
        """Return the angle at ``b``, 0 to 180 degrees."""
        turn = abs(self.direction(b, a) - self.direction(b, c)) % 360
        return min(turn, 360 - turn)

    def direction(self, start: str, end: str) -> float:
        """Return the direction from one point to another, 0 to 360 degrees."""
        (x0, y0), (x1, y1) = self.at[start], self.at[end]
        return math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360

    def side(self, a: str, b: str, c: str) -> int:
        """Return on which side of line AB the point C lies: 1, -1, or 0 on the line."""
        (ax, ay), (bx, by), (cx, cy) = self.at[a], self.at[b], self.at[c]
        cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        size = math.dist(self.at[a], self.at[b]) * math.dist(self.at[a], self.at[c])
        return 0 if abs(cross) <= _SAME * size else (1 if cross > 0 else -1)

    def is_between(self, a: str, b: str, c: str) -> bool:
        """Whether B lies strictly between A and C on a stated line."""
        if len({a, b, c}) < 3 or self.incidence.line(a, b, c) is None:
            return False
        (ax, ay), (bx, by), (cx, cy) = self.at[a], self.at[b], self.at[c]
        return (ax - bx) * (cx - bx) + (ay - by) * (cy - by) < 0

    def ray(self, vertex: str, through: str) -> str:
        """Return the named point of a ray that is nearest to its vertex: the name of the ray."""
        line = self.incidence.line(vertex, through)
        if line is None:
            return through
        same_way = [point for point in line if point != vertex and not self.is_between(point, vertex, through)]
        return min(same_way, key=lambda point: (math.dist(self.at[vertex], self.at[point]), point))

    # measures

    def measure(self, quantity: Quantity) -> float:
        """Measure a quantity; angles and arcs in degrees.

        Raises:
            KeyError: for a point or circle that is not there.
        """
        return _MEASURES[quantity.kind](self, quantity.points)

    def radius(self, centre: str) -> float:
        """Return the radius of a stated circle."""
        return math.dist(self.at[centre], self.at[self.incidence.circles[centre][0]])

    def arc(self, points: tuple[str, ...]) -> float:
        """Return an arc in degrees: of two points the minor one, of three the one through the middle point."""
        centre = self.incidence.centre(*points)
        if centre is None:
            raise KeyError(f"no circle through {', '.join(points)}")
        if len(points) == 2:
            return self.angle(points[0], centre, points[1])
        first, middle, last = (self.direction(centre, point) for point in points)
        turn = (last - first) % 360
        return turn if (middle - first) % 360 < turn else 360 - turn

    def area(self, points: tuple[str, ...]) -> float:
        """Return the area of a polygon."""
        corners = [self.at[point] for point in points]
        around = zip(corners, [*corners[1:], corners[0]], strict=True)
        return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in around)) / 2

    # names

    def canonical(self, expression: Expression) -> Expression:
        """Return an expression with every quantity under its one name."""
        return substitute(expression, lambda leaf: self._name(leaf) if isinstance(leaf, Quantity) else leaf)

    def canonical_equation(self, equation: Equation) -> Equation:
        """Return an equation under the one name of each quantity."""
        return Equation(self.canonical(equation.left), self.canonical(equation.right))

    def _name(self, quantity: Quantity) -> Expression:
        if quantity.kind == "angle":
            a, b, c = quantity.points
            if self.incidence.line(a, b, c):
                return Number(Fraction(180 if self.is_between(a, b, c) else 0))
            first, last = sorted((self.ray(b, a), self.ray(b, c)))
            return Quantity.of("angle", first, b, last)
        if quantity.kind == "sector_area":
            first, centre, last = quantity.points
            return Quantity.of("sector_area", min(first, last), centre, max(first, last))
        if quantity.kind in {"arc", "arc_length"} and len(quantity.points) == 3:
            minor = Quantity.of(quantity.kind, quantity.points[0], quantity.points[2])
            if self.arc(quantity.points) <= 180 + _SAME:
                return minor
            return Operation("-", (Number(Fraction(360)), minor)) if quantity.kind == "arc" else quantity
        return quantity


def _perimeter(sketch: Sketch, points: tuple[str, ...]) -> float:
    return sum(math.dist(sketch.at[a], sketch.at[b]) for a, b in zip(points, [*points[1:], points[0]], strict=True))


def _centre(sketch: Sketch, points: tuple[str, ...]) -> str:
    centre = sketch.incidence.centre(*points)
    if centre is None:
        raise KeyError(f"no circle through {', '.join(points)}")
    return centre


_MEASURES: dict[str, Callable[[Sketch, tuple[str, ...]], float]] = {
    "length": lambda s, p: math.dist(s.at[p[0]], s.at[p[1]]),
    "angle": lambda s, p: s.angle(*p),
    "arc": lambda s, p: s.arc(p),
    "arc_length": lambda s, p: math.radians(s.arc(p)) * s.radius(_centre(s, p)),
    "area": lambda s, p: s.area(p),
    "perimeter": _perimeter,
    "circumference": lambda s, p: 2 * math.pi * s.radius(p[0]),
    "radius": lambda s, p: s.radius(p[0]),
    "diameter": lambda s, p: 2 * s.radius(p[0]),
    "circle_area": lambda s, p: math.pi * s.radius(p[0]) ** 2,
    "sector_area": lambda s, p: math.radians(s.angle(*p)) * s.radius(p[1]) ** 2 / 2,
}
