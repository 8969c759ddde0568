"""Conditions on parts of a figure, as questions put them: across from S, between two sides, the longest, shared, given."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

from gnomon.tutor.symbolic.truth import SAME
from gnomon.tutor.symbolic.worded.terms import Terms, terms_in
from gnomon.tutor.symbolic.worded.things import Figure, Thing, thing_of

Test = Callable[[Sequence[Thing]], "bool | None"]
"""Of all parts that an answer names; None where nobody can tell."""


class Conditions:
    """Tests of parts.

    Args:
        figure: of the problem.
        terms: of its parts.
    """

    def __init__(self, figure: Figure, terms: Terms) -> None:
        self._figure = figure
        self._terms = terms

    def _opposite_of_before(self, before: str, inside: tuple[str, ...] | None) -> Test | None:
        things = {
            self._figure.key(thing): thing for _, thing in self._figure.names_in(before) if thing.sort in {"point", "angle"}
        }
        if len(things) != 1:
            return None
        (other,) = things.values()
        return lambda parts: all_of(self._is_opposite(part, other, inside) for part in parts)

    def _between_given(self, *, is_equal: bool) -> Test:
        """Return ``lies between the two sides`` that are given, or equal."""

        def test(parts: Sequence[Thing]) -> bool | None:
            found = [self._is_between_given(part, is_equal=is_equal) for part in parts]
            return all_of(found)

        return test

    def _is_between_given(self, part: Thing, *, is_equal: bool) -> bool | None:
        vertex = part.vertex if part.sort == "angle" else part.points[0]
        found: list[bool] = []
        for triangle in self._figure.triangles:
            sides = self._figure.sides(triangle)
            given = [side for side in sides if self._is_given(side)]
            if is_equal:
                given = next(([*pair] for pair in self._figure.pairs(sides) if self._figure.order(*pair) == 0), [])
            if len(given) == 2:
                found.append({vertex} == set(given[0].points) & set(given[1].points))
        return any(found) if found else None

    def _is_middle(self, parts: Sequence[Thing]) -> bool | None:
        """Whether an angle lies between two others at its corner."""
        spoken = [
            thing for part in self._figure.scene.spoken_of if (thing := thing_of(part)) is not None and thing.sort == "angle"
        ]
        if len(parts) != 1 or parts[0].sort != "angle" or len(spoken) != 3 or len({each.vertex for each in spoken}) != 1:
            return None
        beside = [self._is_beside(each, other) for each in spoken for other in spoken if each != other]
        if beside.count(True) != 4:  # all around a point
            return None
        inner = [each for each in spoken if all(self._is_beside(each, other) for other in spoken if each != other)]
        return self._figure.are_same(parts[0], inner[0]) if len(inner) == 1 else None

    def _is_sought(self, parts: Sequence[Thing]) -> bool | None:
        """Whether a part is what the problem asks for, or its corner."""
        goal = thing_of(self._figure.scene.proof.goal) if self._figure.scene.proof is not None else None
        if goal is None or goal.sort not in {"angle", "line"} or len(parts) != 1:
            return None
        if parts[0].sort == "point":
            return parts[0].points[0] == goal.vertex if goal.sort == "angle" else None
        return self._figure.are_same(parts[0], goal) if parts[0].sort == goal.sort else None

    def _sized(self, size: float) -> Test:
        return lambda parts: all_of(None if (found := self._figure.size(part)) is None else close(found, size) for part in parts)

    def _term_test(self, term: str, inside: tuple[str, ...] | None) -> Test:
        def test(parts: Sequence[Thing]) -> bool | None:
            return all_of(self._fits(term, part, inside) for part in parts)

        return test

    def _fits(self, term: str, part: Thing, inside: tuple[str, ...] | None) -> bool | None:
        if part.sort != "point" or term in {"midpoint", "centre"}:
            return self._terms.fits(term, part, inside or ())
        corners = self._figure.corners(inside) if inside is not None else self._figure.at_vertex(part.points[0])
        return any_of(self._terms.fits(term, corner) for corner in corners if corner.vertex == part.points[0])

    def _number_before(self, text: str, before: str) -> Test | None:
        """Return ``has that size`` for ``You got 180 - 68 = 112. Which angle is that``."""
        match = re.search(r"(?<![\w.])(\d+(?:\.\d+)?) ?(?:°|degrees?|cm|m)?\W*$", before)
        if match is None or re.search(r"\b(?:is|are) (?:that|this|it)$|\b(?:that|this|it) (?:belong|is)\b", text.strip()) is None:
            return None
        size = float(match[1])
        return lambda parts: all_of(None if (found := self._figure.size(part)) is None else close(found, size) for part in parts)

    def _paired(self, marks: Sequence[tuple[Thing, ...]], match: re.Match[str]) -> Test | None:
        term = next((term for _, term in terms_in(match[0], "pair")), "")
        if not marks or not term:
            return None
        return lambda parts: all_of(any_of(self._terms.fits_pair(term, part, other) for other in marks[0]) for part in parts)

    def _by_circle(self, how: str) -> Test:
        """Return ``lies outside the circle``, of a segment whose middle does."""

        def test(parts: Sequence[Thing]) -> bool | None:
            if len(self._figure.diagram.circles) != 1 or any(part.sort not in {"line", "point"} for part in parts):
                return None
            ((centre, on),) = self._figure.diagram.circles.items()
            at = self._figure.diagram.at
            radius = math.dist(at[centre], at[on[0]])
            apart = [math.dist(at[centre], self._figure.place(part)) for part in parts]
            ends = [math.dist(at[centre], at[point]) for part in parts for point in part.points]
            if any(abs(each - radius) < 1e-3 * radius for each in apart):
                return None
            is_crossing = min(ends) < radius * 0.999 and max(ends) > radius * 1.001
            return None if is_crossing else all((each > radius) is (how == "outside") for each in apart)

        return test

    def _corresponding(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
        return lambda parts: all_of(
            any_of(self._terms.fits_pair("corresponding", part, other) for other in marks[0]) for part in parts
        )

    def _remote(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
        """Return ``are the inner angles far from it``, of an outside angle."""

        def test(parts: Sequence[Thing]) -> bool | None:
            outer = marks[0][0]
            if outer.sort != "angle" or len(parts) != 2 or not self._terms.fits("exterior", outer):
                return None
            vertices = {part.vertex if part.sort == "angle" else part.points[0] for part in parts}
            return any(
                outer.vertex in triangle and vertices == {*triangle} - {outer.vertex} for triangle in self._figure.triangles
            )

        return test

    def _is_opposite(self, part: Thing, other: Thing, inside: tuple[str, ...] | None) -> bool | None:
        if part.sort == "angle" and other.sort in {"angle", "point"}:
            if other.sort == "angle" and (part.vertex == other.vertex or self._terms.fits_pair("vertical", part, other)):
                return self._terms.fits_pair("vertical", part, other)
            one, two = part.vertex, other.vertex if other.sort == "angle" else other.points[0]
            return self._are_facing(one, two)
        if part.sort == "line" and other.sort in {"angle", "point"}:
            corners = [*other.points] if other.sort == "angle" else [*(inside or ())]
            vertex = other.vertex if other.sort == "angle" else other.points[0]
            return self._faces(part, vertex, self._triangles(corners, vertex, inside))
        if part.sort in {"angle", "point"} and other.sort == "line":
            vertex = part.vertex if part.sort == "angle" else part.points[0]
            return self._faces(other, vertex, self._triangles([*(inside or ())], vertex, inside))
        if part.sort == "point" and other.sort in {"point", "angle"}:
            return self._are_facing(part.points[0], other.points[0] if other.sort == "point" else other.vertex)
        if part.sort == other.sort == "line":
            for outline in self._figure.diagram.polygons:
                sides = [frozenset(side.points) for side in self._figure.sides(outline)]
                if len(outline) == 4 and frozenset(part.points) in sides and frozenset(other.points) in sides:
                    return abs(sides.index(frozenset(part.points)) - sides.index(frozenset(other.points))) == 2
        return None

    def _triangles(self, corners: Sequence[str], vertex: str, inside: tuple[str, ...] | None) -> list[tuple[str, ...]]:
        if inside is not None and len(inside) == 3 and vertex in inside:
            return [inside]
        exact = [each for each in self._figure.triangles if set(each) == set(corners)]
        return exact or [each for each in self._figure.triangles if vertex in each]

    @staticmethod
    def _faces(line: Thing, vertex: str, triangles: Sequence[tuple[str, ...]]) -> bool | None:
        fits = [set(line.points) == set(each) - {vertex} for each in triangles]
        return None if not fits else any(fits)

    def _are_facing(self, one: str, two: str) -> bool | None:
        found = [
            abs(outline.index(one) - outline.index(two)) == 2
            for outline in self._figure.outlines
            if len(outline) == 4 and one in outline and two in outline
        ]
        return any(found) if found else None

    def _is_beside(self, part: Thing, other: Thing) -> bool | None:
        if part.sort == "angle" and other.sort == "angle":
            if self._figure.are_same(part, other):
                return False
            if part.vertex == other.vertex:
                rays = [
                    {self._figure.diagram.ray(each.vertex, end) for end in (each.points[0], each.points[2])}
                    for each in (part, other)
                ]
                return bool(rays[0] & rays[1])
            return self._are_neighbours(part.vertex, other.vertex)
        if part.sort == "line" and other.sort in {"angle", "point"}:
            vertex = other.vertex if other.sort == "angle" else other.points[0]
            if vertex not in part.points:
                return False
            return True if not self._terms.fits("hypotenuse", part) else None
        points = [each.vertex if each.sort == "angle" else each.points[0] for each in (part, other)]
        return self._are_neighbours(*points) if part.sort in {"point", "angle"} and other.sort in {"point", "angle"} else None

    def _are_neighbours(self, one: str, two: str) -> bool | None:
        found = [
            abs(outline.index(one) - outline.index(two)) in {1, len(outline) - 1}
            for outline in self._figure.outlines
            if one in outline and two in outline
        ]
        return any(found) if found else None

    def _is_partner(self, part: Thing, other: Thing) -> bool | None:
        if not self._figure.facts_of("congruent", "similar"):
            return None
        partner = self._figure.partner(other)
        if partner is None and part.sort == "angle" and other.sort == "point":
            partner = self._figure.partner(other)
        if partner is None:
            return None
        if part.sort != partner.sort:
            return None
        return self._figure.are_same(part, partner)

    def _is_parallel(self, part: Thing, other: Thing) -> bool | None:
        if part.sort != "line" or other.sort != "line":
            return None
        return self._figure.diagram.are_parallel(*part.points, *other.points) and set(
            self._figure.diagram.line(*part.points)
        ) != set(self._figure.diagram.line(*other.points))

    def _is_perpendicular(self, part: Thing, other: Thing) -> bool | None:
        if part.sort != "line" or other.sort != "line":
            return None
        turn = abs(self._figure.direction(part) - self._figure.direction(other))
        return abs(turn - 90) < 0.01

    def _between(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test | None:
        one, other = marks[0][0], marks[1][0]
        if one.sort != "line" or other.sort != "line":
            return None
        common = set(one.points) & set(other.points)
        if len(common) != 1:
            return None
        (vertex,) = common
        ends = [next(point for point in line.points if point != vertex) for line in (one, other)]
        angle = Thing("angle", (ends[0], vertex, ends[1]))
        return lambda parts: all_of(
            self._figure.are_same(part, angle)
            if part.sort == "angle"
            else part.points == (vertex,)
            if part.sort == "point"
            else None
            for part in parts
        )

    def _extreme(self, word: str, sort: str, inside: tuple[str, ...] | None, spoken: Sequence[Thing]) -> Test | None:
        is_small = word in {"smallest", "shortest", "sharpest", "narrowest", "smaller", "shorter"}

        def test(parts: Sequence[Thing]) -> bool | None:
            among = spoken or self.among(sort, inside, parts)
            if len(parts) != 1 or not among:
                return None
            part = parts[0]
            if not any(self._figure.are_same(part, other) for other in among) and part.sort != "point":
                return None
            if part.sort == "point":
                part = next((angle for angle in among if angle.vertex == part.points[0]), part)
            orders = [self._figure.order(part, other) for other in among if not self._figure.are_same(part, other)]
            wanted = -1 if is_small else 1
            return False if -wanted in orders else None if None in orders or 0 in orders or not orders else True

        return test

    def among(self, sort: str, inside: tuple[str, ...] | None, parts: Sequence[Thing] = ()) -> list[Thing]:
        """Return the parts of a sort of the figure that is spoken of; of the only one where none is named."""
        outline = inside
        if outline is None and len(self._figure.outlines) == 1:
            outline = self._figure.outlines[0]
        if outline is None:
            return []
        if sort in {"angle", "point"}:
            return self._figure.corners(outline)
        sides = self._figure.sides(outline)
        is_of = all(any(self._figure.are_same(part, side) for side in sides) for part in parts)
        return sides if sort == "line" and is_of else []

    def _summing(self, marks: Sequence[tuple[Thing, ...]], _match: re.Match[str]) -> Test:
        """Return ``make that together``: of an outside angle the two inner ones far from it."""

        def test(parts: Sequence[Thing]) -> bool | None:
            sizes = [self._figure.size(part) for part in parts]
            wanted = [size for other in marks[0] if (size := self._figure.size(other)) is not None]
            if len(parts) < 2 or None in sizes or not wanted:
                return None
            return any(close(sum(filter(None, sizes)), size) for size in wanted)

        return test

    def _shared(self, parts: Sequence[Thing]) -> bool | None:
        """Whether one side belongs to two triangles, or to the two that there are."""
        if any(part.sort != "line" for part in parts):
            return None
        polygons = [frozenset(each) for each in self._figure.diagram.polygons if len(each) == 3]
        outlines = polygons if len(polygons) > 1 else [frozenset(each) for each in self._figure.triangles]
        return all_of(sum(set(part.points) <= outline for outline in outlines) > 1 for part in parts)

    def _equal(self, parts: Sequence[Thing]) -> bool | None:
        if len(parts) < 2:
            return None
        return all_of(is_zero(self._figure.order(parts[0], part)) for part in parts[1:])

    def _parallel(self, parts: Sequence[Thing]) -> bool | None:
        return None if len(parts) < 2 else all_of(self._is_parallel(parts[0], part) for part in parts[1:])

    def _given(self, parts: Sequence[Thing]) -> bool | None:
        return all_of(self._is_given(part) for part in parts)

    def _is_given(self, part: Thing) -> bool | None:
        if part.expression is None:
            return None
        named = self._figure.scene.canonical(part.expression)
        if named in self._figure.scene.given:
            return True
        return False if self._figure.size(part) is not None and named not in self._figure.scene.deduction.definitions else None

    def _unknown(self, parts: Sequence[Thing]) -> bool | None:
        found = self._given(parts)
        return None if found is None else not found

    def _sought(self, parts: Sequence[Thing]) -> bool | None:
        goal = self._figure.scene.proof.goal if self._figure.scene.proof is not None else None
        if goal is None or len(parts) != 1 or parts[0].expression is None:
            return None
        return self._figure.scene.canonical(parts[0].expression) == self._figure.scene.canonical(goal)


def is_zero(order: int | None) -> bool | None:
    """Return whether an order says that two parts are equal; None where there is none."""
    return None if order is None else order == 0


def all_of(found: Iterable[bool | None]) -> bool | None:
    """Return whether all hold: False where one does not, None where one is open or there is none."""
    values = list(found)
    return False if False in values else None if None in values or not values else True


def any_of(found: Iterable[bool | None]) -> bool | None:
    """Return whether one holds; None where that is open."""
    values = list(found)
    return True if True in values else None if None in values or not values else False


def close(one: float, other: float) -> bool:
    """Whether two sizes are the same."""
    return abs(one - other) <= SAME * max(1.0, abs(one))
