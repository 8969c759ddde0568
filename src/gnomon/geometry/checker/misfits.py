"""When a given fact holds: for each kind, numbers that vanish where it does.

Lengths enter relative to their size and angles in radians or as sine and cosine, so that one tolerance fits all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations

Spot = tuple[float, float]
Spots = list[Spot]


def vector(a: Spot, b: Spot) -> Spot:
    """Return the way from one spot to another."""
    return b[0] - a[0], b[1] - a[1]


def turn(u: Spot, v: Spot) -> tuple[float, float]:
    """Return cosine and sine of the angle between two vectors."""
    size = max(math.hypot(*u) * math.hypot(*v), 1e-12)
    return (u[0] * v[0] + u[1] * v[1]) / size, (u[0] * v[1] - u[1] * v[0]) / size


def _equal(*lengths: float) -> Iterator[float]:
    yield from ((length - lengths[0]) / max(length, lengths[0], 1e-12) for length in lengths[1:])


def on_circle(p: Spots) -> Iterator[float]:
    """Let the first and the third spot be equally far from the second."""
    yield from _equal(math.dist(p[2], p[1]), math.dist(p[0], p[1]))


def touching(count: int) -> Callable[[Spots], Iterator[float]]:
    """Let the last ``count`` points make sides that touch a circle: its centre, then a point of it where one is named."""

    def of(p: Spots) -> Iterator[float]:
        corners = p[-count:]
        distances = [
            abs(turn(vector(a, b), vector(a, p[0]))[1]) * math.dist(a, p[0])
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
        ]
        yield from _equal(*(math.dist(p[0], spot) for spot in p[1:-count]), *distances)

    return of


def _parallel(p: Spots) -> Iterator[float]:
    yield turn(vector(p[0], p[1]), vector(p[2], p[3]))[1]


def perpendicular(p: Spots) -> Iterator[float]:
    """Let the line of the first two spots be perpendicular to that of the last two."""
    yield turn(vector(p[0], p[1]), vector(p[2], p[3]))[0]


def _straight(p: Spots) -> Iterator[float]:
    yield from (turn(vector(p[0], p[-1]), vector(p[0], point))[1] for point in p[1:-1])


def _off_line(spot: Spot, a: Spot, b: Spot) -> float:
    (ux, uy), (vx, vy) = vector(a, b), vector(a, spot)
    return (ux * vy - uy * vx) / max(ux * ux + uy * uy, 1e-12)


def _middle(p: Spots) -> Iterator[float]:
    size = max(math.dist(p[1], p[2]), 1e-12)
    yield from ((2 * p[0][i] - p[1][i] - p[2][i]) / size for i in (0, 1))


def _halves(p: Spots) -> Iterator[float]:
    """Let the diagonals of a quadrilateral halve each other."""
    size = max(math.dist(p[0], p[2]), 1e-12)
    yield from ((p[0][i] + p[2][i] - p[1][i] - p[3][i]) / size for i in (0, 1))


def _angle(a: Spot, b: Spot, c: Spot) -> float:
    cosine, sine = turn(vector(b, a), vector(b, c))
    return math.atan2(abs(sine), cosine)


def _sides_equal(p: Spots) -> Iterator[float]:
    yield from _equal(*(math.dist(a, b) for a, b in zip(p, [*p[1:], p[0]], strict=True)))


def _regular(p: Spots) -> Iterator[float]:
    yield from _sides_equal(p)
    around = [*p, p[0], p[1]]
    angles = [_angle(*around[i : i + 3]) for i in range(len(p))]
    yield from (angle - angles[0] for angle in angles[1:])


def _copied(p: Spots, *, same_size: bool) -> Iterator[float]:
    half = len(p) // 2
    ratios = [math.dist(p[i], p[j]) / max(math.dist(p[half + i], p[half + j]), 1e-12) for i, j in combinations(range(half), 2)]
    yield from _equal(*([1.0] if same_size else []), *ratios)


def _bisects(vertex: Spot, inner: Spot, first: Spot, last: Spot) -> float:
    return _angle(first, vertex, inner) - _angle(inner, vertex, last)


def _chain(*parts: Callable[[Spots], Iterator[float]]) -> Callable[[Spots], Iterator[float]]:
    return lambda p: (number for part in parts for number in part(p))


FACT_MISFITS: dict[str, Callable[[Spots], Iterator[float]]] = {
    "collinear": _straight,
    "parallel": _parallel,
    "perpendicular": perpendicular,
    "altitude": _chain(perpendicular, lambda p: iter((_off_line(p[1], p[2], p[3]),))),
    "midpoint": _middle,
    "median": lambda p: _middle(p[1:]),
    "diameter": lambda p: _middle([p[2], p[0], p[1]]),
    "midsegment": _chain(lambda p: _middle([p[0], p[2], p[3]]), lambda p: _middle([p[1], p[2], p[4]])),
    "perpendicular_bisector": _chain(
        perpendicular,
        lambda p: _equal(*(math.dist(p[0], end) for end in p[2:])),
        lambda p: _equal(*(math.dist(p[1], e) for e in p[2:])),
    ),
    "angle_bisector": lambda p: iter((_bisects(*p),)),
    "centroid": lambda p: iter(tuple((3 * p[0][i] - p[1][i] - p[2][i] - p[3][i]) / math.dist(p[1], p[2]) for i in (0, 1))),
    "incenter": lambda p: iter((_bisects(p[1], p[0], p[2], p[3]), _bisects(p[2], p[0], p[1], p[3]))),
    "orthocenter": lambda p: iter((*perpendicular([p[0], p[1], p[2], p[3]]), *perpendicular([p[0], p[2], p[1], p[3]]))),
    "isosceles": lambda p: _equal(math.dist(p[0], p[1]), math.dist(p[0], p[2])),
    "equilateral": _sides_equal,
    "regular_polygon": _regular,
    "congruent": lambda p: _copied(p, same_size=True),
    "similar": lambda p: _copied(p, same_size=False),
    "parallelogram": _halves,
    "rectangle": _chain(_halves, lambda p: perpendicular([p[0], p[1], p[1], p[2]])),
    "rhombus": _chain(_halves, lambda p: perpendicular([p[0], p[2], p[1], p[3]])),
    "square": _chain(
        _halves, lambda p: perpendicular([p[0], p[1], p[1], p[2]]), lambda p: perpendicular([p[0], p[2], p[1], p[3]])
    ),
    "kite": _chain(
        lambda p: _equal(math.dist(p[0], p[1]), math.dist(p[0], p[3])),
        lambda p: _equal(math.dist(p[2], p[1]), math.dist(p[2], p[3])),
    ),
    "trapezoid": _parallel,
    "isosceles_trapezoid": _chain(
        _parallel,
        lambda p: _equal(math.dist(p[1], p[2]), math.dist(p[3], p[0])),
        lambda p: _equal(math.dist(p[0], p[2]), math.dist(p[1], p[3])),
    ),
    "inscribed": lambda p: _equal(*(math.dist(p[0], corner) for corner in p[1:])),
}
"""A kind that is missing states nothing about positions that other givens do not."""
