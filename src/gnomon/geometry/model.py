"""The numeric model: coordinates and letter values that satisfy every given, found by least squares.

The model is an oracle and a filter, never a premise: it says which rules can apply, which root the figure allows and
whether the goal is determined; no value of it enters a proof. It starts from the drawn positions, so the drawing decides
between mirror images; order on a line and the side to which an angle opens are kept by the guards of `gnomon.geometry.shape`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.algebra import constant
from gnomon.figure import Coordinates, dimension, measure
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.fitting import Task, pack, residual, unpack
from gnomon.geometry.shape import shape_guards
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
    FormalDescription,
    Letter,
    Problem,
    Quantity,
    evaluate,
    quantities_in,
    unknowns,
)

TOLERANCE = 1e-6
"""Largest residual (relative length, or radians) of a fit that counts as satisfied."""
_ATTEMPTS = 4
"""Starts of a fit, the drawing and three shaken ever more: enough to leave a wrong valley, soon over where givens contradict."""
_BENT = 0.05
"""Largest guard of a figure that still passes for the drawn one; a guard stays below it unless points of a line change order
or an angle opens the other way round."""
_ATTEMPTS_BLAME = 2
"""Restarts when looking for the contradicting givens: as many fits as there are givens are needed."""
_PATIENCE = 2.0
"""Seconds after which no restart begins."""
_PATIENCE_BLAME = 1.5
"""Seconds for looking for the contradicting givens."""


class ModelError(ValueError):
    """No model could be built; the message says why and what to do. `InconsistentError` and `NoPositionsError` are its kinds."""


class InconsistentError(ModelError):
    """The givens contradict each other; ``conflict`` holds their sources."""

    def __init__(self, conflict: Sequence[str]) -> None:
        self.conflict = tuple(conflict)
        super().__init__(f"the givens contradict each other: {'; '.join(conflict)}. Correct one of them.")


class NoPositionsError(ModelError):
    """The figure has no coordinates to start from."""


@dataclass(frozen=True)
class Model:
    """A fitted figure."""

    diagram: Diagram
    letters: Mapping[str, float]
    """Value of each unknown letter."""
    _gradient_space: NDArray[np.float64]
    """Orthonormal rows that span what the givens determine."""
    _names: tuple[str, ...]

    def value(self, expression: Expression) -> float:
        """Evaluate an expression at the fitted figure.

        Raises:
            ArithmeticError, KeyError, ValueError: when it has no value there.
        """
        return evaluate(expression, self._leaf)

    def holds(self, equation: Equation) -> bool:
        """Whether an equation is true at the fitted figure, to five digits (a fit has six); False when a side has no value."""
        try:
            left, right = self.value(equation.left), self.value(equation.right)
        except (ArithmeticError, KeyError, ValueError):
            return False
        return abs(left - right) <= 1e-5 * max(abs(left), abs(right), 1e-9)

    def is_determined(self, expression: Expression) -> bool:
        """Whether the givens fix the value: its gradient lies in the row space of their Jacobian."""
        gradient = self._gradient(expression)
        size = float(np.linalg.norm(gradient))
        if size == 0:
            return True
        rest = gradient - self._gradient_space.T @ (self._gradient_space @ gradient)
        return float(np.linalg.norm(rest)) < 1e-4 * size  # the slopes of a fitted figure are good to about six digits

    def _leaf(self, leaf: Letter | Quantity) -> float:
        return self.letters[leaf.name] if isinstance(leaf, Letter) else self.diagram.measure(leaf)

    def _gradient(self, expression: Expression) -> NDArray[np.float64]:
        start = pack(self.diagram.at, self.letters, self._names)
        # Central differences are best near the cube root of a double's precision, 6e-6.
        step = 1e-6 * max(1.0, float(np.abs(start).max()))

        def at(vector: NDArray[np.float64]) -> float:
            points, letters = unpack(vector, self._names, tuple(self.letters))
            circles = self.diagram.circles
            return evaluate(
                expression, lambda leaf: letters[leaf.name] if isinstance(leaf, Letter) else measure(leaf, points, circles)
            )

        return np.array([(at(start + step * unit) - at(start - step * unit)) / (2 * step) for unit in np.eye(len(start))])


def fit(problem: Problem) -> Model:
    """Fit the figure of ``problem`` to its givens, keeping the drawn shape where the givens leave a choice.

    Args:
        problem: with a figure and a formal description.

    Raises:
        NoPositionsError: without a figure, or when a given or the goal names a point or circle that the figure lacks.
        InconsistentError: when no placement satisfies the givens, or none that has the points of each line in their order.
    """
    figure, description = problem.question.figure, problem.formal
    if figure is None or description is None or not figure.points:
        raise NoPositionsError(
            f"problem {problem.id!r} has no point positions; give every point coordinates under figure: points:"
        )
    _check_points(description, figure.points)
    drawn = Diagram(description, figure.lines, figure.points)
    _check_circles(description, drawn)
    names, letters = tuple(figure.points), tuple(description.letters)
    residuals = [residual(given.content, given.source, drawn) for given in description.givens]
    scale, values = _first_values(letters, description.equations, drawn)
    points = {name: (x * scale, y * scale) for name, (x, y) in figure.points.items()}
    task = Task(residuals, shape_guards(drawn), pack(points, values, names), names, letters)
    best = _fitted(task)
    if best.worst > TOLERANCE or best.bent > _BENT:
        raise InconsistentError(_conflict(task, best, guarded=best.worst <= TOLERANCE))
    at, values = unpack(best.vector, names, letters)
    return Model(Diagram(description, figure.lines, at), values, _row_space(best.jacobian), names)


def _statements(description: FormalDescription) -> Iterator[tuple[Fact | Equation, str]]:
    yield from ((given.content, given.source) for given in description.givens)
    if description.goal is not None:
        yield Equation(description.goal.expression, description.goal.expression), description.goal.source


def _check_points(description: FormalDescription, points: Coordinates) -> None:
    for content, source in _statements(description):
        named = (
            content.points
            if isinstance(content, Fact)
            else [p for side in content for q in quantities_in(side) for p in q.points]
        )
        missing = next((point for point in named if point not in points), None)
        if missing is not None:
            raise NoPositionsError(
                f"{source} names point {missing}, which has no position; give it coordinates under figure: points:"
            )


def _check_circles(description: FormalDescription, drawn: Diagram) -> None:
    for content, source in _statements(description):
        for quantity in () if isinstance(content, Fact) else (q for side in content for q in quantities_in(side)):
            try:
                drawn.measure(quantity)
            except KeyError as error:
                raise NoPositionsError(
                    f"{source} needs a circle that the figure lacks ({quantity}); add it under figure: circles:"
                ) from error


class _Fit(NamedTuple):
    vector: NDArray[np.float64]
    worst: float
    """Largest residual of a given."""
    bent: float
    """Largest guard: 0 where the drawn shape is kept."""
    jacobian: NDArray[np.float64]


def _fitted(task: Task) -> _Fit:
    """Fit freely; where that fails or leaves the drawn shape, fit with the guards; a bent figure is the last resort."""
    end = time.monotonic() + _PATIENCE
    free = _solve(task, end=end)
    if free.worst <= TOLERANCE and free.bent <= TOLERANCE:
        return free
    kept = _solve(task, guarded=True, end=end)
    return kept if kept.worst <= TOLERANCE and (kept.bent <= TOLERANCE or free.worst > TOLERANCE) else free


def _solve(task: Task, *, guarded: bool = False, attempts: int = _ATTEMPTS, patience: int = 120, end: float = math.inf) -> _Fit:
    """Descend from the start and, until ``end``, from shaken starts; return the best fit."""
    generator = np.random.default_rng(0)  # one problem, one figure: the restarts are the same every time
    best: _Fit | None = None
    for attempt in range(attempts):
        shake = generator.normal(scale=0.05 * task.size * attempt, size=task.start.shape) if attempt else 0.0
        found = _descend(task, task.start + shake, guarded=guarded, patience=patience // 2 if attempt else patience)
        if best is None or _misfit(found, guarded=guarded) < _misfit(best, guarded=guarded):
            best = found
        if _misfit(best, guarded=guarded) <= TOLERANCE or time.monotonic() > end:
            break
    assert best is not None
    return best


def _descend(task: Task, start: NDArray[np.float64], *, guarded: bool, patience: int) -> _Fit:
    from scipy.optimize import least_squares  # heavy: loaded only when a figure is fitted

    scale = task.size
    if guarded:
        # A few steps held near the drawing, so that the guards are met before the givens pull points past one another.
        start = least_squares(task.anchored, start, jac=task.anchored_jacobian, max_nfev=30, x_scale=scale).x
    # Tolerances near a double's precision: the descent goes on till it stands still, far below `TOLERANCE`.
    target, slopes = (task.everything, task.jacobian) if guarded else (task.givens, task.givens_jacobian)
    found = least_squares(target, start, jac=slopes, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=patience, x_scale=scale)
    worst = float(np.abs(task.givens(found.x)).max())
    return _Fit(found.x, worst, float(task.guards(found.x).max()), task.givens_jacobian(found.x))


def _misfit(found: _Fit, *, guarded: bool) -> float:
    return max(found.worst, found.bent) if guarded else found.worst


def _row_space(jacobian: NDArray[np.float64]) -> NDArray[np.float64]:
    _, sizes, rows = np.linalg.svd(jacobian, full_matrices=False)
    # What is smaller is noise of the forward differences, whose step is 1.5e-8.
    return np.asarray(rows[sizes > 1e-7 * max(float(sizes.max(initial=0.0)), 1e-12)])


def _conflict(task: Task, best: _Fit, *, guarded: bool) -> list[str]:
    """Return the sources of a small set of givens that cannot hold together: each one's removal mends the fit.

    Where none is found within `_PATIENCE_BLAME`, those that the best fit misses most.
    """
    blamed = []
    end = time.monotonic() + _PATIENCE_BLAME
    for index, given in enumerate(task.residuals):
        if time.monotonic() > end:
            break
        found = _solve(task.without(index), guarded=guarded, attempts=1 if guarded else _ATTEMPTS_BLAME, patience=40)
        if found.worst <= TOLERANCE and not (guarded and found.bent > _BENT):
            blamed.append(given.source)
    return blamed or task.most_missed(best.vector) or ["no single given is to blame; check the last ones you changed"]


def _first_values(letters: Sequence[str], equations: Sequence[Equation], drawn: Diagram) -> tuple[float, dict[str, float]]:
    """Return the scale of the figure and the letters at which the drawn quantities come nearest to the equations."""
    ratios = [
        value / drawn.measure(side)
        for equation in equations
        for side, other in (equation, equation[::-1])
        if isinstance(side, Quantity) and side.kind == "length" and (value := constant(other)) and drawn.measure(side) > 0
    ]
    if not ratios:
        return _scale_and_letters(letters, equations, drawn)
    scale = float(np.median(ratios))
    return scale, _first_letters(letters, equations, drawn, scale)


def _scale_and_letters(letters: Sequence[str], equations: Sequence[Equation], drawn: Diagram) -> tuple[float, dict[str, float]]:
    """Solve "scale times drawn quantity = expression in letters" for scale and letters by linear least squares."""
    rows, right = [], []
    for equation in equations:
        for quantity, other in (equation, equation[::-1]):
            line = _linear(other, letters) if isinstance(quantity, Quantity) else None
            if line is None or not isinstance(quantity, Quantity):
                continue
            size = drawn.measure(quantity)
            is_scaled = dimension(quantity.kind) == 1
            # Each row by its own size, so that long and short lengths count alike.
            rows.append(np.array([size if is_scaled else 0.0, *(-line[1:])]) / max(size, 1e-9))
            right.append((line[0] - (0.0 if is_scaled else size)) / max(size, 1e-9))
    if rows:
        matrix = np.array(rows)
        found = np.linalg.lstsq(matrix, np.array(right), rcond=None)[0]
        # Letters may be negative, as x in 5 - x = 12; the figure's size may not.
        if np.linalg.matrix_rank(matrix) == matrix.shape[1] and found[0] > 0:
            return float(found[0]), dict(zip(letters, found[1:].tolist(), strict=True))
    return 1.0, _first_letters(letters, equations, drawn, 1.0)


def _linear(expression: Expression, letters: Sequence[str]) -> NDArray[np.float64] | None:
    """Return constant and coefficients of an expression that is linear in letters; None for any other."""
    if not all(isinstance(leaf, Letter) for leaf in unknowns(expression)):
        return None

    def at(values: Mapping[str, float]) -> float:
        return evaluate(expression, lambda leaf: values.get(leaf.name, 0.0) if isinstance(leaf, Letter) else 0.0)

    try:
        base = at({})
        coefficients = [at({name: 1.0}) - base for name in letters]
        probe = {name: 2.0 + place for place, name in enumerate(letters)}
        is_linear = abs(at(probe) - base - sum(c * probe[name] for c, name in zip(coefficients, letters, strict=True))) < 1e-9
    except (ArithmeticError, ValueError):
        return None
    return np.array([base, *coefficients]) if is_linear else None


def _first_letters(letters: Sequence[str], equations: Sequence[Equation], drawn: Diagram, scale: float) -> dict[str, float]:
    values: dict[str, float] = {}
    for equation in equations:
        for quantity, other in (equation, equation[::-1]):
            names = {leaf.name for leaf in unknowns(other) if isinstance(leaf, Letter)}
            if isinstance(quantity, Quantity) and len(names) == 1 and names.isdisjoint(values):
                (name,) = names
                guess = _secant(other, drawn.measure(quantity) * scale ** dimension(quantity.kind))
                if guess is not None:
                    values[name] = guess
    return {name: values.get(name, 10.0) for name in letters}  # the usual size of a letter of school problems


def _secant(expression: Expression, target: float) -> float | None:
    """Return the value of the one letter at which an expression takes a value; None when none is found.

    Of several it is mostly the positive one that is found: the search begins among the letters of school problems.
    """
    low, high = 1.0, 20.0
    for _ in range(30):
        try:
            f_low, f_high = (evaluate(expression, lambda _, at=at: at) - target for at in (low, high))  # type: ignore[misc]  # default argument binds the loop variable
        except (ArithmeticError, ValueError):
            return None
        if abs(f_high - f_low) < 1e-12:
            break
        # Held within bounds: a level place would send the next try out of any figure.
        low, high = high, min(max(high - f_high * (high - low) / (f_high - f_low), -1e4), 1e4)
    # Where the search has not ended at a root, a negative value is only a step gone astray.
    return high if math.isfinite(high) and (high > 0 or abs(f_high) < 1e-6 * max(abs(target), 1.0)) else None
