"""Is a number or a calculation right as written: exactly, with a note for a rounded one, or not.

A rounded value is right with a note, also where a learner has carried the rounding through a calculation; see the policy
``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product

from gnomon.algebra import Verdict, compare, constant, evaluate
from gnomon.problem import Expression, Letter, Number, Operation, Quantity

CARRIED = 0.01
"""Relative error that a rounding which is shown may leave: two digits kept of a value met on the way."""
SAME = 1e-6
"""Relative difference of two values that are one: a fitted figure is good to six digits."""
_ROUNDED_PLACES = 2
"""Decimals from which on a number was more likely rounded than given: lengths are given with one."""
_MOST_PLACES = 9
"""More decimals than a calculator shows."""


class Truth(StrEnum):
    """What a fair teacher would say."""

    RIGHT = "right"
    ROUNDED = "rounded"
    """Right, with a note."""
    WRONG = "wrong"
    UNKNOWN = "unknown"
    """The givens do not say."""
    AMBIGUOUS = "ambiguous"
    """Two readings are as good and differ: the learner has to say which is meant."""

    @property
    def is_right(self) -> bool:
        """Whether it counts as right."""
        return self in {Truth.RIGHT, Truth.ROUNDED}


def results_of(one: float, other: float) -> tuple[float, ...]:
    """Return what two numbers make: sum, difference, product, half of it, and quotient where there is one."""
    return one + other, one - other, one * other, one * other / 2, *((one / other,) if other else ())


def compared(truth: float, written: float, number: Expression, shown: Sequence[Expression] = ()) -> Truth:
    """Judge a value: ``written`` is what ``number`` comes to.

    A rounded value is the true one rounded, or carried from a rounded one that is shown: what one of the calculations in
    ``shown`` comes to, which has rounded numbers in it (``9 · 1.67 = 15.03``).
    """
    verdict = compare(truth, _as_written(number, written), "learner")
    if verdict is Verdict.RIGHT:
        return Truth.RIGHT
    # A half is rounded up: 6.5 as 7 is right, as 6 it is not.
    if verdict is Verdict.RIGHT_ROUNDED and truth - written < 0.5 - 1e-9:
        return Truth.ROUNDED
    if abs(truth - written) <= CARRIED * abs(truth) and any(_leads_to(each, number) for each in (*shown, number)):
        return Truth.ROUNDED
    return Truth.WRONG


def _leads_to(calculation: Expression, number: Expression) -> bool:
    """Whether a calculation with numbers that were rounded before comes to a number."""
    low, high = _range_of(calculation) or (0.0, 0.0)
    return isinstance(calculation, Operation) and low < high and _meet(calculation, number)


def arithmetic_of(sides: Sequence[Expression]) -> Truth | None:
    """Judge two sides as arithmetic, as a pupil writes it: a chain may run on (``… = 1080 / 8 = 135``)."""
    left, right = (constant(side) for side in sides)
    if left is None or right is None:
        return None
    found = same_value(sides, left, right)
    if found is Truth.WRONG and any(abs(left - value) <= 1e-9 * max(1.0, abs(left)) for value in _running(sides[1])):
        return Truth.RIGHT
    if found is Truth.WRONG and left > 0 and abs(math.sqrt(left) - right) < 1e-9 * max(1.0, right) and right > 1:
        return Truth.AMBIGUOUS  # "= 169 = 13": the root was taken, and not written
    is_difference = isinstance(sides[0], Operation) and sides[0].symbol == "-"
    if found is Truth.WRONG and is_difference and abs(left + right) < 1e-9 * max(1.0, right):
        return Truth.AMBIGUOUS  # 123 - 180 = 57: the order was turned
    return found


def _running(expression: Expression) -> Iterator[float]:
    """Yield the values that a calculation begins with, from the left."""
    while isinstance(expression, Operation) and len(expression.arguments) == 2:
        expression = expression.arguments[0]
        value = constant(expression)
        if value is not None:
            yield value


def same_value(sides: Sequence[Expression], left: float, right: float) -> Truth:
    """Judge whether two calculations have one value, as far as their numbers are exact."""
    if abs(left - right) <= SAME * max(abs(left), abs(right), 1e-6):
        return Truth.RIGHT
    for value, (number, written) in ((left, (sides[1], right)), (right, (sides[0], left))):
        if isinstance(number, Number):
            found = compare(value, _as_written(number, written), "learner")
            is_whole = abs(written - round(written)) < 1e-9
            if found is Verdict.RIGHT_ROUNDED and not (_is_short(value) and is_whole and abs(value - written) >= 0.5 - 1e-9):
                return Truth.ROUNDED
    if _meet(*sides):
        return Truth.ROUNDED
    # 12.6 · 2 = 25.13: a number of one decimal is more often given than rounded.
    is_near = abs(left - right) <= CARRIED * max(abs(left), abs(right))
    return Truth.AMBIGUOUS if is_near and _meet(*sides, places=1) else Truth.WRONG


def _meet(one: Expression, other: Expression, *, places: int = _ROUNDED_PLACES) -> bool:
    """Whether two calculations may have one value where each number with that many decimals may have been rounded."""
    ranges = _range_of(one, places), _range_of(other, places)
    if None in ranges:
        return False
    (low, high), (least, most) = ranges  # type: ignore[misc]
    return low <= most + SAME and least <= high + SAME


def _range_of(expression: Expression, places: int = _ROUNDED_PLACES) -> tuple[float, float] | None:
    """Return between what a calculation lies where each number with that many decimals may have been rounded."""
    match expression:
        case Number(value):
            half = 0.0 if value == "pi" else _last_place(value, places) / 2
            exact = constant(expression) or 0.0
            return exact - half, exact + half
        case Operation(symbol, arguments):
            ranges = [_range_of(argument, places) for argument in arguments]
            if any(each is None for each in ranges):
                return None
            corners = product(*(each for each in ranges if each is not None))
            try:
                ends = [_at(symbol, corner) for corner in corners]
            except (ArithmeticError, ValueError):
                return None
            return min(ends), max(ends)
    return None


def _at(symbol: str, values: Sequence[float]) -> float:
    """Return what an operation makes of some values."""
    letters: list[Letter | Quantity] = [Letter(str(at)) for at in range(len(values))]
    return evaluate(Operation(symbol, tuple(letters)), lambda letter: values[letters.index(letter)])


def _last_place(value: Fraction, places: int) -> float:
    """Return what one more in the last decimal is; 0 of a number with fewer than ``places``, or of one that never ends."""
    written = next((count for count in range(_MOST_PLACES + 1) if (value * 10**count).denominator == 1), 0)
    return 10.0**-written if written >= places else 0.0


def _is_short(value: float) -> bool:
    """Whether a value could have been written out: three decimals at most, as far as a fitted figure tells."""
    return abs(value - round(value, 3)) <= 2 * SAME * max(1.0, abs(value))


def _as_written(number: Expression, value: float) -> float | str:
    text = str(number)
    return text if text.replace(".", "").isdigit() else value
