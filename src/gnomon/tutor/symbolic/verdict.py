"""Is a claim true? Asked of the deduction and, where the givens fix a value, of the fitted figure.

A value that the givens do not fix has no verdict. A rounded value is right with a note, also where a learner has carried
the rounding through a calculation; see the policy ``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache

from gnomon.algebra import Verdict, compare
from gnomon.geometry import Deduction, Valued, rules, value_at
from gnomon.problem import Expression, Number, Operation, Quantity, parse_equation, unknowns
from gnomon.tutor.message.claims import Claim
from gnomon.tutor.message.message import Intent, Message

_CARRIED = 0.01
"""Relative error that rounding on the way may leave, where the true value is no short decimal."""
_DISPUTED = 1e-5
"""Relative difference between two figures from which on a value is another; a fitted figure is good to six digits."""
_MOST_VALUES = 4096
"""Expressions whose true value is kept for each problem: learners write new ones without end."""
_VAGUE: frozenset[Intent] = frozenset({"unread", "reason", "method", "rule"})
"""Kinds of message that a fitting tentative claim turns into a claim."""


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
        proved: what a proof has values for: they count also where the givens contradict each other.
    """

    def __init__(self, deduction: Deduction, proved: Collection[Valued] = ()) -> None:
        self._deduction = deduction
        self._proved = frozenset(proved)
        self._determined = lru_cache(_MOST_VALUES)(self._evaluate)

    def truth(self, expression: Expression) -> float | None:
        """Return the true value of an expression; None when the givens do not fix it or the figure lacks a part."""
        return self._determined(expression)

    def canonical(self, expression: Expression) -> Expression:
        """Return the expression under the problem's own names; unchanged when it speaks of parts the figure lacks."""
        try:
            return self._deduction.model.diagram.canonical(expression)
        except (KeyError, ValueError):
            return expression

    def judge(self, claim: Claim) -> ClaimVerdict:
        """Return the verdict on one claim."""
        verdict = self._judge(claim)
        return ClaimVerdict.UNKNOWN if claim.is_tentative and verdict is ClaimVerdict.WRONG else verdict

    def _judge(self, claim: Claim) -> ClaimVerdict:
        left, right = self.truth(claim.left), self.truth(claim.right)
        if left is None or right is None:
            return self._judge_ratio(claim)
        if claim.atom is not None:
            value, written = (left, right) if claim.left == claim.atom else (right, left)
            return self._compare(value, written, claim)
        # Both sides are calculations: 0.05 is what rounding to one decimal leaves between small ones.
        return ClaimVerdict.RIGHT if abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.05) else ClaimVerdict.WRONG

    def judge_message(self, message: Message) -> tuple[Message, tuple[ClaimVerdict, ...]]:
        """Judge a message: a verdict for each of its claims, or one for a rule stated without any.

        Tentative claims that do not fit are left out of the message that comes back.
        """
        judged = [self._judge_either(claim) for claim in message.claims]
        kept = [(claim, verdict) for claim, verdict in judged if not claim.is_tentative or verdict is not ClaimVerdict.UNKNOWN]
        message = message._replace(claims=tuple(claim for claim, _ in kept))
        if kept:
            intent: Intent = "claim" if message.intent in _VAGUE else message.intent
            return message._replace(intent=intent), tuple(verdict for _, verdict in kept)
        if message.rule_total is None and not message.says_equal:
            return message, ()
        return message, (self.judge_rule(message),)

    def _judge_either(self, claim: Claim) -> tuple[Claim, ClaimVerdict]:
        """Judge a claim; where ``it`` may stand for the goal as well, take that meaning if only it is right."""
        verdict = self.judge(claim)
        if verdict is ClaimVerdict.WRONG and claim.alternative is not None:
            other = claim._replace(left=claim.alternative, alternative=None)
            if (found := self.judge(other)) in {ClaimVerdict.RIGHT, ClaimVerdict.RIGHT_ROUNDED}:
                return other, found
        return claim, verdict

    def judge_rule(self, message: Message) -> ClaimVerdict:
        """Return the verdict on a rule that is named with what its parts add up to; unknown for any other rule."""
        totals = {_total(rule) for rule in message.rules}
        if message.rule_total is None and message.says_equal:
            return _judge_equal(message.rules)
        if message.rule_total is None or totals <= {None}:
            return ClaimVerdict.UNKNOWN
        fitting = [total == message.rule_total for total in totals if total is not None]
        if all(fitting):
            return ClaimVerdict.RIGHT
        return ClaimVerdict.UNKNOWN if any(fitting) else ClaimVerdict.WRONG

    def _judge_ratio(self, claim: Claim) -> ClaimVerdict:
        """Judge whether two sides are equal where their sizes are open but their ratio is fixed."""
        ratio = self.truth(Operation("/", (claim.left, claim.right)))
        if ratio is None:
            return ClaimVerdict.UNKNOWN
        return ClaimVerdict.RIGHT if abs(ratio - 1) <= _CARRIED else ClaimVerdict.WRONG

    def holds_at(self, claim: Claim, values: Mapping[Valued, float]) -> bool | None:
        """Whether a claim fits other values, such as those of a wrong solution; None where they do not say."""
        try:
            left, right = (value_at(self.canonical(side), values) for side in (claim.left, claim.right))
        except (KeyError, ArithmeticError, ValueError):
            return None
        # 0.011: two sides of two decimals each are 0.01 apart at most by rounding, and there is float noise.
        return abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.011)

    def _compare(self, truth: float, written: float, claim: Claim) -> ClaimVerdict:
        number = claim.right if claim.left == claim.atom else claim.left
        verdict = compare(truth, _as_written(number, written), "learner")
        if verdict is Verdict.RIGHT:
            return ClaimVerdict.RIGHT
        # A half is rounded up: 6.5 as 7 is right, as 6 it is not.
        if verdict is Verdict.RIGHT_ROUNDED and truth - written < 0.5 - 1e-9:
            return ClaimVerdict.RIGHT_ROUNDED
        # A truth of three decimals at most could have been written out: then nothing was rounded on the way.
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
            value = model.value(canonical)
            return None if self._is_in_dispute(canonical, value) else value
        except (KeyError, ArithmeticError, ValueError):
            return None

    def _is_in_dispute(self, canonical: Expression, value: float) -> bool:
        """Whether givens that contradict each other make different values of an expression, and the proof does not settle it."""
        if self._proved.issuperset(unknowns(canonical)):
            return False
        allowed = _DISPUTED * max(abs(value), _DISPUTED)
        return any(abs(rival.value(canonical) - value) > allowed for rival in self._deduction.rivals)


def _judge_equal(named: Sequence[str]) -> ClaimVerdict:
    """Judge that the parts of the named rules are equal: false where all of them are sums, true where all are equalities."""
    if all(_is_sum(rule) for rule in named):
        return ClaimVerdict.WRONG
    return ClaimVerdict.RIGHT if all(_states_equality(rule) for rule in named) else ClaimVerdict.UNKNOWN


@cache
def _states_equality(rule_id: str) -> bool:
    equation = rules()[rule_id].equation
    return equation is not None and all(isinstance(side, Quantity) for side in parse_equation(equation))


@cache
def _is_sum(rule_id: str) -> bool:
    return _total(rule_id) is not None and "+" in str(rules()[rule_id].equation)


@cache
def _total(rule_id: str) -> float | None:
    """Return what the parts of a rule add up to, or the one value it names."""
    equation = rules()[rule_id].equation
    right = parse_equation(equation).right if equation else None
    return float(right.value) if isinstance(right, Number) and right.value != "pi" else None


def _as_written(number: Expression, value: float) -> float | str:
    text = str(number)
    return text if text.replace(".", "").isdigit() else value
