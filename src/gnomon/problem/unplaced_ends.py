"""Labels of angles with a point that has no position and stands in no other literal: the annotators meant one that is drawn.

Such a point is no point of the figure. Where it is an end, the label belongs to the one angle between neighbouring rays that has
the other side and no label yet; where it is the vertex, to the one point with drawn lines to both ends. Where there is none, or
several, it stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.terms import Term, terms_in

_FAIR = 8.0
"""Degrees up to which an angle passes for a right one as drawn."""


def drawn_ends(
    labels: Sequence[str], text: Sequence[str], missing: Collection[str], drawn: DrawnFigure
) -> dict[str, tuple[str, str]]:
    """Return, by such a point, the vertex of its angle and the point on the drawn ray that is meant.

    Args:
        labels: literals of the figure.
        text: literals of the text; an angle that it asks for or speaks of may still be the one with the label.
        missing: points without a position that nothing but literals names.
        drawn: the points with a position, and what is drawn through them.
    """
    angles = [corner for label in labels for corner in _corners(label)]
    said = [str(argument) for literal in (*labels, *text) for term in terms_in(literal) for argument in term.arguments]
    found: dict[str, tuple[str, str]] = {}
    for first, vertex, last in angles:
        for end, other in ((first, last), (last, first)):
            if end in missing and said.count(end) == 1 and {vertex, other} <= set(drawn.points):
                labelled = [angle for angle in angles if angle[1] == vertex and end not in angle]
                rays = _free_neighbours(vertex, other, labelled, drawn)
                if len(rays) == 1:
                    found[end] = (vertex, rays[0])
    return found


def drawn_squares(
    labels: Sequence[str], text: Sequence[str], missing: Collection[str], drawn: DrawnFigure
) -> dict[str, tuple[str, str]]:
    """Return the same of right angles given by two perpendicular lines: the side that is drawn square to the other one."""
    said = [str(argument) for literal in (*labels, *text) for term in terms_in(literal) for argument in term.arguments]
    found: dict[str, tuple[str, str]] = {}
    for term in (term for label in labels for term in terms_in(label) if term.name == "Perpendicular"):
        pairs = [{str(end) for end in line.arguments} for line in term.arguments if isinstance(line, Term)]
        common, ends = (pairs[0] & pairs[1], pairs[0] ^ pairs[1]) if len(pairs) == 2 else (set(), set())
        lost = {end for end in ends & set(missing) if said.count(end) == 1}
        if len(common) == len(lost) == 1 and len(ends) == 2 and common | (ends - lost) <= set(drawn.points):
            (vertex,), (end,), (known,) = common, lost, ends - lost
            rays = [ray[-1] for ray in drawn.rays(vertex)]
            square = [ray for ray in rays if abs(drawn.angle(known, vertex, ray) - 90) < _FAIR]
            if len(square) == 1:
                found[end] = (vertex, square[0])
    return found


def drawn_vertices(
    labels: Sequence[str], text: Sequence[str], missing: Collection[str], drawn: DrawnFigure
) -> dict[str, tuple[str, str, str]]:
    """Return, by such a vertex, the drawn point that is meant and the two ends of the angle; arguments as `drawn_ends`."""
    said = [str(argument) for literal in (*labels, *text) for term in terms_in(literal) for argument in term.arguments]
    found: dict[str, tuple[str, str, str]] = {}
    for first, vertex, last in (corner for label in labels for corner in _corners(label)):
        if vertex in missing and said.count(vertex) == 1 and {first, last} <= set(drawn.points):
            meant = [
                point
                for point in drawn.points
                if point not in {first, last}
                and all(drawn.figure.is_drawn(point, end) for end in (first, last))
                and drawn.line_through(point, first) != drawn.line_through(point, last)
            ]
            if len(meant) == 1:
                found[vertex] = (meant[0], first, last)
    return found


def _corners(text: str) -> Iterator[tuple[str, str, str]]:
    for term in terms_in(text):
        if term.name == "Angle" and len(term.arguments) == 3:
            first, vertex, last = map(str, term.arguments)
            yield first, vertex, last


def _free_neighbours(vertex: str, side: str, labelled: Sequence[tuple[str, str, str]], drawn: DrawnFigure) -> list[str]:
    """Return a point of each ray next to a side whose angle with it, less than 180°, has no label."""
    rays = drawn.rays(vertex)
    at = next((index for index, ray in enumerate(rays) if side in ray), None)
    if at is None:
        return []
    beside = {rays[at - 1], rays[(at + 1) % len(rays)]} - {rays[at]}
    own = set(rays[at])
    return sorted(
        ray[0]
        for ray in beside
        if drawn.line_through(vertex, ray[0]) != drawn.line_through(vertex, side)
        and not any({first, last} & own and {first, last} & set(ray) for first, _, last in labelled)
    )
