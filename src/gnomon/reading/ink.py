"""A picture file to ink: how dark each pixel is against the paper or the fill around it.

Ink is what all other modules look at: 0 on paper, 1 in the darkest strokes, whatever the colours, the light fills of areas and
the shadows of a photo.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.drawing import Raster, RasterError
from gnomon.reading.errors import PictureError
from gnomon.reading.extra import opencv
from gnomon.reading.straighten import Map, Pixels, straightened

Ink = NDArray[np.float32]
"""Rows by columns, 0 to 1."""

LARGEST = 60_000_000
"""Pixels: what a phone's camera makes. Beyond it, a decoder could fill the memory of a small machine."""
_WORKING_SIDE = 1000.0
"""Pixels of the longer side that is worked on: twice a figure on a web page; more of them add time and no vertices."""
_WIDEST_STROKE = (17, 0.032)
"""Pixels, and share of the longer side: what is wider is an area, not a stroke or a dot."""
_FAINTEST = 0.14
"""Share of full contrast below which a difference is paper, a grid in light grey, or noise."""
_DOTTED, _PATCH = 0.11, 35
"""Share of single specks in a square of so many pixels, from which it is a fill in dots: these have about 0.35 where half is
black; letters and lines of development and real figures 0.1 at most."""
_DOTS_BLUR = 1.5
"""Pixels over which dots are made grey: half a stroke."""


class Sheet(NamedTuple):
    """A picture at the size that is worked on."""

    pixels: Pixels
    """Rows by columns by three: blue, green, red."""
    to_file: Map
    """From places here to places in the file."""


def called(source: Path | bytes) -> str:
    """Return what messages call a picture: its file, where it has one."""
    return "the picture" if isinstance(source, bytes) else repr(str(source))


def load(source: Path | bytes) -> Sheet:
    """Read a PNG or JPEG, from a path or from its bytes; what is transparent is paper, and the photo of a page is made straight.

    Raises:
        PictureError: when it is no picture, empty, cut short, or larger than `LARGEST`.
        OSError: when the file cannot be read.
    """
    data = source if isinstance(source, bytes) else source.read_bytes()
    if not data:
        raise PictureError(f"{called(source)} is empty; expected a PNG or JPEG picture")
    try:
        raster = Raster.read(data)
    except RasterError as error:
        raise PictureError(f"{called(source)}: {error}") from error
    if raster.width * raster.height > LARGEST:
        raise PictureError(
            f"{called(source)} has {raster.width} by {raster.height} pixels; expected at most"
            f" {LARGEST // 1_000_000} million: make it smaller"
        )
    cv = opencv()
    decoded = cv.imdecode(np.frombuffer(data, np.uint8), cv.IMREAD_UNCHANGED)
    if decoded is None:
        raise PictureError(f"{called(source)} is cut short or damaged; save it again")
    return _working(_on_white(np.asarray(decoded)))


def _on_white(decoded: NDArray[np.generic]) -> Pixels:
    """Return three channels of a byte, from one to four of one or two bytes."""
    if decoded.dtype == np.uint8 and decoded.ndim == 3 and decoded.shape[2] == 3:
        return np.asarray(decoded, np.uint8)
    pixels = decoded.astype(np.float32) / (257 if decoded.dtype == np.uint16 else 1)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.shape[2] in {2, 4}:
        alpha = pixels[:, :, -1:] / 255
        drawn = pixels[:, :, :-1]
        # Light strokes without a ground were drawn for a dark one.
        ground = 0 if _is_light(drawn, alpha) else 255
        pixels = drawn * alpha + ground * (1 - alpha)
    return np.ascontiguousarray(np.broadcast_to(pixels, (*pixels.shape[:2], 3))).round().astype(np.uint8)


def _is_light(drawn: NDArray[np.floating], alpha: NDArray[np.floating]) -> bool:
    """Whether all that is drawn on a transparent ground would vanish on white."""
    seen = alpha[:, :, 0] > 0.5
    # 10 and 5 %: what is drawn, and the dark edges that smoothing leaves on it.
    return bool(0 < seen.mean() < 0.9) and float(np.quantile(drawn.min(axis=2)[seen], 0.05)) > 200


