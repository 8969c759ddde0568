"""The marks of a school drawing: right angles, arcs of angles, ticks of equal lengths, arrows of parallels.

A mark is looked for only where it would mean something: at a named vertex between two drawn lines, or on the piece of a line
between two named points. Marks are looked at in ink without letters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.reading.ink import Ink
from gnomon.reading.strokes import Spot, Stroke, profile, sample

MarkKind = Literal["right_angle", "arcs", "ticks", "arrows"]
_INK = 0.35
"""From which a pixel of a mark counts as drawn."""
_SIDES = (0.35, 1.7)
"""Side of a right angle's square, in heights of a capital: smaller is the corner itself."""
_RADII = (0.6, 3.2)
"""Radius of an angle's arc, in heights of a capital."""


class Mark(NamedTuple):
    """A mark and what it is on."""

    kind: MarkKind
    part: str
    """``angle:ABC`` or ``line:AB``."""
    number: int
    """Strokes, arcs or arrow heads; 1 for a right angle."""
    confidence: float
    """0 to 1: how much of the mark's way has ink."""


class Corner(NamedTuple):
    """An angle between two neighbouring lines at a named point."""

    first: str
    vertex: str
    last: str
    low: float
    """Direction of the first side, radians, clockwise as rows run downwards."""
    turn: float
    """From the first side to the last, 0 to half a turn."""

    @property
    def part(self) -> str:
        """Return it as an element is named."""
        return f"angle:{self.first}{self.vertex}{self.last}"

    def lies_in(self, other: Corner) -> bool:
        """Return whether it is a part of another corner at the same point, or that corner."""
        begins = (self.low - other.low + 0.01) % (2 * math.pi)  # 0.01 radians: the same side, computed twice
        return self.vertex == other.vertex and begins + self.turn <= other.turn + 0.02


