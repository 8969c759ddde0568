"""What follows at once from statements that are cited: by the same words, by putting in values, by linear equations.

A value follows when it satisfies a cited equation in which it is the only unknown and which restrains it, or when cited
linear equations determine it. That of an expression, such as the sine of an angle, follows when a cited equation states it as a
whole and the other side has a value. All is computed anew from what is cited, to nine digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gnomon.geometry.checker.facts import same_fact, ways_of_writing
from gnomon.geometry.checker.reading import Atom, Valued, bound
from gnomon.geometry.checker.sketch import Sketch
from gnomon.geometry.proof_record import read_statement
from gnomon.geometry.rule import Rule, rules
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Quantity, evaluate, substitute, unknowns

_CLOSE = 1e-9
"""Nine digits, of the sixteen of a double: exact values differ by less, different ones of school problems by more."""
_SPANNED = 1e-8
"""What a combination of equations may leave over: least squares loses a digit more than putting in does."""
_PROBES = (1.7320508, 2.2360679, 3.3166247, 4.1231056, 4.7958315)
"""Values to try for unknowns: roots of 3, 5, 11, 17 and 23, which no equation of small whole numbers holds at by chance."""


_RowOf = Callable[[Equation, Sequence[Atom]], "NDArray[np.float64] | None"]


@dataclass
class Pool:
    """Statements and values that something cites, under the figure's canonical names."""

    sketch: Sketch
    """Knows the names."""
    facts: list[Fact] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    values: dict[Atom, float] = field(default_factory=dict)
    wholes: dict[Operation, float] = field(default_factory=dict)
    """Values of expressions that an equation states as a whole."""

    def add(self, statement: Fact | Equation) -> None:
        """Add a fact or an equation; one that states a value adds it."""
        if isinstance(statement, Fact):
            self._add_fact(statement)
            return
        equation = self.sketch.canonical_equation(statement)
        self.equations.append(equation)
        for atom, other in (equation, equation[::-1]):
            if isinstance(atom, Letter | Quantity) and not any(True for _ in unknowns(other)):
                self.values.setdefault(atom, evaluate(other, _nothing))

    def _add_fact(self, fact: Fact) -> None:
        """Add a fact and what rules that only say it in other words (level 0) make of it."""
        if any(same_fact(known, fact, self.sketch) for known in self.facts):
            return
        self.facts.append(fact)
        for rule in rules().values():
            if rule.level == 0 and len(rule.premises) == 1:
                for other in _in_other_words(rule, fact):
                    self.add(other)

    def add_value(self, of: Valued, value: float) -> None:
        """Add a value."""
        named = self._named(of)
        if isinstance(named, Operation):
            self.wholes[named] = value
        else:
            self.values[named] = value

    def holds(self, statement: Fact | Equation) -> bool:
        """Whether a statement is among those cited, in whatever order and names."""
        if isinstance(statement, Fact):
            return any(same_fact(fact, statement, self.sketch) for fact in self.facts)
        equation = self.sketch.canonical_equation(statement)
        return any(known in (tuple(equation), tuple(equation[::-1])) for known in map(tuple, self.equations))

    def follows(self, statement: Fact | Equation) -> bool:
        """Whether a statement follows at once."""
        if self.holds(statement):
            return True
        if isinstance(statement, Fact):
            return False
        variants = list(self._variants(self.sketch.canonical_equation(statement)))
        return any(_is_identity(variant) for variant in variants) or any(
            _is_spanned(variant, self._filled_equations()) for variant in variants
        )

    def is_combination(self, statement: Fact | Equation) -> bool:
        """Whether an equation is a sum of multiples of the cited ones, or a product of powers of them."""
        if isinstance(statement, Fact):
            return False
        claim = self.sketch.canonical_equation(statement)
        claims = [(claim, _row), (claim, _row_of_logarithms), *((cleared, _row) for cleared in _cleared(claim))]
        return any(_is_spanned(each, self.equations, row) for each, row in claims)

    def value_follows(self, of: Valued, value: float, equations: Iterable[Equation]) -> bool:
        """Whether cited ``equations`` with the cited values and definitions give this value."""
        atom = self._named(of)
        if isinstance(atom, Operation):
            return self._is_stated(atom, value, equations)
        if atom in self.values:
            return math.isclose(self.values[atom], value, rel_tol=_CLOSE)
        named = [self.sketch.canonical_equation(equation) for equation in equations]
        named += [Equation(quantity, expression) for quantity, expression in self._definitions().items()]
        if any(_settles([variant], atom, value) for equation in named for variant in self._variants(equation)):
            return True
        filled = [self._fill(equation) for equation in named]
        return _is_spanned(Equation(atom, Number(Fraction(value))), filled) or _settles(filled, atom, value)

    def _is_stated(self, whole: Operation, value: float, equations: Iterable[Equation]) -> bool:
        """Whether one of the equations has an expression as a whole side, and its other side has the value."""
        named = [self.sketch.canonical_equation(equation) for equation in equations]
        variants = [*named, *map(self._define, named)]
        others = [other for equation in variants for side, other in (equation, equation[::-1]) if side == whole]
        found = [self.evaluate(other) for other in others]
        return any(number is not None and math.isclose(number, value, rel_tol=_CLOSE) for number in found)

    def evaluate(self, expression: Expression) -> float | None:
        """Return the value of an expression: cited as a whole, of cited values, or by them in a cited equation; else None."""
        wanted = self.sketch.canonical(expression)
        if isinstance(wanted, Operation) and wanted in self.wholes:
            return self.wholes[wanted]
        given = [other for equation in self.equations for side, other in (equation, equation[::-1]) if side == wanted]
        for one in (wanted, *given):
            for side, _ in self._variants(Equation(one, one)):
                if not any(True for _ in unknowns(side)):
                    return evaluate(side, _nothing)
        return None

    def _named(self, of: Valued) -> Valued:
        named = self.sketch.canonical(of)
        return named if isinstance(named, type(of)) else of  # a straight angle is 180, a major arc 360 less another

    # putting in

    def _variants(self, equation: Equation) -> Iterator[Equation]:
        """Yield an equation with the cited values put in, alone, before and after the cited definitions."""
        yield self._fill(equation)
        yield self._fill(self._define(self._fill(equation)))
        yield self._fill(self._define(equation))

    def _fill(self, equation: Equation) -> Equation:
        return _put_in(equation, self.values)

    def _define(self, equation: Equation) -> Equation:
        known = self._definitions()
        return Equation(
            *(substitute(side, lambda leaf: known.get(leaf, leaf) if isinstance(leaf, Quantity) else leaf) for side in equation)
        )

    def _definitions(self) -> dict[Quantity, Expression]:
        """Return the expressions in letters that cited equations give for quantities."""
        found: dict[Quantity, Expression] = {}
        for equation in self.equations:
            for quantity, expression in (equation, equation[::-1]):
                leaves = list(unknowns(expression))
                if isinstance(quantity, Quantity) and leaves and all(isinstance(leaf, Letter) for leaf in leaves):
                    found.setdefault(quantity, expression)
        return found

    def _filled_equations(self) -> list[Equation]:
        return [self._fill(equation) for equation in self.equations]


