"""The numeric model: coordinates and letter values that satisfy every given, found by least squares.

The model is an oracle and a filter, never a premise: it says which rules can apply, which root the figure allows and
whether the goal is determined; no value of it enters a proof. It starts from the drawn positions, so the drawing decides
between mirror images; order on a line and the side to which an angle opens are kept by the guards of `gnomon.geometry.shape`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.algebra import compiled, constant
from gnomon.figure import Coordinates, dimension, measure, sides
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.fitting import Residual, Task, misfits, most_missed, pack, residual, unpack
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
_BENT = 0.05
"""Largest guard of a figure that still passes for the drawn one; a guard stays below it unless points of a line change order
or an angle opens the other way round."""
_FLATTENED = 0.01
"""Guard from which on an angle or a part of a segment has as good as vanished: half of what a guard has where it is 0."""

_NEAR = 1e-3
"""Slope of the misfits, in figure sizes, at which the descent has found its valley and Newton's steps take over."""
_NEWTON_STEPS = 8
"""Each doubles the digits: from three of them, four steps are enough where steps help at all."""
_NEARBY = 0.05
"""Of the figure's size: a Newton step that goes farther leaves the valley."""
_STANDSTILL = 1e-13
"""Misfit at which a descent ends: near a double's precision, far below `TOLERANCE`."""
_SAME_ROOT = 1e-3
"""Relative difference up to which two roots that were searched for are one."""
_NOISE = 1e-7
"""Relative size below which a singular value is noise of the forward differences, whose step is 1.5e-8."""


class Effort(NamedTuple):
    """How long to look for a fit: counted, not timed, so that what is found does not hang on how busy the machine is."""

    starts: int
    """The drawing first, then the drawing shaken ever more."""
    steps: int
    """Of the descent from the drawing; from a shaken one half as many."""


THOROUGH = Effort(4, 120)
"""Four starts are enough to leave a wrong valley, and soon over where givens contradict each other."""
QUICK = Effort(2, 40)
"""Where many fits are needed: most figures that fit at all are there after ten steps."""


_Function = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class ModelError(ValueError):
    """No model could be built; the message says why and what to do. `InconsistentError` and `NoPositionsError` are its kinds."""


class InconsistentError(ModelError):
    """The givens contradict each other; ``missed`` holds the sources of those that the nearest figure misses most, worst first.

    Which of them cannot hold together is a search of its own: `gnomon.geometry.conflict.conflicts`.
    """

    def __init__(self, missed: Sequence[str], description: FormalDescription) -> None:
        self.missed = tuple(missed)
        which = f"; the nearest figure is farthest from {'; '.join(map(description.shown, missed))}" if missed else ""
        super().__init__(f"the givens contradict each other{which}")


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
    is_flattened: bool = False
    """Whether the givens hold only where something that is drawn vanishes: a triangle on a line, two points at one place."""
    _measured: dict[Quantity, float] = field(default_factory=dict)

    def value(self, expression: Expression) -> float:
        """Evaluate an expression at the fitted figure.

        Raises:
            ArithmeticError, KeyError, ValueError: when it has no value there.
        """
        return evaluate(expression, self.at_atom)

    def holds(self, equation: Equation) -> bool:
        """Whether an equation is true at the fitted figure."""
        return holds_at(equation, self.at_atom)

    def shows(self, content: Fact | Equation) -> bool:
        """Whether what somebody states is true at the fitted figure; False where it cannot be measured."""
        try:
            off = misfits([residual(content, "", self.diagram)], self.diagram.at, self.letters)
        except (ArithmeticError, KeyError, ValueError):
            return False
        return max(off.values()) <= 1e-5  # as `holds_at`

    def is_determined(self, expression: Expression) -> bool:
        """Whether the givens fix the value: its gradient lies in the row space of their Jacobian."""
        gradient = self._gradient(expression)
        return not gradient.any() or self._is_spanned(gradient)

    def settles(self, content: Fact) -> bool:
        """Whether the givens fix how far a relation is from holding, so that the fitted figure shows whether it does.

        Raises:
            ArithmeticError, KeyError, ValueError: when it cannot be measured there.
        """
        start = pack(self.diagram.at, self.letters, self._names)
        condition = residual(content, content.kind, self.diagram)
        slopes = Task([condition], (), start, self._names, tuple(self.letters)).givens_jacobian(start)
        flat = _NOISE * max(1.0, float(np.abs(slopes).max(initial=0.0)))
        told = [row for row in slopes if row.any()]  # a side that two triangles share is always as long as itself
        # Where a condition is level, as at the foot of a touching circle, slopes say nothing.
        return bool(told) and all(float(np.linalg.norm(row)) > flat and self._is_spanned(row) for row in told)

    def _is_spanned(self, gradient: NDArray[np.float64]) -> bool:
        rest = gradient - self._gradient_space.T @ (self._gradient_space @ gradient)
        # The slopes of a fitted figure are good to about six digits.
        return float(np.linalg.norm(rest)) < 1e-4 * float(np.linalg.norm(gradient))

    def at_atom(self, leaf: Letter | Quantity) -> float:
        """Return the value of a letter or quantity.

        Raises:
            KeyError: when the figure lacks it.
        """
        if isinstance(leaf, Letter):
            return self.letters[leaf.name]
        if leaf not in self._measured:
            self._measured[leaf] = self.diagram.measure(leaf)
        return self._measured[leaf]

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


