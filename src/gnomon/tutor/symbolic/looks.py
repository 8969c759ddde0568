"""What the drawn figure shows where the givens do not settle it: that two parts are plainly not equal, or which is larger.

A figure proves nothing: what looks equal may not be. But who says that two sides are the same, where nothing given says so and
they are drawn as 3 and 5, is wrong about this figure.
"""

from __future__ import annotations

from collections.abc import Iterable

from gnomon.geometry import Deduction
from gnomon.problem import Expression, Letter, Quantity, unknowns

_PLAINLY = 0.15
"""Relative difference from which on two sizes are plainly not the same: 60 and 70 degrees are told apart without measuring."""
_OF_LENGTHS = frozenset(
    {"length", "area", "perimeter", "radius", "diameter", "circumference", "circle_area", "sector_area", "arc_length"}
)


class Looks:
    """Compares sizes as a figure shows them.

    Args:
        deduction: of the problem, with its fitted figure.
        given: what the problem states the value of.
    """

    def __init__(self, deduction: Deduction, given: Iterable[Expression]) -> None:
        self._model = deduction.model
        self._is_sound = not deduction.rivals and not self._model.is_flattened
        self._has_scale = any(isinstance(each, Quantity) and each.kind in _OF_LENGTHS for each in given)

    def ratio(self, one: Expression, other: Expression) -> float | None:
        """Return how large one is in terms of the other in the figure; None where it does not show that."""
        leaves = [*unknowns(one), *unknowns(other)]
        if not self._is_sound or not leaves or any(isinstance(leaf, Letter) for leaf in leaves):
            return None
        measured = [{leaf.kind in _OF_LENGTHS for leaf in unknowns(side) if isinstance(leaf, Quantity)} for side in (one, other)]
        if len(set.union(*measured)) > 1:
            return None  # an angle and a length
        is_scaled = True in set.union(*measured)
        is_size = not any(unknowns(one)) or not any(unknowns(other))
        if is_scaled and is_size and not self._has_scale:
            return None
        try:
            first, second = self._model.value(one), self._model.value(other)
        except (KeyError, ArithmeticError, ValueError):
            return None
        return first / second if min(first, second) > 0 else None

    def are_unequal(self, one: Expression, other: Expression) -> bool:
        """Whether the figure shows plainly that two sizes differ."""
        ratio = self.ratio(one, other)
        return ratio is not None and max(ratio, 1 / ratio) > 1 + _PLAINLY

    def exceeds(self, one: Expression, other: Expression) -> bool | None:
        """Whether the figure shows plainly that one is larger; None where it does not show which."""
        ratio = self.ratio(one, other)
        return None if ratio is None or max(ratio, 1 / ratio) <= 1 + _PLAINLY else ratio > 1
