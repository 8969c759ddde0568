"""What is worked out of things by themselves: the angle of a triangle at a corner, the far end of a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnomon.figure import sides
from gnomon.problem.terms import POLYGONS
from gnomon.problem.words.relations import UnknownError
from gnomon.problem.words.value import Value, Values, named, value_of


def _at_corner(polygon: Value, corner: Value) -> tuple[str, str, str]:
    (vertex,) = corner.points
    if vertex not in polygon.points:
        raise UnknownError(f"{vertex} is no corner of {polygon.text}")
    at = polygon.points.index(vertex)
    return polygon.points[at - 1], vertex, polygon.points[(at + 1) % len(polygon.points)]


def _angle(polygon: Value, corner: Value) -> Values:
    return (named("Angle", *_at_corner(polygon, corner)),)


def _others(polygon: Value, corner: Value) -> Values:
    before, _, after = _at_corner(polygon, corner)
    return value_of(before), value_of(after)


def _third(polygon: Value, line: Value) -> Values:
    rest = [point for point in polygon.points if point not in line.points]
    if len(polygon.points) != 3 or len(rest) != 1:
        raise UnknownError(f"{line.text} is no side of {polygon.text}")
    return (value_of(rest[0]),)


def tips(lines: Values) -> Values:
    """Return the ends of lines from one point, that point left out: where the tangents PA and PB touch."""
    common = set.intersection(*(set(line.points) for line in lines))
    if len(lines) < 2 or len(common) != 1:
        raise UnknownError("the lines do not start at one point")
    return tuple(_far_end(line, value_of(next(iter(common))))[0] for line in lines)


def _rest(one: Value, other: Value) -> Values:
    """Return the one point of a thing that another does not have."""
    rest = [point for point in one.points if point not in other.points]
    if len(rest) != 1:
        raise UnknownError(f"{one.text} and {other.text} do not differ in one point")
    return (value_of(rest[0]),)


def _beside(polygon: Value, line: Value) -> Values:
    """Return a side of a polygon that meets another side of it."""
    around = [named("Line", *side) for side in sides(polygon.points)]
    found = [side for side in around if len(set(side.points) & set(line.points)) == 1]
    if frozenset(line.points) not in {frozenset(side.points) for side in around}:
        raise UnknownError(f"{line.text} is no side of {polygon.text}")
    return (found[0],)


def _across(polygon: Value, line: Value) -> Values:
    """Return the side of a quadrilateral opposite to another."""
    rest = tuple(point for point in polygon.points if point not in line.points)
    if len(polygon.points) != 4 or frozenset(line.points) not in set(map(frozenset, sides(polygon.points))):
        raise UnknownError(f"{line.text} is no side of a quadrilateral")
    return (named("Line", *rest),)


def _diagonals(polygon: Value) -> Values:
    if len(polygon.points) != 4:
        raise UnknownError("only of a quadrilateral are the diagonals two")
    a, b, c, d = polygon.points
    return named("Line", a, c), named("Line", b, d)


def _far_end(line: Value, point: Value) -> Values:
    rest = [end for end in line.points if end != point.text]
    if len(rest) != 1:
        raise UnknownError(f"{point.text} is no end of {line.text}")
    return (value_of(rest[0]),)


def _between(one: Value, other: Value) -> Values:
    common = set(one.points) & set(other.points)
    if len(common) != 1 or len(one.points) != 2 or len(other.points) != 2:
        raise UnknownError(f"{one.text} and {other.text} have no common end")
    (vertex,) = common
    return (named("Angle", _far_end(one, value_of(vertex))[0].text, vertex, _far_end(other, value_of(vertex))[0].text),)


def _named_shape(shape: Value, names: Value) -> Values:
    """Return a polygon of a kind with its corners; the kind is a literal with ``%`` for them."""
    word = next(word for word in POLYGONS if f"{word}(" in shape.text)
    if POLYGONS[word] not in {0, len(names.points)}:
        raise UnknownError(f"{names.text} are not the corners of a {word}")
    return (Value("polygon", shape.text.replace("%", ",".join(names.points)), names.points),)


_SHAPES = {3: "Triangle", 4: "Quadrilateral", 5: "Pentagon", 6: "Hexagon", 7: "Heptagon", 8: "Octagon"}
"""What so many corners make."""
DERIVED: Mapping[str, Callable[..., Values]] = {
    "angle": _angle,
    "rest": _rest,
    "arm": lambda polygon, corner: (named("Line", corner.text, _at_corner(polygon, corner)[0]),),
    "other_arm": lambda polygon, corner: (named("Line", corner.text, _at_corner(polygon, corner)[2]),),
    "others": _others,
    "opposite": lambda polygon, corner: (named("Line", *(p.text for p in _others(polygon, corner))),),
    "third": _third,
    "beside": _beside,
    "diagonals": _diagonals,
    "across": _across,
    "far_end": _far_end,
    "edges": lambda polygon: tuple(named("Line", *side) for side in sides(polygon.points)),
    "corners": lambda names: tuple(map(value_of, names.points)),
    "centre": lambda circle: (value_of(circle.points[0]),),
    "vertex": lambda angle: (value_of(angle.points[1]),),
    "between": _between,
    "angles": lambda polygon: tuple(named("Angle", *_at_corner(polygon, value_of(corner))) for corner in polygon.points),
    "base_angle": lambda polygon, apex: _angle(polygon, _others(polygon, apex)[0]),
    "common": lambda one, other: (value_of(_between(one, other)[0].points[1]),),
    "arm_of": lambda angle: (named("Line", angle.points[1], angle.points[0]),),
    "named": _named_shape,
    "shape": lambda names: (named(_SHAPES.get(len(names.points), "Polygon"), *names.points),),
    "subtended": lambda line, point: (named("Angle", line.points[0], point.text, line.points[-1]),),
    "angle_of": lambda sector: (named("Angle", *sector.points),),
    "first": lambda names: (value_of(names.points[0]),),
    "last": lambda names: (value_of(names.points[-1]),),
    "side": lambda polygon: (named("Line", *polygon.points[:2]),),
    "whole": lambda names: (named("Line", names.points[0], names.points[-1]),),
    "inner": lambda names: tuple(map(value_of, names.points[1:-1])),
    "around": lambda names: tuple(named("Line", a, b) for a, b in zip(names.points, names.points[2:], strict=False)),
    "both": lambda one, other: (one, other),
    "line": lambda one, other: (named("Line", one.text, other.text),),
}
"""What can be worked out of things: by name, with the things in brackets."""
