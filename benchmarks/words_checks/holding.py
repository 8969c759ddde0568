"""Whether statements hold at the points of a figure, and whether some follow from others: by numbers, without the grammar.

A statement is a row of residuals that are zero where it holds. One follows from others, to first order, where its gradient over
all coordinates and letters lies in the span of theirs: moving the figure while the others keep holding does not break it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gnomon.algebra import Equation, Expression, Letter, Quantity, evaluate, quantities_in
from gnomon.figure import Circle, Fact, Figure, Measured, UnmeasurableError, dimension
from gnomon.problem import SourceLiteral, read_literals

Content = Fact | Equation
Vector = npt.NDArray[np.float64]

HOLDS = 2e-3
"""Largest residual of what holds: angles in radians, lengths relative. Answers in texts are rounded to three digits at times."""
_STEP = 1e-6
"""Of the numeric derivative, in units of the figure's size."""
_FOLLOWS = 1e-3
"""Largest part of a gradient outside the span of the others, relative: the derivative is numeric."""


@dataclass(frozen=True)
class Place:
    """Where statements are measured."""

    points: Mapping[str, tuple[float, float]]
    letters: Mapping[str, float]
    circles: Mapping[str, Sequence[str]]
    """Points on the circle about each centre."""
    unit: float = 1.0
    """Length of the figure that the text calls 1."""

    def figure(self) -> Figure:
        """Return the figure that literals are read against; it draws nothing but the circles."""
        circles = tuple(Circle(centre=centre, points=tuple(on)) for centre, on in self.circles.items() if on)
        return Figure(points=dict(self.points), circles=circles)

    def contents(self, literal: str, figure: Figure | None = None) -> list[Content]:
        """Read one literal by itself, without what the figure draws."""
        figure = figure or self.figure()
        drawn = {str(given.content) for given in read_literals((), figure).description.givens}
        givens = read_literals([SourceLiteral(literal)], figure).description.givens
        return [given.content for given in givens if str(given.content) not in drawn]

    def _variables(self) -> tuple[list[str], list[str], Vector]:
        names, letters = sorted(self.points), sorted(self.letters)
        start = [value for name in names for value in self.points[name]] + [self.letters[letter] for letter in letters]
        return names, letters, np.array([*start, self.unit])

    def residuals(self, content: Content) -> Vector:
        """Return what is zero where a statement holds."""
        return self._at(self._variables()[2], content)

    def gradients(self, content: Content) -> Vector:
        """Return the derivatives of the residuals, one row each, over coordinates, letters and the unit."""
        start = self._variables()[2]
        size = max(np.ptp(start[: 2 * len(self.points)]), 1.0)
        columns = []
        for at in range(len(start)):
            step = _STEP * (size if at < 2 * len(self.points) else max(abs(start[at]), 1.0))
            up, down = start.copy(), start.copy()
            up[at] += step
            down[at] -= step
            columns.append((self._at(up, content) - self._at(down, content)) / (2 * step))
        return np.array(columns).T

    def value(self, expression: Expression, shift: Vector | None = None) -> float:
        """Value of an expression, with the coordinates moved by ``shift``."""
        start = self._variables()[2]
        return self._value(start if shift is None else start + shift, expression)

    def shifts(self, count: int, seed: int) -> list[Vector]:
        """Return small random moves of the figure and its letters."""
        start = self._variables()[2]
        random = np.random.default_rng(seed)
        return [random.normal(0, 0.01 * max(np.ptp(start[:-1]), 1.0), len(start)) for _ in range(count)]

    def _at(self, variables: Vector, content: Content) -> Vector:
        if isinstance(content, Fact):
            return np.array(self._measured(variables).discrepancies(content), dtype=float)
        left, right = (self._value(variables, side) for side in content)
        kinds = {dimension(quantity.kind) for side in content for quantity in quantities_in(side)}
        scale = np.degrees(1.0) if kinds == {0} else max(abs(left), abs(right), 1e-9)
        return np.array([(left - right) / scale])

    def _measured(self, variables: Vector) -> Measured:
        names = sorted(self.points)
        spots = {name: (float(variables[2 * at]), float(variables[2 * at + 1])) for at, name in enumerate(names)}
        return Measured.at(spots, self.circles)

    def _value(self, variables: Vector, expression: Expression) -> float:
        measured = self._measured(variables)
        letters = dict(zip(sorted(self.letters), variables[2 * len(self.points) :], strict=False))

        def value(unknown: Letter | Quantity) -> float:
            if isinstance(unknown, Letter):
                if unknown.name not in letters:
                    raise UnmeasurableError(f"no value for the letter {unknown.name}")
                return float(letters[unknown.name])
            return measured.value(unknown) / float(variables[-1]) ** dimension(unknown.kind)

        return evaluate(expression, value)


def holds(place: Place, content: Content) -> bool | None:
    """Whether a statement holds; None where it cannot be measured."""
    try:
        return bool(np.max(np.abs(place.residuals(content)), initial=0.0) <= HOLDS)
    except (UnmeasurableError, ArithmeticError, ValueError):
        return None


def follows(place: Place, content: Content, others: Sequence[Content]) -> bool:
    """Whether a statement follows from others to first order; see the module."""
    rows = [place.gradients(other) for other in others if holds(place, other)]
    known = np.vstack([row for row in rows if row.size]) if any(row.size for row in rows) else None
    wanted = place.gradients(content)
    for gradient in wanted:
        length = float(np.linalg.norm(gradient))
        if length < _FOLLOWS * 1e-3 or known is None:
            if length >= _FOLLOWS * 1e-3:
                return False
            continue
        solution = np.linalg.lstsq(known.T, gradient, rcond=1e-9)[0]
        if np.linalg.norm(known.T @ solution - gradient) > _FOLLOWS * length:
            return False
    return True


def same_value(place: Place, one: Expression, other: Expression) -> bool:
    """Whether two expressions agree, also where the figure is moved a little."""
    try:
        pairs = [(place.value(one, shift), place.value(other, shift)) for shift in (None, *place.shifts(3, 1))]
    except (UnmeasurableError, ArithmeticError, ValueError):
        return False
    return all(abs(a - b) <= HOLDS * max(abs(a), abs(b), 1e-9) for a, b in pairs)
