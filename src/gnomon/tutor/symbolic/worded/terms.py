"""What a part of the figure is called: whether a term fits it, by its size, its place and what follows from the givens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from gnomon.packaged import packaged_yaml
from gnomon.tutor.symbolic.truth import SAME
from gnomon.tutor.symbolic.worded.pairs import Pairs
from gnomon.tutor.symbolic.worded.things import Figure, Thing

_TABLE: dict[str, dict[str, str]] = packaged_yaml(__package__, "terms.yaml")
_TERMS = {
    family: {term: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for term, words in terms.items()}
    for family, terms in _TABLE.items()
}
_RIGHT, _STRAIGHT = 90.0, 180.0
_QUADRILATERALS = {
    "parallelogram": {"parallelogram", "rectangle", "rhombus", "square"},
    "rectangle": {"rectangle", "square"},
    "rhombus": {"rhombus", "square"},
    "kite": {"kite", "rhombus", "square"},
    "square": {"square"},
    "trapezoid": {"trapezoid", "isosceles_trapezoid", "parallelogram", "rectangle", "rhombus", "square"},
}


def terms_in(text: str, family: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the terms of a family that words name, each place once, the longest reading first."""
    taken: list[tuple[int, int]] = []
    for term, pattern in _TERMS[family].items():
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                taken.append(match.span())
                yield match, term


