"""Coordinates for points that a picture leaves without a position, from the facts and measures about them.

Least squares over the missing points, one scale and the letters of the problem, from a few seeded starts. It only makes
the figure drawable and its order readable; whether the facts agree is the engine's business.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gnomon.problem.drawn import Position
from gnomon.problem.expressions import Equation, Expression, Letter, Quantity, constant, evaluate, quantities_in, unknowns
from gnomon.problem.measure import Measured, UnmeasurableError
from gnomon.problem.statements import Fact, FormalDescription

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STARTS = 8
_GOOD = 1e-3  # mean square residual at which a start is accepted at once
_MEASURE_WEIGHT = 0.3  # pictures are often not to scale: measures count less than facts
_CIRCLE_FACTS = {"on_circle": (1, 0), "inscribed": (0, 1), "circumscribed": (0, 1), "incenter": (0, 1), "tangent": (2, 0)}
"""Where the centre and a point at about the radius stand in a fact."""
_CYCLIC = {"parallelogram", "rectangle", "rhombus", "square", "kite", "trapezoid", "isosceles_trapezoid", "regular_polygon"}
_APART = 0.05  # of the figure's size: points nearer than this are pushed apart


def place(
    known: Mapping[str, Position],
    missing: Sequence[str],
    description: FormalDescription,
    between: Sequence[tuple[str, str, str]] = (),
) -> dict[str, Position]:
    """Place the ``missing`` points that at least one fact or measure speaks of.

    Args:
        known: coordinates of the others; they stay.
        missing: names to place.
        description: what is said; figure-dependent readings of missing points should be kept as written.
        between: triples whose last point lies between the first two.

    Returns:
        Coordinates; a point that nothing speaks of is absent.
    """
    contents = [given.content for given in description.givens]
    goal = (description.goal.expression,) if description.goal else ()
    named = {point for content in contents for point in _points_of(content)}
    named |= {point for expression in goal for point in _points_in(expression)}
    wanted = [point for point in missing if point in named]
    useful = [content for content in contents if set(_points_of(content)) & set(wanted)]
    if not wanted:
        return {}
    arcs = [
        quantity.points
        for expression in _expressions(contents, goal)
        for quantity in quantities_in(expression)
        if quantity.kind in {"arc", "arc_length"}
    ]
    solver = _Solver(known, wanted, useful, contents, arcs=[points for points in arcs if len(points) == 3], between=between)
    return solver.solve()


def _expressions(contents: Sequence[Fact | Equation], goal: Sequence[Expression]) -> Iterator[Expression]:
    for content in contents:
        if isinstance(content, Equation):
            yield from content
    yield from goal


def _points_of(content: Fact | Equation) -> Iterator[str]:
    if isinstance(content, Fact):
        yield from content.points
    else:
        yield from _points_in(content.left)
        yield from _points_in(content.right)


def _points_in(expression: Expression) -> Iterator[str]:
    for quantity in quantities_in(expression):
        yield from quantity.points


class _Solver:
    """One least-squares problem: the missing coordinates, then log scale, then letters."""

    def __init__(
        self,
        known: Mapping[str, Position],
        wanted: Sequence[str],
        useful: Sequence[Fact | Equation],
        everything: Sequence[Fact | Equation],
        *,
        arcs: Sequence[tuple[str, ...]],
        between: Sequence[tuple[str, str, str]],
    ) -> None:
        self._arcs = arcs
        self._between = [triple for triple in between if set(triple) & set(wanted) and set(triple) <= {*known, *wanted}]
        self._known, self._wanted = dict(known), list(wanted)
        self._facts = [content for content in useful if isinstance(content, Fact)]
        # all equations: those among known points settle the scale and the letters
        self._equations = [content for content in everything if isinstance(content, Equation)]
        self._letters = sorted({u.name for e in self._equations for side in e for u in unknowns(side) if isinstance(u, Letter)})
        self._circles: dict[str, list[str]] = {}
        for content in everything:
            if isinstance(content, Fact) and content.kind == "on_circle":
                self._circles.setdefault(content.points[1], []).append(content.points[0])
        xs, ys = [x for x, _ in known.values()], [y for _, y in known.values()]
        self._centre = (sum(xs) / len(xs), sum(ys) / len(ys))
        self._size = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)

    def solve(self) -> dict[str, Position]:
        import numpy as np  # imported late: only some problems of pictures need it
        from scipy.optimize import least_squares

        random = np.random.default_rng(20210510)
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
        guesses: dict[str, Position] = {}
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

    def _positions(self, x: Sequence[float] | NDArray[np.float64]) -> dict[str, Position]:
        x0, y0 = self._centre
        return {
            name: (x0 + self._size * float(x[2 * index]), y0 + self._size * float(x[2 * index + 1]))
            for index, name in enumerate(self._wanted)
        }

    def _residuals(self, x: NDArray[np.float64]) -> list[float]:
        measured = Measured({**self._known, **self._positions(x)}, self._circles)
        at = 2 * len(self._wanted)
        letters = dict(zip(self._letters, (float(value) * 10 for value in x[at + 1 :]), strict=True))
        residuals = [value for fact in self._facts for value in _safely(partial(self._fact_residuals, measured, fact))]
        value_of = _values(measured, math.exp(min(max(float(x[at]), -30.0), 30.0)), letters)
        for equation in self._equations:
            residuals += _safely(partial(_gap, equation, value_of))
        residuals += [0.003 * float(value) for value in x[:at]]  # a free direction stays near the figure
        residuals += [0.003 * (float(value) - 1) for value in x[at + 1 :]]
        residuals += [_outside(measured.points, *triple) for triple in self._between]
        residuals += [value for fact in self._facts if fact.kind in _CYCLIC for value in _dents(measured.points, fact.points)]
        return residuals + self._crowding(measured.points)

    def _fact_residuals(self, measured: Measured, fact: Fact) -> list[float]:
        """Discrepancies; those of circles against the figure's size, else a centre far away would satisfy them all."""
        values = list(measured.discrepancies(fact))
        at = _CIRCLE_FACTS.get(fact.kind)
        if at is None:
            return values
        reach = measured.distance(fact.points[at[0]], fact.points[at[1]]) / self._size
        return [value * reach for value in values]

    def _crowding(self, points: Mapping[str, Position]) -> list[float]:
        nearest = (min(math.dist(points[name], points[other]) for other in points if other != name) for name in self._wanted)
        return [max(0.0, 1 - distance / (_APART * self._size)) for distance in nearest]


