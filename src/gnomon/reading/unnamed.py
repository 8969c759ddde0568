"""Vertices without a printed name: corners, crossings and ends of strokes that are as long as those of a figure."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from gnomon.algebra import split_points
from gnomon.reading.ink import Ink
from gnomon.reading.marks import is_between
from gnomon.reading.rings import Ring
from gnomon.reading.strokes import Spot, Stroke, profile
from gnomon.reading.vertices import Vertex, rays_at

_LONG = 3.0
"""Heights of a capital, from which a ray is no arc, tick or side of a square."""
_FAINT = 0.5
"""Of the darkest stroke: what is lighter is the grid of a graphics view."""
_TURN = 0.4
"""Radians: pieces of a curve go on from one another by less, the sides of a corner turn by more."""
_SHARES = {1: 0.6, 2: 0.85, 3: 0.9}
"""Confidence by degree: of the points of drawings, names covered, the share among such vertices; above three as of three."""
_MOST = 24
"""Vertices: with more it is a pattern, whose corners mean nothing one by one."""


class Unnamed(NamedTuple):
    """A vertex without a name."""

    spot: Spot
    degree: int
    """Directions in which strokes leave it; 1 is the free end of one."""
    confidence: float
    """That it is a point of the figure."""


def main_strokes(bare: Ink, strokes: list[Stroke]) -> list[Stroke]:
    """Return the strokes without those of a grid behind the figure."""
    shades = [float(np.quantile(profile(bare, stroke, np.arange(0, max(stroke.length, 1.0)), 1.0), 0.7)) for stroke in strokes]
    return [stroke for stroke, shade in zip(strokes, shades, strict=True) if shade >= _FAINT * max(shades)]


def find_unnamed(
    vertices: list[Vertex],
    named: Mapping[str, Spot],
    lines: Collection[tuple[str, str]],
    strokes: list[Stroke],
    rings: list[Ring],
    width: float,
    capital: float,
) -> dict[str, Unnamed]:
    """Return the vertices that have no name, each by one that no figure prints: ``P01``.

    Args:
        vertices: all that were found, in pixels of the ink.
        named: places of the points with a name.
        lines: drawn segments between these.
        strokes: of the figure, without a grid.
        rings: circles and arcs.
        width: of a stroke, in pixels.
        capital: height of a capital.
    """
    whole = [ring for ring in rings if ring.is_whole]  # an arc may be one of an angle
    found: list[tuple[bool, Unnamed]] = []
    for vertex in vertices:
        rays = rays_at(vertex.spot, strokes, whole, width + 0.45 * capital, max(4.0, 1.5 * width))  # as `find_vertices` has it
        turns = _apart([ray.direction for ray in rays if ray.length > _LONG * capital])
        # A mark on a line, or near its end, ends no stroke of it, nor does a letter or a gap between dashes.
        is_passed = len(turns) < 3 and any(_between(turn, ray.direction + math.pi) < _TURN for turn in turns for ray in rays)
        is_within = len(turns) == 1 and any(is_between(named[start], vertex.spot, named[end]) for start, end in lines)
        if turns and not is_passed and not is_within:
            found.append((vertex.is_dot, Unnamed(vertex.spot, len(turns), _SHARES[min(len(turns), 3)])))
    taken = list(named.values())
    kept: list[Unnamed] = []
    for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].degree), reverse=True):
        if all(math.dist(one.spot, other) > 1.2 * capital for other in taken):  # nearer it is of the same vertex, or of its name
            taken.append(one.spot)
            kept.append(one)
    if len(kept) > _MOST:
        return {}
    kept.sort(key=lambda one: (one.spot[1], one.spot[0]))
    return {f"P{number:02}": one for number, one in enumerate(kept, 1)}


def _apart(directions: list[float]) -> list[float]:
    """Return directions, those closer together than sides of a corner as one."""
    kept: list[float] = []
    for direction in sorted(turn % (2 * math.pi) for turn in directions):
        if all(_between(direction, other) > _TURN / 2 for other in kept):
            kept.append(direction)
    return kept


def _between(one: float, other: float) -> float:
    """Return the angle between two directions, 0 to half a turn."""
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)


def by_names(part: str, points: Mapping[str, Spot], lines: Collection[tuple[str, str]], unnamed: Collection[str]) -> str:
    """Return an angle with the nearest point with a name on each side, where a side has one; another part as it is."""
    kind, _, name = part.partition(":")
    if kind != "angle":
        return part
    first, vertex, last = split_points(name)
    return f"angle:{_named_on(first, vertex, points, lines, unnamed)}{vertex}{_named_on(last, vertex, points, lines, unnamed)}"


def _named_on(
    end: str, vertex: str, points: Mapping[str, Spot], lines: Collection[tuple[str, str]], unnamed: Collection[str]
) -> str:
    if end not in unnamed:
        return end
    beyond = [
        name
        for line in lines
        if vertex in line
        for name in line
        if name not in unnamed and name != vertex and is_between(points[vertex], points[end], points[name])
    ]
    return min(beyond, key=lambda name: math.dist(points[vertex], points[name]), default=end)
