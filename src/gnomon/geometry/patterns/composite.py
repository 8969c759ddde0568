"""Patterns of figures that are put together: cut along a segment, or made of rectangles; and the parts of such figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from gnomon.geometry.diagram import Diagram
from gnomon.geometry.patterns.named import PATTERNS as NAMED
from gnomon.geometry.patterns.polygons import quadrilateral, vertex_triangle_both

_MOST_PARTS = 40
"""Parts of one polygon that are looked at: no figure of a school has as many."""

_EQUALLY_FAR = 1e-5
"""Relative difference below which two distances count as equal in a fitted model."""
_EVEN = 1e-3
"""Degrees, as for `Diagram.are_parallel`."""


def quadrilateral_cut(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: a quadrilateral, E strictly between A and B, CE drawn."""
    for a, b, c, x in quadrilateral(d):
        yield from ((a, b, c, x, e) for e in _inner(d, a, b) if d.connected(c, e))


def pentagon_cut(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: a named pentagon with AC drawn."""
    yield from (corners for corners in NAMED["named_pentagon"](d) if d.connected(corners[0], corners[2]))


def hexagon_cut(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: a named hexagon with AD drawn."""
    yield from (corners for corners in NAMED["named_hexagon"](d) if d.connected(corners[0], corners[3]))


def pentagon_cut_at_dent(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: a named pentagon, F strictly between A and B, E between D and F."""
    for a, b, c, x, e in NAMED["named_pentagon"](d):
        yield from ((a, b, c, x, e, f) for f in _inner(d, a, b) if d.connected(x, f) and d.is_between(x, e, f))


def corner_cut_off(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: a named convex pentagon with right angles at B, C and D, AB shorter than CD and DE than BC."""
    for corners in NAMED["named_pentagon"](d):
        if _right_but(d, corners, "AE") and len(set(_turns(d, corners))) == 1:
            yield corners


def circle_within(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D: a drawn quadrilateral, O the centre of a circle to which AB and BC are equally near."""
    for corners in quadrilateral(d) if d.circles else ():
        yield from ((o, *corners) for o in d.circles if o not in corners and _is_as_near(d, o, corners))


def circumcentre(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: a triangle, OA and OB drawn and as long as OC."""
    for a, b, c in vertex_triangle_both(d):
        for o in (o for o in d.at if a < b and o not in {a, b, c} and d.connected(o, a) and d.connected(o, b)):
            away = [math.dist(d.at[o], d.at[corner]) for corner in (a, b, c)]
            if max(away) - min(away) < _EQUALLY_FAR * max(away):
                yield o, a, b, c


def _is_as_near(d: Diagram, centre: str, corners: tuple[str, ...]) -> bool:
    a, b, c, _ = corners
    return abs(d.angle(a, b, centre) - d.angle(centre, b, c)) < _EVEN


def _of_right_angles(count: str, *dents: int) -> Callable[[Diagram], Iterator[tuple[str, ...]]]:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for corners in NAMED[count](d):
            turns = _turns(d, corners)
            outer = {turn for at, turn in enumerate(turns) if at not in dents}
            if len(outer) == 1 and all(turns[at] == -max(outer) for at in dents) and _right_but(d, corners):
                yield corners

    pattern.__doc__ = f"Yield the corners of a {count.replace('_', ' ')} of right angles that turns out at corners {dents} only."
    return pattern


def parts_of(d: Diagram, corners: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the polygons into which drawn segments cut one with more than three corners, and those into which they cut these."""
    found: dict[frozenset[str], tuple[str, ...]] = {}
    waiting = [corners]
    while waiting and len(found) < _MOST_PARTS:
        for part in _cut(d, waiting.pop(0)):
            if frozenset(part) not in found:
                found[frozenset(part)] = part
                waiting.append(part)
    return list(found.values())


def _cut(d: Diagram, corners: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield both parts of each cut that a rule knows of a polygon with more than three corners."""
    count = len(corners)
    for at in range(count if 3 < count < 7 else 0):
        a, b, c, *rest = corners[at:] + corners[:at]
        if count == 4:
            yield from (part for e in _inner(d, a, b) if d.connected(c, e) for part in ((e, b, c), (a, e, c, *rest)))
            yield from (part for e in _inner(d, b, c) if d.connected(a, e) for part in ((a, b, e), (a, e, c, *rest)))
        if count < 6 and d.connected(a, c):
            yield from ((a, b, c), (a, c, *rest))
        if count == 6 and d.connected(a, rest[0]):
            yield from ((a, b, c, rest[0]), (a, *rest))
        if count == 5:
            x, e = rest
            yield from (part for f in _inner(d, a, b) if d.is_between(x, e, f) for part in ((b, c, x, f), (a, f, e)))
            yield from (part for f in _inner(d, a, b) if d.is_between(x, c, f) for part in ((a, e, x, f), (b, f, c)))


def _inner(d: Diagram, a: str, b: str) -> tuple[str, ...]:
    return tuple(point for point in d.line(a, b) if point not in {a, b} and d.is_between(a, point, b))


def _turns(d: Diagram, corners: tuple[str, ...]) -> list[int]:
    """Return on which side of the way through each corner the next one lies."""
    return [d.side(*three) for three in zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], strict=False)]


def _right_but(d: Diagram, corners: tuple[str, ...], but: str = "") -> bool:
    """Whether all corners are right but those at the places that letters name."""
    threes = zip(corners[-1:] + corners, corners, corners[1:] + corners[:1], "ABCDEFGH", strict=False)
    return all(d.is_right(a, b, c) for a, b, c, place in threes if place not in but)


PATTERNS: dict[str, Callable[[Diagram], Iterator[tuple[str, ...]]]] = {
    pattern.__name__: pattern
    for pattern in (
        quadrilateral_cut,
        pentagon_cut,
        hexagon_cut,
        pentagon_cut_at_dent,
        corner_cut_off,
        circle_within,
        circumcentre,
    )
}
PATTERNS |= {
    "l_shape": _of_right_angles("named_hexagon", 0),
    "u_shape": _of_right_angles("named_octagon", 0, 1),
    "stairs": _of_right_angles("named_octagon", 0, 2),
    "t_shape": _of_right_angles("named_octagon", 0, 3),
}
