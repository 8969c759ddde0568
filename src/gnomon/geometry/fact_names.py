"""One name for each fact: ``parallel(A,B,C,D)`` and ``parallel(D,C,B,A)`` are the same, so they become one node."""

from __future__ import annotations

from collections.abc import Callable

from gnomon.problem import Fact

_Points = tuple[str, ...]
_Line = Callable[[str, str], _Points]


def canonical_fact(fact: Fact, line: _Line) -> Fact:
    """Return the one form of a fact.

    Args:
        fact: any fact; a kind without symmetry stays as it is.
        line: gives the points of the drawn line through two points in order, as `Diagram.line`.
    """
    arrange = _ARRANGED.get(fact.kind)
    return Fact(fact.kind, arrange(fact.points, line)) if arrange else fact


def _two_lines(points: _Points, line: _Line) -> _Points:
    ends = [line(points[i], points[i + 1]) for i in (0, 2)]
    first, second = sorted(tuple(sorted((run[0], run[-1]))) for run in ends)
    return (*first, *second)


def _around(points: _Points, _: _Line) -> _Points:
    start = points.index(min(points))
    forward = points[start:] + points[:start]
    return min(forward, (forward[0], *forward[:0:-1]))


def _matched(points: _Points, _: _Line) -> _Points:
    half = len(points) // 2
    pairs = list(zip(points[:half], points[half:], strict=True))
    ways = [sorted(pairs), sorted((b, a) for a, b in pairs)]
    return min(tuple(p for p, _ in way) + tuple(q for _, q in way) for way in ways)


def _last_two_alike(points: _Points, _: _Line) -> _Points:
    return (*points[:-2], *sorted(points[-2:]))


def _all_but_first_alike(points: _Points, _: _Line) -> _Points:
    return (points[0], *sorted(points[1:]))


def _all_alike(points: _Points, _: _Line) -> _Points:
    return tuple(sorted(points))


def _bisector(points: _Points, line: _Line) -> _Points:
    vertex, inner, first, last = points
    ends = sorted((_ray_end(line, vertex, first), _ray_end(line, vertex, last)))
    return (vertex, _ray_end(line, vertex, inner), *ends)


def _trapezoid(points: _Points, _: _Line) -> _Points:
    a, b, c, d = points
    return min((a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a))


def _kite(points: _Points, _: _Line) -> _Points:
    a, b, c, d = points
    return min((a, b, c, d), (a, d, c, b), (c, d, a, b), (c, b, a, d))


def _ray_end(line: _Line, vertex: str, through: str) -> str:
    on = line(vertex, through)
    if vertex not in on or through not in on:
        return through
    i, j = on.index(vertex), on.index(through)
    return on[i + 1] if j > i else on[i - 1]


_ARRANGED: dict[str, Callable[[_Points, _Line], _Points]] = {
    "parallel": _two_lines,
    "perpendicular": _two_lines,
    "parallelogram": _around,
    "rectangle": _around,
    "rhombus": _around,
    "square": _around,
    "regular_polygon": _around,
    "congruent": _matched,
    "similar": _matched,
    "midpoint": _last_two_alike,
    "isosceles": _last_two_alike,
    "perpendicular_bisector": _last_two_alike,
    "angle_bisector": _bisector,
    "equilateral": _all_alike,
    "centroid": _all_but_first_alike,
    "incenter": _all_but_first_alike,
    "trapezoid": _trapezoid,
    "isosceles_trapezoid": _trapezoid,
    "kite": _kite,
}