class Terms(Pairs):
    """Says whether a term fits a part.

    Args:
        figure: of the problem.
    """

    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._line_tests: dict[str, Callable[[Thing], bool | None]] = {
            "hypotenuse": self._is_hypotenuse, "leg": self._is_leg, "radius": self._is_radius, "diameter": self._is_diameter,
            "chord": self._is_chord, "tangent": self._is_tangent, "secant": self._is_secant, "midsegment": self._is_midsegment,
            "median": self._is_median, "bisector": self._is_bisector, "diagonal": self._is_diagonal, "side": self._is_side,
            "base": self._is_base, "altitude": self._is_altitude,
        }  # fmt: skip

    def fits(self, term: str, thing: Thing, inside: Sequence[str] = ()) -> bool | None:
        """Return whether a term of a part fits it, ``inside`` a triangle if one is named; None where nobody can tell."""
        if term in {"hypotenuse", "leg"} and thing.sort == "line" and len(inside) == 3:
            return self._of_right_triangle(term, thing, inside)
        if thing.sort == "line":
            test = self._line_tests.get(term)
            return None if test is None else test(thing)
        if thing.sort == "angle":
            return self._of_angle(term, thing)
        if thing.sort == "figure":
            return self._of_figure(term, thing)
        if thing.sort == "point":
            return self._of_point(term, thing)
        return None

    # angles

    def _of_angle(self, term: str, angle: Thing) -> bool | None:
        if term in {"acute", "obtuse", "right_angle", "straight", "reflex"}:
            return self._of_size(term, angle)
        centre, on = angle.vertex, self._figure.diagram.circles
        ends = {self._figure.key(Thing("point", (end,))) for end in (angle.points[0], angle.points[2])}
        is_central = centre in on
        is_inscribed = any(centre in points and {angle.points[0], angle.points[2]} <= set(points) for points in on.values())
        if term in {"inscribed", "central"} and on and ends:
            return is_inscribed if term == "inscribed" else is_central
        is_corner = any(self._is_corner(angle, outline) for outline in self._figure.outlines)
        is_outside = any(self._is_exterior(angle, outline) for outline in self._figure.outlines)
        if term == "exterior":
            return True if is_outside else False if is_corner else None
        if term == "interior":
            return True if is_corner else None
        if term in {"base_angle", "apex"}:
            return self._of_isosceles(term, angle)
        return None

    def _of_size(self, term: str, angle: Thing) -> bool | None:
        if self._figure.diagram.is_between(angle.points[0], angle.vertex, angle.points[2]):
            return term == "straight"
        size, drawn = self._figure.size(angle), self._figure.drawn(angle)
        if size is None:
            size = drawn if drawn is not None and abs(drawn - _RIGHT) > 15 else None
        if size is None:
            return None
        is_right = abs(size - _RIGHT) <= SAME * _RIGHT
        is_straight = abs(size - _STRAIGHT) <= SAME * _STRAIGHT
        kinds = {
            "right_angle": is_right,
            "straight": is_straight,
            "acute": size < _RIGHT and not is_right,
            "reflex": size > _STRAIGHT,
        }
        return kinds.get(term, size > _RIGHT and not is_right and not is_straight)

    def _is_corner(self, angle: Thing, outline: Sequence[str]) -> bool:
        return any(self._figure.are_same(angle, corner) for corner in self._figure.corners(outline))

    def _is_exterior(self, angle: Thing, outline: Sequence[str]) -> bool:
        """Whether an angle is the neighbour of a corner, between a side and the other side drawn on."""
        vertex = angle.vertex
        if vertex not in outline:
            return False
        at = outline.index(vertex)
        before, after = outline[at - 1], outline[(at + 1) % len(outline)]
        for side, drawn_on in ((before, after), (after, before)):
            for one, other in ((angle.points[0], angle.points[2]), (angle.points[2], angle.points[0])):
                diagram = self._figure.diagram
                if diagram.ray(vertex, one) == diagram.ray(vertex, side) and diagram.is_between(other, vertex, drawn_on):
                    return True
        return False

    def _of_isosceles(self, term: str, angle: Thing) -> bool | None:
        found: list[bool] = []
        for triangle in self._figure.triangles:
            if angle.vertex not in triangle or not self._is_corner(angle, triangle):
                continue
            sides = {frozenset(side.points): side for side in self._figure.sides(triangle)}
            one, other = (point for point in triangle if point != angle.vertex)
            across, left, right = (sides[frozenset(pair)] for pair in ((one, other), (angle.vertex, one), (angle.vertex, other)))
            if self._figure.order(left, right) == 0:
                found.append(term == "apex")
            elif 0 in {self._figure.order(left, across), self._figure.order(right, across)}:
                found.append(term == "base_angle")
        return None if not found else any(found)

    # lines

    def _of_right_triangle(self, term: str, line: Thing, triangle: Sequence[str]) -> bool | None:
        corners = [corner for each, corner in self._right_triangles() if set(each) == set(triangle)]
        if not corners or not set(line.points) <= set(triangle):
            return None
        return (corners[0] in line.points) is (term == "leg")

    @cached_property
    def _right_corners(self) -> list[tuple[str, str, str]]:
        found = [angle.points for angle in self._figure.scene.right_angles]
        return [(points[0], points[1], points[2]) for points in found]

    def _right_triangles(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the triangles with a right angle, and where it is."""
        for triangle in self._figure.triangles:
            for corner in self._figure.corners(triangle):
                size = self._figure.size(corner)
                if size is not None and abs(size - _RIGHT) <= SAME * _RIGHT:
                    yield triangle, corner.vertex

    def _is_hypotenuse(self, line: Thing) -> bool | None:
        ends = set(line.points)
        triangles = [(triangle, corner) for triangle, corner in self._right_triangles() if ends <= set(triangle)]
        return any(corner not in ends for _, corner in triangles) if triangles else None

    def is_leg_or_hypotenuse(self, term: str, line: Thing) -> bool | None:
        """Return which of the two a side is in right triangles; None where it is one here and the other there."""
        ends = set(line.points)
        legs = {corner in ends for triangle, corner in self._right_triangles() if ends <= set(triangle)}
        return (term == "leg") is legs.pop() if len(legs) == 1 else None

    def _is_leg(self, line: Thing) -> bool | None:
        ends = set(line.points)
        for points in self._figure.facts_of("trapezoid", "isosceles_trapezoid"):
            sides = self._figure.sides(points)
            parallel = [side for side in sides if self._is_parallel_among(side, sides)]
            if ends in [set(side.points) for side in sides]:
                return ends not in [set(side.points) for side in parallel]
        triangles = [(triangle, corner) for triangle, corner in self._right_triangles() if ends <= set(triangle)]
        if triangles:
            return any(corner in ends for _, corner in triangles)
        base = self._is_base(line)
        return None if base is None else not base

    def _is_parallel_among(self, side: Thing, sides: Sequence[Thing]) -> bool:
        diagram = self._figure.diagram
        return any(side != other and diagram.are_parallel(*side.points, *other.points) for other in sides)

    def _is_radius(self, line: Thing) -> bool | None:
        if not self._figure.diagram.circles:
            return None
        return self._figure.scene.runs_as(line.expression, "radius")  # type: ignore[arg-type]

    def _is_diameter(self, line: Thing) -> bool | None:
        if not self._figure.diagram.circles:
            return None
        return self._figure.scene.runs_as(line.expression, "diameter")  # type: ignore[arg-type]

    def _is_chord(self, line: Thing) -> bool | None:
        if not self._figure.diagram.circles:
            return None
        return any(set(line.points) <= set(on) for on in self._figure.diagram.circles.values())

    def _touches(self, line: Thing) -> bool:
        facts = self._figure.facts_of("tangent")
        return any(all(self._figure.is_on_line(end, Thing("line", points[:2])) for end in line.points) for points in facts)

    def _is_tangent(self, line: Thing) -> bool | None:
        if not self._figure.diagram.circles:
            return None
        if self._touches(line):
            return True
        through = self._figure.diagram.line(*line.points)
        is_cutting = any(len(set(through) & set(on)) > 1 for on in self._figure.diagram.circles.values())
        return False if is_cutting or self._is_radius(line) else None

    def _is_secant(self, line: Thing) -> bool | None:
        if not self._figure.diagram.circles:
            return None
        through = self._figure.diagram.line(*line.points)
        for on in self._figure.diagram.circles.values():
            cut = set(through) & set(on)
            if len(cut) > 1:
                return set(through) != cut or None
        return False if self._touches(line) else None

    def _is_midsegment(self, line: Thing) -> bool | None:
        midpoints = self._figure.facts_of("midpoint")
        if not midpoints:
            return None
        middles = {points[0] for points in midpoints}
        if set(line.points) <= middles:
            return True
        return None if set(line.points) & middles else False

    def _is_median(self, line: Thing) -> bool | None:
        midpoints = self._figure.facts_of("midpoint")
        for middle, one, other in midpoints:
            for end, apex in (line.points, line.points[::-1]):
                if end == middle and frozenset((apex, one, other)) in map(frozenset, self._figure.triangles):
                    return True
        return None

    def _is_bisector(self, line: Thing) -> bool | None:
        found = [
            points
            for points in self._figure.facts_of("angle_bisector")
            if all(self._figure.is_on_line(end, Thing("line", points[:2])) for end in line.points)
        ]
        if found:
            return True
        for vertex in line.points:
            other = next(point for point in line.points if point != vertex)
            sides = [angle for angle in self._figure.at_vertex(vertex) if other in {angle.points[0], angle.points[2]}]
            for one in sides:
                for two in sides:
                    if one != two and self._figure.order(one, two) == 0 and not self._figure.are_same(one, two):
                        return True
        return None

    def _is_altitude(self, line: Thing) -> bool | None:
        for a, vertex, b in self._right_corners:
            foot = self._figure.diagram.line(a, vertex)
            across = self._figure.diagram.line(b, vertex)
            for one, two in ((foot, across), (across, foot)):
                if set(line.points) <= set(one) and vertex in line.points and len(two) > 1:
                    return True
        return None

    def _is_diagonal(self, line: Thing) -> bool | None:
        polygons = [outline for outline in self._figure.diagram.polygons if len(outline) > 3 and set(line.points) <= set(outline)]
        if not polygons:
            return None
        return any(set(line.points) not in [set(side.points) for side in self._figure.sides(outline)] for outline in polygons)

    def _is_side(self, line: Thing) -> bool | None:
        outlines = [outline for outline in self._figure.outlines if set(line.points) <= set(outline)]
        return True if outlines else None

    def _is_base(self, line: Thing) -> bool | None:
        for points in self._figure.facts_of("trapezoid", "isosceles_trapezoid"):
            leg = [side for side in self._figure.sides(points) if set(side.points) == set(line.points)]
            if leg:
                return self._is_parallel_among(leg[0], self._figure.sides(points))
        found: list[bool] = []
        for triangle in self._figure.triangles:
            if not set(line.points) <= set(triangle):
                continue
            apex = next(point for point in triangle if point not in line.points)
            legs = [Thing("line", (apex, end)) for end in line.points]
            if self._figure.order(*legs) == 0:
                found.append(True)
            elif any(self._figure.order(line, leg) == 0 for leg in legs):
                found.append(False)
        return None if not found else any(found)

    # figures and points

    def _of_figure(self, term: str, thing: Thing) -> bool | None:
        if len(thing.points) == 3:
            return self._of_triangle(term, thing)
        kinds = {fact.kind for fact in self._figure.facts if set(fact.points) == set(thing.points)}
        if term in _QUADRILATERALS and len(thing.points) == 4:
            if kinds & _QUADRILATERALS[term]:
                return True
            return False if self._is_drawn_otherwise(term, thing) else None
        return None

    def _is_drawn_otherwise(self, term: str, thing: Thing) -> bool:
        """Whether the figure shows plainly that a quadrilateral is not of a kind."""
        corners = self._figure.polygon(thing.points)
        sides = self._figure.sides(corners)
        order = self._figure.order
        neighbours = [order(sides[i], sides[(i + 1) % 4]) for i in range(4)]
        facing = [order(sides[i], sides[i + 2]) for i in range(2)]
        angles = [self._of_size("right_angle", angle) for angle in self._figure.corners(corners)]
        if term == "kite":
            return not ({neighbours[0], neighbours[2]} & {0, None} and {neighbours[0], neighbours[2]} <= {0, None}) and not (
                {neighbours[1], neighbours[3]} <= {0, None}
            )
        tests = {"parallelogram": any(each in {1, -1} for each in facing), "rectangle": False in angles,
                 "rhombus": any(each in {1, -1} for each in neighbours),
                 "square": False in angles or any(each in {1, -1} for each in neighbours)}  # fmt: skip
        return tests.get(term, False)

    def _of_triangle(self, term: str, thing: Thing) -> bool | None:
        pairs = [self._figure.order(*pair) for pair in self._figure.pairs(self._figure.sides(thing.points))]
        angles = [self._of_size("right_angle", corner) for corner in self._figure.corners(thing.points)]
        if term == "right_triangle":
            return True if True in angles else False if None not in angles else None
        if term == "equilateral":
            return True if pairs.count(0) > 1 else False if 1 in pairs or -1 in pairs else None
        if term == "isosceles":
            return True if 0 in pairs else None if None in pairs else False
        if term == "scalene":
            return False if 0 in pairs else None if None in pairs else True
        if term in {"acute", "obtuse"}:
            sizes = [self._of_size("obtuse", corner) for corner in self._figure.corners(thing.points)]
            if term == "obtuse":
                return True if True in sizes else None if None in sizes else False
            return None if None in sizes or None in angles else not (True in sizes or True in angles)
        return None

    def _of_point(self, term: str, thing: Thing) -> bool | None:
        point = thing.points[0]
        if term == "centre":
            return point in self._figure.diagram.circles if self._figure.diagram.circles else None
        if term == "midpoint":
            return True if any(points[0] == point for points in self._figure.facts_of("midpoint")) else None
        return None
