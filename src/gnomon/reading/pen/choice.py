"""Which meaning strokes have: all readings compared, the likeliest taken, what is open asked.

Every reading has a cost, and so a likelihood; the confidence of one is its share among all and among meaning none of them.
Only the places of the strokes are used: neither pressure nor time says what is meant.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.drawing.theme import THEME, Theme
from gnomon.figure import Element, Figure, Highlights
from gnomon.reading.pen.angles import at_vertices
from gnomon.reading.pen.ground import Ground, ground_of
from gnomon.reading.pen.hand import Trail, axis, even, joined, middle_line, places_of, reversals
from gnomon.reading.pen.reading import Reading
from gnomon.reading.pen.rounds import covered, ringed, underlined
from gnomon.reading.pen.signs import across_lines
from gnomon.reading.pen.traces import as_highlights, traced

_NONE = 3.5
"""Cost of meaning none of the readings: three things missed by one and a half times what is usual."""
_SURE = 0.65
"""Confidence from which a reading is taken; below, it is asked."""
_AS_GOOD = 0.2
"""Of the likelihood of the best: readings down to here are choices."""
_GAP = 4.0
"""Slacks between the ends of what may be one stroke, broken."""
_SCRIBBLED = 3
"""Turns back from which a stroke is a scribble: a trace that goes back over itself has one or two."""


class Found(NamedTuple):
    """One highlight."""

    element: Element
    """A line, angle, arc or label."""
    strokes: tuple[int, ...]
    """Numbers of the strokes behind it, from 0."""
    confidence: float
    """From 0 to 1."""


class Asked(NamedTuple):
    """Strokes of which a person has to say what they mean."""

    strokes: tuple[int, ...]
    choices: tuple[Highlights, ...]
    """Readings that are as good, the likeliest first; none where nothing fits."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What strokes mean."""

    found: tuple[Found, ...]
    """Each element once, in the order drawn."""
    asked: tuple[Asked, ...]

    @property
    def highlights(self) -> Highlights:
        """The highlights that are sure."""
        return Highlights.of(one.element for one in self.found)


class _Group(NamedTuple):
    """Strokes read together."""

    strokes: tuple[int, ...]
    trail: Trail
    readings: tuple[tuple[Highlights, float], ...]
    """With their likelihoods, the greatest first."""
    confidence: float
    """Of the first reading."""

    @property
    def is_sure(self) -> bool:
        return self.confidence >= _SURE


def highlights_of(
    strokes: Sequence[Sequence[Sequence[float]]], figure: Figure, *, width_px: float = 480, theme: Theme = THEME
) -> Marked:
    """Read the strokes of one pen over a drawn figure.

    Args:
        strokes: each a list of ``[x, y, pressure, t_ms]``, in pixels of the drawing from its upper left corner; only x and y
            are used.
        figure: what is drawn.
        width_px: width of the drawing, as given to `gnomon.drawing.draw`.
        theme: that it is drawn with.

    Returns:
        The highlights, each with its strokes and confidence, and the strokes that are asked about. A stroke without places is
        passed over. Strokes that are sure together only, as of a line drawn in two parts, are read together.

    Raises:
        ValueError: when a place is not two finite numbers, or the figure has a coordinate that is not finite.
    """
    ground = ground_of(figure, width_px, theme)
    groups = [_read((number,), trail, ground) for number, trail in _trails(strokes, ground)]
    return _marked(_mended(groups, ground))


def _trails(strokes: Sequence[Sequence[Sequence[float]]], ground: Ground) -> Iterator[tuple[int, Trail]]:
    for number, stroke in enumerate(strokes):
        places = places_of(stroke)
        if len(places):
            yield number, even(places * ground.zoom + ground.corner, 0.6 * ground.slack)


def _read(strokes: tuple[int, ...], trail: Trail, ground: Ground) -> _Group:
    likelihoods: dict[Highlights, float] = {}
    for reading in _readings(trail, ground):
        highlights = as_highlights(reading.elements, ground)
        likelihoods[highlights] = max(likelihoods.get(highlights, 0.0), math.exp(-reading.cost))
    ranked = sorted(likelihoods.items(), key=lambda pair: -pair[1])
    total = sum(likelihoods.values()) + math.exp(-_NONE)
    return _Group(strokes, trail, tuple(ranked), ranked[0][1] / total if ranked else 0.0)


def _readings(trail: Trail, ground: Ground) -> Iterator[Reading]:
    yield from traced(trail, ground)
    yield from at_vertices(trail, ground)
    yield from across_lines(trail, ground)
    yield from ringed(trail, ground)
    yield from underlined(trail, ground)
    _, long, wide = axis(trail)
    if reversals(trail, 1.5 * ground.slack) >= _SCRIBBLED:
        yield from covered(trail, ground)
        if long > 2.5 * wide:
            yield from traced(even(middle_line(trail), 0.6 * ground.slack), ground)
    elif long < 1.5 * ground.slack:
        yield from covered(trail, ground)


def _mended(groups: list[_Group], ground: Ground) -> list[_Group]:
    """Join strokes of which one alone is not sure with one that it touches, as long as that makes them sure."""
    pairs = [(i, j) for i in range(len(groups)) for j in range(i)]
    for i, j in pairs:
        if groups[i].is_sure and groups[j].is_sure:
            continue
        trail, gap = joined(groups[j].trail, groups[i].trail)
        if gap > _GAP * ground.slack:
            continue
        both = _read((*groups[j].strokes, *groups[i].strokes), even(trail, 0.6 * ground.slack), ground)
        if both.is_sure:
            rest = [group for number, group in enumerate(groups) if number not in {i, j}]
            return _mended([*rest, both], ground)
    return groups


def _marked(groups: Iterable[_Group]) -> Marked:
    found: dict[Element, Found] = {}
    asked: list[Asked] = []
    for group in sorted(groups, key=lambda group: min(group.strokes)):
        if not group.is_sure:
            best = group.readings[0][1] if group.readings else 0.0
            choices = [
                highlights for highlights, likelihood in group.readings if likelihood >= max(_AS_GOOD * best, math.exp(-_NONE))
            ]
            asked.append(Asked(group.strokes, tuple(choices)))
            continue
        for element in group.readings[0][0].elements():
            before = found.get(element, Found(element, (), 0.0))
            strokes = tuple(sorted({*before.strokes, *group.strokes}))
            found[element] = Found(element, strokes, max(before.confidence, group.confidence))
    return Marked(tuple(found.values()), tuple(asked))
