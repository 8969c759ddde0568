"""Other numbers through a known proof: what its steps would find, before anything is fitted or deduced anew.

Numbers are drawn as the steps ask for them. Where a step then finds what is not as simple as in the original (a hypotenuse that
is no whole number), only the numbers of that step are drawn again: a chain of steps costs the sum of its tries, not their
product. The replay is a filter and proves nothing; the engine solves every sibling from its own givens.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from gnomon.algebra import Equation, Expression, Letter, Number, Operation, Quantity, evaluate, unknowns
from gnomon.geometry import Solution, UnsolvableError, Value, Valued, solve_all_on_floats, value_at
from gnomon.variation.numbers import LEAST_ANGLE, Slot, Values, drawn_value, in_place, slot_of

_Known = dict[Valued, float]

_TRIES = 150
"""Draws of one step's numbers: of two legs up to 40 about one pair in forty has a whole hypotenuse."""
_MOST = 1500
"""Draws in all: a number drawn at one step may leave a later step none, and then all begins anew."""
_LARGEST_RADICAND = 30
"""Under the root of a simple value, or that of the original where it is larger: 5√17, but not 5√143."""
_SMALLEST_LETTER = 2.0
"""A letter that is 1 is guessed, not found."""
_LARGEST_LETTER = 60.0
"""A letter of a school problem stays below this, or below twice the original's."""


def as_simple(number: float, value: Value) -> bool:
    """Whether ``number`` is as simple as the original's ``value``: whole as whole, a root as a root, kπ as kπ.

    Where the original has no such form, any number is.
    """
    form = value.form
    if form is None:
        return True
    front, factor = _parts(form)
    scale = max(abs(value.number), 1.0)
    multiple = number / factor * front.denominator
    if abs(multiple - round(multiple)) < 1e-6 * scale and round(multiple) != 0:
        return True
    if not _is_root(form):
        return False
    square = (number * front.denominator) ** 2
    if abs(square - round(square)) > 1e-5 * scale or round(square) == 0:
        return False
    radicand = _without_squares(round(square))
    return 1 < radicand <= max(_LARGEST_RADICAND, round(factor**2))


def _parts(form: Expression) -> tuple[Fraction, float]:
    """Return the rational factor of a simple value and what it multiplies: √n, π or 1."""
    match form:
        case Number(value=Fraction() as front):
            return front, 1.0
        case Operation(symbol="*", arguments=(Number(value=Fraction() as front), rest)):
            return front, evaluate(rest, _none)
        case Operation(symbol="/", arguments=(top, Number(value=Fraction() as bottom))):
            front, factor = _parts(top)
            return front / bottom, factor
    return Fraction(1), evaluate(form, _none)


def _is_root(form: Expression) -> bool:
    return isinstance(form, Operation) and (form.symbol == "sqrt" or any(map(_is_root, form.arguments)))


def _without_squares(number: int) -> int:
    """Return the part of a whole number that stays under its root."""
    for root in range(math.isqrt(number), 1, -1):
        if number % root**2 == 0:
            return number // root**2
    return number


def _none(leaf: Letter | Quantity) -> float:
    raise KeyError(leaf)


