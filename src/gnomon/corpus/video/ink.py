"""Ink in a frame: what stands out against the board beside it, whatever the light and the colour of the board.

The ink signal of a pixel is its grey level less that of its surroundings. Light that changes moves both alike; chalk is positive,
a marker negative. Lines that cross the whole picture, as those of squared paper, are taken out: they stay when a page is turned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Signal = NDArray[np.float32]
"""Height by width, in grey levels."""
Mask = NDArray[np.bool_]
PerCell = NDArray[np.float32]
"""Rows by columns of cells."""

CELL = 16
"""Side of a cell in pixels: a letter or two of a line of writing, at the size at which boards are looked at."""
_SURROUNDINGS = 21
"""Side of a pixel's surroundings: wider than a stroke, narrower than a hand."""
_STROKE = 3
"""Side over which the signal is smoothed: a stroke that moves by a pixel as the camera shakes stays much the same."""
_FAINTEST = 9.0
"""Grey levels; what stands out less is dust of an eraser, or a trace of compression."""
_NOISES = 4.0
"""Standard deviations of the noise that ink stands out by: fewer pixels than one in a frame do so by chance."""
_MOST = 60.0
"""Grey levels beyond which ink is only ink: a bold heading must not count for more than a line."""


class Look(NamedTuple):
    """A frame as the detector sees it."""

    signal: Signal
    ink: Mask
    light: PerCell
    """Mean grey level of each cell."""


def look_at(pixels: NDArray[np.uint8]) -> Look:
    """Return the ink of a grey frame whose sides are multiples of `CELL`."""
    from scipy.ndimage import uniform_filter

    grey = pixels.astype(np.float32)
    signal = uniform_filter(grey, _STROKE, mode="nearest") - uniform_filter(grey, _SURROUNDINGS, mode="nearest")
    # Every third pixel is enough for a median.
    signal -= np.median(signal[:, ::3], axis=1, keepdims=True)
    signal -= np.median(signal[::3], axis=0, keepdims=True)
    np.clip(signal, -_MOST, _MOST, out=signal)
    return Look(signal, np.abs(signal) > max(_FAINTEST, _NOISES * _noise(signal)), cell_sums(grey) / CELL**2)


def _noise(signal: Signal) -> float:
    """Return the standard deviation of what is no ink, from the median: less than half of a board is written on."""
    return 1.4826 * float(np.median(np.abs(signal[::3, ::3])))


def whole_cells(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the frame without the rows and columns that fill no cell, an equal share on each side."""
    top, left = (side % CELL // 2 for side in pixels.shape)
    height, width = (side - side % CELL for side in pixels.shape)
    return pixels[top : top + height, left : left + width]


def cell_sums(values: NDArray[np.float32] | Mask) -> PerCell:
    """Return the sum over each cell."""
    rows, columns = (side // CELL for side in values.shape)
    # Along the rows first: numpy adds neighbours fast, and what is left is small.
    across = values.reshape(rows * CELL, columns, CELL).sum(axis=2, dtype=np.float32)
    return across.reshape(rows, CELL, columns).sum(axis=1)


def over_pixels(cells: NDArray[np.bool_]) -> Mask:
    """Return the pixels of some cells."""
    return np.repeat(np.repeat(cells, CELL, axis=0), CELL, axis=1)


def grown(mask: Mask) -> Mask:
    """Return a mask with the pixels beside it."""
    wide = mask.copy()
    wide[:, 1:] |= mask[:, :-1]
    wide[:, :-1] |= mask[:, 1:]
    high = wide.copy()
    high[1:] |= wide[:-1]
    high[:-1] |= wide[1:]
    return high


def shifted(values: NDArray[np.float32], down: int, right: int) -> NDArray[np.float32]:
    """Return a picture moved; what comes in at the edges is what leaves on the other side, a few pixels."""
    return np.roll(values, (down, right), axis=(0, 1)) if down or right else values
