"""Laying out a figure from facts alone: coordinates at which every fact holds and that a teacher would print.

Least squares from several seeded starts, each with guards for what a drawing should show: points of a line in their order, no
flat or tiny angles, points apart from one another and from lines they are not on, convex polygons, bisectors inside their angles.
A last descent to the facts alone makes them hold exactly, whatever the guards say. Of the figures found the one with the fewest
crossings that no point names, and then the one that keeps its guards best, is turned to stand on its base.

The result is the same each time; it is drawn to scale, and nothing is proved by it.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.algebra import Letter, constant, evaluate
from gnomon.figure import Circle, Coordinates, Figure, Spot, measure, merge_lines, order_along, signed_area
from gnomon.geometry.fitting import Residual, Task, misfits, pack, residual, unpack
from gnomon.geometry.model import TOLERANCE, row_space
from gnomon.problem import ProblemError, Quantity, unknowns
from gnomon.problem.arrangement import Arrangement, Points

_Vector = NDArray[np.float64]

_STARTS = 24
"""The bank's problems take one or two; where facts contradict each other, so many are soon over."""
_ENOUGH = 4
"""Figures without a fault among which the best is taken; where the facts allow figures of two kinds, so many hold both."""
_SEED = 1
"""Any number will do; a fixed one lays a problem out alike every time."""
_STEPS = 60
"""Of a descent with guards: what comes to rest does so after twenty."""
_ROUGH = 1e-4
"""Relative gain of a step below which that descent ends: the last one makes the facts exact, and guards need not be."""
_GUARD = 0.3
"""Weight of the guards beside the facts, which have to hold."""
_FAULTLESS = 0.02
"""Largest guard of a figure without a fault: a degree, or a fiftieth of what is asked."""
_USUAL = 10.0
"""Length of a side, or value of a letter, where no fact says one."""


_CROSSING = 0.3
"""What a crossing that no point names counts among the guards: as much as two points half as far apart as they should be."""
_WORSE = 1.0
"""By how much more guard a second kind of figure may have to count as one that may be meant: an angle of 0, say, is beyond."""
_MOST_TURNED = 32
"""Points turned over a line to look for a second kind of figure: all of them in most figures of a school."""


_GAP = 0.35
"""Between two parts of a figure that stand side by side, of the extent of the second."""
_OF_SHAPES = frozenset({"similar", "congruent"})
"""Facts that hold wherever their polygons stand, and however they are turned."""
_LIKED: Mapping[str, tuple[tuple[int, int], ...]] = {
    "parallel": ((0, 1), (2, 3)),
    "trapezoid": ((0, 1), (2, 3)),
    "isosceles_trapezoid": ((0, 1), (2, 3)),
    "isosceles": ((1, 2),),
    "altitude": ((2, 3),),
    "median": ((2, 3),),
    "perpendicular": ((0, 1), (2, 3)),
}
"""Which lines of a fact make a good base, by the places of their points."""


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


_SAME_ANSWER = 1e-4
"""Relative difference up to which two figures have one answer; other kinds of figures differ by far more."""

# What a drawing should show. In a figure of 8 cm the least distances are about a centimetre: room for a name or a length.
_APART = 0.13  # of the figure's size, between two points
_OFF_LINE = 0.1  # the same, from a point to a line that it is not on
_OFF_CIRCLE = 0.1  # the same, to a circle
_WELL_BETWEEN = 0.2  # of a segment, from a point on it to either end
_LEAST_ANGLE = math.radians(22)  # an arc with its degrees still fits in
_WIDEST_ANGLE = math.radians(158)  # still clearly bent
_LEAST_TURN = 0.35
"""Sine of the turn at a corner of a polygon: 20° from flat."""


