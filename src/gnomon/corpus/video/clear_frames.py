"""One clear frame for each segment between two boundaries: much ink, nobody before it, nothing blurred (MMTutorBench, A.2).

The choice is a proposal: a person picks another of the frames offered, or drops the segment, on the contact sheet.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gnomon.corpus.video.decoding import GrayFrame, gray_frames
from gnomon.corpus.video.ink import PerCell, look_at, whole_cells

EVERY_MILLISECONDS = 1000
"""Between two frames that are looked at."""
LONG_SIDE = 400
"""Of these frames, in pixels."""
_COVERED = 0.2
"""Share by which a cell is lighter or darker than it is most of the time when something lies over it."""
_COVERED_COSTS = 2.0
"""Times the share of covered cells weighs against the share of ink: a hand over a tenth of the board costs a fifth of it."""
_BLUR_COSTS = 0.5
"""Likewise the share of sharpness that is missing."""


class Segment(NamedTuple):
    """A stretch of a video in which one page stands."""

    start_milliseconds: int
    end_milliseconds: int
    frames: tuple[int, ...]
    """Times of its frames, the clearest first; never empty."""


class _Seen(NamedTuple):
    milliseconds: int
    ink: int
    sharpness: float
    light: PerCell


def clear_segments(frames: Iterable[GrayFrame], boundaries: Sequence[int], *, offered: int = 5) -> tuple[Segment, ...]:
    """Part a video by its boundaries and rank the frames of each segment.

    Args:
        frames: grey, `EVERY_MILLISECONDS` apart.
        boundaries: in milliseconds, ascending; k of them give k + 1 segments, less those in which no frame was seen.
        offered: most frames of a segment that are returned.
    """
    seen: dict[int, list[_Seen]] = {}
    for frame in frames:
        pixels = whole_cells(frame.pixels)
        look = look_at(pixels)
        # The mean step from pixel to pixel where there is ink: less of it where the camera has lost its focus.
        steps = np.abs(np.diff(pixels.astype(np.int16), axis=1))[look.ink[:, 1:]]
        sharpness = float(steps.mean()) if steps.size else 0.0
        at = _Seen(frame.milliseconds, int(np.count_nonzero(look.ink)), sharpness, look.light)
        seen.setdefault(bisect_right(boundaries, frame.milliseconds), []).append(at)
    return tuple(Segment(group[0].milliseconds, group[-1].milliseconds, _ranked(group)[:offered]) for group in seen.values())


def _ranked(group: Sequence[_Seen]) -> tuple[int, ...]:
    usual = np.median([frame.light for frame in group], axis=0)
    most_ink = max(1, *(frame.ink for frame in group))
    sharpest = max(1e-9, *(frame.sharpness for frame in group))

    def clearness(frame: _Seen) -> float:
        gain = float(np.median(frame.light / np.maximum(usual, 1.0)))
        covered = float(np.mean(np.abs(frame.light - gain * usual) > _COVERED * np.maximum(gain * usual, 32.0)))
        return frame.ink / most_ink - _COVERED_COSTS * covered - _BLUR_COSTS * (1 - frame.sharpness / sharpest)

    # Of frames that are as clear the last: by then most is written.
    return tuple(
        frame.milliseconds for frame in sorted(group, key=lambda frame: (clearness(frame), frame.milliseconds), reverse=True)
    )


def video_segments(path: Path, boundaries: Sequence[int], *, offered: int = 5) -> tuple[Segment, ...]:
    """Return `clear_segments` of a video file.

    Raises:
        VideoError: as `gnomon.corpus.video.decoding.gray_frames`.
    """
    frames = gray_frames(path, every_milliseconds=EVERY_MILLISECONDS, long_side=LONG_SIDE)
    return clear_segments(frames, boundaries, offered=offered)
