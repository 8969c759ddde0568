"""What the drawing shows beside the givens: order on a line, which way round an angle opens, lengths that are not zero.

The givens alone are often true of a flattened or turned-over figure too. These guards are inequalities: each is a number
that is zero while the fitted figure keeps the drawn shape and grows as it leaves it. They choose among the figures that
satisfy the givens and never say that something follows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from gnomon.figure import Coordinates
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.fitting import Residual

_MARGIN = 0.02
"""How near to the ends of its segment a point between them may come, and how flat an angle may become (its sine)."""
_CLEAR_TURN = 0.1
"""Sine of a drawn angle from which on the side to which it opens is taken from the drawing."""
_CLEAR_BEND = 0.35
"""The same of an obtuse angle: pictures are off by so much that one drawn as 190° may be meant to have 170°."""
_SHORTEST = 0.05
"""Share of its drawn length, relative to the farthest pair of points, that a drawn segment keeps."""


def shape_guards(drawn: Diagram) -> list[Residual]:
    """Return the guards of a drawn figure."""
    return [*_orders(drawn), *_turns(drawn), *_lengths(drawn)]


def _orders(drawn: Diagram) -> Iterator[Residual]:
    for line in drawn.lines:
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            place = _place(drawn.at[a], drawn.at[b], drawn.at[c])
            margin = min(_MARGIN, place / 2, (1 - place) / 2)
            if margin > 0:
                yield _guard(lambda at, a=a, b=b, c=c, low=margin: _outside(_place(at[a], at[b], at[c]), low), a, b, c)  # type: ignore[misc]  # default arguments bind the loop variables


def _turns(drawn: Diagram) -> Iterator[Residual]:
    for vertex, rays in drawn.rays.items():
        for first, last in zip(rays, rays[1:] + rays[:1], strict=True):
            if drawn.line(vertex, first) == drawn.line(vertex, last):
                continue  # one ray, or two that make a straight line however roughly it is drawn
            turn = _sine(drawn.at[vertex], drawn.at[first], drawn.at[last])
            if abs(turn) > (_CLEAR_TURN if drawn.angle(first, vertex, last) < 90 else _CLEAR_BEND):
                sign = math.copysign(1.0, turn)
                value = lambda at, v=vertex, a=first, b=last, s=sign: max(0.0, _MARGIN - s * _sine(at[v], at[a], at[b]))  # noqa: E731  # one of many
                yield _guard(value, vertex, first, last)


def _lengths(drawn: Diagram) -> Iterator[Residual]:
    names = sorted({point for line in drawn.lines for point in line})
    if len(names) < 2:
        return
    first, last = max(combinations(names, 2), key=lambda pair: math.dist(drawn.at[pair[0]], drawn.at[pair[1]]))
    size = math.dist(drawn.at[first], drawn.at[last])
    for line in drawn.lines:
        for a, b in pairwise(line):
            least = _SHORTEST * math.dist(drawn.at[a], drawn.at[b]) / max(size, 1e-9)
            value = lambda at, a=a, b=b, least=least: max(0.0, least - math.dist(at[a], at[b]) / _extent(at, first, last))  # noqa: E731  # one of many
            yield _guard(value, a, b, first, last)


def _guard(value: Callable[[Coordinates], float], *points: str) -> Residual:
    """Make a guard of a number without unit, 0 where it is kept, that depends on ``points``."""
    return Residual("", lambda at, _: (value(at),), frozenset(points))


def _place(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    """Return where B projects on AC: 0 at A, 1 at C."""
    x, y = c[0] - a[0], c[1] - a[1]
    return ((b[0] - a[0]) * x + (b[1] - a[1]) * y) / max(x * x + y * y, 1e-12)


def _outside(place: float, margin: float) -> float:
    return max(0.0, margin - place, place - 1 + margin)


def _sine(vertex: Sequence[float], a: Sequence[float], b: Sequence[float]) -> float:
    ux, uy, vx, vy = a[0] - vertex[0], a[1] - vertex[1], b[0] - vertex[0], b[1] - vertex[1]
    return (ux * vy - uy * vx) / max(math.hypot(ux, uy) * math.hypot(vx, vy), 1e-12)


def _extent(at: Coordinates, first: str, last: str) -> float:
    return max(math.dist(at[first], at[last]), 1e-9)
