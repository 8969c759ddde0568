"""The filled area of a picture, for telling which part of a figure is shaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.figure import Spot
from gnomon.reading.extra import opencv
from gnomon.reading.ink import load
from gnomon.reading.straighten import Map, moved

Area = NDArray[np.bool_]
"""Rows by columns: whether a pixel is of it."""

_SIDE = 300
"""Pixels of the longer side: enough for the corners of a figure, and hundreds of areas are compared in a blink."""
_STROKE = 17
"""Pixels of the picture at its working size: no stroke and no letter is wider, an area is."""
_DARKER = 12
"""Of 255 grey values, by which a fill is darker than the paper: more than the noise of a JPEG."""
_ONE_FILL = 16
"""Of 255, by which the pixels of one fill differ."""
_LEAST = 0.005
"""Share of the picture that is filled at least: less is a dot, a mark or a blot."""
_SLIVER = 3
"""Pixels: differences that are narrower are those of strokes and of the reader's places."""


class Shading(NamedTuple):
    """What is filled, at a size of its own."""

    filled: Area
    to_here: Map
    """From pixels of the file."""

    def polygon(self, corners: Sequence[Spot]) -> Area:
        """Return the area of a polygon with corners in pixels of the file."""
        cv = opencv()
        area = np.zeros(self.filled.shape, np.uint8)
        cv.fillPoly(area, [np.round([moved(self.to_here, corner) for corner in corners]).astype(np.int32)], 1)
        return area > 0

    def disc(self, centre: Spot, radius: float) -> Area:
        """Return the area of a circle in pixels of the file."""
        (x, y), (right, _) = (moved(self.to_here, spot) for spot in (centre, (centre[0] + radius, centre[1])))
        area = np.zeros(self.filled.shape, np.uint8)
        opencv().circle(area, (round(x), round(y)), round(abs(right - x)), 1, -1)
        return area > 0


def difference(one: Area, other: Area) -> float:
    """Return how much of two areas together is in one of them only, from 0 to 1; narrow slivers do not count."""
    both = int((one | other).sum())
    apart = opencv().erode((one ^ other).astype(np.uint8), np.ones((_SLIVER, _SLIVER), np.uint8))
    return float(apart.sum()) / both if both else 0.0


def read_shading(source: Path | bytes) -> Shading | None:
    """Return what is filled in a picture with one grey or colour; None where nothing is.

    Raises:
        PictureError, OSError, ImportError: as `gnomon.reading.read_picture`.
    """
    cv = opencv()
    sheet = load(source)
    grey = sheet.pixels.min(axis=2)
    without_strokes = cv.morphologyEx(grey, cv.MORPH_CLOSE, np.ones((_STROKE, _STROKE), np.uint8))
    paper = float(np.percentile(without_strokes, 95))
    dark = without_strokes[without_strokes < paper - _DARKER]
    if dark.size < _LEAST * grey.size:
        return None
    fill = int(np.bincount(dark.ravel()).argmax())
    # Of the fill itself, not of what is left without strokes: that loses acute corners. The soft edges of strokes are narrow.
    filled = (np.abs(grey.astype(np.int16) - fill) <= _ONE_FILL).astype(np.uint8)
    filled = cv.morphologyEx(filled, cv.MORPH_OPEN, np.ones((3, 3), np.uint8))
    scale = min(1.0, _SIDE / max(grey.shape))
    size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
    small = cv.resize(filled.astype(np.float32), size, interpolation=cv.INTER_AREA) > 0.5  # half of a pixel
    to_here = np.diag([size[0] / grey.shape[1], size[1] / grey.shape[0], 1.0]) @ np.linalg.inv(sheet.to_file)
    return Shading(small, to_here)
