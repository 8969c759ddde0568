"""Circles and long arcs: those through three places of what is left beside the straight strokes, kept where ink runs round them.

RANSAC over the pixels of the ink (Fischler and Bolles 1981), then a fit by least squares (Kåsa 1976).
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.reading.extra import opencv
from gnomon.reading.ink import Ink
from gnomon.reading.strokes import Spot, Stroke, sample

_TRIES = 480
"""Triples tried for one circle: where a fifth of the pixels lies on it, the chance that none of them does is 0.992^480, 2 %."""
_SECTORS = 180
"""Directions in which ink is looked for along a circle."""
_SHORTEST_ARC = 40
"""Sectors in a row, 80°: a quarter of a circle is drawn on purpose, less is chance, or a letter."""
_MOST = 6
"""Circles in a picture: school figures have one to three."""


class Ring(NamedTuple):
    """A drawn circle or arc."""

    x: float
    """Column of its centre, pixels."""
    y: float
    radius: float
    drawn: NDArray[np.bool_]
    """For each of 180 directions from the centre, clockwise from the right as rows run downwards: whether ink is there."""

    @property
    def share(self) -> float:
        """Return the drawn share of the whole circle."""
        return float(self.drawn.mean())

    @property
    def is_whole(self) -> bool:
        """Return whether it is a circle, not an arc: letters and dashes take some of it away."""
        return self.share > 0.8

    def distance(self, spot: Spot) -> float:
        """Return how far outside the circle a place is, negative inside."""
        return math.dist((self.x, self.y), spot) - self.radius

    def has_ink_at(self, spot: Spot) -> bool:
        """Return whether the circle is drawn within two sectors of the direction of a place."""
        at = round(math.atan2(spot[1] - self.y, spot[0] - self.x) / (2 * math.pi) * _SECTORS)
        return any(bool(self.drawn[(at + step) % _SECTORS]) for step in range(-2, 3))

    def ends(self) -> list[Spot]:
        """Return where an arc begins and ends; nothing of a whole circle."""
        if self.is_whole:
            return []
        # A gap of less than twelve degrees is a letter or a dash.
        closed = _closed(self.drawn, 6)
        edges = [index for index in range(_SECTORS) if closed[index] != closed[index - 1]]
        turns = [(index - 0.5) * 2 * math.pi / _SECTORS for index in edges]
        return [(self.x + self.radius * math.cos(turn), self.y + self.radius * math.sin(turn)) for turn in turns]


def _closed(drawn: NDArray[np.bool_], gap: int) -> NDArray[np.bool_]:
    """Fill gaps of up to ``gap`` sectors."""
    twice = np.concatenate([drawn, drawn, drawn]).copy()
    on = np.flatnonzero(twice)
    for low, high in pairwise(on.tolist()):
        if high - low <= gap:
            twice[low:high] = True
    return twice[_SECTORS : 2 * _SECTORS]


def find_rings(ink: Ink, strokes: list[Stroke], width: float, smallest: float, rng: np.random.Generator) -> list[Ring]:
    """Return circles and arcs, the best drawn first.

    Args:
        ink: with the letters taken out.
        strokes: the straight strokes; the ink of the long ones is taken out here, the short ones may be pieces of a circle.
        width: of a stroke, in pixels.
        smallest: radius in pixels below which an arc is the mark of an angle.
        rng: chooses the triples.
    """
    cv = opencv()
    rest = (ink > 0.3).astype(np.uint8)
    # A circle as large as the picture strays from a chord of this length by no more than what strokes are merged across.
    longest_chord = 2 * math.sqrt(max(ink.shape) * (width + 1.5))
    for stroke in strokes:
        if stroke.length > longest_chord:
            ends = [tuple(round(value) for value in end) for end in (stroke.start, stroke.end)]
            cv.line(rest, ends[0], ends[1], 0, math.ceil(width) + 3)
    rings: list[Ring] = []
    for _ in range(_MOST):
        best = _best_ring(ink, rest, width, smallest, rng)
        if best is None:
            break
        rings.append(best)
        cv.circle(rest, (round(best.x), round(best.y)), round(best.radius), 0, math.ceil(width) + 4)
    return rings


def _best_ring(ink: Ink, rest: NDArray[np.uint8], width: float, smallest: float, rng: np.random.Generator) -> Ring | None:
    rows, columns = np.nonzero(rest)
    if rows.size < 4 * smallest:
        return None
    places = np.stack([columns, rows], axis=1).astype(float)
    if len(places) > 1200:  # enough for any circle of a figure, and fast
        places = places[rng.choice(len(places), 1200, replace=False)]
    best, most = None, 0.0
    for x, y, radius in _candidates(places, smallest, max(ink.shape), rng):
        near = np.abs(np.hypot(places[:, 0] - x, places[:, 1] - y) - radius) < 0.7 * width + 1
        count = float(near.sum()) / math.sqrt(radius)  # a long circle meets more strangers
        if count > most:
            best, most = (x, y, radius), count
    if best is None:
        return None
    fitted = _fitted(places, best, width)
    ring = Ring(*fitted, drawn_sectors(ink, fitted, width))
    is_long = _longest_run(_closed(ring.drawn, 6)) >= _SHORTEST_ARC
    # Up to twice the smallest, an open arc about a vertex is the mark of an angle.
    is_mark = ring.radius < 2 * smallest and not ring.is_whole
    return ring if is_long and ring.radius >= smallest and not is_mark and _has_own_ink(ring, rest, width) else None


def _longest_run(drawn: NDArray[np.bool_]) -> int:
    """Return the most sectors in a row, round the whole circle."""
    if drawn.all():
        return _SECTORS
    turned = np.roll(drawn, -int(np.flatnonzero(~drawn)[0]))
    edges = np.flatnonzero(np.diff(np.concatenate([[False], turned, [False]]).astype(int)))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def _has_own_ink(ring: Ring, rest: NDArray[np.uint8], width: float) -> bool:
    """Whether the ink along it is not that of straight strokes alone."""
    own = drawn_sectors(rest.astype(np.float32), (ring.x, ring.y, ring.radius), width)
    return float(own.mean()) > 0.17


def _candidates(
    places: NDArray[np.float64], smallest: float, largest: float, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Return centre and radius of circles through triples of places."""
    chosen = places[rng.integers(0, len(places), (_TRIES, 3))]
    a, b, c = chosen[:, 0], chosen[:, 1], chosen[:, 2]
    d = 2 * (a[:, 0] * (b[:, 1] - c[:, 1]) + b[:, 0] * (c[:, 1] - a[:, 1]) + c[:, 0] * (a[:, 1] - b[:, 1]))
    usable = np.abs(d) > 1
    a, b, c, d = a[usable], b[usable], c[usable], d[usable]
    squares = [(point**2).sum(axis=1) for point in (a, b, c)]
    x = (squares[0] * (b[:, 1] - c[:, 1]) + squares[1] * (c[:, 1] - a[:, 1]) + squares[2] * (a[:, 1] - b[:, 1])) / d
    y = (squares[0] * (c[:, 0] - b[:, 0]) + squares[1] * (a[:, 0] - c[:, 0]) + squares[2] * (b[:, 0] - a[:, 0])) / d
    radius = np.hypot(a[:, 0] - x, a[:, 1] - y)
    fits = (radius >= smallest) & (radius < largest)
    return list(zip(x[fits].tolist(), y[fits].tolist(), radius[fits].tolist(), strict=True))


def _fitted(places: NDArray[np.float64], start: tuple[float, float, float], width: float) -> tuple[float, float, float]:
    x, y, radius = start
    for _ in range(3):
        near = places[np.abs(np.hypot(places[:, 0] - x, places[:, 1] - y) - radius) < width + 1.5]
        if len(near) < 6:
            break
        system = np.column_stack([2 * near, np.ones(len(near))])
        (x, y, rest), *_ = np.linalg.lstsq(system, (near**2).sum(axis=1), rcond=None)
        radius = math.sqrt(max(rest + x * x + y * y, 1.0))
    return float(x), float(y), radius


def drawn_sectors(ink: Ink, ring: tuple[float, float, float], width: float) -> NDArray[np.bool_]:
    """Return for each of 180 directions whether there is ink on the circle."""
    x, y, radius = ring
    turns = np.arange(_SECTORS) * 2 * np.pi / _SECTORS
    radii = radius + np.linspace(-0.5 * width - 1, 0.5 * width + 1, 5)
    columns = x + np.cos(turns)[:, None] * radii
    rows = y + np.sin(turns)[:, None] * radii
    drawn: NDArray[np.bool_] = sample(ink, columns, rows).max(axis=1) > 0.35
    return drawn
