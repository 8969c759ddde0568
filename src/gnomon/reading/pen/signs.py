"""Strokes across a line: ticks of equal length and arrow heads of parallels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from gnomon.drawing.plane import turn
from gnomon.figure import Element, canonical_label
from gnomon.reading.pen.ground import Ground, Straight
from gnomon.reading.pen.hand import Trail, length
from gnomon.reading.pen.reading import Cost, Reading, misfit

_USUAL = 4.0
"""Slacks: the length of a tick, and of both barbs of an arrow head three times that at most."""

_STRAIGHT = 1.3
"""The way of the pen over the straight way, at most: hands tremble on what is small, and a ring is 1.6 times as long."""
_MISSED = 0.15
"""Of its length that a tick may end before its line."""


def across_lines(trail: Trail, ground: Ground) -> Iterator[Reading]:
    """Yield the marks that a short stroke could be."""
    chord, way = complex(trail[-1] - trail[0]), length(trail)
    if not 0.8 * ground.slack < way < 5 * _USUAL * ground.slack:
        return
    aside = np.abs(((trail - trail[0]) * chord.conjugate()).imag) / max(abs(chord), 1e-9)
    tip = int(aside.argmax())
    barbs = abs(trail[0] - trail[tip]) + abs(trail[-1] - trail[tip])
    bent = float(aside.max()) / max(abs(chord), 1e-9)
    for line in ground.lines:
        if way < _STRAIGHT * abs(chord):
            yield from _ticks(trail, misfit(bent, 0.18), line, ground)
        if 0.2 * len(trail) < tip < 0.8 * len(trail) and way < _STRAIGHT * barbs:
            yield from _heads(trail, tip, line, ground)


def _ticks(trail: Trail, bent: Cost, line: Straight, ground: Ground) -> Iterator[Reading]:
    start, end = ((complex(trail[place]) - line.start) * line.along.conjugate() for place in (0, -1))
    across = start.imag - end.imag
    share = start.imag / across if abs(across) > 1e-6 else math.inf
    if not -_MISSED < share < 1 + _MISSED:
        return
    place = start.real + (end.real - start.real) * share
    chord = complex(trail[-1] - trail[0])
    slant = abs(math.remainder(turn(line.along, chord) - math.pi / 2, math.pi))
    usual = misfit(math.log(abs(chord) / (_USUAL * ground.slack)), 0.5)
    cost = misfit(share - 0.5, 0.22) + misfit(slant, math.radians(22)) + usual + bent
    yield from _on_segments("equal", line, place, cost)


def _heads(trail: Trail, tip: int, line: Straight, ground: Ground) -> Iterator[Reading]:
    barbs = [complex(trail[place] - trail[tip]) for place in (0, -1)]
    turned = [barb * line.along.conjugate() for barb in barbs]
    if turned[0].imag * turned[1].imag >= 0 or turned[0].real * turned[1].real <= 0:  # not like > or < along the line
        return
    place = (complex(trail[tip]) - line.start) * line.along.conjugate()
    opened = [abs(math.atan2(abs(barb.imag), abs(barb.real))) for barb in turned]
    ends = ((complex(trail[end]) - line.start) * line.along.conjugate() for end in (0, -1))
    uneven = abs(sum(end.imag for end in ends)) / sum(abs(barb) for barb in barbs)
    size = sum(abs(barb) for barb in barbs) / 2
    cost = misfit(place.imag, ground.slack) + misfit(uneven, 0.25) + misfit(math.log(size / (_USUAL * ground.slack)), 0.5)
    cost += sum(misfit(angle - math.radians(42), math.radians(22)) for angle in opened) / 2
    yield from _on_segments("parallel", line, place.real, cost)


def _on_segments(kind: str, line: Straight, place: float, cost: Cost) -> Iterator[Reading]:
    """Yield the mark on each segment of a line that has its middle near the place."""
    for first, last in itertools.combinations(range(len(line.names)), 2):
        start, end = line.places[first], line.places[last]
        if start < place < end:
            # A mark on a segment of neighbours may be anywhere on it, one over further points stands in the middle.
            off = misfit((place - start) / (end - start) - 0.5, 0.22 if last - first == 1 else 0.07)
            label = canonical_label(f"{kind} {line.names[first]}{line.names[last]}")
            yield Reading(frozenset({Element.of("label", label)}), cost + off)
