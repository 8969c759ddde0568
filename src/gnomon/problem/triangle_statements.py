"""Statements about special lines and points of triangles and trapezoids: medians, altitudes, bisectors, centres."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from gnomon.figure import Fact, sides
from gnomon.problem.objects import ObjectReader
from gnomon.problem.school import school_form
from gnomon.problem.statements import Content
from gnomon.problem.terms import POLYGONS, Arguments, Term, UnreadError


def base(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``Equals(Line, BaseOf(...))``: an isosceles triangle with that base, or a trapezoid with that parallel side."""
    side, whole = reader.line(arguments[0]), arguments[1]
    order = reader.polygon(whole)
    if len(order) == 3 and set(side) <= set(order):
        apex = next(point for point in order if point not in side)
        reader.implied[:] = [fact for fact in reader.implied if fact.kind != "isosceles"]
        is_isosceles = isinstance(whole, Term) and whole.name == "Isosceles"
        return [Fact("isosceles", (apex, *side))] if is_isosceles else []
    if len(order) == 4:
        turned = next(
            (order[i:] + order[:i] for i in range(2) if set(side) in ({*order[i : i + 2]}, {order[i - 1], order[i - 2]})), None
        )
        if turned:
            return [Fact("trapezoid", turned)]
    raise UnreadError(f"{''.join(side)} is no side of {''.join(order)}")