def lay_out(wanted: Arrangement) -> Figure:
    """Return a figure with coordinates.

    Args:
        wanted: facts and goal, with what they say is drawn.

    Returns:
        A figure in the unit of the lengths given, its base horizontal, every drawn line with all its points in order.

    Raises:
        LayoutError: when no placement satisfies the facts, or a circle is measured on which no point is named.
    """
    sketch = _Sketch(wanted)
    found: list[_Laid] = []
    generator = np.random.default_rng(_SEED)
    for attempt in range(_STARTS):
        laid = sketch.descend(sketch.start(generator, attempt))
        found.append(laid)
        if sum(other.is_faultless for other in found) >= _ENOUGH:
            break
    best = min(found, key=lambda laid: laid.faults)
    if best.worst > TOLERANCE:
        raise LayoutError(sketch.contradiction(best))
    found += [sketch.descend(start) for start in sketch.turned_over(best)]
    best = min(found, key=lambda laid: laid.faults)
    sketch.require_one_answer(best, [laid for laid in found if laid.is_like(best)])
    return sketch.figure(best)


class _Laid(NamedTuple):
    vector: _Vector
    worst: float
    """Largest misfit of a fact."""
    crossings: int
    guard: float
    """Root of the sum of the squared guards."""

    def is_like(self, best: _Laid) -> bool:
        """Whether it may be meant as well as the best: it satisfies the facts and is not much worse.

        A neat figure with one crossing more may be meant too: two chords may cross where nobody names the point.
        """
        worse = {0: _WORSE, 1: _FAULTLESS}.get(max(0, self.crossings - best.crossings), 0.0)
        return self.worst <= TOLERANCE and bool(worse) and self.guard <= best.guard + worse

    @property
    def is_faultless(self) -> bool:
        return self.worst <= TOLERANCE and self.crossings == 0 and self.guard <= _FAULTLESS

    @property
    def faults(self) -> tuple[bool, float]:
        return self.worst > TOLERANCE, self.worst if self.worst > TOLERANCE else _CROSSING * self.crossings + self.guard


@dataclass(frozen=True)
class _Incidences:
    """What lies on what, for the residuals of facts; lines have the order that the facts give."""

    circles: Mapping[str, Points]
    lines: Sequence[Points]

    def line(self, first: str, second: str) -> Points:
        return next((line for line in self.lines if first in line and second in line), (first, second))


