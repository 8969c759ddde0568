"""Polygons of a figure: their cyclic order, and the corner, side or line that a word singles out.

A word such as ``Isosceles`` or ``HeightOf`` leaves open which corner or line it means. It is settled by what the
literals state, then by looking at the figure; the latter is noted.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from gnomon.figure import FACT_KINDS, Fact, sides
from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.school import school_form
from gnomon.problem.statements import Given
from gnomon.problem.terms import Term, UnreadError, is_literal

_T = TypeVar("_T")

_CLEARLY = 0.03
"""By how much the logs of two ratios of sides differ where one is clearly nearer to equal: drawn lines are good to 3 %."""

NoteKind = Literal["unread", "repaired", "unsupported", "dropped"]
ThingKind = Literal["line", "letter", "angle", "arc", "circle", "sector", "polygon"]


class Note(NamedTuple):
    """One remark of the readers about a literal."""

    kind: NoteKind
    """``unread``: left out, no reading; ``unsupported``: left out, cannot be expressed; ``dropped``: left out on purpose;
    ``repaired``: read, with something settled from the figure or mended."""
    source: str
    """The literal as written."""
    message: str
    """The whole remark, one sentence."""


class Thing(NamedTuple):
    """A part of the figure that a term names."""

    kind: ThingKind
    points: tuple[str, ...]
    """As written; for a ``letter`` the letter, for a ``sector`` first point, centre, last point."""
    word: str = ""
    """The word for it, such as ``Trapezoid``."""
    is_major: bool = False
    """For an arc of two points: the longer one."""


@dataclass
class PolygonReader:
    """Reads polygons of one problem and collects notes."""

    drawn: DrawnFigure
    notes: list[Note] = field(default_factory=list)
    bases: set[frozenset[str]] = field(default_factory=set)
    """Bases of isosceles triangles, from equal sides or angles that the literals state."""
    parallels: list[tuple[str, str, str, str]] = field(default_factory=list)
    """Pairs of parallel lines that the literals state."""
    wide: set[tuple[str, frozenset[str]]] = field(default_factory=set)
    """Vertex and further corners of the angles of triangles that the literals give 90° or more."""
    numbers: dict[frozenset[str], float] = field(default_factory=dict)
    """Lengths that the literals give as a number, by the ends of the segment."""
    matched: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    """Corners of polygons that the literals call similar or congruent, in matching order."""
    squares: set[frozenset[frozenset[str]]] = field(default_factory=set)
    """Pairs of lines, each by two points, that the literals call perpendicular."""
    source: str = ""
    """The statement being read, as written."""
    shown: str = ""
    """The same in school notation, where it is a literal."""

    def about(self, source: str, term: Term | str = "") -> None:
        """Say which statement is being read from now on."""
        self.source = source.strip()
        self.shown = school_form(term) if is_literal(source) and term else self.source

    def about_given(self, given: Given) -> None:
        """Say which statement that was read is looked at from now on."""
        self.source = given.source
        self.shown = given.shown if is_literal(given.source) else given.source

    def note(self, kind: NoteKind, message: str) -> None:
        """Add a remark about the literal being read."""
        remark = Note(kind, self.source, f"{message} ({self.shown})" if self.shown else message)
        if remark not in self.notes:
            self.notes.append(remark)

    def seen(self, message: str) -> None:
        """Note a reading taken from the figure."""
        self.note("repaired", f"read from the figure: {message}")

    def only(self, found: Sequence[_T], word: str) -> _T:
        """Return the one thing found, and note it.

        Raises:
            UnreadError: when there is none, or several.
        """
        if len(found) != 1:
            raise UnreadError(f"the figure has {len(found)} things that could be the {word}, expected one")
        named = found[0] if isinstance(found[0], tuple) else (found[0],)
        self.seen(f"the {word} is {''.join(map(str, named))}")
        return found[0]

    def in_order(self, polygon: Thing) -> tuple[str, ...]:
        """Vertices in cyclic order; a change of the written order is noted."""
        order = self.drawn.cyclic(polygon.points)
        if order != polygon.points:
            self.seen(f"{''.join(polygon.points)} in cyclic order is {''.join(order)}")
        return order

    def special_fact(self, word: str, thing: Thing) -> Fact:
        """Return the fact that ``word`` (``Regular``, ``Isosceles``, ``Equilateral``, ``Right``) states of a polygon."""
        order = self.in_order(thing)
        if word == "Right" and len(order) == 3:
            a, b, c = self.right_corner(order)
            return Fact("perpendicular", (a, b, b, c))
        if word == "Isosceles" and len(order) == 3:
            return Fact("isosceles", self._apex_first(order))
        if word == "Isosceles" and len(order) == 4:
            return Fact("isosceles_trapezoid", self.parallel_first(order))
        if word in {"Regular", "Equilateral"}:
            kind = {3: "equilateral", 4: "square" if word == "Regular" else "rhombus"}.get(len(order), "regular_polygon")
            return Fact(kind, order)
        raise UnreadError(f"{word} does not fit {''.join(order)}")

    def kind_fact(self, thing: Thing) -> Fact | None:
        """Return the fact that a word such as ``Rhombus`` states; None for ``Triangle``, ``Quadrilateral`` and the like."""
        kind = thing.word.lower()
        if kind not in FACT_KINDS:
            return None
        order = self.in_order(thing)
        if kind == "trapezoid":
            order = self.parallel_first(order)
        return Fact(kind, self._axis_first(order) if kind == "kite" else order)

    def _axis_first(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Turn the vertices of a kite to have the first and the third on its axis, as drawn."""

        def unevenness(a: str, b: str, c: str, d: str) -> float:
            distance = self.drawn.distance
            return abs(distance(a, b) - distance(a, d)) + abs(distance(c, b) - distance(c, d))

        turned = order[1:] + order[:1]
        if not self.drawn.is_known(order):
            return order
        return order if unevenness(*order) <= unevenness(*turned) else turned

    def right_corner(self, triangle: Sequence[str]) -> tuple[str, str, str]:
        """First point, vertex, last point of the corner nearest to 90° as drawn.

        Raises:
            UnreadError: where no figure shows it.
        """
        if not self.drawn.is_known(triangle):
            name = "".join(triangle)
            raise UnreadError(f"nothing says where triangle {name} has its right angle; write right triangle {name} at {name[0]}")
        corners = [(triangle[i - 1], triangle[i], triangle[(i + 1) % 3]) for i in range(3)]
        return min(corners, key=lambda corner: abs(self.drawn.angle(*corner) - 90))

    def _apex_first(self, triangle: tuple[str, ...]) -> tuple[str, ...]:
        """Turn the vertices of an isosceles triangle to have the apex first, from what the literals say, else as drawn.

        Raises:
            UnreadError: when nothing settles it.
        """
        turns = [triangle[i:] + triangle[:i] for i in range(3)]
        for turn in turns:
            # Only the apex can have 90° or more: the base angles are two.
            if frozenset(turn[1:]) in self.bases or (turn[0], frozenset(turn[1:])) in self.wide:
                return turn
        likely = [turn for turn in turns if self._may_be_equal((turn[0], turn[1]), (turn[0], turn[2]))]
        if len(likely) == 1:
            return likely[0]
        if not likely or not self.drawn.is_known(triangle):
            raise UnreadError(f"nothing says which corner of triangle {''.join(triangle)} is its apex")
        off = {turn: abs(math.log(self._ratio(turn[0], turn[1], turn[0], turn[2]))) for turn in likely}
        best, second = sorted(likely, key=off.__getitem__)[:2]
        if off[second] - off[best] < _CLEARLY:
            raise UnreadError(f"the figure does not show which corner of triangle {''.join(triangle)} is its apex")
        self.seen(f"triangle {''.join(triangle)} has its apex at {best[0]}")
        return best

    def _may_be_equal(self, *pairs: tuple[str, str]) -> bool:
        """Whether the numbers that literals give for two sides leave it open that they are equal."""
        return len({self.numbers[side] for pair in pairs if (side := frozenset(pair)) in self.numbers}) < 2

    def _ratio(self, a: str, b: str, c: str, d: str) -> float:
        return (self.drawn.distance(a, b) or 1e-9) / (self.drawn.distance(c, d) or 1e-9)

    def parallel_first(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Turn the vertices of a trapezoid to have the first side parallel to the third.

        Raises:
            UnreadError: without any figure, where no literal says which sides are parallel.
        """
        a, b, c, d = order
        turned = (b, c, d, a)
        for p, q, r, s in self.parallels:
            if self._runs_along((p, q), (r, s), (a, b), (c, d)):
                return order
            if self._runs_along((p, q), (r, s), (b, c), (d, a)):
                return turned
        if self.drawn.is_blank:
            named = "".join(order)
            raise UnreadError(f"nothing says which sides of {named} are parallel; add {a}{b} ∥ {c}{d} or {b}{c} ∥ {d}{a}")
        if not self.drawn.is_known(order):
            return self._as_matched(order)
        return order if self._slope_gap(a, b, c, d) <= self._slope_gap(b, c, d, a) else turned

    def _as_matched(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Turn the vertices of a trapezoid that is not drawn as those of a drawn one that it matches; else leave them."""
        for pair in self.matched:
            for own, other in (pair, pair[::-1]):
                if set(own) == set(order) and self.drawn.is_known(other):
                    turned = self.parallel_first(self.drawn.cyclic(other))
                    return tuple(own[other.index(point)] for point in turned)
        return order

    def _runs_along(self, *pairs: tuple[str, str]) -> bool:
        first, second, one, other = (set(self.drawn.line_through(*pair)) for pair in pairs)
        return (len(first & one) > 1 and len(second & other) > 1) or (len(first & other) > 1 and len(second & one) > 1)

    def _slope_gap(self, a: str, b: str, c: str, d: str) -> float:
        first = complex(*self.drawn.points[b]) - complex(*self.drawn.points[a])
        second = complex(*self.drawn.points[d]) - complex(*self.drawn.points[c])
        size = abs(first) * abs(second)
        return abs((second * first.conjugate()).imag) / size if size else 1.0

    def base(self, order: tuple[str, ...]) -> tuple[str, str]:
        """Choose the side that stands as base: opposite a stated apex, under a drawn altitude, else the lowest one.

        Of a polygon that is not drawn it is the side that matches the base of a drawn one.
        """
        for own, other in (pair for matched in self.matched for pair in (matched, matched[::-1])):
            if set(own) == set(order) and not self.drawn.is_known(own) and self.drawn.is_known(other):
                first, second = self.base(self.drawn.cyclic(other))
                return own[other.index(first)], own[other.index(second)]
        for first, second in sides(order):
            if len(order) == 3 and frozenset((first, second)) in self.bases:
                return first, second
        altitude = self.altitude(order)
        for first, second in sides(order):
            if altitude and altitude[1] in self.drawn.line_through(first, second) and altitude[0] not in (first, second):
                return first, second
        lowest = min(sides(order), key=lambda side: self.drawn.points[side[0]][1] + self.drawn.points[side[1]][1])
        self.seen(f"the base of {''.join(order)} is {''.join(lowest)}")
        return lowest

    def altitude(self, order: tuple[str, ...]) -> tuple[str, str] | None:
        """Vertex and foot of the one drawn altitude of a polygon; None without one. A side counts where nothing else does."""
        found = [
            (vertex, foot)
            for vertex in order
            for a, b in sides(order)
            if vertex not in (line := self.drawn.line_through(a, b))
            for foot in line
            if self.drawn.figure.is_drawn(vertex, foot) and self._is_square(vertex, foot, line)
        ]
        inner = [pair for pair in found if not (set(pair) <= set(order))] or found
        distinct = {frozenset(pair): pair for pair in inner}
        return next(iter(distinct.values())) if distinct else None

    def _is_square(self, vertex: str, foot: str, side: Sequence[str]) -> bool:
        """Whether a line stands square on a side: as a literal says, or as drawn."""
        others = [point for point in side if point != foot]
        if any(frozenset((frozenset((vertex, foot)), frozenset((foot, point)))) in self.squares for point in others):
            return True
        if not self.drawn.is_known((vertex, *side)):
            return False
        # 4 degrees: how far off square a height is drawn in pictures; a further slanting line is no height.
        return abs(self.drawn.angle(vertex, foot, others[0]) - 90) < 4

    def midsegment(self, trapezoid: tuple[str, ...]) -> tuple[str, str]:
        """Find the drawn segment that joins the legs of a trapezoid (first side parallel to the third)."""
        a, b, c, d = trapezoid
        inner = [[p for p in self.drawn.line_through(*leg) if p not in leg] for leg in ((b, c), (d, a))]
        pairs = [pair for pair in itertools.product(*inner) if self.drawn.figure.is_drawn(*pair)]
        first, last = self.only(pairs, "midsegment")
        return first, last
