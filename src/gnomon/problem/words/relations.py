"""What a text has said of lines and points to each other, and the points that it speaks of without a name.

"The distance of A from BC" is the length of a perpendicular whose foot the text may have named, or not: then a new point stands
for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gnomon.problem.terms import Term

SHADED = "shaded"
"""In a literal: what the figure shows shaded, where the text does not say what."""
UNNAMED = "?"
"""The centre of a circle that the text does not name, until the whole text is read; with a number, another such point."""

Ends = frozenset[str]
"""The two points that name a line, in either order."""


class UnknownError(ValueError):
    """A phrase that stands for nothing that the text has named."""


class Relations:
    """Relations of lines, points and triangles, as they are said."""

    def __init__(self) -> None:
        self._upright: list[tuple[Ends, Ends]] = []
        """Perpendicular lines, both ways round."""
        self._parallel: list[tuple[Ends, Ends]] = []
        self._on: set[tuple[str, Ends]] = set()
        """Points on lines."""
        self._rings: dict[str, list[str]] = {}
        """Points on circles, by the centre."""
        self._middles: dict[Ends, str] = {}
        self._feet: dict[tuple[str, Ends], str] = {}
        """Feet of perpendiculars by the point and the line."""
        self._parallels: dict[tuple[str, Ends], str] = {}
        """Points on parallels, by the point that each is drawn through and the line."""
        self._matching: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        """Corners of similar or congruent polygons, both ways round."""
        self.sized_angles: list[tuple[str, ...]] = []
        """Angles whose size is given."""
        self._invented = 0

    def remember(self, fact: Term) -> None:
        """Remember a fact, if it is of these relations."""
        self._remember_angle(fact)
        parts = [tuple(map(str, part.arguments)) if isinstance(part, Term) else (str(part),) for part in fact.arguments]
        if len(parts) != 2:
            return
        first, last = parts
        pair = frozenset(first), frozenset(last)
        match fact.name:
            case "Perpendicular":
                self._upright += [pair, pair[::-1]]
            case "Parallel":
                self._parallel.append(pair)
            case "PointLiesOnLine":
                self._on.add((first[0], pair[1]))
            case "PointLiesOnCircle":
                self._rings.setdefault(last[0], []).append(first[0])
            case "IsMidpointOf":
                self._middles[pair[1]] = first[0]
            case "Similar" | "Congruent":
                self._matching += [(first, last), (last, first)]
            case "IsAltitudeOf" if first[0] in last:
                self._feet[first[0], pair[1] - {first[0]}] = first[-1]
            case "IsMedianOf" if first[0] in last:
                self._middles[pair[1] - {first[0]}] = first[-1]

    def _remember_angle(self, fact: Term) -> None:
        inner = fact.arguments[0]
        if fact.name == "Equals" and isinstance(inner, Term) and inner.name == "MeasureOf":
            angle = inner.arguments[0]
            self.sized_angles += [tuple(map(str, angle.arguments))] if isinstance(angle, Term) and angle.name == "Angle" else []

    def foot(self, point: str, line: Iterable[str]) -> str:
        """Return the foot of the perpendicular from a point to a line; a new point where the text names none."""
        ends = frozenset(line)
        if point in ends:
            raise UnknownError(f"{point} is on the line")
        others = (end for one, other in self._upright if other == ends and point in one for end in one - {point})
        named = next((end for end in others if end in ends or (end, ends) in self._on), None)
        return named or self._feet.setdefault((point, ends), self._new_point())

    def on_circle(self, center: str) -> list[str]:
        """Return the points that the text puts on a circle."""
        return sorted(set(self._rings.get(center, ())))

    def along(self, point: str, line: Iterable[str]) -> str:
        """Return a new point on the parallel to a line through a point, for which the text has no other name."""
        return self._parallels.setdefault((point, frozenset(line)), self._new_point())

    def middle(self, line: Iterable[str]) -> str:
        """Return the midpoint of a segment; a new point where the text names none."""
        return self._middles.setdefault(frozenset(line), self._new_point())

    def _new_point(self) -> str:
        self._invented += 1
        return f"{UNNAMED}{self._invented}"

    def end_on(self, line: Iterable[str], other: Iterable[str]) -> str:
        """Return the end of a line that the text puts on another."""
        ends = frozenset(other)
        on = self._on | {(foot, side) for (_, side), foot in self._feet.items()}
        found = [end for end in line if (end, ends) in on]
        if len(found) != 1:
            raise UnknownError("no end of the one is on the other")
        return found[0]

    def parallels(self) -> tuple[Ends, Ends]:
        """Return the two lines that the text says are parallel."""
        if len(self._parallel) != 1:
            raise UnknownError("the text names no two parallel lines")
        return self._parallel[0]

    def slanting(self, sides: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the sides of a trapezoid that are not parallel."""
        around = set(map(frozenset, sides))
        bases = {side for pair in self._parallel if set(pair) <= around for side in pair}
        if len(bases) != 2:  # a parallelogram, or the text does not say which are
            raise UnknownError("the text does not say which two sides are parallel")
        return [side for side in sides if frozenset(side) not in bases]

    def check_corresponding(self, one: Collection[str], other: Collection[str]) -> None:
        """Raise where two sides are not in the same place of matching polygons."""
        matching = (pair for pair in self._matching if set(one) <= set(pair[0]) and set(other) <= set(pair[1]))
        if not any({first.index(end) for end in one} == {last.index(end) for end in other} for first, last in matching):
            raise UnknownError(f"{one} and {other} are not in the same place")