def _outside(points: Mapping[str, Position], first: str, last: str, middle: str) -> float:
    """Return how far ``middle`` is from lying well between the two others, in parts of their distance."""
    a, b, m = (complex(*points[name]) for name in (first, last, middle))
    along = ((m - a) * (b - a).conjugate()).real / (abs(b - a) ** 2 or 1.0)
    return max(0.0, 0.15 - along) + max(0.0, along - 0.85)


def _dents(points: Mapping[str, Position], order: Sequence[str]) -> list[float]:
    """Return for each corner of a polygon how far it is from turning the way of the whole."""
    at = [complex(*points[name]) for name in order]
    turns = []
    for index, corner in enumerate(at):
        before, after = corner - at[index - 1], at[(index + 1) % len(at)] - corner
        turns.append((before.conjugate() * after).imag / (abs(before) * abs(after) or 1.0))
    way = 1.0 if sum(turns) >= 0 else -1.0
    return [max(0.0, 0.2 - way * turn) for turn in turns]


def _safely(compute: Callable[[], list[float]]) -> list[float]:
    try:
        return [value if math.isfinite(value) else 1e3 for value in compute()]
    except (UnmeasurableError, ArithmeticError, ValueError):
        return []


def _values(measured: Measured, scale: float, letters: Mapping[str, float]) -> Callable[[Letter | Quantity], float]:
    def value_of(unknown: Letter | Quantity) -> float:
        if isinstance(unknown, Letter):
            return letters[unknown.name]
        power = {"angle": 0, "arc": 0, "area": 2, "circle_area": 2, "sector_area": 2}.get(unknown.kind, 1)
        return measured.value(unknown) / scale**power

    return value_of


def _gap(equation: Equation, value_of: Callable[[Letter | Quantity], float]) -> list[float]:
    left, right = evaluate(equation.left, value_of), evaluate(equation.right, value_of)
    return [_MEASURE_WEIGHT * (left - right) / (abs(left) + abs(right) + 1e-9)]
