"""What a figure without coordinates has to show: points, lines, circles and polygons, from the facts alone.

The facts are read with placeholders for coordinates, from which nothing is read. `gnomon.geometry.layout` then finds coordinates,
and the facts are read again on the figure that it makes, as on any other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from gnomon.figure import Circle, Fact, Figure, sides, split_points
from gnomon.problem.limits import require_few
from gnomon.problem.literals import SourceLiteral, read_literals
from gnomon.problem.polygons import Note
from gnomon.problem.school import points_in, read_school, school_expression
from gnomon.problem.statements import FormalDescription
from gnomon.problem.terms import POLYGONS, Term, UnreadError, is_literal, parse_literal

Points = tuple[str, ...]


class Sides(NamedTuple):
    """Points that lie on one side of a line, or on both."""

    line: tuple[str, str]
    points: Points
    is_same: bool


@dataclass(frozen=True)
class Arrangement:
    """A figure before it has coordinates."""

    description: FormalDescription
    points: Points
    """In the order in which the facts name them."""
    lines: tuple[Points, ...]
    """Drawn lines, each with points in the order that a fact gives; two of them may be parts of one line."""
    circles: Mapping[str, Points]
    """Named points on the circle about each centre."""
    polygons: tuple[Points, ...]
    """Corners in turn."""
    dents: tuple[tuple[Points, str], ...]
    """Polygons with a corner at which their angle is over 180°."""
    sides: tuple[Sides, ...]
    notes: tuple[Note, ...]
    """What could not be read without a figure."""


def arrangement_of(literals: Sequence[SourceLiteral], find: str | None, *, prove: str | None = None) -> Arrangement:
    """Read facts without coordinates; ``find`` and ``prove`` as in `read_literals`.

    Raises:
        ValueError: when no point is named, or more than a figure can have.
    """
    terms = [term for literal in literals for term in _terms(literal.text)]
    asked = _asked(find, prove)
    points = tuple(dict.fromkeys(name for term in (*terms, *asked) for name in points_in(term)))
    if not points:
        raise ValueError("figure: auto needs facts that name points, such as AB = 5 or ∠ABC = 52°")
    require_few("points", points)
    segments = [pair for term in (*terms, *asked) for pair in _segments(term)]
    placeholders = {name: (math.cos(at), math.sin(at)) for at, name in enumerate(points)}  # at different places, and no more
    circles: Mapping[str, Points] = {}
    for _ in range(2):  # the second time with the circles that the facts speak of, on which arcs and contacts lie
        figure = Figure(
            points=placeholders,
            lines=tuple(dict.fromkeys(segments)),
            circles=tuple(Circle(centre=centre, points=on) for centre, on in circles.items()),
        )
        reading = read_literals(literals, figure, find, prove=prove, guessed=frozenset(points))
        circles = _circles(reading.description.facts)
    description = reading.description
    runs = [fact.straight() for fact in _with_implied(description.facts)]
    named = [pair for fact in description.facts for pair in fact.segments()]
    named += [pair for quantity in description.quantities for pair in _measured_segments(quantity.kind, quantity.points)]
    polygons = [*reading.polygons, *(corners for fact in description.facts for corners in fact.polygons())]
    polygons += [quantity.points for quantity in description.quantities if quantity.kind in {"area", "perimeter"}]
    return Arrangement(
        description=description,
        points=points,
        lines=tuple(dict.fromkeys(run for run in (*runs, *named, *segments) if len(run) > 1)),
        circles=circles,
        polygons=tuple({frozenset(corners): corners for corners in polygons}.values()),
        dents=tuple((names[:-1], names[-1]) for term in terms if term.name == "Reflex" for names in [_all_points(term)]),
        sides=tuple(found for term in terms for found in _sides(term)),
        notes=reading.notes,
    )


def _asked(find: str | None, prove: str | None) -> Sequence[Term | str]:
    if find is None:
        return _terms(prove or "")
    return [school_expression(find)] if not is_literal(find) else _terms(find)[:1]


def _terms(text: str) -> Sequence[Term]:
    try:
        found = None if is_literal(text) else read_school(text)
        if found is not None:
            return found
        term = parse_literal(text).term
    except UnreadError:
        return ()  # the reading itself says so
    return (term,) if isinstance(term, Term) else ()


def _with_implied(facts: Iterable[Fact]) -> Iterator[Fact]:
    for fact in facts:
        yield fact
        yield from fact.implied()


def _circles(facts: Iterable[Fact]) -> dict[str, Points]:
    """Return the points that facts put on each circle; none for a circle that only touches or is measured."""
    found: dict[str, dict[str, None]] = {}
    for fact in facts:
        centre = 2 if fact.kind == "diameter" else fact.meaning.centre
        if centre is None:
            continue
        on = found.setdefault(fact.points[centre], {})
        if fact.kind in {"on_circle", "inscribed", "diameter"}:
            on.update(dict.fromkeys(point for at, point in enumerate(fact.points) if at != centre))
    return {centre: tuple(on) for centre, on in found.items()}


def _segments(term: Term | str) -> Iterator[tuple[str, str]]:
    """Yield the segments that a literal names: they count as drawn."""
    if isinstance(term, str):
        return
    names = points_in(term)
    if term.name in {"Line", "Angle", "Sector", "Collinear"}:
        yield from pairwise(names)
    elif term.name in POLYGONS and len(names) > 2:
        yield from sides(names)
    if term.name not in {"SameSide", "OppositeSides", "Inside", "Reflex", "Collinear"}:
        for argument in term.arguments:
            yield from _segments(argument)


def _measured_segments(kind: str, points: Points) -> Iterator[tuple[str, str]]:
    if kind in {"length", "angle", "sector_area"}:
        yield from pairwise(points)
    elif kind in {"area", "perimeter"}:
        yield from sides(points)


def _sides(term: Term) -> Iterator[Sides]:
    if term.name in {"SameSide", "OppositeSides"}:
        first, second, *others = _all_points(term)
        yield Sides((first, second), tuple(others), term.name == "SameSide")
    elif term.name == "Inside":
        around, points = _all_points(Term("", term.arguments[:1])), _all_points(Term("", term.arguments[1:]))
        if isinstance(term.arguments[0], Term) and term.arguments[0].name == "Angle":
            first, vertex, last = around
            edges = [((first, vertex), last), ((vertex, last), first)]
        else:
            edges = [((a, b), next(c for c in around if c not in (a, b))) for a, b in sides(around)]
        yield from (Sides(edge, (corner, point), is_same=True) for edge, corner in edges for point in points)


def _all_points(term: Term) -> Points:
    """Return the points that a literal names, repeats included."""
    parts = (points_in(argument) if isinstance(argument, Term) else split_points(argument) for argument in term.arguments)
    return tuple(point for part in parts for point in part)
