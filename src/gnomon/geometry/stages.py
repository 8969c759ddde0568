"""The lines between an equation and its solution: fractions cleared, like terms collected, the unknown left alone.

A pupil of the eighth grade is owed one where the unknown stands in a denominator, more than once, or in a square beside
other terms. Numbers are exact here; where a value is irrational the unknown is set free by undoing one operation after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt, lcm
from typing import NamedTuple

from gnomon.geometry.probing import Valued
from gnomon.geometry.values import Value
from gnomon.problem import Equation, Expression, Letter, Number, Operation, Quantity, unknowns

_Polynomial = tuple[Fraction, ...]
"""Coefficients in the unknown, that of its lowest power first; no zeros at the end."""
_HIGHEST_POWER = 2
"""Of equations that a school solves by a formula."""
_MOST_DIGITS = 7
"""A number that takes more tells a pupil nothing."""
_FEW = 2
"""Operations that are undone in the head where the result is a whole number."""


class _NotRationalError(ValueError):
    """No polynomial with rational coefficients."""


class _Quotient(NamedTuple):
    top: _Polynomial
    bottom: _Polynomial


def stages_of(equation: Equation, atom: Valued, known: Mapping[Valued, Value]) -> tuple[Equation, ...]:
    """Return the lines to write between an equation and ``atom = ...``; none where the solution can be seen.

    Args:
        equation: its only unknown is ``atom``, beside those that cancel.
        atom: what is sought.
        known: values of all others.

    Returns:
        Equations in ``atom`` and, where they are irrational, known values by name.
    """
    times = sum(leaf == atom for side in equation for leaf in unknowns(side))
    if isinstance(atom, Operation):
        return ()
    if atom in tuple(equation) and times == 1:
        return tuple(_roots_worked_out(equation, atom, known))
    try:
        left, right = (_quotient(side, atom, known) for side in equation)
    except _NotRationalError:
        has_idle = any(leaf != atom and leaf not in known for side in equation for leaf in unknowns(side))
        return () if has_idle else tuple(_set_free(equation, atom))
    lines: list[Equation] = []
    for line in _rational_stages(equation, left, right, atom, known):
        said = lines[-1] if lines else equation
        if _is_short(line) and line not in (said, Equation(said.right, said.left)):
            lines.append(line)
    return tuple(lines)


def _rational_stages(
    equation: Equation, left: _Quotient, right: _Quotient, atom: Letter | Quantity, known: Mapping[Valued, Value]
) -> Iterator[Equation]:
    sides = [_times(left.top, right.bottom), _times(right.top, left.bottom)]
    is_on_both = all(len(side) > 1 for side in sides)
    common = lcm(*(part.denominator for side in sides for part in side)) if is_on_both or _divides(left, right) else 1
    cleared = [_times(side, (Fraction(common),)) for side in sides]
    total = _plus(cleared[0], _times(cleared[1], (Fraction(-1),)))
    if _divides(left, right):
        parts = zip(equation, (left, right), strict=True)
        yield Equation(*(_ratio_worked_out(side, quotient, known) for side, quotient in parts))
    if len(total) == _HIGHEST_POWER + 1:
        yield from _quadratic(total, atom)
        return
    if len(total) != _HIGHEST_POWER:
        return  # of a higher power, or nothing is left
    times = sum(leaf == atom for side in equation for leaf in unknowns(side))
    if common > 1 or _divides(left, right):
        yield Equation(*(_written(side, atom) for side in cleared))
    is_plain = total[1] > 0 and all(part.denominator == 1 for side in cleared for part in side)
    if times > 1 and not is_on_both and is_plain:
        yield Equation(*(_written(side, atom) for side in cleared))
    elif times > 1 or is_on_both or not _is_seen(equation, atom, -total[0] / total[1]):
        yield _collected(total, atom)


def _ratio_worked_out(side: Expression, quotient: _Quotient, known: Mapping[Valued, Value]) -> Expression:
    """Return a side that is a number as one fraction in lowest terms: (28/15.4)² as 400/121."""
    if not isinstance(side, Operation) or len(quotient.top) != 1 or len(quotient.bottom) != 1:
        return side
    value = quotient.top[0] / quotient.bottom[0]
    numerator, denominator = Number(Fraction(value.numerator)), Number(Fraction(value.denominator))
    shown = tuple(known[part].form if not isinstance(part, Number) and part in known else part for part in side.arguments)
    if side.symbol == "/" and shown == (numerator, denominator):
        return side
    return numerator if value.denominator == 1 else Operation("/", (numerator, denominator))


def _roots_worked_out(equation: Equation, atom: Letter | Quantity, known: Mapping[Valued, Value]) -> Iterator[Equation]:
    """Yield the product that gives ``atom`` with each factor as one number, where one of them is a root of several terms."""
    left, right = equation
    product = right if left == atom else left
    if not (isinstance(product, Operation) and product.symbol == "*" and any(map(_is_root_of_terms, product.arguments))):
        return
    try:
        factors = tuple(_factor_worked_out(factor, atom, known) for factor in product.arguments)
    except _NotRationalError:
        return
    worked_out = Operation("*", factors)
    yield Equation(atom, worked_out) if left == atom else Equation(worked_out, atom)


def _is_root_of_terms(side: Expression) -> bool:
    return isinstance(side, Operation) and side.symbol == "sqrt" and isinstance(side.arguments[0], Operation)


def _factor_worked_out(factor: Expression, atom: Letter | Quantity, known: Mapping[Valued, Value]) -> Expression:
    is_root = isinstance(factor, Operation) and factor.symbol == "sqrt"
    inner = factor.arguments[0] if isinstance(factor, Operation) and is_root else factor
    top, bottom = _quotient(inner, atom, known)
    value = top[0] / bottom[0]
    if not is_root:
        return Number(value)
    numerator, denominator = isqrt(value.numerator), isqrt(value.denominator)
    is_square = (numerator**2, denominator**2) == (value.numerator, value.denominator)
    return Number(Fraction(numerator, denominator)) if is_square else Operation("sqrt", (Number(value),))


def _collected(total: _Polynomial, atom: Letter | Quantity) -> Equation:
    """Return ``a·x = b`` with whole numbers, where it is not the solution itself."""
    whole = lcm(*(part.denominator for part in total))
    constant, factor = (part * whole for part in total)
    sign = -1 if factor < 0 else 1
    return Equation(_written((Fraction(0), sign * factor), atom), Number(-sign * constant))


def _quadratic(total: _Polynomial, atom: Letter | Quantity) -> Iterator[Equation]:
    constant, linear, square = total
    if linear == 0:
        yield Equation(_written((Fraction(0), Fraction(0), Fraction(1)), atom), Number(-constant / square))
        return
    whole = Fraction(lcm(*(part.denominator for part in total)))
    shared = reduce(gcd, (int(part * whole) for part in total))
    factor = whole / (shared if square > 0 else -shared)
    yield Equation(_written(_times(total, (factor,)), atom), Number(Fraction(0)))


def _divides(*sides: _Quotient) -> bool:
    """Whether the unknown stands in a denominator."""
    return any(len(side.bottom) > 1 for side in sides)


def _is_seen(equation: Equation, atom: Letter | Quantity, solution: Fraction) -> bool:
    undone = _undone(equation, atom)[1]
    return undone <= 1 or (solution.denominator == 1 and undone <= _FEW)


def _is_short(line: Equation) -> bool:
    numbers = [part for side in line for part in _numbers(side)]
    is_solution = all(isinstance(side, Letter | Quantity | Number) for side in line)
    return not is_solution and all(len(str(number)) <= _MOST_DIGITS for number in numbers)


def _numbers(side: Expression) -> Iterator[Number]:
    if isinstance(side, Number):
        yield side
    elif isinstance(side, Operation):
        for part in side.arguments:
            yield from _numbers(part)


# polynomials


def _quotient(side: Expression, atom: Valued, known: Mapping[Valued, Value]) -> _Quotient:
    """Return a side as a quotient of polynomials in the unknown."""
    if side == atom:
        return _Quotient((Fraction(0), Fraction(1)), _ONE)
    if not isinstance(side, Operation):
        # What has no value cancels: any will do.
        form = side if isinstance(side, Number) else known[side].form if side in known else Number(Fraction(0))
        if isinstance(form, Number) and not isinstance(form.value, str):
            return _Quotient(_trimmed([Fraction(form.value)]), _ONE)
        raise _NotRationalError
    if side.symbol == "^":
        return _power(side, atom, known)
    parts = [_quotient(part, atom, known) for part in side.arguments]
    match side.symbol, parts:
        case "+", [first, second]:
            return _sum(first, second)
        case "-", [first, second]:
            return _sum(first, _product(second, _MINUS))
        case "neg", [only]:
            return _product(only, _MINUS)
        case "*", [first, second]:
            return _product(first, second)
        case "/", [first, second] if second.top:
            return _product(first, _Quotient(second.bottom, second.top))
    raise _NotRationalError


def _power(side: Operation, atom: Valued, known: Mapping[Valued, Value]) -> _Quotient:
    base, exponent = side.arguments
    if exponent != Number(Fraction(2)):
        raise _NotRationalError
    if isinstance(base, Letter | Quantity) and base in known:
        return _Quotient(_trimmed([_square(known[base].form)]), _ONE)
    root = _quotient(base, atom, known)
    return _product(root, root)


_ONE: _Polynomial = (Fraction(1),)
"""The denominator of a whole expression."""
_MINUS = _Quotient((Fraction(-1),), _ONE)


def _square(form: Expression | None) -> Fraction:
    """Return the square of a fraction or of a√b."""
    if isinstance(form, Number) and not isinstance(form.value, str):
        return Fraction(form.value) ** 2
    if isinstance(form, Operation) and form.symbol == "sqrt" and isinstance(form.arguments[0], Number):
        return Fraction(form.arguments[0].value)
    if isinstance(form, Operation) and form.symbol in {"*", "/"}:
        first, second = map(_square, form.arguments)
        return first * second if form.symbol == "*" else first / second
    raise _NotRationalError


def _sum(first: _Quotient, second: _Quotient) -> _Quotient:
    if first.bottom == second.bottom:
        return _Quotient(_plus(first.top, second.top), first.bottom)
    top = _plus(_times(first.top, second.bottom), _times(second.top, first.bottom))
    return _Quotient(top, _times(first.bottom, second.bottom))


def _product(first: _Quotient, second: _Quotient) -> _Quotient:
    top, bottom = _times(first.top, second.top), _times(first.bottom, second.bottom)
    if len(bottom) == 1:  # a plain number divides at once
        return _Quotient(_times(top, (1 / bottom[0],)), _ONE)
    return _Quotient(top, bottom)


def _plus(first: _Polynomial, second: _Polynomial) -> _Polynomial:
    long, short = sorted((first, second), key=len, reverse=True)
    return _trimmed([part + (short[place] if place < len(short) else 0) for place, part in enumerate(long)])


def _times(first: _Polynomial, second: _Polynomial) -> _Polynomial:
    if not first or not second:
        return ()
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            found[i + j] += one * other
    return _trimmed(found)


def _trimmed(parts: list[Fraction]) -> _Polynomial:
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def _written(polynomial: _Polynomial, atom: Letter | Quantity) -> Expression:
    """Write a polynomial, its highest power first, unless that would begin with a minus sign."""
    terms = [(factor, _term(abs(factor), atom, power)) for power, factor in reversed([*enumerate(polynomial)]) if factor]
    if not terms:
        return Number(Fraction(0))
    if terms[0][0] < 0:
        terms.sort(key=lambda term: term[0] < 0)
    total = terms[0][1] if terms[0][0] > 0 else Operation("neg", (terms[0][1],))
    for factor, term in terms[1:]:
        total = Operation("+" if factor > 0 else "-", (total, term))
    return total


def _term(factor: Fraction, atom: Letter | Quantity, power: int) -> Expression:
    if power == 0:
        return Number(factor)
    base: Expression = atom if power == 1 else Operation("^", (atom, Number(Fraction(power))))
    return base if factor == 1 else Operation("*", (Number(factor), base))


# one operation after another


def _set_free(equation: Equation, atom: Letter | Quantity) -> Iterator[Equation]:
    """Yield the equation with the unknown alone where it stands once and more than one operation is to be undone."""
    if sum(leaf == atom for side in equation for leaf in unknowns(side)) == 1:
        free, undone = _undone(equation, atom)
        if undone > 1:
            yield free


def _undone(equation: Equation, atom: Letter | Quantity) -> tuple[Equation, int]:
    """Undo the operations on the unknown; a ratio of an angle stays. Return the result and how many operations it took."""
    side, other = equation if atom in set(unknowns(equation.left)) else (equation.right, equation.left)
    undone = 0
    while isinstance(side, Operation) and (found := _one_undone(side, other, atom)) is not None:
        # Of a divisor two operations: times it, then divided by what it was to be.
        undone += 2 if side.symbol == "/" and found[0] == side.arguments[1] else 1
        side, other = found
    return Equation(side, other), undone


def _one_undone(side: Operation, other: Expression, atom: Letter | Quantity) -> tuple[Expression, Expression] | None:
    if side.symbol == "neg":
        return side.arguments[0], Operation("neg", (other,))
    if side.symbol == "sqrt":
        return side.arguments[0], Operation("^", (other, Number(Fraction(2))))
    if len(side.arguments) < 2:
        return None
    first, second = side.arguments
    is_first = atom in set(unknowns(first))
    if side.symbol == "^":
        return (first, Operation("sqrt", (other,))) if second == Number(Fraction(2)) else None
    if side.symbol == "*" or (is_first and side.symbol in {"+", "-", "/"}):
        part, by = (first, second) if is_first else (second, first)
        if side.symbol == "*" and isinstance(other, Operation) and other.symbol == "/":  # a/b divided by c is a/(b·c)
            return part, Operation("/", (other.arguments[0], Operation("*", (other.arguments[1], by))))
        return part, Operation(_INVERSE[side.symbol], (other, by))
    if side.symbol == "+":
        return second, Operation("-", (other, first))
    return second, Operation(side.symbol, (first, other))


_INVERSE = {"+": "-", "-": "+", "*": "/", "/": "*"}
