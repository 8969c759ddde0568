"""Whether a rule's place in the figure is what its theorem asks for: order, sides, arcs, drawn lines.

The table ``conditions.yaml`` says for each pattern what must hold, in terms of the functions here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from gnomon.geometry.checker.sketch import Sketch
from gnomon.packaged import packaged_yaml


class Condition(NamedTuple):
    """A named condition on variables of a pattern."""

    name: str
    variables: tuple[str, ...]


def failing_conditions(pattern: str, points: tuple[str, ...], sketch: Sketch) -> Iterator[str]:
    """Yield the conditions that do not hold at a place, as ``between(A,B,C)`` with the figure's points.

    Args:
        pattern: name of the pattern.
        points: what its variables stand for, in order.
        sketch: a placement of the figure at which the givens hold.

    Raises:
        KeyError: for a pattern without conditions, or another number of points.
    """
    variables, conditions = conditions_of(pattern)
    place = dict(zip(variables, points, strict=True))
    for condition in conditions:
        names = tuple(place[variable] for variable in condition.variables)
        if not CONDITIONS[condition.name](sketch, *names):
            yield f"{condition.name}({','.join(names)})"


def conditions_of(pattern: str) -> tuple[tuple[str, ...], tuple[Condition, ...]]:
    """Return the variables of a pattern and what must hold of them.

    Raises:
        KeyError: for a pattern without conditions.
    """
    return _table()[pattern]


@cache
def _table() -> Mapping[str, tuple[tuple[str, ...], tuple[Condition, ...]]]:
    rows: dict[str, str] = packaged_yaml(__package__, "conditions.yaml")
    table = {}
    for place, text in rows.items():
        name, *variables = place.split()
        found = re.findall(r"(\w+)\(([\w,]+)\)", text)
        table[name] = (tuple(variables), tuple(Condition(kind, tuple(names.split(","))) for kind, names in found))
    return MappingProxyType(table)


def _is_drawn(s: Sketch, *points: str) -> bool:
    return s.incidence.line(*points) is not None


def _is_off_line(s: Sketch, a: str, b: str, c: str) -> bool:
    return s.incidence.line(a, b, c) is None and s.side(a, b, c) != 0


def _is_triangle(s: Sketch, a: str, b: str, c: str) -> bool:
    return _is_off_line(s, a, b, c) and all(_is_drawn(s, *side) for side in ((a, b), (b, c), (c, a)))


def _is_inside_angle(s: Sketch, a: str, b: str, c: str, inner: str) -> bool:
    """Whether the ray from B through a point lies strictly inside the angle ABC, which is not straight."""
    turn = s.side(b, a, c)
    return turn != 0 and s.side(b, a, inner) == turn == s.side(b, inner, c)


def _is_round(s: Sketch, centre: str, *points: str) -> bool:
    """Whether points lie in turn round a centre, with gaps under 180 degrees, once round."""
    gaps = [
        (s.direction(centre, b) - s.direction(centre, a)) % 360 for a, b in zip(points, (*points[1:], points[0]), strict=True)
    ]
    # Once round either way: gaps that add up to more than 360 run clockwise.
    turns = gaps if sum(gaps) < 361 else [360 - gap for gap in gaps]
    # 0.001 degrees for the rounding of the placement.
    return abs(sum(turns) - 360) < 1e-3 and max(turns) < 180


def _sides(corners: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def _is_closed(s: Sketch, *corners: str) -> bool:
    return all(_is_drawn(s, *side) for side in _sides(corners))


def _is_convex(s: Sketch, *corners: str) -> bool:
    turns = {s.side(a, b, c) for a, b in _sides(corners) for c in corners if c not in {a, b}}
    return turns in ({1}, {-1}) and _is_closed(s, *corners)


def _is_dented(s: Sketch, *corners: str) -> bool:
    """Whether a walk around a polygon turns one way at the first corner, the other way at all others, and once round in all."""
    turns = []
    for (a, b), (_, c) in zip(_sides(corners), _sides((*corners[1:], corners[0])), strict=True):
        turn = (s.direction(b, c) - s.direction(a, b)) % 360
        turns.append(turn if turn < 180 else turn - 360)
    *others, first = turns
    ways = {turn > 0 for turn in others}
    # 0.001 degrees for the rounding of the placement, as in `_is_round`.
    is_once_round = abs(abs(sum(turns)) - 360) < 1e-3
    return ways == {first < 0} and is_once_round and _is_closed(s, *corners)


def _turns(s: Sketch, corners: tuple[str, ...]) -> dict[str, int]:
    """Return on which side of the way through each corner of a polygon the next one lies."""
    return {b: s.side(a, b, c) for (a, b), (_, c) in zip(_sides(corners), _sides((*corners[1:], corners[0])), strict=True)}


def _is_simple(s: Sketch, corners: tuple[str, ...]) -> bool:
    """Whether no two sides of a polygon that are not neighbours meet."""
    pairs = ((one, other) for one, other in combinations(_sides(corners), 2) if not set(one) & set(other))
    return not any(_cross(s, *one, *other) for one, other in pairs)


def _cross(s: Sketch, a: str, b: str, c: str, d: str) -> bool:
    return s.side(a, b, c) != s.side(a, b, d) and s.side(c, d, a) != s.side(c, d, b)


def _way_round(s: Sketch, corners: tuple[str, ...]) -> bool:
    """Whether a polygon that does not cross itself is named counter-clockwise: its lowest corner turns that way."""
    lowest = min(corners, key=lambda corner: (s.at[corner][1], s.at[corner][0]))
    at = corners.index(lowest)
    return s.side(corners[at - 1], lowest, corners[(at + 1) % len(corners)]) == 1


def _is_inner_diagonal(s: Sketch, first: str, last: str, *corners: str) -> bool:
    """Whether a diagonal runs inside a polygon: it meets no side, and both parts go round the same way as the whole."""
    start, end = sorted((corners.index(first), corners.index(last)))
    parts = (corners[start : end + 1], (*corners[end:], *corners[: start + 1]))
    if not all(_is_simple(s, each) for each in (corners, *parts)):
        return False
    return len({_way_round(s, each) for each in (corners, *parts)}) == 1


def _turns_out(s: Sketch, first: str, last: str, *corners: str) -> bool:
    """Whether a polygon turns the other way at two corners, and at these alone."""
    turns = _turns(s, corners)
    others = {turn for corner, turn in turns.items() if corner not in {first, last}}
    return _is_simple(s, corners) and others in ({1}, {-1}) and others == {-turns[first]} == {-turns[last]}


def _are_parallel(s: Sketch, a: str, b: str, c: str, d: str) -> bool:
    turn = (s.direction(a, b) - s.direction(c, d)) % 180
    return min(turn, 180 - turn) < 1e-3


def _is_on_minor_arc(s: Sketch, centre: str, a: str, b: str, c: str) -> bool:
    return s.incidence.are_on_circle(centre, a, b, c) and _is_inside_angle(s, a, centre, b, c)


def _is_off_minor_arc(s: Sketch, centre: str, a: str, b: str, c: str) -> bool:
    return s.side(centre, a, b) != 0 and c not in {a, b} and not _is_inside_angle(s, a, centre, b, c)


def _is_inside_triangle(s: Sketch, point: str, a: str, b: str, c: str) -> bool:
    return s.side(a, b, point) == s.side(b, c, point) == s.side(c, a, point) != 0


CONDITIONS: Mapping[str, Callable[..., bool]] = MappingProxyType(
    {
        "acute": lambda s, a, b, c: s.angle(a, b, c) < 90,
        "between": lambda s, a, b, c: s.is_between(a, b, c),
        "chord": lambda s, centre, a, b: s.incidence.are_on_circle(centre, a, b) and _is_drawn(s, a, b),
        "circle": lambda s, centre: centre in s.incidence.circles,
        "closed": _is_closed,
        "convex": _is_convex,
        "dented": _is_dented,
        "drawn": _is_drawn,
        "inner_diagonal": _is_inner_diagonal,
        "inside_angle": _is_inside_angle,
        "inside_triangle": _is_inside_triangle,
        "obtuse": lambda s, a, b, c: s.angle(a, b, c) > 90,
        "not_parallel": lambda s, a, b, c, d: not _are_parallel(s, a, b, c, d),
        "off_line": _is_off_line,
        "off_minor_arc": _is_off_minor_arc,
        "on_circle": lambda s, centre, *points: s.incidence.are_on_circle(centre, *points),
        "on_line": lambda s, *points: s.incidence.line(*points) is not None,
        "on_minor_arc": _is_on_minor_arc,
        "opposite_sides": lambda s, a, b, c, d: s.side(a, b, c) * s.side(a, b, d) == -1,
        "round": _is_round,
        "same_side": lambda s, a, b, c, d: s.side(a, b, c) * s.side(a, b, d) == 1,
        "triangle": _is_triangle,
        "turns_out": _turns_out,
    }
)
"""The conditions by name: each takes a sketch and names of points."""
