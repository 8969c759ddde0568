"""Judging numbers that stand for nothing by name: calculations, and what an account in prose comes to."""

from __future__ import annotations

import re
from fractions import Fraction

from gnomon.algebra import constant
from gnomon.geometry import Misconception
from gnomon.problem import Expression, Number, Operation, Quantity
from gnomon.tutor.message.moves import Claim, Move, has_unknowns, is_final
from gnomon.tutor.symbolic.ideas import Ideas
from gnomon.tutor.symbolic.judged import Judgement, Way
from gnomon.tutor.symbolic.scene import leaves_of
from gnomon.tutor.symbolic.sizes import Sizes
from gnomon.tutor.symbolic.truth import Truth, arithmetic_of, compared

_LARGEST_COUNT = 4
"""Numbers up to it count something, or are powers, at the end of an account."""
_FOR = re.compile(r"\bfor\b")
"""``6 times 7.5 is 45 for all around`` says of a part what it calculates."""
_NAMES_IT = re.compile(r"\d\W*(?:\w{1,3} )?(?:so )?that(?:s|'s| is) (?:the|my|our|all|how)\b")
"""``= 19.5 m thats the fence`` says of a part what it came to."""
_ENDS_AS = re.compile(r"\b(area|perimeter|circumference|diameter) (?:of \w+ )?(?:is|=|has) [^a-z]*\d[^a-z]*\w*\W*$")
"""The end of an account that says of what its last number is."""
_OWN_THING = re.compile(r"\W*(?:my|im|i'm|i am)\b")
"""The beginning of what is said of the learner or of a thing of theirs: ``my ramp is 82 cm high``."""
_HALF = re.compile(r"\W*(?:the |each )?half\b(?! of)")
"""A half that is not said of what: ``half is 17``."""
_POWER = re.compile(r"[²³^]|squared|hoch|quadrat")
"""A power is worked out when it is read."""


