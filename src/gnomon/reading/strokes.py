"""The straight strokes of a picture: LSD's segments (Grompone von Gioi et al. 2010) merged into one for each drawn line.

LSD finds both edges of a stroke, and each dash, as segments of their own; what lies along one line with small gaps is one stroke,
placed along the middle of its ink.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.reading.errors import CrowdedError
from gnomon.reading.extra import opencv
from gnomon.reading.ink import Ink

Spot = tuple[float, float]
"""Column and row in pixels of the ink."""

_SHORTEST = 4.0
"""Pixels: shorter segments of LSD are corners of letters and of dots; a dash of a dashed line is longer."""
_MOST = 900
"""Segments: a figure with its letters has at most some hundreds."""
_DRAWN = 0.35
"""Ink from which a pixel counts as drawn: strokes a pixel wide are half as dark where they lie across two pixels."""


class Stroke(NamedTuple):
    """A straight stroke between two places."""

    start: Spot
    end: Spot
    share: float = 1.0
    """How much of it has ink; a dashed one has about half."""

    @property
    def length(self) -> float:
        """Return the length in pixels."""
        return math.dist(self.start, self.end)

    @property
    def direction(self) -> Spot:
        """Return the unit vector from start to end."""
        length = max(self.length, 1e-9)
        return ((self.end[0] - self.start[0]) / length, (self.end[1] - self.start[1]) / length)

    def along(self, spot: Spot) -> float:
        """Return how far along the stroke a place is, in pixels from its start."""
        u = self.direction
        return (spot[0] - self.start[0]) * u[0] + (spot[1] - self.start[1]) * u[1]

    def aside(self, spot: Spot) -> float:
        """Return the signed distance of a place from the stroke's line."""
        u = self.direction
        return (spot[0] - self.start[0]) * -u[1] + (spot[1] - self.start[1]) * u[0]

    def at(self, distance: float) -> Spot:
        """Return the place so many pixels along."""
        u = self.direction
        return (self.start[0] + distance * u[0], self.start[1] + distance * u[1])


def stroke_width(ink: Ink) -> float:
    """Return how wide the strokes are, in pixels: twice the ink's area over the length of its outline."""
    drawn = (ink > _DRAWN).astype(np.uint8)
    area = float(drawn.sum())
    if not area:
        return 1.0
    inner = float(opencv().erode(drawn, np.ones((3, 3), np.uint8)).sum())
    return max(1.0, 2 * area / max(area - inner, 1.0))


def find_strokes(ink: Ink, width: float, gap: float) -> list[Stroke]:
    """Return the straight strokes of a picture without its letters.

    Args:
        ink: with the letters taken out.
        width: of a stroke, in pixels.
        gap: between two dashes, in pixels, that is still one line.

    Raises:
        CrowdedError: when there are far more segments than a figure has.
    """
    pieces = _segments(ink) + _dashed(ink, gap)
    pieces = sorted((piece for piece in pieces if piece.length >= _SHORTEST), key=lambda piece: -piece.length)
    if len(pieces) > _MOST:
        raise CrowdedError(f"{len(pieces)} edges, more than the {_MOST} that a figure may have; expected a drawing")
    merged: list[Stroke] = []
    for piece in pieces:
        for index, line in enumerate(merged):
            if _is_one(line, piece, width, gap):
                merged[index] = _joined(line, piece)
                break
        else:
            merged.append(piece)
    merged = _merged_again(merged, width, gap)
    return [fitted for line in merged if (fitted := _fitted(ink, line, width)) is not None]


def _segments(ink: Ink) -> list[Stroke]:
    cv = opencv()
    found = cv.createLineSegmentDetector(cv.LSD_REFINE_STD).detect((255 - 255 * ink).astype(np.uint8))[0]
    if found is None:
        return []
    return [Stroke((x0, y0), (x1, y1)) for x0, y0, x1, y1 in np.asarray(found, float).reshape(-1, 4).tolist()]


def _dashed(ink: Ink, gap: float) -> list[Stroke]:
    """Return lines through what is small, such as dashes (Matas et al. 2000): LSD finds no dash of a few pixels by itself."""
    cv = opencv()
    _, numbers, boxes, _ = cv.connectedComponentsWithStats((ink > _DRAWN).astype(np.uint8), connectivity=8)
    is_small = (boxes[:, 2:4].max(axis=1) <= gap + 4) & (boxes[:, 4] > 2)
    is_small[0] = False  # the paper
    small = is_small[numbers].astype(np.uint8)
    # A quarter of a degree; at least four dashes long, half of it drawn.
    found = cv.HoughLinesP(small, 1, np.pi / 720, round(1.5 * gap), minLineLength=3 * gap, maxLineGap=gap)
    if found is None:
        return []
    return [Stroke((x0, y0), (x1, y1)) for x0, y0, x1, y1 in np.asarray(found, float).reshape(-1, 4).tolist()]


