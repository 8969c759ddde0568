"""Values of a proof: exact numbers with the way a school writes them, and what a step finds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from gnomon.algebra import show_number
from gnomon.geometry.probing import Valued
from gnomon.geometry.solving import to_expression
from gnomon.problem import Equation, Expression, Number, Quantity

if TYPE_CHECKING:
    import sympy

_DEGREE_KINDS = {"angle", "arc"}
_LARGEST_DENOMINATOR = 100
"""Fractions up to it are written out: 40/3, 8/17; of a longer one a decimal tells more."""


class Value(NamedTuple):
    """A number with the way it is written."""

    number: float
    text: str
    """Without unit: ``57``, ``5√3``, ``8/17``, ``6.88``."""
    is_rounded: bool
    """Whether ``text`` is a rounded decimal."""
    form: Expression | None = None
    """The exact value where it is a fraction, a√b or kπ."""

    @property
    def exact(self) -> str | None:
        """The text where it is exact and not a plain decimal."""
        return None if self.is_rounded or self.text.lstrip("−").replace(".", "").isdigit() else self.text

    @property
    def sign(self) -> str:
        """The sign to write before ``text``."""
        return "≈" if self.is_rounded else "="

    @property
    def decimal(self) -> str:
        """What to write after ``text`` where it is exact and no plain decimal: `` ≈ 6.93``, `` = 0.28``; else empty."""
        shown = show_number(self.number)
        # 1e-12: of 4/5 the decimal is no rounded one.
        return f" {'=' if abs(float(shown.replace('−', '-')) - self.number) < 1e-12 else '≈'} {shown}" if self.exact else ""


class Solved(NamedTuple):
    """A value that a step finds."""

    atom: Valued
    value: Value
    equations: tuple[Equation, ...]
    """What was solved for it: one equation with one unknown, or several linear ones."""

    @property
    def equation(self) -> str:
        """The value without a decimal beside it: ``AC = 4√3``."""
        return f"{self.atom} {self.value.sign} {self.value.text}{'°' if is_degrees(self.atom) else ''}"

    def __str__(self) -> str:
        return f"{self.equation}{self.value.decimal}{'°' if self.value.decimal and is_degrees(self.atom) else ''}"


def is_degrees(atom: object) -> bool:
    """Whether an atom is measured in degrees."""
    return isinstance(atom, Quantity) and atom.kind in _DEGREE_KINDS


def make_value(exact: sympy.Expr, *, in_degrees: bool = False, as_fraction: bool = False) -> Value:
    """Write an exact value as a school would: a whole number, a short decimal, a fraction, a√b, kπ, else with two decimals.

    Args:
        exact: a number.
        in_degrees: whether it is an angle, of which nobody writes a fraction.
        as_fraction: whether it is a ratio, so that 4/5 says more than 0.8.
    """
    number = float(exact.evalf(15))
    form = to_expression(exact)
    if form is not None:
        if not isinstance(form, Number):
            return Value(number, str(form), is_rounded=False, form=form)
        short = Fraction(form.value) if form.value != "pi" else Fraction(0)
        if (short * 1000).denominator == 1 and not (as_fraction and 1 < short.denominator <= _LARGEST_DENOMINATOR):
            # From a million on, :g would write 1e+06.
            text = f"{float(short):g}" if abs(short) < 10**6 else f"{float(short):.0f}"
            return Value(number, text.replace("-", "−"), is_rounded=False, form=form)
        if short.denominator <= _LARGEST_DENOMINATOR and not in_degrees:
            return Value(number, str(short).replace("-", "−"), is_rounded=False, form=form)
    return Value(number, f"{number:.2f}".rstrip("0").rstrip(".").replace("-", "−"), is_rounded=True, form=form)
