"""The rectangles of a shape whose sides all meet at right angles: how it may be cut up, and what may be cut out of one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

_CLOSE = 1e-6
"""Relative difference of two sizes that are the same."""
_RIGHT = 1e-4
"""Cosine of two directions that are perpendicular as fitted."""
_FEWEST = 5
"""Corners from which on there is something to cut: a rectangle has four."""

Place = tuple[float, float]


class Blocks(NamedTuple):
    """Sizes of such rectangles."""

    pairs: tuple[Place, ...]
    """Width and height of each that lies inside the shape, in what is missing to the rectangle around it, or is that one."""
    sides: tuple[float, ...]
    """Lengths between any two lines along which sides run."""

    def has(self, one: float | None, other: float | None) -> bool:
        """Whether a rectangle has two sides."""
        if one is None or other is None:
            return False
        return any(is_same(one, a) and is_same(other, b) for pair in self.pairs for a, b in (pair, pair[::-1]))

    def is_area(self, size: float) -> bool:
        """Whether a rectangle has an area."""
        return any(is_same(size, one * other) for one, other in self.pairs)

    def is_side(self, size: float) -> bool:
        """Whether a length is one between lines along which sides run."""
        return any(is_same(size, side) for side in self.sides)


NO_BLOCKS = Blocks((), ())
"""Of a shape that has none."""


def blocks_of(corners: Sequence[Place]) -> Blocks:
    """Return the rectangles of a polygon by its corners in turn; none where two sides that meet make no right angle."""
    if len(corners) < _FEWEST:
        return NO_BLOCKS
    around = [*corners, *corners[:2]]
    turns = [(_minus(b, a), _minus(c, b)) for a, b, c in zip(around, around[1:], around[2:], strict=False)]
    if not all(are_perpendicular(*turn) for turn in turns):
        return NO_BLOCKS
    along = turns[0][0]
    length = math.hypot(*along)
    axis = (along[0] / length, along[1] / length)
    placed = [(_dot(corner, axis), _dot(corner, (-axis[1], axis[0]))) for corner in corners]
    across, up = (_apart(values) for values in zip(*placed, strict=True))
    middles = {
        (i, j): _is_inside(((a + b) / 2, (c + d) / 2), placed)
        for (i, (a, b)), (j, (c, d)) in product(enumerate(pairwise(across)), enumerate(pairwise(up)))
    }
    pairs = set()
    for (i, k), (j, m) in product(combinations(range(len(across)), 2), combinations(range(len(up)), 2)):
        inside = {middles[cell] for cell in product(range(i, k), range(j, m))}
        is_all = k - i == len(across) - 1 and m - j == len(up) - 1
        if len(inside) == 1 or is_all:
            pairs.add((round(across[k] - across[i], 6), round(up[m] - up[j], 6)))
    sides = {round(b - a, 6) for values in (across, up) for a, b in combinations(values, 2)}
    return Blocks(tuple(sorted(pairs)), tuple(sorted(sides)))


def _apart(values: Sequence[float]) -> list[float]:
    """Return values in order, those that are the same as fitted once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _CLOSE * max(1.0, abs(value)):
            found.append(value)
    return found


def _is_inside(place: Place, corners: Sequence[Place]) -> bool:
    """Whether a place lies inside a polygon: a ray from it crosses the outline an odd number of times."""
    crossings = 0
    for (x, y), (u, v) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y > place[1]) != (v > place[1]) and place[0] < x + (place[1] - y) / (v - y) * (u - x):
            crossings += 1
    return crossings % 2 == 1


def _minus(one: Place, other: Place) -> Place:
    return one[0] - other[0], one[1] - other[1]


def _dot(one: Place, other: Place) -> float:
    return one[0] * other[0] + one[1] * other[1]


def are_perpendicular(one: Place, other: Place) -> bool:
    """Whether two directions make a right angle, as fitted."""
    return abs(_dot(one, other)) <= _RIGHT * math.hypot(*one) * math.hypot(*other)


def is_same(one: float, other: float) -> bool:
    """Whether two sizes are one, as fitted."""
    return abs(one - other) <= _CLOSE * max(1.0, abs(one), abs(other))
