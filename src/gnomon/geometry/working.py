"""How a system of equations is worked out by hand: by adding or subtracting two, else by putting one into the other.

Which equations belong together `gnomon.geometry.systems` has found, and `gnomon.geometry.solving` has the value. Here they are
put into the order in which a pupil would use them: each is solved for one further unknown, in terms of what is sought where
that can be, and the last is left with the sought one alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.geometry.probing import Atom, Valued
from gnomon.geometry.solving import difference_of, symbols_for, to_expression
from gnomon.problem import Equation, Expression, Letter, Number, Operation

if TYPE_CHECKING:
    import sympy

_Symbolic = Any
"""An expression of sympy, which has no types."""


class Isolation(NamedTuple):
    """An equation solved for one of its unknowns."""

    place: int
    """Of the equation in the system."""
    atom: Atom
    equals: Expression
    """In the unknowns that are left."""
    is_rounded: bool
    """Whether a number in it had to be rounded."""


class Working(NamedTuple):
    """The way through a system."""

    isolated: tuple[Isolation, ...]
    """In order; each may use those before it."""
    last: int
    """Place of the equation into which they are put."""
    sign: str = ""
    """``+`` or ``-`` where the two equations are added or subtracted instead; then nothing is isolated."""
    combined: Equation | None = None
    """What adding or subtracting gives."""


def working_of(equations: Sequence[Equation], atom: Valued, known: Mapping[Valued, sympy.Expr], own: int) -> Working | None:
    """Return how to find ``atom`` from a system; None when no order of putting in leaves it alone.

    Args:
        equations: at most one of them not linear in the unknowns.
        atom: what is sought.
        known: exact values of what is not to be found.
        own: place of the equation that comes last where that can be.
    """
    rows = _Rows(equations, atom, known)
    places = sorted(range(len(equations)), key=lambda place: (rows.is_linear(place), rows.says_one(place), place != own))
    lasts = places[:1] if not rows.is_linear(places[0]) else places
    sums = rows.combined() if len(equations) == 2 else None
    if sums is not None:
        return sums
    ways = [way for one_each in (True, False) for last in lasts if (way := rows.put_in(last, one_each=one_each)) is not None]
    return ways[0] if ways else None


class _Rows:
    """The equations as differences in symbols."""

    def __init__(self, equations: Sequence[Equation], atom: Valued, known: Mapping[Valued, sympy.Expr]) -> None:
        self.equations = equations
        self.symbols = symbols_for(equations, atom, known)
        self.atoms = {symbol: name for name, symbol in self.symbols.items()}
        self.sought = self.symbols[atom]
        self.rows = [difference_of(equation, {**known, **self.symbols}) for equation in equations]

    def is_linear(self, place: int) -> bool:
        return _is_linear(self.rows[place], self._in(self.rows[place]))

    def says_one(self, place: int) -> bool:
        """Whether an unknown other than the sought one stands alone on a side, so that it can be put in as it is."""
        others = set(self.atoms.values()) - {self.atoms[self.sought]}
        return any(side in others for side in self.equations[place])

    def _in(self, row: _Symbolic) -> list[_Symbolic]:
        return [symbol for symbol in self.atoms if row.has(symbol)]

    def combined(self) -> Working | None:
        """Add or subtract two equations, where one unknown then goes that stands alone on neither side of either."""
        if not all(map(self.is_linear, (0, 1))) or len(self.atoms) != 2:
            return None
        other = next(symbol for symbol in self.atoms if symbol != self.sought)
        if self.says_one(0) or self.says_one(1):
            return None
        first, second = (row.expand().coeff(other) for row in self.rows)
        for sign, row in (("+", self.rows[0] + self.rows[1]), ("-", self.rows[0] - self.rows[1])):
            total = row.expand()
            if first != 0 and second != 0 and not total.has(other) and total.has(self.sought):
                factor = total.coeff(self.sought)
                left, right = self._linear(factor * self.sought), self._linear(factor * self.sought - total)
                if left is not None and right is not None and not (left[1] or right[1]):
                    return Working((), 1, sign, Equation(left[0], right[0]))
        return None

    def put_in(self, last: int, *, one_each: bool) -> Working | None:
        """Solve each equation but the last for one unknown, in terms of the sought one alone if ``one_each``."""
        found: list[Isolation] = []
        put: dict[_Symbolic, _Symbolic] = {}
        left = [place for place in range(len(self.rows)) if place != last]
        while left:
            way = min(self._isolations(left, put, one_each=one_each), key=lambda way: way[0], default=None)
            if way is None:
                return None
            _, place, symbol, equals = way
            shown = self._linear(equals)
            if shown is None:
                return None
            atom = self.atoms[symbol]
            assert not isinstance(atom, Operation)  # a ratio that is asked for needs no system
            found.append(Isolation(place, atom, *shown))
            put = {other: value.subs(symbol, equals) for other, value in put.items()} | {symbol: equals}
            left.remove(place)
        rest = self._in(self.rows[last].subs(put, simultaneous=True).expand())
        return Working(tuple(found), last) if rest == [self.sought] else None

    def _isolations(
        self, left: Sequence[int], put: Mapping[_Symbolic, _Symbolic], *, one_each: bool
    ) -> Iterator[tuple[tuple[float, ...], int, _Symbolic, _Symbolic]]:
        """Yield what may be isolated next, with its rank: few unknowns, no division, the equation that already says it."""
        for place in left:
            row = self.rows[place].subs(put, simultaneous=True).expand()
            others = [symbol for symbol in self._in(row) if symbol != self.sought]
            if not others or not _is_linear(row, self._in(row)) or (one_each and len(others) > 1):
                continue
            for symbol in others:
                factor = row.coeff(symbol)
                is_said = any(side == self.atoms[symbol] for side in self.equations[place])
                rank = (len(others), not is_said, abs(factor) != 1, place)
                yield rank, place, symbol, ((factor * symbol - row) / factor).expand()

    def _linear(self, expression: _Symbolic) -> tuple[Expression, bool] | None:
        """Write a sum of multiples of unknowns, positive terms first, and say whether a number in it was rounded."""
        terms: list[tuple[bool, Expression]] = []
        is_rounded = False
        symbols = self._in(expression)
        for symbol in [*symbols, None]:
            factor = expression.coeff(symbol) if symbol is not None else expression.subs(dict.fromkeys(symbols, 0))
            if factor == 0:
                continue
            number = to_expression(abs(factor))
            if number is None or (isinstance(number, Number) and len(str(number)) > _MOST_DIGITS):
                number, is_rounded = Letter(f"{float(abs(factor)):.2f}"), True
            terms.append((bool(factor > 0), _term(number, self.atoms.get(symbol))))
        terms.sort(key=lambda term: not term[0])
        if not terms:
            return Number(Fraction(0)), False
        total = terms[0][1] if terms[0][0] else Operation("neg", (terms[0][1],))
        for is_positive, term in terms[1:]:
            total = Operation("+" if is_positive else "-", (total, term))
        return total, is_rounded


_MOST_DIGITS = 7
"""A factor that takes more is written as a decimal: 1234/567 tells a pupil nothing."""


def _term(factor: Expression, atom: Valued | None) -> Expression:
    if atom is None:
        return factor
    if not isinstance(factor, Number) or factor.value == "pi":
        return Operation("*", (factor, atom))
    value = Fraction(factor.value)
    top = atom if value.numerator == 1 else Operation("*", (Number(Fraction(value.numerator)), atom))
    return top if value.denominator == 1 else Operation("/", (top, Number(Fraction(value.denominator))))


def _is_linear(row: _Symbolic, symbols: Sequence[_Symbolic]) -> bool:
    import sympy  # heavy: loaded only when an exact value is needed

    return bool(symbols) and bool(row.is_polynomial(*symbols)) and sympy.Poly(row, *symbols).total_degree() <= 1
