"""Combinations: which equations follow from others by adding multiples of them, or by multiplying powers of them.

So equal unknowns are joined: equals added to equals, halves of equals, ratios that are equal factor by factor. All equations
hold in the model, so that only their coefficients (or exponents) are compared; the weights are exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gnomon.geometry.probing import Atom
from gnomon.geometry.systems import COST_OF_ROW, null_space, support
from gnomon.problem import Equation, Expression, Letter, Number, Operation, Quantity, substitute, unknowns

_T = TypeVar("_T")

Kind = Literal["sum", "product"]
Form = Mapping[Atom, Fraction]
"""Coefficients of an equation's atoms, left less right; or exponents of left through right."""

_MOST_ATOMS = 120
"""With more atoms nothing is combined: no problem of a school has as many, and a linear programme over them takes seconds."""
_MOST_FOUND = 24
"""How many combinations are returned at a time; what they lead to is looked at before any others."""
_SMALL = 1e-7
"""What counts as 0 in a combination of exact coefficients, computed on doubles."""
_LARGEST_DENOMINATOR = 10_000
"""Of a share that is asked for."""


class Row(NamedTuple):
    """Something that follows: an equation, or an atom whose value is known."""

    source: Equation | Atom
    form: Form
    cost: float
    """Of its derivation."""


class Combination(NamedTuple):
    """How an equation follows from others."""

    kind: Kind
    """``sum``: the sum of weight times equation; ``product``: the product of equation to the power of its weight."""
    parts: tuple[tuple[Equation | Atom, Fraction], ...]
    """What is combined, each with its weight, none 0. An atom stands for "it has its value"."""

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The equations among the parts."""
        return tuple(part for part, _ in self.parts if isinstance(part, Equation))

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms among the parts, whose values are put in."""
        return tuple(part for part, _ in self.parts if not isinstance(part, Equation))

    @property
    def name(self) -> str:
        """What a textbook calls it."""
        if self.kind == "product":
            return "Equal ratios"
        if self._is_chain:
            return "Transitivity of equality"
        return "Equals and equals" if self._is_plain else "Halves and multiples of equals"

    @property
    def reason(self) -> str:
        """Why it holds, as a clause."""
        if self.kind == "product":
            return "equals multiplied by equals or divided by them leave equals"
        if self.name == "Transitivity of equality":
            return "what is equal to the same is equal"
        if self._is_plain:
            return "equals added to equals or taken from them leave equals"
        return "halves and other multiples of equals are equal"

    @property
    def _is_chain(self) -> bool:
        """Whether each relation is an equality of two quantities, one of them the next one's, too."""
        named = {side for equation in self.equations for side in equation}
        are_bare = all(isinstance(side, Quantity) for side in named)
        return are_bare and not self.atoms and len(named) == len(self.equations) + 1

    @property
    def _is_plain(self) -> bool:
        return all(abs(weight) == 1 for _, weight in self.parts)


def combinations_for(targets: Sequence[tuple[_T, Form]], rows: Sequence[Row], kind: Kind) -> Iterator[tuple[_T, Combination]]:
    """Yield those of ``targets`` that are combinations of ``rows``, each with few and cheap parts.

    Args:
        targets: whatever is wanted, each with its form.
        rows: what follows already.
        kind: that of all forms.

    Yields:
        At most `_MOST_FOUND` targets, in their order; the others when this is asked again with these among the rows.
    """
    atoms = sorted({atom for row in rows for atom in row.form}, key=str)
    if not rows or len(atoms) > _MOST_ATOMS:
        return
    place = {atom: i for i, atom in enumerate(atoms)}
    matrix = np.zeros((len(rows), len(atoms)))
    for i, row in enumerate(rows):
        matrix[i, [place[atom] for atom in row.form]] = [float(weight) for weight in row.form.values()]
    free, costs, count = null_space(matrix), [row.cost for row in rows], 0
    for target, form in targets:
        if not form.keys() <= place.keys():
            continue
        wanted = np.zeros(len(atoms))
        wanted[[place[atom] for atom in form]] = [float(weight) for weight in form.values()]
        if np.abs(wanted @ free).max(initial=0.0) > _SMALL:
            continue
        chosen = [rows[i] for i in _cheapest(matrix, costs, wanted)]
        weights = _weights([row.form for row in chosen], form)
        if chosen and weights is not None:
            yield target, Combination(kind, tuple((row.source, w) for row, w in zip(chosen, weights, strict=True) if w))
            count += 1
        if count == _MOST_FOUND:
            return


