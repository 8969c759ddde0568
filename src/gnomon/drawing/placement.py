"""Choosing places for texts: every text has candidate places with a cost, and the cheapest free combination is sought.

Greedy first, then rounds in which each text moves to its best place given the others. That is no guarantee: where a figure
has no room, the least bad place is taken, and `Placed.is_free` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from gnomon.drawing.font import TextSize
from gnomon.drawing.plane import Box, Obstacle, Segment, meets

_HIT = 1000.0
"""Cost of covering a stroke or another text: more than any wish about distance or side."""
_NEAR = 7.0
"""Cost of being close to one, but free."""
_ROUNDS = 5


class Candidate(NamedTuple):
    """A place that a text could take."""

    centre: complex
    cost: float
    """How far it is from ideal, 0 for ideal; about 1 a pixel."""
    leader: Segment | None = None
    """A thin line from the text to what it belongs to, for places far off."""


@dataclass(frozen=True, slots=True)
class WantedText:
    """A text that needs a place."""

    text: str
    size: TextSize
    font_size: float
    candidates: tuple[Candidate, ...]
    """At least one."""
    owner: str
    """Point name for a name, element name or nothing for a printed label."""
    is_name: bool


class PlacedText(NamedTuple):
    """A text with its place."""

    wanted: WantedText
    box: Box
    leader: Segment | None
    is_free: bool
    """Whether it covers no stroke and no other text."""


Placed = tuple[PlacedText, ...]


class _Option(NamedTuple):
    box: Box
    cost: float
    """With everything that does not move."""
    hits: bool
    leader: Segment | None


def place_texts(wanted: Sequence[WantedText], obstacles: Sequence[Obstacle], page: Box, clearance: float) -> Placed:
    """Place ``wanted`` clear of ``obstacles`` and of each other.

    Args:
        wanted: most constrained first.
        obstacles: strokes and boxes in pixels.
        page: leaving it costs a little.
        clearance: least distance from a stroke in pixels.
    """
    options = [_options(text, obstacles, page, clearance) for text in wanted]
    chosen: list[_Option | None] = [None] * len(options)
    for _ in range(_ROUNDS):
        before = list(chosen)
        for index, row in enumerate(options):
            others = [other for place, other in enumerate(chosen) if other is not None and place != index]
            chosen[index] = min(row, key=lambda option: option.cost + _pair_cost(option, others, clearance))
        if chosen == before:
            break
    return tuple(_placed(text, option, chosen, clearance) for text, option in zip(wanted, chosen, strict=True) if option)


def _options(text: WantedText, obstacles: Sequence[Obstacle], page: Box, clearance: float) -> list[_Option]:
    boxes = [Box.around(candidate.centre, text.size.width, text.size.height) for candidate in text.candidates]
    everywhere = reduce(Box.union, boxes).grown(3 * clearance)
    close = [obstacle for obstacle in obstacles if meets(everywhere, obstacle)]
    return [_option(candidate, box, close, page, clearance) for candidate, box in zip(text.candidates, boxes, strict=True)]


def _option(candidate: Candidate, box: Box, close: Iterable[Obstacle], page: Box, clearance: float) -> _Option:
    tight, loose = box.grown(clearance), box.grown(2.2 * clearance)
    hits = near = 0
    for obstacle in close:
        if not meets(loose, obstacle):
            continue
        if meets(tight, obstacle):
            hits += 1
        else:
            near += 1
    overhang = max(page.left - box.left, box.right - page.right, page.top - box.top, box.bottom - page.bottom)
    return _Option(box, candidate.cost + _HIT * hits + _NEAR * near + 0.2 * max(overhang, 0.0), hits > 0, candidate.leader)


def _pair_cost(option: _Option, others: Iterable[_Option], clearance: float) -> float:
    cost = 0.0
    tight, loose = option.box.grown(clearance), option.box.grown(3 * clearance)
    for other in others:
        if meets(loose, other.box):
            cost += _HIT if meets(tight, other.box) else _NEAR
        if other.leader and meets(tight, other.leader):
            cost += _HIT
        if option.leader and meets(other.box, option.leader):
            cost += _HIT
    return cost


def _placed(text: WantedText, option: _Option, chosen: Iterable[_Option | None], clearance: float) -> PlacedText:
    others = [other for other in chosen if other is not None and other is not option]
    is_free = not option.hits and _pair_cost(option, others, clearance) < _HIT
    return PlacedText(text, option.box, option.leader, is_free)
