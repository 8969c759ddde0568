"""Is a number or a calculation right as written: exactly, with a note for a rounded one, or not.

A rounded value is right with a note, also where a learner has carried the rounding through a calculation; see the policy
``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum

from gnomon.algebra import Verdict, compare, constant
from gnomon.problem import Expression, Number, Operation

CARRIED = 0.01
"""Relative error that rounding on the way may leave, where the true value is no short decimal."""
SAME = 1e-6
"""Relative difference of two values that are one: a fitted figure is good to six digits."""


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


def compared(truth: float, written: float, number: Expression) -> Truth:
    """Judge a value: ``written`` is what ``number`` comes to."""
    verdict = compare(truth, _as_written(number, written), "learner")
    if verdict is Verdict.RIGHT:
        return Truth.RIGHT
    # A half is rounded up: 6.5 as 7 is right, as 6 it is not.
    if verdict is Verdict.RIGHT_ROUNDED and truth - written < 0.5 - 1e-9:
        return Truth.ROUNDED
    # A truth of three decimals at most could have been written out: then nothing was rounded on the way.
    if not _is_short(truth) and abs(truth - written) <= CARRIED * abs(truth):
        return Truth.ROUNDED
    return Truth.WRONG


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
    if found is Truth.WRONG and abs(left + right) < 1e-9 * max(1.0, right):
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
    is_exact = not any(_is_rough(side) for side in sides)
    if not is_exact and abs(left - right) <= CARRIED * max(abs(left), abs(right)):
        return Truth.ROUNDED
    return Truth.WRONG


def _is_short(value: float) -> bool:
    """Whether a value could have been written out: three decimals at most, as far as a fitted figure tells."""
    return abs(value - round(value, 3)) <= 2 * SAME * max(1.0, abs(value))


def _is_rough(expression: Expression) -> bool:
    """Whether a number with decimals, or something that has none, stands in an expression."""
    match expression:
        case Number(value):
            return value == "pi" or value.denominator != 1
        case Operation("^" | "+" | "-" | "*" | "/" | "neg", arguments):
            return any(map(_is_rough, arguments))
        case Operation():
            return True
    return False


def _as_written(number: Expression, value: float) -> float | str:
    text = str(number)
    return text if text.replace(".", "").isdigit() else value
