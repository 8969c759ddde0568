"""Words of two angles, and whether they fit them: vertical, alternate, corresponding, supplementary."""

from __future__ import annotations

from gnomon.problem import Operation
from gnomon.tutor.symbolic.truth import SAME
from gnomon.tutor.symbolic.worded.things import Figure, Thing

_STRAIGHT, _RIGHT = 180.0, 90.0


class Pairs:
    """Judges terms of pairs.

    Args:
        figure: of the problem.
    """

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def fits_pair(self, term: str, one: Thing, other: Thing) -> bool | None:
        """Return whether a term of two angles fits them; None where nobody can tell."""
        if one.sort != "angle" or other.sort != "angle":
            return None
        if term in {"supplementary", "complementary"}:
            sizes = self._figure.drawn(one), self._figure.drawn(other)
            total = _STRAIGHT if term == "supplementary" else _RIGHT
            fixed = self._sum(one, other)
            if fixed is not None:
                return abs(fixed - total) <= SAME * total
            return False if None not in sizes and abs(sum(filter(None, sizes)) - total) > 15 else None
        if term in {"vertical", "linear_pair"}:
            found = self._at_crossing(one, other)
            return (
                found == term
                if one.vertex == other.vertex
                else (False if term == "linear_pair" or not self._face(one, other) else None)
            )
        return self._at_parallels(term, one, other)

    def _face(self, one: Thing, other: Thing) -> bool:
        """Whether two angles are those at opposite corners of a quadrilateral."""
        for outline in self._figure.diagram.polygons:
            if len(outline) == 4 and one.vertex in outline and other.vertex in outline:
                return abs(outline.index(one.vertex) - outline.index(other.vertex)) == 2
        return False

    def _sum(self, one: Thing, other: Thing) -> float | None:
        sizes = self._figure.size(one), self._figure.size(other)
        if sizes[0] is not None and sizes[1] is not None:
            return sizes[0] + sizes[1]
        first, second = one.expression, other.expression
        canonical = self._figure.scene.canonical
        return (
            None
            if first is None or second is None
            else self._figure.scene.truth(Operation("+", (canonical(first), canonical(second))))
        )

    def _at_crossing(self, one: Thing, other: Thing) -> str | None:
        """Return how two angles at one point lie: ``vertical`` or ``linear_pair``; None: otherwise."""
        is_between = self._figure.diagram.is_between
        vertex, first, second = one.vertex, (one.points[0], one.points[2]), (other.points[0], other.points[2])
        for a, b in (second, second[::-1]):
            if is_between(first[0], vertex, a) and is_between(first[1], vertex, b):
                return "vertical"
            for c, d in (first, first[::-1]):
                is_common = self._figure.diagram.ray(vertex, c) == self._figure.diagram.ray(vertex, a)
                if is_common and is_between(d, vertex, b):
                    return "linear_pair"
        return None

    def _at_parallels(self, term: str, one: Thing, other: Thing) -> bool | None:
        """Return whether two angles at a line across two parallels are ``alternate``, ``corresponding`` or ``cointerior``."""
        diagram = self._figure.diagram
        v, w = one.vertex, other.vertex
        if v == w or not self._figure.facts_of("parallel", "parallelogram", "trapezoid", "rectangle", "rhombus", "square"):
            return False if v == w else None
        found = set()
        for a, b in ((one.points[0], one.points[2]), (one.points[2], one.points[0])):
            for c, d in ((other.points[0], other.points[2]), (other.points[2], other.points[0])):
                across = set(diagram.line(v, w))
                if not {a, c} <= across or not diagram.are_parallel(v, b, w, d):
                    continue
                is_toward = [not diagram.is_between(a, v, w), not diagram.is_between(c, w, v)]
                is_same_side = diagram.side(v, w, b) == diagram.side(v, w, d)
                if all(is_toward):
                    found.add("cointerior" if is_same_side else "alternate")
                elif any(is_toward):
                    found.add("corresponding" if is_same_side else "other")
                else:
                    found.add("other" if is_same_side else "alternate")
        return term in found if found else None
