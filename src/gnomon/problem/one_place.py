"""Points that an annotation names several times: one corner of the picture with two or three letters.

Two points have one line through both. Where two points drawn close together are said to be in line with others in two clearly
different directions, they are one point; taken as two, they would make one line of all lines there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gnomon.figure import Spot
from gnomon.problem.believed_lines import bends
from gnomon.problem.limits import extent_of

_CLOSE = 0.03
"""Of the figure's size: names of one place are annotated up to so far apart; of points farther apart, most are two."""


def points_of_one_place(
    groups: Sequence[Sequence[str]], points: Mapping[str, Spot], named: Iterable[Collection[str]], said: Collection[str]
) -> list[list[str]]:
    """Return the groups of names of one place, each with the name to keep first.

    Args:
        groups: triples that are said to be in line.
        points: coordinates as drawn.
        named: the points of each other literal of the figure; two that one literal names are two.
        said: points that the text names; each of them is one of its own.
    """
    together = {pair for names in named for pair in itertools.combinations(sorted(names), 2)}
    near = _CLOSE * extent_of(points)
    places: list[list[str]] = []
    for first, second in itertools.combinations(sorted(points), 2):
        is_apart = (first, second) in together or math.dist(points[first], points[second]) > near
        if is_apart or not _has_two_lines(first, second, groups, points):
            continue
        touched = [place for place in places if {first, second} & set(place)]
        joined = sorted({first, second}.union(*touched), key=lambda point: (point not in said, point))
        if len({*said} & {*joined}) < 2 and not any(pair in together for pair in itertools.combinations(sorted(joined), 2)):
            places = [*(place for place in places if place not in touched), joined]
    return places


def _has_two_lines(first: str, second: str, groups: Sequence[Sequence[str]], points: Mapping[str, Spot]) -> bool:
    """Whether two points are said to be together on lines that cannot be one."""
    lines = [line for line in _common_lines(first, second, groups) if line <= set(points) and not bends(line, points)]
    return any(bends(one | other, points) for one, other in itertools.combinations(lines, 2))


def _common_lines(first: str, second: str, groups: Sequence[Sequence[str]]) -> Iterator[set[str]]:
    """Yield both points with each two others that the triples put in line with them: a single triple may be a slip."""
    triples = dict.fromkeys(map(frozenset, groups))
    beside = [triple - {first, second} for triple in triples if {first, second} <= triple]
    yield from ({first, second} | one | other for one, other in itertools.combinations(beside, 2))
    for triple in triples:
        if first in triple and (triple - {first}) | {second} in triples and second not in triple:
            yield {*triple, second}