@dataclass
class _Sketch:
    """One arrangement, made ready for descents."""

    wanted: Arrangement
    _at: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self._at = {name: at for at, name in enumerate(self.wanted.points)}

    @cached_property
    def lines(self) -> list[list[str]]:
        """Points of each drawn line, their order not yet known."""
        return merge_lines(self.wanted.lines)

    @cached_property
    def task(self) -> Task:
        """The facts as residuals."""
        description = self.wanted.description
        try:
            residuals = [residual(given.content, given.shown, self._incidences) for given in description.givens]
        except KeyError as error:
            raise LayoutError(f"{error.args[0]}; name a point on the circle, such as A on circle O") from error
        names = self.wanted.points
        start = pack(dict.fromkeys(names, (0.0, 0.0)), dict.fromkeys(description.letters, _USUAL), names)
        return Task(residuals, (), start, names, tuple(description.letters))

    @cached_property
    def _incidences(self) -> _Incidences:
        circles = {centre: on for centre, on in self.wanted.circles.items() if on}
        return _Incidences(circles, [tuple(line) for line in self.lines])

    @cached_property
    def unit(self) -> float:
        """A usual length of the figure: the middle one of those given."""
        lengths = [
            value
            for equation in self.wanted.description.equations
            for side, other in (equation, equation[::-1])
            if isinstance(side, Quantity) and side.kind in {"length", "radius"} and (value := constant(other)) and value > 0
        ]
        return sorted(lengths)[len(lengths) // 2] if lengths else _USUAL

    # descents

    def start(self, generator: np.random.Generator, attempt: int) -> _Vector:
        """Place corners of polygons around, points of circles on them, points of lines between their ends, a little shaken."""
        spots = dict(zip(self._at, generator.normal(scale=self.unit, size=(len(self._at), 2)), strict=True))
        around = self.polygons if attempt % 3 else self.polygons[:1]
        for corners in sorted(around, key=len):
            turn = generator.uniform(0, 2 * math.pi)
            for place, corner in enumerate(corners):
                way = turn + 2 * math.pi * place / len(corners)
                spots[corner] = self.unit * np.array([math.cos(way), math.sin(way)]) + generator.normal(
                    scale=0.2 * self.unit, size=2
                )
        for centre, on in self.wanted.circles.items():
            even = 2 * math.pi * np.arange(len(on)) / max(len(on), 1)
            ways = even + generator.uniform(0, 2 * math.pi) + generator.normal(scale=0.3, size=len(on))
            for point, way in zip(generator.permutation(on) if attempt % 2 else on, ways, strict=True):
                spots[point] = spots[centre] + self.unit * np.array([math.cos(way), math.sin(way)])
        placed = {point for corners in around for point in corners} | {
            point for on in self.wanted.circles.values() for point in on
        }
        for run in (run for run in self.wanted.lines if len(run) > 2):
            for way in (run, run[::-1]):
                if way[-1] not in placed and {way[-2], way[-3]} <= placed:  # a side that goes on beyond its corner
                    spots[way[-1]] = spots[way[-2]] + 0.6 * (spots[way[-2]] - spots[way[-3]])
                    placed.add(way[-1])
            for place, point in enumerate(run[1:-1], 1):
                share = place / (len(run) - 1)
                if point not in placed:
                    spots[point] = (1 - share) * spots[run[0]] + share * spots[run[-1]]
        letters = generator.uniform(0.5, 3.0, len(self.task.letters)) * _USUAL
        return np.concatenate([*(spots[name] for name in self.wanted.points), letters])

    def descend(self, start: _Vector) -> _Laid:
        """Descend with guards, then to the facts alone."""
        from scipy.optimize import least_squares  # heavy: loaded only when a figure is laid out

        def everything(vector: _Vector) -> _Vector:
            return np.concatenate([self.task.givens(vector), _GUARD * self.guards(vector[None])[0]])

        def slopes(vector: _Vector) -> _Vector:
            return np.concatenate([self.task.givens_jacobian(vector), _GUARD * self._guard_slopes(vector)])

        near = least_squares(everything, start, jac=slopes, ftol=_ROUGH, max_nfev=_STEPS, x_scale=self.unit).x
        vector = self._exact(near)
        worst = float(np.abs(self.task.givens(vector)).max(initial=0.0))
        guard = float(np.linalg.norm(self.guards(vector[None])[0]))
        return _Laid(vector, worst, len(self._crossings(vector)), guard)

    def _exact(self, vector: _Vector) -> _Vector:
        """Move as little as makes the facts hold to the last digits."""
        for _ in range(40):  # each halves the misfit at least, near the end squares it
            misfit = self.task.givens(vector)
            if not misfit.size or float(np.abs(misfit).max()) < 1e-12:  # near a double's precision
                break
            # Singular values of a hundred thousandth are noise of the slopes: along those nothing has to move.
            move = np.linalg.lstsq(self.task.givens_jacobian(vector), -misfit, rcond=1e-5)[0]
            longest = float(np.abs(move).max())
            vector = vector + move * min(1.0, 0.3 * self.unit / max(longest, 1e-12))
        return vector

    # guards, for many placements at once

    def guards(self, vectors: _Vector) -> _Vector:
        """Return the guards of each row of coordinates and letters."""
        spots = vectors[:, : 2 * len(self._at)].reshape(len(vectors), -1, 2)
        size = self._sizes(spots)
        parts = [
            self._apart(spots, size),
            self._off_lines(spots, size),
            self._off_circles(spots, size),
            self._between(spots),
            self._angles(spots),
            self._turns(spots),
            self._on_sides(spots, size),
            self._inner_rays(spots),
        ]
        return np.concatenate([part for part in parts if part.size] or [np.zeros((len(vectors), 1))], axis=1)

    def _sizes(self, spots: _Vector) -> _Vector:
        """Return the size of the drawing as each point's part will have it: the parts of a figure stand side by side."""
        sizes = np.zeros(spots.shape[:2])
        for part in self.parts:
            places = [self._at[name] for name in part]
            sizes[:, places] = len(self.parts) * np.maximum(np.ptp(spots[:, places], axis=1).max(axis=1), 1e-9)[:, None]
        return sizes

    def _guard_slopes(self, vector: _Vector) -> _Vector:
        step = 1e-6 * self.unit  # forward differences of a double lose half the digits
        moved = self.guards(np.concatenate([vector[None], vector + step * np.eye(len(vector))]))
        return (moved[1:] - moved[0]).T / step

    def _apart(self, spots: _Vector, size: _Vector) -> _Vector:
        first, second = self._pairs
        return np.maximum(0.0, _APART - _length(spots[:, first] - spots[:, second]) / size[:, first]) / _APART

    @cached_property
    def _pairs(self) -> tuple[_Vector, _Vector]:
        first, second = _columns(
            [pair for part in self.parts for pair in combinations(sorted(map(self._at.__getitem__, part)), 2)], 2
        )
        return first, second

    def _off_lines(self, spots: _Vector, size: _Vector) -> _Vector:
        point, start, end = self._beside
        along, to = spots[:, end] - spots[:, start], spots[:, point] - spots[:, start]
        share = np.clip((along * to).sum(axis=2) / np.maximum((along**2).sum(axis=2), 1e-12), 0, 1)
        distance = _length(to - share[..., None] * along)
        return np.maximum(0.0, _OFF_LINE - distance / size[:, point]) / _OFF_LINE

    @cached_property
    def _beside(self) -> tuple[_Vector, _Vector, _Vector]:
        """Each point with each drawn segment of a line that it is not on."""
        found = [
            (self._at[point], self._at[a], self._at[b])
            for line in self.lines
            for a, b in (combinations(line, 2) if len(line) < 4 else pairwise(line))
            for point in self._part_of[line[0]]
            if point not in line
        ]
        return _columns(sorted(found), 3)

    def _off_circles(self, spots: _Vector, size: _Vector) -> _Vector:
        point, centre, rim = self._off_rims
        radius = _length(spots[:, rim] - spots[:, centre])
        off = np.abs(_length(spots[:, point] - spots[:, centre]) - radius)
        return np.maximum(0.0, _OFF_CIRCLE - off / size[:, point]) / _OFF_CIRCLE

    @cached_property
    def _off_rims(self) -> tuple[_Vector, _Vector, _Vector]:
        found = [
            (self._at[point], self._at[centre], self._at[on[0]])
            for centre, on in self.wanted.circles.items()
            for point in self._part_of[centre]
            if on and point not in (centre, *on)
        ]
        return _columns(sorted(found), 3)

    def _between(self, spots: _Vector) -> _Vector:
        a, b, c = self._middles
        along, to = spots[:, c] - spots[:, a], spots[:, b] - spots[:, a]
        share = (along * to).sum(axis=2) / np.maximum((along**2).sum(axis=2), 1e-12)
        return np.maximum(0.0, np.maximum(_WELL_BETWEEN - share, share - 1 + _WELL_BETWEEN)) / _WELL_BETWEEN

    @cached_property
    def _middles(self) -> tuple[_Vector, _Vector, _Vector]:
        runs = [run for run in self.wanted.lines if len(run) > 2]
        return _columns(
            [tuple(self._at[p] for p in three) for run in runs for three in zip(run, run[1:], run[2:], strict=False)], 3
        )

    def _angles(self, spots: _Vector) -> _Vector:
        vertex, first, last = self._corners
        u, v = spots[:, first] - spots[:, vertex], spots[:, last] - spots[:, vertex]
        angle = np.arctan2(np.abs(_cross(u, v)), (u * v).sum(axis=2))
        return np.maximum(0.0, np.maximum(_LEAST_ANGLE - angle, angle - _WIDEST_ANGLE)) / _LEAST_ANGLE

    @cached_property
    def _corners(self) -> tuple[_Vector, _Vector, _Vector]:
        """Each two drawn segments from one point that are not on one line."""
        found = [
            (self._at[vertex], self._at[a], self._at[b])
            for one, other in combinations(self.lines, 2)
            for vertex in set(one) & set(other)
            for a in one
            for b in other
            if vertex not in (a, b)
        ]
        return _columns(sorted(found), 3)

    def _turns(self, spots: _Vector) -> _Vector:
        """Let every corner of a polygon that a fact names turn the same way."""
        parts = []
        for polygon in self.wanted.polygons:
            if len(polygon) < 4:
                continue
            corners = spots[:, [self._at[corner] for corner in polygon]]
            edges = np.roll(corners, -1, axis=1) - corners
            turns = _cross(np.roll(edges, 1, axis=1), edges)
            turns = turns / np.maximum(_length(np.roll(edges, 1, axis=1)) * _length(edges), 1e-12)
            way = np.sign(_cross(corners, np.roll(corners, -1, axis=1)).sum(axis=1))[:, None]
            # Where a corner is said to be dented it turns the other way.
            ways = way * np.array([-1.0 if (frozenset(polygon), corner) in self._dents else 1.0 for corner in polygon])
            parts.append(np.maximum(0.0, _LEAST_TURN - ways * turns) / _LEAST_TURN)
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(spots), 0))

    @cached_property
    def polygons(self) -> list[Points]:
        """Corners in turn of all polygons that a fact names or that drawn segments close."""
        return list({frozenset(corners): corners for corners in (*self._rings(), *self.wanted.polygons)}.values())

    @cached_property
    def _dents(self) -> set[tuple[frozenset[str], str]]:
        return {(frozenset(corners), dent) for corners, dent in self.wanted.dents}

    def _rings(self) -> Iterator[Points]:
        """Yield the polygons that drawn segments close without a side or diagonal more, whether or not a fact names them."""
        beside: dict[str, set[str]] = {name: set() for name in self._at}
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

    def _on_sides(self, spots: _Vector, size: _Vector) -> _Vector:
        a, b, first, second, sign = self._sided
        along = spots[:, b] - spots[:, a]
        unit = along / np.maximum(_length(along), 1e-12)[..., None]
        one, other = (_cross(unit, spots[:, point] - spots[:, a]) / size[:, a] for point in (first, second))
        # Both clearly off the line, and on the side of the line that is meant.
        away = np.minimum(np.abs(one), np.abs(other)) * np.sign(sign * one * other)
        return np.maximum(0.0, _OFF_LINE - away) / _OFF_LINE

    @cached_property
    def _sided(self) -> tuple[_Vector, _Vector, _Vector, _Vector, _Vector]:
        found = [
            (*(self._at[point] for point in (*wanted.line, first, second)), 1 if wanted.is_same else -1)
            for wanted in self.wanted.sides
            for first, second in pairwise(wanted.points)
        ]
        return _columns(found, 5)

    def _inner_rays(self, spots: _Vector) -> _Vector:
        """Let a bisector lie inside its angle: its opposite ray makes equal angles too."""
        vertex, inner, a, b = self._bisectors
        u, v, ray = (_unit(spots[:, end] - spots[:, vertex]) for end in (a, b, inner))
        return np.maximum(0.0, 0.2 - ((u + v) * ray).sum(axis=2))  # 0.2: a ray clearly to the inside

    @cached_property
    def _bisectors(self) -> tuple[_Vector, ...]:
        facts = self.wanted.description.facts
        found = [fact.points for fact in facts if fact.kind == "angle_bisector"]
        for fact in facts:
            if fact.kind in {"incenter", "circumscribed"}:
                centre, *corners = fact.points
                around = list(zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True))
                found += [(vertex, centre, first, last) for first, vertex, last in around]
        return _columns([tuple(self._at[point] for point in points) for points in found], 4)

    def _crossings(self, vector: _Vector) -> list[tuple[str, str]]:
        """Return the pairs of drawn segments that cross where no point is named."""
        spots, _ = unpack(vector, self.wanted.points, self.task.letters)
        segments = [pair for line in self.lines for pair in pairwise(order_along(line, spots))]
        return [
            ("".join(one), "".join(other))
            for one, other in combinations(segments, 2)
            if not set(one) & set(other)
            and self._part_of[one[0]] is self._part_of[other[0]]
            and all(_side(spots, a, b, c) * _side(spots, a, b, d) < 0 for (a, b), (c, d) in ((one, other), (other, one)))
        ]

    # the result

    def turned_over(self, laid: _Laid) -> Iterator[_Vector]:
        """Yield starts with a point turned over to the other side of a line or of its circle, or a line turned round."""
        spots, letters = unpack(laid.vector, self.wanted.points, self.task.letters)
        at = {name: complex(*spot) for name, spot in spots.items()}
        moves = [self._turned_round(at, line, pivot) for line in self.lines for pivot in line if self._is_crossed(line, pivot)]
        moves += [{point: 2 * at[centre] - at[point]} for centre, on in self.wanted.circles.items() for point in on]
        moves += [
            {point: _mirrored(at[point], at[a], at[b])}
            for a, b in self._axes(spots)
            for point in at
            if point not in self._line(a, b)
        ]
        for move in moves[:_MOST_TURNED]:
            moved = at | move
            yield pack({name: (spot.real, spot.imag) for name, spot in moved.items()}, letters, self.wanted.points)

    def _turned_round(self, at: Mapping[str, complex], line: Sequence[str], pivot: str) -> dict[str, complex]:
        return {point: 2 * at[pivot] - at[point] for point in line}

    def _is_crossed(self, line: Sequence[str], pivot: str) -> bool:
        """Whether a line of several points goes on beyond the point at which another one meets it."""
        return len(line) > 2 and any(pivot in other for other in self.lines if other is not line)

    def _axes(self, spots: Mapping[str, Spot]) -> list[tuple[str, str]]:
        """Return the lines that a text would name to say on which side a point lies: drawn ones, and those under an angle."""
        drawn = [order_along(line, spots) for line in self.lines]
        under = [quantity.points for quantity in self.wanted.description.quantities if quantity.kind == "angle"]
        pairs = [(ends[0], ends[-1]) for ends in (*under, *drawn)]
        return list({frozenset(pair): pair for pair in pairs}.values())

    def _line(self, a: str, b: str) -> Sequence[str]:
        return next((line for line in self.lines if a in line and b in line), (a, b))

    def require_one_answer(self, best: _Laid, figures: Sequence[_Laid]) -> None:
        """Refuse facts that hold in figures of two kinds with different answers: nobody but the author knows which is meant.

        Raises:
            OpenLayoutError: with the two answers, and two statements of which one settles it.
        """
        value = self._answer(best)
        if value is None:
            return
        for other in figures:
            second = self._answer(other)
            if second is None or abs(second - value) <= _SAME_ANSWER * max(abs(second), abs(value)):
                continue
            goal = self.wanted.description.goal
            told = f"the facts allow a figure with {goal} = {value:.4g} and one with {second:.4g}"
            choices = self._difference(best, other)
            if choices is None:
                raise LayoutError(f"{told}; give coordinates")
            raise OpenLayoutError(told, choices)

    def _difference(self, one: _Laid, other: _Laid) -> tuple[str, str] | None:
        """Return a statement that is true of the first figure and its counterpart, true of the second."""
        said = {frozenset((frozenset(sided.line), *sided.points)) for sided in self.wanted.sides}
        first, second = (unpack(laid.vector, self.wanted.points, self.task.letters)[0] for laid in (one, other))
        asked = {point for quantity in self.wanted.description.quantities for point in quantity.points}
        found = []
        likely = self._axes(first)
        for rank, (a, b) in enumerate([*likely, *combinations(self.wanted.points, 2)]):
            for pair in combinations([point for point in self.wanted.points if point not in self._line(a, b)], 2):
                is_same = [_side(spots, a, b, pair[0]) * _side(spots, a, b, pair[1]) for spots in (first, second)]
                if is_same[0] * is_same[1] < 0 and frozenset((frozenset((a, b)), *pair)) not in said:
                    found.append((rank >= len(likely), len({a, b, *pair} - asked), a, b, pair, is_same[0] > 0))
        if not found:
            return None
        *_, a, b, pair, is_same_first = min(found, key=lambda each: each[:2])
        both = tuple(f"{' and '.join(pair)} on {how} of {a}{b}" for how in ("the same side", "opposite sides"))
        return (both[0], both[1]) if is_same_first else (both[1], both[0])

    def _answer(self, laid: _Laid) -> float | None:
        """Return the value of the goal where the facts determine it; None where they leave it free."""
        goal = self.wanted.description.goal
        if goal is None:
            return None
        expression, circles = goal.expression, self._incidences.circles

        def at(points: Coordinates, letters: Mapping[str, float]) -> tuple[float]:
            named = {leaf: letters[leaf.name] if isinstance(leaf, Letter) else measure(leaf, points, circles) for leaf in leaves}
            return (evaluate(expression, named.__getitem__),)

        leaves = list(unknowns(expression))
        try:
            (value,) = at(*unpack(laid.vector, self.wanted.points, self.task.letters))
        except (ArithmeticError, KeyError, ValueError):
            return None
        everything = frozenset((*self.wanted.points, *self.task.letters))
        gradient = self.task._replace(residuals=[Residual("goal", at, everything)]).givens_jacobian(laid.vector)[0]
        rows = row_space(self.task.givens_jacobian(laid.vector))
        rest = gradient - rows.T @ (rows @ gradient)
        # The slopes of a figure that satisfies its facts are good to about six digits.
        is_settled = float(np.linalg.norm(rest)) <= 1e-3 * float(np.linalg.norm(gradient))
        return value if is_settled else None

    def contradiction(self, best: _Laid) -> str:
        """Say which facts the nearest figure misses."""
        spots, letters = unpack(best.vector, self.wanted.points, self.task.letters)
        missed = sorted(((size, name) for name, size in misfits(self.task.residuals, spots, letters).items()), reverse=True)
        named = "; ".join(name for size, name in missed[:3] if size > TOLERANCE)
        return f"no figure satisfies the facts; the nearest is farthest from {named}; correct one of them"

    def figure(self, best: _Laid) -> Figure:
        """Return the figure, each part that hangs together on its base, the parts side by side."""
        spots, _ = unpack(best.vector, self.wanted.points, self.task.letters)
        at = {name: complex(*spot) for name, spot in spots.items()}
        lines = [order_along(line, spots) for line in self.lines]
        placed: dict[str, complex] = {}
        for part in self.parts:
            own = [line for line in lines if line[0] in part]
            standing = _standing({name: at[name] for name in at if name in part}, self._bases(own, at), self._extents(at, part))
            gap = _GAP * max((abs(a - b) for a, b in combinations(standing.values(), 2)), default=0.0)
            right = max((spot.real for spot in placed.values()), default=-gap)
            placed |= {name: spot + right + gap for name, spot in standing.items()}
        points = {name: (placed[name].real, placed[name].imag) for name in at}
        return Figure(
            points=points,
            lines=tuple(order_along(line, points) for line in self.lines),
            circles=tuple(self._circle(centre, on, placed) for centre, on in self.wanted.circles.items()),
        )

    @cached_property
    def _part_of(self) -> dict[str, set[str]]:
        return {name: part for part in self.parts for name in part}

    @cached_property
    def parts(self) -> list[set[str]]:
        """Return the points that hang together, in groups; parts apart from one another may stand anywhere."""
        ties = [{*line} for line in self.lines]
        ties += [{centre, *on} for centre, on in self.wanted.circles.items()]
        ties += [{*fact.points} for fact in self.wanted.description.facts if fact.kind not in _OF_SHAPES]
        ties += [{*quantity.points} for quantity in self.wanted.description.quantities]
        ties += [{*sided.line, *sided.points} for sided in self.wanted.sides]
        parts = [{name} for name in self._at]
        for tie in ties:
            joined = set[str]().union(*(part for part in parts if part & tie))
            parts = [*(part for part in parts if not part & tie), joined]
        return sorted(parts, key=lambda part: min(map(self.wanted.points.index, part)))

    def _bases(self, lines: Sequence[Points], at: Mapping[str, complex]) -> list[tuple[int, Points]]:
        """Return the lines on which a part may stand, with how well a school would like it: parallels, then legs, then others."""
        liked: dict[frozenset[str], int] = {}
        for fact in self.wanted.description.facts:
            for pair in _LIKED.get(fact.kind, ()):
                liked[frozenset(fact.points[place] for place in pair)] = 2 if fact.kind != "perpendicular" else 1
        for equation in self.wanted.description.equations:
            ends = [set(side.points) for side in equation if isinstance(side, Quantity) and side.kind == "length"]
            if len(ends) == 2 and len(ends[0] ^ ends[1]) == 2:  # the base between two equal sides
                liked.setdefault(frozenset(ends[0] ^ ends[1]), 2)
        ranked = [(max((rank for pair, rank in liked.items() if pair <= {*line}), default=0), line) for line in lines]
        return sorted(ranked, key=lambda each: (-each[0], -abs(at[each[1][0]] - at[each[1][-1]])))

    def _extents(self, at: Mapping[str, complex], part: set[str]) -> list[tuple[complex, float]]:
        """Return centre and radius of the circles of a part."""
        return [(at[centre], abs(at[on[0]] - at[centre])) for centre, on in self.wanted.circles.items() if on and centre in part]

    def _circle(self, centre: str, on: Points, placed: Mapping[str, complex]) -> Circle:
        if on:
            return Circle(centre=centre, points=on)
        for fact in self.wanted.description.facts:
            line: tuple[str, str] | None = None
            if fact.kind == "circumscribed" and fact.points[0] == centre:
                line = (fact.points[1], fact.points[2])
            elif fact.kind == "tangent" and fact.points[2] == centre:
                line = (fact.points[0], fact.points[1])
            if line:
                along, to = placed[line[1]] - placed[line[0]], placed[centre] - placed[line[0]]
                return Circle(centre=centre, radius=abs((along.conjugate() * to).imag) / abs(along))
        raise LayoutError(f"nothing says how large circle {centre} is; name a point on it, such as A on circle {centre}")