def _cleared(claim: Equation) -> Iterator[Equation]:
    """Yield a claim that a quotient of quantities is a number as one of multiples; nothing of letters, which may be 0."""
    if any(isinstance(leaf, Letter) for leaf in _leaves(claim)):
        return
    for side, other in (claim, claim[::-1]):
        if isinstance(side, Operation) and side.symbol == "/" and not any(True for _ in unknowns(other)):
            yield Equation(side.arguments[0], Operation("*", (other, side.arguments[1])))


def _settles(equations: Sequence[Equation], atom: Atom, value: float) -> bool:
    """Whether equations hold with ``atom`` at ``value`` and not beside it."""
    return _are_consistent(equations, atom, value) and not any(
        # A thousandth beside it, and a little, so that 0 moves too.
        _are_consistent(equations, atom, value * factor + shift)
        for factor, shift in ((1.001, 1e-6), (0.999, -1e-6))
    )


def _are_consistent(equations: Sequence[Equation], atom: Atom, value: float) -> bool:
    """Whether no equation fails when ``atom`` has a value and so has all that linear equations give one after another."""
    known: dict[Atom, float] = {atom: value}
    while True:
        closed = [_put_in(equation, known) for equation in equations]
        unsettled = [(equation, set(_leaves(equation))) for equation in closed]
        if any(not leaves and not _is_close(equation, {}) for equation, leaves in unsettled):
            return False
        found = next(
            (root for equation, leaves in unsettled if len(leaves) == 1 and (root := _linear_root(equation, *leaves))), None
        )
        if found is None:
            return True
        known |= found


def _linear_root(equation: Equation, atom: Atom) -> dict[Atom, float] | None:
    row = _row(equation, [atom])
    return {atom: -row[1] / row[0]} if row is not None and abs(row[0]) > _CLOSE else None


def _leaves(*equations: Equation) -> Iterator[Atom]:
    yield from (leaf for equation in equations for side in equation for leaf in unknowns(side))


def _put_in(equation: Equation, values: Mapping[Atom, float]) -> Equation:
    def put(leaf: Atom) -> Expression:
        return Number(Fraction(values[leaf])) if leaf in values else leaf

    return Equation(*(substitute(side, put) for side in equation))


