"""Strokes at a vertex: little arcs from ray to ray, squares of right angles, wedges that are outlined or filled."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from gnomon.reading.pen.ground import Ground, Ray
from gnomon.reading.pen.hand import Angles, Trail, directions
from gnomon.reading.pen.reading import Cost, Reading, misfit

_FLAT = math.radians(176)
"""Rays farther apart are one straight line: an arc over it is not what a figure's angle is."""
_WEDGE = 0.8
"""Cost of meaning an angle by a wedge rather than an arc: less usual."""


def at_vertices(trail: Trail, ground: Ground) -> Iterator[Reading]:
    """Yield the angles that a stroke could be an arc or a wedge of."""
    for vertex, rays in ground.rays.items():
        if len(rays) < 2:
            continue
        reaches = np.abs(trail - ground.spots[vertex])
        radius, nearest, farthest = float(reaches.mean()), float(reaches.min()), float(reaches.max())
        if radius > max(ray.reach for ray in rays) or farthest < 1.5 * ground.slack:
            continue
        if nearest > 0.45 * farthest:
            seen = directions(trail, ground.spots[vertex])
            unround = misfit(float(reaches.std()), 0.5 * ground.slack + 0.12 * radius)  # a square varies by 12 %
            unround += _unbowed(trail, seen, ground.spots[vertex], ground.slack)
        elif nearest < 0.35 * farthest:
            outer = trail[reaches > 0.5 * farthest]
            seen = np.angle((outer - ground.spots[vertex]) * np.exp(-1j * _middle(outer, ground.spots[vertex])))
            seen += _middle(outer, ground.spots[vertex])
            radius, unround = 0.75 * farthest, _WEDGE
        else:
            continue
        yield from _between(seen.min(), seen.max(), radius, unround, vertex, ground)


def _unbowed(trail: Trail, seen: Angles, vertex: complex, slack: float) -> Cost:
    """Return the cost of going straight where an arc would bow away from the vertex."""
    first, last = trail[seen.argmin()], trail[seen.argmax()]
    chord = (last - first) / max(abs(last - first), 1e-9)
    outward = np.sign(((first - vertex) * np.conj(chord)).imag)
    bow = float((((trail - first) * np.conj(chord)).imag * outward).max())
    wanted = abs(first - vertex) * (1 - math.cos((seen.max() - seen.min()) / 2))
    return misfit(max(0.0, wanted - bow), 0.4 * wanted + 0.5 * slack)  # a narrow angle's arc is hardly bent at all


def _middle(trail: Trail, centre: complex) -> float:
    ways = (trail - centre) / np.maximum(np.abs(trail - centre), 1e-9)
    return float(np.angle(ways.mean()))


def _between(start: float, end: float, radius: float, unround: Cost, vertex: str, ground: Ground) -> Iterator[Reading]:
    for pair in itertools.combinations(ground.rays[vertex], 2):
        first, second = pair if _turn(*pair) > 0 else pair[::-1]
        opening = _turn(first, second)
        if not 0 < opening < _FLAT or end - start > 1.5 * math.pi:
            continue
        # Both ends from the same turn round the vertex: the middles of stroke and angle are at most half a turn apart.
        shift = math.remainder((start + end) / 2 - first.direction - opening / 2, math.tau)
        unit = 0.7 * ground.slack + 0.08 * radius * opening
        off_first = (shift + opening / 2 - (end - start) / 2) * radius
        off_second = (shift - opening / 2 + (end - start) / 2) * radius
        # Arcs are drawn near the vertex: from a third of the shorter arm on, something else is ever more likely.
        far = misfit(max(0.0, radius / min(first.reach, second.reach) - 0.35), 0.15)
        cost = unround + far + misfit(off_first, unit) + misfit(off_second, unit)
        yield Reading(frozenset({ground.angle(first, vertex, second)}), cost)


def _turn(first: Ray, second: Ray) -> float:
    return math.remainder(second.direction - first.direction, math.tau)