def proportions(atoms: Sequence[Atom], rows: Sequence[Row]) -> Iterator[tuple[Equation, Combination]]:
    """Yield equations with one unknown that products of ``rows`` give for some of ``atoms``.

    Only the equations of a combination are multiplied; the known values are put in when it is solved.
    """
    for atom, found in combinations_for([(atom, {atom: Fraction(1)}) for atom in atoms], rows, "product"):
        equations = [(part, weight) for part, weight in found.parts if isinstance(part, Equation)]
        combined = Combination("product", tuple(equations))
        equation = _multiplied(atom, equations) if len(equations) > 1 else None
        if equation is not None:
            yield equation, combined


def ratio_for(ratio: Expression, rows: Sequence[Row]) -> tuple[Equation, Combination] | None:
    """Return ``ratio`` = a number or known quantities, though its own parts may have no value; None when it does not follow."""
    form = form_of(Equation(ratio, Number(Fraction(1))), "product")
    for _, found in combinations_for([(ratio, form)], rows, "product") if form is not None else ():
        equations = [(part, weight) for part, weight in found.parts if isinstance(part, Equation)]
        product = _product_of(equations)
        if product is not None:
            total, factor = product
            rest = _added(dict(form or {}), _scaled(total, Fraction(-1))) or {}
            return Equation(ratio, _written(Number(factor), rest)), Combination("product", tuple(equations))
        plain = _constant_ratio(equations) if len(equations) == len(found.parts) else None
        if plain is not None:  # all unknowns cancel, and what is left is no fraction
            return Equation(ratio, plain), Combination("product", tuple(equations))
    return None


def sum_for(total: Expression, rows: Sequence[Row]) -> tuple[Equation, Combination] | None:
    """Return ``total``, a sum of parts that may have no value, = a number and known quantities; None where it does not follow."""
    parts = _linear(total)
    for _, found in combinations_for([(total, parts)], rows, "sum") if parts is not None and len(parts) > 1 else ():
        equations = [(part, weight) for part, weight in found.parts if isinstance(part, Equation)]
        constants = [_rational_constant(equation) for equation, _ in equations]
        if not equations or any(constant is None for constant in constants):
            return None
        number = sum((weight * (each or 0) for (_, weight), each in zip(equations, constants, strict=True)), Fraction(0))
        known = [(part, weight) for part, weight in found.parts if not isinstance(part, Equation)]
        return Equation(total, _written_sum(number, known)), Combination("sum", tuple(equations))
    return None


def share_for(share: Expression, rows: Sequence[Row]) -> tuple[Equation, Combination] | None:
    """Return a quotient of two sums, whose parts have no value, = a number; None where it does not follow.

    What the rows leave free moves both sums alike where one is a multiple of the other.
    """
    if not isinstance(share, Operation) or share.symbol != "/":
        return None
    over, under = (_linear(side) for side in share.arguments)
    if not over or not under:
        return None
    times = _times_as_large(over, under, [row for row in rows if not isinstance(row.source, Letter | Quantity)])
    if times is None:
        return None
    difference = {atom: value for atom, value in (_added(over, _scaled(under, -times)) or {}).items() if value}
    for _, found in combinations_for([(share, difference)], rows, "sum"):
        constants = [_rational_constant(part) for part in found.equations]
        if not found.atoms and not any(constants) and None not in constants:
            return Equation(share, Number(times)), found
    return None


