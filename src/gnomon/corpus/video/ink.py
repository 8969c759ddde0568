"""Ink in a frame: what is thin and stands out against the board beside it, whatever the light and the colour of the board.

The ink signal of a pixel is its grey level less that of the board around it, found by closing and opening: chalk is positive, a
marker negative, and the edge of a hand, on one side of which there is no board, is nothing. Lines that cross the whole picture,
as those of squared paper, are taken out: they stay when a page is turned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Signal = NDArray[np.float32]
"""Height by width, in grey levels."""
Mask = NDArray[np.bool_]
PerCell = NDArray[np.float32]
"""Rows by columns of cells."""

CELL = 16
"""Side of a cell in pixels: a letter or two of a line of writing, at the size at which boards are looked at."""
_WIDEST_STROKE = 8
"""Pixels; what is wider is a hand, a picture, a shadow."""
_STROKE = 3
"""Side over which a frame is smoothed: a stroke that moves by a pixel as the camera shakes stays much the same."""
_SURROUNDINGS = 9
"""Side over which the signal has the mean 0: two lines of other words in one place are then unlike, not two like bars."""
_FAINTEST = 10
"""Grey levels; what stands out less is dust of an eraser, or a trace of compression."""
_NOISES = 3.0
"""Times the median that ink stands out by: less than half of a board is written on, so that the median is of noise."""
_SAME = 0.55
"""Correlation from which the ink of two cells is the same; another text in its place reaches 0.3 as a rule."""
_MOST = 60
"""Grey levels beyond which ink is only ink: a bold heading must not count for more than a line."""


class Look(NamedTuple):
    """A frame as the detector sees it."""

    signal: Signal
    ink: Mask
    light: PerCell
    """Mean grey level of each cell's board, without the ink."""


def look_at(pixels: NDArray[np.uint8]) -> Look:
    """Return the ink of a grey frame whose sides are multiples of `CELL`."""
    from scipy.ndimage import uniform_filter

    grey = uniform_filter(pixels, _STROKE, mode="nearest")
    # Both are unsigned: an opening is nowhere lighter than the frame, a closing nowhere darker.
    light = grey - _extreme(_extreme(grey, np.minimum), np.maximum, is_back=True)
    dark = _extreme(_extreme(grey, np.maximum), np.minimum, is_back=True) - grey
    is_light = light > dark
    board = np.where(is_light, grey - light, grey + dark)
    stroke = np.where(is_light, light, -dark.astype(np.float32)).clip(-_MOST, _MOST)
    # Every third pixel is enough for a median.
    stroke -= np.median(stroke[:, ::3], axis=1, keepdims=True)
    stroke -= np.median(stroke[::3], axis=0, keepdims=True)
    strength = np.abs(stroke)
    ink = strength > max(_FAINTEST, _NOISES * float(np.median(strength[::3, ::3])))
    light_of_board: PerCell = cell_sums(board.astype(np.float32)) / np.float32(CELL**2)
    return Look(stroke - uniform_filter(stroke, _SURROUNDINGS, mode="nearest"), ink, light_of_board)


def _extreme(values: NDArray[np.uint8], choose: np.ufunc, *, is_back: bool = False) -> NDArray[np.uint8]:
    """Return the least or largest over squares of `_WIDEST_STROKE` pixels; ``is_back`` looks the other way, undoing the shift.

    Squares of 2, 4 and 8 in turn: three steps a side instead of eight.
    """
    result = values.copy()
    for axis in (0, 1):
        line = result.swapaxes(0, axis)
        step = 1
        while step < _WIDEST_STROKE:
            moved = line.copy()
            if is_back:
                choose(line[step:], moved[:-step], out=line[step:])
            else:
                choose(line[:-step], moved[step:], out=line[:-step])
            step *= 2
    return result


def whole_cells(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the frame without the rows and columns that fill no cell, an equal share on each side."""
    top, left = (side % CELL // 2 for side in pixels.shape)
    height, width = (side - side % CELL for side in pixels.shape)
    return pixels[top : top + height, left : left + width]


def cell_sums(values: NDArray[np.float32] | Mask) -> PerCell:
    """Return the sum over each cell."""
    rows, columns = (side // CELL for side in values.shape)
    counted: NDArray[Any] = values.view(np.uint8) if values.dtype == np.bool_ else values  # a byte holds the 16 of a column
    # Down the columns first: whole rows are added at once, and what is left is small.
    down = counted.reshape(rows, CELL, columns * CELL).sum(axis=1, dtype=counted.dtype)
    cells: PerCell = down.reshape(rows, columns, CELL).sum(axis=2, dtype=np.float32)
    return cells


def alike_cells(one: Signal, other: Signal) -> NDArray[np.bool_]:
    """Return the cells in which two signals are the same but for their strength; empty ones are not."""
    common, of_one, of_other = (cell_sums(product) for product in (one * other, one**2, other**2))
    alike: NDArray[np.bool_] = (common >= _SAME * np.sqrt(of_one * of_other)) & (common > 0)
    return alike


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
