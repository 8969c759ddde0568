"""How large things are: true values of expressions, and whether an equation holds of them.

Truth is asked of the deduction and, where the givens fix a value, of the fitted figure. A value that the givens do not fix has
no truth. A rounded value is right with a note, also where a learner has carried the rounding through a calculation; see the
policy ``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import lru_cache

from gnomon.algebra import ExpressionError, constant, substitute
from gnomon.geometry import Deduction, Proof
from gnomon.problem import Expression, Letter, Number, Operation, Quantity, unknowns
from gnomon.tutor.message.moves import Claim, has_unknowns, is_final
from gnomon.tutor.symbolic.rereading import INSIDE
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth, compared, same_value

_DISPUTED = 1e-5
"""Relative difference between two figures from which on a value is another; a fitted figure is good to six digits."""
_MOST_VALUES = 4096
"""Expressions whose true value is kept for each problem: learners write new ones without end."""
_METRES = {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "km": 1000.0, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344}
"""Lengths of units (international yard: 0.9144 m)."""
_ABOUT = re.compile(r"\b(?:circa|about|roughly|approx\w*|nearly|almost|around|kinda|more or less)\b|[~≈]")
"""Words for what one has measured, or rounded, of two parts."""
_ABOUT_SAME = 0.025
"""Relative difference of what is about the same: half of the last place of two digits, and a line of the ruler."""
_TURNS = (90.0, 180.0, 360.0, 540.0, 720.0)
"""Sums that theorems give to angles."""
_OUTSIDE = re.compile(r"\b(?:outside|exterior|outer)\b")


class Sizes:
    """True values in one problem.

    Args:
        deduction: what follows from the problem's givens.
        proof: the prepared one; what it has values for counts also where the givens contradict each other. None: there is none.
        unit: of the lengths of the problem, such as ``cm``; empty where it has none.
    """

    def __init__(self, deduction: Deduction, proof: Proof | None = None, unit: str = "") -> None:
        self.deduction = deduction
        self.proof = proof
        self.unit = unit
        self._proved = frozenset(proof.values()) if proof else frozenset()
        self._determined = lru_cache(_MOST_VALUES)(self._evaluate)
        self.scene = Scene(deduction, proof, self.truth)

    def truth(self, expression: Expression) -> float | None:
        """Return the true value of an expression; None when the givens do not fix it or the figure lacks a part."""
        return self._determined(expression)

    def measures_goal(self, unit: str) -> bool:
        """Whether the answer may be given in a unit as it stands."""
        return self.proof is not None and self.factor(self.proof.goal, unit) == 1

    def goal_truth(self) -> float | None:
        """Return the true value of what is sought; None where there is no proof."""
        return self.truth(self.proof.goal) if self.proof is not None else None

    def truth_of(self, claim: Claim, unit: str) -> Truth | None:
        """Return the truth of an equation whose names are understood; None where a side has no value."""
        if len(claim.sides) != 2:
            value = self.truth(claim.sides[0]) if claim.sides else None
            if value is None:
                return None
            # "30 + 35 + 50 + the angle at H" are the angles of a triangle.
            is_sum = isinstance(claim.sides[0], Operation) and claim.sides[0].symbol == "+" and has_unknowns(claim.sides[0])
            is_turn = is_sum and any(abs(value - turn) <= SAME * turn for turn in _TURNS)
            return Truth.RIGHT if is_turn or self.scene.is_number(value) else Truth.UNKNOWN
        left, right = map(self.truth, claim.sides)
        if left is None or right is None:
            return self._ratio(claim)
        if claim.atom is not None:
            at = claim.sides[0] != claim.atom
            value, written = (right, left) if at else (left, right)
            factor = self.factor(self.scene.canonical(claim.atom), unit)
            if factor is None:
                return Truth.WRONG
            meant = self.angle_meant(claim, value, written) if self.is_angle(claim.atom) else value
            shown = (*claim.shown, *([claim.worked] if claim.worked is not None else []))
            return compared(meant / factor, written, claim.sides[not at], shown)
        angle = next((at for at, side in enumerate(claim.sides) if self.is_angle(side)), None)
        if angle is not None:  # "the inside angle at L is 360 - (2x + 10)"
            sizes = [left, right]
            sizes[angle] = self.angle_meant(claim, sizes[angle], sizes[1 - angle])
            left, right = sizes
        is_converted = unit.rstrip("²³") in _METRES and not has_unknowns(claim.sides[1])
        if is_converted:  # "2πr = 12π cm", with r in dm
            right *= (_METRES[unit.rstrip("²³")] / _METRES.get(self.unit, _METRES[unit.rstrip("²³")])) ** _power_of(unit)
        found = same_value(claim.sides, left, right)
        if found is not Truth.WRONG or is_converted:
            return found
        known = tuple(substitute(side, self._as_number) for side in claim.sides)  # "sin D = 7/12.21"
        if _is_about(claim) and abs(left - right) <= _ABOUT_SAME * abs(left):
            return Truth.ROUNDED
        return same_value(known, left, right)

    def _as_number(self, leaf: Letter | Quantity) -> Expression:
        value = self.truth(leaf)
        return leaf if value is None else Number(Fraction(value))

    @staticmethod
    def is_angle(atom: Expression) -> bool:
        """Whether it is the size of an angle."""
        return isinstance(atom, Quantity) and atom.kind == "angle"

    @staticmethod
    def angle_meant(claim: Claim, value: float, written: float) -> float:
        """Return the size of the angle that words mean beside the one of less than 180° between the sides: reflex or outside."""
        words = claim.plain.lower()
        if "reflex" in words or (written > 180 and INSIDE.search(words)):
            return 360 - value
        is_outside = _OUTSIDE.search(words) is not None and any(
            name.sort == "vertex" or (name.sort == "part" and "outside" in name.place.split()) for name in claim.names
        )
        return 180 - value if is_outside and abs(180 - value - written) < 1 else value

    def factor(self, atom: Expression, unit: str) -> float | None:
        """Return how much of the problem's unit one of ``unit`` is; None where it measures something else."""
        if not unit or unit.rstrip("²³") == "unit":
            return 1.0
        kind = atom.kind if isinstance(atom, Quantity) else ""
        if kind in {"angle", "arc"}:
            return {"°": 1.0, "rad": 180 / math.pi}.get(unit)
        if not kind or unit in {"°", "rad"}:
            return 1.0 if not kind else None
        power = 2 if kind in {"area", "circle_area", "sector_area"} else 1
        base = unit.rstrip("²³")
        if _power_of(unit) != power or base not in _METRES:
            return None
        return (_METRES[base] / _METRES.get(self.unit, _METRES[base])) ** power

    def _ratio(self, claim: Claim) -> Truth | None:
        """Judge whether two sides are equal where their sizes are open but their ratio is fixed."""
        try:
            ratio = self.truth(Operation("/", claim.sides))
        except ExpressionError:
            return None
        if ratio is None or abs(ratio - 1) <= SAME:
            return None if ratio is None else Truth.RIGHT
        return Truth.ROUNDED if _is_about(claim) and abs(ratio - 1) <= _ABOUT_SAME else Truth.WRONG

    def _evaluate(self, expression: Expression) -> float | None:
        canonical = self.scene.canonical(expression)
        model = self.deduction.model
        atoms = list(unknowns(canonical))
        try:
            if not self.deduction.knows(canonical) and not (atoms and model.is_determined(canonical)):
                return None
            value = model.value(canonical)
            return None if self._is_in_dispute(canonical, value) else value
        except (KeyError, ArithmeticError, ValueError):
            return None

    def _is_in_dispute(self, canonical: Expression, value: float) -> bool:
        """Whether givens that contradict each other make different values of an expression, and the proof does not settle it."""
        if self._proved.issuperset(unknowns(canonical)):
            return False
        allowed = _DISPUTED * max(abs(value), _DISPUTED)
        return any(abs(rival.value(canonical) - value) > allowed for rival in self.deduction.rivals)

    def leaf(self, leaf: Letter | Quantity) -> float:
        """Return the true value of an unknown; ValueError where the givens do not fix it."""
        value = self.truth(leaf)
        if value is None:
            raise ValueError(str(leaf))
        return value

    def arrives(self, claim: Claim) -> bool:
        """Whether a calculation with parts in it ends at the answer: ``11 · height = 55``."""
        goal, result = self.goal_truth(), constant(claim.sides[-1])
        is_calculation = isinstance(claim.sides[0], Operation) and len(claim.sides) == 2
        is_calculation = is_calculation and self.proof is not None and self.factor(self.proof.goal, claim.unit) == 1
        if goal is None or result is None or not is_calculation or not is_final(claim.sides[-1]):
            return False
        return compared(goal, result, claim.sides[-1], (*claim.shown, claim.sides[0])).is_right


def _power_of(unit: str) -> int:
    """Return 2 for square units, 3 for cubic ones, else 1."""
    return "²³".find(unit[-1]) + 2 if unit[-1] in "²³" else 1


def _is_about(claim: Claim) -> bool:
    """Whether two parts are said to be about so much of each other: ``DX is circa 1.4 times GX``."""
    return _ABOUT.search(claim.plain.lower()) is not None and all(map(has_unknowns, claim.sides))