def _times_as_large(over: Form, under: Form, rows: Sequence[Row]) -> Fraction | None:
    """Return how many times one sum is the other wherever the rows hold, for fractions that a school writes."""
    atoms = sorted({*over, *under} | {atom for row in rows for atom in row.form}, key=str)
    if len(atoms) > _MOST_ATOMS:
        return None
    free = null_space(np.array([[float(row.form.get(atom, 0)) for atom in atoms] for row in rows]).reshape(len(rows), len(atoms)))
    one, other = (np.array([float(form.get(atom, 0)) for atom in atoms]) @ free for form in (over, under))
    size = float(other @ other)
    if size < _SMALL:
        return None
    return Fraction(float(one @ other) / size).limit_denominator(_LARGEST_DENOMINATOR)  # exact weights tell whether it is so


def _rational_constant(equation: Equation) -> Fraction | None:
    """Return the constant of a linear equation, right less left; None where it is not rational."""
    left, right = (_rational(_without_atoms(side)) for side in equation)
    return None if left is None or right is None else right - left


def _without_atoms(side: Expression) -> Expression:
    """Return a linear expression with 0 for its atoms."""
    return substitute(side, lambda _: Number(Fraction(0)))


def _written_sum(number: Fraction, terms: Sequence[tuple[Atom, Fraction]]) -> Expression:
    """Write a number and multiples of atoms as a sum."""
    found: Expression | None = Number(number) if number or not terms else None
    for atom, weight in sorted(terms, key=lambda term: term[1] < 0):
        term = _times(abs(weight), atom)
        if found is None:
            found = term if weight > 0 else Operation("neg", (term,))
        else:
            found = Operation("+" if weight > 0 else "-", (found, term))
    assert found is not None
    return found


def _constant_ratio(equations: Sequence[tuple[Equation, Fraction]]) -> Expression | None:
    """Return the constants of a product of whole powers of equations, right over left, such as √3/4; None of other powers."""
    over: list[Expression] = []
    under: list[Expression] = []
    for equation, weight in equations:
        left, right = (_constant_part(side) for side in equation)
        if left is None or right is None or weight.denominator != 1:
            return None
        for _ in range(abs(weight.numerator)):
            over.append(right if weight > 0 else left)
            under.append(left if weight > 0 else right)
    rational = Fraction(1)
    for parts, power in ((over, 1), (under, -1)):
        for part in parts:
            rational *= (_rational(part) or Fraction(1)) ** power
    numerator, denominator = ([part for part in parts if _rational(part) is None] for parts in (over, under))
    found = [*numerator, *([] if numerator and rational.numerator == 1 else [Number(Fraction(rational.numerator))])]
    total = found[0]
    for part in found[1:]:
        total = Operation("*", (part, total))
    for part in [*denominator, *([Number(Fraction(rational.denominator))] if rational.denominator > 1 else [])]:
        total = Operation("/", (total, part))
    return total


def _constant_part(side: Expression) -> Expression | None:
    """Return the constant factor of a product of powers; None of another expression."""
    one = Number(Fraction(1))
    if isinstance(side, Quantity):
        return one
    if not any(True for _ in unknowns(side)):
        return side
    if not isinstance(side, Operation):
        return None
    if side.symbol in {"*", "/"}:
        first, second = (_constant_part(argument) for argument in side.arguments)
        if first is None or second is None:
            return None
        return (
            first if second == one else second if first == one and side.symbol == "*" else Operation(side.symbol, (first, second))
        )
    if side.symbol == "^" and (power := _rational(side.arguments[1])) is not None and power.denominator == 1:
        base = _constant_part(side.arguments[0])
        return base if base is None or base == one else Operation("^", (base, side.arguments[1]))
    return None


def _cheapest(matrix: NDArray[np.float64], costs: Sequence[float], wanted: NDArray[np.float64]) -> list[int]:
    """Return few cheap rows that span ``wanted``; one by one those found are left out, to see whether others are cheaper.

    The linear programme counts a row with half a weight as half a row: AM + MB = AB and AM = MB as cheap as AM = AB/2.
    """

    def cost(found: list[int]) -> float:
        return sum(costs[i] + COST_OF_ROW for i in found)

    chosen = support(matrix, costs, wanted)
    for left_out in chosen:
        kept = [i for i in range(len(matrix)) if i != left_out]
        others = [kept[i] for i in support(matrix[kept], [costs[i] for i in kept], wanted)]
        if others and cost(others) < cost(chosen):
            chosen = others
    return chosen


