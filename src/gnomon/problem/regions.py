"""Regions between segments and arcs that only the figure settles: what is shaded, and a shape with half circles on its sides.

Each is read off the figure, and a note says what it was taken for. Where several regions could be meant, none is read.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from fractions import Fraction

from gnomon.algebra import Expression, Number, Operation, Quantity
from gnomon.figure import Circle, Fact, sides, signed_area
from gnomon.problem.objects import ObjectReader
from gnomon.problem.terms import Term, UnsupportedError

_TOUCHING = 0.05
"""Of the radius that a side may be drawn off the circle that it touches."""
_STRAIGHT = 172.0
"""Degrees from which a point is drawn between two others: where a circle touches a side, it may be a few pixels off."""
_FROM_MIDDLE = 0.08
"""Of a side that the centre of the half circle on it may be drawn off its middle."""


def with_half_circles(reader: ObjectReader, region: Term | str) -> Expression | None:
    """Return the area of a shape without a name that is a polygon with half circles on whole sides; None of another one.

    Such a side is drawn, so that the arc can only lie outside: within the polygon it would bound nothing. Where more is drawn
    than the outline and those sides, another shape may be meant.
    """
    is_unnamed = isinstance(region, Term) and region.name in {"Shape", "Polygon"} and str(region.arguments[0]).startswith("$")
    circles = [circle for circle in reader.drawn.figure.circles if circle.centre]
    order = reader.drawn.outer_boundary() if is_unnamed and circles else ()
    if len(order) < 3 or reader.named_shapes or reader.declared or not _is_all(reader, order):
        return None
    bases = [_diameter(reader, circle, order) for circle in circles]
    if None in bases or len(set(bases)) < len(bases):
        return None
    named = " and ".join("".join(base) for base in bases if base is not None)
    reader.seen(f"the shape is {''.join(order)} with half circles on {named}")
    total: Expression = Quantity.of("area", *order)
    for circle in circles:
        half = Operation("/", (Quantity.of("circle_area", circle.centre), Number(Fraction(2))))
        total = Operation("+", (total, half))
    return total


def _diameter(reader: ObjectReader, circle: Circle, order: Sequence[str]) -> tuple[str, str] | None:
    """Return the drawn side of a polygon in whose middle the centre of a circle through its ends lies; None without one."""
    at = reader.drawn.points
    for first, last in sides(order):
        line = reader.drawn.line_through(first, last)
        if not {first, last} <= set(circle.points) or circle.centre not in line:
            continue
        middle = [(a + b) / 2 for a, b in zip(at[first], at[last], strict=True)]
        is_outside = all(_is_beyond(reader, point, (first, last), order) for point in {*circle.points} - {first, last})
        if is_outside and math.dist(middle, at[circle.centre]) <= _FROM_MIDDLE * reader.drawn.distance(first, last):
            return first, last
    return None


def _is_all(reader: ObjectReader, order: Sequence[str]) -> bool:
    """Whether every drawn line is a whole side of a polygon."""
    whole = {frozenset(side) for side in sides(order)}
    return all(frozenset((line[0], line[-1])) in whole for line in reader.drawn.figure.lines)


def _is_beyond(reader: ObjectReader, point: str, side: tuple[str, str], order: Sequence[str]) -> bool:
    """Whether a point lies on the other side of a polygon's side than the polygon."""
    at = reader.drawn.points
    inner = next(corner for corner in order if corner not in side)
    turns = [signed_area([at[side[0]], at[side[1]], at[name]]) for name in (point, inner)]
    return turns[0] * turns[1] < 0


def circle_without(reader: ObjectReader, named: Term) -> Expression:
    """Return the area of the one circle less the one polygon inscribed in it: what is shaded in such a figure."""
    centres = {circle.centre for circle in reader.drawn.figure.circles}
    on = {point for circle in reader.drawn.figure.circles for point in circle.points}
    shapes = [tuple(map(str, named.arguments))] if len(named.arguments) > 2 else reader.declared
    shapes = list({frozenset(shape): shape for shape in shapes}.values()) or [reader.drawn.outer_boundary() or ()]
    is_one = len(centres) == 1 and len(shapes) == 1 and len(shapes[0]) > 2
    if is_one and not on & set(shapes[0]) and _touches_each_side(reader, shapes[0], on):
        return _polygon_without(reader, min(centres), shapes[0])
    if not is_one or not on.issuperset(shapes[0]):
        raise UnsupportedError(
            "shaded regions are not supported yet, but for sectors, a circle without a polygon inscribed in it and a polygon "
            "without its incircle"
        )
    (centre,) = centres
    order = reader.drawn.cyclic(shapes[0])
    _refuse_diagonals(reader, order)
    reader.seen(f"the shaded region is the circle about {centre} without {''.join(order)}")
    return Operation("-", (Quantity.of("circle_area", centre), Quantity.of("area", *order)))


def _refuse_diagonals(reader: ObjectReader, order: Sequence[str]) -> None:
    """Refuse a polygon with a diagonal drawn: which of its parts are shaded is not said.

    Raises:
        UnsupportedError: where one is.
    """
    edges = {frozenset(side) for side in sides(order)}
    if any(reader.drawn.figure.is_drawn(*pair) for pair in itertools.combinations(order, 2) if frozenset(pair) not in edges):
        raise UnsupportedError(f"shaded regions are not supported yet where diagonals cut them, as those of {''.join(order)} do")


def _touches_each_side(reader: ObjectReader, corners: tuple[str, ...], on: Collection[str]) -> bool:
    """Whether every side of a polygon has, between its ends, a point of the circle as drawn, or is as far from its centre."""
    order = reader.drawn.cyclic(corners)
    return all(
        any(reader.drawn.angle(first, point, last) > _STRAIGHT for point in on) or _is_as_far(reader, first, last, on)
        for first, last in sides(order)
    )


def _is_as_far(reader: ObjectReader, first: str, last: str, on: Collection[str]) -> bool:
    """Whether a side is drawn as far from the centre of the one circle as the points on it."""
    centre = reader.drawn.figure.circles[0].centre
    radius = sum(reader.drawn.distance(centre, point) for point in on) / len(on)
    spots = [reader.drawn.points[name] for name in (centre, first, last)]
    height = 2 * abs(signed_area(spots)) / (reader.drawn.distance(first, last) or 1e-9)
    return abs(height - radius) <= _TOUCHING * radius


def _polygon_without(reader: ObjectReader, centre: str, corners: tuple[str, ...]) -> Expression:
    """Return the area of a polygon less the circle that touches all its sides."""
    order = reader.drawn.cyclic(corners)
    _refuse_diagonals(reader, order)
    reader.seen(f"the shaded region is {''.join(order)} without the circle about {centre}")
    reader.implied.append(Fact("circumscribed", (centre, *order)))
    return Operation("-", (Quantity.of("area", *order), Quantity.of("circle_area", centre)))
