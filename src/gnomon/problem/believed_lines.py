"""Which points are in line: what literals say of it, as far as the drawing lets them be believed, and what only the drawing says.

Annotations name many such triples, and lines that share two points become one. Where points lie close together or are named
twice, one false triple is enough to make one line of two, and the whole figure is lost. Other triples they forget.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from gnomon.figure import Spot, merge_lines, order_along
from gnomon.problem.polygons import Note

_BENT = 0.13
"""Of the length: a middle point farther off the line than this contradicts three points "in line" as drawn."""
_BENT_JOINED = 0.045
"""The same of a line that several triples make together: those of Geometry3K that are one line bend up to 0.04."""
_UNSTATED = 0.016
"""The same of a line that no literal states: of those drawn up to here one in twenty is none, beyond it every other one."""
_UNSTATED_TURN = 0.07
"""Sine of the turn at the nearer end of such a line (4°): beside an end, a point off the line bends it little."""


def believed_lines(
    groups: Sequence[Sequence[str]], points: Mapping[str, Spot], guessed: frozenset[str], notes: list[Note]
) -> list[Sequence[str]]:
    """Return the groups of points to take as in line; what is left out is added to ``notes``.

    Args:
        groups: triples that are said to be in line, the last point named first in its literal.
        points: coordinates as drawn.
        guessed: points whose coordinates are only placeholders: a line through one is believed.
        notes: takes what is left out, or kept against the drawing.
    """
    straight = [group for group in groups if guessed.intersection(group) or _is_straight(group, groups, points, notes)]
    lines: list[list[str]] = []
    bent: set[int] = set()
    # The triples whose points are farthest apart are the surest: a line through two close points may point anywhere.
    for index in sorted(range(len(straight)), key=lambda index: _doubt(straight[index], points)):
        merged = merge_lines([*lines, straight[index]])
        joined = next(line for line in merged if set(line) >= set(straight[index]))
        is_join = len(merged) <= len(lines) and joined not in lines
        # Points beside one side are drawn off it together: a triple that names the ends of a line need not bend it less.
        is_same = set(order_along(joined, points)[:: len(joined) - 1]) == set(straight[index][:2])
        most = max(_BENT_JOINED, _bend(straight[index], points)) if is_same else _BENT_JOINED
        if is_join and not guessed.intersection(joined) and _bend(joined, points) > most:
            literal = _literal(straight[index])
            notes.append(Note("dropped", literal, f"left out: it would bend a line of the figure ({literal})"))
            bent.add(index)
        else:
            lines = merged
    return [group for index, group in enumerate(straight) if index not in bent]


def unstated_lines(
    segments: Iterable[Sequence[str]],
    lines: Sequence[Sequence[str]],
    points: Mapping[str, Spot],
    guessed: frozenset[str],
    notes: list[Note],
) -> list[Sequence[str]]:
    """Return the triples that no literal calls in line and the figure draws so: AM, MB and AB are drawn, with M on AB.

    Args:
        segments: pairs of points that are joined in the drawing.
        lines: groups of points that are in line.
        points: coordinates as drawn.
        guessed: points whose coordinates are only placeholders: nothing is read from them.
        notes: takes what is read.
    """
    drawn = {frozenset(segment) for segment in segments if set(segment) <= set(points) and not guessed.intersection(segment)}
    merged = merge_lines(lines)
    found: list[Sequence[str]] = []
    for first, last in sorted(tuple(sorted(segment)) for segment in drawn if len(segment) == 2):
        for middle in sorted(points):
            group = (first, last, middle)
            is_joined = {frozenset((first, middle)), frozenset((middle, last))} <= drawn
            if not is_joined or any(set(group) <= set(line) for line in merged):
                continue
            joined = merge_lines([*merged, group])
            whole = next(line for line in joined if set(line) >= set(group))
            if _is_between(group, points) and not bends(whole, points):
                notes.append(Note("repaired", "", f"read from the figure: {middle} lies on {first}{last}"))
                found.append(group)
                merged = joined
    return found


def bends(line: Collection[str], points: Mapping[str, Spot]) -> bool:
    """Whether points are drawn too far off one line to be on it together."""
    return _bend(tuple(line), points) > _BENT_JOINED


def _is_between(group: Sequence[str], points: Mapping[str, Spot]) -> bool:
    """Whether the last of three points is drawn on the segment between the others."""
    first, last, middle = (points[name] for name in group)
    if order_along(group, points)[1] != group[2]:
        return False
    off = _bend(group, points) * math.dist(first, last)
    near = min(math.dist(first, middle), math.dist(middle, last))
    return off <= min(_UNSTATED * math.dist(first, last), _UNSTATED_TURN * near)


def _is_straight(group: Sequence[str], groups: Sequence[Sequence[str]], points: Mapping[str, Spot], notes: list[Note]) -> bool:
    """Whether to believe that three points are collinear: not when they bend and the point is on another line too."""
    if _bend(group, points) <= _BENT:
        return True
    literal = _literal(group)
    is_elsewhere = any(group[2] in other and set(other) != set(group) for other in groups)
    if is_elsewhere:
        notes.append(Note("dropped", literal, f"left out: the three points are not in line as drawn ({literal})"))
    else:
        notes.append(Note("repaired", literal, f"kept although the three points are not in line as drawn ({literal})"))
    return not is_elsewhere


def _doubt(group: Sequence[str], points: Mapping[str, Spot]) -> tuple[bool, float]:
    """Return what sorts triples from the surest to the least sure."""
    spots = [points[name] for name in order_along(group, points)]
    return _bend(group, points) > _BENT_JOINED, -min(math.dist(*pair) for pair in itertools.pairwise(spots))


def _bend(line: Sequence[str], points: Mapping[str, Spot]) -> float:
    """Return how far the points of a line lie off the straight way between its ends, as a share of its length."""
    first, *inner, last = (points[name] for name in order_along(line, points))
    x, y, size = last[0] - first[0], last[1] - first[1], math.dist(first, last) ** 2 or 1.0
    return max((abs(x * (at[1] - first[1]) - y * (at[0] - first[0])) / size for at in inner), default=0.0)


def _literal(group: Sequence[str]) -> str:
    return f"PointLiesOnLine({group[2]}, Line({group[0]}, {group[1]}))"