def pieces(points: Mapping[str, Spot], lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the drawn lines that no other named point divides."""
    return [
        (start, end)
        for start, end in lines
        if not any(is_between(points[start], points[other], points[end]) for other in points if other not in {start, end})
    ]


def is_between(start: Spot, spot: Spot, end: Spot) -> bool:
    """Return whether a point lies on the way between two others, away from both."""
    way = Stroke(start, end)
    # 4 pixels: what a point may be off.
    return 4 < way.along(spot) < way.length - 4 and abs(way.aside(spot)) < 4


def corners(points: Mapping[str, Spot], undivided: list[tuple[str, str]], *, neighbours: bool = True) -> list[Corner]:
    """Return the angles below a straight one at each point: between neighbouring lines, or between any two."""
    found = []
    for name in points:
        ends = [end for line in undivided if name in line for end in line if end != name]
        turned = sorted((_direction(points[name], points[end]) % (2 * math.pi), end) for end in ends)
        pairs = pairwise([*turned, *turned[:1]]) if neighbours else permutations(turned, 2)
        for (low, first), (high, last) in pairs if len(turned) > 1 else ():
            turn = (high - low) % (2 * math.pi)
            if 0.1 < turn < math.pi - 0.05:  # radians: two readings of one line, and a straight angle
                found.append(Corner(first, name, last, low, turn))
    return found


def _direction(start: Spot, end: Spot) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])


def find_marks(bare: Ink, points: Mapping[str, Spot], lines: list[tuple[str, str]], width: float, capital: float) -> list[Mark]:
    """Return the marks on a figure.

    Args:
        bare: ink without letters.
        points: by name, those without a printed one too.
        lines: drawn segments between them, in full.
        width: of a stroke, in pixels.
        capital: height of a capital: marks are about as large.
    """
    undivided = pieces(points, lines)
    found: list[Mark] = []
    squares: list[Corner] = []
    for corner in corners(points, undivided, neighbours=False):
        square = _right_angle(bare, points, corner, capital)
        if square is not None:
            found.append(square)
            squares.append(corner)
    for corner in corners(points, undivided):
        # A side of a square that spans two corners runs across both.
        if not any(corner.lies_in(square) for square in squares):
            arcs = _arcs(bare, points, corner, width, capital)
            found += [arcs] if arcs is not None else []
    return [*found, *_strokes_on(bare, points, undivided, width, capital)]


def _right_angle(bare: Ink, points: Mapping[str, Spot], corner: Corner, capital: float) -> Mark | None:
    """Return the square in a corner of about 90° (pictures are not to scale: 20° either way)."""
    if abs(corner.turn - math.pi / 2) > math.radians(20):
        return None
    at = points[corner.vertex]
    u, v = _unit(corner.low), _unit(corner.low + corner.turn)
    shortest = min(math.dist(at, points[end]) for end in (corner.first, corner.last))
    best = 0.0
    for side in np.arange(max(4.0, _SIDES[0] * capital), min(_SIDES[1] * capital, 0.8 * shortest), 0.5):
        one, other = (at[0] + side * u[0], at[1] + side * u[1]), (at[0] + side * v[0], at[1] + side * v[1])
        far = (one[0] + side * v[0], one[1] + side * v[1])
        inner = (at[0] + 0.5 * side * (u[0] + v[0]), at[1] + 0.5 * side * (u[1] + v[1]))
        if float(sample(bare, np.array([inner[0]]), np.array([inner[1]])).max()) > _INK:
            continue  # a filled corner, or a line through it
        ways = [Stroke(one, far), Stroke(other, far)]
        best = max(best, min(float((profile(bare, way, np.arange(1.5, way.length), 1.0) > _INK).mean()) for way in ways))
    return Mark("right_angle", corner.part, 1, best) if best > 0.85 else None


def _arcs(bare: Ink, points: Mapping[str, Spot], corner: Corner, width: float, capital: float) -> Mark | None:
    """Return the arcs of a corner: radii at which ink runs from side to side."""
    at = points[corner.vertex]
    shortest = min(math.dist(at, points[end]) for end in (corner.first, corner.last))
    # Nearer to the vertex of a narrow angle its sides fill it.
    nearest = max(_RADII[0] * capital, 3.5 * width / corner.turn)
    radii = np.arange(nearest, min(_RADII[1] * capital, 0.9 * shortest), 0.5)
    if radii.size == 0:
        return None
    # The sides themselves have ink: a stroke and a half from each is left out.
    trims = np.minimum(1.5 * width / radii, 0.3 * corner.turn)
    shares = np.linspace(0, 1, 24)
    turns = corner.low + trims[:, None] + shares * (corner.turn - 2 * trims)[:, None]
    drawn = sample(bare, at[0] + radii[:, None] * np.cos(turns), at[1] + radii[:, None] * np.sin(turns)) > _INK
    cover = drawn.mean(axis=1)
    # A stroke that goes on beyond both sides crosses the corner and is no arc of it.
    off = max(3 * width, 0.25 * capital) / radii
    beyond = [_ink_at(bare, at, radii, turns) for turns in (corner.low - off, corner.low + corner.turn + off)]
    full: NDArray[np.bool_] = (cover > 0.85) & ~(beyond[0] & beyond[1])
    count = int((np.diff(full.astype(int)) == 1).sum())
    # A filled corner has ink at most radii, and a drawn circle about the point is no arc.
    if not 1 <= count <= 4 or full.mean() > 0.6 or _goes_round(bare, at, float(radii[cover.argmax()])):
        return None
    return Mark("arcs", corner.part, count, float(cover.max()))


def _ink_at(bare: Ink, at: Spot, radii: NDArray[np.float64], turns: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether there is ink within a pixel and a half of each place, given by radius and direction."""
    reach = radii[:, None] + np.array([-1.5, 0.0, 1.5])
    columns, rows = at[0] + reach * np.cos(turns)[:, None], at[1] + reach * np.sin(turns)[:, None]
    found: NDArray[np.bool_] = sample(bare, columns, rows).max(axis=1) > _INK
    return found


def _goes_round(bare: Ink, at: Spot, radius: float) -> bool:
    turns = np.linspace(0, 2 * math.pi, 72, endpoint=False)
    return float((sample(bare, at[0] + radius * np.cos(turns)[None], at[1] + radius * np.sin(turns)[None]) > _INK).mean()) > 0.9


def _strokes_on(
    bare: Ink, points: Mapping[str, Spot], undivided: list[tuple[str, str]], width: float, capital: float
) -> Iterator[Mark]:
    """Yield ticks and arrow heads: short strokes to both sides of a line, away from its ends and from other lines."""
    for start, end in undivided:
        way = Stroke(points[start], points[end])
        if way.length < 1.5 * capital:
            continue
        steps = np.arange(0.15 * way.length, 0.85 * way.length, 0.5)
        near, far = 0.5 * width + 2.0, 0.5 * width + 0.28 * capital
        sides = [_ink_beside(bare, way, steps, offset) for offset in (near, -near, far, -far)]
        clear = _clear_of_others(way, steps, points, undivided, capital)
        hits = [_runs((side > _INK) & clear) for side in sides]
        kind, count = _kind(hits, capital)
        if kind is not None:
            yield Mark(kind, f"line:{start}{end}", count, 0.8)


def _ink_beside(bare: Ink, way: Stroke, steps: NDArray[np.float64], offset: float) -> NDArray[np.float32]:
    ux, uy = way.direction
    columns, rows = way.start[0] + steps * ux - offset * uy, way.start[1] + steps * uy + offset * ux
    beside: NDArray[np.float32] = sample(bare, columns[None], rows[None])[0]
    return beside


def _clear_of_others(
    way: Stroke, steps: NDArray[np.float64], points: Mapping[str, Spot], undivided: list[tuple[str, str]], capital: float
) -> NDArray[np.bool_]:
    """Return where no other line crosses within half a letter."""
    clear = np.ones(steps.shape, bool)
    for start, end in undivided:
        other = Stroke(points[start], points[end])
        one, two = way.aside(other.start), way.aside(other.end)
        if one * two < 0:
            crossing = other.at(other.length * one / (one - two))
            clear &= np.abs(steps - way.along(crossing)) > 0.6 * capital
    return clear


def _runs(drawn: NDArray[np.bool_]) -> list[float]:
    """Return the middles of runs, in steps."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], drawn, [False]]).astype(int)))
    return [float(low + high) / 2 for low, high in zip(edges[::2], edges[1::2], strict=True)]


def _kind(hits: list[list[float]], capital: float) -> tuple[Literal["ticks", "arrows"] | None, int]:
    """Tell ticks, at one place on both sides, from arrow heads, which lean back alike on both sides."""
    count = len(hits[0])
    if not 1 <= count <= 3 or any(len(side) != count for side in hits):
        return None, 0
    # In half pixels: strokes of one mark stand close together and go straight or lean alike.
    if count > 1 and max(high - low for low, high in pairwise(hits[0])) > 1.6 * capital:
        return None, 0
    lean = [
        far - near
        for near_side, far_side in ((hits[0], hits[2]), (hits[1], hits[3]))
        for near, far in zip(near_side, far_side, strict=True)
    ]
    if max(abs(each) for each in lean) < 0.35 * capital:
        return "ticks", count
    if all(each > 0 for each in lean) or all(each < 0 for each in lean):
        return "arrows", count
    # Slanted ticks lean to opposite sides.
    return "ticks", count


def _unit(turn: float) -> Spot:
    return (math.cos(turn), math.sin(turn))
