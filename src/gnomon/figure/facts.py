"""The one table of facts: what each kind of fact says of the figure, as data with its function.

Reader, numeric model, measuring, drawing, prover and wording ask a `Fact` here what it means; only the proof checker keeps
a copy of its own, on purpose, so that a wrong entry here is found there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from gnomon.algebra import in_order
from gnomon.figure import fact_residuals as when
from gnomon.figure.elements import Element, parse_element
from gnomon.figure.measuring import sides

Points = tuple[str, ...]
Line = Callable[[str, str], Points]
"""The points of the drawn line through two points, in order; the two themselves without one."""


_AtCircle: TypeAlias = "Callable[[Points, Incidence], tuple[Points, when.Residual]] | None"


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

    def removes(self) -> int:
        """Return the degrees of freedom that it takes from a figure in which no point of its circle is named."""
        each, beyond = self.meaning.removes
        return each * len(self.points) + beyond

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

    def in_notation(self) -> str:
        """Write it as a teacher does in a file of problems, such as ``AB ⊥ CD``; in words where there is nothing shorter."""
        return self._filled(self.meaning.notation) if self.meaning.notation else self.in_symbols()

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
        return template.format(
            *self.points,
            listed=", ".join(self.points),
            apart=" ".join(self.points),
            start=self.points[0],
            end=self.points[-1],
            **parts,
        )


@dataclass(frozen=True, slots=True)
class FactKind:
    """What a kind of fact means. In templates ``{0}`` is its first point and ``{all}`` all of them; see `Fact` for the rest."""

    points: str
    """What its points stand for, in order."""
    count: tuple[int, int]
    """Least and largest number of points."""
    residual: when.Residual
    """Numbers that are zero where it holds."""
    removes: tuple[int, int]
    """Degrees of freedom that it takes from a figure: so many a point, and so many beyond them. It is the number of
    independent residuals."""
    words: str
    """A clause, as a template."""
    elements: tuple[str, ...] = ("polygon:{all}",)
    """The parts of the figure that it is about, as templates."""
    symbols: str | None = None
    """What a step of a proof writes, as a template; None: the words."""
    notation: str | None = None
    """What a file of problems writes, as a template; None: the symbols, or the words."""
    arranged: Callable[[Points, Line], Points] | None = None
    """The order of its points among all that say the same; None: there is one only."""
    at_circle: _AtCircle = None
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
    return in_order("polygon", points)


def _centre_then_around(points: Points, _: Line) -> Points:
    return (points[0], *in_order("polygon", points[1:]))


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
_TWO_LINES = ("line:{0}{1}", "line:{2}{3}")
_FOUR = "four points in cyclic order"
_PARALLEL_FIRST = "four points in cyclic order, first side parallel to the third"
_FOOT = "the vertex, the foot, then the two ends of the side"
_MATCHING = "the points of one polygon, then the matching points of the other"


def _triangle_centre(residual: when.Residual, noun: str) -> FactKind:
    words = f"{{0}} is the {noun} of triangle {{rest}}"
    return FactKind(
        "the centre, then the triangle", (4, 4), residual, (0, 2), words, ("polygon:{rest}",), arranged=_alike((1, 4))
    )


def _polygon(
    points: str, residual: when.Residual, removes: int, noun: str, arranged: Callable[[Points, Line], Points] = _around
) -> FactKind:
    words = f"{{all}} is {noun}"
    notation = f"{words} with {{0}}{{1}} ∥ {{2}}{{3}}" if points == _PARALLEL_FIRST else None
    return FactKind(points, (4, 4), residual, (0, removes), words, notation=notation, arranged=arranged, polygons=("all",))


def _matching(residual: when.Residual, removes: int, adjective: str, symbol: str) -> FactKind:
    words, symbols = f"{{first}} is {adjective} {{second}}", f"△{{first}} {symbol} △{{second}}"
    elements, parts = ("polygon:{first}", "polygon:{second}"), ("first", "second")
    return FactKind(
        _MATCHING,
        (6, _MOST),
        residual,
        (1, removes),
        words,
        elements,
        symbols=symbols,
        notation=f"{{first}} {symbol} {{second}}",
        arranged=_matched,
        polygons=parts,
    )


def _with_circle(points: str, residual: when.Residual, words: str, at_circle: _AtCircle = None) -> FactKind:
    elements = ("circle:{0}", "polygon:{rest}")
    return FactKind(
        points, (4, _MOST), residual, (1, -2), words, elements, arranged=_centre_then_around, at_circle=at_circle, centre=0
    )


_KITE = _least_of((0, 1, 2, 3), (0, 3, 2, 1), (2, 3, 0, 1), (2, 1, 0, 3))
_TURNED = _least_of((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))

FACT_KINDS: Mapping[str, FactKind] = MappingProxyType({
    "collinear": FactKind(
        "points in order along a straight line", (3, _MOST), when.collinear, (1, -2), "{listed} lie on one line, in this order",
        ("line:{start}{end}",), notation="line {apart}", arranged=lambda points, _: min(points, points[::-1]), straight=None,
    ),
    "on_circle": FactKind(
        "a point, then the centre", (2, 2), when.equally_far, (0, 1), "{0} lies on the circle with centre {1}",
        ("circle:{1}",), notation="{0} on circle {1}", at_circle=_on_circle, centre=1,
    ),
    "parallel": FactKind(
        "two points of one line, two of the other", (4, 4), when.parallel, (0, 1), "{0}{1} is parallel to {2}{3}",
        _TWO_LINES, symbols="{0}{1} ∥ {2}{3}", arranged=_two_lines, joins=((0, 1), (2, 3)),
    ),
    "perpendicular": FactKind(
        "two points of one line, two of the other", (4, 4), when.perpendicular, (0, 1), "{0}{1} is perpendicular to {2}{3}",
        _TWO_LINES, notation="{0}{1} ⊥ {2}{3}", arranged=_two_lines, joins=((0, 1), (2, 3)),
    ),
    "tangent": FactKind(
        "two points of the line (the first one the point of contact where it is known), then the centre", (3, 3),
        when.touching, (0, 1), "{0}{1} is tangent to circle {2}",
        ("line:{0}{1}", "circle:{2}"), at_circle=_tangent, centre=2, joins=((0, 1),),
    ),
    "diameter": FactKind(
        "the two ends, then the centre", (3, 3), when.diameter, (0, 2), "{0}{1} is a diameter of circle {2}",
        ("line:{0}{1}", "circle:{2}"), arranged=_alike((0, 2)), straight=(0, 2, 1),
    ),
    "midpoint": FactKind(
        "the midpoint, then the two ends", (3, 3), when.midpoint, (0, 2), "{0} is the midpoint of {1}{2}",
        ("line:{1}{2}",), arranged=_alike((1, 3)), straight=(1, 0, 2),
    ),
    "angle_bisector": FactKind(
        "the ray's vertex, a further point of the ray, then the two outer points: BD bisects ABC is B, D, A, C", (4, 4),
        when.angle_bisector, (0, 1), "{0}{1} bisects angle {2}{0}{3}", ("line:{0}{1}", "angle:{2}{0}{3}"), arranged=_bisector,
    ),
    "perpendicular_bisector": FactKind(
        "two points of the bisector, then the two ends of the segment", (4, 4), when.perpendicular_bisector, (0, 2),
        "{0}{1} is the perpendicular bisector of {2}{3}",
        _TWO_LINES, arranged=_alike((0, 2), (2, 4)), says=(("perpendicular", (0, 1, 2, 3)),),
    ),
    "median": FactKind(
        _FOOT, (4, 4), when.median, (0, 2), "{0}{1} is a median of triangle {0}{2}{3}",
        _TWO_LINES, arranged=_alike((2, 4)), says=(("midpoint", (1, 2, 3)),),
    ),
    "altitude": FactKind(
        _FOOT, (4, 4), when.altitude, (0, 2), "{0}{1} is an altitude of triangle {0}{2}{3}",
        _TWO_LINES, arranged=_alike((2, 4)), says=(("perpendicular", (0, 1, 2, 3)),),
    ),
    "midsegment": FactKind(
        "the two midpoints, then apex and the two ends of the third side", (5, 5), when.midsegment, (0, 4),
        "{0}{1} is a midsegment of triangle {2}{3}{4}", ("line:{0}{1}", "triangle:{2}{3}{4}"),
        arranged=_least_of((0, 1, 2, 3, 4), (1, 0, 2, 4, 3)), says=(("midpoint", (0, 2, 3)), ("midpoint", (1, 2, 4))),
    ),
    "centroid": _triangle_centre(when.centroid, "centroid"),
    "incenter": _triangle_centre(when.incenter, "incentre"),
    "orthocenter": _triangle_centre(when.orthocenter, "orthocentre"),
    "isosceles": FactKind(
        "the apex, then the two base points", (3, 3), when.equally_far, (0, 1), "triangle {all} is isosceles with apex {0}",
        arranged=_alike((1, 3)), polygons=("all",),
    ),
    "equilateral": FactKind(
        "the three points", (3, 3), when.equal_sides, (0, 2), "triangle {all} is equilateral",
        symbols="{all} is equilateral", arranged=_alike((0, 3)), polygons=("all",),
    ),
    "congruent": _matching(when.congruent, -3, "congruent to", "≅"),  # the second keeps its place and turn
    "similar": _matching(when.similar, -4, "similar to", "~"),  # and its size
    "parallelogram": _polygon(_FOUR, when.parallelogram, 2, "a parallelogram"),
    "rectangle": _polygon(_FOUR, when.rectangle, 3, "a rectangle"),
    "rhombus": _polygon(_FOUR, when.rhombus, 3, "a rhombus"),
    "square": _polygon(_FOUR, when.square, 4, "a square"),
    "kite": _polygon("four points in cyclic order, the first and third on the axis", when.kite, 2, "a kite", _KITE),
    "trapezoid": _polygon(_PARALLEL_FIRST, when.parallel, 1, "a trapezoid", _TURNED),
    "isosceles_trapezoid": _polygon(_PARALLEL_FIRST, when.isosceles_trapezoid, 2, "an isosceles trapezoid", _TURNED),
    "regular_polygon": FactKind(
        "points in cyclic order", (3, _MOST), when.regular, (2, -4), "{all} is a regular polygon",
        arranged=_around, polygons=("all",), special=((3, "equilateral"), (4, "square")),
    ),
    "inscribed": _with_circle(
        "the centre of the circle, then the polygon whose vertices lie on it", when.equally_far,
        "{rest} is inscribed in circle {0}",
    ),
    "circumscribed": _with_circle(
        "the centre of the circle, then the polygon whose sides touch it", when.sides_equally_far,
        "{rest} is circumscribed about circle {0}", _circumscribed,
    ),
})  # fmt: skip
"""Every kind of fact with its meaning."""
