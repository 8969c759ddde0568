"""Strokes as Label Studio's brush masks: which pixels are inked, packed by run lengths.

The packing is thi.ng's rle-pack (https://github.com/thi-ng/umbrella/tree/develop/packages/rle-pack, "Encoding format"), over
pixels of four equal bytes (RGBA), row by row. Written from that description.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.annotated import Stroke
from gnomon.drawing import THEME

_WORD = 8
"""Bits of a value: one byte of a pixel."""
_CHANNELS = 4
"""Bytes of a pixel: red, green, blue and how opaque it is."""
_GROUPS = (3, 4, 8, 16)
"""Bits that a run's length may take; the format's own choice, which readers expect."""
INK_SHARE = THEME.highlight_width / 480
"""Thickness of ink as a share of the picture's width, as highlights are drawn on 480 pixels: two hands on one line overlap."""
_INKED = 255
"""Value of an inked pixel's bytes; all others are 0."""


class Size(NamedTuple):
    """Of a picture, in pixels."""

    width: int
    height: int


def ink(strokes: Sequence[Stroke], size: Size, thickness: float) -> NDArray[np.bool_]:
    """Return which pixels strokes cover, shape (height, width).

    Args:
        strokes: in pixels of the picture; what lies outside is cut off.
        size: of the picture.
        thickness: of a stroke, in pixels.
    """
    covered = np.zeros((size.height, size.width), dtype=np.bool_)
    for stroke in strokes:
        places = [(x, y) for x, y, _, _ in stroke.points]
        for start, end in itertools.pairwise(places) if len(places) > 1 else [(*places, *places)] if places else ():
            _cover(covered, np.array(start), np.array(end), thickness / 2)
    return covered


def _cover(covered: NDArray[np.bool_], start: NDArray[np.float64], end: NDArray[np.float64], radius: float) -> None:
    """Ink what is within a radius of a straight piece; only the pixels around it are looked at."""
    height, width = covered.shape
    left, top = np.clip(np.floor(np.minimum(start, end) - radius), 0, [width, height]).astype(int)
    right, bottom = np.clip(np.ceil(np.maximum(start, end) + radius) + 1, 0, [width, height]).astype(int)
    # Centres of pixels lie half a pixel in.
    x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
    run = end - start
    along = ((x - start[0]) * run[0] + (y - start[1]) * run[1]) / max(float(run @ run), 1e-12)  # a dot has no length
    nearest = np.clip(along, 0, 1)
    distance = np.hypot(x - start[0] - nearest * run[0], y - start[1] - nearest * run[1])
    covered[top:bottom, left:right] |= distance <= radius


def packed(covered: NDArray[np.bool_]) -> list[int]:
    """Return a mask as the bytes that Label Studio holds under ``rle``."""
    header = [(covered.size * _CHANNELS, 32), (_WORD - 1, 5), *((bits - 1, 4) for bits in _GROUPS)]
    bits = "".join(f"{value:0{width}b}" for value, width in itertools.chain(header, _runs(covered)))
    whole = bits + "0" * (-len(bits) % 8)
    return [int(whole[place : place + 8], 2) for place in range(0, len(whole), 8)]


def _runs(covered: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield each run as numbers with their widths in bits: a repetition, which group, the length less one, the value."""
    flat = covered.ravel()
    edges = np.flatnonzero(np.diff(flat)) + 1
    starts = [0, *edges.tolist(), flat.size] if flat.size else []
    for start, end in itertools.pairwise(starts):
        left = (end - start) * _CHANNELS
        while left:
            length = min(left, 1 << _GROUPS[-1])
            group = next(place for place, bits in enumerate(_GROUPS) if length <= 1 << bits)
            yield 1, 1
            yield group, 2
            yield length - 1, _GROUPS[group]
            yield (_INKED if flat[start] else 0), _WORD
            left -= length
