"""Values of expressions in a figure as it is drawn, in the problem's unit, with letters whose values are known."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from gnomon.algebra import Equation, Expression, Letter, Quantity, evaluate, quantities_in
from gnomon.figure import Measured, UnmeasurableError, dimension


class DrawnValues:
    """Values of expressions from coordinates, known letters and a scale.

    Args:
        measured: the figure.
        letters: values of letters, as far as they are known.
        scale: figure units of one unit of the problem; None where no length is given.
    """

    def __init__(self, measured: Measured, letters: Mapping[str, float], scale: float | None) -> None:
        self.measured, self._letters, self._scale = measured, letters, scale

    def without_letters(self) -> DrawnValues:
        """Return the same without the letters' values."""
        return DrawnValues(self.measured, {}, self._scale)

    def of(self, expression: Expression) -> float | None:
        """Value; None when a letter is unknown, the scale is unknown, or the coordinates do not settle it."""
        try:
            value = evaluate(expression, self._value)
        except (UnmeasurableError, ArithmeticError, ValueError, KeyError):
            return None
        return value if math.isfinite(value) else None

    def _value(self, unknown: Letter | Quantity) -> float:
        if isinstance(unknown, Letter):
            return self._letters[unknown.name]
        value = self.measured.value(unknown)
        if self._scale is None and dimension(unknown.kind):
            raise UnmeasurableError("no length is given, so the figure has no scale")
        return value / (self._scale or 1.0) ** dimension(unknown.kind)


def scale_of(equations: Iterable[Equation], measured: Measured, letters: Mapping[str, float]) -> float | None:
    """Figure units per stated unit: the median over the given lengths and areas; None without any."""
    stated = DrawnValues(measured, letters, None)
    found = []
    for equation in equations:
        for quantity, other in (equation, equation[::-1]):
            if not isinstance(quantity, Quantity) or not dimension(quantity.kind) or any(quantities_in(other)):
                continue
            value, drawn = stated.of(other), _measure(measured, quantity)
            if value and drawn and value > 0:
                ratio = drawn / value
                found.append(ratio ** (1 / dimension(quantity.kind)))
    return sorted(found)[len(found) // 2] if found else None


def _measure(measured: Measured, quantity: Quantity) -> float | None:
    try:
        return measured.value(quantity)
    except UnmeasurableError:
        return None
