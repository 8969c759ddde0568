"""Expressions over letters and the quantities of a figure: the tree that `gnomon.algebra.parser` builds.

One small language serves the formal description of a problem, the theorem rules and the claims of a learner. An
expression is a frozen tree of `Number`, `Letter`, `Quantity` and `Operation`; it can be evaluated on floats. Angles are in
degrees, also inside ``sin``, ``cos`` and ``tan``. Exact algebra is left to sympy, in the room that needs it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from gnomon.algebra.points import in_order

QuantityKind = Literal[
    "length",
    "angle",
    "arc",
    "arc_length",
    "area",
    "perimeter",
    "circumference",
    "radius",
    "diameter",
    "circle_area",
    "sector_area",
]
QUANTITY_KINDS: dict[str, tuple[int, int]] = {
    "length": (2, 2),  # segment
    "angle": (3, 3),  # degrees, 0 to 180
    "arc": (2, 3),  # degrees; two points: the minor arc; three: from the first to the last through the middle one
    "arc_length": (2, 3),
    "area": (3, 99),  # polygon: as many corners as a fact about one may have
    "perimeter": (3, 99),  # polygon
    "circumference": (1, 1),  # circle, by its centre
    "radius": (1, 1),
    "diameter": (1, 1),
    "circle_area": (1, 1),
    "sector_area": (3, 3),  # first point, centre, last point; the sector of the minor arc
}
"""Kinds of quantity with the least and greatest number of points."""
_SHAPES: dict[str, str] = {
    "length": "line", "angle": "angle", "arc": "arc", "arc_length": "arc", "area": "polygon", "perimeter": "polygon",
    "circumference": "circle", "radius": "circle", "diameter": "circle", "circle_area": "circle", "sector_area": "sector",
}  # fmt: skip

FUNCTIONS: dict[str, Callable[..., float]] = {
    "sin": lambda degrees: math.sin(math.radians(degrees)),
    "cos": lambda degrees: math.cos(math.radians(degrees)),
    "tan": lambda degrees: math.tan(math.radians(degrees)),
    "arcsin": lambda ratio: math.degrees(math.asin(ratio)),
    "arccos": lambda ratio: math.degrees(math.acos(ratio)),
    "arctan": lambda ratio: math.degrees(math.atan(ratio)),
    "sqrt": math.sqrt,
}
_BINARY: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}


class ExpressionError(ValueError):
    """An expression that cannot be read; the message shows the text."""


class _WithHash:
    """Has room for a hash."""

    __slots__ = ("_hash",)
    _hash: int


_T = TypeVar("_T", bound=_WithHash)


def _hashed_once(cls: type[_T]) -> type[_T]:
    """Let a frozen class work its hash out once: trees are keys of many dictionaries, and a hash goes through the whole tree."""
    work_out = cls.__hash__

    def kept(self: _T) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", work_out(self))
            return self._hash

    cls.__hash__ = kept  # type: ignore[method-assign, assignment]  # a method added by a decorator
    return cls


@_hashed_once
@dataclass(frozen=True, slots=True)
class Number(_WithHash):
    """An exact rational, or pi."""

    value: Fraction | Literal["pi"]

    def __str__(self) -> str:
        if self.value == "pi":
            return "π"
        exact = Fraction(self.value)
        as_decimal = float(exact)
        if exact.denominator == 1:
            return str(exact.numerator)
        return f"{as_decimal:.10g}" if Fraction(f"{as_decimal:.10g}") == exact else f"{exact.numerator}/{exact.denominator}"


@dataclass(frozen=True, slots=True)
class Letter:
    """An unknown letter of the problem, such as ``x``."""

    name: str

    def __str__(self) -> str:
        return self.name


@_hashed_once
@dataclass(frozen=True, slots=True)
class Quantity(_WithHash):
    """A measurable quantity of the figure. Build it with `Quantity.of`, which canonicalises the points."""

    kind: QuantityKind
    points: tuple[str, ...]

    @classmethod
    def of(cls, kind: QuantityKind, *points: str) -> Quantity:
        """Make the canonical quantity.

        Raises:
            ExpressionError: for a wrong number of points or a repeated point.
        """
        low, high = QUANTITY_KINDS[kind]
        if not low <= len(points) <= high or len(set(points)) != len(points):
            raise ExpressionError(
                f"{kind} of {','.join(points)!r}: expected {low if low == high else f'{low} to {high}'} different points"
            )
        made = cls(kind, points)
        return cls(kind, in_order(made.shape, points))

    @property
    def shape(self) -> str:
        """What kind of part of the figure it measures: ``line``, ``angle``, ``arc``, ``triangle``, ``polygon``, ..."""
        shape = _SHAPES[self.kind]
        return "triangle" if shape == "polygon" and len(self.points) == 3 else shape

    def __str__(self) -> str:
        name = "".join(self.points)
        return {
            "length": name,
            "angle": f"∠{name}",
            "arc": f"arc {name}",
            "arc_length": f"length of arc {name}",
            "area": f"area of {name}",
            "perimeter": f"perimeter of {name}",
            "circumference": f"circumference of circle {name}",
            "radius": f"radius of circle {name}",
            "diameter": f"diameter of circle {name}",
            "circle_area": f"area of circle {name}",
            "sector_area": f"area of sector {name}",
        }[self.kind]


@_hashed_once
@dataclass(frozen=True, slots=True)
class Operation(_WithHash):
    """``+ - * / ^`` of two arguments, ``neg`` or one of `FUNCTIONS` of one; ``value`` sets one written-out value apart."""

    symbol: str
    arguments: tuple[Expression, ...]

    def __str__(self) -> str:
        return _show(self)


Expression = Number | Letter | Quantity | Operation


class Equation(NamedTuple):
    """``left = right``."""

    left: Expression
    right: Expression

    def __str__(self) -> str:
        return f"{self.left} = {self.right}"


def evaluate(expression: Expression, value_of: Callable[[Letter | Quantity], float]) -> float:
    """Evaluate on floats.

    Args:
        expression: what to evaluate; angles in degrees.
        value_of: gives each letter and quantity.

    Raises:
        ArithmeticError, ValueError: where the mathematics fails (division by zero, root of a negative number).
    """
    if isinstance(expression, Operation):
        arguments = expression.arguments
        if len(arguments) == 2:  # nearly all, and most of the time of a deduction: no list is made, `apply` not called
            result = _BINARY[expression.symbol](evaluate(arguments[0], value_of), evaluate(arguments[1], value_of))
            return result if result.__class__ is float else _real(result)
        return apply(expression.symbol, evaluate(arguments[0], value_of))
    if isinstance(expression, Number):
        # As float(Fraction) does, without its detour: measuring evaluates a tree thousands of times.
        return math.pi if isinstance(expression.value, str) else expression.value.numerator / expression.value.denominator
    return value_of(expression)


def apply(symbol: str, *arguments: float) -> float:
    """Work out one operation on floats; errors as in `evaluate`."""
    if len(arguments) == 1:
        return -arguments[0] if symbol == "neg" else FUNCTIONS[symbol](arguments[0])
    return _real(_BINARY[symbol](*arguments))


def _real(result: float) -> float:
    if isinstance(result, complex):  # as Python takes a root of a negative number
        raise ArithmeticError("root of a negative number")  # noqa: TRY004  # the number is wrong, not its type
    return result


def height(expression: Expression) -> int:
    """Return how many operations stand inside one another; 0 for a leaf. Without recursion: any tree may be asked."""
    level, found = [expression], -1
    while level:
        found += 1
        level = [argument for one in level if isinstance(one, Operation) for argument in one.arguments]
    return found


def constant(expression: Expression) -> float | None:
    """Return the value of an expression without letters and quantities; None with any, or where the mathematics fails."""
    if any(unknowns(expression)):
        return None
    try:
        return evaluate(expression, _no_value)
    except (ArithmeticError, ValueError):
        return None


def unknowns(expression: Expression) -> Iterator[Letter | Quantity]:
    """Yield every letter and quantity, left to right, repeats included."""
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from unknowns(argument)
    elif not isinstance(expression, Number):
        yield expression


def quantities_in(expression: Expression) -> Iterator[Quantity]:
    """Yield every quantity, left to right, repeats included."""
    return (unknown for unknown in unknowns(expression) if isinstance(unknown, Quantity))


def substitute(expression: Expression, replacement: Callable[[Letter | Quantity], Expression]) -> Expression:
    """Return ``expression`` with each letter and quantity replaced."""
    if isinstance(expression, Number):
        return expression
    if isinstance(expression, Operation):
        return Operation(expression.symbol, tuple(substitute(argument, replacement) for argument in expression.arguments))
    return replacement(expression)


def _no_value(unknown: Letter | Quantity) -> float:
    raise ValueError(f"{unknown} has no value")


_PRECEDENCE = {"+": 1, "-": 1, "neg": 2, "*": 2, "/": 2, "^": 4}
"""3 is what a minus sign asks of its argument: more than a product, so that −(2x) keeps its brackets, less than a power."""

_DIVISOR = 3
"""What a quotient asks of its divisor: more than a product, so that a/(5√3) keeps its brackets."""


def _show(expression: Expression, parent: int = 0, *, right: bool = False) -> str:
    if not isinstance(expression, Operation):
        text = str(expression)
        return f"({text})" if "/" in text and parent >= 2 else text  # a fraction binds like the quotient it is
    symbol, arguments = expression.symbol, expression.arguments
    if symbol == "value":
        needs_brackets = parent > _PRECEDENCE["*"] and not (parent == _DIVISOR and str(arguments[0])[1:].isdigit())  # a bare √3
        return f"({arguments[0]})" if needs_brackets else str(arguments[0])
    if symbol == "sqrt":
        inner = _show(arguments[0])
        return f"√{inner}" if isinstance(arguments[0], Number) and inner.isdigit() else f"√({inner})"
    if symbol in FUNCTIONS:
        inner = _show(arguments[0])
        return f"{symbol} {inner}" if not isinstance(arguments[0], Operation) else f"{symbol}({inner})"
    level = _PRECEDENCE[symbol]
    if symbol == "neg":
        shown = f"−{_show(arguments[0], 3)}"
    elif symbol == "^":
        # More than a power itself: (a^b)^c keeps its brackets.
        base, power = _show(arguments[0], 5), _show(arguments[1])
        shown = base + {"2": "²", "3": "³"}.get(power, f"^{power}" if power.isalnum() else f"^({power})")
    elif symbol == "*" and _can_juxtapose(arguments):
        shown = _show(arguments[0], level) + _show(arguments[1], level, right=True)
    else:
        sign = {"+": " + ", "-": " − ", "*": " · ", "/": "/"}[symbol]
        shown = _show(arguments[0], level) + sign + _show(arguments[1], _DIVISOR if symbol == "/" else level, right=True)
    needs_brackets = level < parent or (level == parent and right and symbol in {"+", "-", "/", "*"})
    return f"({shown})" if needs_brackets else shown


def _can_juxtapose(arguments: tuple[Expression, ...]) -> bool:
    first, second = arguments
    is_root = isinstance(second, Operation) and second.symbol == "sqrt"
    base = second.arguments[0] if isinstance(second, Operation) and second.symbol == "^" else second
    is_letter = isinstance(base, Letter) and not base.name[0].isdigit()  # a value that was put in is no letter: 5 · 2.25²
    plain = isinstance(first, Number) and "/" not in str(first)
    return plain and (is_letter or is_root or (isinstance(second, Number) and second.value == "pi"))
