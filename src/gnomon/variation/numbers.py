"""The numbers of a problem that may change, and the values that a school would write in their place.

A `Slot` is a number or an expression in letters that a given states. Equal numbers of one kind are one slot: what is 20 twice
stays equal twice, and a number of the text has one meaning. Drawn values are like the old ones: whole where those were whole,
half where half, ``a√3`` where ``5√3``, with other coefficients where ``3x + 8``.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple

from gnomon.algebra import (
    Equation,
    Expression,
    Letter,
    Number,
    Operation,
    Quantity,
    constant,
    evaluate,
    quantities_in,
    unknowns,
)
from gnomon.figure import dimension
from gnomon.problem import FormalDescription, Given

LEAST_ANGLE = 12.0
"""Degrees below which two rays are hard to tell apart in a drawing, and by which an angle should differ from a straight one."""
_CLEAR_ANGLE = 15
"""Degrees of the smallest angle that is written: one that a figure adds to it should stay clear too."""
_LIKE_RIGHT = 5
"""Degrees by which a written angle differs from a right one: nearer, it would be taken for one."""
_FAR = 40
"""Degrees by which a given angle may change: farther, an angle seldom keeps its part in the figure."""
_SMALL = 12
"""Up to this a length may be drawn however small the old one is: of 2 and 3 alone few problems can be made."""
_LARGEST_COEFFICIENT = 9
"""Of a letter: a school writes 2x to 9x."""
_LARGEST_TERM = 20
"""Up to this a number beside a letter may be drawn however small the old one is, as in x + 15."""
_SPECIAL = {30, 45, 60}
"""Degrees of the triangles that have rules of their own."""


class Slot(NamedTuple):
    """What may change."""

    kind: Literal["angle", "other"]
    expression: Expression
    """As the problem has it."""


Values = Mapping[Slot, Expression]
"""What stands in each slot."""


def slot_of(given: Given) -> Slot | None:
    """Return the slot of a given; None for a fact, an equation between quantities, and a side without a number."""
    return slot_in(given.content) if isinstance(given.content, Equation) else None


def slot_in(equation: Equation) -> Slot | None:
    """Return the slot of an equation, as `slot_of`."""
    plain = [side for side in equation if not any(quantities_in(side))]
    measured = [quantity for side in equation for quantity in quantities_in(side)]
    if len(plain) != 1 or not any(_numbers(plain[0])):
        return None
    is_angle = all(dimension(quantity.kind) == 0 for quantity in measured)
    return Slot("angle" if is_angle else "other", plain[0])


def slots_of(description: FormalDescription) -> list[Slot]:
    """Return every slot once, in the order of the givens."""
    return list(dict.fromkeys(slot for given in description.givens if (slot := slot_of(given)) is not None))


def with_values(description: FormalDescription, values: Values) -> FormalDescription:
    """Return the description with other numbers in its slots."""
    givens = tuple(_changed(given, values) for given in description.givens)
    return replace(description, givens=givens)


def _changed(given: Given, values: Values) -> Given:
    slot = slot_of(given)
    if slot is None or slot not in values or not isinstance(given.content, Equation):
        return given
    sides = (values[slot] if side == slot.expression else side for side in given.content)
    return Given(Equation(*sides), given.source, given.in_text)


def has_coincidence(values: Values) -> bool:
    """Whether numbers that differ in the original have become equal: two sides of one length make another problem."""
    written = [(slot.kind, str(value)) for slot, value in values.items()]
    return len(set(written)) < len(written)


def is_fixed(slot: Slot, special: set[int]) -> bool:
    """Whether a slot keeps its number: a right, straight or full angle, and one that a rule of the proof asks for.

    Args:
        slot: of the problem.
        special: the angles that rules of its proof name in their premises.
    """
    value = constant(slot.expression)
    return slot.kind == "angle" and value is not None and value in {90, 180, 270, 360, *(special & _SPECIAL)}


def drawn_value(slot: Slot, generator: random.Random) -> Expression:
    """Draw another expression of the same form."""
    if any(unknowns(slot.expression)):
        return _with_coefficients(slot.expression, generator)
    return _map_front(slot.expression, lambda front: _drawn_number(front, slot.kind, generator))


def nearest_value(slot: Slot, target: float, *, exactly: bool) -> Expression | None:
    """Return what has the slot's form and comes nearest to ``target``; None where nothing comes near.

    Args:
        slot: without letters.
        target: the value wanted.
        exactly: whether only ``target`` itself will do.
    """
    value = constant(slot.expression)
    if value is None or value <= 0:
        return None

    def nearest(front: Fraction) -> Fraction:
        step = _step(front, slot.kind)
        return max(round(Fraction(target / value) * front / step), 1) * step

    found = _map_front(slot.expression, nearest)
    reached = constant(found)
    return None if reached is None or (exactly and not math.isclose(reached, target, rel_tol=1e-6)) else found


def reaching(expression: Expression, target: float, value_of: Callable[[Letter | Quantity], float]) -> Expression | None:
    """Return an expression in letters with its number beside them, or its one factor, changed so that it comes to ``target``.

    None where it has neither, or where that would be no number that a school writes.
    """
    match expression:
        case Operation(symbol="+" | "-" as symbol, arguments=(rest, Number())):
            size = abs(Fraction(target - evaluate(rest, value_of)).limit_denominator(2))
            found = Operation(symbol, (rest, Number(size)))
        case Operation(symbol="*", arguments=(Number(), rest)):
            size = Fraction(target / evaluate(rest, value_of)).limit_denominator(1)
            found = Operation("*", (Number(size), rest))
        case _:
            return None
    return found if size > 0 and math.isclose(evaluate(found, value_of), target, rel_tol=1e-6) else None


def _numbers(expression: Expression) -> Iterator[Number]:
    if isinstance(expression, Number) and expression.value != "pi":
        yield expression
    for argument in expression.arguments if isinstance(expression, Operation) else ():
        yield from _numbers(argument)


def _map_front(expression: Expression, change: Callable[[Fraction], Fraction]) -> Expression:
    """Change the rational factor of ``5``, ``5√3``, ``12π``, ``√3`` or ``7/2``; what has another form stays."""
    match expression:
        case Number(value=Fraction() as front):
            return Number(change(front))
        case Operation(symbol="*", arguments=(Number(value=Fraction() as front), rest)):
            return Operation("*", (Number(change(front)), rest))
        case Operation(symbol="/", arguments=(Number(value=Fraction() as top), Number(value=Fraction() as bottom))):
            changed = change(top / bottom)
            if changed.denominator == 1:
                return Number(changed)
            return Operation("/", (Number(Fraction(changed.numerator)), Number(Fraction(changed.denominator))))
        case Operation(symbol="sqrt") | Number(value="pi"):
            changed = change(Fraction(1))
            return expression if changed == 1 else Operation("*", (Number(changed), expression))
    return expression


def _drawn_number(old: Fraction, kind: str, generator: random.Random) -> Fraction:
    step = _step(old, kind)
    if kind == "angle":
        straight = 180 if old < 180 else 360
        low, high = max(old - _FAR, Fraction(_CLEAR_ANGLE)), min(old + _FAR, Fraction(straight - _CLEAR_ANGLE))
    else:
        # From half to three times the old size: farther, parts of a figure become too short, as does a length of 1.
        low, high = max(old / 2, min(old, 2 * step)), max(3 * old, step * _SMALL)
    while True:
        drawn = generator.randint(math.ceil(min(low, old) / step), math.floor(max(high, old) / step)) * step
        if kind != "angle" or abs(drawn - 90) >= _LIKE_RIGHT or abs(old - 90) < _LIKE_RIGHT:
            return drawn


def _step(value: Fraction, kind: str) -> Fraction:
    """Return what ``value`` is a multiple of, as a school would vary it: tens of 90, halves of 7.5, tenths of 6.2."""
    if kind != "angle" and value >= 100 and value % 10 == 0:
        return Fraction(10)
    if kind != "angle" and value >= 50 and value % 5 == 0:
        return Fraction(5)
    if value.denominator in {1, 2}:
        return Fraction(1, value.denominator)
    places = next((places for places in (1, 2, 3) if (value * 10**places).denominator == 1), None)
    return Fraction(1, value.denominator if places is None else 10**places)


def _with_coefficients(expression: Expression, generator: random.Random) -> Expression:
    """Draw other factors of letters and other numbers beside them; exponents, denominators and roots stay."""
    match expression:
        case Operation(symbol="*", arguments=(Number(value=Fraction() as factor), rest)) if any(unknowns(rest)):
            factors = [Fraction(number) for number in range(2, _LARGEST_COEFFICIENT + 1)]
            changed = generator.choice(factors) if factor.denominator == 1 and abs(factor) > 1 else abs(factor)
            return Operation("*", (Number(changed if factor > 0 else -changed), _with_coefficients(rest, generator)))
        case Operation(symbol="+" | "-" as symbol, arguments=arguments):
            first, second = (_term(argument, generator) for argument in arguments)
            return Operation(symbol, (first, second))
        case Operation(symbol="/" | "^" as symbol, arguments=(first, second)):
            return Operation(symbol, (_with_coefficients(first, generator), second))
        case Operation(symbol="*" | "neg" as symbol, arguments=arguments):
            return Operation(symbol, tuple(_with_coefficients(argument, generator) for argument in arguments))
    return expression


def _term(expression: Expression, generator: random.Random) -> Expression:
    if not isinstance(expression, Number) or not isinstance(expression.value, Fraction):
        return _with_coefficients(expression, generator)
    value = expression.value
    step = Fraction(1, value.denominator) if value.denominator <= 2 else _step(abs(value), "other")
    top = math.floor(max(Fraction(_LARGEST_TERM), 2 * abs(value)) / step)
    drawn = generator.randint(1, top) * step
    return Number(drawn if value > 0 else -drawn)


def in_place(expression: Expression, values: Values) -> Expression:
    """Return ``expression`` with what stands in a slot with letters, such as ``3x + 8``, replaced wherever it stands."""
    for slot, new in values.items():
        if slot.expression == expression and any(unknowns(expression)):
            return new
    if isinstance(expression, Operation):
        return Operation(expression.symbol, tuple(in_place(argument, values) for argument in expression.arguments))
    return expression
