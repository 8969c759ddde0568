"""Where a name may belong: ends and crossings of strokes and circles, dots, centres; each with the ink that leaves it."""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from gnomon.reading.extra import opencv
from gnomon.reading.ink import Ink
from gnomon.reading.rings import Ring
from gnomon.reading.strokes import Spot, Stroke, profile

_DASHED = 0.85
"""Share of ink of a stroke below which it is a dashed one."""


class Ray(NamedTuple):
    """Ink that leaves a vertex."""

    direction: float
    """Radians, clockwise from the right as rows run downwards."""
    length: float
    """Pixels."""


class Vertex(NamedTuple):
    """A place that may have a name."""

    x: float
    y: float
    rays: tuple[Ray, ...]
    is_dot: bool
    """Whether a filled dot lies there."""
    is_centre: bool
    """Whether it is the centre of a drawn circle."""
    on_ring: bool

    @property
    def spot(self) -> Spot:
        """Return column and row."""
        return (self.x, self.y)


def find_vertices(ink: Ink, bare: Ink, strokes: list[Stroke], rings: list[Ring], width: float, capital: float) -> list[Vertex]:
    """Return the vertices of what is drawn, far more than are named.

    Args:
        ink: with the letters: a stroke may reach its vertex below one.
        bare: with the letters taken out; dots are looked for in it.
        strokes: straight strokes, without pieces of circles.
        rings: circles and arcs.
        width: of a stroke, in pixels.
        capital: height of a capital; a letter that lay on a stroke has left a hole of this size.
    """
    reach = width + 0.45 * capital
    near = max(4.0, 1.5 * width)
    dots = find_dots(bare, width, capital)
    weighed: list[tuple[float, Spot]] = [
        (100.0, (dot.x, dot.y)) for dot in dots
    ]  # a dot is where it is, whatever crosses beside it
    met: list[tuple[Stroke, Spot]] = []
    for one, other in combinations(strokes, 2):
        crossing = _crossing(one, other)
        if crossing and all(_reaches(ink, line, crossing, near, capital) for line in (one, other)):
            weighed.append((4.0 + min(one.length, other.length) / capital, crossing))
            met += [(one, crossing), (other, crossing)]
    for ring in rings:
        weighed.append((3.0, (ring.x, ring.y)))
        for stroke in strokes:
            meetings = [spot for spot in _meetings(ring, stroke, width) if ring.has_ink_at(spot)]
            weighed += [(4.0, spot) for spot in meetings if _reaches(ink, stroke, spot, near, capital)]
        weighed += [(2.0, spot) for spot in ring.ends()]
    # An end from which the stroke goes on, below a letter, to a crossing is none.
    weighed += [
        (1.0, end)
        for stroke in strokes
        for end in (stroke.start, stroke.end)
        if not any(line is stroke and _is_past(stroke, crossing, end, near) for line, crossing in met)
    ]
    places = _clustered(weighed, max(4.0, 1.2 * width + 0.12 * capital), dots)
    return [
        Vertex(
            *(spot if any(spot == (dot.x, dot.y) for dot in dots) else _settled(spot, strokes, near)),
            tuple(rays_at(spot, strokes, rings, reach, near)),
            any(math.dist(spot, (dot.x, dot.y)) < dot.radius + 2 for dot in dots),
            any(math.dist(spot, (ring.x, ring.y)) < max(near, 0.05 * ring.radius) for ring in rings),
            any(abs(ring.distance(spot)) < near and ring.has_ink_at(spot) for ring in rings),
        )
        for spot in places
    ]


class Dot(NamedTuple):
    """A filled dot."""

    x: float
    y: float
    radius: float


def find_dots(ink: Ink, width: float, capital: float) -> list[Dot]:
    """Return the filled dots: compact ink that strokes of this width do not fill."""
    cv = opencv()
    size = max(5, math.ceil(2.4 * width))
    disc = cv.getStructuringElement(cv.MORPH_ELLIPSE, (size, size)).astype(np.float32)
    # A stroke fills half of a disc twice as wide, a dot all of it, and a crossing most: that is a vertex in any case.
    filled = cv.filter2D(np.minimum(ink / 0.8, 1), -1, disc / disc.sum()) > 0.82
    _, _, boxes, middles = cv.connectedComponentsWithStats(filled.astype(np.uint8), connectivity=8)
    return [
        Dot(float(x), float(y), (wide + high) / 4 + size / 2)  # the disc fits into the dot only at places so far from its edge
        for (_, _, wide, high, _), (x, y) in zip(boxes[1:].tolist(), middles[1:].tolist(), strict=True)
        # About as wide as high, and no larger than a letter.
        if max(wide, high) <= 1.6 * min(wide, high) + 2 and max(wide, high) < 0.9 * capital
    ]


