"""Points that cannot all be on a line and on a circle: a line has two points of a circle at most, a tangent one.

Where a line touches a circle or cuts it at a flat angle, annotations put every point nearby on both. The drawing does not
show on which of them such a point is, so it is taken off both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.figure import Circle, merge_lines
from gnomon.problem.polygons import Note


class Tangent(NamedTuple):
    """A line that is said to touch a circle."""

    ends: frozenset[str]
    """The two points that name it."""
    centre: str


def apart(
    groups: Sequence[Sequence[str]], circles: Sequence[Circle], tangents: Sequence[Tangent], notes: list[Note]
) -> tuple[list[Sequence[str]], tuple[Circle, ...]]:
    """Return the triples in line and the circles to believe together; ``notes`` takes what is left out.

    Args:
        groups: triples that are said to be in line.
        circles: with the points that are said to be on them.
        tangents: lines that are said to touch a circle.
        notes: takes what is left out.
    """
    kept, rest = list(groups), []
    for circle in circles:
        off: set[str] = set()
        for line in map(set, merge_lines(groups)):
            both = line.intersection(circle.points)
            contact = _contact(line, both, [tangent for tangent in tangents if tangent.centre == circle.centre])
            if len(both) < 3 and not (contact and len(both) == 2):
                continue
            doubted = both - contact
            # With the point of contact known, each other point is doubtful by itself.
            fewest = 1 if contact else 2
            kept = [group for group in kept if not set(group) <= line or len(doubted.intersection(group)) < fewest]
            off |= doubted
            where = f"both on line {''.join(sorted(line))} and on circle {circle.centre}"
            notes.append(Note("dropped", "", f"left out: {', '.join(sorted(doubted))} cannot be {where}"))
        rest.append(Circle(centre=circle.centre, points=tuple(point for point in circle.points if point not in off)))
    return kept, tuple(circle for circle in rest if circle.points)


def _contact(line: set[str], both: set[str], tangents: Sequence[Tangent]) -> set[str]:
    """Return the one point of a line at which it is said to touch a circle; empty where nothing settles it."""
    found = {point for tangent in tangents if tangent.ends <= line for point in tangent.ends & both}
    return found if len(found) == 1 else set()
