"""Measuring on coordinates: the value of a quantity, and how far a fact is from holding.

Used to check a teacher's own file and to place points that a picture left without a position. It proves nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gnomon.algebra import Quantity
from gnomon.figure import Figure
from gnomon.problem.drawn import Position, angle_between, sides
from gnomon.problem.statements import Fact


class UnmeasurableError(ValueError):
    """A quantity that the coordinates do not settle, such as an arc of no drawn circle."""


@dataclass(frozen=True)
class Measured:
    """Coordinates with the circles through them."""

    points: Mapping[str, Position]
    circles: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Points on the circle about a centre."""
    radii: Mapping[str, float] = field(default_factory=dict)
    """Radii that are known otherwise."""

    @classmethod
    def of(cls, figure: Figure) -> Measured:
        """Measure on a figure; of several circles about one centre the first counts."""
        circles: dict[str, Sequence[str]] = {}
        radii: dict[str, float] = {}
        for circle in figure.circles:
            circles.setdefault(circle.centre, circle.points)
            radii.setdefault(circle.centre, figure.radius(circle))
        return cls(figure.points, circles, radii)

    def value(self, quantity: Quantity) -> float:
        """Value of ``quantity`` in the coordinates' unit; degrees for angles and arcs.

        Raises:
            UnmeasurableError: when it needs a circle that is not there, or a point without coordinates.
        """
        try:
            return _VALUES[quantity.kind](self, quantity.points)
        except KeyError as error:
            raise UnmeasurableError(f"no coordinates for {error.args[0]!r}") from error

    def discrepancies(self, fact: Fact) -> Iterator[float]:
        """Yield how far ``fact`` is from holding: 0 where it holds; angles in radians, lengths relative.

        Raises:
            UnmeasurableError: as `value`.
        """
        try:
            yield from _DISCREPANCIES[fact.kind](self, *fact.points)
        except KeyError as error:
            raise UnmeasurableError(f"cannot measure {fact}") from error

    def distance(self, first: str, second: str) -> float:
        """Distance of two points."""
        return math.dist(self.points[first], self.points[second])

    def radius(self, centre: str) -> float:
        """Radius of the circle about ``centre``."""
        if self.radii.get(centre):
            return self.radii[centre]
        on_circle = self.circles.get(centre, ())
        if not on_circle:
            raise UnmeasurableError(f"no point on the circle about {centre}")
        return sum(self.distance(centre, point) for point in on_circle) / len(on_circle)

    def arc_centre(self, points: Sequence[str]) -> str:
        """Centre of the one circle that all ``points`` lie on."""
        centre = next((centre for centre, on in self.circles.items() if set(points) <= set(on)), None)
        if centre is None:
            raise UnmeasurableError(f"no drawn circle through {', '.join(points)}")
        return centre

    def arc(self, points: Sequence[str]) -> float:
        """Arc in degrees: of two points the minor one, of three the one through the middle point."""
        centre = self.arc_centre(points)
        x0, y0 = self.points[centre]
        directions = [math.degrees(math.atan2(self.points[p][1] - y0, self.points[p][0] - x0)) for p in points]
        counter_clockwise = (directions[-1] - directions[0]) % 360
        if len(points) == 2:
            return min(counter_clockwise, 360 - counter_clockwise)
        is_between = (directions[1] - directions[0]) % 360 < counter_clockwise
        return counter_clockwise if is_between else 360 - counter_clockwise

    def area(self, points: Sequence[str]) -> float:
        """Area of a polygon."""
        return abs(sum(_cross(self.points[a], self.points[b]) for a, b in sides(points))) / 2

    def slant(self, a: str, b: str, c: str, d: str) -> complex:
        """Direction of CD against AB, as a number of absolute value 1: real when parallel, imaginary when square."""
        first, second = self._vector(a, b), self._vector(c, d)
        size = abs(first) * abs(second)
        return second * first.conjugate() / size if size else 0j

    def _vector(self, start: str, end: str) -> complex:
        return complex(*self.points[end]) - complex(*self.points[start])

    def from_line(self, point: str, a: str, b: str) -> float:
        """Distance of ``point`` from the line AB."""
        length = self.distance(a, b)
        return abs((self._vector(a, b).conjugate() * self._vector(a, point)).imag) / length if length else 0.0