class Calculations:
    """Judges calculations in one problem.

    Args:
        sizes: of the problem.
        ideas: wrong ones that would calculate in some way.
    """

    def __init__(self, sizes: Sizes, ideas: Ideas) -> None:
        self._sizes = sizes
        self._scene = sizes.scene
        self._ideas = ideas

    def judged(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement:
        """Judge numbers that stand for nothing by name."""
        values = [constant(side) for side in claim.sides]
        result = values[-1]
        if any(value is None for value in values) or result is None:
            return Judgement(move, claim, Truth.UNKNOWN)
        is_said_twice = len(claim.sides) == 2 and claim.sides[0] == claim.sides[1] and not isinstance(claim.sides[0], Operation)
        if is_said_twice and _POWER.search(claim.plain.lower()) is None:
            return Judgement(move, claim, Truth.UNKNOWN)  # "one degree is one metre"
        truth = arithmetic_of(claim.sides) if len(claim.sides) > 1 else None
        if truth is Truth.WRONG:
            # "Half is 180": a number alone stands for something that is not said.
            is_worked = isinstance(claim.sides[0], Operation) and claim.sides[0].symbol != "neg" and not is_final(claim.sides[0])
            is_worked = is_worked or self._is_division(claim)
            is_worked = is_worked and _HALF.match(claim.plain.lower()) is None
            return Judgement(move, claim, Truth.WRONG if is_worked else Truth.UNKNOWN, truth, value=result)
        goal = self._sizes.goal_truth()
        is_way = self._scene.is_number(abs(result)) and all(self._scene.leads(side, earlier) for side in claim.sides)
        is_way = is_way or (self._sizes.arrives(claim) and (self._is_rich(claim, earlier) or self._is_last_step(claim, earlier)))
        is_answer = is_way and goal is not None and is_final(claim.sides[-1]) and len(claim.sides) > 1
        is_answer = (
            is_answer and goal is not None and compared(goal, result, claim.sides[-1], (*claim.shown, claim.sides[0])).is_right
        )
        if is_answer and self._sizes.proof is not None and self._sizes.factor(self._sizes.proof.goal, claim.unit) != 1:
            return Judgement(move, claim, Truth.WRONG, truth, value=result, has_wrong_unit=True)
        idea = None if is_way else self._idea_of(claim)
        if not is_way and claim.unit and goal is not None and not self._scene.is_number(result):
            # With a unit it is no mere sum: it is said of what is sought.
            return Judgement(move, claim, Truth.WRONG, truth, value=result, misconception=idea)
        is_said_of = _FOR.search(claim.plain) is not None
        is_given_to = _NAMES_IT.search(claim.plain) is not None and not is_answer and not self._scene.is_other_part(result)
        if is_given_to or (not is_way and (truth is None or claim.unit or is_said_of)):
            truth = Truth.UNKNOWN
        said = Truth.RIGHT if truth is None else truth
        way: Way | None = "goal" if is_way else "none"
        return Judgement(move, claim, said, truth, way, None, result, idea, is_answer=is_answer)

    def _is_division(self, claim: Claim) -> bool:
        """Whether two given sizes are divided, with a decimal for their ratio: ``9/6 = 1.3``."""
        match claim.sides[0]:
            case Operation("/", (Number(Fraction() as one), Number(Fraction() as other))):
                return all(self._scene.is_given(float(each)) for each in (one, other))
        return False

    def worked(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement | None:
        """Judge the calculation within a statement whose subject is not understood; None where it settles nothing."""
        if claim.worked is None or has_unknowns(claim.worked) or has_unknowns(claim.sides[-1]):
            return None
        plain = claim._replace(sides=(claim.worked, claim.sides[-1]), names=(), worked=None)
        found = self.judged(move, plain, earlier)
        is_settled = found.way == "goal" or found.arithmetic is Truth.WRONG
        return found._replace(is_answer=False) if is_settled else None

    def _is_last_step(self, claim: Claim, earlier: frozenset[float]) -> bool:
        """Whether some relation with the goal in it makes this calculation, from parts that were found in some other way."""
        written = claim.sides[0]
        values = [constant(part) for part in written.arguments] if isinstance(written, Operation) else []
        if self._scene.ways is None or not isinstance(written, Operation) or len(values) != 2 or not all(values):
            return False
        one, other = (abs(value or 0.0) for value in values)
        is_known = self._scene.is_of_figure(written, earlier)
        return is_known and self._scene.ways.last_makings.makes(written.symbol, one, other)

    def _idea_of(self, claim: Claim) -> Misconception | None:
        """Return the wrong idea that would calculate like that."""
        right = self._scene.ways.makings if self._scene.ways is not None else None
        found = (self._ideas.of_calculation(side, right) for side in claim.sides)
        return next((idea for idea in found if idea is not None), None)

    def _is_rich(self, claim: Claim, earlier: frozenset[float]) -> bool:
        """Whether a calculation has too much of the figure in it to come to the answer by chance, whatever way it takes."""
        leaves = [leaf for side in claim.sides[:-1] for leaf in leaves_of(side)]
        has_function = any(has_sine(side) for side in claim.sides)
        # Two numbers of the figure come to the answer by chance now and then: 16 - 6 = 10.
        if len(claim.sides) > 1 and self._is_base_times(claim.sides[0]):
            return True
        return (len(leaves) > 2 or has_function) and all(self._scene.is_of_figure(side, earlier) for side in claim.sides[:-1])

    def _is_base_times(self, calculation: Expression) -> bool:
        """Whether it is a given side, or its half, by a number with decimals, where an area is sought: a height in no drawing."""
        goal = self._sizes.proof.goal if self._sizes.proof is not None else None
        is_area = isinstance(goal, Quantity) and goal.kind == "area"
        if not is_area or not isinstance(calculation, Operation) or calculation.symbol != "*":
            return False
        factors = [constant(factor) for factor in calculation.arguments]
        sides = {factor for factor in factors if factor is not None and any(map(self._scene.is_given, (factor, 2 * factor)))}
        return len(factors) == 2 and len(sides) == 1 and any(factor is not None and factor % 1 > 0 for factor in factors)

    def account(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement | None:
        """Judge what an account comes to: the answer, or wrong, where calculations are shown and nothing on the figure has it.

        None where it may be said of anything.
        """
        goal, value = self._sizes.goal_truth(), constant(claim.sides[-1])
        factor = self._sizes.factor(self._sizes.proof.goal, claim.unit) if self._sizes.proof is not None else None
        if goal is None or value is None or self._sizes.proof is None or self._scene.is_given(value):
            return None
        told = _ENDS_AS.search(claim.plain.lower())
        if told is not None and isinstance(self._sizes.proof.goal, Quantity) and told[1] not in self._sizes.proof.goal.kind:
            return None  # "so the diameter is 10", of a radius
        if factor is None:  # "total 220 cm" of an area
            is_size = (
                _OWN_THING.match(claim.plain.lower()) is None and compared(goal, value, claim.sides[-1], claim.shown).is_right
            )
            return Judgement(move, claim, Truth.WRONG, value=value, has_wrong_unit=True) if is_size else None
        truth = compared(goal / factor, value, claim.sides[-1], claim.shown)
        if truth.is_right:
            return Judgement(move, claim, truth, None, "goal", self._sizes.proof.goal, value, is_answer=True)  # type: ignore[arg-type]
        is_new = value > _LARGEST_COUNT and all(compared(each, value, claim.sides[-1]) is Truth.WRONG for each in earlier)
        is_wrong = bool(claim.shown) and is_new and not self._scene.is_number(value)
        return Judgement(move, claim, Truth.WRONG, value=value) if is_wrong else None


def has_sine(expression: Expression) -> bool:
    """Whether a function of angles stands in a calculation."""
    if not isinstance(expression, Operation):
        return False
    return expression.symbol in {"sin", "cos", "tan"} or any(map(has_sine, expression.arguments))
