"""A placement of the points that makes every given true, found from the drawn positions by damped Gauss-Newton steps.

It judges order and sides, and tests conclusions; no number of it ever counts as proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.algebra import compiled
from gnomon.figure import Figure, dimension
from gnomon.geometry.checker.incidence import Incidence
from gnomon.geometry.checker.misfits import FACT_MISFITS, Spots, on_circle, perpendicular, touching, turn, vector
from gnomon.geometry.checker.sketch import Sketch
from gnomon.problem import Equation, Expression, Fact, FormalDescription, Letter, Number, Operation, Quantity, evaluate, unknowns

EXACT = 1e-6
"""Largest misfit (relative length, or radians) of a given that counts as satisfied."""
_ATTEMPTS = 4
"""Starts for each set of guards: the drawing by either kind of moves, then a shaken one by either."""
_ROUNDS = 60
"""Steps of one descent; near an answer each doubles the digits, so that what has not arrived by then is stuck."""
_BENT = 0.01
"""By how much a guard of the drawn shape may be overstepped: a figure may lie on the border of what the guards allow."""
_PATIENCE = 10
"""Rounds after which the misfits must have halved."""
_LEAST_SIZE = 1e-6
"""Of the drawing's: no figure in pixels is asked for in a unit a million times as large."""
_PATIENCE_SIZES = 3
"""The same when only the size of the figure and the letters are looked for, as a place to start from."""
_STEP = 1e-7
"""Of the forward differences, relative to the natural size of a move: near the square root of a double's precision."""
_NO_VALUE = 1e3
"""In place of a misfit that has no value: far worse than any other, so that the search turns away."""
_OPEN = 0.05
"""Sine of the angle from which two drawn lines count as crossing, and below which they must not fall."""
_SHORTEST = 0.1
"""Share of its drawn length below which a segment must not fall."""
_MARGIN = 1e-3
"""Points of a line keep at least this share of its length between them."""


class Realisation(NamedTuple):
    """A sketch with the letters' values."""

    sketch: Sketch
    letters: Mapping[str, float]
    misfit: float
    """Largest one of the givens."""
    is_as_drawn: bool
    """Whether the givens hold with the order on lines and the way each angle opens as drawn."""

    @property
    def is_exact(self) -> bool:
        """Whether every given holds."""
        return self.misfit <= EXACT

    def value(self, leaf: Letter | Quantity) -> float:
        """Return the value of a letter or quantity.

        Raises:
            KeyError: when the figure lacks it.
        """
        return self.letters[leaf.name] if isinstance(leaf, Letter) else self.sketch.measure(leaf)


class _Kind(IntEnum):
    """Why something must hold: the problem says so, a line's points keep their order, an angle opens the way it is drawn."""

    GIVEN = 0
    ORDER = 1
    OPENING = 2


class _Misfit(NamedTuple):
    """Numbers that vanish where something holds, and what they depend on."""

    of: Callable[[Sketch, Mapping[str, float]], Sequence[float]]
    columns: tuple[int, ...]
    kind: _Kind


def realise(description: FormalDescription, figure: Figure, incidence: Incidence, *, as_drawn: bool = False) -> Realisation:
    """Place the points so that the givens hold, as near to the drawing as may be; the best try when none is exact.

    Order on lines and the way each angle opens are kept as drawn; where no placement does, they are given up, but for
    ``as_drawn``: where no other placement is of use, looking for one would take twice as long again.
    """
    task = _Task(description, figure, incidence)
    generator = np.random.default_rng(0)
    best: tuple[float, NDArray[np.float64]] | None = None
    kinds = (_Kind.OPENING,) if as_drawn else (_Kind.OPENING, _Kind.ORDER, _Kind.GIVEN)
    for kept, attempt in product(kinds, range(_ATTEMPTS + bool(task.letters))):
        task.keep(kept)
        if attempt == _ATTEMPTS:
            start = task.scaled(sign=-1.0)  # negative letters, where positive ones lead nowhere
        else:
            shake = 0.05 * attempt * generator.normal(size=task.start.shape) * task.natural(task.start)
            start = task.start + shake if attempt > 1 else task.start
        end = task.relaxed(task.descend(start, task.hanging_moves(start) if attempt % 2 else None), kept)
        if best is None or task.worst(end) < best[0]:
            best = task.worst(end), end
        if task.worst(end) <= EXACT and task.worst(end, among=kept) <= _BENT:
            best = task.worst(end), end
            break
    assert best is not None
    sketch, letters = task.unpack(best[1])
    return Realisation(sketch, letters, best[0], task.worst(best[1], among=_Kind.OPENING) <= _BENT)


