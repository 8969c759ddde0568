"""Circles of a figure, from literals that put one point each on the circle about a centre.

Annotations name one circle in several ways and several circles about one centre in one way, and some name the wrong centre.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping, Sequence

from gnomon.figure import Circle, Spot
from gnomon.problem.limits import extent_of
from gnomon.problem.polygons import Note

_SAME_CIRCLE = 1.35  # distances from the centre that differ by less belong to one circle; annotations scatter up to 1.2
_ROUND = 1.1  # the same of a circle about a centre that no literal gives it: as round as the better half of the annotated ones

Membership = tuple[str, str, str]
"""Centre, name of the circle, point on it."""


def drawn_circles(
    memberships: Sequence[Membership],
    centres: Collection[str],
    points: Mapping[str, Spot],
    guessed: frozenset[str],
    notes: list[Note],
) -> tuple[Circle, ...]:
    """Return the circles, that with the most points first.

    Args:
        memberships: what the literals put on which circle.
        centres: those of the circles that the picture shows.
        points: coordinates as drawn.
        guessed: points whose coordinates are only placeholders: nothing is read from them.
        notes: takes what is read.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for centre, name, point in _with_true_centre(memberships, centres, points, notes):
        if centre in points and point in points:
            group = groups.setdefault((centre, name), [])
            group += [point] if point not in group else []
    circles = [
        Circle(centre=centre, points=tuple(part))
        for centre, group in _one_circle_each(groups)
        for part in _by_distance(centre, group, points, guessed)
    ]
    circles.sort(key=lambda circle: -len(circle.points))
    repeated = {circle.centre for circle in circles if sum(other.centre == circle.centre for other in circles) > 1}
    notes += [Note("repaired", "", f"read from the figure: several circles about {centre}") for centre in sorted(repeated)]
    return tuple(circles)


def _one_circle_each(groups: Mapping[tuple[str, str], list[str]]) -> list[tuple[str, list[str]]]:
    """Join groups about one centre that share a point: a circle may be named in several ways, or in some literals not at all."""
    joined: list[tuple[str, list[str]]] = []
    for (centre, _), group in groups.items():
        same = [found for found in joined if found[0] == centre and set(found[1]) & set(group)]
        joined = [found for found in joined if found not in same]
        joined.append((centre, list(dict.fromkeys([*(point for _, points in same for point in points), *group]))))
    return joined


def _by_distance(centre: str, group: Sequence[str], points: Mapping[str, Spot], guessed: frozenset[str]) -> list[list[str]]:
    """Part the points of a circle where their distances from the centre jump: circles about one centre share a name."""
    if guessed.intersection((centre, *group)):
        return [list(group)]
    ordered = sorted(group, key=lambda name: math.dist(points[name], points[centre]))
    parts = [ordered[:1]]
    for before, name in itertools.pairwise(ordered):
        jump = math.dist(points[name], points[centre]) / (math.dist(points[before], points[centre]) or 1e-9)
        if jump > _SAME_CIRCLE:
            parts.append([])
        parts[-1].append(name)
    return parts


def _with_true_centre(
    memberships: Sequence[Membership], centres: Collection[str], points: Mapping[str, Spot], notes: list[Note]
) -> Sequence[Membership]:
    """Give the points of a circle that is not drawn about its centre to the one drawn circle that has none."""
    said = {centre for centre, _, _ in memberships}
    bare = [centre for centre in centres if centre in points and centre not in said]
    mistaken = said - set(centres)
    if len(bare) != 1 or len(mistaken) != 1:
        return memberships
    (true,), (false,) = bare, mistaken
    rim = [point for centre, _, point in memberships if centre == false and point in points]
    if false not in points or _out_of_round(false, rim, points) < _SAME_CIRCLE or _out_of_round(true, rim, points) > _ROUND:
        return memberships
    notes.append(
        Note("repaired", "", f"read from the figure: the circle about {true} is the one that is said to be about {false}")
    )
    return [(true if centre == false else centre, name, point) for centre, name, point in memberships]


def _out_of_round(centre: str, rim: Sequence[str], points: Mapping[str, Spot]) -> float:
    """Return the largest over the least distance of points from a centre."""
    distances = [math.dist(points[centre], points[point]) for point in rim]
    return max(distances, default=0.0) / (min(distances, default=0.0) or 1e-9)


def bare_circles(
    centres: Collection[str], memberships: Sequence[Membership], named: Collection[str], points: Mapping[str, Spot]
) -> dict[str, tuple[str, Spot]]:
    """Return by its centre a name and a place for a point of each circle that is drawn and spoken of with no point on it.

    Args:
        centres: those of the circles that the picture shows.
        memberships: what the literals put on which circle.
        named: the centres of circles that literals speak of.
        points: coordinates as drawn.
    """
    said = {centre for centre, _, _ in memberships}
    bare = [centre for centre in dict.fromkeys(centres) if centre in named and centre in points and centre not in said]
    free = (name for number in itertools.count(1) if (name := f"P{number}") not in points)
    # Nothing says how large the circle is drawn.
    radius = extent_of(points) / 2 or 1.0
    return {centre: (next(free), (points[centre][0] + radius, points[centre][1])) for centre in bare}
