"""Which helping lines to try, the ones that a pupil would draw first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from string import ascii_uppercase

from gnomon.geometry.construction import Construction
from gnomon.geometry.diagram import Diagram

MOST_TRIED = 60
"""Of helping lines: each costs a search of its own, and a school figure has fewer that make sense."""
MOST_DERIVED = 7_000
"""Facts, equations and values that all searches with helping lines derive together: half as many again as the longest search
of the bank that finds a proof (4,650). Counted, not timed, so that what is found does not hang on how busy the machine is."""


def helping_lines(diagram: Diagram) -> Iterator[Construction]:
    """Yield helping lines: radii, other segments between named points, altitudes, then parallels."""
    points = sorted(diagram.at)
    new = next((letter for letter in ascii_uppercase[7:] + ascii_uppercase[:7] if letter not in points), "")  # H, as schools do
    centres = set(diagram.circles)
    radii = [(centre, point) for centre, on in diagram.circles.items() for point in sorted(on) if point != centre]
    others = [pair for pair in combinations(points, 2) if not centres & set(pair)]
    yield from (Construction(kind="join", points=pair) for pair in (*radii, *others) if not diagram.connected(*pair))
    if not new:
        return
    sides = [pair for line in diagram.lines for pair in pairwise(line)]
    for apex in points:
        yield from (
            Construction(kind="altitude", points=(apex, *side), new=new) for side in sides if apex not in diagram.line(*side)
        )
    for through in points:
        for line in (line for line in diagram.lines if through not in line):
            along, own = (line[0], line[-1]), set(line)
            meeting = [side for side in sides if through not in side and not set(side) <= own]
            yield from (Construction(kind="parallel", points=(through, *along, *side), new=new) for side in meeting)
            yield from (Construction(kind="parallel", points=(through, *ends), new=new) for ends in permutations(along))
