"""Laying out a figure from facts alone: coordinates at which every fact holds and that a teacher would print.

Least squares from several seeded starts, each with guards for what a drawing should show: points of a line in their order, no
flat or tiny angles, points apart from one another and from lines they are not on, convex polygons, bisectors inside their angles.
A last descent to the facts alone makes them hold exactly, whatever the guards say. Of the figures found the one with the fewest
crossings that no point names, and then the one that keeps its guards best, is turned to stand on its base.

The result is the same each time; it is drawn to scale, and nothing is proved by it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.algebra import Letter, constant, evaluate
from gnomon.figure import Coordinates, Figure, measure, order_along
from gnomon.geometry.fitting import Residual, Task, misfits, most_missed, pack, residual, unpack
from gnomon.geometry.layout.guards import Guards
from gnomon.geometry.layout.kinds import difference, turned_over
from gnomon.geometry.layout.skeleton import LayoutError, OpenLayoutError, Skeleton, side
from gnomon.geometry.layout.standing import stood
from gnomon.geometry.model import TOLERANCE, row_space
from gnomon.problem import Quantity, unknowns
from gnomon.problem.arrangement import Arrangement, Points

_Vector = NDArray[np.float64]

_STARTS = 24
"""The bank's problems take one or two; where facts contradict each other, so many are soon over."""
_ENOUGH = 6
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
_NEARLY_RIGHT = 0.14
"""Cosine up to which an angle looks right: 8 degrees off."""
_NEARLY_EQUAL = 0.92
"""Ratio from which two sides look equal."""
_SAME_ANSWER = 1e-4
"""Relative difference up to which two figures have one answer; other kinds of figures differ by far more."""


def lay_out(wanted: Arrangement) -> Figure:
    """Return a figure with coordinates.

    Args:
        wanted: facts and goal, with what they say is drawn.

    Returns:
        A figure in the unit of the lengths given, its base horizontal, every drawn line with all its points in order.

    Raises:
        LayoutError: when no placement satisfies the facts, or a circle is measured on which no point is named.
    """
    sketch = _Sketch(Skeleton(wanted))
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
    spots, letters = sketch.unpacked(best)
    found += [sketch.descend(pack(moved, letters, wanted.points)) for moved in turned_over(sketch.skeleton, spots)]
    best = min(found, key=lambda laid: laid.faults)
    likely = [laid for laid in found if laid.is_like(best)]
    # A problem asks for what its figure settles: where one kind of figure leaves the goal free, another is meant.
    settled = [laid for laid in likely if sketch.answer(laid) is not None]
    best = min(settled, key=lambda laid: laid.faults, default=best)
    sketch.require_one_answer(best, settled)
    equally_good = [laid for laid in settled or likely if laid.faults[1] <= best.faults[1] + _FAULTLESS]
    best = min(equally_good, key=sketch.pretended)
    return stood(sketch.skeleton, sketch.unpacked(best)[0])


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