def _cross(first: Position, second: Position) -> float:
    return first[0] * second[1] - first[1] * second[0]


_VALUES: dict[str, Callable[[Measured, Sequence[str]], float]] = {
    "length": lambda m, p: m.distance(*p),
    "angle": lambda m, p: angle_between(m.points[p[0]], m.points[p[1]], m.points[p[2]]),
    "arc": lambda m, p: m.arc(p),
    "arc_length": lambda m, p: math.radians(m.arc(p)) * m.radius(m.arc_centre(p)),
    "area": lambda m, p: m.area(p),
    "perimeter": lambda m, p: sum(m.distance(a, b) for a, b in sides(p)),
    "circumference": lambda m, p: 2 * math.pi * m.radius(p[0]),
    "radius": lambda m, p: m.radius(p[0]),
    "diameter": lambda m, p: 2 * m.radius(p[0]),
    "circle_area": lambda m, p: math.pi * m.radius(p[0]) ** 2,
    "sector_area": lambda m, p: math.radians(m.arc((p[0], p[2]))) * m.radius(p[1]) ** 2 / 2,
}


def _relative(first: float, second: float) -> float:
    size = max(abs(first), abs(second))
    return (first - second) / size if size else 0.0


def _all_equal(values: Sequence[float]) -> Iterator[float]:
    return (_relative(value, values[0]) for value in values[1:])


def _collinear(m: Measured, *points: str) -> Iterator[float]:
    a, b = max(itertools.combinations(points, 2), key=lambda pair: m.distance(*pair))
    size = m.distance(a, b) or 1.0
    return (m.from_line(point, a, b) / size for point in points if point not in (a, b))


def _middle(m: Measured, middle: str, a: str, b: str) -> Iterator[float]:
    offset = complex(*m.points[middle]) - (complex(*m.points[a]) + complex(*m.points[b])) / 2
    size = m.distance(a, b) or 1.0
    yield from (offset.real / size, offset.imag / size)


def _altitude(m: Measured, vertex: str, foot: str, a: str, b: str) -> Iterator[float]:
    yield m.slant(vertex, foot, a, b).real
    yield m.from_line(foot, a, b) / (m.distance(a, b) or 1.0)


def _centroid(m: Measured, centre: str, *triangle: str) -> Iterator[float]:
    offset = complex(*m.points[centre]) - sum(complex(*m.points[p]) for p in triangle) / 3
    size = m.distance(triangle[0], triangle[1]) or 1.0
    yield from (offset.real / size, offset.imag / size)


def _incenter(m: Measured, centre: str, *polygon: str) -> Iterator[float]:
    return _all_equal([m.from_line(centre, a, b) for a, b in sides(polygon)])


def _orthocenter(m: Measured, centre: str, a: str, b: str, c: str) -> Iterator[float]:
    size = m.distance(a, b) * m.distance(b, c) or 1.0
    for vertex, (first, second) in ((a, (b, c)), (b, (a, c))):
        reach = m.distance(centre, vertex) * m.distance(first, second)
        yield m.slant(centre, vertex, first, second).real * reach / size


def _bisector(m: Measured, vertex: str, ray: str, a: str, c: str) -> Iterator[float]:
    halves = [angle_between(m.points[end], m.points[vertex], m.points[ray]) for end in (a, c)]
    yield math.radians(halves[0] - halves[1])


def _equidistant(m: Measured, p: str, q: str, a: str, b: str) -> Iterator[float]:
    size = m.distance(a, b) or 1.0
    return ((m.distance(point, a) - m.distance(point, b)) / size for point in (p, q))


