"""Statements about lines and circles: perpendicular, parallel, tangent, diameter, radius."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from gnomon.algebra import Equation, Quantity
from gnomon.figure import Fact, order_along
from gnomon.problem.objects import ObjectReader
from gnomon.problem.polygons import Thing
from gnomon.problem.statements import Content
from gnomon.problem.terms import Arguments, Term, UnreadError


def perpendicular(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``Perpendicular(Line, Line)``."""
    return [Fact("perpendicular", (*reader.line(arguments[0]), *reader.line(arguments[1])))]


def parallel(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``Parallel(Line, Line)``, also of lines named by letters."""
    things = [reader.thing(argument) for argument in arguments[:2]]
    if any(thing.kind == "letter" for thing in things):
        return _parallel_letters(reader, things)
    if any(thing.kind != "line" for thing in things):
        raise UnreadError("expected two lines")
    return [Fact("parallel", (*things[0].points, *things[1].points))]


def _parallel_letters(reader: ObjectReader, things: Sequence[Thing]) -> list[Content]:
    names = " and ".join(thing.points[0] for thing in things)
    if reader.parallels:
        reader.note("dropped", f"lines {names} have no points; the parallel lines are named elsewhere")
        return []
    pairs = [
        (first, second)
        for first, second in itertools.combinations(reader.drawn.figure.lines, 2)
        if not set(first) & set(second) and _is_parallel_as_drawn(reader, first, second)
    ]
    found = _longest(reader, pairs)
    if not found or len(found) > max(1, reader.parallel_letters):
        raise UnreadError(f"the figure has {len(found)} pairs that could be the lines {names}")
    reader.seen(f"lines {names} are {' or '.join(f'{a[0]}{a[-1]} and {b[0]}{b[-1]}' for a, b in found)}")
    return [Fact("parallel", (a[0], a[-1], b[0], b[-1])) for a, b in found]


def _is_parallel_as_drawn(reader: ObjectReader, first: Sequence[str], second: Sequence[str]) -> bool:
    a, b, c, d = (complex(*reader.drawn.points[p]) for p in (first[0], first[-1], second[0], second[-1]))
    product = (b - a) * (d - c).conjugate()
    # 5 degrees: pictures draw parallel lines so far off, and lines that are to meet farther.
    return abs(product.imag) < math.sin(math.radians(5)) * abs(product)


def _longest(
    reader: ObjectReader, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]
) -> Sequence[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Keep the pairs that a line crosses both of, where there are any: those a textbook asks about."""
    crossed = [
        pair
        for pair in pairs
        if any(set(line) & set(pair[0]) and set(line) & set(pair[1]) for line in reader.drawn.figure.lines if line not in pair)
    ]
    full = [pair for pair in crossed if min(map(len, pair)) >= 3]
    return full or crossed or pairs


def tangent(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``Tangent(Line, Circle)``."""
    line, circle = arguments[0], arguments[1]
    if isinstance(line, Term) and line.arguments == ("$",):
        return _drawn_tangents(reader)
    a, b = reader.line(line)
    centre = _touched(reader, (a, b), reader.centre(circle))
    if len(arguments) > 2:
        return _tangent_at(reader, (a, b), centre, reader.point(arguments[2]))
    return [_tangent_fact(reader, a, b, centre)]


def _tangent_at(reader: ObjectReader, line: tuple[str, str], centre: str, contact: str) -> list[Content]:
    """Say that a line touches a circle at a point, which lies on both."""
    a, b = line
    found: list[Content] = (
        [] if contact in reader.drawn.figure.points_on_circle(centre) else [Fact("on_circle", (contact, centre))]
    )
    if contact not in reader.drawn.line_through(a, b):
        ordered = order_along((a, contact, b), reader.drawn.points) if reader.drawn.is_known((a, b, contact)) else (a, contact, b)
        found.append(Fact("collinear", ordered))
    return [*found, Fact("tangent", (contact, b if contact == a else a, centre))]


def _touched(reader: ObjectReader, ends: tuple[str, str], centre: str) -> str:
    """Return the centre of the circle that is meant: the only one drawn, where a line that ends on it touches one not there."""
    circles = {circle.centre: circle.points for circle in reader.drawn.figure.circles}
    if centre in circles or len(circles) != 1:
        return centre
    ((true, points),) = circles.items()
    if centre in points or not set(ends) & set(points):
        return centre
    reader.seen(f"the circle that {''.join(ends)} touches has the centre {true}")
    return true


def _tangent_fact(reader: ObjectReader, a: str, b: str, centre: str) -> Fact:
    """Put the point of contact first, taking it from further points of the line where neither end is on the circle."""
    on_circle = reader.drawn.figure.points_on_circle(centre)
    further = [point for point in reader.drawn.line_through(a, b) if point not in (a, b)]
    contact = next((point for point in (a, b, *further) if point in on_circle), None)
    if contact is None:
        return Fact("tangent", (a, b, centre))
    return Fact("tangent", (contact, b if contact == a else a, centre))


def _drawn_tangents(reader: ObjectReader) -> list[Content]:
    """``Tangent(Line($), Circle($))``: the segments that appear to be tangent are."""
    figure = reader.drawn.figure
    found: list[Content] = []
    for circle, line in itertools.product(figure.circles, figure.lines):
        contacts = [point for point in line if point in circle.points]
        if circle.centre in line or len(contacts) != 1:
            continue
        end = next(point for point in (line[0], line[-1]) if point != contacts[0])
        if abs(reader.drawn.angle(circle.centre, contacts[0], end) - 90) < 8:  # a chord or secant is drawn farther off
            reader.seen(f"{contacts[0]}{end} touches the circle about {circle.centre}")
            found.append(_tangent_fact(reader, contacts[0], end, circle.centre))
    if not found:
        raise UnreadError("no drawn segment appears to touch a circle")
    return found


def diameter(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsDiameterOf(Line, Circle)``."""
    a, b = reader.line(arguments[0])
    centre = reader.centre(arguments[1])
    if centre in (a, b):
        raise UnreadError(f"{a}{b} ends in the centre {centre}")
    return [Fact("diameter", (a, b, centre))]


def radius(reader: ObjectReader, arguments: Arguments) -> list[Content]:
    """Read ``IsRadiusOf(Line, Circle)``."""
    a, b = reader.line(arguments[0])
    centre = reader.centre(arguments[1])
    if centre in (a, b):
        return [Fact("on_circle", (b if a == centre else a, centre))]
    return [Equation(Quantity.of("length", a, b), Quantity.of("radius", centre))]
