"""Positions as a last resort: what the drawing shows although nothing states it.

A school figure often leaves out what everybody sees: that a point lies on a segment, that a corner is right, that a line
touches a circle. Where no proof is found without, such a fact is taken from the positions of the points, and every step
that rests on it says "as the figure shows". It is a reading of a drawing, not a given: a solution that takes one names it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from gnomon.figure import Coordinates, Fact, angle_between, sides, signed_area
from gnomon.geometry.derivation import right_angles
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.patterns import PATTERNS
from gnomon.geometry.proof_record import write_statement
from gnomon.problem import FormalDescription, Given, Number, Problem, Quantity, quantities_in

POSITION_KINDS = ("collinear", "on_circle", "inscribed", "circumscribed", "perpendicular", "tangent", "parallel", "square")
"""Kinds of facts that may be read off: order along a line is part of the first, the centre of a regular polygon the third,
a circle that touches all sides of a polygon the fourth. The last says the most and is taken where nothing less will do."""
INCIDENCES = frozenset({"collinear", "on_circle"})
"""Of these the kinds that put points on lines and circles: no premise of a rule cites one."""
MOST_TAKEN = 3
"""Of them in one proof, all right angles of a polygon of right angles as one: of a figure that leaves out more little is sure."""

_DEGREES = 3.0
"""Of corners that are stated to be right 95 % are drawn within 3.1° (`docs/engine.md`); of unstated ones that look so, beyond
that most are not."""
_DEGREES_PARALLEL = 2.0
"""Between two lines that a third one joins, where they count as parallel: less than for a corner, since many lines run alike."""
_DEGREES_OUTSIDE = 8.0
"""Of a line from outside that ends at a circle: three quarters of stated tangents are drawn within 10°, and a secant goes on."""
_SHARE = 0.03
"""Of the radius that a point of a circle may be drawn off it."""
_SHARE_INSIDE = 0.08
"""Of a regular polygon's size that its centre may be drawn off the middle, where no other point inside is joined to a side."""
_SHARE_TOUCHING = 0.08
"""Of the radius that a side may be drawn off a circle on which a named point of it lies."""
_SHARE_MOST_INSIDE = 0.35
"""Of its size: how far from its middle a point may be and still count as another one inside."""
_SOURCE = "as the figure shows: "


def source_of(fact: Fact) -> str:
    """Return the source that stands for a fact read off the figure."""
    return f"{_SOURCE}{write_statement(fact)}"


def with_positions(problem: Problem, facts: Iterable[Fact]) -> Problem:
    """Return a problem with facts read off its figure among the givens, each marked as such."""
    assert problem.formal is not None
    read = tuple(Given(fact, source_of(fact), is_as_drawn=True) for fact in facts)
    return problem.model_copy(update={"formal": replace(problem.formal, givens=(*problem.formal.givens, *read))})


def positions(problem: Problem) -> list[Fact]:
    """Return what the figure shows beyond the givens: those drawn best first of each kind.

    Args:
        problem: with a figure and a formal description.
    """
    figure, formal = problem.question.figure, problem.formal
    if figure is None or formal is None:
        return []
    drawn = Diagram(formal, figure.lines, figure.points)
    found = [*_collinear(drawn), *_on_circle(drawn), *_centres(drawn, formal), *_circumscribed(drawn, formal)]
    found += [*_perpendicular(drawn, formal), *_tangent(drawn), *_parallels(drawn, formal), *_squares(drawn, formal)]
    found = [each for each in found if not _is_said_by_another(each[1], [fact for _, fact in found], drawn)]
    found.sort(key=lambda each: (POSITION_KINDS.index(each[1].kind), each[0]))
    return [fact for _, fact in found]


def _is_said_by_another(fact: Fact, found: Sequence[Fact], drawn: Diagram) -> bool:
    """Whether a tangent is a side of a polygon that is read off as one about the same circle."""
    if fact.kind != "tangent":
        return False
    line = drawn.line(*fact.points[:2])
    about = [other.points[1:] for other in found if other.kind == "circumscribed" and other.points[0] == fact.points[2]]
    return any({*side} <= {*line} for corners in about for side in sides(corners))


_Found = tuple[float, Fact]
"""How far off it is drawn, and the fact."""


def _collinear(drawn: Diagram) -> Iterator[_Found]:
    """Yield two drawn segments that go straight on through their common end."""
    for middle, ends in drawn.rays.items():
        for first, last in combinations(ends, 2):
            off = 180 - drawn.angle(first, middle, last)
            if off <= _DEGREES and drawn.line(first, middle) != drawn.line(middle, last):
                yield off, Fact("collinear", (first, middle, last))


