"""Terms of the literal language to the things of a figure: points, lines, angles, arcs, circles, polygons.

What a term leaves open (an angle named by its vertex, ``Shape($)``, a misspelt point) is settled by looking at the
figure and noted. Quantities are read in ``quantities``, statements in ``predicates``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from gnomon.algebra import Quantity
from gnomon.figure import Circle, ElementNameError, Fact, sides, split_points
from gnomon.problem.polygons import PolygonReader, Thing, ThingKind
from gnomon.problem.school import school_form
from gnomon.problem.terms import POLYGONS, Term, UnreadError, UnsupportedError

_REGULAR = 1.08
"""How many times the shortest side the longest may be drawn in an outline that is regular."""
_ROUND = 1.2
"""Largest over least distance from the centre of points that pass for one circle's: annotated positions scatter up to that."""


@dataclass
class ObjectReader(PolygonReader):
    """Reads objects of one problem; collects notes and the facts that words like ``Regular`` imply."""

    implied: list[Fact] = field(default_factory=list)
    """Facts stated in passing by the literal being read, as in ``AreaOf(Regular(Hexagon(...)))``."""
    named_angles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Numbered angles."""
    numbered: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    """All angles that literals call by a number, by the number."""
    misnumbered: set[tuple[str, Quantity]] = field(default_factory=set)
    """Numbers that literals give to an angle, though they are another's."""
    named_shapes: dict[str, Thing] = field(default_factory=dict)
    """Numbered shapes."""
    declared: list[tuple[str, ...]] = field(default_factory=list)
    """Polygons that the literals name, in the order of their literals."""
    kinds: dict[frozenset[str], str] = field(default_factory=dict)
    """The most special word said of a polygon, by its points."""
    similar: dict[frozenset[frozenset[str]], tuple[str, ...]] = field(default_factory=dict)
    """Corners of similar polygons in matching order, by the two sets of corners."""
    stated_lengths: set[frozenset[str]] = field(default_factory=set)
    """Ends of the segments that some literal gives a length."""
    reflex: set[Quantity] = field(default_factory=set)
    """Angles, and arcs of two points, that some literal gives over 180°: the rest of the turn is meant."""
    dented: set[Quantity] = field(default_factory=set)
    """Angles of polygons that their labels make over 180°: inside the polygon the rest of the turn is meant."""
    turned_out: list[Quantity] = field(default_factory=list)
    """Those of ``dented`` that the figure draws with less than 180°."""
    bisectors: dict[Term, tuple[str, ...]] = field(default_factory=dict)
    """Lines named by a letter that are perpendicular bisectors of some side of a triangle, with its corners."""
    asks_area: bool = False
    """Whether the goal is being read, and is an area."""
    sized: set[frozenset[str]] = field(default_factory=set)
    """Corners of the polygons whose area some literal gives."""
    parallel_letters: int = 0
    """How many pairs of parallel lines are named by letters only."""

    def number(self, name: str, angle: tuple[str, ...]) -> None:
        """Take up that an angle is called by a number."""
        known = self.numbered.setdefault(name, [])
        if Quantity.of("angle", *angle) not in (Quantity.of("angle", *other) for other in known):
            known.append(angle)

    def settle_numbers(self) -> None:
        """Name each numbered angle: of two numbers at one angle, the one that stands at another angle too belongs there."""
        own = {Quantity.of("angle", *angles[0]) for angles in self.numbered.values() if len(angles) == 1}
        for name, angles in self.numbered.items():
            free = [angle for angle in angles if Quantity.of("angle", *angle) not in own]
            if len(angles) > 1 and len(free) == 1:
                self.misnumbered |= {(name, Quantity.of("angle", *angle)) for angle in angles if angle not in free}
            self.named_angles[name] = free[0] if len(free) == 1 else angles[0]

    def point(self, argument: Term | str) -> str:
        """Read a point.

        Raises:
            UnreadError: when the figure has no such point.
        """
        if isinstance(argument, Term):
            if argument.name != "Point" or len(argument.arguments) != 1:
                raise UnreadError(f"expected a point, got {school_form(argument)}")
            argument = argument.arguments[0]
        name = str(argument).strip().replace("′", "'")
        if name in self.drawn.points:
            return name
        if name.upper() in self.drawn.points:
            self.note("repaired", f"read the point {name!r} as {name.upper()!r}")
            return name.upper()
        raise UnreadError(f"the figure has no point {name!r}")

    def points(self, arguments: Sequence[Term | str]) -> tuple[str, ...]:
        """Read points, also run together as in ``Line(BE)``."""
        if len(arguments) == 1 and isinstance(arguments[0], str) and arguments[0] not in self.drawn.points:
            try:
                arguments = split_points(arguments[0])
            except ElementNameError as error:
                raise UnreadError(str(error)) from error
        found = tuple(self.point(argument) for argument in arguments)
        if len(set(found)) != len(found):
            raise UnreadError(f"a point is named twice: {', '.join(found)}")
        return found

    def thing(self, term: Term | str) -> Thing:
        """Read an object.

        Raises:
            UnreadError: when it is none, or the figure does not settle which.
        """
        if isinstance(term, str):
            raise UnreadError(f"expected an object such as AB, ∠ABC or circle O, got {term!r}")
        if term.name in POLYGONS:
            return self._polygon(term)
        reader = {
            "Line": self._line, "Angle": self._angle, "Arc": self._arc, "Circle": self._circle, "Sector": self._sector,
            "Minor": self._arc_modifier, "Major": self._arc_modifier, "Shaded": self._shaded,
            "Green": self._inner, "Blue": self._inner, "Red": self._inner,
            "Regular": self._special, "Isosceles": self._special, "Equilateral": self._special, "Right": self._special,
            "SideOf": self._part, "LegOf": self._part, "HypotenuseOf": self._part, "BaseOf": self._part,
            "AltitudeOf": self._part, "HeightOf": self._part, "MedianOf": self._part, "LengthOf": self._inner,
        }.get(term.name)  # fmt: skip
        if reader is None or not term.arguments:
            raise UnreadError(f"expected an object such as AB, ∠ABC or circle O, got {school_form(term)}")
        return reader(term)

    def polygon(self, term: Term | str) -> tuple[str, ...]:
        """Read a polygon; its vertices in cyclic order."""
        return self.in_order(self._of_kind(term, "polygon", "a polygon"))

    def triangle(self, term: Term | str) -> tuple[str, ...]:
        """Read a triangle."""
        vertices = self.polygon(term)
        if len(vertices) != 3:
            raise UnreadError(f"expected a triangle, got {school_form(term)}")
        return vertices

    def line(self, term: Term | str) -> tuple[str, str]:
        """Read a line by two points."""
        first, second = self._of_kind(term, "line", "a line by two points").points
        return first, second

    def centre(self, term: Term | str) -> str:
        """Read a circle; its centre."""
        return self._of_kind(term, "circle", "a circle").points[0]

    def angle(self, term: Term | str) -> tuple[str, ...]:
        """Read an angle by three points."""
        return self._of_kind(term, "angle", "an angle").points

    def _of_kind(self, term: Term | str, kind: ThingKind, described: str) -> Thing:
        thing = self.thing(term)
        if thing.kind != kind:
            raise UnreadError(f"expected {described}, got {school_form(term)}")
        return thing

    def _inner(self, term: Term) -> Thing:
        return self.thing(term.arguments[0])

    def _line(self, term: Term) -> Thing:
        first = term.arguments[0]
        if len(term.arguments) == 1 and isinstance(first, str):
            if first == "$":
                return Thing("line", self.only([line for line in self.drawn.figure.lines if len(line) == 2], "line"))
            if len(first) == 1 and first.islower():
                return Thing("letter", (first,))
        points = self.points(term.arguments)
        if len(points) == 3:
            self.note("repaired", f"read {school_form(term)} as an angle")
            return Thing("angle", points)
        if len(points) != 2:
            raise UnreadError(f"expected two points in {school_form(term)}")
        return Thing("line", points)

    def _angle(self, term: Term) -> Thing:
        if len(term.arguments) == 1 and isinstance(term.arguments[0], str):
            name = term.arguments[0].strip()
            if name in self.named_angles:
                return Thing("angle", self.named_angles[name])
            if name.lstrip("$").isdigit():
                raise UnreadError(f"the figure does not say which angle is number {name.lstrip('$')}")
            if name == "$" or name in self.drawn.points:
                return Thing("angle", self._angle_at(self.point(name)))
        points = self.points(term.arguments)
        if len(points) == 2:
            self.note("repaired", f"read {school_form(term)} as a line")
            return Thing("line", points)
        if len(points) != 3:
            raise UnreadError(f"expected three points, a vertex or a number in {school_form(term)}")
        return Thing("angle", points)

    def _angle_at(self, vertex: str) -> tuple[str, str, str]:
        """Find the angle named by its vertex alone.

        The rule: the corner of a declared polygon; else the only two rays; else the rays that bound all others when they
        span less than a straight angle; else the smallest corner of a drawn triangle.
        """
        for polygon in self.declared:
            if vertex in polygon:
                order = self.drawn.cyclic(polygon)
                at = order.index(vertex)
                return order[at - 1], vertex, order[(at + 1) % len(order)]
        rays = [ray[-1] for ray in self.drawn.rays(vertex)]
        if len(rays) < 2:
            raise UnreadError(f"no two lines are drawn at {vertex}")
        corner = (rays[0], vertex, rays[1]) if len(rays) == 2 else self._corner_among(vertex, rays)
        if len(rays) > 2:
            self.seen(f"angle {vertex} is angle {''.join(corner)}")
        return corner

    def _corner_among(self, vertex: str, rays: Sequence[str]) -> tuple[str, str, str]:
        if not self.drawn.is_known((vertex, *rays)):
            raise UnreadError(f"several angles could be ∠{vertex}; name it by three points")
        pairs = list(itertools.combinations(rays, 2))
        first, last = max(pairs, key=lambda pair: self.drawn.angle(pair[0], vertex, pair[1]))
        widest = self.drawn.angle(first, vertex, last)
        around = (self.drawn.angle(first, vertex, ray) + self.drawn.angle(ray, vertex, last) for ray in rays)
        # 2 degrees: what is drawn as one straight line may be bent so much by the rounding of its points.
        if widest < 178 and all(abs(total - widest) < 2 for total in around):
            return first, vertex, last
        bent = [pair for pair in pairs if self.drawn.angle(pair[0], vertex, pair[1]) < 178]
        closed = [pair for pair in bent if self.drawn.figure.is_drawn(*pair)]
        first, last = min(closed or pairs, key=lambda pair: self.drawn.angle(pair[0], vertex, pair[1]))
        return first, vertex, last

    def _arc(self, term: Term) -> Thing:
        points = self.points(term.arguments)
        if len(points) == 3 and any(circle.centre == points[1] for circle in self.drawn.figure.circles):
            self.note("repaired", f"read {school_form(term)} as the arc over the central angle")
            return Thing("arc", (points[0], points[2]))
        if len(points) not in {2, 3}:
            raise UnreadError(f"expected two or three points in {school_form(term)}")
        self._put_on_one_circle(points)
        return Thing("arc", points)

    def _put_on_one_circle(self, points: Sequence[str]) -> None:
        """Let all points of an arc be on a circle: those that nothing says to be there, where the figure draws them there."""
        circles = {circle.centre: circle for circle in reversed(self.drawn.figure.circles)}.values()  # the first of each centre
        if any(set(points) <= set(circle.points) for circle in self.drawn.figure.circles) or not self.drawn.is_known(points):
            return
        near = [circle for circle in circles if circle.centre not in points and self._is_drawn_through(circle, points)]
        if len(near) != 1:
            return
        (circle,) = near
        further = [point for point in points if point not in circle.points]
        self.seen(f"{', '.join(further)} {'lies' if len(further) == 1 else 'lie'} on the circle about {circle.centre}")
        self.implied += [Fact("on_circle", (point, circle.centre)) for point in further]

    def _is_drawn_through(self, circle: Circle, points: Sequence[str]) -> bool:
        """Whether a circle that is said to go through one of the points goes through all as drawn."""
        radii = [self.drawn.distance(circle.centre, point) for point in (*circle.points, *points)]
        return bool(set(points) & set(circle.points)) and max(radii) <= _ROUND * min(radii)

    def _arc_modifier(self, term: Term) -> Thing:
        arc = self.thing(term.arguments[0])
        if arc.kind != "arc":
            raise UnreadError(f"expected an arc, got {school_form(term)}")
        if term.name == "Minor" and len(arc.points) == 3:
            return arc._replace(points=(arc.points[0], arc.points[2]))
        return arc._replace(is_major=term.name == "Major" and len(arc.points) == 2)

    def _circle(self, term: Term) -> Thing:
        name = term.arguments[0]
        centres = list(dict.fromkeys(circle.centre for circle in self.drawn.figure.circles))
        if name == "$":
            return Thing("circle", (self.only(centres, "circle"),))
        point = self.point(name)
        if point in centres or not centres:
            return Thing("circle", (point,))
        through = [circle.centre for circle in self.drawn.figure.circles if point in circle.points]
        if len(set(through)) == 1:
            self.seen(f"the circle through {point} has the centre {through[0]}")
            return Thing("circle", (through[0],))
        return Thing("circle", (point,))

    def _sector(self, term: Term) -> Thing:
        if len(term.arguments) == 1 and isinstance(term.arguments[0], str) and term.arguments[0] in self.drawn.points:
            raise UnreadError(f"expected three points in {school_form(term)}")
        points = self.points(term.arguments)
        centres = [circle.centre for circle in self.drawn.figure.circles]
        centre = next((point for point in points if point in centres), None)
        if len(points) != 3:
            raise UnreadError(f"expected three points in {school_form(term)}")
        if centre is None:
            self.seen(f"the sector {''.join(points)} has the centre {points[1]}")
            centre = points[1]
        first, last = (point for point in points if point != centre)
        drawn = {point for circle in self.drawn.figure.circles if circle.centre == centre for point in circle.points}
        self.implied += [Fact("on_circle", (point, centre)) for point in (first, last) if point not in drawn]
        return Thing("sector", (first, centre, last))

    def _shaded(self, term: Term) -> Thing:
        inner = term.arguments[0]
        if isinstance(inner, Term) and inner.name in {"Sector", "Circle"}:
            return self.thing(inner)
        raise UnsupportedError("shaded regions are not supported yet")

    def _polygon(self, term: Term) -> Thing:
        if not term.arguments or not all(isinstance(argument, str | Term) for argument in term.arguments):
            raise UnreadError(f"expected points in {school_form(term)}")
        first = str(term.arguments[0])
        if len(term.arguments) == 1 and first in self.named_shapes:
            return self.named_shapes[first]
        if first.startswith("$"):
            return Thing("polygon", self._unnamed_polygon(term.name), term.name)
        points = self.points(term.arguments)
        wanted = POLYGONS[term.name] or len(points)
        if len(points) == wanted + 1 and wanted >= 4:
            points = self._without_centre(points)
        word = self.kinds.get(frozenset(points), term.name) if term.name in {"Quadrilateral", "Shape", "Polygon"} else term.name
        if len(points) != wanted or len(points) < 3:
            raise UnreadError(
                f"expected {wanted if wanted >= 3 else 'three or more'} points in {school_form(term)}, got {len(points)}"
            )
        thing = Thing("polygon", points, word)
        fact = self.kind_fact(thing._replace(word=term.name))
        if fact is not None:
            self.implied.append(fact)
        return thing

    def _without_centre(self, points: tuple[str, ...]) -> tuple[str, ...]:
        """Leave out the one point that is no corner: in the middle of a side, or of the whole."""
        if not self.drawn.is_known(points):
            return points
        around = self.drawn.by_direction(points)
        for at, point in enumerate(around):
            first, last = around[at - 1], around[(at + 1) % len(around)]
            if self.drawn.angle(first, point, last) > 174:  # flatter than the corner of any polygon that is written out
                self.seen(f"{point} lies on the side {first}{last} of {''.join(points)}")
                return tuple(other for other in points if other != point)
        x0 = sum(self.drawn.points[p][0] for p in points) / len(points)
        y0 = sum(self.drawn.points[p][1] for p in points) / len(points)
        distance = {p: math.dist(self.drawn.points[p], (x0, y0)) for p in points}
        centre = min(points, key=distance.__getitem__)
        if distance[centre] > 0.4 * sum(distance.values()) / len(points):  # not clearly nearer to the middle than the others
            return points
        self.seen(f"{centre} is the centre of {''.join(points)}, not a vertex")
        return tuple(point for point in points if point != centre)

    def _unnamed_polygon(self, word: str) -> tuple[str, ...]:
        if self.drawn.figure.circles and word in {"Shape", "Polygon"}:
            raise UnreadError("the figure does not settle which shape is meant")
        wanted = POLYGONS[word]
        alike = [points for pair in self.matched for points in pair if wanted in {0, len(points)}]
        unsized = [points for points in alike if frozenset(points) not in self.sized]
        if len(alike) == 2 and len(unsized) == 1 and self.asks_area:
            self.seen(f"the {word.lower()} whose area is wanted is {''.join(unsized[0])}, since the other one's is given")
            return unsized[0]
        if len({frozenset(points) for points in self.declared if len(points) == wanted}) > 1:
            raise UnreadError(f"the problem names several figures that could be the {word.lower()}")
        boundary = self.drawn.outer_boundary()
        if boundary and wanted in {0, len(boundary)}:
            self.seen(f"the {word.lower()} is {''.join(boundary)}")
            return boundary
        return self.only(self.drawn.polygons(wanted) if wanted in {3, 4} else [], word.lower())

    def _regular_outline(self, inner: object) -> Thing | None:
        """Return the outline of a figure with circles where it is drawn as regular as what the text leaves without a name."""
        if not (isinstance(inner, Term) and inner.name in {"Shape", "Polygon"} and str(inner.arguments[0]).startswith("$")):
            return None
        outline = self.drawn.outer_boundary()
        if not self.drawn.figure.circles or len(outline) < 3:
            return None
        lengths = [self.drawn.distance(first, last) for first, last in sides(outline)]
        if max(lengths) > _REGULAR * min(lengths):
            return None
        self.seen(f"the regular {inner.name.lower()} is {''.join(outline)}")
        return Thing("polygon", outline, inner.name)

    def _special(self, term: Term) -> Thing:
        outline = self._regular_outline(term.arguments[0]) if term.name == "Regular" else None
        thing = outline or self.thing(term.arguments[0])
        if thing.kind != "polygon":
            raise UnreadError(f"expected a polygon in {school_form(term)}")
        if term.name == "Regular" and len(thing.points) > 4:
            thing = thing._replace(points=self._without_centre(thing.points))
        fact = self.special_fact(term.name, thing)
        # the more special kind says the plain one too
        self.implied = [other for other in self.implied if other.kind != "trapezoid" or fact.kind != "isosceles_trapezoid"]
        self.implied.append(fact)
        return thing

    def _part(self, term: Term) -> Thing:
        """Find a side, leg, hypotenuse, base, altitude or midsegment that is drawn as a segment."""
        inner = self.thing(term.arguments[0])
        if inner.kind != "polygon":
            raise UnreadError(f"expected a polygon in {school_form(term)}")
        order = self.in_order(inner)
        if term.name == "HypotenuseOf" and len(order) == 3:
            a, _, c = self.right_corner(order)
            return Thing("line", (a, c))
        if term.name == "SideOf":
            return Thing("line", order[:2])
        if term.name == "BaseOf":
            return Thing("line", self.base(order))
        if term.name in {"AltitudeOf", "HeightOf"}:
            altitude = self.altitude(order)
            if altitude is not None:
                return Thing("line", altitude)
        if term.name == "MedianOf" and len(order) == 4:
            return Thing("line", self.midsegment(self.parallel_first(order)))
        raise UnreadError(f"the figure does not settle {school_form(term)}")