def _working(pixels: Pixels) -> Sheet:
    pixels, to_file = straightened(pixels)
    scale = max(1.0, max(pixels.shape[:2]) / _WORKING_SIDE)
    if scale == 1:
        return Sheet(pixels, to_file)
    cv = opencv()
    size = (max(1, round(pixels.shape[1] / scale)), max(1, round(pixels.shape[0] / scale)))
    smaller = np.asarray(cv.resize(pixels, size, interpolation=cv.INTER_AREA), np.uint8)
    return Sheet(smaller, to_file @ np.diag([pixels.shape[1] / size[0], pixels.shape[0] / size[1], 1.0]))


def ink_of(pixels: Pixels, *, smoothen: bool = True) -> Ink:
    """Return the ink of a picture.

    The lightest pixel within a stroke's width around stands for the paper (a closing of grey values), so that fills and shadows
    vanish; the darkest strokes are 1. The darkest of the three channels is taken: a red stroke is as black as a black one. A dark
    page with light strokes is turned over.
    """
    cv = opencv()
    grey = pixels.min(axis=2)
    if np.median(grey) < 90:  # of 255: the paper is dark
        grey = 255 - pixels.max(axis=2)
    grey = _without_dots(grey)
    widest = max(_WIDEST_STROKE[0], round(_WIDEST_STROKE[1] * max(grey.shape)) | 1)
    # A square: OpenCV closes by one in time that does not grow with it.
    paper = cv.morphologyEx(grey, cv.MORPH_CLOSE, np.ones((widest, widest), np.uint8)).astype(np.float32)
    ink = (paper - grey) / np.maximum(paper, 60)  # 60 of 255: in deep shadow noise would count as ink
    # Of grain, the closing makes ink everywhere: what half of the page has is paper, and grain is blurred first.
    grain = float(np.median(ink))
    if grain > 0.02:
        return (
            ink_of(np.asarray(cv.GaussianBlur(pixels, (0, 0), 1.0), np.uint8), smoothen=False)
            if smoothen
            else _levelled(ink, 2 * grain)
        )
    return _levelled(ink, 0.0)


def _without_dots(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a page whose fills in dots, as a scan in black and white has them for grey ones, are paper."""
    cv = opencv()
    specks = np.asarray(cv.absdiff(grey, cv.medianBlur(grey, 3)) > 128, np.float32)
    # Near the edge of a fill the square is half outside of it: what is found is made larger by as much.
    dotted = np.asarray(cv.dilate((cv.blur(specks, (_PATCH, _PATCH)) > _DOTTED).astype(np.uint8), np.ones((_PATCH, _PATCH))))
    if not dotted.any():
        return grey
    blurred = cv.GaussianBlur(grey, (0, 0), _DOTS_BLUR)
    dark = 1 - blurred.astype(np.float32) / 255
    fill = 1 - cv.medianBlur(blurred, _PATCH).astype(np.float32) / 255
    # Dots are black with the probability ``fill``: what is two standard deviations of their blurred mean darker is a stroke.
    faintest = fill + 2 * np.sqrt(fill * (1 - fill)) / (2 * math.sqrt(math.pi) * _DOTS_BLUR)
    strokes = np.clip((dark - faintest) / np.maximum(1 - faintest, _FAINTEST), 0, 1)
    return np.where(dotted > 0, 255 * (1 - strokes), grey).astype(np.uint8)


def _levelled(ink: Ink, paper: float) -> Ink:
    """Return ink from 0 on paper to 1 in the core of the strokes."""
    faintest = max(_FAINTEST, 1.5 * paper)
    marked = ink[ink > faintest]
    if marked.size == 0:
        return np.zeros(ink.shape, np.float32)
    low = max(0.5 * _FAINTEST, paper)
    # 90th percentile: the core of the strokes, without the soft edges and single dark specks.
    ink = (ink - low) / max(float(np.percentile(marked, 90)) - low, _FAINTEST)
    return np.clip(ink, 0, 1).astype(np.float32)


def picture_size(path: Path) -> tuple[int, int]:
    """Return width and height of a PNG or JPEG file in pixels, from its header."""
    raster = Raster.read(path)
    return raster.width, raster.height