def _standing(
    placed: Mapping[str, complex], lines: Sequence[tuple[int, Points]], circles: Sequence[tuple[complex, float]]
) -> dict[str, complex]:
    """Turn a part to stand on a horizontal base, its name read from left to right, and put its lower left corner at 0."""
    base = _base(placed, lines, circles)
    if base is not None:
        turn = cmath.exp(-1j * cmath.phase(placed[base[1]] - placed[base[0]]))
        placed = {name: at * turn for name, at in placed.items()}
        level = placed[base[0]].imag
        if sum(at.imag - level for at in placed.values()) < 0:  # what is below the base goes above it
            placed = {name: at.conjugate() for name, at in placed.items()}
    corner = complex(min(at.real for at in placed.values()), min(at.imag for at in placed.values()))
    return {name: at - corner for name, at in placed.items()}


def _base(
    placed: Mapping[str, complex], lines: Sequence[tuple[int, Points]], circles: Sequence[tuple[complex, float]]
) -> tuple[str, str] | None:
    """Choose a line to stand on, left end first: with the whole part on one side of it, then the best liked, then the longest."""
    size = max((abs(a - b) for a, b in combinations(placed.values(), 2)), default=0.0)
    around = [*((at, 0.0) for at in placed.values()), *circles]

    def worth(ranked: tuple[int, Points]) -> tuple[bool, int, float]:
        rank, line = ranked
        start, along = placed[line[0]], placed[line[-1]] - placed[line[0]]
        off = [((along.conjugate() * (at - start)).imag / abs(along), radius) for at, radius in around]
        # A thousandth of the size: a line that touches a circle has it on one side.
        is_outside = min(d - r for d, r in off) > -1e-3 * size or max(d + r for d, r in off) < 1e-3 * size
        return is_outside, rank, abs(along)

    whole = [ranked for ranked in lines if abs(placed[ranked[1][0]] - placed[ranked[1][-1]]) > 0]
    if not whole:
        return None
    _, best = max(whole, key=worth)
    return min(best[0], best[-1]), max(best[0], best[-1])