def midpoint(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsMidpointOf(Point, Line)``, also of a leg of a trapezoid."""
    middle, of = reader.point(arguments[0]), arguments[1]
    if isinstance(of, Term) and of.name == "LegOf" and of.arguments:
        order = reader.polygon(of.arguments[0])
        order = reader.parallel_first(order) if len(order) == 4 else order
        legs = [order[1:3], (order[3], order[0])] if len(order) == 4 else list(sides(order))
        a, b = min(legs, key=lambda leg: _off_middle(reader, middle, *leg))
        reader.seen(f"{middle} is the midpoint of the leg {a}{b}")
    else:
        a, b = reader.line(of)
    if middle in (a, b):
        raise UnreadError(f"{middle} is an end of {a}{b}")
    return [Fact("midpoint", (middle, a, b))]


def _off_middle(reader: ObjectReader, middle: str, a: str, b: str) -> float:
    x, y, z = (complex(*reader.drawn.points[p]) for p in (middle, a, b))
    return abs(x - (y + z) / 2)


def bisects(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``BisectsAngle(Line, Angle)``; of a triangle, the angle at the end of the line; of a line, its midpoint."""
    line = reader.line(arguments[0])
    of = arguments[1]
    if isinstance(of, Term) and of.name == "Line":
        return _midpoint_of_crossing(reader, line, reader.line(of))
    if isinstance(of, Term) and of.name in POLYGONS:
        order = reader.polygon(of)
        vertex = next((point for point in line if point in order), None)
        if vertex is None:
            raise UnreadError(f"{''.join(line)} has no end in {''.join(order)}")
        at = order.index(vertex)
        first, last = order[at - 1], order[(at + 1) % len(order)]
    else:
        first, vertex, last = reader.angle(of)
    ray = next((point for point in (*line[::-1], *reader.drawn.line_through(*line)) if point not in (vertex, first, last)), None)
    if ray is None or vertex not in reader.drawn.line_through(*line):
        raise UnreadError(f"{''.join(line)} is no ray from {vertex}")
    return [Fact("angle_bisector", (vertex, ray, first, last))]


def _midpoint_of_crossing(reader: ObjectReader, line: Sequence[str], other: Sequence[str]) -> list[Content]:
    common = set(reader.drawn.line_through(*line)) & set(reader.drawn.line_through(*other)) - set(other)
    if len(common) != 1:
        raise UnreadError(f"{''.join(line)} and {''.join(other)} have no named common point")
    return [Fact("midpoint", (common.pop(), *other))]


def perpendicular_bisector(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsPerpendicularBisectorOf(Line, Line)``; of a triangle, the side is taken from the figure."""
    line = reader.line(arguments[0])
    of = arguments[1]
    if isinstance(of, Term) and of.name in POLYGONS:
        order = reader.polygon(of)
        a, b = min(sides(order), key=lambda side: sum(abs(math.log(_far(reader, p, side))) for p in line))
        reader.seen(f"{''.join(line)} bisects {a}{b}")
    else:
        a, b = reader.line(of)
    return [Fact("perpendicular_bisector", (*line, a, b))]


def _far(reader: ObjectReader, point: str, side: tuple[str, str]) -> float:
    return (reader.drawn.distance(point, side[0]) + 1e-6) / (reader.drawn.distance(point, side[1]) + 1e-6)


def _from_vertex(reader: ObjectReader, arguments: Arguments) -> tuple[str, str, str, str]:
    """Vertex, foot and the two ends of the opposite side of a line drawn in a triangle."""
    line, triangle = reader.line(arguments[0]), reader.triangle(arguments[1])
    vertex = next((point for point in line if point in triangle), None)
    if vertex is None:
        raise UnreadError(f"{''.join(line)} has no end in triangle {''.join(triangle)}")
    foot = next(point for point in line if point != vertex)
    a, b = (point for point in triangle if point != vertex)
    if foot in (a, b):
        raise UnreadError(f"{''.join(line)} is a side of triangle {''.join(triangle)}")
    return vertex, foot, a, b


def median(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Of a triangle the median, of a trapezoid the midsegment."""
    order = reader.polygon(arguments[1])
    if len(order) == 4:
        return _trapezoid_midsegment(reader, reader.line(arguments[0]), order, arguments[1])
    return [Fact("median", _from_vertex(reader, arguments))]


def _trapezoid_midsegment(reader: ObjectReader, line: tuple[str, str], order: tuple[str, ...], of: Term | str) -> list[Content]:
    a, b, c, d = reader.parallel_first(order)
    first, second = (b, c), (d, a)
    if reader.drawn.is_known(line):
        straight = _off_middle(reader, line[0], *first) + _off_middle(reader, line[1], *second)
        swapped = _off_middle(reader, line[1], *first) + _off_middle(reader, line[0], *second)
        first, second = (first, second) if straight <= swapped else (second, first)
    stated = [] if isinstance(of, Term) and of.name == "Trapezoid" else [Fact("trapezoid", (a, b, c, d))]
    return [*stated, Fact("midpoint", (line[0], *first)), Fact("midpoint", (line[1], *second))]


def altitude(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsAltitudeOf(Line, Polygon)``; a triangle may be called the angle with its corners."""
    whole = arguments[1]
    if isinstance(whole, Term) and whole.name == "Angle" and len(whole.arguments) == 3:
        arguments = (arguments[0], Term("Triangle", whole.arguments))
        reader.note("repaired", f"read {school_form(whole)} as a triangle")
    order = reader.polygon(arguments[1])
    if len(order) == 3:
        line = reader.line(arguments[0])
        if set(line) <= set(order):  # the altitude of a right triangle is a leg
            other = next(point for point in order if point not in line)
            foot = min(line, key=lambda point: abs(reader.drawn.angle(next(p for p in line if p != point), point, other) - 90))
            return [Fact("perpendicular", (*line, foot, other))]
        return [Fact("altitude", _from_vertex(reader, arguments))]
    a, b = reader.line(arguments[0])
    for side in sides(order):
        line_of_side = reader.drawn.line_through(*side)
        # No slanting side of a polygon is drawn so near to square.
        if (a in line_of_side) != (b in line_of_side) and abs(reader.drawn.slant((a, b), side) - 90) < 6:
            return [Fact("perpendicular", (a, b, *side))]
    raise UnreadError(f"{a}{b} does not stand on a side of {''.join(order)}")


def midsegment(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsMidsegmentOf(Line, Triangle or Trapezoid)``."""
    line, order = reader.line(arguments[0]), reader.polygon(arguments[1])
    if len(order) == 4:
        return _trapezoid_midsegment(reader, line, order, arguments[1])
    if len(order) != 3:
        raise UnreadError("expected a triangle or a trapezoid")
    p, q = line
    choices = [(apex, a, b) for apex, a, b in itertools.permutations(order, 3)]
    if not reader.drawn.is_known((p, q, *order)):  # as written, where no figure shows it
        choices = choices[:1]
    apex, a, b = min(choices, key=lambda c: _off_middle(reader, p, c[0], c[1]) + _off_middle(reader, q, c[0], c[2]))
    return [Fact("midsegment", (p, q, apex, a, b))]


def with_corner(reader: ObjectReader, term: Term) -> Fact:
    """Read ``Isosceles(Triangle, Point)`` with its apex, or ``Right(Triangle, Point)`` with its right angle."""
    triangle, corner = reader.triangle(term.arguments[0]), reader.point(term.arguments[1])
    if corner not in triangle:
        raise UnreadError(f"{corner} is no corner of {''.join(triangle)}")
    at = triangle.index(corner)
    first, last = triangle[(at + 1) % 3], triangle[at - 1]
    return (
        Fact("isosceles", (corner, first, last))
        if term.name == "Isosceles"
        else Fact("perpendicular", (first, corner, corner, last))
    )


def centre_of(kind: str) -> Callable[[ObjectReader, Arguments], list[Content]]:
    """Make the reader of a statement about a centre of a triangle."""

    def read(reader: ObjectReader, arguments: Arguments) -> list[Content]:
        of = arguments[1]
        triangle = reader.points(of.arguments) if isinstance(of, Term) and of.name == "Angle" else reader.triangle(of)
        return [Fact(kind, (reader.point(arguments[0]), *triangle))]

    return read


def hypotenuse(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsHypotenuseOf(Line, Triangle)``: the right angle is opposite."""
    side, triangle = reader.line(arguments[0]), reader.triangle(arguments[1])
    if not set(side) <= set(triangle):
        raise UnreadError(f"{''.join(side)} is no side of {''.join(triangle)}")
    corner = next(point for point in triangle if point not in side)
    reader.implied[:] = [fact for fact in reader.implied if fact.kind != "perpendicular"]
    return [Fact("perpendicular", (side[0], corner, corner, side[1]))]