@dataclass(frozen=True)
class _Enlarged(Sketch):
    """A sketch times a size; it is measured once, for all sizes."""

    measured: Mapping[Quantity, float]
    size: float

    def measure(self, quantity: Quantity) -> float:
        return self.measured[quantity] * self.size ** dimension(quantity.kind)


class _Task:
    def __init__(self, description: FormalDescription, figure: Figure, incidence: Incidence) -> None:
        self.incidence, self.description = incidence, description
        self.names = tuple(figure.points)
        self.letters = tuple(_letters(description))
        self.usual = _usual_number(description)
        self.all = [*self._givens(description), *self._order(description), *self._openings(figure)]
        self.keep(_Kind.GIVEN)
        self.equations = [self._equation(equation) for equation in description.equations]
        drawn = [part for name in self.names for part in figure.points[name]]
        self.drawn = np.array([*drawn, *(10.0 for _ in self.letters)])
        self.start = self.scaled()
        self.all += self._distances()

    def unpack(self, vector: NDArray[np.float64]) -> tuple[Sketch, dict[str, float]]:
        at, letters = self._places(vector)
        return Sketch(self.incidence, at), letters

    def _places(self, vector: NDArray[np.float64]) -> tuple[dict[str, tuple[float, float]], dict[str, float]]:
        values = vector.tolist()
        at = {name: (values[2 * i], values[2 * i + 1]) for i, name in enumerate(self.names)}
        return at, dict(zip(self.letters, values[2 * len(self.names) :], strict=True))

    def keep(self, kind: _Kind) -> None:
        """Let what is up to this kind matter from now on."""
        self.misfits = [misfit for misfit in self.all if misfit.kind <= kind]

    def worst(self, vector: NDArray[np.float64], among: _Kind = _Kind.GIVEN) -> float:
        """Return the largest misfit of what is up to a kind."""
        place = self.unpack(vector)
        return max((abs(part) for misfit in self.all if misfit.kind <= among for part in _parts(misfit, *place)), default=0.0)

    # what must vanish

    def _givens(self, description: FormalDescription) -> Iterator[_Misfit]:
        for given in description.givens:
            if isinstance(given.content, Equation):
                yield self._equation(given.content)
            else:
                yield self._fact(given.content)

    def _equation(self, equation: Equation) -> _Misfit:
        leaves, left_at, right_at = compiled(equation)
        unit = self._unit(equation)

        def of(sketch: Sketch, letters: Mapping[str, float]) -> Sequence[float]:
            values = [letters[leaf.name] if isinstance(leaf, Letter) else sketch.measure(leaf) for leaf in leaves]
            left, right = left_at(values), right_at(values)
            return ((left - right) / (unit or max(abs(left), abs(right), 1e-9)),)

        names = {leaf.name for leaf in leaves if isinstance(leaf, Letter)}
        return _Misfit(of, self._columns(self._involved(leaves), names), _Kind.GIVEN)

    def _unit(self, equation: Equation) -> float | None:
        """Return in what unit the sides are compared: radians, the largest number, or None (their own size) for quantities."""
        if _are_degrees(equation):
            return math.degrees(1.0)
        numbers = [abs(number) for side in equation for number in _numbers(side)]
        has_letters = any(isinstance(leaf, Letter) for side in equation for leaf in unknowns(side))
        return max(*numbers, self.usual, 1e-3) if numbers or has_letters else None

    def _involved(self, leaves: Sequence[Letter | Quantity]) -> set[str]:
        points = {point for leaf in leaves if isinstance(leaf, Quantity) for point in leaf.points}
        for centre, on in self.incidence.circles.items():
            if centre in points or len(points & set(on)) > 1:
                points |= {centre, on[0]}
        return points

    def _fact(self, fact: Fact) -> _Misfit:
        points, of = fact.points, FACT_MISFITS.get(fact.kind)
        if fact.kind == "on_circle":
            points = (*points, self.incidence.circles[points[1]][0])
            of = on_circle
        elif fact.kind == "circumscribed":
            points, of = self._circumscribed(points)
        elif fact.kind == "tangent":
            line = self.incidence.line(*points[:2]) or frozenset(points[:2])
            contact = next((point for point in points[:2] if self.incidence.are_on_circle(points[2], point)), None)
            contact = contact or min((p for p in line if self.incidence.are_on_circle(points[2], p)), default=None)
            other = next((point for point in points[:2] if point != contact), None)
            if contact and other:
                points, of = (contact, points[2], contact, other), perpendicular
            elif on := self.incidence.circles.get(points[2], ()):
                points, of = (points[2], on[0], *points[:2]), touching(2)
        return _Misfit(
            lambda sketch, _: list(of([sketch.at[p] for p in points])) if of else [], self._columns(points, ()), _Kind.GIVEN
        )

    def _circumscribed(self, points: tuple[str, ...]) -> tuple[tuple[str, ...], Callable[[Spots], Iterator[float]]]:
        """Return the points of a polygon about a circle and how far they are from it.

        At a named point of contact the radius is square to the side: a distance alone would vanish there with its slope.
        """
        centre, *corners = points
        on = self.incidence.circles.get(centre, ())
        named = [centre, *on[:1], *corners]
        square: list[tuple[int, int]] = []
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            line = self.incidence.line(start, end) or frozenset()
            contact = min((line & set(on)) - set(corners), default=None)
            if contact is not None:
                square.append((len(named), named.index(start)))
                named.append(contact)
        touches = touching(len(corners))
        own = len(corners) + 1 + len(on[:1])

        def of(p: Spots) -> Iterator[float]:
            yield from touches(p[:own])
            for contact, corner in square:
                yield from perpendicular([p[contact], p[0], p[contact], p[corner]])

        return tuple(named), of

    def _order(self, description: FormalDescription) -> Iterator[_Misfit]:
        """Keep the points of each line in the stated order."""
        for fact in description.facts:
            if fact.kind == "collinear":
                for a, b in pairwise(fact.points):
                    yield _Misfit(self._apart(fact.points[0], fact.points[-1], a, b), self._columns(fact.points, ()), _Kind.ORDER)

    def _openings(self, figure: Figure) -> Iterator[_Misfit]:
        """Keep the side to which the angle between two drawn lines opens."""
        for vertex in self.names:
            ends = [max(line - {vertex}) for line in self.incidence.lines if vertex in line]
            for first, last in combinations(ends, 2):
                drawn = turn(*(vector(figure.points[vertex], figure.points[end]) for end in (first, last)))[1]
                if abs(drawn) > _OPEN:
                    yield _Misfit(_opening(vertex, first, last, drawn), self._columns((vertex, first, last), ()), _Kind.OPENING)

    def _distances(self) -> Iterator[_Misfit]:
        """Keep neighbours on a line from falling together."""
        start, _ = self.unpack(self.start)
        for line in self.incidence.lines:
            first = min(line)
            along = sorted(line, key=lambda p, first=first: (math.dist(start.at[first], start.at[p]), p))  # type: ignore[misc]  # default argument binds the loop variable
            for a, b in pairwise(along):
                least = _SHORTEST * math.dist(start.at[a], start.at[b])
                if least > 0:
                    yield _Misfit(_distance(a, b, least), self._columns((a, b), ()), _Kind.OPENING)

    def _apart(self, first: str, last: str, a: str, b: str) -> Callable[[Sketch, Mapping[str, float]], Sequence[float]]:
        def of(sketch: Sketch, _: Mapping[str, float]) -> Sequence[float]:
            along, step = vector(sketch.at[first], sketch.at[last]), vector(sketch.at[a], sketch.at[b])
            share = (along[0] * step[0] + along[1] * step[1]) / max(along[0] ** 2 + along[1] ** 2, 1e-12)
            return (min(share - _MARGIN, 0.0),)

        return of

    def _columns(self, points: Sequence[str] | set[str], letters: Sequence[str] | set[str]) -> tuple[int, ...]:
        at = [2 * self.names.index(point) + part for point in dict.fromkeys(points) for part in (0, 1)]
        return (*at, *(2 * len(self.names) + self.letters.index(name) for name in letters))

    # the search

    def scaled(self, sign: float = 1.0) -> NDArray[np.float64]:
        """Choose the figure's size and the letters so that the drawing comes near to the equations, from letters with a sign.

        Facts do not ask for a size, and a quantity grows with a power of it: the drawing is measured once.
        """
        count, drawn = 2 * len(self.names), self.drawn
        sketch, _ = self.unpack(drawn)
        leaves = {leaf for equation in self.description.equations for side in equation for leaf in unknowns(side)}
        measured = {leaf: sketch.measure(leaf) for leaf in leaves if isinstance(leaf, Quantity)}

        def misfits(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
            size, *letters = sizes.tolist()
            enlarged = _Enlarged(self.incidence, sketch.at, measured, size)
            values = dict(zip(self.letters, letters, strict=True))
            return np.array([part for misfit in self.equations for part in _parts(misfit, enlarged, values)])

        def linearised(sizes: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            base, steps = misfits(sizes), _STEP * np.maximum(np.abs(sizes), _STEP)
            return base, np.array([(misfits(sizes + move) - base) / move.sum() for move in np.diag(steps)]).T

        if not self.equations:
            return drawn
        best, least = drawn, math.inf
        # Drawings are in pixels or in the problem's unit; letters of school problems are mostly between 1 and 100.
        for size, letter in product((1.0, 0.1, 0.01), (10.0, 3.0, 40.0) if self.letters else (10.0,)):
            start = np.array([size, *(sign * letter for _ in self.letters)])
            sizes = _lessened(linearised, start, np.diag(start), rounds=15, patience=_PATIENCE_SIZES)
            misfit, slopes = linearised(sizes)
            # Equations that hold at every size, such as AB = 2 · CD, would shrink the figure to a point: then the drawing's size.
            if sizes[0] > _LEAST_SIZE and float(np.abs(misfit).sum()) < least:
                best = np.concatenate([drawn[:count] * sizes[0], sizes[1:]])
                least = float(np.abs(misfit).sum())
            if np.allclose(slopes, linearised(start)[1], rtol=1e-3):
                break  # the equations are linear in size and letters: every start ends here
        return best

    def descend(
        self, vector: NDArray[np.float64], basis: NDArray[np.float64] | None = None, rounds: int = _ROUNDS
    ) -> NDArray[np.float64]:
        """Lessen the misfits by moves along ``basis`` (columns), by default of any kind."""
        return _lessened(self._linearised, vector, np.diag(self.natural(vector)) if basis is None else basis, rounds=rounds)

    def natural(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the natural size of a move of each variable: the figure's size, a letter's value."""
        count = 2 * len(self.names)
        size = float(np.ptp(vector[:count])) or 1.0
        return np.concatenate([np.full(count, size), np.maximum(np.abs(vector[count:]), 1.0)])

    def relaxed(self, vector: NDArray[np.float64], kept: _Kind) -> NDArray[np.float64]:
        """Return an end of a search, carried on without its guards where these nearly hold but keep the givens from holding."""
        if kept == _Kind.GIVEN or not EXACT < self.worst(vector, among=kept) <= _BENT:
            return vector
        self.keep(_Kind.GIVEN)
        freed = self.descend(vector, rounds=2 * _ROUNDS)
        self.keep(kept)
        return freed if self.worst(freed, among=kept) <= _BENT else vector

    def hanging_moves(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return moves that a short step of each leaves the figure's shape alone: points that lie close go together.

        The points hang on a shortest tree. A move shifts one point, with all that hang on it, by as much as it is away from
        the point it hangs on; so a short piece beside a long line turns only when something asks for it.
        """
        count = 2 * len(self.names)
        basis = np.diag(self.natural(vector))
        at = vector[:count].reshape(-1, 2)
        for point, parent in _tree(at):
            basis[2 * point : 2 * point + 2, :count] += basis[2 * parent : 2 * parent + 2, :count]
            gap = max(math.dist(at[point], at[parent]), 1e-6 * basis[0, 0])
            basis[2 * point, 2 * point] = basis[2 * point + 1, 2 * point + 1] = gap
        return basis

    def _linearised(self, vector: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the misfits and their derivatives; each is moved along what it depends on only."""
        parts: list[float] = []
        slopes: list[tuple[int, int, Sequence[float]]] = []
        at, letters = self._places(vector)
        sketch = Sketch(self.incidence, at)
        steps = (_STEP * self.natural(vector)).tolist()
        for misfit in self.misfits:
            base = _parts(misfit, sketch, letters)
            # A guard that holds is level: it is 0 beside the place too.
            for column in misfit.columns if misfit.kind == _Kind.GIVEN or any(base) else ():
                moved = self._beside(misfit, at, letters, column, steps[column])
                if len(moved) == len(base):
                    slopes.append((len(parts), column, [(b - a) / steps[column] for a, b in zip(base, moved, strict=True)]))
            parts += base
        jacobian = np.zeros((max(len(parts), 1), len(vector)))
        for row, column, rises in slopes:
            jacobian[row : row + len(rises), column] = rises
        return np.array(parts or [0.0]), jacobian

    def _beside(
        self, misfit: _Misfit, at: dict[str, tuple[float, float]], letters: dict[str, float], column: int, step: float
    ) -> list[float]:
        """Return a misfit's numbers with one variable moved, which is moved back: copies of the figure would take longer."""
        if column >= 2 * len(self.names):
            name = self.letters[column - 2 * len(self.names)]
            value = letters[name]
            letters[name] = value + step
            parts = _parts(misfit, Sketch(self.incidence, at), letters)
            letters[name] = value
        else:
            name = self.names[column // 2]
            x, y = at[name]
            at[name] = (x + step, y) if column % 2 == 0 else (x, y + step)
            parts = _parts(misfit, Sketch(self.incidence, at), letters)
            at[name] = (x, y)
        return parts


_Linearised = Callable[[NDArray[np.float64]], tuple[NDArray[np.float64], NDArray[np.float64]]]
"""Misfits at a vector, and their derivatives."""


def _lessened(
    linearised: _Linearised,
    vector: NDArray[np.float64],
    basis: NDArray[np.float64],
    *,
    rounds: int,
    patience: int = _PATIENCE,
) -> NDArray[np.float64]:
    """Return where moves along ``basis`` (columns) lead from a vector to lessen the misfits."""
    damping, before = 1e-3, math.inf  # of Levenberg and Marquardt: less after a step that helps, more after one that does not
    misfit, jacobian = linearised(vector)
    for number in range(rounds):
        damped = np.vstack([jacobian @ basis, math.sqrt(damping) * np.eye(basis.shape[1])])
        move = basis @ np.linalg.lstsq(damped, np.concatenate([-misfit, np.zeros(basis.shape[1])]), rcond=None)[0]
        tried = linearised(vector + move)
        if float(tried[0] @ tried[0]) < float(misfit @ misfit):
            vector, (misfit, jacobian), damping = vector + move, tried, max(damping / 10, 1e-14)
        else:
            damping *= 8
        if float(np.abs(misfit).max(initial=0.0)) < EXACT / 1000 or damping > 1e6:
            break
        if number % patience == patience - 1:
            if float(misfit @ misfit) > 0.5 * before:
                break
            before = float(misfit @ misfit)
    return vector


def _tree(at: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Yield each point but the first with the one it hangs on in a shortest tree, which comes before it."""
    nearest = dict.fromkeys(range(1, len(at)), 0)
    while nearest:
        point = min(nearest, key=lambda p: math.dist(at[p], at[nearest[p]]))
        yield point, nearest.pop(point)
        for other, parent in nearest.items():
            if math.dist(at[other], at[point]) < math.dist(at[other], at[parent]):
                nearest[other] = point


def _opening(vertex: str, first: str, last: str, drawn: float) -> Callable[[Sketch, Mapping[str, float]], Sequence[float]]:
    least = min(abs(drawn), _OPEN)

    def of(sketch: Sketch, _: Mapping[str, float]) -> Sequence[float]:
        sine = turn(*(vector(sketch.at[vertex], sketch.at[end]) for end in (first, last)))[1]
        return (min(math.copysign(1.0, drawn) * sine - least, 0.0),)

    return of


def _distance(a: str, b: str, least: float) -> Callable[[Sketch, Mapping[str, float]], Sequence[float]]:
    return lambda sketch, _: (min(math.dist(sketch.at[a], sketch.at[b]) / least - 1, 0.0),)


def _parts(misfit: _Misfit, sketch: Sketch, letters: Mapping[str, float]) -> list[float]:
    try:
        return [part if math.isfinite(part) else _NO_VALUE for part in misfit.of(sketch, letters)]
    except (ArithmeticError, ValueError):
        return [_NO_VALUE]


def _numbers(expression: Expression) -> Iterator[float]:
    if isinstance(expression, Number):
        yield evaluate(expression, lambda _: 0.0)
    elif isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from _numbers(argument)


def _usual_number(description: FormalDescription) -> float:
    """Return the median of the numbers in equations between lengths or areas, as a unit."""
    equations = [equation for equation in description.equations if not _are_degrees(equation)]
    numbers = sorted(abs(number) for equation in equations for side in equation for number in _numbers(side))
    return numbers[len(numbers) // 2] if numbers else 1.0


def _are_degrees(equation: Equation) -> bool:
    leaves = [leaf for side in equation for leaf in unknowns(side)]
    return all(isinstance(leaf, Letter) or leaf.kind in {"angle", "arc"} for leaf in leaves)


def _letters(description: FormalDescription) -> list[str]:
    sides = [side for equation in description.equations for side in equation]
    if description.goal is not None:
        sides.append(description.goal.expression)
    if description.claim is not None and isinstance(description.claim.content, Equation):
        sides.extend(description.claim.content)
    return sorted({leaf.name for side in sides for leaf in unknowns(side) if isinstance(leaf, Letter)})