def _walk(beside: Mapping[str, set[str]], start: str) -> Points:
    """Return all that hangs together with a point, along a ring in turn."""
    path, waiting = [], [start]
    while waiting:
        at = waiting.pop()
        if at not in path:
            path.append(at)
            waiting += sorted(other for other in beside[at] if other not in path)
    return tuple(path)


def _mirrored(at: complex, start: complex, end: complex) -> complex:
    along = (end - start) / abs(end - start)
    return start + along * ((at - start) / along).conjugate()


def _columns(rows: Sequence[Sequence[int]], count: int) -> tuple[_Vector, ...]:
    table = np.array(rows, dtype=int).reshape(-1, count)
    return tuple(table[:, at] for at in range(count))


def _length(vectors: _Vector) -> _Vector:
    return np.hypot(vectors[..., 0], vectors[..., 1])


def _unit(vectors: _Vector) -> _Vector:
    return vectors / np.maximum(_length(vectors), 1e-12)[..., None]


def _cross(first: _Vector, second: _Vector) -> _Vector:
    return first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]


def _side(spots: Mapping[str, Spot], a: str, b: str, point: str) -> float:
    """Return twice the area of a triangle, positive where it is named counter-clockwise."""
    return 2 * signed_area([spots[a], spots[b], spots[point]])