def _is_one(line: Stroke, piece: Stroke, width: float, gap: float) -> bool:
    """Whether a shorter segment continues a line or is its other edge."""
    ux, uy = line.direction
    vx, vy = piece.direction
    # A short piece leans by a pixel over its length without being another line.
    if abs(ux * vy - uy * vx) > max(0.035, 1.3 / piece.length):
        return False
    if max(abs(line.aside(piece.start)), abs(line.aside(piece.end))) > width + 0.7:
        return False
    low, high = sorted((line.along(piece.start), line.along(piece.end)))
    return low <= line.length + gap and high >= -gap


def _joined(line: Stroke, piece: Stroke) -> Stroke:
    """Return the line through both, as long as both; the longer one gives the direction."""
    offset = (line.aside(piece.start) + line.aside(piece.end)) / 2
    share = piece.length / (line.length + piece.length)
    u = line.direction
    shift = (-u[1] * offset * share, u[0] * offset * share)
    places = [0.0, line.length, line.along(piece.start), line.along(piece.end)]
    start, end = line.at(min(places)), line.at(max(places))
    return Stroke((start[0] + shift[0], start[1] + shift[1]), (end[0] + shift[0], end[1] + shift[1]))


def _merged_again(lines: list[Stroke], width: float, gap: float) -> list[Stroke]:
    """Merge lines that have come to meet since each was compared."""
    lines = sorted(lines, key=lambda line: -line.length)
    kept: list[Stroke] = []
    for line in lines:
        for index, other in enumerate(kept):
            if _is_one(other, line, width, gap):
                kept[index] = _joined(other, line)
                break
        else:
            kept.append(line)
    return kept


def _fitted(ink: Ink, line: Stroke, width: float) -> Stroke | None:
    """Move a line onto the middle of its ink and cut it where the ink ends; None where there is hardly any."""
    steps = np.arange(-width - 3, line.length + width + 4)
    offsets = np.arange(-width - 2, width + 2.5, 0.5)
    for _ in range(2):
        ux, uy = line.direction
        columns = line.start[0] + steps[:, None] * ux - offsets[None, :] * uy
        rows = line.start[1] + steps[:, None] * uy + offsets[None, :] * ux
        across = sample(ink, columns, rows)
        weight = across.sum(axis=1)
        inside = (steps > 2) & (steps < line.length - 2) & (weight > 0.5)
        if inside.sum() < 4:
            return None
        middle = (across * offsets).sum(axis=1)[inside] / weight[inside]
        # Crossing strokes pull the middle aside at a few places: the nearest half of them decides.
        near = np.abs(middle - np.median(middle)) <= max(0.6, float(np.median(np.abs(middle - np.median(middle)))))
        slope, shift = np.polyfit(steps[inside][near], middle[near], 1) if near.sum() > 3 else (0.0, float(np.median(middle)))
        start, end = line.at(0), line.at(line.length)
        low, high = float(shift), float(shift + slope * line.length)
        line = Stroke((start[0] - low * uy, start[1] + low * ux), (end[0] - high * uy, end[1] + high * ux))
        steps = np.arange(-width - 3, line.length + width + 4)
    has_ink = profile(ink, line, steps) > _DRAWN
    drawn = np.flatnonzero(has_ink)
    if drawn.size == 0:
        return None
    low, high = int(drawn[0]), int(drawn[-1])
    return Stroke(line.at(float(steps[low])), line.at(float(steps[high])), float(has_ink[low : high + 1].mean()))


def sample(ink: Ink, columns: NDArray[np.float64], rows: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the ink at places between pixels; nothing outside the picture."""
    cv = opencv()
    return np.asarray(
        cv.remap(
            ink,
            columns.astype(np.float32),
            rows.astype(np.float32),
            cv.INTER_LINEAR,
            borderMode=cv.BORDER_CONSTANT,
            borderValue=0,
        ),
        np.float32,
    )


def profile(ink: Ink, line: Stroke, steps: NDArray[np.float64], reach: float = 1.0) -> NDArray[np.float32]:
    """Return the most ink within ``reach`` pixels of the line at each step along it, in pixels from its start."""
    ux, uy = line.direction
    offsets = np.linspace(-reach, reach, 3)
    columns = line.start[0] + steps[:, None] * ux - offsets[None, :] * uy
    rows = line.start[1] + steps[:, None] * uy + offsets[None, :] * ux
    most: NDArray[np.float32] = sample(ink, columns, rows).max(axis=1)
    return most