def _weights(forms: Sequence[Form], target: Form) -> list[Fraction] | None:
    """Return the exact weights with which ``forms`` add up to ``target``; None when there are none."""
    atoms = sorted({atom for form in (*forms, target) for atom in form}, key=str)
    table = [[*(form.get(atom, Fraction(0)) for form in forms), target.get(atom, Fraction(0))] for atom in atoms]
    pivots: list[int] = []
    for column in range(len(forms)):
        pivot = next((i for i in range(len(pivots), len(table)) if table[i][column]), None)
        if pivot is None:
            continue
        top = len(pivots)
        table[top], table[pivot] = table[pivot], table[top]
        table[top] = [value / table[top][column] for value in table[top]]
        for i, line in enumerate(table):
            if i != top and line[column]:
                table[i] = [value - line[column] * other for value, other in zip(line, table[top], strict=True)]
        pivots.append(column)
    if any(line[-1] for line in table[len(pivots) :]):
        return None
    weights = [Fraction(0)] * len(forms)
    for line, column in zip(table, pivots, strict=False):
        weights[column] = line[-1]
    return weights


# the forms of one equation


def form_of(equation: Equation, kind: Kind) -> Form | None:
    """Return what combinations of a kind compare; None of an equation without atoms, and of one of another shape.

    For sums the coefficients of a linear equation, which must be rational; for products the exponents of an equation between
    products of powers of quantities. Letters may be 0 or negative, so that none may be divided by or rooted.
    """
    left, right = (_SIDES[kind](side) for side in equation)
    if left is None or right is None:
        return None
    found = {atom: left.get(atom, Fraction(0)) - right.get(atom, Fraction(0)) for atom in {**left, **right}}
    return {atom: value for atom, value in found.items() if value} or None


def _linear(side: Expression) -> dict[Atom, Fraction] | None:
    if isinstance(side, Letter | Quantity):
        return {side: Fraction(1)}
    if not any(True for _ in unknowns(side)):
        return {}
    if not isinstance(side, Operation):
        return None
    if side.symbol == "neg":
        return _scaled(_linear(side.arguments[0]), Fraction(-1))
    if side.symbol in {"+", "-"}:
        one, other = (_linear(argument) for argument in side.arguments)
        return _added(one, _scaled(other, Fraction(1 if side.symbol == "+" else -1)))
    if side.symbol in {"*", "/"}:
        first, second = side.arguments
        if (factor := _rational(second)) is not None and factor != 0:
            return _scaled(_linear(first), factor if side.symbol == "*" else 1 / factor)
        if side.symbol == "*" and (factor := _rational(first)) is not None:
            return _scaled(_linear(second), factor)
    return None


def _product(side: Expression) -> dict[Atom, Fraction] | None:
    if isinstance(side, Quantity):
        return {side: Fraction(1)}
    if not any(True for _ in unknowns(side)):
        return {}
    if not isinstance(side, Operation):
        return None
    if side.symbol in {"*", "/"}:
        first, second = (_product(argument) for argument in side.arguments)
        return _added(first, _scaled(second, Fraction(1 if side.symbol == "*" else -1)))
    if side.symbol == "sqrt":
        return _scaled(_product(side.arguments[0]), Fraction(1, 2))
    power = _rational(side.arguments[1]) if side.symbol == "^" else None
    return _scaled(_product(side.arguments[0]), power) if power is not None else None


_SIDES: Mapping[Kind, Callable[[Expression], dict[Atom, Fraction] | None]] = {"sum": _linear, "product": _product}


def _added(one: dict[Atom, Fraction] | None, other: dict[Atom, Fraction] | None) -> dict[Atom, Fraction] | None:
    if one is None or other is None:
        return None
    return {atom: one.get(atom, Fraction(0)) + other.get(atom, Fraction(0)) for atom in {**one, **other}}


def _scaled(one: dict[Atom, Fraction] | None, factor: Fraction) -> dict[Atom, Fraction] | None:
    return None if one is None else {atom: value * factor for atom, value in one.items()}


