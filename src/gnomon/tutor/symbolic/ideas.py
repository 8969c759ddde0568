"""The wrong idea that would say what a learner says: recognised from a value, an equation or a calculation it would produce.

Every misconception is carried through the proof (`gnomon.geometry.misconception`). What a learner writes is compared with the
values that come of it, and with the calculations that the wrong relation makes: ``13 - 5`` for a leg, before any value is named.
"""

from __future__ import annotations

import re
from functools import cached_property

from gnomon.algebra import constant
from gnomon.geometry import Distorted, Misconception, distortions_of, misconceptions, value_at
from gnomon.problem import Expression, Letter, Operation, Quantity, unknowns
from gnomon.tutor.message.moves import Claim, is_final
from gnomon.tutor.symbolic.scene import Scene, leaves_of
from gnomon.tutor.symbolic.ways import Makings

_CARRIED = 0.01
"""Relative error that rounding on the way may leave."""
_WORD = re.compile(r"[a-z]{4,}")
"""A word that may carry the idea: shorter ones ("the", "is", "are") are in every sentence."""


class Ideas:
    """The wrong ideas that spoil one proof.

    Args:
        scene: of the problem; without a proof nothing is recognised.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._deduction = scene.deduction
        self._proof = scene.proof

    @cached_property
    def distortions(self) -> list[Distorted]:
        """Every way in which a known misconception can spoil the proof."""
        if self._proof is None:
            return []
        return [way for m in misconceptions().values() for way in distortions_of(self._proof, self._deduction, m)]

    @cached_property
    def _makings(self) -> list[tuple[Distorted, Makings]]:
        return [(way, self._makings_of(way)) for way in self.distortions if way.relation is not None]

    def _makings_of(self, way: Distorted) -> Makings:
        def value_of(expression: Expression) -> float | None:
            return way.values.get(expression) if isinstance(expression, Letter | Quantity) else None

        assert way.relation is not None
        return Makings((way.relation,), value_of, self._deduction.definitions)

    def of_equation(self, claim: Claim) -> Misconception | None:
        """Return the idea whose values an equation fits, the first of the tables."""
        return next((way.misconception for way in self.distortions if self._says(way, claim)), None)

    def of_product(self, claim: Claim) -> Misconception | None:
        """Return the idea that takes a true product for the area that is sought: base times height, of a triangle; no slip."""
        goal = self._proof.goal if self._proof is not None else None
        is_product = len(claim.sides) == 2 and isinstance(claim.sides[0], Operation) and claim.sides[0].symbol == "*"
        is_area = isinstance(goal, Quantity) and goal.kind == "area"
        if goal is None or not (is_product and is_area) or constant(claim.sides[1]) is None:
            return None
        idea = self.of_equation(claim._replace(sides=(goal, claim.sides[1]), names=()))
        return None if idea is None or idea.is_slip else idea

    def of_calculation(self, expression: Expression, right: Makings | None) -> Misconception | None:
        """Return the idea that gives a step of the proof the value of a calculation, or else makes the calculation itself.

        Args:
            expression: with numbers only.
            right: what true relations make; what they make, too, tells of no wrong idea.
        """
        value = constant(expression)
        if value is None:
            return None
        for way in self.distortions:
            solved = self._proof.steps[way.step].solved if self._proof is not None else ()
            values = (way.values[found.atom] for found in solved if found.atom in way.values)
            if any(abs(found - value) <= 1e-6 * max(1.0, value) for found in values):
                return way.misconception
        steps = list(_steps_of(expression))
        for way, makings in self._makings:
            wrong = [step for step in steps if right is None or not right.makes(*step)]
            if wrong and all(makings.makes(*step) for step in wrong):
                return way.misconception
        return None

    def step_of(self, idea: Misconception) -> int:
        """Return the index of the first step of the proof that an idea spoils."""
        return next((way.step for way in self.distortions if way.misconception.id == idea.id), 0)

    def of_theorem(self, rules: tuple[str, ...], sentence: str) -> Misconception | None:
        """Return the idea that takes the place of one of these rules in the proof, of several the one whose words are said."""
        steps = {step.index for step in self._proof.steps if step.rule_id in rules} if self._proof is not None else set()
        ways = (way for way in self.distortions if way.step in steps)
        best = max(ways, key=lambda way: _in_common(way, sentence), default=None)
        return None if best is None else best.misconception

    def at(self, step: int, claim: Claim | None, sentence: str, *, is_set_up: bool = False) -> Misconception | None:
        """Return the idea whose proof says what a claim says at a step; None where none does.

        Of several it is the one with most words of the sentence, then one whose relation has the numbers that are written.

        Args:
            step: index in the proof.
            claim: that is wrong; None for a theorem.
            sentence: the learner's words.
            is_set_up: whether the learner has written down rightly what the step calculates; then a slip rather than an idea.
        """
        fitting = [
            (
                (
                    is_set_up and way.misconception.is_slip,
                    _in_common(way, sentence),
                    claim is not None and self._has_numbers(way, claim),
                ),
                way,
            )
            for way in self.distortions
            if way.step == step and (claim is None or self._says(way, claim))
        ]
        best = max(fitting, key=lambda row: row[0], default=None)
        # A claim that fits names the idea by its value; without one it takes two words in common, one may be chance.
        return best[1].misconception if best is not None and (claim is not None or best[0][1] > 1) else None

    def _has_numbers(self, way: Distorted, claim: Claim) -> bool:
        """Whether the relation of a wrong idea holds every number that a claim writes beside what it is about."""
        if way.relation is None:
            return False
        sizes = [way.values[leaf] for side in way.relation for leaf in unknowns(side) if leaf in way.values]
        known = [*sizes, *(number for side in way.relation for number in leaves_of(side))]
        written = [number for side in claim.sides for number in leaves_of(side)]
        return all(any(abs(number - one) <= _CARRIED * max(1.0, abs(one)) for one in known) for number in written)

    def _says(self, way: Distorted, claim: Claim) -> bool:
        """Whether an equation holds with the values of a wrong solution."""
        if len(claim.sides) != 2:
            return False
        try:
            left, right = (value_at(self._scene.canonical(side), way.values) for side in claim.sides)
        except (KeyError, ArithmeticError, ValueError):
            return False
        # A slip shows by its number alone, which is near the right one.
        carried = 0.0 if way.misconception.is_slip else _CARRIED * max(abs(left), abs(right))
        # 0.011: two sides of two decimals each are 0.01 apart at most by rounding, and there is float noise.
        return abs(left - right) <= max(carried, 0.011)


def _in_common(way: Distorted, sentence: str) -> int:
    """Return how many words of what an idea says stand in a sentence."""
    return len({*_WORD.findall(sentence.lower())} & {*_WORD.findall(way.misconception.belief.lower())})


def _steps_of(expression: Expression) -> list[tuple[str, float, float]]:
    """Return the operations of a calculation with the two numbers of each."""
    if not isinstance(expression, Operation) or is_final(expression):
        return []
    values = [abs(value) for argument in expression.arguments if (value := constant(argument)) is not None]
    own = [(expression.symbol, values[0], values[1])] if len(values) == 2 and expression.symbol in "+-*/" else []
    return [step for argument in expression.arguments for step in _steps_of(argument)] + own
