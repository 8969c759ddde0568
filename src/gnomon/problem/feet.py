"""Heights whose foot the figure does not name as a point of the line they stand on.

Annotations say that XA is perpendicular to WY and forget that A lies on WY, or call a line perpendicular to itself where a
height meets it. A foot that nothing else speaks of is no other point of the figure, so the line takes it up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gnomon.algebra import Quantity, quantities_in
from gnomon.figure import Fact, Spot, order_along, sides
from gnomon.problem.limits import extent_of
from gnomon.problem.objects import ObjectReader
from gnomon.problem.statements import Given

_NEAR = 0.12
"""Of the figure's size: a foot that is drawn farther off its line is another point."""
_OPPOSITE = {
    "trapezoid": ((0, 2),),
    "isosceles_trapezoid": ((0, 2),),
    "parallelogram": ((0, 2), (1, 3)),
    "rhombus": ((0, 2), (1, 3)),
}
"""Which sides of a quadrilateral are parallel, by their places."""

_Pair = tuple[str, str]


def with_feet(reader: ObjectReader, givens: Sequence[Given]) -> list[Given]:
    """Return the givens, with the feet of heights put on the lines on which they stand."""
    found: list[Given] = []
    for given in givens:
        fact = given.content
        if not isinstance(fact, Fact) or fact.kind != "perpendicular":
            found.append(given)
            continue
        reader.about_given(given)
        if _is_nowhere(reader, fact, givens):
            reader.note("dropped", "left out: two of its points are nowhere else")
            continue
        turned = _across(reader, fact)
        found.append(Given(turned, given.source, given.in_text) if turned else given)
        foot = None if turned else _foot(reader, fact, givens)
        if foot is not None:
            reader.seen(f"{foot.points[1]} lies on {foot.points[0]}{foot.points[2]}")
            found.append(Given(_in_order(reader, foot, fact), given.source, given.in_text))
    return found


def _is_nowhere(reader: ObjectReader, fact: Fact, givens: Sequence[Given]) -> bool:
    """Whether both sides of a right angle end in points that have no place and that nothing else names."""
    a, b, c, d = fact.points
    ends = {point for point in fact.points if point in reader.drawn.guessed} - ({a, b} & {c, d})
    lines = {point for line in reader.drawn.figure.lines for point in line}
    named = {point for given in givens if given.content != fact for point in _points_in(given)}
    return len({a, b} & {c, d}) == 1 and len(ends) == 2 and not ends & (lines | named)


def _points_in(given: Given) -> set[str]:
    content = given.content
    if isinstance(content, Fact):
        return set(content.points)
    return {point for side in content for quantity in quantities_in(side) for point in quantity.points}


def _across(reader: ObjectReader, fact: Fact) -> Fact | None:
    """Return what is meant where a line is called perpendicular to itself at a point: the one other line there is."""
    a, b, c, d = fact.points
    common = {a, b} & {c, d}
    line = reader.drawn.line_through(a, b)
    if len(common) != 1 or not {c, d} <= {*line}:
        return None
    (vertex,) = common
    others = [ray[0] for ray in reader.drawn.rays(vertex) if not {*ray} & {*line}]
    if len({reader.drawn.line_through(vertex, other) for other in others}) != 1:
        return None
    reader.seen(f"the right angle at {vertex} is that of {others[0]}{vertex}")
    return Fact("perpendicular", (others[0], vertex, vertex, a if a != vertex else b))


def _foot(reader: ObjectReader, fact: Fact, givens: Sequence[Given]) -> Fact | None:
    """Return that a loose end lies on a line: its first end, the foot, its last end, in no order as yet."""
    a, b, c, d = fact.points
    for (first, last), side in (((a, b), (c, d)), ((b, a), (c, d)), ((c, d), (a, b)), ((d, c), (a, b))):
        base = _base(first, last, side, givens)
        if base is not None and _is_loose(reader, first, last, fact, givens) and _is_near(reader, first, last, base):
            return Fact("collinear", (base[0], first, base[1]))
    return None


def _base(foot: str, top: str, side: _Pair, givens: Sequence[Given]) -> _Pair | None:
    """Return the line on which a height stands: the one it is square to, or where it starts there, the one parallel to it."""
    if foot in side:
        return None
    if top not in side:
        return side
    for fact in (given.content for given in givens):
        for one, other in _OPPOSITE.get(fact.kind, ()) if isinstance(fact, Fact) else ():
            around = list(sides(fact.points)) if isinstance(fact, Fact) else []
            for here, there in ((one, other), (other, one)):
                if set(around[here]) == set(side):
                    return around[there]
    return None


def _is_loose(reader: ObjectReader, foot: str, top: str, fact: Fact, givens: Sequence[Given]) -> bool:
    """Whether nothing speaks of a point but the height that ends there, and no other line is drawn to it."""
    if any(foot in line and top not in line for line in reader.drawn.figure.lines):
        return False
    if any(foot in line and len(line) > 2 for line in reader.drawn.figure.lines):
        return False
    own = Quantity.of("length", foot, top)
    for content in (given.content for given in givens):
        if isinstance(content, Fact):
            if foot in content.points and content != fact:
                return False
        elif any(foot in quantity.points and quantity != own for side in content for quantity in quantities_in(side)):
            return False
    return True


def _is_near(reader: ObjectReader, foot: str, top: str, base: _Pair) -> bool:
    points = reader.drawn.points
    if not reader.drawn.is_known((top, *base)):
        return False
    return foot in reader.drawn.guessed or math.dist(points[foot], _beneath(reader, top, base)) <= _NEAR * extent_of(points)


def _beneath(reader: ObjectReader, top: str, base: _Pair) -> Spot:
    """Return where the perpendicular from a point meets a line, as drawn."""
    (x0, y0), (x1, y1), (x, y) = (reader.drawn.points[name] for name in (*base, top))
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / max((x1 - x0) ** 2 + (y1 - y0) ** 2, 1e-9)
    return x0 + along * (x1 - x0), y0 + along * (y1 - y0)


def _in_order(reader: ObjectReader, foot: Fact, fact: Fact) -> Fact:
    first, middle, last = foot.points
    (top,) = {end for pair in (fact.points[:2], fact.points[2:]) if middle in pair for end in pair} - {middle}
    at = {**reader.drawn.points, middle: _beneath(reader, top, (first, last))}
    return Fact("collinear", order_along(foot.points, at))