def _reaches(ink: Ink, stroke: Stroke, spot: Spot, near: float, capital: float) -> bool:
    """Whether a stroke runs to a place on its line: within it, a few pixels past its end, or below a letter that lies on it."""
    along = stroke.along(spot)
    past = max(-along, along - stroke.length)
    if past <= near:
        return True
    if past > 1.5 * capital:
        return False
    if stroke.share < _DASHED and past < 0.7 * capital:  # a gap between dashes
        return True
    steps = np.arange(along, 0.0) if along < 0 else np.arange(stroke.length, along)
    # 0.85: rounding at both ends leaves a pixel or two without ink.
    return bool((profile(ink, stroke, steps) > 0.2).mean() > 0.85)


def _crossing(one: Stroke, other: Stroke) -> Spot | None:
    """Return where two lines cross; None where they run along each other (within 5°)."""
    (ux, uy), (vx, vy) = one.direction, other.direction
    turn = ux * vy - uy * vx
    if abs(turn) < 0.087:  # sine of 5°
        return None
    dx, dy = other.start[0] - one.start[0], other.start[1] - one.start[1]
    return one.at((dx * vy - dy * vx) / turn)


def _is_past(stroke: Stroke, crossing: Spot, end: Spot, near: float) -> bool:
    """Whether a crossing lies on a stroke's line beyond this end of it, by more than their places are unsure."""
    along = stroke.along(crossing)
    return along < -near if end == stroke.start else along > stroke.length + near


def _meetings(ring: Ring, stroke: Stroke, width: float) -> list[Spot]:
    """Return where a stroke's line crosses or touches a circle."""
    centre = (ring.x, ring.y)
    foot, aside = stroke.along(centre), abs(stroke.aside(centre))
    if aside > ring.radius + width + 1:
        return []
    half = math.sqrt(max(ring.radius**2 - aside**2, 0.0))
    # A tangent, drawn a pixel off, may cross twice or not at all.
    at = [foot] if aside > ring.radius - width - 1.5 else [foot - half, foot + half]
    return [stroke.at(distance) for distance in at]


def _clustered(weighed: list[tuple[float, Spot]], near: float, dots: list[Dot]) -> list[Spot]:
    """Return one place for each group that lies within ``near``, or about one dot: the heaviest gives it."""
    kept: list[tuple[Spot, float]] = []
    radii = {(dot.x, dot.y): dot.radius + 2 for dot in dots}
    for _, spot in sorted(weighed, key=lambda pair: -pair[0]):
        if all(math.dist(spot, other) > around for other, around in kept):
            kept.append((spot, max(near, radii.get(spot, 0.0))))
    return [spot for spot, _ in kept]


def _settled(spot: Spot, strokes: list[Stroke], near: float) -> Spot:
    """Return the place nearest to all strokes that run past one, by least squares; it moves a few pixels at most."""
    lines = [
        stroke for stroke in strokes if abs(stroke.aside(spot)) < 1.5 * near and -near < stroke.along(spot) < stroke.length + near
    ]
    if len(lines) < 2:
        return spot
    normals = np.array([(-line.direction[1], line.direction[0]) for line in lines])
    offsets = np.array([normal @ line.start for normal, line in zip(normals, lines, strict=True)])
    # 0.05: a place on lines that run nearly alike stays where it is along them.
    system, wanted = np.vstack([normals, 0.05 * np.eye(2)]), np.concatenate([offsets, 0.05 * np.array(spot)])
    x, y = np.linalg.lstsq(system, wanted, rcond=None)[0]
    return (float(x), float(y)) if math.dist((x, y), spot) < 1.5 * near else spot


def rays_at(spot: Spot, strokes: list[Stroke], rings: list[Ring], reach: float, near: float) -> list[Ray]:
    """Return the strokes and circles that leave a place."""
    found: list[Ray] = []
    for stroke in strokes:
        along = stroke.along(spot)
        if abs(stroke.aside(spot)) > near or not -reach <= along <= stroke.length + reach:
            continue
        direction = math.atan2(stroke.direction[1], stroke.direction[0])
        # What is shorter than the hole of a letter is no stroke of its own.
        found += [Ray(direction, stroke.length - along)] if stroke.length - along > reach else []
        found += [Ray(direction + math.pi, along)] if along > reach else []
    for ring in rings:
        if abs(ring.distance(spot)) < near and ring.has_ink_at(spot):
            outwards = math.atan2(spot[1] - ring.y, spot[0] - ring.x)
            found += [Ray(outwards + turn, ring.radius * ring.share * math.pi) for turn in (math.pi / 2, -math.pi / 2)]
    return found
