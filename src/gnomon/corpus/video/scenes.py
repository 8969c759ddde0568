"""Scene changes by structural similarity, the rule of MMTutorBench, appendix A.2.

Candidates are the frames whose similarity to the frame before is less than 0.8; the first is a boundary, and each later one that
is at least a minimum gap after the boundary before it. The paper prints the distance without the order, which would step back to
an earlier candidate; the order is added. It prints neither resolution nor rate of frames nor gap: they are settings, to be
recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.video.decoding import GrayFrame, gray_frames

_SIGMA, _RADIUS = 1.5, 5
"""Of the Gaussian window, 11 pixels wide (Wang et al. 2004, 3.B)."""
_K1, _K2, _LARGEST = 0.01, 0.03, 255.0
"""Constants of the same section, and the largest grey level."""


class SceneRule(NamedTuple):
    """Settings of the rule."""

    threshold: float = 0.8
    """As printed."""
    gap_milliseconds: int = 2000
    """Ours, as are the two below."""
    every_milliseconds: int = 500
    """Between two frames; 0 compares all."""
    long_side: int = 480
    """Of the frames, in pixels."""


def structural_similarity(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Return the mean structural similarity of two grey pictures of one size, from -1 to 1 (Wang et al. 2004, equation 13).

    Raises:
        ValueError: for pictures of two sizes.
    """
    from scipy.ndimage import gaussian_filter

    if first.shape != second.shape:
        raise ValueError(f"expected two pictures of one size, got {first.shape} and {second.shape}")

    def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(gaussian_filter(values, _SIGMA, radius=_RADIUS), np.float64)

    x, y = first.astype(np.float64), second.astype(np.float64)
    mean_x, mean_y = mean(x), mean(y)
    variance_x, variance_y, covariance = mean(x * x) - mean_x**2, mean(y * y) - mean_y**2, mean(x * y) - mean_x * mean_y
    c1, c2 = (_K1 * _LARGEST) ** 2, (_K2 * _LARGEST) ** 2
    top = (2 * mean_x * mean_y + c1) * (2 * covariance + c2)
    similarity = top / ((mean_x**2 + mean_y**2 + c1) * (variance_x + variance_y + c2))
    inner = similarity[_RADIUS:-_RADIUS, _RADIUS:-_RADIUS]  # windows that lie within the picture
    return float((inner if inner.size else similarity).mean())


def spaced(candidates: Sequence[int], gap_milliseconds: int) -> tuple[int, ...]:
    """Return the first candidate and each later one at least a gap after the one returned before it.

    Args:
        candidates: milliseconds, ascending.
        gap_milliseconds: equality passes.

    >>> spaced([2000, 2400, 5000, 6900, 7000, 12000], 2000)
    (2000, 5000, 7000, 12000)
    """
    kept: list[int] = []
    for candidate in candidates:
        if not kept or candidate - kept[-1] >= gap_milliseconds:
            kept.append(candidate)
    return tuple(kept)


def scene_boundaries(frames: Iterable[GrayFrame], rule: SceneRule) -> tuple[int, ...]:
    """Return the boundaries among frames, in milliseconds from the first; k of them part a video into k + 1 segments."""
    candidates = []
    before: GrayFrame | None = None
    for frame in frames:
        if before is not None and structural_similarity(before.pixels, frame.pixels) < rule.threshold:
            candidates.append(frame.milliseconds)
        before = frame
    return spaced(candidates, rule.gap_milliseconds)


def video_scenes(path: Path, rule: SceneRule | None = None) -> tuple[int, ...]:
    """Return `scene_boundaries` of a video file; None takes the settings of `SceneRule`.

    Raises:
        VideoError: as `gnomon.corpus.video.decoding.gray_frames`.
    """
    rule = rule or SceneRule()
    return scene_boundaries(gray_frames(path, every_milliseconds=rule.every_milliseconds, long_side=rule.long_side), rule)
