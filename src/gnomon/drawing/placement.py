"""Choosing places for texts: every text has candidate places with a cost, and the cheapest free combination is sought.

Greedy first, then rounds in which each text moves to its best place given the others. That is no guarantee: where a figure
has no room, the least bad place is taken, and `Placed.is_free` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(eq=False)
class _Option:
    """A candidate place. What it covers is looked at only where it may be the cheapest: most never are."""

    number: int
    """Among the places of its text, as they are named."""
    candidate: Candidate
    box: Box
    close: Sequence[Obstacle]
    """What its text may meet anywhere."""
    page: Box
    clearance: float

    @property
    def extent(self) -> Box:
        """Box of text and leader together."""
        return self.box.union(box_of(self.candidate.leader)) if self.candidate.leader else self.box

    @cached_property
    def _met(self) -> list[Obstacle]:
        loose = self.box.grown(2.2 * self.clearance)  # near: within about twice the least distance
        return [obstacle for obstacle in self.close if meets(loose, obstacle)]

    @cached_property
    def hits(self) -> int:
        """How much of what does not move it covers."""
        tight = self.box.grown(self.clearance)
        return sum(meets(tight, obstacle) for obstacle in self._met)

    @cached_property
    def cost(self) -> float:
        """With everything that does not move; never less than the candidate's."""
        box, page = self.box, self.page
        overhang = max(page.left - box.left, box.right - page.right, page.top - box.top, box.bottom - page.bottom)
        near = len(self._met) - self.hits
        # A page can grow: five pixels over its edge cost as much as one away from the ideal place.
        return self.candidate.cost + _HIT * self.hits + _NEAR * near + 0.2 * max(overhang, 0.0)


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
    reaches = [Box.enclosing(option.extent for option in row).grown(3 * clearance) for row in options]
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
        PlacedText(
            text, option.box, option.candidate.leader, not option.hits and _pair_cost(option, near(index), clearance) < _HIT
        )
        for index, (text, option) in enumerate(zip(wanted, chosen, strict=True))
        if option
    )


def _cheapest(row: Sequence[_Option], others: Sequence[_Option], clearance: float) -> _Option:
    """Return the cheapest option, of several the one that is named first; ``row`` begins with the least wishes."""
    best, least = row[0], (float("inf"), 0)
    for option in row:
        if option.candidate.cost > least[0]:
            break
        if option.cost <= least[0] and (cost := (option.cost + _pair_cost(option, others, clearance), option.number)) < least:
            best, least = option, cost
    return best


def _options(text: WantedText, obstacles: Sequence[Obstacle], page: Box, clearance: float) -> list[_Option]:
    """Return the places of a text, those nearest to ideal first."""
    boxes = [Box.around(candidate.centre, text.size.width, text.size.height) for candidate in text.candidates]
    everywhere = Box.enclosing(boxes).grown(3 * clearance)
    close = [obstacle for obstacle in obstacles if meets(everywhere, obstacle)]
    options = [
        _Option(number, candidate, box, close, page, clearance)
        for number, (candidate, box) in enumerate(zip(text.candidates, boxes, strict=True))
    ]
    return sorted(options, key=lambda option: option.candidate.cost)


def _pair_cost(option: _Option, others: Iterable[_Option], clearance: float) -> float:
    cost = 0.0
    tight, loose = option.box.grown(clearance), option.box.grown(3 * clearance)  # two texts near each other read as one
    for other in others:
        if meets(loose, other.box):
            cost += _HIT if meets(tight, other.box) else _NEAR
        if other.candidate.leader and meets(tight, other.candidate.leader):
            cost += _HIT
        if option.candidate.leader and meets(other.box, option.candidate.leader):
            cost += _HIT
    return cost
