"""Linear and quadratic equations in one letter, solved as a pupil does: one operation a step, all numbers exact.

Each step keeps the solutions; what it may not do so (dividing by the letter) is not among the operations. An equation of another
form, without a solution or with every number as one is refused, not guessed at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra import (
    Equation,
    Expression,
    ExpressionError,
    Letter,
    Number,
    Operation,
    parse_equation,
    unknowns,
)

_DEGREE = 2
"""The highest that is solved: a school solves higher ones by inspection."""


class EquationError(ValueError):
    """An equation that is not solved here; the message says why."""


class Root(NamedTuple):
    """A solution ``(rational + sign·√radicand) / below``; of a rational one the radicand is 0."""

    rational: Fraction
    sign: int = 0
    radicand: int = 0
    below: int = 1

    @property
    def number(self) -> float:
        """Its value."""
        return float((float(self.rational) + self.sign * math.sqrt(self.radicand)) / self.below)

    def __str__(self) -> str:
        if not self.radicand:
            return _shown(self.rational / self.below)
        outside, inside = _square_part(self.radicand)
        common = math.gcd(math.gcd(int(self.rational), outside), self.below)
        front, root, below = int(self.rational) // common, outside // common, self.below // common
        written = f"{'' if root == 1 else root}√{inside}"
        sign = "+" if self.sign > 0 else "−"
        top = f"{_shown(Fraction(front))} {sign} {written}" if front else f"{'−' if self.sign < 0 else ''}{written}"
        return top if below == 1 else f"({top})/{below}" if front else f"{top}/{below}"


@dataclass(frozen=True)
class EquationStep:
    """One operation on an equation."""

    operation: str
    """Id, a key of ``equations.yaml``."""
    before: str
    after: str
    """The equation, or equations joined by ``or``, that it leads to."""
    slots: dict[str, str] = field(default_factory=dict)
    """What the words of the operation speak of."""


@dataclass(frozen=True)
class SolvedEquation:
    """An equation with the steps to its solutions."""

    equation: Equation
    letter: str
    degree: int
    steps: tuple[EquationStep, ...]
    roots: tuple[Root, ...]
    """In rising order, each once."""


Polynomial = tuple[Fraction, ...]
"""Coefficients by power, from the constant on; always three."""


def solve_by_steps(text: str) -> SolvedEquation:
    """Solve an equation such as ``3(x - 2) + 4 = 2x + 5`` or ``x^2 + 6 = 5x``.

    Raises:
        EquationError: for text that is no equation, one with another number of letters than one, of higher degree, or with
            no real solution or every number as one.
    """
    try:
        equation = parse_equation(text)
    except ExpressionError as error:
        raise EquationError(f"{text!r}: expected an equation such as 3x + 7 = 22 ({error})") from error
    letters = {leaf for side in equation for leaf in unknowns(side)}
    if len(letters) != 1 or not all(isinstance(leaf, Letter) and len(leaf.name) == 1 for leaf in letters):
        raise EquationError(f"{text!r}: expected an equation in one letter")
    (letter,) = letters
    left, right = (polynomial(side) for side in equation)
    if left is None or right is None:
        raise EquationError(f"{text!r}: expected sides of at most the second degree")
    solver = _Solver(str(letter), str(equation), left, right)
    is_tidy = all(_is_tidy(side) for side in equation)
    steps = tuple(solver.steps(is_tidy=is_tidy, has_brackets="(" in str(equation)))
    if not steps:
        raise EquationError(f"{text!r}: it is solved already")
    degree = max((power for power in range(3) if left[power] != right[power]), default=0)
    return SolvedEquation(equation, str(letter), degree, steps, solver.roots)


def polynomial(expression: Expression) -> Polynomial | None:
    """Return the coefficients of an expression in one letter; None for one of another form or of higher degree."""
    match expression:
        case Number(value=Fraction() as value):
            return (value, Fraction(0), Fraction(0))
        case Letter():
            return (Fraction(0), Fraction(1), Fraction(0))
        case Operation(symbol="neg", arguments=(one,)):
            return _scaled(polynomial(one), Fraction(-1))
        case Operation(symbol="+" | "-" as symbol, arguments=(one, other)):
            return _added(polynomial(one), _scaled(polynomial(other), Fraction(1 if symbol == "+" else -1)))
        case Operation(symbol="*", arguments=(one, other)):
            return _multiplied(polynomial(one), polynomial(other))
        case Operation(symbol="/", arguments=(one, other)):
            below = polynomial(other)
            return None if below is None or any(below[1:]) or not below[0] else _scaled(polynomial(one), 1 / below[0])
        case Operation(symbol="^", arguments=(one, Number(value=Fraction() as power))) if power in {1, 2}:
            base = polynomial(one)
            return base if power == 1 else _multiplied(base, base)
    return None


def show_polynomial(coefficients: Polynomial, letter: str) -> str:
    """Write a polynomial from the highest power down: ``2x² − x + 5``."""
    shown = ""
    for power in range(_DEGREE, -1, -1):
        factor = coefficients[power]
        if not factor:
            continue
        name = {0: "", 1: letter, 2: f"{letter}²"}[power]
        size = "" if name and abs(factor) == 1 else _shown(abs(factor))
        term = f"({size}){name}" if "/" in size and name else f"{size}{name}"
        sign = "−" if factor < 0 else "+"
        shown = f"{shown} {sign} {term}" if shown else f"{'−' if factor < 0 else ''}{term}"
    return shown or "0"


class _Solver:
    """Keeps both sides while the steps are made."""

    def __init__(self, letter: str, written: str, left: Polynomial, right: Polynomial) -> None:
        self.letter, self.left, self.right = letter, left, right
        self.written = written
        self.roots: tuple[Root, ...] = ()

    def steps(self, *, is_tidy: bool, has_brackets: bool) -> Iterator[EquationStep]:
        if not is_tidy:
            yield self._to("expand" if has_brackets else "collect", self.left, self.right)
        below = math.lcm(*(factor.denominator for factor in (*self.left, *self.right)))
        if below > 1 and not self._is_isolated():
            yield self._times(Fraction(below))
        if self.left[2] != self.right[2]:
            yield from self._quadratic()
        elif self.left[1] != self.right[1]:
            yield from self._linear()
        else:
            raise EquationError(f"{self.written}: every number solves it, or none does")

    # linear

    def _linear(self) -> Iterator[EquationStep]:
        if not self.left[1] and self.right[1]:
            yield self._to("swap", self.right, self.left)
        if self.right[2]:
            yield self._less((Fraction(0), Fraction(0), self.right[2]))
        if self.right[1]:
            yield self._less((Fraction(0), self.right[1], Fraction(0)))
        if self.left[0]:
            yield self._less((self.left[0], Fraction(0), Fraction(0)))
        if self.left[1] != 1:
            yield self._times(1 / self.left[1])
        self.roots = (Root(self.right[0]),)

    def _is_isolated(self) -> bool:
        """Whether the letter stands alone already but for a factor: then nothing is gained without fractions."""
        return not any(self.right[1:]) and not self.left[0] and not self.left[2] and self.left[1].numerator in {1, -1}

    # quadratic

    def _quadratic(self) -> Iterator[EquationStep]:
        if self.left[1] == self.right[1]:
            yield from self._pure()
            return
        if any(self.right):
            yield self._less(self.right, to_zero=True)
        a, b, c = (self.left[power] for power in (2, 1, 0))
        common = Fraction(math.gcd(*(int(each) for each in (a, b, c))))
        if a < 0 or common > 1:
            yield self._times(1 / (-common if a < 0 else common))
            a, b, c = (self.left[power] for power in (2, 1, 0))
        discriminant = b * b - 4 * a * c
        if discriminant < 0:
            raise EquationError(f"{self.written}: it has no real solution")
        root = math.isqrt(int(discriminant))
        if root * root == discriminant:
            yield from self._factored(sorted({(-b - root) / (2 * a), (-b + root) / (2 * a)}))
        else:
            yield from self._by_formula(int(a), int(b), int(c), int(discriminant))

    def _pure(self) -> Iterator[EquationStep]:
        """Solve ``ax² + c = d``: the square alone, then its roots."""
        if self.left[2] == 0:
            yield self._to("swap", self.right, self.left)
        if self.right[2] or self.right[1]:
            yield self._less((Fraction(0), self.right[1], self.right[2]))
        if self.left[0]:
            yield self._less((self.left[0], Fraction(0), Fraction(0)))
        if self.left[2] != 1:
            yield self._times(1 / self.left[2])
        square = self.right[0]
        if square < 0:
            raise EquationError(f"{self.written}: it has no real solution")
        # p/q = pq/q²: the root of a fraction is that of a whole number over a whole number.
        radicand, below = square.numerator * square.denominator, square.denominator
        whole = math.isqrt(radicand)
        if whole * whole == radicand:
            self.roots = tuple(Root(Fraction(each, below)) for each in sorted({-whole, whole}))
        else:
            self.roots = tuple(Root(Fraction(0), sign, radicand, below) for sign in (-1, 1))
        yield self._split("root", square=_shown(square))

    def _factored(self, roots: list[Fraction]) -> Iterator[EquationStep]:
        a, b, c = (self.left[power] for power in (2, 1, 0))
        factors = [_factor(root, self.letter) for root in roots]
        outside = a / math.prod(root.denominator for root in roots * (2 if len(roots) == 1 else 1))
        if c == 0:
            other = show_polynomial((b, a, Fraction(0)), self.letter)
            product, operation = f"{self.letter}({other})", "take_out"
            factors = [self.letter, other]
            linear: list[Polynomial] = [(Fraction(0), Fraction(1), Fraction(0)), (b, a, Fraction(0))]
        else:
            front = "" if outside == 1 else _shown(outside)
            product = f"{front}({factors[0]})²" if len(roots) == 1 else f"{front}({factors[0]})({factors[1]})"
            operation = "square" if len(roots) == 1 else "factor" if a == 1 else "factor_leading"
            linear = [(-Fraction(root.numerator), Fraction(root.denominator), Fraction(0)) for root in roots]
        yield self._rewritten(operation, f"{product} = 0", product=_shown(a * c), total=_shown(b), brackets=product)
        self.roots = tuple(Root(root) for root in roots)
        separate = " or ".join(f"{factor} = 0" for factor in factors)
        if len(factors) == 1 or len(roots) == 1:
            yield self._split("zero_square", bracket=factors[0])
            return
        yield self._rewritten("zero_product", separate, brackets=" and ".join(factors))
        if any(each[0] or each[1] != 1 for each in linear):
            yield self._split("each")

    def _by_formula(self, a: int, b: int, c: int, discriminant: int) -> Iterator[EquationStep]:
        root = f"√{discriminant}"
        top = f"{_shown(Fraction(-b))} ± {root}" if b else f"±{root}"
        below = 2 * a
        formula = f"{self.letter} = {top}" if below == 1 else f"{self.letter} = ({top})/{below}"
        slots = {name: _shown(Fraction(value)) for name, value in (("a", a), ("b", b), ("c", c), ("inside", discriminant))}
        yield self._rewritten("formula", formula, **slots)
        self.roots = tuple(Root(Fraction(-b), sign, discriminant, below) for sign in (-1, 1))
        yield self._split("both_signs")

    # what a step does

    def _less(self, part: Polynomial, *, to_zero: bool = False) -> EquationStep:
        """Take a part away from both sides; the whole right side where it is to be 0."""
        is_added = next(factor for factor in reversed(part) if factor) < 0
        size = show_polynomial(_scaled(part, Fraction(-1)) or part if is_added else part, self.letter)
        kind = "to_zero" if to_zero else "letters" if any(part[1:]) else "number"
        operation = f"{'add' if is_added else 'subtract'}_{kind}"
        taken = _scaled(part, Fraction(-1))
        left, right = _added(self.left, taken), _added(self.right, taken)
        assert left is not None
        assert right is not None
        return self._to(operation, left, right, size=size)

    def _times(self, factor: Fraction) -> EquationStep:
        """Multiply both sides, or divide them where that says it shorter."""
        is_division = factor.numerator in {1, -1} and factor.denominator != 1
        size = _shown(1 / factor if is_division else factor)
        left, right = _scaled(self.left, factor), _scaled(self.right, factor)
        assert left is not None
        assert right is not None
        return self._to("divide" if is_division else "multiply", left, right, size=size)

    def _to(self, operation: str, left: Polynomial, right: Polynomial, **slots: str) -> EquationStep:
        self.left, self.right = left, right
        return self._rewritten(
            operation, f"{show_polynomial(left, self.letter)} = {show_polynomial(right, self.letter)}", **slots
        )

    def _split(self, operation: str, **slots: str) -> EquationStep:
        return self._rewritten(operation, " or ".join(f"{self.letter} = {root}" for root in self.roots), **slots)

    def _rewritten(self, operation: str, after: str, **slots: str) -> EquationStep:
        step = EquationStep(operation, self.written, after, {"letter": self.letter, **slots})
        self.written = after
        return step


def _is_tidy(expression: Expression) -> bool:
    """Whether a side is a sum of terms with no power twice."""
    powers = [_power(term) for term in _terms(expression)]
    return None not in powers and len(powers) == len(set(powers))


def _terms(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Operation) and expression.symbol in {"+", "-", "neg"}:
        for argument in expression.arguments:
            yield from _terms(argument)
    else:
        yield expression


def _power(term: Expression) -> int | None:
    """Return the power of a single term such as ``3x`` or ``x²/2``; None for one with a sum in it."""
    if isinstance(term, Operation) and any(inner.symbol in {"+", "-"} for inner in _operations(term)):
        return None
    found = polynomial(term)
    powers = [power for power, factor in enumerate(found or ()) if factor]
    return powers[0] if len(powers) == 1 else 0 if not powers else None


def _operations(expression: Expression) -> Iterator[Operation]:
    if isinstance(expression, Operation):
        yield expression
        for argument in expression.arguments:
            yield from _operations(argument)


def _factor(root: Fraction, letter: str) -> str:
    """Write the factor that is 0 at a root, in whole numbers: ``2x − 3``."""
    return show_polynomial((-Fraction(root.numerator), Fraction(root.denominator), Fraction(0)), letter)


def _square_part(number: int) -> tuple[int, int]:
    """Return ``outside`` and ``inside`` with ``√number = outside·√inside``."""
    outside = next(each for each in range(math.isqrt(number), 0, -1) if number % each**2 == 0)
    return outside, number // outside**2


def _shown(value: Fraction) -> str:
    return str(value).replace("-", "−")


def _scaled(one: Polynomial | None, factor: Fraction) -> Polynomial | None:
    return None if one is None else tuple(factor * each for each in one)


def _added(one: Polynomial | None, other: Polynomial | None) -> Polynomial | None:
    return None if one is None or other is None else tuple(a + b for a, b in zip(one, other, strict=True))


def _multiplied(one: Polynomial | None, other: Polynomial | None) -> Polynomial | None:
    if one is None or other is None:
        return None
    product = [Fraction(0)] * (2 * _DEGREE + 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return None if any(product[_DEGREE + 1 :]) else tuple(product[: _DEGREE + 1])
