"""Points that the text names and the figure draws under another name: a letter misread in the picture, a centre unnamed there.

Two cases only, each with one answer or none: the one circle drawn, whose centre the text does not name, under the text's
name of a circle; and the one drawn polygon that completes a polygon of the text, with corners the text does not name.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from gnomon.figure import sides
from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.terms import POLYGONS, Term, terms_in

_MOST_MISSING = 2
"""Corners that are looked for at once: with more, hardly anything of the named polygon would be left to find it by."""


def text_names(literals: Sequence[str], missing: Sequence[str], drawn: DrawnFigure) -> dict[str, str]:
    """Return the text's names of drawn points, by the names that the figure gives them.

    Args:
        literals: what the text says.
        missing: points without a position that the figure's own literals do not name.
        drawn: the points with a position, and what is drawn through them.
    """
    terms = [inner for text in literals for inner in terms_in(text)]
    said = {str(argument) for term in terms for argument in term.arguments}
    free = [point for point in drawn.points if point not in said]
    names: dict[str, str] = {}
    for found in (_circle(terms, missing, free, drawn), *_polygons(terms, missing, free, drawn)):
        if not set(found) & set(names) and not set(found.values()) & set(names.values()):
            names |= found
    return names


def _circle(terms: Sequence[Term], missing: Sequence[str], free: Sequence[str], drawn: DrawnFigure) -> dict[str, str]:
    named = {str(term.arguments[0]) for term in terms if term.name == "Circle" and len(term.arguments) == 1} & set(missing)
    centres = {circle.centre for circle in drawn.figure.circles}
    return dict(zip(centres, named, strict=True)) if len(named) == len(centres) == 1 and centres <= set(free) else {}


def _polygons(
    terms: Sequence[Term], missing: Sequence[str], free: Sequence[str], drawn: DrawnFigure
) -> Iterator[Mapping[str, str]]:
    for term in terms:
        corners = tuple(map(str, term.arguments))
        absent = [corner for corner in corners if corner in missing]
        # Two corners at least must be known to find the polygon by.
        is_partly_known = 0 < len(absent) <= min(_MOST_MISSING, len(corners) - 2)
        if term.name not in POLYGONS or not is_partly_known or not set(corners) <= {*drawn.points, *missing}:
            continue
        found = [
            names
            for chosen in itertools.permutations(free, len(absent))
            if _is_polygon(_renamed(corners, names := dict(zip(absent, chosen, strict=True))), drawn)
        ]
        if len(found) == 1:
            yield {point: corner for corner, point in found[0].items()}


def _renamed(corners: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(corner, corner) for corner in corners)


def _is_polygon(corners: Sequence[str], drawn: DrawnFigure) -> bool:
    """Whether every side is drawn, none runs on in the next, and none crosses another."""
    around = [*corners, *corners[:2]]
    return (
        all(drawn.figure.is_drawn(*side) for side in sides(corners))
        and all(c not in drawn.line_through(a, b) for a, b, c in zip(around, around[1:], around[2:], strict=False))
        and not drawn.crosses_itself(corners)
    )