def _rational(side: Expression) -> Fraction | None:
    """Return the value of an expression of rational numbers; None of any other."""
    if isinstance(side, Number):
        return Fraction(side.value) if side.value != "pi" else None
    if not isinstance(side, Operation):
        return None
    values = [_rational(argument) for argument in side.arguments]
    if any(value is None for value in values):
        return None
    first, *rest = (value for value in values if value is not None)
    match side.symbol:
        case "neg":
            return -first
        case "+":
            return first + rest[0]
        case "-":
            return first - rest[0]
        case "*":
            return first * rest[0]
        case "/":
            return first / rest[0] if rest[0] else None
    return None


# a product of equations, written out


def _multiplied(atom: Atom, equations: Sequence[tuple[Equation, Fraction]]) -> Equation | None:
    """Return the product of powers of equations as ``atom/other = factor*third/fourth``; None where it is no such proportion."""
    product = _product_of(equations)
    if product is None:
        return None
    total, factor = product
    over = [one for one, power in total.items() if power == 1 and one != atom]
    under = [one for one, power in total.items() if power == -1]
    if total.get(atom) != 1 or len(over) + len(under) + 1 != len(total) or (len(over), len(under)) not in {(0, 1), (1, 2)}:
        return None
    sides = {side for equation, _ in equations for side in equation}
    first = next((one for one in under if Operation("/", (atom, one)) in sides), under[0])
    if not over:
        return Equation(atom, _times(factor, first))
    second = next(one for one in under if one != first)
    return Equation(Operation("/", (atom, first)), _times(factor, Operation("/", (second, over[0]))))


def _product_of(equations: Sequence[tuple[Equation, Fraction]]) -> tuple[dict[Atom, Fraction], Fraction] | None:
    """Return the exponents of a product of powers of equations, and what it is equal to; None where that is no fraction."""
    total: dict[Atom, Fraction] = {}
    factor = Fraction(1)
    for equation, weight in equations:
        left, right = (_constant_factor(side) for side in equation)
        if left is None or right is None or weight.denominator != 1:  # a root is no proportion
            return None
        factor *= (right / left) ** weight.numerator
        total = _added(total, _scaled(dict(form_of(equation, "product") or {}), weight)) or {}
    return {one: power for one, power in total.items() if power}, factor


def _written(factor: Number, form: Form) -> Expression:
    """Write a factor times powers of atoms."""
    found: Expression = factor
    for atom, power in form.items():
        for _ in range(abs(power.numerator)):
            found = Operation("*" if power > 0 else "/", (found, atom))
    return found


def _times(factor: Fraction, expression: Expression) -> Expression:
    return expression if factor == 1 else Operation("*", (Number(factor), expression))


def multiple(factor: Expression, of: Expression) -> Expression:
    """Return a multiple of an expression as a school writes it: AB/4, 3·AB/4."""
    if not isinstance(factor, Number) or not isinstance(factor.value, Fraction):
        return Operation("*", (factor, of))
    top = _times(Fraction(factor.value.numerator), of)
    return top if factor.value.denominator == 1 else Operation("/", (top, Number(Fraction(factor.value.denominator))))


def _constant_factor(side: Expression) -> Fraction | None:
    """Return the rational factor of a product of powers; None where it is 0, negative or not rational."""
    if isinstance(side, Quantity):
        return Fraction(1)
    if isinstance(side, Operation) and side.symbol in {"*", "/"} and any(True for _ in unknowns(side)):
        first, second = (_constant_factor(argument) for argument in side.arguments)
        if first is None or second is None:
            return None
        return first * second if side.symbol == "*" else first / second
    if isinstance(side, Operation) and side.symbol == "^" and any(True for _ in unknowns(side)):
        base, power = _constant_factor(side.arguments[0]), _rational(side.arguments[1])
        return base ** int(power) if base is not None and power is not None and power.denominator == 1 else None
    if isinstance(side, Operation) and side.symbol == "sqrt" and any(True for _ in unknowns(side)):
        return Fraction(1) if _constant_factor(side.arguments[0]) == 1 else None
    value = _rational(side)
    return value if value is not None and value > 0 else None
