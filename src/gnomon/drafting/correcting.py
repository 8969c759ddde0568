"""What somebody corrects of a reading: points, lines, facts, the goal; or a figure and facts of their own, with nothing read.

Corrections are kept apart from what was read, so that they stay when the text is changed or a question is answered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gnomon.drafting.drawn import with_told, without_others
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.figure import Figure, Spot
from gnomon.problem.school import read_school
from gnomon.problem.terms import Term, UnreadError, parse_literal
from gnomon.reading import Picture
from gnomon.reading.drawn_lines import Line

_TOLD = 1.0
"""Confidence of what somebody corrected."""


class Written(NamedTuple):
    """A fact that somebody wrote."""

    fact: str
    """In school notation, or a literal."""
    is_drawn: bool = False
    """Whether the figure shows it, not only the text."""
    instead: str | None = None
    """Literal of the fact that was read and whose place it takes."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """What is other than it was read."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    """New names of points of the picture; what follows speaks of points by their new names."""
    moved: Mapping[str, Spot] = field(default_factory=dict)
    """Places in pixels of the picture, rows downwards; of points that were not read, too."""
    removed: Collection[str] = ()
    """Points that are none."""
    joined: Collection[tuple[str, str]] = ()
    """Ends of segments that were not read."""
    parted: Collection[tuple[str, str]] = ()
    """Ends of segments that are none."""
    dropped: Collection[str] = ()
    """Literals of facts that do not hold."""
    written: tuple[Written, ...] = ()
    goal: str | None = None
    """What is asked for, in school notation; None: as it was read."""
    figure: Figure | None = None
    """With coordinates, y upwards, where there is no picture to read; None: it is laid out from the facts."""

    def picture(self, read: Picture) -> Picture:
        """Return a picture as it is corrected; nobody doubts what was moved or named."""
        names = {old: new for old, new in self.renamed.items() if old in read.points and new not in read.points}
        points = {names.get(name, name): spot for name, spot in read.points.items()}
        confidence = {names.get(name, name): _TOLD if name in names else share for name, share in read.confidence.items()}
        named = read.renamed(names)._replace(points=points, confidence=confidence)
        added = with_told(named, {name: spot for name, spot in self.moved.items() if name not in points})
        known = {name: spot for name, spot in self.moved.items() if name in points}
        moved = added._replace(points=added.points | known, confidence=added.confidence | dict.fromkeys(known, _TOLD))
        gone = set(self.removed) & moved.points.keys()
        kept = without_others(moved, {name: spot for name, spot in moved.points.items() if name not in gone}) if gone else moved
        return kept._replace(lines=tuple(self._lines(kept)))

    def _lines(self, picture: Picture) -> list[Line]:
        gone = {frozenset(pair) for pair in self.parted}
        lines = [line for line in picture.lines if frozenset((line.start, line.end)) not in gone]
        there = {frozenset((line.start, line.end)) for line in lines}
        added = [pair for pair in self.joined if frozenset(pair) not in there and picture.points.keys() >= set(pair)]
        return [*lines, *(Line(start, end, _TOLD) for start, end in added)]

    def facts(self, read: Collection[DraftFact]) -> list[DraftFact]:
        """Return the facts as they are corrected, each written one in the place of what it corrects, without unreadable ones."""
        places: dict[str | None, list[DraftFact]] = {}
        for each in self.written:
            places.setdefault(each.instead, []).extend(statements(each).facts)
        kept = [new for fact in read for new in places.pop(fact.literal, () if fact.literal in self.dropped else (fact,))]
        return [*kept, *(fact for facts in places.values() for fact in facts)]

    @property
    def unread(self) -> tuple[str, ...]:
        """Why written facts are left out."""
        return tuple(why for each in self.written if (why := statements(each).why))


class Statements(NamedTuple):
    """What a written fact says."""

    facts: tuple[DraftFact, ...]
    why: str = ""
    """Why it says nothing."""


def statements(written: Written) -> Statements:
    """Read a fact that somebody wrote."""
    origin = Origin("written", "in the figure" if written.is_drawn else "in the text")
    try:
        terms = read_school(written.fact) or (parse_literal(written.fact).term,)
    except UnreadError as error:
        return Statements((), str(error))
    if not all(isinstance(term, Term) for term in terms):
        return Statements((), f"expected a fact such as AB = 5, ∠ABC = 52°, AB ∥ CD or D on BC, got {written.fact!r}")
    return Statements(tuple(DraftFact(str(term), origin) for term in terms))