def _on_circle(drawn: Diagram) -> Iterator[_Found]:
    for centre, on in drawn.circles.items():
        radius = sum(math.dist(drawn.at[centre], drawn.at[point]) for point in on) / len(on)
        for point in sorted({*drawn.rays} - {*on, centre}):
            off = abs(math.dist(drawn.at[centre], drawn.at[point]) - radius) / max(radius, 1e-9)
            if off <= _SHARE:
                yield off, Fact("on_circle", (point, centre))


def _centres(drawn: Diagram, formal: FormalDescription) -> Iterator[_Found]:
    """Yield the points that lie at the centre of a regular polygon."""
    for fact in formal.facts:
        if fact.kind in {"regular_polygon", "equilateral", "square"} and set(fact.points) <= set(drawn.at):
            corners = [drawn.at[point] for point in fact.points]
            middle = tuple(sum(parts) / len(corners) for parts in zip(*corners, strict=True))
            size = math.sqrt(abs(signed_area(corners)))
            away = {point: math.dist(middle, spot) / max(size, 1e-9) for point, spot in drawn.at.items()}
            joined = [point for point in away if away[point] <= _SHARE_MOST_INSIDE and _is_joined(drawn, point, fact.points)]
            for point, off in away.items():
                allowed = _SHARE_INSIDE if joined == [point] else _SHARE
                if off <= allowed and point not in drawn.circles:
                    yield off, Fact("inscribed", (point, *fact.points))


def _is_joined(drawn: Diagram, point: str, corners: Sequence[str]) -> bool:
    """Whether a line is drawn from a point that is no corner of a polygon to a corner or a point of a side."""
    outline = {*corners, *(other for side in sides(corners) for other in drawn.line(*side))}
    return point not in outline and any(drawn.connected(point, other) for other in outline)


def _circumscribed(drawn: Diagram, formal: FormalDescription) -> Iterator[_Found]:
    """Yield circles that touch all sides of a drawn triangle or quadrilateral, each of which holds a point of the circle."""
    stated = {frozenset(fact.points) for fact in formal.facts if fact.kind == "circumscribed"}
    polygons = {frozenset(corners): corners for name in ("triangle", "quadrilateral") for corners in PATTERNS[name](drawn)}
    for centre, on in drawn.circles.items():
        radius = sum(math.dist(drawn.at[centre], drawn.at[point]) for point in on) / len(on)
        for corners in polygons.values() if drawn.circles else ():
            touches = all({*drawn.line(*side)} & {*on} - {*corners} for side in sides(corners))
            off = max(abs(_distance(drawn, centre, *side) - radius) / max(radius, 1e-9) for side in sides(corners))
            if touches and off <= _SHARE_TOUCHING and frozenset((centre, *corners)) not in stated:
                yield off, Fact("circumscribed", (centre, *corners))


def _parallels(drawn: Diagram, formal: FormalDescription) -> Iterator[_Found]:
    """Yield pairs of drawn lines of one direction that some other drawn line meets in named points, where nothing states it."""
    stated = {
        frozenset({drawn.line(*fact.points[:2]), drawn.line(*fact.points[2:])})
        for fact in formal.facts
        if fact.kind == "parallel"
    }
    stated |= set(_unlike(drawn, formal))
    for one, other in combinations(sorted(drawn.lines), 2):
        turn = (drawn.direction(one[0], one[-1]) - drawn.direction(other[0], other[-1])) % 180
        off = min(turn, 180 - turn)
        is_joined = any({*line} & {*one} and {*line} & {*other} for line in drawn.lines if line not in {one, other})
        if off <= _DEGREES_PARALLEL and is_joined and not {*one} & {*other} and frozenset({one, other}) not in stated:
            yield off, Fact("parallel", (one[0], one[-1], other[0], other[-1]))


def _unlike(drawn: Diagram, formal: FormalDescription) -> Iterator[frozenset[tuple[str, ...]]]:
    """Yield opposite sides that would make more of a figure than its name says: a rhombus of a kite, say."""
    for fact in formal.facts:
        if fact.kind in {"kite", "trapezoid", "isosceles_trapezoid"} and set(fact.points) <= set(drawn.at):
            around = [drawn.line(*side) for side in sides(fact.points)]
            yield frozenset({around[1], around[3]})
            if fact.kind == "kite":
                yield frozenset({around[0], around[2]})


