"""A photo of a page made straight: the page's outline becomes a rectangle. A drawing or a scan is left as it is."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.reading.extra import opencv

Pixels = NDArray[np.uint8]
Map = NDArray[np.float64]
"""A 3 by 3 projective map of places (columns and rows) in pixels."""

_LOOK_AT = 400.0
"""Pixels of the longer side at which the outline is looked for."""
_PAGE_SHARES = (0.2, 0.96)
"""Of the picture that a page fills: less is a note on it, more is no photo of a page but the page."""
_CONTRAST = 35
"""Of 255: how much lighter the page must be than what lies around it."""
_RIM = 0.012
"""Share of the page's side cut off: its edge throws a shadow."""


class Straight(NamedTuple):
    """A picture of the page alone."""

    pixels: Pixels
    to_picture: Map
    """From its places to those of the picture that it was taken from."""


def straightened(pixels: Pixels) -> Straight:
    """Return the page of a photo seen from above; the picture itself where no page lies in it."""
    corners = _page(pixels)
    if corners is None:
        return Straight(pixels, np.eye(3))
    cv = opencv()
    top, right, bottom, left = (math.dist(corners[index], corners[(index + 1) % 4]) for index in range(4))
    width, height = round((top + bottom) / 2), round((left + right) / 2)
    rim = _RIM * max(width, height)
    target = np.array([[-rim, -rim], [width + rim, -rim], [width + rim, height + rim], [-rim, height + rim]], np.float32)
    there = np.asarray(cv.getPerspectiveTransform(corners.astype(np.float32), target), float)
    flat = cv.warpPerspective(pixels, there, (width, height), flags=cv.INTER_AREA, borderMode=cv.BORDER_REPLICATE)
    return Straight(np.asarray(flat, np.uint8), np.linalg.inv(there))


def _page(pixels: Pixels) -> NDArray[np.float64] | None:
    """Return the corners of the one light quadrangle, from the upper left one clockwise; None without one."""
    cv = opencv()
    scale = max(1.0, max(pixels.shape[:2]) / _LOOK_AT)
    grey = cv.resize(pixels, None, fx=1 / scale, fy=1 / scale, interpolation=cv.INTER_AREA).min(axis=2)
    # Strokes vanish in a closing, so that a drawn rectangle is no page.
    grey = cv.GaussianBlur(cv.morphologyEx(grey, cv.MORPH_CLOSE, np.ones((9, 9), np.uint8)), (5, 5), 0)
    otsu, _ = cv.threshold(grey, 0, 255, cv.THRESH_BINARY | cv.THRESH_OTSU)
    rim = np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    # Otsu's threshold may run along the edge of a shadow on the page: what is a little lighter than the desk is tried, too.
    desk = float(np.percentile(rim, 75))
    tried = [_quadrangle(grey, threshold) for threshold in (otsu, desk + 12, desk + 25, desk + 40)]
    largest = max((found for found in tried if found is not None), key=_area, default=None)
    return None if largest is None else largest * scale


def _area(corners: NDArray[np.float64]) -> float:
    return float(opencv().contourArea(corners.astype(np.float32)))


def _quadrangle(grey: Pixels, threshold: float) -> NDArray[np.float64] | None:
    """Return the corners of what is lighter than a threshold, where it has the outline of a page."""
    cv = opencv()
    light = (grey > threshold).astype(np.uint8)
    outlines, _ = cv.findContours(light, cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    outline = cv.convexHull(max(outlines, key=cv.contourArea))
    area = cv.contourArea(outline)
    if not _PAGE_SHARES[0] < area / grey.size < _PAGE_SHARES[1]:
        return None
    corners = np.asarray(cv.approxPolyDP(outline, 0.03 * cv.arcLength(outline, closed=True), closed=True), float).reshape(-1, 2)
    if len(corners) != 4 or _area(corners) < 0.93 * area:
        return None
    inside = np.zeros(grey.shape, np.uint8)
    cv.fillConvexPoly(inside, corners.astype(np.int32), 1)
    if float(np.median(grey[inside == 1])) - float(np.median(grey[inside == 0])) < _CONTRAST:
        return None
    return _clockwise(corners)


def _clockwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners from the upper left one clockwise, as rows run downwards."""
    middle = corners.mean(axis=0)
    turns = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ordered: NDArray[np.float64] = corners[np.argsort(turns)]
    first = int(ordered.sum(axis=1).argmin())
    return np.roll(ordered, -first, axis=0)


def moved(to_picture: Map, spot: tuple[float, float]) -> tuple[float, float]:
    """Return where a projective map takes a place."""
    x, y, w = to_picture @ np.array([spot[0], spot[1], 1.0])
    return float(x / w), float(y / w)
