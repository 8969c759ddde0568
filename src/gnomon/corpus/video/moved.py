"""Whether a page has only moved: scrolled by a part, zoomed, panned. Then what stood on it is found elsewhere."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.video.ink import Signal

_LEAST_SEEN = 0.3
"""Share of the ink of both pages that has to lie where they overlap; less is too little to tell."""
_COARSE = tuple(1.045**step for step in range(-14, 15))
"""Zooms that are tried, up to 1.85 both ways: between two of them nothing moves by more than two pixels of the small picture."""
_FINE = (0.98, 0.99, 1.0, 1.01, 1.02)
"""Zooms tried around the best of them."""
_TRIED = 3
"""Of the coarse zooms that are looked at closely: lines of text are alike at several."""
_CLOSE = 2
"""Of the fine zooms that are looked at in full size, which takes four times as long."""
_SURROUNDINGS = 7
"""Pixels of the small picture over which the density of ink has the mean 0: what is compared is words, not lines."""
Density = NDArray[np.float32]
"""Of ink, or its signal: height by width."""


class Match(NamedTuple):
    """How alike two pages are when one is moved and zoomed to fit the other."""

    likeness: float
    """The largest normalised correlation over shifts and zooms, from 0 to 1, taken where they overlap."""
    zoom: float
    """At which it is found; 1 where the page only scrolled or was panned, which loses nothing of it."""


def best_match(before: Signal, after: Signal) -> Match:
    """Move and zoom one page so that it fits the other.

    Args:
        before: the ink signal of a page, 0 where it is of no interest.
        after: likewise, of the same shape.

    Returns:
        The best match. Different pages of text reach 0.1 to 0.35, in small type 0.43; the same page 0.4 to 0.75 where it is
        zoomed and 0.65 to 0.97 where it is only shifted.
    """
    # Small pictures of the signal itself are empty: a stroke and its surroundings cancel out.
    half = _halved(before), _halved(after)
    small = _density(_halved(_halved(np.abs(before)))), _density(_halved(_halved(np.abs(after))))
    coarse = sorted((_match(*small, zoom) for zoom in _COARSE), reverse=True)[:_TRIED]
    zooms = {1.0, *(match.zoom * fine for match in coarse for fine in _FINE)}
    # At full size letters tell small type apart, of which the halves are bars.
    close = sorted((_match(*half, zoom) for zoom in zooms), reverse=True)[:_CLOSE]
    return max(_match(before, after, zoom) for zoom in {1.0, *(match.zoom for match in close)})


def likeness_when_shifted(before: Signal, after: Signal) -> float:
    """Return the likeness of `best_match` without zooms."""
    return _match(before, after, 1.0).likeness


def _halved(strength: Density) -> Density:
    rows, columns = (side // 2 * 2 for side in strength.shape)
    cut = strength[:rows, :columns]
    return (cut[::2, ::2] + cut[1::2, ::2] + cut[::2, 1::2] + cut[1::2, 1::2]) / np.float32(4)


def _density(strength: Density) -> Density:
    from scipy.ndimage import uniform_filter

    return strength - uniform_filter(strength, _SURROUNDINGS, mode="constant")


def _match(before: Density, after: Density, zoom: float) -> Match:
    """Compare over all shifts at one zoom of ``before``."""
    from scipy.fft import irfft2, next_fast_len, rfft2

    page = _zoomed(before, zoom) if zoom != 1 else before
    shape = [next_fast_len(a + b) for a, b in zip(page.shape, after.shape, strict=True)]

    def correlated(first: Density, second: Density) -> Density:
        product = np.conj(rfft2(first, shape)) * rfft2(second, shape)
        return np.asarray(irfft2(product, shape), np.float32)

    common = correlated(page, after)
    of_page = correlated(page**2, np.ones_like(after))
    of_after = correlated(np.ones_like(page), after**2)
    is_enough = (of_page > _LEAST_SEEN * np.sum(page**2)) & (of_after > _LEAST_SEEN * np.sum(after**2))
    likeness = np.where(is_enough, common / np.sqrt(np.maximum(of_page * of_after, 1e-6)), 0.0)
    return Match(float(likeness.max()), zoom)


def _zoomed(density: Density, zoom: float) -> Density:
    from scipy.ndimage import zoom as resampled

    return np.asarray(resampled(density, zoom, order=1), np.float32)
