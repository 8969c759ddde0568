"""Right angles that cannot all be: two lines that meet are not both perpendicular to a third.

Where a triangle has its altitude drawn, annotations often give the square at a corner to the altitude instead of the side.
The drawing says which of the two contradicting literals is the wrong one, and mostly also which angle is meant.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from gnomon.figure import Fact
from gnomon.problem.objects import ObjectReader
from gnomon.problem.statements import Given

_GROSS = 20.0
"""Degrees: no right angle is drawn so far off; those of Geometry3K that are right and not given up are off by less."""
_FAIR = 8.0
"""Degrees up to which an angle passes for a right one as drawn."""

_Line = frozenset[str]


def mended_right_angles(reader: ObjectReader, givens: Sequence[Given]) -> list[Given]:
    """Return the givens; of two right angles that exclude each other, the one drawn far off is read anew or left out."""
    squares = [fact for given in givens if (fact := _square(reader, given)) is not None]
    mended: list[Given] = []
    for given in givens:
        fact = _square(reader, given)
        others = [other for other in squares if other != fact]
        if fact is None or given.in_text or _off(reader, fact) < _GROSS:
            mended.append(given)
            continue
        if not _is_excluded(reader, fact, others):
            swapped = _at_other_corner(reader, fact)
            if swapped is not None:
                reader.about_given(given)
                reader.seen(f"the right angle is {''.join(swapped.points[i] for i in (0, 1, 3))}")
            mended.append(given if swapped is None else Given(swapped, given.source, given.in_text))
            continue
        reader.about_given(given)
        found = [other for other in _candidates(reader, fact) if not _is_excluded(reader, other, others)]
        if len(found) == 1:
            first, vertex, _, last = found[0].points
            reader.seen(f"the right angle at {vertex} is {first}{vertex}{last}, since two others exclude each other")
            mended.append(Given(found[0], given.source, given.in_text))
        else:
            reader.note(
                "dropped", f"left out: another right angle excludes this one, which is drawn as {90 - _off(reader, fact):.0f}°"
            )
    return mended


def _square(reader: ObjectReader, given: Given) -> Fact | None:
    fact = given.content
    is_square = isinstance(fact, Fact) and fact.kind == "perpendicular" and reader.drawn.is_known(fact.points)
    return fact if is_square and isinstance(fact, Fact) else None


def _lines(reader: ObjectReader, fact: Fact) -> tuple[_Line, _Line]:
    a, b, c, d = fact.points
    return frozenset(reader.drawn.line_through(a, b)), frozenset(reader.drawn.line_through(c, d))


def _off(reader: ObjectReader, fact: Fact) -> float:
    """Degrees by which a right angle is off as drawn."""
    a, b, c, d = fact.points
    return abs(reader.drawn.slant((a, b), (c, d)) - 90)


def _is_excluded(reader: ObjectReader, fact: Fact, others: Sequence[Fact]) -> bool:
    """Whether a right angle that is drawn fairly well makes this one impossible."""
    for other in others:
        if _off(reader, other) > _FAIR:
            continue
        for (shared, free), (known, fixed) in itertools.product(_turned(reader, fact), _turned(reader, other)):
            if shared == known and free != fixed and free & fixed:
                return True
    return False


def _turned(reader: ObjectReader, fact: Fact) -> tuple[tuple[_Line, _Line], tuple[_Line, _Line]]:
    first, second = _lines(reader, fact)
    return (first, second), (second, first)


def _at_other_corner(reader: ObjectReader, fact: Fact) -> Fact | None:
    """Return the right angle that is meant where one at a circle's centre is named for the one at a chord's middle.

    None where it is no such angle, or not one only.
    """
    a, b, c, d = fact.points
    common = {a, b} & {c, d}
    if len(common) != 1 or len({a, b, c, d}) != 3:
        return None
    (vertex,) = common
    if all(circle.centre != vertex for circle in reader.drawn.figure.circles):
        return None
    one, other = (point for point in fact.points if point != vertex)
    found = [
        Fact("perpendicular", (vertex, corner, corner, end))
        for corner, end in ((one, other), (other, one))
        if reader.drawn.figure.is_drawn(corner, end) and abs(reader.drawn.angle(vertex, corner, end) - 90) < _FAIR
    ]
    return found[0] if len(found) == 1 else None


def _candidates(reader: ObjectReader, fact: Fact) -> list[Fact]:
    """Return the right angles as drawn that have the vertex and one side of a literal's."""
    a, b, c, d = fact.points
    common = {a, b} & {c, d}
    if len(common) != 1:
        return []
    (vertex,) = common
    named = [point for point in fact.points if point != vertex]
    taken = frozenset().union(*_lines(reader, fact))
    rays = [ray[-1] for ray in reader.drawn.rays(vertex) if not taken & {*ray}]
    return [
        Fact("perpendicular", (side, vertex, vertex, ray))
        for side, ray in itertools.product(named, rays)
        if abs(reader.drawn.angle(side, vertex, ray) - 90) < _FAIR
    ]
