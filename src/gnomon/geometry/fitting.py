"""What a figure has to satisfy, as numbers for least squares: residuals of the givens, guards of the drawn shape, slopes.

A given speaks of few points, so its slopes are taken along those only. The descent itself is in `gnomon.geometry.model`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.figure import measure, measured_at
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.shape import Guard
from gnomon.problem import Equation, Fact, Letter, evaluate, unknowns

_Points = Mapping[str, tuple[float, float]]
_Vector = NDArray[np.float64]
_STEP = 1.5e-8
"""Of the forward differences, relative to the value (at least to 1)."""
_BAD = 1e3
"""In place of a residual that has no value."""
_PULL = 0.02
"""Strength of the pull to the drawn positions."""


class Residual(NamedTuple):
    """A given as numbers that are zero where it holds."""

    source: str
    value: Callable[[_Points, Mapping[str, float]], Sequence[float]]
    depends: frozenset[str]
    """Points and letters that it speaks of."""


class Task(NamedTuple):
    """What to satisfy, from where."""

    residuals: Sequence[Residual]
    shape: Sequence[Guard]
    start: _Vector
    names: tuple[str, ...]
    letters: tuple[str, ...]

    def without(self, index: int) -> Task:
        """Leave one given out."""
        return self._replace(residuals=[*self.residuals[:index], *self.residuals[index + 1 :]])

    @property
    def size(self) -> float:
        """Extent of the figure at the start."""
        return float(np.ptp(self.start[: 2 * len(self.names)])) or 1.0

    def givens(self, vector: _Vector) -> _Vector:
        """Residuals of all givens."""
        points, values = unpack(vector, self.names, self.letters)
        return np.array([part for one in self.residuals for part in _parts(one, points, values)] or [0.0])

    def guards(self, vector: _Vector) -> _Vector:
        """All guards."""
        points, _ = unpack(vector, self.names, self.letters)
        return np.array([_finite(guard.value(points)) for guard in self.shape] or [0.0])

    def everything(self, vector: _Vector) -> _Vector:
        """Residuals and guards."""
        return np.concatenate([self.givens(vector), self.guards(vector)])

    def anchored(self, vector: _Vector) -> _Vector:
        """Add a weak pull of every point to where it is drawn."""
        count = 2 * len(self.names)
        return np.concatenate([self.everything(vector), _PULL * (vector - self.start)[:count] / self.size])

    def givens_jacobian(self, vector: _Vector) -> _Vector:
        """Slopes of `givens`."""
        return self._slopes(vector, [(one.depends, _reader(one)) for one in self.residuals])

    def jacobian(self, vector: _Vector) -> _Vector:
        """Slopes of `everything`."""
        guards = [(frozenset(guard.points), _guard_reader(guard)) for guard in self.shape]
        return np.concatenate([self.givens_jacobian(vector), self._slopes(vector, guards)])

    def anchored_jacobian(self, vector: _Vector) -> _Vector:
        """Slopes of `anchored`."""
        pull = np.eye(2 * len(self.names), len(vector)) * _PULL / self.size
        return np.concatenate([self.jacobian(vector), pull])

    def most_missed(self, vector: _Vector, count: int = 4) -> list[str]:
        """Return the sources of the givens with the largest residuals, worst first."""
        points, values = unpack(vector, self.names, self.letters)
        sizes = [(max(map(abs, _parts(one, points, values)), default=0.0), one.source) for one in self.residuals]
        missed = sorted(sizes, reverse=True)
        return [source for size, source in missed[:count] if size > 1e-6]

    def _slopes(self, vector: _Vector, functions: Sequence[tuple[frozenset[str], _Reader]]) -> _Vector:
        points, values = unpack(vector, self.names, self.letters)
        rows = []
        for depends, function in functions:
            base = function(points, values)
            block = np.zeros((len(base), len(vector)))
            for place, name in enumerate(self.names):
                if name in depends:
                    block[:, 2 * place], block[:, 2 * place + 1] = _point_slopes(function, base, points, values, name)
            for place, name in enumerate(self.letters):
                if name in depends:
                    block[:, 2 * len(self.names) + place] = _letter_slope(function, base, points, values, name)
            rows.append(block)
        found = np.concatenate(rows) if rows else np.zeros((0, len(vector)))
        return found if len(found) else np.zeros((1, len(vector)))


_Reader = Callable[[_Points, Mapping[str, float]], Sequence[float]]


def _reader(one: Residual) -> _Reader:
    return lambda points, values: _parts(one, points, values)


def _guard_reader(guard: Guard) -> _Reader:
    return lambda points, _: (_finite(guard.value(points)),)


def _point_slopes(
    function: _Reader, base: Sequence[float], points: dict[str, tuple[float, float]], values: Mapping[str, float], name: str
) -> tuple[list[float], list[float]]:
    x, y = points[name]
    slopes = []
    for step, moved in ((s := _STEP * max(1.0, abs(x)), (x + s, y)), (t := _STEP * max(1.0, abs(y)), (x, y + t))):
        points[name] = moved
        slopes.append([(after - before) / step for after, before in zip(function(points, values), base, strict=True)])
    points[name] = (x, y)
    return slopes[0], slopes[1]


def _letter_slope(function: _Reader, base: Sequence[float], points: _Points, values: dict[str, float], name: str) -> list[float]:
    here = values[name]
    step = _STEP * max(1.0, abs(here))
    values[name] = here + step
    after = function(points, values)
    values[name] = here
    return [(new - old) / step for new, old in zip(after, base, strict=True)]


def _parts(one: Residual, points: _Points, letters: Mapping[str, float]) -> Sequence[float]:
    try:
        return [_finite(part) for part in one.value(points, letters)]
    except (ArithmeticError, ValueError):
        return (_BAD,)


def _finite(value: float) -> float:
    return value if math.isfinite(value) else _BAD


def pack(points: _Points, letters: Mapping[str, float], names: Sequence[str]) -> _Vector:
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


def residual(content: Fact | Equation, source: str, drawn: Diagram) -> Residual:
    """Make the residual of a given: a fact's numbers, or the difference of an equation (relative, or in radians)."""
    if isinstance(content, Fact):
        named, zero = content.condition(drawn)
        return Residual(source, lambda points, _: zero([points[name] for name in named]), frozenset(named))
    leaves = [leaf for side in content for leaf in unknowns(side)]
    degrees = all(isinstance(leaf, Letter) or leaf.kind in {"angle", "arc"} for leaf in leaves)
    circles = drawn.circles

    def value(points: _Points, letters: Mapping[str, float]) -> Sequence[float]:
        left, right = (
            evaluate(side, lambda leaf: letters[leaf.name] if isinstance(leaf, Letter) else measure(leaf, points, circles))
            for side in content
        )
        return (math.radians(left - right),) if degrees else ((left - right) / max(abs(left), abs(right), 1e-3),)

    depends = {name for leaf in leaves for name in ((leaf.name,) if isinstance(leaf, Letter) else measured_at(leaf, circles))}
    return Residual(source, value, frozenset(depends))
