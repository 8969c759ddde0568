"""Points on straight lines: their order along one, and which groups of them are one line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from gnomon.figure.measuring import Coordinates


def order_along(points: Iterable[str], position: Coordinates) -> tuple[str, ...]:
    """Sort points of one line along it, starting at the end that was named first."""
    named = list(points)
    a, b = max(itertools.combinations(named, 2), key=lambda pair: math.dist(position[pair[0]], position[pair[1]]))
    (x0, y0), (x1, y1) = position[a], position[b]
    return tuple(sorted(named, key=lambda p: (position[p][0] - x0) * (x1 - x0) + (position[p][1] - y0) * (y1 - y0)))


def merge_lines(groups: Iterable[Iterable[str]]) -> list[list[str]]:
    """Join groups of collinear points that share two points, until none do; points keep the order first named."""
    merged: list[list[str]] = []
    for group in groups:
        current = list(dict.fromkeys(group))
        while True:
            partner = next((other for other in merged if len(set(other) & set(current)) >= 2), None)
            if partner is None:
                break
            merged.remove(partner)
            current = list(dict.fromkeys([*partner, *current]))
        merged.append(current)
    return merged
