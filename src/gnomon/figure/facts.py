"""The one table of facts: what each kind of fact says of the figure, as data with its function.

Reader, numeric model, measuring, drawing, prover and wording ask a `Fact` here what it means; only the proof checker keeps
a copy of its own, on purpose, so that a wrong entry here is found there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol

from gnomon.figure import fact_residuals as when
from gnomon.figure.elements import Element, parse_element
from gnomon.figure.measuring import sides

Points = tuple[str, ...]
Line = Callable[[str, str], Points]
"""The points of the drawn line through two points, in order; the two themselves without one."""


class Incidence(Protocol):
    """What lies on what in a figure."""

    @property
    def circles(self) -> Mapping[str, Sequence[str]]:
        """Points on the circle about a centre; at the first its radius is measured."""

    def line(self, first: str, second: str) -> Points:
        """Return the points of the drawn line through two points, in order."""


class Fact(NamedTuple):
    """A fact about named points, such as ``Fact("parallel", ("A", "B", "C", "D"))``."""

    kind: str
    """A key of `FACT_KINDS`."""
    points: Points
    """In the order that `FACT_KINDS` gives for the kind."""

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(self.points)})"

    @property
    def meaning(self) -> FactKind:
        """What a fact of this kind says."""
        return FACT_KINDS[self.kind]

    def canonical(self, line: Line) -> Fact:
        """Return the one form of the fact: ``parallel(A,B,C,D)`` and ``parallel(D,C,B,A)`` are the same."""
        arranged = self.meaning.arranged
        return Fact(self.kind, arranged(self.points, line)) if arranged else self

    def condition(self, figure: Incidence) -> tuple[Points, when.Residual]:
        """Return points and the function of their spots that is zero where the fact holds; no points where it asks nothing."""
        meaning = self.meaning
        if meaning.at_circle is None:
            return self.points, meaning.residual
        points, residual = meaning.at_circle(self.points, figure)
        return points, residual if points else when.nothing

    def elements(self) -> tuple[Element, ...]:
        """Return the parts of the figure that it is about."""
        named = (parse_element(self._filled(template)) for template in self.meaning.elements)
        return tuple(Element.of("triangle", *e.points) if e.kind == "polygon" and len(e.points) == 3 else e for e in named)

    def in_words(self) -> str:
        """Say it in a clause, such as ``M is the midpoint of AB``."""
        return self._filled(self.meaning.words)

    def in_symbols(self) -> str:
        """Write it as a step of a proof does, such as ``AB ∥ CD``; in words where there are no symbols."""
        return self._filled(self.meaning.symbols or self.meaning.words)

    def polygons(self) -> list[Points]:
        """Return the polygons that it names, corners in turn."""
        return [self._part(name) for name in self.meaning.polygons]

    def segments(self) -> Iterator[Points]:
        """Yield the segments that it names: what a problem speaks of counts as drawn."""
        yield from (side for corners in self.polygons() for side in sides(corners))
        yield from (tuple(self.points[i] for i in pair) for pair in self.meaning.joins)

    def straight(self) -> Points:
        """Return points that it puts on one line, in order; none for most kinds."""
        places = self.meaning.straight
        return self.points if places is None else tuple(self.points[i] for i in places)

    def implied(self) -> Iterator[Fact]:
        """Yield what it says by definition, in the words of other kinds."""
        for kind, places in self.meaning.says:
            yield Fact(kind, tuple(self.points[i] for i in places))
        if (special := dict(self.meaning.special).get(len(self.points))) is not None:
            yield Fact(special, self.points)

    def _part(self, name: str) -> Points:
        half = len(self.points) // 2
        return {"all": self.points, "first": self.points[:half], "second": self.points[half:], "rest": self.points[1:]}[name]

    def _filled(self, template: str) -> str:
        parts = {name: "".join(self._part(name)) for name in ("all", "first", "second", "rest")}
        return template.format(*self.points, listed=", ".join(self.points), start=self.points[0], end=self.points[-1], **parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactKind:
    """What a kind of fact means. In templates ``{0}`` is its first point and ``{all}`` all of them; see `Fact` for the rest."""

    points: str
    """What its points stand for, in order."""
    count: tuple[int, int]
    """Least and largest number of points."""
    residual: when.Residual
    """Numbers that are zero where it holds."""
    removes: Callable[[int], int]
    """Degrees of freedom that a figure loses by it, of the number of its points (no point of a circle being named): the
    number of independent residuals."""
    elements: tuple[str, ...]
    """The parts of the figure that it is about, as templates."""
    words: str
    """A clause, as a template."""
    symbols: str | None = None
    """What a step of a proof writes, as a template; None: the words."""
    arranged: Callable[[Points, Line], Points] | None = None
    """The order of its points among all that say the same; None: there is one only."""
    at_circle: Callable[[Points, Incidence], tuple[Points, when.Residual]] | None = None
    """For a fact about a circle: how it is measured where points on the circle are known."""
    centre: int | None = None
    """Which point is the centre of a circle that it is about."""
    polygons: tuple[str, ...] = ()
    """Which points are corners of a polygon: ``all``, ``first`` and ``second`` half."""
    joins: tuple[tuple[int, int], ...] = ()
    """Which points are the ends of a segment or line that it names."""
    straight: tuple[int, ...] | None = ()
    """Which points it puts on one line, in order; None: all."""
    says: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """What it says by definition: another kind with the places of its points."""
    special: tuple[tuple[int, str], ...] = ()
    """The kind that it is at a number of points, where it has another name there."""


def _two_lines(points: Points, line: Line) -> Points:
    """Each line by its ends, smaller first."""
    first, second = sorted(tuple(sorted((run[0], run[-1]))) for run in (line(*points[:2]), line(*points[2:])))
    return (*first, *second)


def _around(points: Points, _: Line) -> Points:
    start = points.index(min(points))
    forward = points[start:] + points[:start]
    return min(forward, (forward[0], *forward[:0:-1]))


def _centre_then_around(points: Points, line: Line) -> Points:
    return (points[0], *_around(points[1:], line))


def _matched(points: Points, _: Line) -> Points:
    """Either half first, the pairs of matching corners sorted."""
    half = len(points) // 2
    pairs = list(zip(points[:half], points[half:], strict=True))
    ways = [sorted(pairs), sorted((b, a) for a, b in pairs)]
    return min(tuple(p for p, _ in way) + tuple(q for _, q in way) for way in ways)


def _alike(*groups: tuple[int, int]) -> Callable[[Points, Line], Points]:
    """Sort each group of places (from, to): their points may change places."""

    def arranged(points: Points, _: Line) -> Points:
        found = list(points)
        for start, end in groups:
            found[start:end] = sorted(found[start:end])
        return tuple(found)

    return arranged


def _least_of(*orders: tuple[int, ...]) -> Callable[[Points, Line], Points]:
    return lambda points, _: min(tuple(points[i] for i in order) for order in orders)


def _bisector(points: Points, line: Line) -> Points:
    """Every ray by its point next to the vertex."""
    vertex, inner, *outer = points
    return (vertex, _ray_end(line, vertex, inner), *sorted(_ray_end(line, vertex, end) for end in outer))


def _ray_end(line: Line, vertex: str, through: str) -> str:
    on = line(vertex, through)
    if vertex not in on or through not in on:
        return through
    i, j = on.index(vertex), on.index(through)
    return on[i + 1] if j > i else on[i - 1]


def _on_circle(points: Points, figure: Incidence) -> tuple[Points, when.Residual]:
    point, centre = points
    rim, *_ = figure.circles.get(centre) or (point,)
    return ((centre, rim, point) if point != rim else ()), when.equally_far


def _tangent(points: Points, figure: Incidence) -> tuple[Points, when.Residual]:
    """At a named point of contact the radius is perpendicular: the distance alone would vanish there with its slope."""
    first, second, centre = points
    on = figure.circles.get(centre, ())
    contact = next((point for point in (first, second, *figure.line(first, second)) if point in on), None)
    if contact is not None:
        return (contact, centre, contact, first if contact != first else second), when.perpendicular
    return ((centre, on[0], first, second) if on else ()), when.touching


def _circumscribed(points: Points, figure: Incidence) -> tuple[Points, when.Residual]:
    centre, *corners = points
    on = figure.circles.get(centre, ())
    return ((centre, on[0], *corners), when.sides_touching) if on else (points, when.sides_equally_far)


_MOST = 99
"""Corners that a polygon may have at most."""


def _triangle_centre(residual: when.Residual, noun: str) -> FactKind:
    return FactKind(
        points="the centre, then the triangle",
        count=(4, 4),
        residual=residual,
        removes=lambda _: 2,
        elements=("polygon:{rest}",),
        words=f"{{0}} is the {noun} of triangle {{1}}{{2}}{{3}}",
        arranged=_alike((1, 4)),
    )


def _quadrilateral(
    noun: str,
    residual: when.Residual,
    removes: int,
    arranged: Callable[[Points, Line], Points] = _around,
    points: str = "",
) -> FactKind:
    return FactKind(
        points=f"four points in cyclic order{points}",
        count=(4, 4),
        residual=residual,
        removes=lambda _: removes,
        elements=("polygon:{all}",),
        words=f"{{all}} is {noun}",
        arranged=arranged,
        polygons=("all",),
    )


def _matching(residual: when.Residual, adjective: str, symbol: str, kept: int) -> FactKind:
    """Of two polygons of n corners each, congruent leaves the place of the second (3), similar its size too (4)."""
    return FactKind(
        points="the points of one polygon, then the matching points of the other",
        count=(6, _MOST),
        residual=residual,
        removes=lambda n: n - kept,
        elements=("polygon:{first}", "polygon:{second}"),
        words=f"{{first}} is {adjective} {{second}}",
        symbols=f"△{{first}} {symbol} △{{second}}",
        arranged=_matched,
        polygons=("first", "second"),
    )


_TURNED = _least_of((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
_PARALLEL_FIRST = ", first side parallel to the third"

FACT_KINDS: Mapping[str, FactKind] = MappingProxyType(
    {
        "collinear": FactKind(
            points="points in order along a straight line",
            count=(3, _MOST),
            residual=when.collinear,
            removes=lambda n: n - 2,
            elements=("line:{start}{end}",),
            words="{listed} on one line, in this order",
            arranged=lambda points, _: min(points, points[::-1]),
            straight=None,
        ),
        "on_circle": FactKind(
            points="a point, then the centre",
            count=(2, 2),
            residual=when.equally_far,
            removes=lambda _: 1,
            elements=("circle:{1}",),
            words="{0} on the circle with centre {1}",
            at_circle=_on_circle,
            centre=1,
        ),
        "parallel": FactKind(
            points="two points of one line, two of the other",
            count=(4, 4),
            residual=when.parallel,
            removes=lambda _: 1,
            elements=("line:{0}{1}", "line:{2}{3}"),
            words="{0}{1} is parallel to {2}{3}",
            symbols="{0}{1} ∥ {2}{3}",
            arranged=_two_lines,
            joins=((0, 1), (2, 3)),
        ),
        "perpendicular": FactKind(
            points="two points of one line, two of the other",
            count=(4, 4),
            residual=when.perpendicular,
            removes=lambda _: 1,
            elements=("line:{0}{1}", "line:{2}{3}"),
            words="{0}{1} is perpendicular to {2}{3}",
            arranged=_two_lines,
            joins=((0, 1), (2, 3)),
        ),
        "tangent": FactKind(
            points="two points of the line (the first one the point of contact where it is known), then the centre",
            count=(3, 3),
            residual=when.touching,
            removes=lambda _: 1,
            elements=("line:{0}{1}", "circle:{2}"),
            words="{0}{1} is tangent to circle {2}",
            at_circle=_tangent,
            centre=2,
            joins=((0, 1),),
        ),
        "diameter": FactKind(
            points="the two ends, then the centre",
            count=(3, 3),
            residual=when.diameter,
            removes=lambda _: 2,
            elements=("line:{0}{1}", "circle:{2}"),
            words="{0}{1} is a diameter of circle {2}",
            arranged=_alike((0, 2)),
            straight=(0, 2, 1),
        ),
        "midpoint": FactKind(
            points="the midpoint, then the two ends",
            count=(3, 3),
            residual=when.midpoint,
            removes=lambda _: 2,
            elements=("line:{1}{2}",),
            words="{0} is the midpoint of {1}{2}",
            arranged=_alike((1, 3)),
            straight=(1, 0, 2),
        ),
        "angle_bisector": FactKind(
            points="the ray's vertex, a further point of the ray, then the two outer points: BD bisects ABC is B, D, A, C",
            count=(4, 4),
            residual=when.angle_bisector,
            removes=lambda _: 1,
            elements=("line:{0}{1}", "angle:{2}{0}{3}"),
            words="{0}{1} bisects angle {2}{0}{3}",
            arranged=_bisector,
        ),
        "perpendicular_bisector": FactKind(
            points="two points of the bisector, then the two ends of the segment",
            count=(4, 4),
            residual=when.perpendicular_bisector,
            removes=lambda _: 2,
            elements=("line:{0}{1}", "line:{2}{3}"),
            words="{0}{1} is the perpendicular bisector of {2}{3}",
            arranged=_alike((0, 2), (2, 4)),
            says=(("perpendicular", (0, 1, 2, 3)),),
        ),
        "median": FactKind(
            points="the vertex, the foot, then the two ends of the side",
            count=(4, 4),
            residual=when.median,
            removes=lambda _: 2,
            elements=("line:{0}{1}", "line:{2}{3}"),
            words="{0}{1} is a median of triangle {0}{2}{3}",
            arranged=_alike((2, 4)),
            says=(("midpoint", (1, 2, 3)),),
        ),
        "altitude": FactKind(
            points="the vertex, the foot, then the two ends of the side",
            count=(4, 4),
            residual=when.altitude,
            removes=lambda _: 2,
            elements=("line:{0}{1}", "line:{2}{3}"),
            words="{0}{1} is an altitude of triangle {0}{2}{3}",
            arranged=_alike((2, 4)),
            says=(("perpendicular", (0, 1, 2, 3)),),
        ),
        "midsegment": FactKind(
            points="the two midpoints, then apex and the two ends of the third side",
            count=(5, 5),
            residual=when.midsegment,
            removes=lambda _: 4,
            elements=("line:{0}{1}", "triangle:{2}{3}{4}"),
            words="{0}{1} is a midsegment of triangle {2}{3}{4}",
            arranged=_least_of((0, 1, 2, 3, 4), (1, 0, 2, 4, 3)),
            says=(("midpoint", (0, 2, 3)), ("midpoint", (1, 2, 4))),
        ),
        "centroid": _triangle_centre(when.centroid, "centroid"),
        "incenter": _triangle_centre(when.incenter, "incentre"),
        "orthocenter": _triangle_centre(when.orthocenter, "orthocentre"),
        "isosceles": FactKind(
            points="the apex, then the two base points",
            count=(3, 3),
            residual=when.equally_far,
            removes=lambda _: 1,
            elements=("polygon:{all}",),
            words="triangle {all} is isosceles with apex {0}",
            arranged=_alike((1, 3)),
            polygons=("all",),
        ),
        "equilateral": FactKind(
            points="the three points",
            count=(3, 3),
            residual=when.equal_sides,
            removes=lambda _: 2,
            elements=("polygon:{all}",),
            words="triangle {all} is equilateral",
            symbols="{all} is equilateral",
            arranged=_alike((0, 3)),
            polygons=("all",),
        ),
        "congruent": _matching(when.congruent, "congruent to", "≅", kept=3),
        "similar": _matching(when.similar, "similar to", "~", kept=4),
        "parallelogram": _quadrilateral("a parallelogram", when.parallelogram, 2),
        "rectangle": _quadrilateral("a rectangle", when.rectangle, 3),
        "rhombus": _quadrilateral("a rhombus", when.rhombus, 3),
        "square": _quadrilateral("a square", when.square, 4),
        "kite": _quadrilateral(
            "a kite",
            when.kite,
            2,
            _least_of((0, 1, 2, 3), (0, 3, 2, 1), (2, 3, 0, 1), (2, 1, 0, 3)),
            ", the first and third on the axis",
        ),
        "trapezoid": _quadrilateral("a trapezoid", when.parallel, 1, _TURNED, _PARALLEL_FIRST),
        "isosceles_trapezoid": _quadrilateral("an isosceles trapezoid", when.isosceles_trapezoid, 2, _TURNED, _PARALLEL_FIRST),
        "regular_polygon": FactKind(
            points="points in cyclic order",
            count=(3, _MOST),
            residual=when.regular,
            removes=lambda n: 2 * n - 4,
            elements=("polygon:{all}",),
            words="{all} is a regular polygon",
            arranged=_around,
            polygons=("all",),
            special=((3, "equilateral"), (4, "square")),
        ),
        "inscribed": FactKind(
            points="the centre of the circle, then the polygon whose vertices lie on it",
            count=(4, _MOST),
            residual=when.equally_far,
            removes=lambda n: n - 2,
            elements=("circle:{0}", "polygon:{rest}"),
            words="{rest} is inscribed in circle {0}",
            arranged=_centre_then_around,
            centre=0,
        ),
        "circumscribed": FactKind(
            points="the centre of the circle, then the polygon whose sides touch it",
            count=(4, _MOST),
            residual=when.sides_equally_far,
            removes=lambda n: n - 2,
            elements=("circle:{0}", "polygon:{rest}"),
            words="{rest} is circumscribed about circle {0}",
            arranged=_centre_then_around,
            at_circle=_circumscribed,
            centre=0,
        ),
    }
)
"""Every kind of fact with its meaning."""
