"""Both solutions of a learner's own equation: as such they are right, and the figure has room for one of them only."""

from __future__ import annotations

from fractions import Fraction

from gnomon.algebra import constant, read_numbers, substitute
from gnomon.problem import Expression, Letter, Number, unknowns
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.truth import SAME, Truth

_BOTH = 2
"""Solutions of an equation with a square."""


def are_roots(move: Move, diagnosis: Diagnosis) -> bool:
    """Whether a list of two numbers is what solves an equation in one letter that the learner wrote: ``x = 6 or x = -8``."""
    values = {number.value for number in read_numbers(move.words) if number.role == "value"}
    if move.kind is not Kind.GUESS or len(values) != _BOTH:
        return False
    claims = (one for exchange in diagnosis.exchanges for one in exchange.claims)
    return any(
        one.truth is Truth.RIGHT and len(one.claim.sides) == 2 and all(_solves(value, one.claim.sides) for value in values)
        for one in claims
    )


def _solves(value: float, sides: tuple[Expression, ...]) -> bool:
    letters = {leaf for side in sides for leaf in unknowns(side)}
    if len(letters) != 1 or not all(isinstance(leaf, Letter) for leaf in letters):
        return False
    left, right = (constant(substitute(side, lambda _: Number(Fraction(value)))) for side in sides)
    return left is not None and right is not None and abs(left - right) <= SAME * max(1.0, abs(left), abs(right))
