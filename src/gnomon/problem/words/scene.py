"""What a story tells of a figure seen from the side or walked: what stands upright, what lies on the ground, legs of a way.

A tree that stands on level ground is perpendicular to every line of the ground through its foot; the angle of elevation of its
top is the one at the eye between top and foot. What the story leaves open says nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

_ACROSS = frozenset({frozenset(pair) for pair in itertools.product(("north", "south"), ("east", "west"))})
"""Directions at right angles to each other."""
TURNED = "turned"
"""The direction of a leg at right angles to the one before."""


class UntoldError(ValueError):
    """What the story needs and has not told."""


class Scene:
    """The things of a story by the points that name them; each telling may complete what an earlier one began."""

    def __init__(self) -> None:
        self._upright: list[frozenset[str]] = []
        self._ground: list[str] = []
        self._ends: dict[tuple[str, str], str] = {}
        """The points called the foot and the top of a thing."""
        self._sights: list[tuple[str, str, str]] = []
        """Eye, what is seen, and its angle of elevation."""
        self._slopes: list[tuple[str, str, str]] = []
        """The ends of what leans, and its angle with the ground."""
        self._leans: list[tuple[str, str, str]] = []
        """The ends of what leans, and its angle with what is upright."""
        self._way: list[str] = []
        """Where a leg of the way ended, in turn."""
        self._heading = ""
        self._leaning: dict[str, str] = {}
        self._is_parted = False
        """Whether several leave one place, each on a leg of its own."""
        self._heights: list[tuple[str, str]] = []
        """What is so high above the ground."""
        self._told: set[str] = set()
        self._bearings: list[tuple[str, str, str]] = []
        """A point, the direction in which it lies, and from where."""

    def upright(self, one: str, other: str) -> list[str]:
        """Return what follows when the line between two points is vertical."""
        if one == other:
            raise UntoldError(f"{one} is both foot and top")
        self._upright.append(frozenset((one, other)))
        return self._news()

    def ground(self, *points: str) -> list[str]:
        """Return what follows when points lie on level ground."""
        self._ground += [point for point in points if point not in self._ground]
        return self._news()

    def foot(self, point: str, thing: str) -> list[str]:
        """Return what follows when a point is the foot of a thing."""
        self._ends["foot", thing] = point
        return [*self.ground(point), *self._stand(thing)]

    def top(self, point: str, thing: str) -> list[str]:
        """Return what follows when a point is the top of an upright thing."""
        self._ends["top", thing] = point
        return self._stand(thing)

    def _stand(self, thing: str) -> list[str]:
        foot, top = (self._ends.get((name, thing)) for name in ("foot", "top"))
        return self.upright(foot, top) if foot and top else []

    def seen(self, eye: str, what: str, angle: str) -> list[str]:
        """Return what follows when a point is seen from the ground at an angle of elevation."""
        self._sights.append((eye, what, angle))
        return self.ground(eye)

    def seenagain(self, eye: str, angle: str) -> list[str]:
        """Return what follows when the same thing is seen from elsewhere."""
        if not self._sights:
            raise UntoldError("nothing was seen before")
        return self.seen(eye, self._sights[-1][1], angle)

    def high(self, point: str, height: str) -> list[str]:
        """Return what follows when a point is so high above the ground."""
        self._heights.append((point, height))
        return self._news()

    def standing(self, thing: str) -> tuple[str, str]:
        """Return foot and top of a thing."""
        ends = [self._ends.get((name, thing), "") for name in ("foot", "top")]
        if not all(ends):
            raise UntoldError(f"foot and top of the {thing} are not known")
        return ends[0], ends[1]

    def here(self) -> str:
        """Return where the way has come to."""
        if not self._way:
            raise UntoldError("the way has no beginning")
        return self._way[-1]

    def way(self) -> tuple[str, str]:
        """Return where the way began and where it ended."""
        if len(self._way) < (3 if self._is_parted else 2):
            raise UntoldError("the way has no legs")
        return (self._way[-2] if self._is_parted else self._way[0]), self._way[-1]

    def lower(self, point: str) -> list[str]:
        """Return what follows when a point is the lower end of what leans."""
        self._leaning["foot"] = point
        return self.ground(point)

    def upper(self, point: str) -> list[str]:
        """Remember the upper end of what leans; no fact."""
        self._leaning["top"] = point
        return []

    def leaning(self) -> tuple[str, str]:
        """Return the ends of what leans."""
        if len(self._leaning) < 2:
            raise UntoldError("the ends of what leans are not known")
        return self._leaning["foot"], self._leaning["top"]

    def spread(self, angle: str) -> list[str]:
        """Return what the angle between two ways from one place says."""
        if not self._is_parted or len(self._way) != 3:
            raise UntoldError("there are no two ways")
        start, one, other = self._way
        return [f"Equals(MeasureOf(Angle({one}, {start}, {other})), {angle})"]

    def slope(self, one: str, other: str, angle: str) -> list[str]:
        """Return what follows when a line makes an angle with the ground."""
        self._slopes.append((one, other, angle))
        return self._news()

    def lean(self, one: str, other: str, angle: str) -> list[str]:
        """Return what follows when a line makes an angle with something upright."""
        self._leans.append((one, other, angle))
        return self._news()

    def start(self, point: str) -> list[str]:
        """Begin a way."""
        self._way, self._heading, self._is_parted = [point], "", False
        return []

    def part(self, point: str) -> list[str]:
        """Begin several ways at one place."""
        self.start(point)
        self._is_parted = True
        return []

    def bearing(self, one: str, length: str, heading: str, other: str) -> list[str]:
        """Return what follows when a point is so far north, east, ... of another."""
        facts = [f"Equals(LengthOf(Line({other}, {one})), {length})"]
        for known, known_heading, known_from in self._bearings:
            common = {known, known_from} & {one, other}
            if frozenset((heading, known_heading)) in _ACROSS and len(common) == 1:
                (corner,) = common
                ends = [end for end in (known, known_from, one, other) if end != corner]
                facts.append(f"RightAngle(Angle({ends[0]}, {corner}, {ends[1]}))")
        self._bearings.append((one, heading, other))
        return facts

    def turn(self) -> list[str]:
        """Let the next leg be at right angles to the last."""
        self._heading = TURNED if len(self._way) > 1 else ""
        return []

    def leg(self, length: str, point: str, heading: str = "") -> list[str]:
        """Return what the next leg of the way says; nothing where its beginning is not known."""
        if not self._way:
            raise UntoldError("the way has no beginning")
        here = self._way[0] if self._is_parted else self._way[-1]
        facts = [f"Equals(LengthOf(Line({here}, {point})), {length})"]
        is_across = self._heading == TURNED or frozenset((heading, self._heading)) in _ACROSS
        if len(self._way) > 1 and is_across:
            last = self._way[-1] if self._is_parted else self._way[-2]
            facts.append(f"RightAngle(Angle({last}, {here}, {point}))")
        self._way.append(point)
        self._heading = heading
        return facts

    def _news(self) -> list[str]:
        """Return what is known now and was not told before."""
        news = [fact for fact in dict.fromkeys(self._known()) if fact not in self._told]
        self._told |= set(news)
        return news

    def _known(self) -> Iterator[str]:
        for foot, top in self._stands():
            for point in self._ground:
                if point != foot:
                    yield f"Perpendicular(Line({foot}, {top}), Line({foot}, {point}))"
            yield from (f"Equals(LengthOf(Line({foot}, {top})), {height})" for point, height in self._heights if point == top)
            for eye, what, angle in self._sights:
                if what == top:
                    yield f"Equals(MeasureOf(Angle({top}, {eye}, {foot})), {angle})"
            for low, angle in _from_top(self._slopes, foot, top):
                yield f"Equals(MeasureOf(Angle({top}, {low}, {foot})), {angle})"
            for low, angle in _from_top(self._leans, foot, top):
                yield f"Equals(MeasureOf(Angle({low}, {top}, {foot})), {angle})"

    def _stands(self) -> Iterator[tuple[str, str]]:
        """Yield foot and top of what is known to stand on the ground."""
        for pair in self._upright:
            for foot, top in itertools.permutations(pair):
                if foot in self._ground and top not in self._ground:
                    yield foot, top


def _from_top(lines: Sequence[tuple[str, str, str]], foot: str, top: str) -> Iterator[tuple[str, str]]:
    """Yield the other end and the angle of each line from the top of an upright one."""
    for one, other, angle in lines:
        if top in {one, other} and foot not in {one, other}:
            yield other if one == top else one, angle
