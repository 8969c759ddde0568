"""Is a claim true? Asked of the deduction and, where the givens fix a value, of the fitted figure.

A value that the givens do not fix has no verdict. A rounded value is right with a note, also where a learner has carried
the rounding through a calculation; see the policy ``learner`` of ``gnomon.answers``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from gnomon.answers import Verdict, compare
from gnomon.geometry import Atom, Deduction, rules
from gnomon.problem import Expression, Number, Operation, evaluate, parse_equation, unknowns
from gnomon.tutor.claims import Claim
from gnomon.tutor.message import Message

__all__ = ["ClaimVerdict", "Judge"]

_CARRIED = 0.01
"""Relative error that rounding on the way may leave, where the true value is no short decimal."""


class ClaimVerdict(StrEnum):
    """What a fair teacher would say."""

    RIGHT = "right"
    RIGHT_ROUNDED = "right_rounded"
    WRONG = "wrong"
    UNKNOWN = "unknown"


class Judge:
    """Judges claims about one problem.

    Args:
        deduction: what follows from the problem's givens.
    """

    def __init__(self, deduction: Deduction) -> None:
        self._deduction = deduction
        self._determined: dict[Expression, float | None] = {}

    def truth(self, expression: Expression) -> float | None:
        """Return the true value of an expression; None when the givens do not fix it or the figure lacks a part."""
        if expression not in self._determined:
            self._determined[expression] = self._evaluate(expression)
        return self._determined[expression]

    def canonical(self, expression: Expression) -> Expression:
        """Return the expression under the problem's own names; unchanged when it speaks of parts the figure lacks."""
        try:
            return self._deduction.model.diagram.canonical(expression)
        except (KeyError, ValueError):
            return expression

    def judge(self, claim: Claim) -> ClaimVerdict:
        """Return the verdict on one claim."""
        left, right = self.truth(claim.left), self.truth(claim.right)
        if left is None or right is None:
            return self._judge_ratio(claim)
        if claim.atom is not None:
            value, written = (left, right) if claim.left == claim.atom else (right, left)
            return self._compare(value, written, claim)
        return ClaimVerdict.RIGHT if abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.05) else ClaimVerdict.WRONG

    def judge_rule(self, message: Message) -> ClaimVerdict:
        """Return the verdict on a rule that is named with what its parts add up to; unknown for any other rule."""
        totals = {total for rule in message.rules if (total := _total(rule)) is not None}
        if message.rule_total is None or not totals:
            return ClaimVerdict.UNKNOWN
        return ClaimVerdict.RIGHT if message.rule_total in totals else ClaimVerdict.WRONG

    def _judge_ratio(self, claim: Claim) -> ClaimVerdict:
        """Judge whether two sides are equal where their sizes are open but their ratio is fixed."""
        ratio = self.truth(Operation("/", (claim.left, claim.right)))
        if ratio is None:
            return ClaimVerdict.UNKNOWN
        return ClaimVerdict.RIGHT if abs(ratio - 1) <= _CARRIED else ClaimVerdict.WRONG

    def holds_at(self, claim: Claim, values: Mapping[Atom, float]) -> bool | None:
        """Whether a claim fits other values, such as those of a wrong solution; None where they do not say."""
        try:
            left, right = (evaluate(self.canonical(side), lambda leaf: values[leaf]) for side in (claim.left, claim.right))
        except (KeyError, ArithmeticError, ValueError):
            return None
        return abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.011)

    def _compare(self, truth: float, written: float, claim: Claim) -> ClaimVerdict:
        number = claim.right if claim.left == claim.atom else claim.left
        verdict = compare(truth, _as_written(number, written), "learner")
        if verdict is Verdict.RIGHT:
            return ClaimVerdict.RIGHT
        if verdict is Verdict.RIGHT_ROUNDED and truth - written < 0.5 - 1e-9:
            return ClaimVerdict.RIGHT_ROUNDED
        is_short = abs(truth * 1000 - round(truth * 1000)) < 1e-6
        if not is_short and abs(truth - written) <= _CARRIED * abs(truth):
            return ClaimVerdict.RIGHT_ROUNDED
        return ClaimVerdict.WRONG

    def _evaluate(self, expression: Expression) -> float | None:
        canonical = self.canonical(expression)
        model = self._deduction.model
        atoms = list(unknowns(canonical))
        try:
            if not self._deduction.knows(canonical) and not (atoms and model.is_determined(canonical)):
                return None
            return model.value(canonical)
        except (KeyError, ArithmeticError, ValueError):
            return None


@cache
def _total(rule_id: str) -> float | None:
    """Return what the parts of a sum rule add up to."""
    equation = rules()[rule_id].equation
    right = parse_equation(equation).right if equation else None
    is_sum = equation is not None and "+" in equation.partition("=")[0]
    return float(right.value) if is_sum and isinstance(right, Number) and right.value != "pi" else None


def _as_written(number: Expression, value: float) -> float | str:
    text = str(number)
    return text if text.replace(".", "").isdigit() else value
