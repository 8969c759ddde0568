"""Three judgements on each claim: is its arithmetic right, is it true in this figure, does it belong to a way to the goal.

Truth is asked of the deduction and, where the givens fix a value, of the fitted figure. A value that the givens do not fix has
no verdict. A rounded value is right with a note, also where a learner has carried the rounding through a calculation; see the
policy ``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from gnomon.algebra import Verdict, compare
from gnomon.geometry import Deduction, Misconception, Proof, Valued, rules, value_at
from gnomon.problem import Expression, Letter, Number, Operation, Quantity, parse_equation, unknowns
from gnomon.tutor.message.message import Intent, Message
from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move, has_unknowns

_CARRIED = 0.01
"""Relative error that rounding on the way may leave, where the true value is no short decimal."""
_DISPUTED = 1e-5
"""Relative difference between two figures from which on a value is another; a fitted figure is good to six digits."""
_MOST_VALUES = 4096
"""Expressions whose true value is kept for each problem: learners write new ones without end."""
_VAGUE: frozenset[Intent] = frozenset({"unread", "reason", "method", "rule"})
"""Kinds of message that a fitting tentative claim turns into a claim."""


class Truth(StrEnum):
    """What a fair teacher would say."""

    RIGHT = "right"
    ROUNDED = "rounded"
    """Right, with a note."""
    WRONG = "wrong"
    UNKNOWN = "unknown"
    """The givens do not say."""
    AMBIGUOUS = "ambiguous"
    """Two readings are as good and differ: the learner has to say which is meant."""

    @property
    def is_right(self) -> bool:
        """Whether it counts as right."""
        return self in {Truth.RIGHT, Truth.ROUNDED}


Way = Literal["goal", "none"]
"""``goal``: on a way to the goal; ``none``: true, and leads nowhere."""


class Judgement(NamedTuple):
    """What is to be said of one claim."""

    move: Move
    """That states it, as it stands among the moves of the message."""
    claim: Claim
    """As understood: with what its names mean here."""
    truth: Truth
    """In this figure; where no part of it is meant, of the calculation."""
    arithmetic: Truth | None = None
    """Of the calculation as written; None where there is nothing to calculate."""
    way: Way | None = None
    """None where the claim is not right, or nobody can tell."""
    quantity: Valued | None = None
    """What it gives a value."""
    value: float | None = None
    """That value, in the problem's unit."""
    misconception: Misconception | None = None
    """The wrong idea that would say the same."""
    is_answer: bool = False
    """Whether it gives the goal its value, right or wrong."""


class Judged(NamedTuple):
    """A message with the judgements on its claims, in order."""

    message: Message
    judgements: tuple[Judgement, ...] = ()

    @property
    def verdict(self) -> Literal["right", "rounded", "wrong", "mixed", "none"]:
        """What all its claims come to: mixed where some are right and some wrong."""
        said = [judgement.truth for judgement in self.judgements]
        if Truth.WRONG in said:
            return "mixed" if any(truth.is_right for truth in said) else "wrong"
        if Truth.AMBIGUOUS in said:
            return "none"
        return "rounded" if Truth.ROUNDED in said else "right" if Truth.RIGHT in said else "none"

    @property
    def way(self) -> Way | None:
        """Where the right claims of the message lead: to the goal if one of them does."""
        ways = {judgement.way for judgement in self.judgements if judgement.truth.is_right}
        return None if self.verdict in {"wrong", "none"} else "goal" if "goal" in ways else "none" if "none" in ways else None

    @property
    def solved(self) -> bool:
        """Whether the learner has given the final answer, as a claim, and it holds: the last claim about it counts."""
        answers = [judgement.truth for judgement in self.judgements if judgement.is_answer]
        return bool(answers) and answers[-1].is_right


