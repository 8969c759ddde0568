"""What is drawn in a figure without coordinates: its lines, the parts that hang together, the polygons that they close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from gnomon.figure import Spot, merge_lines, order_along, signed_area
from gnomon.problem import ProblemError
from gnomon.problem.arrangement import Arrangement, Points

_OF_SHAPES = frozenset({"similar", "congruent"})
"""Facts that hold wherever their polygons stand, and however they are turned."""


class LayoutError(ProblemError):
    """No figure is as the facts want it; one line says why and what to do."""


class OpenLayoutError(LayoutError):
    """Two kinds of figures are as the facts want it, with different answers."""

    def __init__(self, told: str, choices: tuple[str, str]) -> None:
        super().__init__(f"{told}; add {choices[0]!r} or {choices[1]!r}")
        self.told = told
        """The two answers."""
        self.choices = choices
        """Two statements in school notation, of which one would settle it; the first is true of the first answer."""


@dataclass(frozen=True)
class Skeleton:
    """An arrangement with what follows from it before there are coordinates."""

    wanted: Arrangement

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each point among all."""
        return {name: at for at, name in enumerate(self.wanted.points)}

    @cached_property
    def lines(self) -> list[list[str]]:
        """Points of each drawn line, their order not yet known."""
        return merge_lines(self.wanted.lines)

    def line(self, a: str, b: str) -> Sequence[str]:
        """Return the points of the drawn line through two points; the two themselves without one."""
        return next((line for line in self.lines if a in line and b in line), (a, b))

    @cached_property
    def part_of(self) -> dict[str, set[str]]:
        """Part of each point."""
        return {name: part for part in self.parts for name in part}

    @cached_property
    def parts(self) -> list[set[str]]:
        """Return the points that hang together, in groups; parts apart from one another may stand anywhere."""
        ties = [{*line} for line in self.lines]
        ties += [{centre, *on} for centre, on in self.wanted.circles.items()]
        ties += [{*fact.points} for fact in self.wanted.description.facts if fact.kind not in _OF_SHAPES]
        ties += [{*quantity.points} for quantity in self.wanted.description.quantities]
        ties += [{*sided.line, *sided.points} for sided in self.wanted.sides]
        parts = [{name} for name in self.index]
        for tie in ties:
            joined = set[str]().union(*(part for part in parts if part & tie))
            parts = [*(part for part in parts if not part & tie), joined]
        return sorted(parts, key=lambda part: min(map(self.wanted.points.index, part)))

    @cached_property
    def polygons(self) -> list[Points]:
        """Corners in turn of all polygons that a fact names or that drawn segments close."""
        return list({frozenset(corners): corners for corners in (*self._rings(), *self.wanted.polygons)}.values())

    @cached_property
    def stars(self) -> list[tuple[str, Points]]:
        """Points with three rays or more, with the ends of these in the order in which they are named."""
        drawn = {frozenset(run) for run in self.wanted.lines if len(run) == 2}
        beside = {hub: tuple(end for end in self.wanted.points if {hub, end} in drawn) for hub in self.wanted.points}
        return [(hub, ends) for hub, ends in beside.items() if len(ends) > 2]

    def _rings(self) -> Iterator[Points]:
        """Yield the polygons that drawn segments close without a side or diagonal more, whether or not a fact names them."""
        beside: dict[str, set[str]] = {name: set() for name in self.index}
        for run in self.wanted.lines:
            inner = [line for line in self.wanted.lines if len(line) > 2 and {run[0], run[-1]} <= set(line)]
            for a, b in pairwise(run) if len(run) > 2 or not inner else ():
                beside[a].add(b)
                beside[b].add(a)
        while loose := [name for name, others in beside.items() if len(others) < 2]:
            for name in loose:
                for other in beside.pop(name):
                    beside.get(other, set()).discard(name)
        while beside:
            ring = _walk(beside, next(iter(beside)))
            if len(ring) == len({*ring}) and all(len(beside[name]) == 2 for name in ring):
                yield ring
            for name in ring:
                beside.pop(name, None)

    def axes(self, spots: Mapping[str, Spot]) -> list[tuple[str, str]]:
        """Return the lines that a text would name to say on which side a point lies: drawn ones, and those under an angle."""
        drawn = [order_along(line, spots) for line in self.lines]
        under = [quantity.points for quantity in self.wanted.description.quantities if quantity.kind == "angle"]
        pairs = [(ends[0], ends[-1]) for ends in (*under, *drawn)]
        return list({frozenset(pair): pair for pair in pairs}.values())


def side(spots: Mapping[str, Spot], a: str, b: str, point: str) -> float:
    """Return twice the area of a triangle, positive where it is named counter-clockwise."""
    return 2 * signed_area([spots[a], spots[b], spots[point]])


def _walk(beside: Mapping[str, set[str]], start: str) -> Points:
    """Return all that hangs together with a point, along a ring in turn."""
    path, waiting = [], [start]
    while waiting:
        at = waiting.pop()
        if at not in path:
            path.append(at)
            waiting += sorted(other for other in beside[at] if other not in path)
    return tuple(path)