def holds_at(equation: Equation, value_of: Callable[[Letter | Quantity], float]) -> bool:
    """Whether an equation is true at given values, to five digits (a fit has six); False when a side has no value."""
    try:
        leaves, left_at, right_at = compiled(equation)
        values = [value_of(leaf) for leaf in leaves]
        left, right = left_at(values), right_at(values)
    except (ArithmeticError, KeyError, ValueError):
        return False
    return abs(left - right) <= 1e-5 * max(abs(left), abs(right), 1e-9)


class Nearest(NamedTuple):
    """The figure brought as near to its givens as it comes, whether or not it satisfies them."""

    model: Model
    misfits: Mapping[str, float]
    """How far each given is from holding, by its source: relative length, or radians. Those left out are measured too."""
    worst: float
    """Largest misfit of those that were not left out."""
    bent: float
    """How far the figure is from the drawn shape: 0 where points of a line keep their order and angles their side."""

    @property
    def is_satisfied(self) -> bool:
        """Whether the givens hold; the shape may be another than the drawn one."""
        return self.worst <= TOLERANCE

    @property
    def is_as_drawn(self) -> bool:
        """Whether the drawn shape is kept."""
        return self.bent <= _BENT

    @property
    def fits(self) -> bool:
        """Whether the givens hold in the drawn shape."""
        return self.is_satisfied and self.is_as_drawn

    def most_missed(self, count: int = 4) -> list[str]:
        """Return the sources of the givens with the largest misfits, worst first."""
        return most_missed(self.misfits, count, TOLERANCE)


def fit(problem: Problem) -> Model:
    """Fit the figure of ``problem`` to its givens, keeping the drawn shape where the givens leave a choice.

    Args:
        problem: with a figure and a formal description.

    Raises:
        NoPositionsError: without a figure, or when a given or the goal names a point or circle that the figure lacks.
        InconsistentError: when no placement satisfies the givens, or none that has the points of each line in their order.
    """
    found = nearest(problem)
    if not found.fits:
        assert problem.formal is not None
        raise InconsistentError(found.most_missed(), problem.formal)
    return found.model


def nearest(problem: Problem, *, without: Collection[str] = (), effort: Effort = THOROUGH) -> Nearest:
    """Bring the figure as near to the givens as it comes; `fit` where that is not near enough.

    Args:
        problem: as in `fit`.
        without: sources of givens that the figure need not satisfy; a fact among them puts no points on a line or circle.
        effort: how long to look.

    Raises:
        NoPositionsError: as `fit`, also when only a fact left out puts points on a circle that another given measures.
    """
    posed = _posed(problem, without)
    return _measured(posed, _fitted(posed.task, effort))


def compromise(problem: Problem, *, without: Collection[str] = (), near: Model | None = None) -> Nearest:
    """Bring the figure as near to the givens and to the drawn shape, taken together, as one descent comes.

    Args:
        problem: as in `fit`.
        without: as in `nearest`.
        near: a figure of the problem to begin at, such as the compromise of some more givens; None for the drawing.

    Raises:
        NoPositionsError: as `nearest`.
    """
    posed = _posed(problem, without)
    task = posed.task
    start = _held(task, task.start) if near is None else pack(near.diagram.at, near.letters, task.names)
    return _measured(posed, _descend(task, start, guarded=True, steps=QUICK.steps))


class _Posed(NamedTuple):
    problem: Problem
    task: Task
    kept: FormalDescription
    """The problem without what is left out."""