class Replay:
    """The steps of a solved problem's proof as a way from other numbers to other values."""

    def __init__(self, solution: Solution, slots: Sequence[Slot]) -> None:
        assert solution.proof is not None
        assert solution.deduction is not None
        assert solution.problem.formal is not None
        self._left = 0
        self._proof = solution.proof
        self._slots = slots
        self._originals = solution.proof.values()
        diagram = solution.deduction.model.diagram
        self._given: dict[Valued, Slot] = {}
        self._equations: dict[Equation, Slot] = {}
        for given in solution.problem.formal.givens:
            slot = slot_of(given)
            if slot is None or not isinstance(given.content, Equation):
                continue
            equation = diagram.canonical_equation(given.content)
            self._equations[equation] = slot
            for side in equation:
                if isinstance(side, Letter | Quantity) and side != slot.expression:
                    self._given.setdefault(side, slot)

    def drawn(self, fixed: Values, generator: random.Random) -> dict[Slot, Expression] | None:
        """Draw numbers for the slots that the proof uses; None where nothing simple enough was found."""
        self._left = _MOST
        while self._left > 0:
            values = self._run(dict(fixed), generator)
            if values is not None:
                return values
        return None

    def answer(self, values: Values) -> float:
        """Return what the proof's goal comes to with other numbers.

        Raises:
            UnsolvableError, KeyError, ArithmeticError, ValueError: when a step finds nothing.
        """
        known = dict(self._given_numbers(values))
        for step in self._proof.steps:
            for solved in step.solved:
                known[solved.atom] = self._found(solved.atom, solved.equations, known, values)
        return value_at(self._proof.goal, known)

    def _run(self, values: dict[Slot, Expression], generator: random.Random) -> dict[Slot, Expression] | None:
        known: _Known = {}
        self._left -= 1
        for step in self._proof.steps:
            for solved in step.solved:
                needed = self._needed(solved.equations) - set(values)
                for _ in range(_TRIES if needed else 1):
                    self._left -= 1
                    trial = {**values, **{slot: drawn_value(slot, generator) for slot in sorted(needed, key=str)}}
                    numbers = {**known, **dict(self._given_numbers(trial))}
                    found = self._simple(solved.atom, solved.equations, numbers, trial)
                    if found is not None:
                        values, known = trial, {**numbers, solved.atom: found}
                        break
                else:
                    return None
        later = {self._given[atom] for atom in self._proof.given_values if atom in self._given} - set(values)
        values |= {slot: drawn_value(slot, generator) for slot in sorted(later, key=str)}
        known |= dict(self._given_numbers(values))
        return values if self._is_sound(known, values) and self._is_answer(known) else None

    def _is_answer(self, known: _Known) -> bool:
        """Whether the goal, which may be made of several values, comes out as simple as the original's."""
        try:
            return as_simple(value_at(self._proof.goal, known), self._proof.answer)
        except (KeyError, ArithmeticError, ValueError):
            return False

    def _needed(self, equations: Iterable[Equation]) -> set[Slot]:
        return self._slots_in(equations) | {
            self._given[atom]
            for equation in equations
            for side in equation
            for atom in unknowns(side)
            if atom in self._given and atom in self._proof.given_values
        }

    def _slots_in(self, equations: Iterable[Equation]) -> set[Slot]:
        """Return the slots that stand in equations: with letters anywhere, with a number alone as a whole side of a given."""
        found = set()
        for equation in equations:
            stated = self._equations.get(equation)
            found |= {stated} if stated is not None else set()
            found |= {slot for slot in self._slots for side in equation if in_place(side, {slot: Letter("?")}) != side}
        return found

    def _simple(self, atom: Valued, equations: Sequence[Equation], known: _Known, values: Values) -> float | None:
        try:
            found = self._found(atom, equations, known, values)
        except (UnsolvableError, KeyError, ArithmeticError, ValueError):
            return None
        original = self._originals[atom]
        if not math.isfinite(found) or not (as_simple(found, original) or abs(found - round(found)) < 1e-7):
            return None
        if isinstance(atom, Letter):
            size, old = found * math.copysign(1.0, original.number), abs(original.number)
            return found if min(_SMALLEST_LETTER, old) <= size <= max(_LARGEST_LETTER, 2 * old) else None
        return found if isinstance(atom, Operation) or _is_clear(atom, found) else None

    def _found(self, atom: Valued, equations: Sequence[Equation], known: _Known, values: Values) -> float:
        changed = [self._changed(equation, values) for equation in equations]
        rest = {leaf: value for leaf, value in known.items() if leaf != atom}
        return solve_all_on_floats(changed, atom, rest, self._originals[atom].number)

    def _changed(self, equation: Equation, values: Values) -> Equation:
        stated = self._equations.get(equation)
        if stated is not None and stated in values:
            return Equation(*(values[stated] if side == stated.expression else in_place(side, values) for side in equation))
        return Equation(in_place(equation.left, values), in_place(equation.right, values))

    def _given_numbers(self, values: Values) -> Iterator[tuple[Valued, float]]:
        for atom, original in self._proof.given_values.items():
            slot = self._given.get(atom)
            if slot is None:
                yield atom, original.number
            elif slot in values:
                yield atom, evaluate(values[slot], _none)

    def _is_sound(self, known: _Known, values: Values) -> bool:
        """Whether what the problem states in letters that are known is a size that a figure can have."""
        for equation, slot in self._equations.items():
            letters = set(unknowns(slot.expression))
            quantity = next((side for side in equation if isinstance(side, Quantity)), None)
            is_known = slot in values and bool(letters) and letters <= set(known)
            if quantity is not None and is_known and not _is_clear(quantity, evaluate(values[slot], known.__getitem__)):
                return False
        return True


def _is_clear(quantity: Quantity, size: float) -> bool:
    if quantity.kind == "angle":
        return LEAST_ANGLE <= size <= 180 - LEAST_ANGLE
    if quantity.kind == "arc":
        return LEAST_ANGLE <= size <= 360 - LEAST_ANGLE
    return size > 0


def special_angles(solution: Solution) -> set[int]:
    """Return the angles that rules of a proof ask for in their premises, such as 30."""
    rules = [step.rule for step in solution.proof.steps if step.rule is not None] if solution.proof else []
    sides: Iterable[str] = (premise.rpartition("=")[2].strip() for rule in rules for premise in rule.premises)
    return {int(side) for side in sides if side.isdigit()}
