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
from gnomon.drawing.plane import Box, Obstacle, Segment, box_of, meets

_HIT = 1000.0
"""Cost of covering a stroke or another text: more than any wish about distance or side."""
_NEAR = 7.0
"""Cost of being close to one, but free: about as many pixels farther off are taken for a clear place."""
_ROUNDS = 5
"""At most: figures of a school book come to rest after two or three."""


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
    extent: Box
    """Of text and leader together."""


def place_texts(wanted: Sequence[WantedText], obstacles: Sequence[Obstacle], page: Box, clearance: float) -> Placed:
    """Place ``wanted`` clear of ``obstacles`` and of each other.

    Args:
        wanted: most constrained first.
        obstacles: strokes and boxes in pixels.
        page: leaving it costs a little.
        clearance: least distance from a stroke in pixels.
    """
    options = [_options(text, obstacles, page, clearance) for text in wanted]
    # Farther away than this from all its places, nothing can cost a text anything.
    reaches = [reduce(Box.union, (option.extent for option in row)).grown(3 * clearance) for row in options]
    chosen: list[_Option | None] = [None] * len(options)

    def near(index: int) -> list[_Option]:
        others = (other for place, other in enumerate(chosen) if other is not None and place != index)
        return [other for other in others if meets(reaches[index], other.extent)]

    for _ in range(_ROUNDS):
        before = list(chosen)
        for index, row in enumerate(options):
            chosen[index] = _cheapest(row, near(index), clearance)
        if chosen == before:
            break
    return tuple(
        PlacedText(text, option.box, option.leader, not option.hits and _pair_cost(option, near(index), clearance) < _HIT)
        for index, (text, option) in enumerate(zip(wanted, chosen, strict=True))
        if option
    )


def _cheapest(row: Sequence[_Option], others: Sequence[_Option], clearance: float) -> _Option:
    """Return the first of the cheapest options; one that is dearer by itself than the best so far is not tried."""
    best, least = row[0], float("inf")
    for option in row:
        if option.cost < least and (cost := option.cost + _pair_cost(option, others, clearance)) < least:
            best, least = option, cost
    return best


def _options(text: WantedText, obstacles: Sequence[Obstacle], page: Box, clearance: float) -> list[_Option]:
    boxes = [Box.around(candidate.centre, text.size.width, text.size.height) for candidate in text.candidates]
    everywhere = reduce(Box.union, boxes).grown(3 * clearance)
    close = [obstacle for obstacle in obstacles if meets(everywhere, obstacle)]
    return [_option(candidate, box, close, page, clearance) for candidate, box in zip(text.candidates, boxes, strict=True)]


def _option(candidate: Candidate, box: Box, close: Iterable[Obstacle], page: Box, clearance: float) -> _Option:
    tight, loose = box.grown(clearance), box.grown(2.2 * clearance)  # near: within about twice the least distance
    met = [obstacle for obstacle in close if meets(loose, obstacle)]
    hits = sum(meets(tight, obstacle) for obstacle in met)
    overhang = max(page.left - box.left, box.right - page.right, page.top - box.top, box.bottom - page.bottom)
    # A page can grow: five pixels over its edge cost as much as one away from the ideal place.
    cost = candidate.cost + _HIT * hits + _NEAR * (len(met) - hits) + 0.2 * max(overhang, 0.0)
    extent = box.union(box_of(candidate.leader)) if candidate.leader else box
    return _Option(box, cost, hits > 0, candidate.leader, extent)


def _pair_cost(option: _Option, others: Iterable[_Option], clearance: float) -> float:
    cost = 0.0
    tight, loose = option.box.grown(clearance), option.box.grown(3 * clearance)  # two texts near each other read as one
    for other in others:
        if meets(loose, other.box):
            cost += _HIT if meets(tight, other.box) else _NEAR
        if other.leader and meets(tight, other.leader):
            cost += _HIT
        if option.leader and meets(other.box, option.leader):
            cost += _HIT
    return cost