def _posed(problem: Problem, without: Collection[str]) -> _Posed:
    figure, everything = problem.question.figure, problem.formal
    if figure is None or everything is None or not figure.points:
        raise NoPositionsError(
            f"problem {problem.id!r} has no point positions; give every point coordinates under figure: points:"
        )
    kept = replace(everything, givens=tuple(given for given in everything.givens if given.source not in without))
    _check_points(everything, figure.points)
    drawn = Diagram(kept, figure.lines, figure.points)
    _check_circles(kept, drawn)
    names, letters = tuple(figure.points), tuple(everything.letters)
    residuals = [residual(given.content, given.source, drawn) for given in kept.givens]
    scale, values = _first_values(letters, kept.equations, drawn)
    points = {name: (x * scale, y * scale) for name, (x, y) in figure.points.items()}
    start = pack(points, values, names)
    below = _negative_letters(values, kept.equations, drawn, scale)
    other_start = None if below is None else pack(points, below, names)
    return _Posed(problem, Task(residuals, shape_guards(drawn), start, names, letters, other_start), kept)


def _measured(posed: _Posed, best: _Fit) -> Nearest:
    problem, task, kept = posed
    figure, everything = problem.question.figure, problem.formal
    assert figure is not None
    assert everything is not None
    at, values = unpack(best.vector, task.names, task.letters)
    fitted = Diagram(kept, figure.lines, at)
    touching = Task([*_at_contacts(kept, fitted)], (), best.vector, task.names, task.letters)
    slopes = np.concatenate([best.jacobian, touching.givens_jacobian(best.vector)]) if touching.residuals else best.jacobian
    model = Model(fitted, values, row_space(slopes), task.names, best.bent > _FLATTENED)
    # Measured on all circles and lines, also those that only what was left out speaks of.
    whole = Diagram(everything, figure.lines, at) if kept.givens != everything.givens else model.diagram
    all_residuals = [residual(given.content, given.source, whole) for given in everything.givens]
    return Nearest(model, misfits(all_residuals, at, values), best.worst, best.bent)


def _at_contacts(description: FormalDescription, diagram: Diagram) -> Iterator[Residual]:
    """Yield that radii are perpendicular to the sides that touch a circle at a named point.

    It follows from the givens, whose slopes are level there: a point that leaves its place along the side leaves the circle by
    the square of that.
    """
    for fact in (fact for fact in description.facts if fact.kind == "circumscribed"):
        centre, *corners = fact.points
        for side in sides(corners):
            contacts = {*diagram.line(*side)} & {*diagram.circles.get(centre, ())}
            yield from (residual(Fact("perpendicular", (centre, each, *side)), fact.kind, diagram) for each in sorted(contacts))


def _statements(description: FormalDescription) -> Iterator[tuple[Fact | Equation, str]]:
    yield from ((given.content, given.shown) for given in description.givens)
    if description.goal is not None:
        yield Equation(description.goal.expression, description.goal.expression), str(description.goal)
    if description.claim is not None:
        yield description.claim.content, str(description.claim)


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


def _fitted(task: Task, effort: Effort) -> _Fit:
    """Fit freely; where that fails or leaves the drawn shape, fit with the guards; a bent figure is the last resort."""
    free = _solve(task, effort)
    if free.worst <= TOLERANCE and free.bent <= TOLERANCE:
        return free
    kept = _solve(task, effort, guarded=True)
    return kept if kept.worst <= TOLERANCE and (kept.bent <= TOLERANCE or free.worst > TOLERANCE) else free


def _solve(task: Task, effort: Effort, *, guarded: bool = False) -> _Fit:
    """Descend from the start and from shaken starts; return the best fit."""
    generator = np.random.default_rng(0)  # one problem, one figure: the restarts are the same every time
    best: _Fit | None = None
    for attempt in range(effort.starts):
        shake = generator.normal(scale=0.05 * task.size * attempt, size=task.start.shape) if attempt else 0.0
        steps = effort.steps // 2 if attempt else effort.steps
        # Of two roots of one label, another label may ask for the one below 0.
        other = task.other_start if attempt % 2 else None
        start = (task.start if other is None else other) + shake
        found = _descend(task, _held(task, start) if guarded else start, guarded=guarded, steps=steps)
        if best is None or _misfit(found, guarded=guarded) < _misfit(best, guarded=guarded):
            best = found
        if _misfit(best, guarded=guarded) <= TOLERANCE:
            break
    assert best is not None
    return best


def _held(task: Task, start: NDArray[np.float64]) -> NDArray[np.float64]:
    """Take a few steps held near the drawing, so that the guards are met before the givens pull points past one another."""
    from scipy.optimize import least_squares  # heavy: loaded only when a figure is fitted

    return np.asarray(least_squares(task.anchored, start, jac=task.anchored_jacobian, max_nfev=30, x_scale=task.size).x)


