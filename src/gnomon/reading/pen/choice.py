"""Which meaning strokes have: all readings compared, the likeliest taken, what is open asked.

Every reading has a cost, and so a likelihood; the confidence of one is its share among all and among meaning none of them.
Only the places of the strokes are used: neither pressure nor time says what is meant.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.drawing.theme import THEME, Theme
from gnomon.figure import Element, Figure, Highlights, mark_name
from gnomon.reading.pen.angles import at_vertices
from gnomon.reading.pen.ground import Ground, ground_of
from gnomon.reading.pen.hand import Trail, axis, even, joined, length, middle_line, places_of, reversals
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
_GAP = 3.0
"""Slacks between the ends of what may be one stroke, broken; a pen that slips comes down nearby."""
_GAP_SHARE = 0.6
"""Of the longer one: neighbouring ticks are hardly nearer than half of one is long."""
_STEP = 0.6
"""Slacks between the places of a trail: fine enough for the corner of a little square."""
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
    def best(self) -> Highlights:
        return self.readings[0][0] if self.readings else Highlights()

    @property
    def likelihood(self) -> float:
        """Of the best reading; meaning nothing is one too."""
        return max(self.readings[0][1] if self.readings else 0.0, math.exp(-_NONE))

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
    return _marked(_mended(_supported(groups), ground))


def _trails(strokes: Sequence[Sequence[Sequence[float]]], ground: Ground) -> Iterator[tuple[int, Trail]]:
    for number, stroke in enumerate(strokes):
        places = places_of(stroke)
        if len(places):
            yield number, even(places * ground.zoom + ground.corner, _STEP * ground.slack)


def _read(strokes: tuple[int, ...], trail: Trail, ground: Ground) -> _Group:
    likelihoods: dict[Highlights, float] = {}
    for reading in _readings(trail, ground):
        highlights = as_highlights(reading.elements, ground)
        likelihoods[highlights] = max(likelihoods.get(highlights, 0.0), math.exp(-reading.cost))
    return _Group(strokes, trail, *_ranked(likelihoods))


def _ranked(likelihoods: dict[Highlights, float]) -> tuple[tuple[tuple[Highlights, float], ...], float]:
    """Return the readings, the likeliest first, and the confidence of the first."""
    ranked = sorted(likelihoods.items(), key=lambda pair: -pair[1])
    total = sum(likelihoods.values()) + math.exp(-_NONE)
    return tuple(ranked), ranked[0][1] / total if ranked else 0.0


def _readings(trail: Trail, ground: Ground) -> Iterator[Reading]:
    yield from traced(trail, ground)
    yield from at_vertices(trail, ground)
    yield from across_lines(trail, ground)
    yield from ringed(trail, ground)
    yield from underlined(trail, ground)
    _, long, wide = axis(trail)
    if reversals(trail, min(1.5 * ground.slack, 0.3 * long)) >= _SCRIBBLED:
        yield from covered(trail, ground)
        if long > 2.5 * wide:
            yield from traced(even(middle_line(trail), _STEP * ground.slack), ground)
    elif long < 1.5 * ground.slack:
        yield from covered(trail, ground)


def _supported(groups: list[_Group]) -> list[_Group]:
    """Take an unsure stroke for the mark that a sure one is, where it may be that: ticks come in twos and threes."""
    sure = [group.best for group in groups if group.is_sure]
    marks = [highlights for highlights in sure if any(mark_name(label) for label in highlights.labels)]
    return [group if group.is_sure else _as_one_of(marks, group) for group in groups]


def _as_one_of(marks: list[Highlights], group: _Group) -> _Group:
    known = [reading for reading in group.readings if reading[0] in marks and reading[1] >= math.exp(-_NONE)]
    return group._replace(readings=tuple(known[:1]), confidence=_SURE) if known else group


def _mended(groups: list[_Group], ground: Ground) -> list[_Group]:
    """Join strokes that touch where they mean more together, as a line drawn in two parts does, until none do."""
    for first, second in itertools.combinations(groups, 2):
        both = _together(first, second, ground)
        if both is not None:
            return _mended([*(group for group in groups if group not in (first, second)), both], ground)
    return groups


def _together(first: _Group, second: _Group, ground: Ground) -> _Group | None:
    """Return two groups as one where one stroke is likelier than two, or as likely and something else; None else."""
    longest = max(length(first.trail), length(second.trail))
    trail, gap = joined(first.trail, second.trail)
    if gap > min(_GAP * ground.slack, _GAP_SHARE * longest):
        return None
    one = _read((*first.strokes, *second.strokes), even(trail, _STEP * ground.slack), ground)
    apart = Highlights.of(sorted({*first.best.elements(), *second.best.elements()}))
    if one.best == apart:
        return one if one.is_sure and not (first.is_sure and second.is_sure) else None
    likelihoods = dict(one.readings)
    likelihoods[apart] = max(likelihoods.get(apart, 0.0), first.likelihood * second.likelihood)
    ranked, confidence = _ranked(likelihoods)
    if ranked[0][0] == apart and (confidence >= _SURE or not (first.is_sure and second.is_sure)):
        return None
    return one._replace(readings=ranked, confidence=confidence)


def _marked(groups: Iterable[_Group]) -> Marked:
    found: dict[Element, Found] = {}
    asked: list[Asked] = []
    for group in sorted(groups, key=lambda group: min(group.strokes)):
        if not group.is_sure:
            least = max(_AS_GOOD * group.likelihood, math.exp(-_NONE))
            choices = [highlights for highlights, likelihood in group.readings if likelihood >= least]
            asked.append(Asked(group.strokes, tuple(choices)))
            continue
        for element in group.best.elements():
            before = found.get(element, Found(element, (), 0.0))
            strokes = tuple(sorted({*before.strokes, *group.strokes}))
            found[element] = Found(element, strokes, max(before.confidence, group.confidence))
    return Marked(tuple(found.values()), tuple(asked))
