"""Solve an equation for its one unknown, exactly for proofs and on floats for what a student would get.

Exact solving uses sympy, imported on first use. Of several roots the one the figure allows is taken: ``near`` says where
the drawn figure has the unknown, and only picks among roots that the equation itself gives.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from gnomon.geometry.probing import Atom, Valued
from gnomon.problem import Equation, Expression, Letter, Number, Operation, Quantity, evaluate, unknowns

if TYPE_CHECKING:
    import sympy

_Symbolic: TypeAlias = Any
"""An expression of sympy, which has no types."""


class UnsolvableError(ValueError):
    """The equation gives no usable value for the unknown."""


class Roots(NamedTuple):
    """The roots of an equation."""

    chosen: sympy.Expr
    """The one that the figure allows."""
    others: tuple[sympy.Expr, ...] = ()
    """The other real ones, of whatever sign."""


def exact_value(expression: Expression, known: Mapping[Valued, sympy.Expr]) -> sympy.Expr:
    """Evaluate exactly; angles in degrees.

    Raises:
        KeyError: when a letter or quantity is not in ``known``.
    """
    return _simplified(_to_sympy(expression, known))


def _simplified(value: _Symbolic) -> _Symbolic:
    import sympy  # heavy: loaded only when an exact value is needed

    return value if value.is_Rational else sympy.simplify(value)  # which takes a hundred times as long


def roots_exactly(equations: Sequence[Equation], unknown: Valued, known: Mapping[Valued, sympy.Expr], near: float) -> Roots:
    """Solve one equation, or a determined system, for ``unknown``.

    Args:
        equations: one equation with the one unknown, or several with further unknowns, at most one of them not linear.
        unknown: what to solve for; a ratio stands alone on one side of the one equation.
        known: exact values of everything else (of a system: of all that is not to be found).
        near: value in the drawn figure, which picks among several roots.

    Raises:
        UnsolvableError: when there is no real root close to the figure (0.1 %).
    """
    import sympy  # heavy: loaded only when an exact value is needed

    if isinstance(unknown, Operation):
        return Roots(exact_value(other_side(equations[0], unknown), known))
    symbols = symbols_for(equations, unknown, known)
    differences = [difference_of(equation, {**known, **symbols}) for equation in equations]
    roots = [sympy.radsimp(root) for root in _system_roots(differences, list(symbols.values()), near) if root.is_number]
    place = next((place for place, root in enumerate(roots) if _is_close(root, near)), None)
    if place is None:
        raise UnsolvableError(f"no root for {unknown} near {near:.6g}")
    return Roots(roots[place], tuple(root for root in roots if _is_real(root) and not _is_close(root, near)))


def symbols_for(equations: Sequence[Equation], unknown: Valued, known: Collection[Valued]) -> dict[Valued, sympy.Symbol]:
    """Return a symbol for each unknown of some equations, that for ``unknown`` first."""
    import sympy  # heavy: loaded only when an exact value is needed

    others = dict.fromkeys(a for e in equations for side in e for a in unknowns(side) if a not in known and a != unknown)
    return {atom: sympy.Symbol(f"u{i}", real=True) for i, atom in enumerate([unknown, *others])}


def difference_of(equation: Equation, values: Mapping[Valued, sympy.Expr]) -> sympy.Expr:
    """Return the left side less the right one, in numbers and symbols."""
    return _to_sympy(equation.left, values) - _to_sympy(equation.right, values)


def other_side(equation: Equation, part: Expression) -> Expression:
    """Return what stands across from ``part``, one side of the equation."""
    return equation.right if equation.left == part else equation.left


def solve_on_floats(equation: Equation, unknown: Valued, known: Mapping[Valued, float], near: float) -> float:
    """Solve one equation for its one unknown on floats.

    Args:
        equation: with ``unknown`` as its only letter or quantity outside ``known``, but for those that cancel: 2x − 30 + PR =
            2x + 10.
        unknown: what to solve for; only positive values are looked for, angles below 180; a letter of a linear equation may
            be negative.
        known: values of everything else.
        near: which of several roots to take: the closest one on a logarithmic scale.

    Raises:
        UnsolvableError: when there is no positive root, or something without a value does not cancel.
    """
    if isinstance(unknown, Operation):
        return value_at(other_side(equation, unknown), known)
    free = {leaf for side in equation for leaf in unknowns(side)} - known.keys() - {unknown}

    def difference(value: float, anything: float = 1.0) -> float:
        def value_of(leaf: Atom) -> float:
            return value if leaf == unknown else anything if leaf in free else known[leaf]

        return _difference(equation, value_of)

    # Two values each: what changes with them has no value that anybody could know.
    if free and any(not math.isclose(difference(value), difference(value, 2.5), abs_tol=1e-9) for value in (1.0, 2.0)):
        raise UnsolvableError(f"{min(map(str, free))} has no value in {equation}")
    root = _positive_root(difference, unknown, near)
    if root is None:
        raise UnsolvableError(f"no positive value of {unknown} satisfies {equation}")
    return root


def solve_all_on_floats(equations: Sequence[Equation], unknown: Valued, known: Mapping[Valued, float], near: float) -> float:
    """Solve one equation, or several with further unknowns, at most one not linear, for ``unknown`` on floats.

    Raises:
        UnsolvableError: as `solve_on_floats`.
    """
    if len(equations) == 1:
        return solve_on_floats(equations[0], unknown, known, near)
    atoms: list[Valued] = list(
        dict.fromkeys(a for e in equations for side in e for a in unknowns(side) if a not in known or a == unknown)
    )

    def differences(moves: Mapping[Valued, float]) -> list[float]:
        def value_of(leaf: Atom) -> float:
            return moves.get(leaf, 0.0) if leaf in atoms else known[leaf]

        return [_difference(equation, value_of) for equation in equations]

    base = np.array(differences({}))
    matrix = np.array([np.array(differences({atom: 1.0})) - base for atom in atoms]).T
    probe = np.array(differences({atom: float(place + 2) for place, atom in enumerate(atoms)}))
    linear = np.abs(base + matrix @ np.arange(2.0, len(atoms) + 2.0) - probe) < 1e-6 * (1 + np.abs(base))
    place = atoms.index(unknown)
    if linear.all():
        return float(np.linalg.lstsq(matrix, -base, rcond=None)[0][place])
    others = [atom for atom in atoms if atom != unknown]
    rows = np.delete(matrix[linear], place, axis=1)

    def left_over(value: float) -> float:
        found = np.linalg.lstsq(rows, -base[linear] - matrix[linear, place] * value, rcond=None)[0]
        return differences({unknown: value, **dict(zip(others, found.tolist(), strict=True))})[int(np.argmin(linear))]

    root = _positive_root(left_over, unknown, near)
    if root is None:
        raise UnsolvableError(f"no positive value of {unknown} satisfies {'; '.join(map(str, equations))}")
    return root


def value_at(expression: Expression, values: Mapping[Valued, float]) -> float:
    """Evaluate on floats; a ratio whose value is held as a whole is taken so.

    Raises:
        KeyError: when a letter or quantity has no value.
        ArithmeticError, ValueError: where the mathematics fails.
    """
    if isinstance(expression, Operation) and expression in values:
        return values[expression]
    return evaluate(expression, values.__getitem__)


def _difference(equation: Equation, value_of: Callable[[Atom], float]) -> float:
    try:
        return evaluate(equation.left, value_of) - evaluate(equation.right, value_of)
    except (ArithmeticError, ValueError):
        return math.nan


def _positive_root(difference: Callable[[float], float], unknown: Valued, near: float) -> float | None:
    """Return the positive root closest to ``near`` on a logarithmic scale; None when there is none."""
    for power in (1.0, 0.5):  # linear in the unknown, or in its square, as in Pythagoras
        at = [difference(value**power) for value in (1.0, 2.0, 3.0)]
        is_straight = all(map(math.isfinite, at)) and abs(at[2] - 2 * at[1] + at[0]) < 1e-9 * (1 + abs(at[0]))
        if is_straight and abs(at[1] - at[0]) > 1e-9 * (1 + abs(at[0])):
            square = 1.0 - at[0] / (at[1] - at[0])
            may_be_negative = power == 1.0 and isinstance(unknown, Letter)
            # 1e-9: a length or angle of 0 is no answer. The check at the root catches what only looked straight at 1, 2 and 3.
            if (square > 1e-9 or may_be_negative) and abs(difference(square**power)) < 1e-6 * (1 + abs(square)):
                return float(square**power)
    roots = list(_scan(difference, _largest(unknown)))
    return min(roots, key=lambda root: abs(math.log(root / max(near, 1e-9))), default=None)


def _largest(unknown: Valued) -> float:
    """Where to stop looking for a root that no formula gives."""
    # No length, area or letter of a school problem is larger than the last.
    return {"angle": 180.0, "arc": 360.0}.get(unknown.kind, 1e5) if isinstance(unknown, Quantity) else 1e5


def to_expression(value: sympy.Expr) -> Expression | None:
    """Return a value as a school writes it (a fraction, a√b, kπ); None when it has no such form."""
    import sympy  # heavy: loaded only when an exact value is needed

    if value.is_Rational:
        return Number(Fraction(int(value.p), int(value.q)))
    coefficient, rest = value.as_coeff_Mul()
    # Of larger numbers nobody writes the exact form; a decimal tells more.
    if not coefficient.is_Rational or abs(coefficient) > 10**6:
        return None
    front = Number(Fraction(int(coefficient.p), int(coefficient.q)))
    if rest == sympy.pi:
        factor: Expression = Number("pi")
    elif rest.is_Pow and rest.exp == sympy.Rational(1, 2) and rest.base.is_Integer and rest.base < 10**5:
        factor = Operation("sqrt", (Number(Fraction(int(rest.base))),))
    else:
        return None
    if front.value == 1:
        return factor
    if isinstance(front.value, Fraction) and front.value.denominator != 1:
        top = Operation("*", (Number(Fraction(front.value.numerator)), factor)) if front.value.numerator != 1 else factor
        return Operation("/", (top, Number(Fraction(front.value.denominator))))
    return Operation("*", (front, factor))


def _to_sympy(expression: Expression, known: Mapping[Valued, _Symbolic]) -> _Symbolic:
    import sympy  # heavy: loaded only when an exact value is needed

    if isinstance(expression, Number):
        return sympy.pi if expression.value == "pi" else sympy.Rational(expression.value.numerator, expression.value.denominator)
    if not isinstance(expression, Operation):
        return known[expression]
    arguments = [_to_sympy(argument, known) for argument in expression.arguments]
    if expression.symbol in _ARITHMETIC:
        return _ARITHMETIC[expression.symbol](*arguments)
    if expression.symbol == "sqrt":
        return sympy.sqrt(arguments[0])
    return getattr(sympy, expression.symbol)(sympy.pi * arguments[0] / 180)


_ARITHMETIC: dict[str, Callable[..., _Symbolic]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
    "neg": operator.neg,
}


def _roots(difference: _Symbolic, symbol: _Symbolic, near: float) -> Iterable[_Symbolic]:
    import sympy  # heavy: loaded only when an exact value is needed

    numerator = sympy.numer(sympy.together(difference))
    if numerator.is_polynomial(symbol):
        poly = sympy.Poly(numerator, symbol)
        if poly.degree() == 1:
            a, b = poly.all_coeffs()
            return [_simplified(-b / a)]
        roots = list(sympy.roots(poly, symbol))
        return [_simplified(root) for root in roots if _is_close(root, near)] if roots else [_nearby(numerator, symbol, near)]
    return list(_trigonometric_roots(numerator, symbol)) or [_nearby(numerator, symbol, near)]


def _system_roots(differences: Sequence[_Symbolic], symbols: Sequence[_Symbolic], near: float) -> Iterable[_Symbolic]:
    """Roots for the first symbol; the linear equations first replace the others in the one that is not linear."""
    import sympy  # heavy: loaded only when an exact value is needed

    if len(differences) == 1:
        return _roots(differences[0], symbols[0], near)
    linear = [difference for difference in differences if _is_linear(difference, symbols)]
    others = [difference for difference in differences if not _is_linear(difference, symbols)]
    if not others:
        return [row[0] for row in sympy.linsolve(linear, *symbols)]
    solutions = list(sympy.linsolve(linear, *symbols[1:])) if linear else []
    if len(others) > 1 or not solutions:
        raise UnsolvableError("expected at most one equation that is not linear")
    return _roots(others[0].subs(dict(zip(symbols[1:], solutions[0], strict=True)), simultaneous=True), symbols[0], near)


def _is_linear(difference: _Symbolic, symbols: Sequence[_Symbolic]) -> bool:
    import sympy  # heavy: loaded only when an exact value is needed

    return bool(difference.is_polynomial(*symbols)) and sympy.Poly(difference, *symbols).total_degree() <= 1


def _trigonometric_roots(numerator: _Symbolic, symbol: _Symbolic) -> Iterable[_Symbolic]:
    import sympy  # heavy: loaded only when an exact value is needed

    ratio = sympy.Symbol("ratio")
    for function, inverse, mirror in (
        (sympy.sin, sympy.asin, True),
        (sympy.cos, sympy.acos, False),
        (sympy.tan, sympy.atan, False),
    ):
        replaced = numerator.subs(function(sympy.pi * symbol / 180), ratio)
        if replaced.has(ratio) and not replaced.has(symbol) and sympy.Poly(replaced, ratio).degree() == 1:
            a, b = sympy.Poly(replaced, ratio).all_coeffs()
            angle = inverse(-b / a) * 180 / sympy.pi
            yield angle
            if mirror:
                yield 180 - angle


def _nearby(numerator: _Symbolic, symbol: _Symbolic, near: float) -> _Symbolic:
    import sympy  # heavy: loaded only when an exact value is needed

    try:
        return sympy.nsolve(numerator, symbol, near)
    except (ValueError, ZeroDivisionError, TypeError) as error:
        raise UnsolvableError(f"no root near {near:.6g}") from error


def _is_close(root: _Symbolic, near: float) -> bool:
    return _is_real(root) and abs(complex(root.evalf(15)).real - near) <= 1e-3 * max(abs(near), 1e-6)


def _is_real(root: _Symbolic) -> bool:
    return abs(complex(root.evalf(15)).imag) < 1e-9


def _scan(difference: Callable[[float], float], top: float) -> Iterable[float]:
    from scipy.optimize import brentq  # heavy: loaded only when a nonlinear equation is met

    # Up to a large end finer near 0, where most values are; angles in steps of a quarter or half of a degree.
    grid = [top * (i / 400) ** 3 for i in range(1, 401)] if top > 1000 else [top * i / 720 for i in range(1, 720)]
    values = [difference(x) for x in grid]
    for low, high, f_low, f_high in zip(grid, grid[1:], values, values[1:], strict=False):
        if f_low == 0:
            yield low
        elif math.isfinite(f_low) and math.isfinite(f_high) and f_low * f_high < 0 and abs(f_high - f_low) < 1e7:
            root = float(brentq(difference, low, high))
            # At a pole the sign changes as well: so steep a jump is one, and so is where the difference grows on the way in.
            if abs(difference(root)) <= max(abs(f_low), abs(f_high)):
                yield root