def _ratios(m: Measured, points: Sequence[str]) -> list[float]:
    half = len(points) // 2
    first, second = points[:half], points[half:]
    pairs = itertools.combinations(range(half), 2)
    lengths = ((m.distance(first[i], first[j]), m.distance(second[i], second[j])) for i, j in pairs)
    return [math.log((b or 1e-9) / (a or 1e-9)) for a, b in lengths]


def _similar(m: Measured, *points: str) -> Iterator[float]:
    ratios = _ratios(m, points)
    mean = sum(ratios) / len(ratios)
    return (ratio - mean for ratio in ratios)


def _parallelogram(m: Measured, a: str, b: str, c: str, d: str) -> Iterator[float]:
    offset = m._vector(a, b) - m._vector(d, c)  # noqa: SLF001  # same module
    size = m.distance(a, c) or 1.0
    yield from (offset.real / size, offset.imag / size)


def _equal_sides(m: Measured, *polygon: str) -> Iterator[float]:
    return _all_equal([m.distance(a, b) for a, b in sides(polygon)])


def _right_at(m: Measured, a: str, b: str, c: str) -> float:
    return m.slant(b, a, b, c).real


def _isosceles_trapezoid(m: Measured, a: str, b: str, c: str, d: str) -> Iterator[float]:
    yield m.slant(a, b, c, d).imag
    yield _relative(m.distance(a, d), m.distance(b, c))


def _regular(m: Measured, *polygon: str) -> Iterator[float]:
    yield from _equal_sides(m, *polygon)
    x0 = sum(m.points[p][0] for p in polygon) / len(polygon)
    y0 = sum(m.points[p][1] for p in polygon) / len(polygon)
    yield from _all_equal([math.dist(m.points[p], (x0, y0)) for p in polygon])


def _inscribed(m: Measured, centre: str, *polygon: str) -> Iterator[float]:
    return _all_equal([m.distance(centre, point) for point in polygon])


_DISCREPANCIES: dict[str, Callable[..., Iterator[float]]] = {
    "collinear": _collinear,
    "on_circle": lambda m, point, centre: iter([_relative(m.distance(point, centre), m.radius(centre))]),
    "parallel": lambda m, *p: iter([m.slant(*p).imag]),
    "perpendicular": lambda m, *p: iter([m.slant(*p).real]),
    "tangent": lambda m, a, b, centre: iter([_relative(m.from_line(centre, a, b), m.radius(centre))]),
    "diameter": lambda m, a, b, centre: _middle(m, centre, a, b),
    "midpoint": _middle,
    "angle_bisector": _bisector,
    "perpendicular_bisector": _equidistant,
    "median": lambda m, _, foot, a, b: _middle(m, foot, a, b),
    "altitude": _altitude,
    "midsegment": lambda m, p, q, apex, a, b: itertools.chain(_middle(m, p, apex, a), _middle(m, q, apex, b)),
    "centroid": _centroid,
    "incenter": _incenter,
    "orthocenter": _orthocenter,
    "isosceles": lambda m, apex, a, b: iter([_relative(m.distance(apex, a), m.distance(apex, b))]),
    "equilateral": _equal_sides,
    "congruent": lambda m, *p: iter(_ratios(m, p)),
    "similar": _similar,
    "parallelogram": _parallelogram,
    "rectangle": lambda m, *p: itertools.chain(_parallelogram(m, *p), [_right_at(m, *p[:3])]),
    "rhombus": _equal_sides,
    "square": lambda m, *p: itertools.chain(_equal_sides(m, *p), [_right_at(m, *p[:3])]),
    "kite": lambda m, a, b, c, d: iter(
        [_relative(m.distance(a, b), m.distance(a, d)), _relative(m.distance(c, b), m.distance(c, d))]
    ),
    "trapezoid": lambda m, *p: iter([m.slant(*p).imag]),
    "isosceles_trapezoid": _isosceles_trapezoid,
    "regular_polygon": _regular,
    "inscribed": _inscribed,
    "circumscribed": _incenter,
}
