"""Quantities with their numbers, to be held against each other: two sources that give one part different sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, Letter, Quantity, constant
from gnomon.problem.statements import Content

_SAME = 1e-9
"""Relative, between two spellings of one number."""


class Measure(NamedTuple):
    """A quantity with its number."""

    quantity: Expression
    number: float

    def is_same(self, other: Measure, tolerance: float = _SAME) -> bool:
        """Whether both numbers are one, spelled in two ways; with a relative tolerance also where one is rounded."""
        return math.isclose(self.number, other.number, rel_tol=tolerance)


def number_of(contents: Sequence[Content]) -> Measure | None:
    """Return the quantity that a statement gives a number; None where it says something else."""
    if len(contents) != 1 or not isinstance(contents[0], Equation):
        return None
    quantity, number = contents[0].left, constant(contents[0].right)
    return Measure(quantity, number) if isinstance(quantity, Quantity | Letter) and number is not None else None