def _squares(drawn: Diagram, formal: FormalDescription) -> Iterator[_Found]:
    """Yield drawn quadrilaterals with equal sides and right angles that nothing calls a square."""
    stated = {frozenset(fact.points) for fact in formal.facts if fact.kind == "square"}
    polygons = {frozenset(corners): corners for corners in PATTERNS["quadrilateral"](drawn)}
    for corners in (corners for points, corners in polygons.items() if points not in stated):
        a, b, c, d = corners
        lengths = [math.dist(drawn.at[first], drawn.at[last]) for first, last in sides(corners)]
        off = max(abs(drawn.angle(*three) - 90) for three in ((a, b, c), (b, c, d), (c, d, a), (d, a, b)))
        if off <= _DEGREES and max(lengths) - min(lengths) <= _SHARE * max(lengths):
            yield off, Fact("square", corners)


def _distance(drawn: Diagram, point: str, first: str, last: str) -> float:
    """Return how far a point is drawn off the line through two others."""
    spots = [drawn.at[name] for name in (point, first, last)]
    return 2 * abs(signed_area(spots)) / max(math.dist(spots[1], spots[2]), 1e-9)


def readings(facts: Sequence[Fact], problem: Problem) -> int:
    """Return how much is read off a figure: all right angles at the corners of a polygon of right angles count as one."""
    assert problem.formal is not None
    assert problem.question.figure is not None
    at = problem.question.figure.points
    angular = [q.points for q in problem.formal.quantities if q.kind in {"area", "perimeter"} and _is_angular(q.points, at)]
    corners = {point for points in angular for point in points}
    single = [fact for fact in facts if not (fact.kind == "perpendicular" and set(fact.points) <= corners)]
    return len(single) + (len(single) < len(facts))


def _is_angular(corners: Sequence[str], at: Coordinates) -> bool:
    """Whether a polygon of more than four corners is drawn with right angles only."""
    if len(corners) < 5 or not set(corners) <= set(at):
        return False
    threes = zip((*corners[-1:], *corners), corners, (*corners[1:], corners[0]), strict=False)
    return all(abs(angle_between(at[a], at[b], at[c]) - 90) <= _DEGREES for a, b, c in threes)


def _perpendicular(drawn: Diagram, formal: FormalDescription) -> Iterator[_Found]:
    """Yield drawn lines that cross or meet in a right angle, once for each pair of lines and not where that is stated."""
    stated = {
        (vertex, frozenset({drawn.line(first, vertex), drawn.line(vertex, last)}))
        for first, vertex, last in _right(drawn, formal)
    }
    for vertex, ends in drawn.rays.items():
        for first, last in combinations(ends, 2):
            lines = frozenset({drawn.line(first, vertex), drawn.line(vertex, last)})
            far = tuple(_farthest(drawn, vertex, end) for end in (first, last))
            for one, other in ((first, last), far):
                off = abs(drawn.angle(one, vertex, other) - 90)
                if off <= _DEGREES and len(lines) == 2 and (vertex, lines) not in stated:
                    stated.add((vertex, lines))
                    yield off, Fact("perpendicular", (one, vertex, vertex, other))


def _farthest(drawn: Diagram, vertex: str, through: str) -> str:
    """Return the last named point of a ray: a point in between may be drawn a little off the line."""
    line = drawn.line(vertex, through)
    return line[-1] if line.index(through) > line.index(vertex) else line[0]


def _right(drawn: Diagram, formal: FormalDescription) -> Iterator[tuple[str, ...]]:
    """Yield the angles that are stated to be right."""
    for content in (given.content for given in formal.givens):
        if isinstance(content, Fact):
            if content.kind == "perpendicular":
                for equation in right_angles(drawn, content.points):
                    yield from (angle.points for angle in quantities_in(equation.left))
        elif Number(Fraction(90)) in content:
            yield from (side.points for side in content if isinstance(side, Quantity) and side.kind == "angle")


def _tangent(drawn: Diagram) -> Iterator[_Found]:
    """Yield drawn lines that end at a circle, square to the radius."""
    for centre, on in drawn.circles.items():
        for contact in on:
            for end in drawn.rays.get(contact, ()):
                off = abs(drawn.angle(centre, contact, end) - 90) if end != centre else 90.0
                is_outside = math.dist(drawn.at[centre], drawn.at[end]) > math.dist(drawn.at[centre], drawn.at[contact])
                if off <= (_DEGREES_OUTSIDE if is_outside else _DEGREES) and len({*drawn.line(contact, end)} & {*on}) == 1:
                    yield off, Fact("tangent", (contact, end, centre))
