"""Several roots: which of them cannot be, which the drawn figure picks, and the words for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from gnomon.geometry.probing import Atom, Valued
from gnomon.geometry.values import Solved, Value, is_degrees, make_value
from gnomon.problem import Expression, Quantity, evaluate, unknowns

if TYPE_CHECKING:
    import sympy

_CLEARLY = 1.05
"""How many times larger something must be for the figure to show it."""
_LARGEST = {"angle": 180.0, "arc": 360.0}
"""In degrees: a straight angle, a full turn."""


def words_of_choice(
    found: Solved,
    others: Iterable[sympy.Expr],
    parts: Mapping[Quantity, Expression],
    known: Mapping[Valued, Value],
    may_be: Callable[[float], bool],
) -> str:
    """Return what to say before a value that was picked among roots; empty where no other root is possible.

    Args:
        found: with the root that was taken.
        others: the other real roots.
        parts: quantities of the figure that hang on what was found, each as an expression in it and in what is known.
        known: values found before.
        may_be: whether the theorem leaves room for another value of what was found.

    Returns:
        Such as ``x = 3 or x = 7; in the figure AB is longer than CD, so``, with a space behind it.
    """
    chooser = _Chooser(found, parts, known)
    values = [make_value(root, in_degrees=is_degrees(found.atom)) for root in others]
    roots = [value for value in values if chooser.is_of_its_kind(value)]
    impossible = [value for value in values if value not in roots and chooser.is_worth_a_word(value)]
    excluded = {value: why for value in roots if (why := chooser.contradiction(value.number)) is not None}
    open_roots = [value for value in roots if value not in excluded and may_be(value.number)]
    named = [(value, why) for value, why in excluded.items() if why]
    if not open_roots and not named and not impossible:
        return ""
    left = (*open_roots, *(value for value, _ in named), *impossible)
    shown = [str(found), *(str(found._replace(value=value)) for value in left)]
    reasons = [f"{found.atom} {value.sign} {value.text} would make {why}" for value, why in named]
    if impossible:
        reasons.append(f"{found.atom} cannot be negative")
    if open_roots:
        reasons.append(chooser.seen([value.number for value in open_roots]))
    return f"{' or '.join(shown)}; {' and '.join(reasons)}, so "


class _Chooser:
    def __init__(self, found: Solved, parts: Mapping[Quantity, Expression], known: Mapping[Valued, Value]) -> None:
        self.found = found
        self.parts = parts
        self.known = known

    def is_of_its_kind(self, value: Value) -> bool:
        """Whether a quantity can be so large: lengths are positive, angles no larger than a straight one."""
        atom = self.found.atom
        return not isinstance(atom, Quantity) or 0 < value.number < _LARGEST.get(atom.kind, float("inf"))

    def is_worth_a_word(self, value: Value) -> bool:
        """Whether a pupil would ask for a root that cannot be: a negative one, but for that of a square such as c² = 25."""
        return value.number < 0 and not is_degrees(self.found.atom) and not self._is_of_square(value.number)

    def _is_of_square(self, root: float) -> bool:
        return math.isclose(-root, self.found.value.number)

    def contradiction(self, root: float) -> str | None:
        """Return what a root would make of a part of the figure; empty where that goes without saying; None when nothing."""
        for part, expression in self.parts.items():
            size = self._size(expression, root)
            if size is not None and size <= 0:
                goes_without_saying = expression == self.found.atom and (size == 0 or self._is_of_square(root))
                return "" if goes_without_saying else f"{part} {'negative' if size < 0 else 'zero'}"
        return None

    def seen(self, others: Sequence[float]) -> str:
        """Return what can be seen in the figure that only the chosen root fits."""
        here = self.found.value.number
        sizes = {part: self._sizes(expression, (here, *others)) for part, expression in self.parts.items()}
        if isinstance(self.found.atom, Quantity):
            sizes = {self.found.atom: (here, *others), **sizes}
        elif sizes and here > 0 and all(math.isclose(size, other) for size, *rest in sizes.values() for other in rest):
            return "each fits the figure, and the positive one is taken"
        for part, (size, *rest) in sizes.items():
            if part.kind == "angle" and all((size > 90) != (other > 90) for other in rest):
                return f"in the figure {part} is {'obtuse' if size > 90 else 'acute'}"
        sizes |= {atom: (value.number,) * (len(others) + 1) for atom, value in self.known.items() if isinstance(atom, Quantity)}
        for (one, first), (other, second) in permutations(sizes.items(), 2):
            is_larger, *is_larger_then = (a > b * _CLEARLY for a, b in zip(first, second, strict=True))
            if one.kind == other.kind and one.kind in {"length", "angle", "arc"} and is_larger and not any(is_larger_then):
                return f"in the figure {one} is {'longer' if one.kind == 'length' else 'larger'} than {other}"
        return f"only {self.found.atom} {self.found.value.sign} {self.found.value.text} fits the figure as it is drawn"

    def _sizes(self, expression: Expression, roots: Sequence[float]) -> tuple[float, ...]:
        sizes = [self._size(expression, root) for root in roots]
        return tuple(size if size is not None else float("nan") for size in sizes)

    def _size(self, expression: Expression, root: float) -> float | None:
        def value_of(leaf: Atom) -> float:
            return root if leaf == self.found.atom else self.known[leaf].number

        try:
            return evaluate(expression, value_of) if self.found.atom in set(unknowns(expression)) else None
        except (KeyError, ArithmeticError, ValueError):
            return None