def _is_close(equation: Equation, values: Mapping[Atom, float]) -> bool:
    try:
        left, right = (evaluate(side, lambda leaf: values[leaf]) for side in equation)
    except (ArithmeticError, ValueError):
        return False
    return math.isclose(left, right, rel_tol=_CLOSE, abs_tol=_CLOSE)


def _is_identity(equation: Equation) -> bool:
    """Whether an equation holds whatever its unknowns are."""
    leaves = list(dict.fromkeys(leaf for side in equation for leaf in unknowns(side)))
    tries = range(3 if leaves else 1)
    return all(_is_close(equation, {leaf: _PROBES[(place + t) % 5] + place for place, leaf in enumerate(leaves)}) for t in tries)


def _is_spanned(claim: Equation, equations: Sequence[Equation], row_of: _RowOf | None = None) -> bool:
    """Whether a linear claim is a combination of the linear ones among ``equations``; ``row_of``: linear in what."""
    row_of = row_of or _row
    atoms = list(dict.fromkeys(leaf for equation in (claim, *equations) for side in equation for leaf in unknowns(side)))
    wanted = row_of(claim, atoms)
    found = (row_of(equation, atoms) for equation in equations)
    rows = [row for row in found if row is not None and np.abs(row[:-1]).max(initial=0.0) > _CLOSE]
    if wanted is None or not rows:
        return False
    matrix = np.array(rows)
    sizes = np.abs(matrix).max(axis=0) + np.abs(wanted)
    sizes[sizes < _CLOSE] = 1.0
    matrix, wanted = matrix / sizes, wanted / sizes
    combination = np.linalg.lstsq(matrix.T, wanted, rcond=_SPANNED)[0]
    return bool(np.abs(matrix.T @ combination - wanted).max() < _SPANNED)


def _row(equation: Equation, atoms: Sequence[Atom]) -> NDArray[np.float64] | None:
    """Return the coefficients of ``atoms`` and the constant of a linear equation; None of any other."""
    return _linear_row(equation, atoms, lambda side, at: evaluate(side, at.__getitem__))


def _row_of_logarithms(equation: Equation, atoms: Sequence[Atom]) -> NDArray[np.float64] | None:
    """Return the same of the logarithms of both sides, as of those of the atoms; None for letters, which may be 0 or negative."""
    if any(isinstance(leaf, Letter) for leaf in _leaves(equation)):
        return None

    def logarithm(side: Expression, at: Mapping[Atom, float]) -> float:
        # A tenth: the probes are up to 16, and powers of e to that would leave few digits.
        return math.log(evaluate(side, lambda leaf: math.exp(at[leaf] / 10)))

    return _linear_row(equation, atoms, logarithm)


def _linear_row(
    equation: Equation, atoms: Sequence[Atom], value: Callable[[Expression, Mapping[Atom, float]], float]
) -> NDArray[np.float64] | None:
    """Return the coefficients and the constant of an equation whose sides have linear values; None where they have not."""

    def difference(shift: float, moved: Atom | None = None) -> float:
        at = {atom: _PROBES[place % 5] + shift + (atom == moved) for place, atom in enumerate(atoms)}
        left, right = (value(side, at) for side in equation)
        return left - right

    inside = {leaf for side in equation for leaf in unknowns(side)}
    try:
        base = difference(0.0)
        row = [difference(0.0, atom) - base if atom in inside else 0.0 for atom in atoms]
        # Linear along all atoms together at two distances, and along each with the others moved: products of two show there.
        is_linear = all(abs(difference(shift) - base - shift * sum(row)) < 1e-9 * (1 + abs(base)) for shift in (1.5, 7.0))
        is_linear &= all(
            abs(difference(2.5, atom) - base - 2.5 * sum(row) - row[i]) < 1e-9 * (1 + abs(base))
            for i, atom in enumerate(atoms)
            if atom in inside
        )
    except (ArithmeticError, ValueError):
        return None
    constant = base - sum(coefficient * _PROBES[i % 5] for i, coefficient in enumerate(row))
    return np.array([*row, constant]) if is_linear else None


def _in_other_words(rule: Rule, fact: Fact) -> Iterator[Fact | Equation]:
    """Yield what a rule with one premise makes of a fact, however the fact is written."""
    premise = read_statement(rule.premises[0])
    if isinstance(premise, Fact) and premise.kind == fact.kind and set(premise.points) >= set(rule.variables):
        for way in ways_of_writing(fact):
            yield bound(rule.equation or rule.fact or "", dict(zip(premise.points, way.points, strict=True)))


def _nothing(leaf: Atom) -> float:
    raise ValueError(f"{leaf} has no value")
