"""What a figure has to satisfy, as numbers for least squares: residuals of the givens, guards of the drawn shape, slopes.

A given speaks of few points, so its slopes are taken along those only. The descent itself is in `gnomon.geometry.model`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.algebra import compiled
from gnomon.figure import Coordinates, Incidence, measure, measured_at
from gnomon.problem import Equation, Fact, Letter

_Vector = NDArray[np.float64]
_STEP = 1.5e-8
"""Of the forward differences, relative to the value (at least to 1): the square root of a double's precision."""
_BAD = 1e3
"""In place of a residual that has no value: far above any other, which are about 1 at most."""
_PULL = 0.02
"""Strength of the pull to the drawn positions: it decides where the givens leave a choice and hardly moves what they settle."""


class Residual(NamedTuple):
    """A given, or a guard of the drawn shape, as numbers that are zero where it holds."""

    source: str
    """The literal; empty for a guard."""
    value: Callable[[Coordinates, Mapping[str, float]], Sequence[float]]
    depends: frozenset[str]
    """Points and letters that it speaks of."""


class Task(NamedTuple):
    """What to satisfy, from where."""

    residuals: Sequence[Residual]
    shape: Sequence[Residual]
    start: _Vector
    names: tuple[str, ...]
    letters: tuple[str, ...]
    other_start: _Vector | None = None
    """The start with letters below 0, where a label asks for it."""

    @property
    def size(self) -> float:
        """Extent of the figure at the start."""
        return float(np.ptp(self.start[: 2 * len(self.names)])) or 1.0

    def givens(self, vector: _Vector) -> _Vector:
        """Residuals of all givens."""
        return self._numbers(vector, self.residuals)

    def guards(self, vector: _Vector) -> _Vector:
        """All guards."""
        return self._numbers(vector, self.shape)

    def everything(self, vector: _Vector) -> _Vector:
        """Residuals and guards."""
        return np.concatenate([self.givens(vector), self.guards(vector)])

    def anchored(self, vector: _Vector) -> _Vector:
        """Add a weak pull of every point to where it is drawn."""
        count = 2 * len(self.names)
        return np.concatenate([self.everything(vector), _PULL * (vector - self.start)[:count] / self.size])

    def givens_jacobian(self, vector: _Vector) -> _Vector:
        """Slopes of `givens`."""
        return self._slopes(vector, self.residuals)

    def jacobian(self, vector: _Vector) -> _Vector:
        """Slopes of `everything`."""
        return np.concatenate([self.givens_jacobian(vector), self._slopes(vector, self.shape)])

    def anchored_jacobian(self, vector: _Vector) -> _Vector:
        """Slopes of `anchored`."""
        pull = np.eye(2 * len(self.names), len(vector)) * _PULL / self.size
        return np.concatenate([self.jacobian(vector), pull])

    def _numbers(self, vector: _Vector, conditions: Sequence[Residual]) -> _Vector:
        points, values = unpack(vector, self.names, self.letters)
        return np.array([part for one in conditions for part in _parts(one, points, values)] or [0.0])

    def _slopes(self, vector: _Vector, conditions: Sequence[Residual]) -> _Vector:
        """Return forward differences, each condition along what it depends on only."""
        points, values = unpack(vector, self.names, self.letters)
        place = {name: index for index, name in enumerate((*self.names, *self.letters))}
        rows = 0
        found: list[tuple[int, int, Sequence[float]]] = []
        for one in conditions:
            base = _parts(one, points, values)
            # A guard that is kept is level: it is 0 beside the place too.
            for name in one.depends if one.source or any(base) else ():
                if name in points:
                    x, y = points[name]
                    for part, step in enumerate((_step(x), _step(y))):
                        points[name] = (x + step, y) if part == 0 else (x, y + step)
                        found.append((rows, 2 * place[name] + part, _rises(base, _parts(one, points, values), step)))
                    points[name] = (x, y)
                else:
                    here, step = values[name], _step(values[name])
                    values[name] = here + step
                    found.append((rows, len(points) + place[name], _rises(base, _parts(one, points, values), step)))
                    values[name] = here
            rows += len(base)
        slopes = np.zeros((max(rows, 1), len(vector)))
        for row, column, rises in found:
            slopes[row : row + len(rises), column] = rises
        return slopes


def _rises(base: Sequence[float], moved: Sequence[float], step: float) -> list[float]:
    # Where a condition has no value it is one number, whatever it is elsewhere.
    return [(b - a) / step for a, b in zip(base, moved, strict=False)]


def _step(value: float) -> float:
    return _STEP * max(1.0, abs(value))


def _parts(one: Residual, points: Coordinates, letters: Mapping[str, float]) -> Sequence[float]:
    try:
        return [part if math.isfinite(part) else _BAD for part in one.value(points, letters)]
    except (ArithmeticError, ValueError):
        return (_BAD,)


def misfits(residuals: Sequence[Residual], points: Coordinates, letters: Mapping[str, float]) -> dict[str, float]:
    """Return the largest number of each source's residuals: 0 where what it says holds."""
    found: dict[str, float] = {}
    for one in residuals:
        found[one.source] = max(found.get(one.source, 0.0), *map(abs, _parts(one, points, letters)), 0.0)
    return found


def pack(points: Coordinates, letters: Mapping[str, float], names: Sequence[str]) -> _Vector:
    """Write coordinates and letters as one vector."""
    return np.array([*(part for name in names for part in points[name]), *letters.values()], dtype=float)


def unpack(
    vector: _Vector, names: Sequence[str], letters: Sequence[str]
) -> tuple[dict[str, tuple[float, float]], dict[str, float]]:
    """Read what `pack` wrote."""
    values = vector.tolist()
    count = 2 * len(names)
    points = {name: (values[2 * i], values[2 * i + 1]) for i, name in enumerate(names)}
    return points, dict(zip(letters, values[count:], strict=True))


def most_missed(misfits: Mapping[str, float], count: int, tolerance: float) -> list[str]:
    """Return the sources of the largest misfits above ``tolerance``, worst first, ``count`` at most.

    Compared by four digits, since two that are missed alike differ in their last ones by the machine: these in their own order.
    """
    worst = sorted(misfits, key=lambda source: float(f"{misfits[source]:.3e}"), reverse=True)
    return [source for source in worst[:count] if misfits[source] > tolerance]


def residual(content: Fact | Equation, source: str, drawn: Incidence) -> Residual:
    """Make the residual of a given: a fact's numbers, or the difference of an equation (relative, or in radians)."""
    if isinstance(content, Fact):
        named, zero = content.condition(drawn)
        return Residual(source, lambda points, _: zero([points[name] for name in named]), frozenset(named))
    leaves, left_at, right_at = compiled(content)
    degrees = all(isinstance(leaf, Letter) or leaf.kind in {"angle", "arc"} for leaf in leaves)
    circles = drawn.circles

    def value(points: Coordinates, letters: Mapping[str, float]) -> Sequence[float]:
        values = [letters[leaf.name] if isinstance(leaf, Letter) else measure(leaf, points, circles) for leaf in leaves]
        left, right = left_at(values), right_at(values)
        # Sides near 0 compare as they are.
        return (math.radians(left - right),) if degrees else ((left - right) / max(abs(left), abs(right), 1e-3),)

    depends = {name for leaf in leaves for name in ((leaf.name,) if isinstance(leaf, Letter) else measured_at(leaf, circles))}
    return Residual(source, value, frozenset(depends))
