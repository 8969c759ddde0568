"""Judging theorems that are named or told: right or wrong as told, and whether they apply in the figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from gnomon.geometry import rules
from gnomon.problem import Fact, Quantity
from gnomon.tutor.message.moves import Claim, Move
from gnomon.tutor.symbolic.ideas import Ideas
from gnomon.tutor.symbolic.judged import Judgement, Way
from gnomon.tutor.symbolic.relations import Relations
from gnomon.tutor.symbolic.sizes import Sizes
from gnomon.tutor.symbolic.truth import SAME, Truth

_OF_FIGURE = re.compile(
    r"\b(?:by|using|because of|they|together|theyre|they're|these|those|its|it's|it is|this is|that's|thats|are|both|same)\b"
    r"|^\W*(?:asa|sas|sss|aas|rhs)\W*$"
)
"""Words with which a theorem that is only named is said of the figure at hand."""
_THEY_MAKE = re.compile(r"\W*(?:so |and |then )*(?:they|these|those|both|the two)\b")
"""The beginning of what is said of two parts that the problem speaks of."""
_SHAPES = frozenset({"parallelogram", "rectangle", "rhombus", "square", "kite", "trapezoid", "isosceles_trapezoid"})
"""Facts that say of what shape something is."""


class Theorems:
    """Judges theorems in one problem.

    Args:
        sizes: of the problem.
        ideas: wrong ones that are theorems.
        relations: that hold in the figure.
    """

    def __init__(self, sizes: Sizes, ideas: Ideas, relations: Relations) -> None:
        self._sizes = sizes
        self._scene = sizes.scene
        self._ideas = ideas
        self._relations = relations

    def applies(self, named: Sequence[str]) -> bool:
        """Whether one of these rules, by their ids, applies somewhere in the figure."""
        return any(rule in self._rules_here for rule in named)

    @cached_property
    def _rules_here(self) -> frozenset[str]:
        """Ids of the rules that apply somewhere in the figure."""
        found = {d.instance.rule.id for d in self._sizes.deduction.derived.values() if d.instance is not None}
        return frozenset(found | ({step.rule_id for step in self._sizes.proof.steps} if self._sizes.proof else set()))

    def judged(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge a theorem as it is told, and whether it leads anywhere here; None: nothing is to be said of it."""
        if claim.saying:
            return self._said_of_all(move, claim)
        applies = self.applies(claim.rules)
        # "The outside angle and the two far ones add up to 180": a theorem of other numbers is another one.
        told = _numbers_in(claim.plain)
        is_own = not told or any(told & _numbers_in(rules()[rule].statement) for rule in claim.rules)
        applies = applies or (claim.is_of_figure and claim.holds is True and self._has_shape_of(claim.rules))
        if not is_own and claim.holds is not False:
            truth = Truth.UNKNOWN
        elif (of_both := self._of_both(claim)) is not None:
            truth = of_both
        elif claim.holds is None:
            is_said_of_figure = _OF_FIGURE.search(claim.plain.lower()) is not None
            truth = Truth.RIGHT if applies and (is_said_of_figure or claim.is_reason) else Truth.UNKNOWN
        elif claim.is_of_figure and not applies:
            is_against = any(rule in self._rules_here for rule in claim.against)
            is_against |= "rectangle_diagonals" in claim.rules and self._relations.has_unequal_diagonals
            truth = Truth.WRONG if is_against else Truth.UNKNOWN
        else:
            truth = Truth.RIGHT if claim.holds else Truth.WRONG
        ways = self._scene.ways
        leads = applies if ways is None else any(map(ways.uses, claim.rules))
        way: Way | None = None if not truth.is_right else "goal" if leads else "none"
        return Judgement(
            move,
            claim,
            truth,
            way=way,
            misconception=self._ideas.of_theorem(claim.rules, claim.plain) if truth is Truth.WRONG else None,
        )

    def _said_of_all(self, move: Move, claim: Claim) -> Judgement:
        """Judge what is said of all figures: of use is what no rule says, or one that is used here."""
        ways = self._scene.ways
        leads = not claim.rules or any(map(ways.uses, claim.rules) if ways is not None else (self.applies(claim.rules),))
        if claim.holds:
            return Judgement(move, claim, Truth.RIGHT, way="goal" if leads else "none")
        return Judgement(move, claim, Truth.WRONG, misconception=self._ideas.of_theorem(claim.rules, claim.plain))

    def _has_shape_of(self, named: Sequence[str]) -> bool:
        """Whether the figure has a shape that one of these rules is about, though not what it needs beside it: a crossing."""
        have = {node.kind for node in self._sizes.deduction.derived if isinstance(node, Fact)}
        needs = ([premise.partition("(")[0] for premise in rules()[rule].premises] for rule in named if rule in rules())
        return any(len(kinds) == 1 and kinds[0] in _SHAPES and kinds[0] in have for kinds in needs)

    def _of_both(self, claim: Claim) -> Truth | None:
        """Judge a sum that is said of ``they``, where the problem speaks of two angles that both have their size; else None."""
        total = next((float(each) for each in _numbers_in(claim.plain)), None)
        if total is None or claim.holds is not True or not claim.is_of_figure or _THEY_MAKE.match(claim.plain.lower()) is None:
            return None
        spoken = [part for part in self._scene.spoken_of if self._sizes.is_angle(part)]
        sizes = [size for part in spoken if (size := self._sizes.truth(part)) is not None]
        if len(spoken) != 2 or len(sizes) != 2 or self._scene.proof is None or isinstance(self._scene.proof.goal, Quantity):
            return None  # of an angle that is sought and one that is given others may be meant
        return Truth.RIGHT if abs(sum(sizes) - total) <= SAME * total else Truth.WRONG


def _numbers_in(text: str) -> frozenset[str]:
    """Return the measures that a sentence tells: two digits at least, small ones count things; a right angle is one of 90°."""
    return frozenset(re.findall(r"\d{2,}", re.sub(r"right angle|perpendicular", "90", text)))