@dataclass(frozen=True)
class _Sketch:
    """One arrangement, made ready for descents."""

    skeleton: Skeleton

    @property
    def wanted(self) -> Arrangement:
        return self.skeleton.wanted

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
        return _Incidences(circles, [tuple(line) for line in self.skeleton.lines])

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

    def start(self, generator: np.random.Generator, attempt: int) -> _Vector:
        """Place corners of polygons around, points of circles on them, points of lines between their ends, a little shaken."""
        names = self.wanted.points
        spots = dict(zip(names, generator.normal(scale=self.unit, size=(len(names), 2)), strict=True))
        around = self.skeleton.polygons if attempt % 3 else self.skeleton.polygons[:1]
        for hub, ends in self.skeleton.stars if attempt % 2 else ():  # rays around a point, in the order in which they are named
            ways = generator.uniform(0, 2 * math.pi) + _evenly(len(ends))
            spots |= dict(zip(ends, spots[hub] + self.unit * _directions(ways), strict=True))
        for corners in sorted(around, key=len):
            ways = generator.uniform(0, 2 * math.pi) + _evenly(len(corners))
            shaken = generator.normal(scale=0.2 * self.unit, size=(len(corners), 2))
            spots |= dict(zip(corners, self.unit * _directions(ways) + shaken, strict=True))
        for centre, on in self.wanted.circles.items():
            ways = generator.uniform(0, 2 * math.pi) + _evenly(len(on)) + generator.normal(scale=0.3, size=len(on))
            order = generator.permutation(on).tolist() if attempt % 2 else on
            spots |= dict(zip(order, spots[centre] + self.unit * _directions(ways), strict=True))
        self._put_on_lines(spots, {point for group in (*around, *self.wanted.circles.values()) for point in group})
        letters = generator.uniform(0.5, 3.0, len(self.task.letters)) * _USUAL
        return self._with_letters(np.concatenate([*(spots[name] for name in names), letters]))

    def _with_letters(self, vector: _Vector) -> _Vector:
        """Give the letters the values that suit the places best, so that they do not pull the points about."""
        first = 2 * len(self.wanted.points)
        for _ in range(3 if len(vector) > first else 0):  # labels are linear, or nearly so
            move = np.linalg.lstsq(self.task.givens_jacobian(vector)[:, first:], -self.task.givens(vector), rcond=None)[0]
            vector = np.concatenate([vector[:first], vector[first:] + move])
        return vector

    def _put_on_lines(self, spots: dict[str, _Vector], placed: set[str]) -> None:
        """Put the points of lines that no polygon or circle has placed where they belong."""
        for run in (run for run in self.wanted.lines if len(run) > 2):
            for way in (run, run[::-1]):
                if way[-1] not in placed and {way[-2], way[-3]} <= placed:  # a side that goes on beyond its corner
                    spots[way[-1]] = spots[way[-2]] + 0.6 * (spots[way[-2]] - spots[way[-3]])
                    placed.add(way[-1])
            for place, point in enumerate(run[1:-1], 1):
                share = place / (len(run) - 1)
                if point not in placed:
                    spots[point] = (1 - share) * spots[run[0]] + share * spots[run[-1]]

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

    def guards(self, vectors: _Vector) -> _Vector:
        """Return the guards of each row of coordinates and letters."""
        return self._guards.of(vectors[:, : 2 * len(self.wanted.points)].reshape(len(vectors), -1, 2))

    @cached_property
    def _guards(self) -> Guards:
        return Guards(self.skeleton)

    def _guard_slopes(self, vector: _Vector) -> _Vector:
        step = 1e-6 * self.unit  # forward differences of a double lose half the digits
        moved = self.guards(np.concatenate([vector[None], vector + step * np.eye(len(vector))]))
        return np.asarray((moved[1:] - moved[0]).T / step)

    def pretended(self, laid: _Laid) -> int:
        """Count the corners that look right, or the two sides at them equal, without being so: a learner would believe them."""
        spots, _ = self.unpacked(laid)
        at = {name: complex(*spot) for name, spot in spots.items()}
        ends = [(line[0], line[-1]) for line in (order_along(line, spots) for line in self.skeleton.lines)]
        count = 0
        for one, other in combinations(ends, 2):
            for vertex in set(one) & set(other):
                u, v = (at[next(end for end in pair if end != vertex)] - at[vertex] for pair in (one, other))
                cosine, ratio = abs((u.conjugate() * v).real) / (abs(u) * abs(v)), min(abs(u), abs(v)) / max(abs(u), abs(v))
                count += TOLERANCE < cosine < _NEARLY_RIGHT
                count += 1 - TOLERANCE > ratio > _NEARLY_EQUAL
        return count

    def _crossings(self, vector: _Vector) -> list[tuple[str, str]]:
        """Return the pairs of drawn segments that cross where no point is named."""
        spots, _ = unpack(vector, self.wanted.points, self.task.letters)
        segments = [pair for line in self.skeleton.lines for pair in pairwise(order_along(line, spots))]
        return [
            ("".join(one), "".join(other))
            for one, other in combinations(segments, 2)
            if not set(one) & set(other)
            and self.skeleton.part_of[one[0]] is self.skeleton.part_of[other[0]]
            and all(side(spots, a, b, c) * side(spots, a, b, d) < 0 for (a, b), (c, d) in ((one, other), (other, one)))
        ]

    def unpacked(self, laid: _Laid) -> tuple[dict[str, tuple[float, float]], dict[str, float]]:
        """Return places and letters of a figure."""
        return unpack(laid.vector, self.wanted.points, self.task.letters)

    def require_one_answer(self, best: _Laid, figures: Sequence[_Laid]) -> None:
        """Refuse facts that hold in figures of two kinds with different answers: nobody but the author knows which is meant.

        Raises:
            OpenLayoutError: with the two answers, and two statements of which one settles it.
        """
        value = self.answer(best)
        if value is None:
            return
        for other in figures:
            second = self.answer(other)
            if second is None or abs(second - value) <= max(_SAME_ANSWER * max(abs(second), abs(value)), TOLERANCE):
                continue
            goal = self.wanted.description.goal
            told = f"the facts allow a figure with {goal} = {value:.4g} and one with {second:.4g}"
            choices = difference(self.skeleton, self.unpacked(best)[0], self.unpacked(other)[0])
            if choices is None:
                raise LayoutError(f"{told}; give coordinates")
            raise OpenLayoutError(told, choices)

    def answer(self, laid: _Laid) -> float | None:
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
            (value,) = at(*self.unpacked(laid))
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
        spots, letters = self.unpacked(best)
        named = "; ".join(most_missed(misfits(self.task.residuals, spots, letters), 3, TOLERANCE))
        return f"no figure satisfies the facts; the nearest is farthest from {named}; correct one of them"


def _evenly(count: int) -> _Vector:
    """Return so many directions in radians, spread over a turn."""
    return 2 * math.pi * np.arange(count) / max(count, 1)


def _directions(ways: _Vector) -> _Vector:
    return np.stack([np.cos(ways), np.sin(ways)], axis=1)
