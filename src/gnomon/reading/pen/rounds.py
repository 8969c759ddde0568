"""Strokes round, under and over something printed: rings, underlines, scribbles and dots."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from gnomon.reading.pen.ground import Ground, Printed
from gnomon.reading.pen.hand import Trail, directions, length
from gnomon.reading.pen.reading import Reading, misfit

_ROUND = math.radians(285)
"""From here a stroke goes round something: hands leave gaps."""


def ringed(trail: Trail, ground: Ground) -> Iterator[Reading]:
    """Yield what a stroke goes round."""
    middle, size = _extent(trail)
    for item in ground.printed:
        wound = abs(float(np.ptp(directions(trail, item.box.centre))))
        if wound < _ROUND or float(np.abs(trail - item.box.centre).min()) < 0.1 * size:
            continue  # through it rather than round it
        open_ = misfit(max(0.0, math.tau - wound), 1.0)
        yield _over(item, middle, size, 1.4 * ground.slack, open_ + 0.1, ground)


def underlined(trail: Trail, ground: Ground) -> Iterator[Reading]:
    """Yield the texts that a level straight stroke is drawn under."""
    left, right = float(trail.real.min()), float(trail.real.max())
    chord = complex(trail[-1] - trail[0])
    if length(trail) > 1.3 * abs(chord) or abs(chord.imag) > 0.36 * abs(chord.real):  # 20 degrees
        return
    for item in ground.printed:
        if not item.is_text:
            continue
        box, unit = item.box, ground.slack + 0.2 * item.box.width
        below = float(trail.imag.mean()) - box.bottom - 0.7 * ground.slack
        cost = misfit(left - box.left, unit) + misfit(right - box.right, unit) + misfit(below, 0.9 * ground.slack)
        yield Reading(frozenset({item.element}), cost + 0.2)


def covered(trail: Trail, ground: Ground) -> Iterator[Reading]:
    """Yield what a scribble or a dot covers."""
    middle, size = _extent(trail)
    for item in ground.printed:
        yield _over(item, middle, size, 0.2 * ground.slack, 0.3, ground)


def _extent(trail: Trail) -> tuple[complex, float]:
    """Return the middle of the ink and its mean half extent."""
    low, high = complex(trail.real.min(), trail.imag.min()), complex(trail.real.max(), trail.imag.max())
    return (low + high) / 2, (high.real - low.real + high.imag - low.imag) / 4


def _over(item: Printed, middle: complex, size: float, gap: float, cost: float, ground: Ground) -> Reading:
    """Return the reading of ink about something, by where its middle is and how large it is; ``gap`` is what it goes beyond."""
    wanted = (item.box.width + item.box.height) / 4 + gap
    off = abs(middle - item.box.centre)
    apart = misfit(off, 0.45 * size + 0.3 * ground.slack)
    return Reading(frozenset({item.element}), cost + apart + misfit(math.log(max(size, 0.1) / wanted), 0.45))
