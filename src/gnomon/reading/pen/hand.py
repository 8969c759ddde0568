"""The ink of a pen as places on the page: checked, evenly spaced, joined; and its simplest measures."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Trail = NDArray[np.complex128]
"""Places along a stroke, ``x + yi`` with y downwards, evenly spaced."""
Angles = NDArray[np.float64]
"""Directions in radians, unwrapped."""

_FEWEST, _MOST = 40, 160
"""Places of a trail: enough for a scribble over one digit, and no more than can be read in a few milliseconds."""


def places_of(stroke: Sequence[Sequence[float]]) -> Trail:
    """Return the places of ``[x, y, pressure, t_ms]`` points; only x and y are used.

    Raises:
        ValueError: when a point has no two finite numbers.
    """
    try:
        places = np.array([complex(point[0], point[1]) for point in stroke], np.complex128)
    except (TypeError, IndexError) as error:
        raise ValueError(f"expected strokes as lists of [x, y, pressure, t_ms], got {list(stroke)[:2]!r}") from error
    if not np.isfinite(places).all():
        raise ValueError("a stroke has a place that is not a finite number; send x and y in pixels of the drawing")
    return places


def even(places: Trail, step: float) -> Trail:
    """Return places about ``step`` apart along a stroke, from its first to its last."""
    lengths = np.concatenate(([0.0], np.cumsum(np.abs(np.diff(places)))))
    total = float(lengths[-1])
    if total == 0:
        return np.repeat(places[:1], _FEWEST)
    at = np.linspace(0, total, min(max(math.ceil(total / step), _FEWEST), _MOST))
    return np.asarray(np.interp(at, lengths, places.real) + 1j * np.interp(at, lengths, places.imag), np.complex128)


def length(trail: Trail) -> float:
    """Return the way of the pen."""
    return float(np.abs(np.diff(trail)).sum())


def joined(first: Trail, second: Trail) -> tuple[Trail, float]:
    """Return two strokes as one, the nearest ends together, and the gap between these ends."""
    ways = [(a, b) for a in (first, first[::-1]) for b in (second, second[::-1])]
    before, after = min(ways, key=lambda way: abs(way[0][-1] - way[1][0]))
    return np.concatenate((before, after)), float(abs(before[-1] - after[0]))


def reversals(trail: Trail, span: float) -> int:
    """Count how often the pen turns back: by more than 120 degrees between the ways ``span`` before and after a place."""
    step = max(1, round(span / max(length(trail) / (len(trail) - 1), 1e-9)))
    if len(trail) <= 2 * step:
        return 0
    chords = trail[step:] - trail[:-step]
    turned = np.abs(np.angle(chords[step:] * chords[:-step].conj())) > math.radians(120)
    # A turn shows at several neighbouring places and counts once.
    return int(np.count_nonzero(turned[1:] & ~turned[:-1]) + turned[0])


def axis(trail: Trail) -> tuple[complex, float, float]:
    """Return the main direction of the ink with its extents along and across it."""
    middle = trail.mean()
    direction = np.sqrt(np.mean((trail - middle) ** 2))  # the double angle of the main axis is that of the second moment
    along = complex(direction / abs(direction)) if abs(direction) > 1e-9 else 1 + 0j
    turned = (trail - middle) * along.conjugate()
    return along, float(np.ptp(turned.real)), float(np.ptp(turned.imag))


def middle_line(trail: Trail) -> Trail:
    """Return the line along the middle of a scribble that is longer than wide, as long as it."""
    along, _, _ = axis(trail)
    centre = trail.mean()
    turned = (trail - centre) * along.conjugate()
    # Ten stretches: each holds a whole swing to and fro, whose middle is what is wanted.
    edges = np.linspace(turned.real.min(), turned.real.max(), 11)
    stretch = np.clip(np.searchsorted(edges, turned.real) - 1, 0, 9)
    across = np.array([turned.imag[stretch == i].mean() if (stretch == i).any() else 0.0 for i in range(10)])
    aside = np.interp(edges, (edges[1:] + edges[:-1]) / 2, across)
    return np.asarray(centre + (edges + 1j * aside) * along, np.complex128)


def directions(trail: Trail, centre: complex) -> Angles:
    """Return the directions in which a trail is seen from a centre, without jumps."""
    return np.asarray(np.unwrap(np.angle(trail - centre)), np.float64)
