"""Coordinates for points that a picture leaves without a position, from the facts and measures about them.

Least squares over the missing points, one scale and the letters of the problem, from a few seeded starts. It only makes
the figure drawable and its order readable; whether the facts agree is the engine's business. It stands here and not with
the engine because reading needs it: literals leave open what is then read off the placed points (the order around a
polygon, the points of contact), so a problem whose points were placed later would be another problem.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gnomon.algebra import Equation, Letter, Quantity, constant, evaluate
from gnomon.figure import Fact, Measured, Spot, UnmeasurableError, dimension, order_along
from gnomon.problem.statements import FormalDescription

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STARTS = 8
"""Starts that are tried at most, so that what cannot be placed takes a bounded time."""
_SEED = 20210510
"""Any number will do; a fixed one places the points of a problem alike every time."""
_GOOD = 1e-3
"""Mean square residual at which a start is accepted at once: 3 % off is hardly seen in a drawing."""
_MEASURE_WEIGHT = 0.3
"""Pictures are often not to scale: measures count less than facts."""
_APART = 0.05
"""Of the figure's size: points nearer than this are pushed apart, or their names would cover each other."""
_PULL = 0.003
"""Strength of the pull that keeps a free direction near the figure; too weak to move what a fact settles."""
_LETTER = 10.0
"""Usual size of a letter, so that all variables of the search are about 1."""
_WELL_BETWEEN = 0.15
"""Share of a segment that a point between its ends keeps from each of them."""
_CLEAR_TURN = 0.2
"""Least sine of the turn at a corner of a polygon: below it looks flat."""


def place(
    known: Mapping[str, Spot],
    missing: Sequence[str],
    description: FormalDescription,
    between: Sequence[tuple[str, str, str]] = (),
) -> dict[str, Spot]:
    """Place the ``missing`` points that at least one fact or measure speaks of.

    Args:
        known: coordinates of the others; they stay.
        missing: names to place.
        description: what is said; figure-dependent readings of missing points should be kept as written.
        between: triples whose last point lies between the first two.

    Returns:
        Coordinates; a point that nothing speaks of is absent.
    """
    named = {point for quantity in description.quantities for point in quantity.points}
    named |= {point for fact in description.facts for point in fact.points}
    wanted = [point for point in missing if point in named]
    return _Solver(known, wanted, description, between).solve() if wanted else {}