def _descend(task: Task, start: NDArray[np.float64], *, guarded: bool, steps: int) -> _Fit:
    from scipy.optimize import least_squares  # heavy: loaded only when a figure is fitted

    scale = task.size
    target, slopes = (task.everything, task.jacobian) if guarded else (task.givens, task.givens_jacobian)
    found = least_squares(target, start, jac=slopes, xtol=1e-15, ftol=1e-15, gtol=_NEAR / scale, max_nfev=steps, x_scale=scale)
    end = _finished(target, slopes, found.x, scale)
    # A figure that leaves the drawn shape may come back to it on the slower way.
    if (end is None or float(task.guards(end).max()) > TOLERANCE) and found.nfev < steps:
        # Tolerances near a double's precision: the descent goes on till it stands still, far below `TOLERANCE`.
        left = steps - found.nfev
        end = least_squares(target, found.x, jac=slopes, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=left, x_scale=scale).x
    vector = found.x if end is None else end
    return _Fit(vector, float(np.abs(task.givens(vector)).max()), float(task.guards(vector).max()), task.givens_jacobian(vector))


def _finished(target: _Function, slopes: _Function, vector: NDArray[np.float64], size: float) -> NDArray[np.float64] | None:
    """Return the figure beside a nearly fitted one that satisfies everything; None where Newton's steps do not lead to it.

    Where the givens leave directions free, a descent within a trust region halves the misfit with each step; the shortest
    step to where the linearised misfit vanishes squares it.
    """
    start, misfit = vector, target(vector)
    for _ in range(_NEWTON_STEPS):
        if float(np.abs(misfit).max()) < _STANDSTILL:
            return vector
        move = np.linalg.lstsq(slopes(vector), -misfit, rcond=_NOISE)[0]
        tried = target(vector + move)
        if not float(np.abs(tried).max()) < 0.5 * float(np.abs(misfit).max()) or float(np.abs(move).max()) > _NEARBY * size:
            break
        vector, misfit = vector + move, tried
    return vector if vector is not start and float(np.abs(misfit).max()) < 100 * _STANDSTILL else None


def _misfit(found: _Fit, *, guarded: bool) -> float:
    return max(found.worst, found.bent) if guarded else found.worst


def row_space(jacobian: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return orthonormal rows that span what slopes determine."""
    _, sizes, rows = np.linalg.svd(jacobian, full_matrices=False)
    return np.asarray(rows[sizes > _NOISE * max(float(sizes.max(initial=0.0)), 1e-12)])


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
    for name, label, size in _labels(equations, drawn, scale):
        guess = _secant(label, size) if name not in values else None
        if guess is not None:
            values[name] = guess
    return {name: values.get(name, 10.0) for name in letters}  # the usual size of a letter of school problems


def _negative_letters(
    values: Mapping[str, float], equations: Sequence[Equation], drawn: Diagram, scale: float
) -> dict[str, float] | None:
    """Return the letters with those below 0 that some label asks to be so, as 5 - x at a length of 9 does; None without any.

    A label with two roots, such as x², does not ask for the one below 0.
    """
    below: dict[str, float] = {}
    for name, label, size in _labels(equations, drawn, scale):
        roots = [root for ends in ((1.0, 20.0), (-1.0, -20.0)) if (root := _secant(label, size, *ends)) is not None]
        is_one = bool(roots) and max(roots) - min(roots) < _SAME_ROOT * max(map(abs, roots))
        if is_one and roots[0] < 0 < values[name]:
            below.setdefault(name, roots[0])
    return {**values, **below} if below else None


def _labels(equations: Sequence[Equation], drawn: Diagram, scale: float) -> Iterator[tuple[str, Expression, float]]:
    """Yield each label in one letter: the letter, the label, the size of what it stands at as drawn."""
    for equation in equations:
        for quantity, label in (equation, equation[::-1]):
            names = {leaf.name for leaf in unknowns(label) if isinstance(leaf, Letter)}
            if isinstance(quantity, Quantity) and len(names) == 1:
                yield names.pop(), label, drawn.measure(quantity) * scale ** dimension(quantity.kind)


def _secant(expression: Expression, target: float, low: float = 1.0, high: float = 20.0) -> float | None:
    """Return the value of the one letter at which an expression takes a value; None when none is found.

    Of several it is mostly one near ``low`` and ``high`` that is found: by default the letters of school problems.
    """
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
