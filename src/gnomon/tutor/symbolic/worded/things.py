"""The parts of a figure that words can mean, with their sizes and places as drawn."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Literal, NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.problem import Expression, ExpressionError, Fact, Letter, Operation, Quantity
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME

Sort = Literal["point", "line", "angle", "arc", "figure", "letter"]


class Thing(NamedTuple):
    """A part of the figure."""

    sort: Sort
    points: tuple[str, ...]
    """Of an angle its vertex in the middle; of a letter its name."""

    @property
    def expression(self) -> Letter | Quantity | None:
        """What is measured of it; None where there is nothing."""
        kinds = {"line": "length", "angle": "angle", "arc": "arc"}
        if self.sort == "letter":
            return Letter(self.points[0])
        if len(set(self.points)) < len(self.points):
            return None
        if self.sort == "figure":
            return Quantity.of("area", *self.points)
        return Quantity.of(kinds[self.sort], *self.points) if self.sort in kinds else None  # type: ignore[arg-type]

    @property
    def vertex(self) -> str:
        """The corner of an angle."""
        return self.points[1]


_NAME = re.compile(r"(?<![A-Za-z'’])[A-Z]{1,8}(?![A-Za-z'’])")
_KINDS = frozenset(packaged_yaml(__package__, "words.yaml")["kinds"].split())
"""Words before a name that say of what kind it is, and are no name of their own."""
_TELLING = frozenset(packaged_yaml(__package__, "words.yaml")["telling"].split())
"""Words of a problem's text that tell something when a question has them, too."""
_ARTICLE = re.compile(r"\bA (?=[a-z])|\bI (?=[a-z'])|\bI'")
"""Single letters that are words."""


