"""Points that cannot all be on a line and on a circle: a line has two points of a circle at most, a tangent one.

Where a line touches a circle or cuts it at a flat angle, annotations put every point nearby on both. The drawing does not
show on which of them such a point is, so it is taken off both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.figure import merge_lines
from gnomon.problem.drawn_circles import Membership
from gnomon.problem.polygons import Note


class Tangent(NamedTuple):
    """A line that is said to touch a circle."""

    ends: frozenset[str]
    """The two points that name it."""
    centre: str


def apart(
    groups: Sequence[Sequence[str]], memberships: Sequence[Membership], tangents: Sequence[Tangent], notes: list[Note]
) -> tuple[list[Sequence[str]], list[Membership]]:
    """Return the triples in line and the points of circles to believe together; ``notes`` takes what is left out.

    Args:
        groups: triples that are said to be in line.
        memberships: what the literals put on which circle.
        tangents: lines that are said to touch a circle.
        notes: takes what is left out.
    """
    kept, on = list(groups), list(memberships)
    for line in map(set, merge_lines(groups)):
        for centre, name in dict.fromkeys((centre, name) for centre, name, _ in memberships):
            both = line & {point for other, another, point in memberships if (other, another) == (centre, name)}
            contact = _contact(line, both, [tangent for tangent in tangents if tangent.centre == centre])
            if len(both) < 3 and not (contact and len(both) == 2):
                continue
            doubted = both - contact
            # With the point of contact known, each other point is doubtful by itself.
            fewest = 1 if contact else 2
            kept = [group for group in kept if not set(group) <= line or len(doubted.intersection(group)) < fewest]
            on = [each for each in on if each[:2] != (centre, name) or each[2] not in doubted]
            which = ", ".join(sorted(doubted))
            notes.append(
                Note("dropped", "", f"left out: {which} cannot be both on line {''.join(sorted(line))} and on circle {centre}")
            )
    return kept, on


def _contact(line: set[str], both: set[str], tangents: Sequence[Tangent]) -> set[str]:
    """Return the one point of a line at which it is said to touch a circle; empty where nothing settles it."""
    found = {point for tangent in tangents if tangent.ends <= line for point in tangent.ends & both}
    return found if len(found) == 1 else set()