class _Solver:
    """One least-squares problem: the missing coordinates, then log scale, then letters."""

    def __init__(
        self,
        known: Mapping[str, Spot],
        wanted: Sequence[str],
        description: FormalDescription,
        between: Sequence[tuple[str, str, str]],
    ) -> None:
        self._known, self._wanted = dict(known), list(wanted)
        self._between = [triple for triple in between if set(triple) & set(wanted) and set(triple) <= {*known, *wanted}]
        self._facts = [fact for fact in description.facts if set(fact.points) & set(wanted)]
        self._equations = description.equations  # all of them: those among known points settle the scale and the letters
        self._letters, self._circles = description.letters, description.circles
        arcs = [quantity.points for quantity in description.quantities if quantity.kind in {"arc", "arc_length"}]
        self._arcs = [points for points in arcs if len(points) == 3]
        xs, ys = [x for x, _ in known.values()], [y for _, y in known.values()]
        self._centre = (sum(xs) / len(xs), sum(ys) / len(ys))
        self._size = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)

    def solve(self) -> dict[str, Spot]:
        import numpy as np  # imported late: only some problems of pictures need it
        from scipy.optimize import least_squares

        random = np.random.default_rng(_SEED)
        best: tuple[float, NDArray[np.float64]] | None = None
        for attempt in range(_STARTS):
            points = self._first_start() if attempt == 0 else random.normal(0.0, 0.5, 2 * len(self._wanted))
            start = np.concatenate([points, [self._scale()], random.normal(1.0, 0.5, len(self._letters))])
            result = least_squares(self._residuals, start, max_nfev=200)
            cost = 2 * float(result.cost) / max(len(result.fun), 1)
            if best is None or cost < best[0]:
                best = cost, result.x
            if cost < _GOOD:
                break
        return self._positions(best[1]) if best else {}

    def _first_start(self) -> list[float]:
        """Guess: a centre amid the points on its circle, the middle of a three-point arc beyond the centre.

        Three letters name the longer arc or a half circle. Any other point starts a little off the middle of the figure.
        """
        x0, y0 = self._centre
        guesses: dict[str, Spot] = {}
        for centre, on_circle in self._circles.items():
            around = [self._known[name] for name in on_circle if name in self._known]
            if around:
                guesses[centre] = (sum(x for x, _ in around) / len(around), sum(y for _, y in around) / len(around))
        for first, middle, last in self._arcs:
            about = next((c for c, on in self._circles.items() if {first, middle, last} <= set(on)), "")
            at = self._known.get(about) or guesses.get(about)
            if at and first in self._known and last in self._known:
                (ax, ay), (bx, by) = self._known[first], self._known[last]
                guesses[middle] = (2 * at[0] - (ax + bx) / 2, 2 * at[1] - (ay + by) / 2)
        start: list[float] = []
        for index, name in enumerate(self._wanted):
            x, y = guesses.get(name, (x0 + 0.2 * self._size, y0 + (0.1 + 0.2 * index) * self._size))
            start += [(x - x0) / self._size, (y - y0) / self._size]
        return start

    def _scale(self) -> float:
        """Log of a first scale: drawn length over stated length, from plain lengths among known points."""
        logs = []
        for left, right in self._equations:
            if isinstance(left, Quantity) and left.kind == "length" and all(p in self._known for p in left.points):
                stated, drawn = constant(right), math.dist(*(self._known[p] for p in left.points))
                logs += [math.log(drawn / stated)] if stated and stated > 0 and drawn > 0 else []
        return sorted(logs)[len(logs) // 2] if logs else math.log(self._size / 10)

    def _positions(self, x: Sequence[float] | NDArray[np.float64]) -> dict[str, Spot]:
        x0, y0 = self._centre
        return {
            name: (x0 + self._size * float(x[2 * index]), y0 + self._size * float(x[2 * index + 1]))
            for index, name in enumerate(self._wanted)
        }

    def _residuals(self, x: NDArray[np.float64]) -> list[float]:
        points = {**self._known, **self._positions(x)}
        measured = Measured.at(points, self._circles)
        at = 2 * len(self._wanted)
        letters = dict(zip(self._letters, (float(value) * _LETTER for value in x[at + 1 :]), strict=True))
        residuals = [value for fact in self._facts for value in _safely(partial(self._fact_residuals, measured, fact))]
        # A step that overshoots must not overflow: e^30 is beyond any scale of a picture.
        value_of = _values(measured, math.exp(min(max(float(x[at]), -30.0), 30.0)), letters)
        for equation in self._equations:
            residuals += _safely(partial(_gap, equation, value_of))
        residuals += [_PULL * float(value) for value in x[:at]]
        residuals += [_PULL * (float(value) - 1) for value in x[at + 1 :]]
        residuals += [_outside(points, *triple) for triple in self._between]
        residuals += [value for fact in self._facts if fact.polygons() == [fact.points] for value in _dents(points, fact.points)]
        return residuals + self._crowding(points)

    def _fact_residuals(self, measured: Measured, fact: Fact) -> list[float]:
        """Discrepancies; those of circles against the figure's size, else a centre far away would satisfy them all.

        Those of a line are distances from it, between the points farthest apart: its order is not known before the end.
        """
        if fact.meaning.straight is None:
            line = order_along(fact.points, measured.points)
            first, *inner, last = (measured.points[point] for point in line)
            sines = measured.discrepancies(Fact(fact.kind, line))
            return [sine * math.dist(first, p) / (math.dist(first, last) or 1.0) for sine, p in zip(sines, inner, strict=True)]
        values, centre = measured.discrepancies(fact), fact.meaning.centre
        if centre is None:
            return values
        radius = math.dist(measured.points[fact.points[centre]], measured.points[fact.points[0 if centre else 1]])
        return [value * radius / self._size for value in values]

    def _crowding(self, points: Mapping[str, Spot]) -> list[float]:
        nearest = (min(math.dist(points[name], points[other]) for other in points if other != name) for name in self._wanted)
        return [max(0.0, 1 - distance / (_APART * self._size)) for distance in nearest]


def _outside(points: Mapping[str, Spot], first: str, last: str, middle: str) -> float:
    """Return how far ``middle`` is from lying well between the two others, in parts of their distance."""
    a, b, m = (complex(*points[name]) for name in (first, last, middle))
    along = ((m - a) * (b - a).conjugate()).real / (abs(b - a) ** 2 or 1.0)
    return max(0.0, _WELL_BETWEEN - along) + max(0.0, along - (1 - _WELL_BETWEEN))


def _dents(points: Mapping[str, Spot], order: Sequence[str]) -> list[float]:
    """Return for each corner of a polygon how far it is from turning the way of the whole."""
    at = [complex(*points[name]) for name in order]
    turns = []
    for index, corner in enumerate(at):
        before, after = corner - at[index - 1], at[(index + 1) % len(at)] - corner
        turns.append((before.conjugate() * after).imag / (abs(before) * abs(after) or 1.0))
    way = 1.0 if sum(turns) >= 0 else -1.0
    return [max(0.0, _CLEAR_TURN - way * turn) for turn in turns]


def _safely(compute: Callable[[], list[float]]) -> list[float]:
    try:
        return [value if math.isfinite(value) else 1e3 for value in compute()]  # far worse than any residual, which are about 1
    except (UnmeasurableError, ArithmeticError, ValueError):
        return []


def _values(measured: Measured, scale: float, letters: Mapping[str, float]) -> Callable[[Letter | Quantity], float]:
    def value_of(unknown: Letter | Quantity) -> float:
        if isinstance(unknown, Letter):
            return letters[unknown.name]
        return measured.value(unknown) / scale ** dimension(unknown.kind)

    return value_of


def _gap(equation: Equation, value_of: Callable[[Letter | Quantity], float]) -> list[float]:
    left, right = evaluate(equation.left, value_of), evaluate(equation.right, value_of)
    return [_MEASURE_WEIGHT * (left - right) / (abs(left) + abs(right) + 1e-9)]