class Judge:
    """Judges claims about one problem.

    Args:
        deduction: what follows from the problem's givens.
        proof: the prepared one; what it has values for counts also where the givens contradict each other. None: there is none.
    """

    def __init__(self, deduction: Deduction, proof: Proof | None = None) -> None:
        self._deduction = deduction
        self._proof = proof
        self._proved = frozenset(proof.values()) if proof else frozenset()
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

    def _judge(self, claim: Claim) -> Truth:
        left, right = map(self.truth, claim.sides)
        if left is None or right is None:
            return self._judge_ratio(claim)
        if claim.atom is not None:
            value, written = (left, right) if claim.sides[0] == claim.atom else (right, left)
            return self._compare(value, written, claim)
        # Both sides are calculations: 0.05 is what rounding to one decimal leaves between small ones.
        return Truth.RIGHT if abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.05) else Truth.WRONG

    def judge(self, message: Message) -> Judged:
        """Judge the claims of a message, also a rule stated without any.

        Tentative claims that do not fit are left out of the message that comes back.
        """
        moves: list[Move] = []
        judgements = []
        for move in message.moves:
            if move.kind not in CLAIMING or move.claim is None or not move.claim.sides:
                moves.append(move)
                continue
            claim, truth = self._judge_either(move.claim)
            if not claim.is_tentative or truth is not Truth.UNKNOWN:
                moves.append(move)
                judgements.append(self._judgement(move, claim, truth))
        if judgements and message.intent in _VAGUE:
            message = message._replace(intent="claim")
            moves = [judgement.move for judgement in judgements]
        theorem = next((move for move in moves if move.kind is Kind.THEOREM), None)
        if theorem is not None and theorem.claim is not None and (message.rule_total is not None or message.says_equal):
            judgements.append(Judgement(theorem, theorem.claim, self._judge_rule(message)))
        return Judged(message._replace(moves=tuple(moves)), tuple(judgements))

    def _judgement(self, move: Move, claim: Claim, truth: Truth) -> Judgement:
        atom = self.canonical(claim.atom) if claim.atom is not None else None
        quantity = atom if isinstance(atom, Letter | Quantity) else None
        return Judgement(move, claim, truth, quantity=quantity, is_answer=self._is_answer(claim))

    def _is_answer(self, claim: Claim) -> bool:
        """Whether a claim gives the goal a value; a relation with the goal in it is not enough."""
        if self._proof is None or len(claim.sides) != 2:
            return False
        sides = (claim.sides, claim.sides[::-1])
        return any(self.canonical(side) == self._proof.goal and not has_unknowns(other) for side, other in sides)

    def _fair(self, claim: Claim) -> Truth:
        verdict = self._judge(claim)
        return Truth.UNKNOWN if claim.is_tentative and verdict is Truth.WRONG else verdict

    def _judge_either(self, claim: Claim) -> tuple[Claim, Truth]:
        """Judge a claim; where ``it`` may stand for the goal as well, take that meaning if only it is right."""
        verdict = self._fair(claim)
        if verdict is Truth.WRONG and claim.alternative is not None:
            other = claim._replace(sides=(claim.alternative, claim.sides[1]), alternative=None)
            if (found := self._fair(other)) in {Truth.RIGHT, Truth.ROUNDED}:
                return other, found
        return claim, verdict

    def _judge_rule(self, message: Message) -> Truth:
        """Return the verdict on a rule that is named with what its parts add up to; unknown for any other rule."""
        totals = {_total(rule) for rule in message.rules}
        if message.rule_total is None and message.says_equal:
            return _judge_equal(message.rules)
        if message.rule_total is None or totals <= {None}:
            return Truth.UNKNOWN
        fitting = [total == message.rule_total for total in totals if total is not None]
        if all(fitting):
            return Truth.RIGHT
        return Truth.UNKNOWN if any(fitting) else Truth.WRONG

    def _judge_ratio(self, claim: Claim) -> Truth:
        """Judge whether two sides are equal where their sizes are open but their ratio is fixed."""
        ratio = self.truth(Operation("/", claim.sides))
        if ratio is None:
            return Truth.UNKNOWN
        return Truth.RIGHT if abs(ratio - 1) <= _CARRIED else Truth.WRONG

    def holds_at(self, claim: Claim, values: Mapping[Valued, float]) -> bool | None:
        """Whether a claim fits other values, such as those of a wrong solution; None where they do not say."""
        try:
            left, right = (value_at(self.canonical(side), values) for side in claim.sides)
        except (KeyError, ArithmeticError, ValueError):
            return None
        # 0.011: two sides of two decimals each are 0.01 apart at most by rounding, and there is float noise.
        return abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.011)

    def _compare(self, truth: float, written: float, claim: Claim) -> Truth:
        number = claim.sides[claim.sides[0] == claim.atom]
        verdict = compare(truth, _as_written(number, written), "learner")
        if verdict is Verdict.RIGHT:
            return Truth.RIGHT
        # A half is rounded up: 6.5 as 7 is right, as 6 it is not.
        if verdict is Verdict.RIGHT_ROUNDED and truth - written < 0.5 - 1e-9:
            return Truth.ROUNDED
        # A truth of three decimals at most could have been written out: then nothing was rounded on the way.
        is_short = abs(truth * 1000 - round(truth * 1000)) < 1e-6
        if not is_short and abs(truth - written) <= _CARRIED * abs(truth):
            return Truth.ROUNDED
        return Truth.WRONG

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


def _judge_equal(named: Sequence[str]) -> Truth:
    """Judge that the parts of the named rules are equal: false where all of them are sums, true where all are equalities."""
    if all(_is_sum(rule) for rule in named):
        return Truth.WRONG
    return Truth.RIGHT if all(_states_equality(rule) for rule in named) else Truth.UNKNOWN


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
