"""What a text has named so far: polygons, circles, the lines through each point, what was spoken of last.

A phrase such as "the circle", "angle B" or "it" gets its meaning here. Where several things fit, `Ambiguous` carries all.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction

from gnomon.figure import sides
from gnomon.problem.terms import Term, parse_literal
from gnomon.problem.words.relations import SHADED, UNNAMED, Relations, UnknownError
from gnomon.problem.words.scene import Scene
from gnomon.problem.words.value import Value

_CENTER = "O"
"""What a centre is called where nothing else is said."""


class Ambiguous(Exception):  # noqa: N818  # no error: it becomes a question
    """A phrase that may stand for several things."""

    def __init__(self, options: Sequence[Value]) -> None:
        super().__init__(", ".join(option.text for option in options))
        self.options = tuple(options)


class Context:
    """What has been named, in order.

    Args:
        segments: the names of two points in the whole text.
        points: all points of the text and the figure.
        drawn: the lines of the figure, all points of each in order.
        has_several_circles: whether the text speaks of several circles, so that one without a name may be any of them.
    """

    def __init__(
        self,
        segments: Collection[tuple[str, ...]] = (),
        points: Collection[str] = (),
        drawn: Collection[Sequence[str]] = (),
        *,
        has_several_circles: bool = False,
    ) -> None:
        self._has_several_circles = has_several_circles
        self.scene = Scene()
        self.outer = ""
        """The point outside a circle that tangents and secants are drawn from."""
        self.concentric = ""
        """The centre that two circles share."""
        self._radii: dict[str, float] = {}
        """Radii that the text gives, by the literal of the circle."""
        self._same: list[tuple[frozenset[str], frozenset[str]]] = []
        """Segments that the text says are equal."""
        self._coordinates: dict[str, tuple[Fraction, Fraction]] = {}
        """Points with the coordinates that the text gives them."""
        self._sized: list[frozenset[str]] = []
        """Segments that the text gives the length of."""
        self.called: dict[str, list[Value]] = {}
        """Things by the nouns that they were called by: "the ladder AB"."""
        self._drawn = tuple(map(tuple, drawn))
        self._segments = frozenset(map(frozenset, segments))
        self._points = tuple(sorted(points))
        self.polygons: list[Value] = []
        self.circles: list[Value] = []
        self.lines: list[tuple[str, ...]] = []
        """Points of each line that was named, in order where it is known."""
        self.subject: tuple[Value, ...] = ()
        """What the last clause was about."""
        self.circle_said: Value | None = None
        """The circle that was spoken of last."""
        self._ratio: dict[Value, float] = {}
        """Things in a ratio, each with its share."""
        self.sectors: list[Value] = []
        self.shaded: Value | None = None
        """The area of what the text calls shaded."""
        self.is_broken = False
        """Whether words before, in the same sentence, were not read: then nothing is left to be understood."""
        self.right: list[tuple[str, ...]] = []
        """The right angles that the text states."""
        self.legs: list[tuple[str, ...]] = []
        """The sides that the text calls legs."""
        self.equal: list[Value] = []
        """Polygons with sides of one length."""
        self.spoken: tuple[Value, ...] = ()
        """The lines that the last clause speaks of."""
        self.arcs: list[Value] = []
        self.points_said: tuple[Value, ...] = ()
        """The points of the last clause that named any."""
        self.pair: tuple[Value, ...] = ()
        """The two lines of the last clause that was about two: the former and the latter."""
        self.relations = Relations()
        self.center = UNNAMED
        """The centre of the circle that was spoken of before its centre had a name."""

    def note(self, value: Value) -> None:
        """Remember a thing."""
        if value.kind == "polygon" and all(set(value.points) != set(known.points) for known in self.polygons):
            self.polygons.append(value)
        if value.kind == "polygon":
            self.lines += [side for side in sides(value.points) if not self._is_known(side)]
        if value.kind == "arc" and value not in self.arcs:
            self.arcs.append(value)
        if value.kind == "sector" and value not in self.sectors:
            self.sectors.append(value)
        if value.kind == "circle":
            self.circle_said = value
            self.circles += [value] if value not in self.circles else []
        if value.kind == "line" and len(value.points) == 2 and not self._is_known(value.points):
            self.lines.append(value.points)

    def call(self, noun: str, value: Value) -> None:
        """Remember what a thing was called."""
        known = self.called.setdefault(noun, [])
        if value not in known:
            known.append(value)

    def remember(self, fact: Term) -> None:
        """Remember what a fact says of lines, right angles and sizes."""
        self.relations.remember(fact)
        first, second = (*fact.arguments, "")[:2]
        if fact.name == "Equals" and isinstance(first, Term) and isinstance(first.arguments[0], Term):
            self._remember_size(first.name, first.arguments[0], str(second))
        if fact.name == "PointLiesOnLine" and isinstance(second, Term) and len(second.arguments) == 2:
            self.put_on(str(first), tuple(map(str, second.arguments)))
        if fact.name == "IsLegOf" and isinstance(first, Term):
            self.legs.append(tuple(map(str, first.arguments)))
        if fact.name == "Equals" and str(second) == "90" and isinstance(first, Term) and first.name == "MeasureOf":
            first = first.arguments[0]
        elif fact.name != "RightAngle":
            return
        if isinstance(first, Term) and first.name == "Angle" and len(first.arguments) == 3:
            self.right.append(tuple(map(str, first.arguments)))

    def _remember_size(self, kind: str, thing: Term, size: str) -> None:
        other = parse_literal(size).term if size.startswith("LengthOf(Line(") else ""
        if kind == "LengthOf" and thing.name == "Line" and isinstance(other, Term) and isinstance(other.arguments[0], Term):
            self._same.append((frozenset(map(str, thing.arguments)), frozenset(map(str, other.arguments[0].arguments))))
        elif kind == "LengthOf" and thing.name == "Line":
            self._sized.append(frozenset(map(str, thing.arguments)))
        if kind == "RadiusOf":
            with suppress(ValueError):  # a radius that is a letter has no place in an order of sizes
                self._radii[str(thing)] = float(size)

    def drawfrom(self, point: str) -> list[str]:
        """Remember the point outside a circle that lines are drawn from; no fact."""
        self.outer = point
        return self.scene.start(point)

    def sharecenter(self, point: str) -> list[str]:
        """Remember the centre that two circles share; no fact."""
        self.concentric = point
        return []

    def forget(self) -> list[str]:
        """Forget what the last clause was about: after "the sides are" nothing is left to be understood; no fact."""
        self.subject, self.spoken = (), ()
        return []

    def place(self, point: str, pair: str) -> list[str]:
        """Put a point at its coordinates; the facts are its distances from those that have some, which no unit changes."""
        x, y = (Fraction(part) for part in pair.split(","))
        facts = []
        for other, (left, low) in self._coordinates.items():
            square = (x - left) ** 2 + (y - low) ** 2
            facts.append(f"Equals(LengthOf(Line({other}, {point})), {_root(square)})")
        self._coordinates[point] = x, y
        return facts

    def way(self) -> Value:
        """Return the line from the beginning to the end of a way."""
        ends = self.scene.way()
        return Value("line", f"Line({','.join(ends)})", ends)

    def here(self) -> Value:
        """Return where the way has come to."""
        point = self.scene.here()
        return Value("point", point, (point,))

    def outer_point(self) -> Value:
        """Return the point that tangents and secants are drawn from."""
        return _only([Value("point", self.outer, (self.outer,))] if self.outer else [], "point outside a circle")

    def common_center(self) -> Value:
        """Return the centre that two circles share."""
        return _only([Value("point", self.concentric, (self.concentric,))] if self.concentric else [], "common centre")

    def of_two_circles(self, at: int) -> Value:
        """Return the first or the second of the two circles."""
        if len(self.circles) > 2 or self.concentric:
            raise UnknownError("the text names no two circles")
        return _only(self.circles[at : at + 1], "pair of circles")

    def other_circle(self) -> Value:
        """Return the one of two circles that was not spoken of last."""
        if len(self.circles) != 2 or self.concentric:
            raise UnknownError("the text names no two circles")
        return _only([circle for circle in self.circles if circle != self.circle_said], "other circle")

    def share(self, thing: str, share: str) -> list[str]:
        """Remember the share of a thing in a ratio; no fact."""
        term = parse_literal(thing).term
        assert isinstance(term, Term), "what is in a ratio has a size"
        with suppress(ValueError):  # a share that is a letter has no place in an order of sizes
            self._ratio[Value(term.name.lower(), thing, tuple(map(str, term.arguments)))] = float(share)
        return []

    def of_ratio(self, best: Callable[[Iterable[float]], float]) -> Value:
        """Return the thing with the largest or the smallest share in a ratio."""
        sought = best(self._ratio.values()) if self._ratio else None
        return _only([thing for thing, share in self._ratio.items() if share == sought], "ratio")

    def circle_by_size(self, *, is_larger: bool) -> Value:
        """Return the larger or the smaller of two circles with given radii."""
        radii = [self._radii.get(circle.text) for circle in self.circles]
        first, last = (*radii, None, None)[:2]
        if len(radii) != 2 or first is None or last is None or first == last:
            raise UnknownError("the text does not say which circle is larger")
        return self.circles[(first > last) != is_larger]

    def sized_side(self, at: int) -> Value:
        """Return one of the segments whose length the text gives, counted from the last."""
        known = list(dict.fromkeys(self._sized))
        if len(known) < -at:
            raise UnknownError("the text gives no two lengths")
        return _line(known[at])

    def last_point(self) -> Value:
        """Return the point that was named last."""
        return _only(self.points_said[-1:], "point")

    def arc(self) -> Value:
        """Return the one arc that the text has named."""
        return _only(self.arcs, "arc")

    def apex(self) -> Value:
        """Return the corner between the two sides of the triangle that the text says are equal."""
        corners = self.polygon(3).points
        found = {tuple(one & other) for one, other in self._same if one | other == set(corners) and len(one & other) == 1}
        return _only([Value("point", point, (point,)) for (point,) in found], "corner between equal sides")

    def parallels(self) -> tuple[Value, ...]:
        """Return the two lines that the text says are parallel."""
        return tuple(map(_line, self.relations.parallels()))

    def slant_sides(self) -> tuple[Value, ...]:
        """Return the sides of the trapezoid that are not parallel."""
        return tuple(map(_line, self.relations.slanting(tuple(sides(self.polygon(4).points)))))

    def two_spoken(self) -> tuple[Value, ...]:
        """Return the two lines that the last clause speaks of."""
        if len(self.spoken) != 2:
            raise UnknownError("the clause before is not about two lines")
        return self.spoken

    def two_lines(self) -> tuple[Value, ...]:
        """Return the lines that the last clause was about, or else the last two that one was about."""
        found = self.subject if len(self.subject) > 1 else self.pair
        if len(found) < 2 or any(value.kind != "line" for value in found):
            raise UnknownError("no clause before is about two lines")
        return found

    def other_diagonal(self) -> Value:
        """Return the diagonal of the quadrilateral that the text has not named."""
        corners = self.polygon(4).points
        known = set(map(frozenset, self.lines))
        return _only(
            [line for line in map(_line, (corners[::2], corners[1::2])) if frozenset(line.points) not in known], "diagonal"
        )

    def remaining_angle(self) -> Value:
        """Return the one angle of the polygon whose size the text does not give."""
        polygon = self.polygon()
        around = [(polygon.points[at - 2], polygon.points[at - 1], corner) for at, corner in enumerate(polygon.points)]
        given = {frozenset(angle) for angle in self.relations.sized_angles}
        found = [Value("angle", f"Angle({','.join(angle)})", angle) for angle in around if frozenset(angle) not in given]
        return _only(found if len(given) == len(around) - 1 else [], "angle left over")

    def correspond(self, one: str, other: str) -> list[str]:
        """Check that sides of two similar triangles are in the same place of both; no fact."""
        pair = [parse_literal(side).term for side in (one, other)]
        self.relations.check_corresponding(*(tuple(map(str, side.arguments)) for side in pair if isinstance(side, Term)))
        return []

    def third_side(self) -> Value:
        """Return the side of the triangle whose length the text does not give, where it gives the two others."""
        edges = sides(self.polygon(3).points)
        return _only([Value("line", f"Line({','.join(e)})", e) for e in edges if frozenset(e) not in self._sized], "third side")

    def name_center(self, point: str, circle: str) -> None:
        """Give the circle that had no name its centre."""
        unnamed = f"Circle({UNNAMED})"
        if circle == unnamed and self.center in {UNNAMED, point}:
            self.center = point
            self.circles = [value for value in self.circles if value.text not in {unnamed, f"Circle({point})"}]
            self.circles.append(Value("circle", f"Circle({point})", (point,)))
        elif circle != f"Circle({point})":
            raise UnknownError(f"{circle} has another centre")

    def with_center(self, fact: str) -> str:
        """Return a fact with the centre that the circle has got while it was spoken of: "AOB is a diameter of a circle"."""
        return fact if self.center == UNNAMED else fact.replace(f"Circle({UNNAMED})", f"Circle({self.center})")

    def last(self) -> Value:
        """Return the polygon or circle that was named last."""
        known = [*self.polygons, *self.circles]
        if len(known) > 1 and self.polygons and self.circles:
            raise Ambiguous((self.polygons[-1], self.circles[-1]))
        return _only(known, "polygon or circle")

    def sector(self) -> Value:
        """Return the one sector; that of the only three points, where one of them is O."""
        known = list(self.sectors)
        if not known and len(self._points) == 3 and _CENTER in self._points:  # no other sector can be meant
            first, last = (point for point in self._points if point != _CENTER)
            known = [Value("sector", f"Sector({first},{_CENTER},{last})", (first, _CENTER, last))]
        return _only(known, "sector")

    def long_side(self) -> Value:
        """Return the longer side of the rectangle: any of two neighbours."""
        edges = [Value("line", f"Line({','.join(e)})", e) for e in sides(self.polygon(4).points)]
        return _only(edges[:2], "rectangle")

    def drawn_triangles(self) -> tuple[Value, ...]:
        """Return the triangles of the figure, where none is a part of another."""
        found = []
        for corners in itertools.combinations(self._points, 3):
            edges = [line for pair in itertools.combinations(corners, 2) for line in self._drawn if set(pair) <= set(line)]
            if len(edges) == 3 and not any(set(corners) <= set(line) for line in edges):
                found.append(corners)
                if any(len(line) > 2 for line in edges):  # a point on a side may make triangles of it
                    raise UnknownError("the triangles of the figure may be parts of each other")
        if not found:
            raise UnknownError("the figure shows no triangle")
        return tuple(Value("polygon", f"Triangle({','.join(corners)})", corners) for corners in found)

    def drawn_inside(self, angle: Sequence[str]) -> tuple[str, str]:
        """Return the points of the two lines of the figure that end at a vertex besides the arms of its angle."""
        first, vertex, last = angle
        rays = {line[::-1] if line[-1] == vertex else line for line in self._drawn if vertex in {line[0], line[-1]}}
        others = [ray for ray in rays if first not in ray and last not in ray]
        through = any(vertex in line[1:-1] for line in self._drawn)
        if through or len(rays) != 4 or len(others) != 2:
            raise UnknownError(f"the figure shows no two lines inside the angle at {vertex}")
        one, other = sorted(ray[-1] for ray in others)
        return one, other

    def shaded_area(self) -> Value:
        """Return the area of what is shaded; where the text does not say what, the figure shows it."""
        return self.shaded or Value("quantity", f"AreaOf({SHADED})")

    def hypotenuse(self) -> Value:
        """Return the side opposite to the one right angle."""
        between = [tuple(sorted(set(one) ^ set(other))) for one, other in itertools.combinations(self.legs, 2)]
        found = [*((first, last) for first, _, last in self.right), *(pair for pair in between if len(pair) == 2)]
        ends = {frozenset(pair): pair for pair in found}
        return _only([Value("line", f"Line({first},{last})", (first, last)) for first, last in ends.values()], "right angle")

    def centers(self) -> Value:
        """Return the line between the centres of the two circles."""
        names = [circle.points[0] for circle in self.circles]
        if len(names) != 2:
            raise UnknownError("the text names no two circles")
        return Value("line", f"Line({','.join(names)})", tuple(names))

    def of_pair(self, at: int) -> Value:
        """Return the former or the latter of two lines."""
        return _only(self.pair[at : at + 1], "pair of lines")

    def of_two_polygons(self, at: int) -> Value:
        """Return the first or the second of the two polygons."""
        if len(self.polygons) > 2:
            raise UnknownError("the text names more than two polygons")
        return _only(self.polygons[at : at + 1], "pair of polygons")

    def equal_sided(self) -> Value:
        """Return the one polygon with sides of one length."""
        return _only(list(dict.fromkeys(self.equal)), "polygon with equal sides")

    def put_on(self, point: str, line: Sequence[str]) -> None:
        """Remember that a point lies between the ends of a line."""
        self.lines = [known for known in self.lines if set(known) != set(line)]
        self.lines.append((line[0], point, *line[1:]))

    def _is_known(self, line: Iterable[str]) -> bool:
        return any(set(line) <= set(known) for known in self.lines)

    def polygon(self, corners: int | None = None) -> Value:
        """Return the one polygon, of so many corners, that the text has named."""
        known = [p for p in self.polygons if corners is None or len(p.points) == corners]
        if not known and corners == 3 and len(self._points) == 3:  # no other triangle can be meant
            known = [Value("polygon", f"Triangle({','.join(self._points)})", self._points)]
        return _only(known, "polygon")

    def only_circle(self) -> Value | None:
        """Return the circle of a text that speaks of no other."""
        return self.circles[0] if len(self.circles) == 1 and not self._has_several_circles else None

    def circle(self) -> Value:
        """Return the one circle; one without a name where none was named."""
        if not self.circles and self._has_several_circles:
            raise UnknownError("which of the circles is meant")
        if not self.circles:
            self.note(Value("circle", f"Circle({UNNAMED})", (UNNAMED,)))
        return _only(self.circles, "circle")

    def angle(self, vertex: str) -> Value:
        """Return the one angle at a point: of the one polygon with this corner, or of the two lines that end in it.

        Where the text names neither, those of the figure count.
        """
        found: dict[frozenset[str], tuple[str, ...]] = {}
        for polygon in self.polygons:
            if vertex in polygon.points:
                at = polygon.points.index(vertex)
                corners = (polygon.points[at - 1], vertex, polygon.points[(at + 1) % len(polygon.points)])
                found.setdefault(frozenset(corners), corners)
        if not found:
            named = [frozenset((vertex, ray)) for line in self.lines if vertex in line for ray in _rays(line, vertex)]
            rays = sorted({ray for pair in (*named, *self._segments) if vertex in pair for ray in pair - {vertex}})
            if len(rays) < 2 and len(self._points) == 3:  # no other angle can be meant
                rays = [point for point in self._points if point != vertex]
            if not rays:
                rays = self._on_circle_about(vertex)
            pairs = itertools.combinations(rays, 2) if len(rays) > 1 else self._drawn_rays(vertex)
            found = {frozenset(pair): (pair[0], vertex, pair[1]) for pair in pairs}
        options = [Value("angle", f"Angle({','.join(corners)})", corners) for corners in found.values()]
        return _only(_different(options, self.lines), f"angle at {vertex}")

    def _on_circle_about(self, center: str) -> list[str]:
        """Return the points of a circle where the text names two: the angle at its centre is between their radii."""
        points = self.relations.on_circle(center)
        return points if len(points) == 2 else []

    def _drawn_rays(self, vertex: str) -> Iterator[tuple[str, str]]:
        """Yield the far ends of each two drawn lines that meet in a point; the two ways along one line are no angle."""
        ends = [(line, line[end]) for line in self._drawn if vertex in line for end in (0, -1) if line[end] != vertex]
        for (line, first), (other, last) in itertools.combinations(ends, 2):
            if line != other:
                yield first, last


def _root(square: Fraction) -> str:
    """Return the square root of a number as a school writes it."""
    roots = [math.isqrt(part) for part in square.as_integer_ratio()]
    is_rational = [root * root for root in roots] == [*square.as_integer_ratio()]
    return str(Fraction(*roots)) if is_rational else f"√({square})"


def _line(ends: Iterable[str]) -> Value:
    points = tuple(sorted(ends))
    return Value("line", f"Line({','.join(points)})", points)


def _rays(line: Sequence[str], vertex: str) -> list[str]:
    at = line.index(vertex)
    return [line[beside] for beside in (at - 1, at + 1) if 0 <= beside < len(line)]


def _different(angles: Sequence[Value], lines: Sequence[Sequence[str]]) -> list[Value]:
    """Leave out angles with the same rays as an earlier one: ABC is ABD where D is on BC."""
    kept: list[Value] = []
    for angle in angles:
        if not any(_same_ray(angle, other, lines) for other in kept):
            kept.append(angle)
    return kept


def _same_ray(one: Value, other: Value, lines: Sequence[Sequence[str]]) -> bool:
    vertex = one.points[1]

    def same(first: str, second: str) -> bool:
        return first == second or any(
            {first, second, vertex} <= set(line)
            and (line.index(first) - line.index(vertex)) * (line.index(second) - line.index(vertex)) > 0
            for line in lines
        )

    (a, _, b), (c, _, d) = one.points, other.points
    return (same(a, c) and same(b, d)) or (same(a, d) and same(b, c))


def _only(options: Sequence[Value], what: str) -> Value:
    if not options:
        raise UnknownError(f"the text names no {what}")
    if len(options) > 1:
        raise Ambiguous(options)
    return options[0]
