"""Which pairs of named points are joined by a drawn line: by the ink between them, never by a detector's segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from gnomon.reading.ink import Ink
from gnomon.reading.strokes import Spot, Stroke, profile

_FULL = 0.85
"""Share of the way that has ink on a whole line: letters, marks and dots of other shades interrupt it."""
_DASHED = 0.38
"""The same on a dashed line: dashes as long as the gaps, and some blur."""
_DRAWN = 0.2
"""Ink of a drawn pixel: a line thinner than a pixel that lies between two rows has a third of a stroke's ink in each."""


class Line(NamedTuple):
    """A drawn segment between two named points."""

    start: str
    end: str
    confidence: float

    @property
    def name(self) -> str:
        """Return it as ``AB``."""
        return self.start + self.end


def find_lines(
    ink: Ink,
    points: Mapping[str, Spot],
    strokes: list[Stroke],
    width: float,
    capital: float,
    pairs: Iterable[tuple[str, str]] | None = None,
) -> list[Line]:
    """Return every drawn segment between two points: a chain A-M-B gives AM, MB and AB.

    Args:
        ink: with the letters: a name may lie on the line.
        points: by name.
        strokes: the straight strokes; where one runs past both points, the way is looked at along it, and a point may be a few
            pixels off.
        width: of a stroke, in pixels.
        capital: height of a capital: no gap of a dashed line is as long.
        pairs: between which it is looked for; None: any two.
    """
    found = []
    for start, end in pairs if pairs is not None else combinations(sorted(points), 2):
        ways = [Stroke(points[start], points[end]), *_ways_along(strokes, points[start], points[end], width)]
        confidence = max((_confidence(ink, way, width, capital) for way in ways if way.length >= 4), default=0.0)
        if confidence > 0:
            found.append(Line(start, end, confidence))
    return found


def on_one_stroke(points: Mapping[str, Spot], strokes: list[Stroke], width: float) -> set[tuple[str, str]]:
    """Return the pairs of points that one stroke passes, within the pixels that a point may be off, names in order."""
    near = width + 4
    along = [
        [
            name
            for name, spot in points.items()
            if abs(stroke.aside(spot)) < near and -near < stroke.along(spot) < stroke.length + near
        ]
        for stroke in strokes
    ]
    return {pair for names in along for pair in combinations(sorted(names), 2)}


def _ways_along(strokes: list[Stroke], start: Spot, end: Spot, width: float) -> list[Stroke]:
    """Return the part between two points of each stroke that runs past both."""
    near = width + 4
    return [
        Stroke(stroke.at(stroke.along(start)), stroke.at(stroke.along(end)))
        for stroke in strokes
        if abs(stroke.aside(start)) < near and abs(stroke.aside(end)) < near
    ]


def _confidence(ink: Ink, way: Stroke, width: float, capital: float) -> float:
    # Dots at the ends, or holes in them, tell nothing: a tenth of the way, at most half a letter.
    trim = min(0.1 * way.length, 0.5 * capital)
    steps = np.arange(trim, way.length - trim)
    drawn = profile(ink, way, steps, max(1.5, 0.8 * width)) > _DRAWN
    share = float(drawn.mean()) if drawn.size else 0.0
    if share >= _FULL:
        return min(1.0, 0.5 + (share - _FULL) / (1 - _FULL) / 2)
    on = np.flatnonzero(np.concatenate([[True], drawn, [True]]))
    gaps = np.diff(on) - 1
    gaps = gaps[gaps > 0]
    # A dashed line has several gaps, all about as long as one another, and none as long as a letter is high.
    is_regular = len(gaps) >= 3 and gaps.max() < min(1.1 * capital, 2.2 * float(np.median(gaps)) + 2)
    return 0.5 if share >= _DASHED and is_regular else 0.0
