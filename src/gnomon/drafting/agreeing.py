"""Words that confirm where a point was read: of all vertices only that one is where two statements of the text want it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping

from gnomon.figure import Spot
from gnomon.problem.school import points_in
from gnomon.problem.terms import MODIFIERS, POLYGONS, Term
from gnomon.reading import ASKING_LIMIT, Picture

_OFF_LINE = 4.0
"""Pixels that a point of a line may be off it, as the reader's own points may be."""
_ENOUGH = 2
"""Statements about its place: two lines or circles meet in a point."""


def with_words(picture: Picture, terms: Iterable[Term], but: Collection[str] = ()) -> Picture:
    """Return the picture, sure of each doubtful point that stands at the one vertex where the text can want it.

    Args:
        picture: as read.
        terms: the facts of the text.
        but: points that stay doubtful.
    """
    known = list(terms)
    sure = {name: spot for name, spot in picture.points.items() if name not in picture.unsure}
    confirmed = {}
    for name in picture.unsure:
        wanted = {term: found for term in known if (found := list(_demands(term, name)))}
        demands = {demand for of_term in wanted.values() for demand in of_term if sure.keys() >= set(demand[1])}
        others = {point for term in wanted for point in points_in(term)} - {name}  # each statement is of different points
        places = {other: spot for other, spot in picture.places.items() if other not in others}
        fitting = [other for other, spot in places.items() if all(_is_met(demand, spot, sure, picture) for demand in demands)]
        if name not in but and len(demands) >= _ENOUGH and fitting == [name]:
            confirmed[name] = ASKING_LIMIT
    return picture._replace(confidence=picture.confidence | confirmed)


_Demand = tuple[str, tuple[str, ...]]
"""``line`` with two points, ``circle`` with its centre, ``side`` with the other end."""


def _demands(term: Term, name: str) -> Iterator[_Demand]:
    """Yield what a fact wants of the place of a point; each line once."""
    inner = [argument for argument in term.arguments if isinstance(argument, Term)]
    points = tuple(str(argument).strip() for argument in term.arguments if not isinstance(argument, Term))
    if term.name in MODIFIERS and inner:
        yield from _demands(inner[0], name)
    elif term.name in POLYGONS and name in points:
        at = points.index(name)
        yield from (("side", (points[at - 1],)), ("side", (points[(at + 1) % len(points)],)))
    elif term.name in {"PointLiesOnLine", "IsMidpointOf", "IntersectAt"} and points == (name,):
        yield from (("line", tuple(sorted(_ends(line)))) for line in inner if line.name == "Line" and name not in _ends(line))
    elif term.name == "PointLiesOnCircle" and points == (name,):
        yield from (("circle", _ends(circle)) for circle in inner if circle.name == "Circle")
    elif term.name == "IsDiameterOf" and len(inner) == 2 and name in _ends(inner[0]):
        (centre,) = _ends(inner[1])[:1]
        (other,) = (point for point in _ends(inner[0]) if point != name)
        yield from (("line", tuple(sorted((other, centre)))), ("circle", (centre,)))


def _ends(term: Term) -> tuple[str, ...]:
    return tuple(str(argument).strip() for argument in term.arguments)


def _is_met(demand: _Demand, spot: Spot, sure: Mapping[str, Spot], picture: Picture) -> bool:
    """Whether a place meets a demand."""
    kind, points = demand
    if kind == "side":
        return any({spot, sure[points[0]]} == {*ends} for ends in _drawn(picture))
    if kind == "circle":
        rings = [circle for circle in picture.circles if circle.centre == points[0]]
        return any(abs(math.dist(spot, ring.spot) - ring.radius) <= _OFF_LINE for ring in rings)
    (x0, y0), (x1, y1) = (sure[point] for point in points)
    length = math.dist((x0, y0), (x1, y1))
    return length > 0 and abs((spot[0] - x0) * (y1 - y0) - (spot[1] - y0) * (x1 - x0)) <= _OFF_LINE * length


def _drawn(picture: Picture) -> Iterator[tuple[Spot, Spot]]:
    for line in picture.lines:
        yield picture.places[line.start], picture.places[line.end]