class Figure:
    """The figure of a problem, as far as words can tell its parts apart.

    Args:
        scene: of the problem.
        text: of the problem.
    """

    def __init__(self, scene: Scene, text: str = "") -> None:
        self.scene = scene
        self._text = text
        self.diagram = scene.diagram
        self.points = frozenset(scene.diagram.at)
        self.facts = tuple(node for node in scene.deduction.derived if isinstance(node, Fact))

    def facts_of(self, *kinds: str) -> list[tuple[str, ...]]:
        """Return the points of all facts of these kinds."""
        return [fact.points for fact in self.facts if fact.kind in kinds]

    # names

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of the problem's text, in lower case."""
        return frozenset(re.findall(r"[a-z]+", self._text.lower())) - _TELLING

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What the problem's text calls a part beside its letters: ``ladder`` is LW."""
        found = re.findall(r"\b([a-z]{4,}) ([A-Z]{1,3})\b(?!')", self._text)
        return {word: name for word, name in found if word not in _KINDS and self.named(name) is not None}

    def named(self, name: str, noun: str = "") -> Thing | None:
        """Return the part with a name; ``noun`` says what kind it is where letters leave that open."""
        if not set(name) <= self.points or len(set(name)) < len(name) or not name:
            return None
        if len(name) == 1:
            return Thing("point", (name,))
        if len(name) == 2:
            return Thing("arc" if "arc" in noun else "line", tuple(name))
        if len(name) == 3 and ("triangle" in noun or noun == "figure"):
            return Thing("figure", tuple(name))
        return Thing("arc" if "arc" in noun else "angle", tuple(name)) if len(name) == 3 else Thing("figure", tuple(name))

    def names_in(self, text: str) -> list[tuple[re.Match[str], Thing]]:
        """Return every name in a text with what it names."""
        found = []
        hidden = _ARTICLE.sub(lambda match: " " * len(match[0]), text)
        for match in _NAME.finditer(hidden):
            before = re.search(r"(triangle|arc|angle|circle)s?(?: [a-z]{2,4},?)?(?: and)? $", text[: match.start()].lower()[-30:])
            thing = self.named(match[0], before[1] if before is not None else "")
            if thing is not None:
                found.append((match, thing))
        for word, name in self.aliases.items():
            alias = re.search(rf"\b(?:the|a|this|your|our) {word}\b(?! [A-Z])", text)
            if alias is not None and (thing := self.named(name)) is not None:
                found.append((alias, thing))
        for match in re.finditer(r"\b(?:from|between|join|joins|connect|connects) ([A-Z]) (?:to|and|with) ([A-Z])\b", text):
            line = self.named(match[1] + match[2])
            if line is not None:
                found = [(m, thing) for m, thing in found if not (match.start() <= m.start() < match.end())]
                found.append((match, line))
        radius = re.search(r"(?<!is )\bthe radius\b(?! [A-Z])", text)
        if radius is not None and len(self.diagram.circles) == 1:
            ((centre, on),) = self.diagram.circles.items()
            inside = re.search(rf"\btriangle ([A-Z]*{centre}[A-Z]*)\b", text)
            ends = [point for point in on if inside is not None and point in inside[1]]
            found.append((radius, Thing("line", (centre, ends[0] if len(ends) == 1 else on[0]))))
        return sorted(found, key=lambda each: each[0].start())

    # sameness

    def key(self, thing: Thing) -> object:
        """Return what is the same for two names of one part."""
        if thing.sort in {"angle", "arc"} and thing.expression is not None:
            return self.scene.canonical(thing.expression)
        return (thing.sort, frozenset(thing.points))

    def are_same(self, one: Thing, other: Thing) -> bool:
        """Whether two names name one part."""
        return one.sort == other.sort and self.key(one) == self.key(other)

    # sizes

    def size(self, thing: Thing) -> float | None:
        """Return the size that the givens fix; None where they do not."""
        part = thing.expression
        return None if part is None else self.scene.truth(self.scene.canonical(part))

    def drawn(self, thing: Thing) -> float | None:
        """Return the size that the givens fix, else that of the figure as drawn."""
        size = self.size(thing)
        if size is not None or thing.expression is None:
            return size
        try:
            return self.scene.deduction.model.value(thing.expression)
        except (KeyError, ArithmeticError, ValueError):
            return None

    def order(self, one: Thing, other: Thing) -> int | None:
        """Return 1 where one part is larger, -1 where the other is, 0 where they are equal; None: nobody can tell."""
        if one.expression is None or other.expression is None or one.sort != other.sort:
            return None
        first, second = self.scene.canonical(one.expression), self.scene.canonical(other.expression)
        if first == second:
            return 0
        sizes = self.scene.truth(first), self.scene.truth(second)
        try:
            ratio = sizes[0] / sizes[1] if sizes[0] and sizes[1] else self.scene.truth(Operation("/", (first, second)))
        except ExpressionError:
            ratio = None
        if ratio is not None:
            return 0 if abs(ratio - 1) <= SAME else 1 if ratio > 1 else -1
        shown = self.scene.looks.exceeds(first, second)
        return None if shown is None else 1 if shown else -1

    def ratio(self, one: Thing, other: Thing) -> float | None:
        """Return how many times as large one part is as the other, as the givens fix it."""
        sizes = self.size(one), self.size(other)
        if sizes[0] is not None and sizes[1]:
            return sizes[0] / sizes[1]
        first, second = one.expression, other.expression
        try:
            return None if first is None or second is None else self.scene.truth(Operation("/", (first, second)))
        except ExpressionError:
            return None

    def stated(self, number: float) -> list[Thing]:
        """Return the parts of which the problem states a size."""
        parts = [part for part in self.scene.given if isinstance(part, Quantity)]
        things = [thing for part in parts if (thing := thing_of(part)) is not None]
        return [thing for thing in things if (size := self.size(thing)) is not None and abs(size - number) <= SAME * max(size, 1)]

    def sized(self, number: float) -> list[Thing]:
        """Return the angles, segments and arcs that have a size."""
        parts = (part for kind in ("angle", "length", "arc") for part in self.scene.parts.get(kind, ()))
        things = [thing for part in parts if (thing := thing_of(part)) is not None]
        return [thing for thing in things if (size := self.size(thing)) is not None and abs(size - number) <= SAME * max(size, 1)]

    # incidence

    @cached_property
    def triangles(self) -> list[tuple[str, ...]]:
        """Corners of all triangles of the figure."""
        return [*self.diagram.triangles]

    def sides(self, corners: Sequence[str]) -> list[Thing]:
        """Return the sides of a polygon."""
        return [Thing("line", pair) for pair in zip(corners, (*corners[1:], corners[0]), strict=True)]

    def corners(self, corners: Sequence[str]) -> list[Thing]:
        """Return the angles of a polygon."""
        around = (corners[-1], *corners, corners[0])
        return [Thing("angle", around[at : at + 3]) for at in range(len(corners))]

    def polygon(self, points: Sequence[str]) -> tuple[str, ...]:
        """Return the corners of a figure in turn, however they are named."""
        known = next((each for each in self.outlines if set(each) == set(points)), None)
        return tuple(known) if known is not None else tuple(points)

    @cached_property
    def outlines(self) -> list[tuple[str, ...]]:
        """Polygons that the problem names, and all triangles, each once."""
        told = [
            tuple(name)
            for name in re.findall(
                r"(?:quadrilateral|parallelogram|trapezoid|kite|rectangle"
                r"|square|rhombus|pentagon|hexagon|octagon) ([A-Z]{4,8})\b",
                self._text,
            )
        ]
        told = [name for name in told if set(name) <= self.points and len(set(name)) == len(name)]
        found = {frozenset(each): tuple(each) for each in (*self.diagram.polygons, *told, *self.triangles)}
        return list(found.values())

    @cached_property
    def angles_drawn(self) -> list[Thing]:
        """All angles between drawn rays."""
        return [Thing("angle", part.points) for part in self.scene.parts.get("angle", ())]

    def at_vertex(self, point: str) -> list[Thing]:
        """Return the angles at a point, those of the problem first: corners of polygons, then all that are drawn."""
        corners = [angle for outline in self.outlines for angle in self.corners(outline) if angle.vertex == point]
        drawn = [Thing("angle", part.points) for part in self.scene.parts.get("angle", ()) if part.points[1] == point]
        kept: dict[object, Thing] = {}
        for angle in (*corners, *drawn):
            kept.setdefault(self.key(angle), angle)
        return list(kept.values())

    def is_on_line(self, point: str, line: Thing) -> bool:
        """Whether a point lies on a drawn line."""
        return point in self.diagram.line(*line.points[:2])

    def direction(self, thing: Thing) -> float:
        """Return the direction of a line in degrees, 0 to 180."""
        return self.diagram.direction(*thing.points[:2]) % 180

    def place(self, thing: Thing, *, is_turned: bool = False) -> tuple[float, float]:
        """Return where a part lies: an angle at its vertex, or where it opens to, if ``is_turned``."""
        at = self.diagram.at
        if thing.sort == "angle" and not is_turned:
            return at[thing.vertex]
        if thing.sort == "angle":
            vertex = at[thing.vertex]
            unit = [_unit(vertex, at[end]) for end in (thing.points[0], thing.points[2])]
            return vertex[0] + unit[0][0] + unit[1][0], vertex[1] + unit[0][1] + unit[1][1]
        places = [at[point] for point in thing.points]
        return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)

    # partners

    def partner(self, thing: Thing) -> Thing | None:
        """Return what corresponds to a part in figures that are similar or congruent; None: nothing, or more than one."""
        found = {}
        for points in self.facts_of("congruent", "similar"):
            half = len(points) // 2
            for one, other in ((points[:half], points[half:]), (points[half:], points[:half])):
                match = dict(zip(one, other, strict=True))
                if set(thing.points) <= set(match):
                    partner = Thing(thing.sort, tuple(match[point] for point in thing.points))
                    found[self.key(partner)] = partner
                elif (special := self._carried(thing, match)) is not None:
                    found[self.key(special)] = special
        return next(iter(found.values())) if len(found) == 1 else None

    def _carried(self, thing: Thing, match: dict[str, str]) -> Thing | None:
        """Return the line from the partner of a corner that plays the role which a line plays in its own figure."""
        if thing.sort != "line":
            return None
        for kind in ("angle_bisector", "midpoint"):
            roles = self.facts_of(kind)
            for points in roles:
                one = _role(kind, points, thing)
                for others in roles if one is not None else ():
                    other = _role_at(kind, others, tuple(match.get(point, "") for point in one or ()))
                    if other is not None:
                        return other
        return None

    def pairs(self, things: Sequence[Thing]) -> Iterator[tuple[Thing, Thing]]:
        """Yield all pairs."""
        yield from combinations(things, 2)


def _role(kind: str, points: tuple[str, ...], thing: Thing) -> tuple[str, ...] | None:
    """Return the corners between which a line has its role: of a bisector its angle."""
    if kind == "angle_bisector" and frozenset(thing.points) == frozenset(points[:2]):
        return points[2], points[0], points[3]
    return None


def _role_at(kind: str, points: tuple[str, ...], corners: tuple[str, ...]) -> Thing | None:
    if kind == "angle_bisector" and len(corners) == 3 and points[0] == corners[1] and {*points[2:]} == {corners[0], corners[2]}:
        return Thing("line", points[:2])
    return None


def thing_of(part: Expression | None) -> Thing | None:
    """Return the part of the figure of which a quantity is measured; None for a whole, a sum or a number."""
    if isinstance(part, Letter):
        return Thing("letter", (part.name,))
    if not isinstance(part, Quantity):
        return None
    sorts: dict[str, Sort] = {"length": "line", "angle": "angle", "arc": "arc", "arc_length": "arc"}
    return Thing(sorts[part.kind], part.points) if part.kind in sorts else None


def _unit(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
