"""Three judgements on each claim: is its arithmetic right, is it true in this figure, does it belong to a way to the goal.

Truth is asked of the deduction and, where the givens fix a value, of the fitted figure. A value that the givens do not fix has
no verdict. A rounded value is right with a note, also where a learner has carried the rounding through a calculation; see the
policy ``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import combinations, groupby, product
from typing import Literal, NamedTuple

from gnomon.algebra import ExpressionError, Verdict, compare, constant, substitute
from gnomon.geometry import Deduction, Distorted, Misconception, Proof, Valued, distortions_of, misconceptions, value_at
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Quantity, evaluate, unknowns
from gnomon.tutor.message.described import LYING
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import CLAIMING, Claim, Description, Fit, Kind, Move, has_unknowns, is_final
from gnomon.tutor.symbolic.scene import Scene, comes_to, leaves_of

_CARRIED = 0.01
"""Relative error that rounding on the way may leave, where the true value is no short decimal."""
_SAME = 1e-6
"""Relative difference of two values that are one: a fitted figure is good to six digits."""
_NEAR = 1e-4
"""Residual of a relation that holds in the figure; parallels may be 0.001 degrees apart."""
_DISPUTED = 1e-5
"""Relative difference between two figures from which on a value is another; a fitted figure is good to six digits."""
_MOST_VALUES = 4096
"""Expressions whose true value is kept for each problem: learners write new ones without end."""
_MOST_BINDINGS = 600
"""Meanings of several letters tried together: three letters with eight meanings each."""
_METRES = {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "km": 1000.0, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344}
"""Lengths of units (international yard: 0.9144 m)."""
_OF_FIGURE = re.compile(
    r"\b(?:they|together|theyre|they're|these|those|its|it's|it is|this is|that's|thats|are|both|same)\b|^\W*\w+\W*$"
)
"""Words with which a theorem that is only named is said of the figure at hand."""

_RATIO_LETTERS = frozenset("kfqsmKFQS")
"""Letters that learners give a scale factor."""

_PIECE = re.compile(r"\b(?:part|bit|piece|rest|left ?over|remainder|tall|high|wide|across|sticks)\b")
"""Words with which a value is said of some piece of a part that has no name of its own, or of another dimension."""

_SHAPES = frozenset({"square", "rectangle", "rhombus", "parallelogram", "kite", "trapezoid"})
"""Shapes that are claimed without ground more often than any other relation."""
_FOR = re.compile(r"\bfor\b")
"""``6 times 7.5 is 45 for all around`` says of a part what it calculates."""
_HALF = re.compile(r"\W*(?:the |each )?half\b(?! of)")
"""A half that is not said of what: ``half is 17``."""

_OF_EACH = ("each", "every", "they", "both")
"""Beginnings of words that say something of several parts, of which one may be meant that nobody has named."""

Binding = dict[Letter, Expression]
"""What open names mean."""


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
    has_wrong_unit: bool = False
    """Whether only its unit is wrong."""
    is_answer: bool = False
    """Whether it gives the goal its value, right or wrong."""


class Judged(NamedTuple):
    """A message with the judgements on its claims, in order."""

    message: Message
    judgements: tuple[Judgement, ...] = ()

    @property
    def verdict(self) -> Literal["right", "rounded", "wrong", "mixed", "none"]:
        """What all its claims come to: mixed where some are right and some wrong."""
        said = self._said()
        truths = [judgement.truth for judgement in said]
        if Truth.WRONG in truths:
            wrong = {each.value for each in said if each.truth is Truth.WRONG} - {None}
            # "The angle is 135 so the arc is 135" is one thought: the value was only carried over.
            apart = [each for each in said if each.truth.is_right and not (each.value in wrong and _is_loose(each.claim))]
            return "mixed" if any(map(_is_of_figure, apart)) else "wrong"
        if Truth.AMBIGUOUS in truths or (not self.solved and self._is_open(said)):
            return "none"
        return "rounded" if Truth.ROUNDED in truths else "right" if Truth.RIGHT in truths else "none"

    def _is_open(self, said: Sequence[Judgement]) -> bool:
        """Whether something that is claimed, or concluded at the end, was not judged: what is right beside it stands for less."""
        unknown = [each for each in said if each.truth is Truth.UNKNOWN and each.move.kind in {Kind.VALUE, Kind.EQUATION}]
        named = [each for each in unknown if not each.claim.names and not each.claim.is_arithmetic]
        named += [each for each in said if each.truth is Truth.UNKNOWN and each.claim.relation in _SHAPES]
        last = [each for each in unknown if each is said[-1] and each.claim.names]
        is_part = any(name.sort in {"part", "vertex", "unknown"} for each in last for name in each.claim.names)
        return bool(self.message.has_unread_end or named) or is_part

    def _said(self) -> list[Judgement]:
        """Return the judgements, of a chain of equations one: by its subject and its end."""
        found = []
        for _, several in groupby(self.judgements, key=lambda each: (each.claim.text, bool(each.claim.sides))):
            chain = list(several)
            named = [each for each in chain if each.truth is Truth.WRONG and not each.claim.is_arithmetic]
            found.append(named[0] if named and chain[-1].claim.worked is None else chain[-1])
        return found

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


def _is_of_figure(judgement: Judgement) -> bool:
    """Whether it is a claim of its own about the figure: a sum, a step of algebra, a reason or a theorem is none."""
    claim = judgement.claim
    is_said = judgement.move.kind is Kind.VALUE or bool(claim.relations) or judgement.is_answer
    return not claim.is_reason and is_said


def _takes_up(judgement: Judgement, before: Judgement) -> bool:
    """Whether ``thats 70`` gives the result of the calculation before it, which is on a way to the goal."""
    is_it = any(name.sort == "asked" for name in judgement.claim.names)
    result = constant(before.claim.sides[-1]) if before.claim.is_arithmetic else None
    return is_it and before.way == "goal" and result is not None and result == judgement.value


def _is_loose(claim: Claim) -> bool:
    """Whether it says only by its kind, or not at all, of what it speaks."""
    return any(name.sort in {"asked", "part"} and name.place in {"", "other"} for name in claim.names)


class Judge:
    """Judges messages about one problem.

    Args:
        deduction: what follows from the problem's givens.
        proof: the prepared one; what it has values for counts also where the givens contradict each other. None: there is none.
        units: of the lengths of the problem, such as ``cm``; empty where it has none.
    """

    def __init__(self, deduction: Deduction, proof: Proof | None = None, unit: str = "") -> None:
        self._deduction = deduction
        self._proof = proof
        self._unit = unit
        self._proved = frozenset(proof.values()) if proof else frozenset()
        self._determined = lru_cache(_MOST_VALUES)(self._evaluate)
        self.scene = Scene(deduction, proof, self.truth)

    def truth(self, expression: Expression) -> float | None:
        """Return the true value of an expression; None when the givens do not fix it or the figure lacks a part."""
        return self._determined(expression)

    def canonical(self, expression: Expression) -> Expression:
        """Return the expression under the problem's own names; unchanged when it speaks of parts the figure lacks."""
        try:
            return self._deduction.model.diagram.canonical(expression)
        except (KeyError, ValueError):
            return expression

    @cached_property
    def distortions(self) -> list[Distorted]:
        """Every way in which a known misconception can spoil the proof."""
        if self._proof is None:
            return []
        return [way for m in misconceptions().values() for way in distortions_of(self._proof, self._deduction, m)]

    # messages

    def judge(self, message: Message) -> Judged:
        """Judge the claims of a message."""
        moves = [move for move in message.moves if move.kind in CLAIMING and move.claim is not None]
        binding = self._bound([move.claim for move in moves if move.claim is not None])
        earlier: set[float] = set()
        judgements: list[Judgement] = []
        for move in moves:
            assert move.claim is not None
            judgement = self._judgement(move, move.claim, binding, frozenset(earlier))
            if judgement is not None and judgement.truth is Truth.WRONG and judgements and _takes_up(judgement, judgements[-1]):
                judgement = judgement._replace(truth=Truth.UNKNOWN)
            earlier |= _results(move.claim)
            if judgement is not None:
                judgements.append(judgement)
        return Judged(message, tuple(self._run_on(judgements)))

    def _run_on(self, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """Yield the judgements; a chain of calculations that runs on to the right end is no wrong claim (``140:2=70+300``)."""
        for _, several in groupby(judgements, key=lambda each: (each.claim.text, each.claim.is_arithmetic)):
            chain = list(several)
            goal, end = self._goal_truth(), chain[-1].value
            is_long = len(chain) > 2 and chain[-1].claim.is_arithmetic and goal is not None and end is not None
            if is_long and goal is not None and end is not None and self._compare(goal, end, chain[-1].claim.sides[-1]).is_right:
                *earlier, last = chain
                yield from (each._replace(truth=Truth.UNKNOWN) if each.truth is Truth.WRONG else each for each in earlier)
                yield last._replace(truth=Truth.RIGHT, way="goal", is_answer=True)
            elif len(chain) > 2 and chain[-1].is_answer and chain[-1].truth.is_right:
                # "9x = 171 = x = 19": equals signs that say "so".
                yield from (each._replace(truth=Truth.UNKNOWN) if each.truth is Truth.WRONG else each for each in chain)
            else:
                yield from chain

    def _judgement(self, move: Move, claim: Claim, binding: Binding, earlier: frozenset[float]) -> Judgement | None:
        if move.kind is Kind.RELATION:
            truth = self._relation(claim)
            return Judgement(move, claim, truth, way="goal" if truth is Truth.RIGHT else None)
        if move.kind is Kind.THEOREM:
            return self._theorem(move, claim)
        if claim.is_arithmetic:
            return self._calculation(move, claim, earlier)
        if "what it comes to" in {name.letter.name for name in claim.names}:
            return self._account(move, claim)
        return self._statement(move, claim, binding)

    # calculations

    def _calculation(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement:
        """Judge numbers that stand for nothing by name."""
        values = [constant(side) for side in claim.sides]
        result = values[-1]
        if any(value is None for value in values) or result is None:
            return Judgement(move, claim, Truth.UNKNOWN)
        truth = _arithmetic(claim.sides) if len(claim.sides) > 1 else None
        if truth is Truth.WRONG:
            # "Half is 180": a number alone stands for something that is not said.
            is_worked = isinstance(claim.sides[0], Operation) and claim.sides[0].symbol != "neg" and not is_final(claim.sides[0])
            is_worked = is_worked and _HALF.match(claim.text.lower()) is None
            return Judgement(move, claim, Truth.WRONG if is_worked else Truth.UNKNOWN, truth, value=result)
        goal = self._goal_truth()
        is_way = self.scene.is_number(result) and all(self.scene.leads(side, earlier) for side in claim.sides)
        is_way = is_way or (goal is not None and self._arrives(claim) and self._is_rich(claim, earlier))
        is_answer = is_way and goal is not None and is_final(claim.sides[-1]) and len(claim.sides) > 1
        is_answer = is_answer and goal is not None and self._compare(goal, result, claim.sides[-1]).is_right
        if is_answer and self._proof is not None and self._factor(self._proof.goal, claim.unit) != 1:
            return Judgement(move, claim, Truth.WRONG, truth, value=result, has_wrong_unit=True)
        idea = None if is_way else self._misconceived(result)
        if not is_way and claim.unit and goal is not None and not self.scene.is_number(result):
            # With a unit it is no mere sum: it is said of what is sought.
            return Judgement(move, claim, Truth.WRONG, truth, value=result, misconception=idea)
        if not is_way and (truth is None or claim.unit or _FOR.search(claim.text)):
            truth = Truth.UNKNOWN
        said = Truth.RIGHT if truth is None else truth
        way: Way | None = "goal" if is_way else "none"
        return Judgement(move, claim, said, truth, way, None, result, idea, is_answer=is_answer)

    def _is_rich(self, claim: Claim, earlier: frozenset[float]) -> bool:
        """Whether a calculation has too much of the figure in it to come to the answer by chance, whatever way it takes."""
        leaves = [leaf for side in claim.sides[:-1] for leaf in leaves_of(side)]
        has_function = any(_has_sine(side) for side in claim.sides)
        # Two numbers of the figure come to the answer by chance now and then: 16 - 6 = 10.
        return (len(leaves) > 2 or has_function) and all(self.scene.is_of_figure(side, earlier) for side in claim.sides[:-1])

    def _goal_truth(self) -> float | None:
        return self.truth(self._proof.goal) if self._proof is not None else None

    # accounts in prose

    def _account(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge what an account comes to: the answer where the numbers told lead to it; None where it may be said of anything."""
        goal, value = self._goal_truth(), constant(claim.sides[-1])
        if goal is None or value is None or self._proof is None or self._factor(self._proof.goal, claim.unit) != 1:
            return None
        truth = self._compare(goal, value, claim.sides[-1])
        known = value not in claim.told and comes_to(claim.told, value)
        if not truth.is_right or not (known or (not claim.told and claim.unit not in {"", "°"})):
            return None
        return Judgement(move, claim, truth, None, "goal", self._proof.goal, value, is_answer=True)  # type: ignore[arg-type]

    # statements with names

    def _statement(self, move: Move, claim: Claim, binding: Binding) -> Judgement | None:
        """Judge a claim in which parts of the figure stand; None for one that nobody can have meant."""
        bound = {name.letter: binding[name.letter] for name in claim.names if name.letter in binding}
        resolved = _resolved(claim, bound)
        truth = self._truth_of(resolved, claim.unit)
        if truth is not None and truth.is_right:
            is_elsewhere = any(self._lies_elsewhere(name, bound.get(name.letter)) for name in claim.names)
            return self._named(move, resolved, Truth.AMBIGUOUS if is_elsewhere else truth)
        plain = self._truth_of(resolved, "") if claim.unit else None
        if plain is not None and plain.is_right:
            return self._named(move, resolved, Truth.WRONG)._replace(has_wrong_unit=True)
        match resolved.sides[:1]:
            case (Operation("^", (Quantity() | Letter() as atom, Number())),) if claim.worked is not None:
                rooted = resolved._replace(sides=(atom, resolved.sides[-1]))  # "GX² = 289 = 17": the root was taken, not written
                taken = self._truth_of(rooted, claim.unit)
                if taken is not None and taken.is_right:
                    return self._named(move, rooted, taken)
        if not claim.names:
            return self._named(move, resolved, truth or Truth.UNKNOWN)
        return self._unfit(move, claim, resolved)

    def _lies_elsewhere(self, name: Description, meant: Expression | None) -> bool:
        """Whether a part is meant that does not lie where the words say; it may only be called so."""
        if name.sort != "part" or not set(name.place.split()) & LYING:
            return False
        return any(meaning.expression == meant and meaning.fit is not Fit.NAMED for meaning in self.scene.meanings(name))

    def _unfit(self, move: Move, claim: Claim, resolved: Claim) -> Judgement | None:
        """Judge a claim that no meaning of its names makes right: wrong only where nothing else can be meant."""
        sorts = {name.sort for name in claim.names}
        value = self._solved(claim)
        is_met = value is not None and self.scene.is_number(value)
        if "number" in sorts:
            is_met = is_met or (claim.worked is not None and self.scene.leads(claim.worked))
            return Judgement(move, claim, Truth.RIGHT if is_met else Truth.UNKNOWN, way="goal" if is_met else None, value=value)
        if any(name.word == "thing" for name in claim.names):
            return None
        is_calculated = sorts == {"asked"} and all(map(has_unknowns, claim.sides))  # "its 7x"
        is_piece = is_met and _PIECE.search(claim.text.lower()) is not None
        is_piece = is_piece or (
            is_met and sorts == {"part"} and isinstance(claim.sides[0], Operation) and has_unknowns(claim.sides[0])
        )  # "half the chord is 8"
        if is_calculated or is_piece or any(name.word.startswith(_OF_EACH) for name in claim.names):
            return Judgement(move, resolved, Truth.UNKNOWN)
        if sorts == {"asked"} and self._is_loose(claim):
            return Judgement(move, resolved, Truth.UNKNOWN)  # "it was 3-2"
        if "own" in sorts and is_met and value is not None and not self.scene.is_other_part(value):
            is_ratio = claim.names[0].letter.name in _RATIO_LETTERS
            return Judgement(
                move, resolved, Truth.RIGHT if is_ratio else Truth.AMBIGUOUS, way="goal" if is_ratio else None, value=value
            )
        if self._may_mean_another(claim, value):
            return Judgement(move, resolved, Truth.UNKNOWN if value is None else Truth.AMBIGUOUS, value=value)
        readings = [self._truth_of(_resolved(claim, {name.letter: meant}), claim.unit) for name, meant in self._best(claim)]
        if not readings or any(truth is None or truth is Truth.UNKNOWN for truth in readings):
            return Judgement(move, resolved, Truth.UNKNOWN)
        return self._named(move, resolved, Truth.WRONG)

    def _is_loose(self, claim: Claim) -> bool:
        """Whether ``it`` is said to be a calculation with numbers of something else."""
        written = claim.sides[-1]
        result = constant(written)
        if not isinstance(written, Operation) or result is None:
            return False
        return not (self.scene.is_number(result) and self.scene.speaks_of(written))

    def _may_mean_another(self, claim: Claim, value: float | None) -> bool:
        """Whether a value that is wrong for what was asked may be said of something else that one meets on the way."""
        is_own = any(name.sort == "own" for name in claim.names)
        if value is None:
            return is_own
        if is_own:
            return self.scene.is_number(value)
        if not claim.is_bare and not any(name.word == "noun" for name in claim.names):
            return False
        is_open = claim.is_bare and self.scene.is_number(value) and not self.scene.is_given(value)
        return claim.is_bare and (is_open or self.scene.is_other_part(value))

    def _best(self, claim: Claim) -> list[tuple[Description, Expression]]:
        """Return the meanings that fit the words best, where the claim has one name to understand."""
        if len(claim.names) > 1:
            return []
        name = claim.names[0]
        meanings = self.scene.meanings(name)
        if meanings and meanings[0].fit is Fit.POSSIBLE and name.sort != "own" and name.word != "length":
            return []
        return [(name, meaning.expression) for meaning in meanings if meaning.fit == meanings[0].fit]

    def _named(self, move: Move, claim: Claim, truth: Truth) -> Judgement:
        """Return the judgement on a claim whose names are understood."""
        atom = self.canonical(claim.atom) if claim.atom is not None else None
        sides = [self.canonical(side) for side in claim.sides]
        atoms = {leaf for side in sides for leaf in unknowns(side)}
        leads = not atoms or bool(atoms & self.scene.leading_atoms)
        return Judgement(
            move,
            claim,
            truth,
            arithmetic=_arithmetic((claim.worked, claim.sides[-1])) if claim.worked is not None else None,
            way=None if not truth.is_right else "goal" if leads else "none",
            quantity=atom if isinstance(atom, Letter | Quantity) else None,
            value=next((found for side in claim.sides[::-1] if (found := constant(side)) is not None), None),
            misconception=self._misconception(claim) if truth is Truth.WRONG else None,
            is_answer=self._states_goal(sides) or (truth.is_right and self._arrives(claim)),
        )

    def _arrives(self, claim: Claim) -> bool:
        """Whether a calculation with parts in it ends at the answer: ``11 · height = 55``."""
        goal, result = self._goal_truth(), constant(claim.sides[-1])
        is_calculation = isinstance(claim.sides[0], Operation) and len(claim.sides) == 2
        is_calculation = is_calculation and self._proof is not None and self._factor(self._proof.goal, claim.unit) == 1
        if goal is None or result is None or not is_calculation or not is_final(claim.sides[-1]):
            return False
        return self._compare(goal, result, claim.sides[-1]).is_right

    def _states_goal(self, sides: Sequence[Expression]) -> bool:
        """Whether an equation gives the goal a value as a result; a calculation that is not worked out is no answer yet."""
        if self._proof is None or len(sides) != 2:
            return False
        pairs = (sides, sides[::-1])
        return any(side == self._proof.goal and not has_unknowns(other) and is_final(other) for side, other in pairs)

    def _bound(self, claims: Sequence[Claim]) -> Binding:
        """Choose what each open name means: what makes most claims right, then what fits the words best."""
        binding: Binding = {}
        open_names = {name.letter: name for claim in claims for name in claim.names}
        groups: list[set[Letter]] = []
        for claim in claims:
            letters = {name.letter for name in claim.names}
            touching = [group for group in groups if group & letters]
            groups = [group for group in groups if not group & letters] + ([letters.union(*touching)] if letters else [])
        for group in groups:
            concerned = [claim for claim in claims if group & {name.letter for name in claim.names}]
            binding |= self._bound_group([open_names[letter] for letter in open_names if letter in group], concerned)
        return binding

    def _bound_group(self, names: Sequence[Description], claims: Sequence[Claim]) -> Binding:
        options = [self.scene.meanings(name) for name in names]
        if not all(options) or math.prod(map(len, options)) > _MOST_BINDINGS:
            return {}
        best: tuple[int, int, int] | None = None
        chosen: Binding = {}
        order = 0
        for several in product(*options):
            expressions = [meaning.expression for meaning in several]
            if len(set(expressions)) < len(expressions):
                continue
            bound = {name.letter: expression for name, expression in zip(names, expressions, strict=True)}
            truths = [self._truth_of(_resolved(claim, bound), claim.unit) for claim in claims]
            right = sum(truth is not None and truth.is_right for truth in truths)
            order -= 1
            score = (right, -sum(meaning.fit for meaning in several), order)
            if best is None or score > best:
                best, chosen = score, bound
            if right == len(claims) and all(meaning.fit == options[i][0].fit for i, meaning in enumerate(several)):
                break
        return chosen

    def _solved(self, claim: Claim) -> float | None:
        """Return the value that a claim gives its one open name, whatever the name means."""
        if len(claim.names) != 1 or len(claim.sides) != 2:
            return None
        letter = claim.names[0].letter

        def off(value: float) -> float | None:
            try:
                left, right = (evaluate(side, lambda leaf: value if leaf == letter else self._leaf(leaf)) for side in claim.sides)
            except (ArithmeticError, ValueError, KeyError):
                return None
            return left - right

        # Secant steps: what learners write about one unknown is all but linear, or a square or a reciprocal.
        x, y = 1.3, 7.1
        fx = off(x)
        for _ in range(60):
            fy = off(y)
            if fx is None or fy is None:
                return None
            if abs(fy) < 1e-10 * max(1.0, abs(y)):
                return y if y > 0 else None
            if fy == fx:
                return None
            x, y, fx = y, y - fy * (y - x) / (fy - fx), fy
            if not math.isfinite(y) or abs(y) > 1e9:
                return None
        return None

    def _leaf(self, leaf: Letter | Quantity) -> float:
        value = self.truth(leaf)
        if value is None:
            raise ValueError(str(leaf))
        return value

    # truth

    def _truth_of(self, claim: Claim, unit: str) -> Truth | None:
        """Return the truth of an equation whose names are understood; None where a side has no value."""
        if len(claim.sides) != 2:
            value = self.truth(claim.sides[0]) if claim.sides else None
            return None if value is None else Truth.RIGHT if self.scene.is_number(value) else Truth.UNKNOWN
        left, right = map(self.truth, claim.sides)
        if left is None or right is None:
            return self._ratio(claim)
        if claim.atom is not None:
            at = claim.sides[0] != claim.atom
            value, written = (right, left) if at else (left, right)
            factor = self._factor(self.canonical(claim.atom), unit)
            if factor is None:
                return Truth.WRONG
            return self._compare(value / factor, written, claim.sides[not at])
        return _same(claim.sides, left, right)

    def _factor(self, atom: Expression, unit: str) -> float | None:
        """Return how much of the problem's unit one of ``unit`` is; None where it measures something else."""
        if not unit or unit.rstrip("²³") == "unit":
            return 1.0
        kind = atom.kind if isinstance(atom, Quantity) else ""
        if kind in {"angle", "arc"}:
            return {"°": 1.0, "rad": 180 / math.pi}.get(unit)
        if not kind or unit in {"°", "rad"}:
            return 1.0 if not kind else None
        power = 2 if kind in {"area", "circle_area", "sector_area"} else 1
        written = 1 + "²³".find(unit[-1]) + 1 if unit[-1] in "²³" else 1
        base = unit.rstrip("²³")
        if written != power or base not in _METRES:
            return None
        return (_METRES[base] / _METRES.get(self._unit, _METRES[base])) ** power

    def _ratio(self, claim: Claim) -> Truth | None:
        """Judge whether two sides are equal where their sizes are open but their ratio is fixed."""
        try:
            ratio = self.truth(Operation("/", claim.sides))
        except ExpressionError:
            return None
        return None if ratio is None else Truth.RIGHT if abs(ratio - 1) <= _SAME else Truth.WRONG

    def holds_at(self, claim: Claim, values: Mapping[Valued, float]) -> bool | None:
        """Whether an equation fits other values, such as those of a wrong solution; None where they do not say."""
        if len(claim.sides) != 2:
            return None
        try:
            left, right = (value_at(self.canonical(side), values) for side in claim.sides)
        except (KeyError, ArithmeticError, ValueError):
            return None
        # 0.011: two sides of two decimals each are 0.01 apart at most by rounding, and there is float noise.
        return abs(left - right) <= max(_CARRIED * max(abs(left), abs(right)), 0.011)

    def _compare(self, truth: float, written: float, number: Expression) -> Truth:
        verdict = compare(truth, _as_written(number, written), "learner")
        if verdict is Verdict.RIGHT:
            return Truth.RIGHT
        # A half is rounded up: 6.5 as 7 is right, as 6 it is not.
        if verdict is Verdict.RIGHT_ROUNDED and truth - written < 0.5 - 1e-9:
            return Truth.ROUNDED
        # A truth of three decimals at most could have been written out: then nothing was rounded on the way.
        if not _is_short(truth) and abs(truth - written) <= _CARRIED * abs(truth):
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

    # relations and theorems

    def _relation(self, claim: Claim) -> Truth:
        if not claim.relations:
            return Truth.RIGHT if self._has_any(claim.relation) else Truth.UNKNOWN
        found = [self._fact(each) if isinstance(each, Fact) else self._equation(each) for each in claim.relations]
        if Truth.RIGHT in found:
            return Truth.RIGHT
        return Truth.WRONG if all(truth is Truth.WRONG for truth in found) else Truth.UNKNOWN

    def _equation(self, equation: Equation) -> Truth:
        left, right = map(self.truth, equation)
        if left is None or right is None:
            return Truth.UNKNOWN
        return Truth.RIGHT if abs(left - right) <= _SAME * max(abs(left), 1.0) else Truth.WRONG

    def _fact(self, fact: Fact) -> Truth:
        diagram = self._deduction.model.diagram
        try:
            if fact.canonical(diagram.line) in self._deduction.derived:
                return Truth.RIGHT
            points, residual = fact.condition(diagram)
            holds = max((abs(each) for each in residual([diagram.at[point] for point in points])), default=1.0) < _NEAR
        except (KeyError, ValueError, IndexError, ZeroDivisionError):
            return Truth.UNKNOWN
        settled = self._settled(fact)
        if settled is None:
            return Truth.UNKNOWN
        return Truth.RIGHT if holds and settled else Truth.UNKNOWN if holds else Truth.WRONG if settled else Truth.UNKNOWN

    def _settled(self, fact: Fact) -> bool | None:
        """Whether the givens fix what a fact speaks of, so that what is false in the figure is false."""
        p = fact.points
        match fact.kind:
            case "parallel" | "perpendicular":
                shared = set(self._deduction.model.diagram.line(*p[:2])) & set(self._deduction.model.diagram.line(*p[2:]))
                if not shared:
                    return None
                vertex = next(iter(shared))
                first, last = (next(end for end in ends if end != vertex) for ends in (p[:2], p[2:]))
                return fact.kind == "parallel" or self.truth(Quantity.of("angle", first, vertex, last)) is not None
            case "isosceles" | "equilateral":
                return (
                    self.truth(Operation("/", (Quantity.of("length", p[0], p[1]), Quantity.of("length", p[0], p[2])))) is not None
                )
            case "similar" | "congruent":
                half = len(p) // 2
                angles = [Quantity.of("angle", c[-1], c[0], c[1]) for c in (p[:half], p[half:])] if half == 3 else []
                return bool(angles) and all(self.truth(angle) is not None for angle in angles)
            case "midpoint" | "angle_bisector":
                return True
        return None

    def _has_any(self, kind: str) -> bool:
        """Whether the figure has a relation of a kind somewhere."""
        match kind:
            case "perpendicular" | "right_triangle":
                return bool(self.scene.right_angles)
            case "isosceles" | "equilateral":
                sides = 2 if kind == "isosceles" else 3
                return any(self._equal_sides(triangle) >= sides for triangle in self._deduction.model.diagram.triangles)
        return any(isinstance(node, Fact) and node.kind == kind for node in self._deduction.derived)

    def _equal_sides(self, triangle: Sequence[str]) -> int:
        a, b, c = triangle
        lengths = [Quantity.of("length", *pair) for pair in ((a, b), (b, c), (a, c))]
        equal = sum(self._truth_of(Claim("", pair), "") is Truth.RIGHT for pair in combinations(lengths, 2))
        return {0: 1, 1: 2}.get(equal, 3)

    @cached_property
    def _rules_here(self) -> frozenset[str]:
        """Ids of the rules that apply somewhere in the figure."""
        found = {d.instance.rule.id for d in self._deduction.derived.values() if d.instance is not None}
        return frozenset(found | ({step.rule_id for step in self._proof.steps} if self._proof else set()))

    def _theorem(self, move: Move, claim: Claim) -> Judgement | None:
        applies = any(rule in self._rules_here for rule in claim.rules)
        if claim.holds is None:
            is_said_of_figure = _OF_FIGURE.search(claim.text.lower()) is not None
            truth = Truth.RIGHT if applies and (is_said_of_figure or claim.is_reason) else Truth.UNKNOWN
        elif claim.is_of_figure and not applies:
            truth = Truth.UNKNOWN
        else:
            truth = Truth.RIGHT if claim.holds else Truth.WRONG
        way: Way | None = None if not truth.is_right else "goal" if applies else "none"
        return Judgement(
            move, claim, truth, way=way, misconception=self._theorem_misconception(claim) if truth is Truth.WRONG else None
        )

    # misconceptions

    def _misconception(self, claim: Claim) -> Misconception | None:
        return next((way.misconception for way in self.distortions if self.holds_at(claim, way.values)), None)

    def _misconceived(self, value: float) -> Misconception | None:
        """Return the misconception that gives a step of the proof this value."""
        for way in self.distortions:
            solved = self._proof.steps[way.step].solved if self._proof is not None else ()
            if any(
                found.atom in way.values and abs(way.values[found.atom] - value) <= 1e-6 * max(1.0, value) for found in solved
            ):
                return way.misconception
        return None

    def _theorem_misconception(self, claim: Claim) -> Misconception | None:
        steps = {step.index for step in self._proof.steps if step.rule_id in claim.rules} if self._proof is not None else set()
        return next((way.misconception for way in self.distortions if way.step in steps), None)


def _resolved(claim: Claim, bound: Mapping[Letter, Expression]) -> Claim:
    """Put in what names mean."""

    def meant(leaf: Letter | Quantity) -> Expression:
        return bound.get(leaf, leaf) if isinstance(leaf, Letter) else leaf

    return claim._replace(sides=tuple(substitute(side, meant) for side in claim.sides))


def _results(claim: Claim) -> set[float]:
    """Return the values that a claim arrives at, for the lines after it."""
    return {round(abs(value), 9) for side in claim.sides if (value := constant(side)) is not None}


def _arithmetic(sides: Sequence[Expression]) -> Truth | None:
    """Judge two sides as arithmetic, as a pupil writes it: a chain may run on (``… = 1080 / 8 = 135``)."""
    left, right = (constant(side) for side in sides)
    if left is None or right is None:
        return None
    found = _same(sides, left, right)
    if found is Truth.WRONG and any(abs(left - value) <= 1e-9 * max(1.0, abs(left)) for value in _running(sides[1])):
        return Truth.RIGHT
    if found is Truth.WRONG and left > 0 and abs(math.sqrt(left) - right) < 1e-9 * max(1.0, right) and right > 1:
        return Truth.AMBIGUOUS  # "= 169 = 13": the root was taken, and not written
    if found is Truth.WRONG and abs(left + right) < 1e-9 * max(1.0, right):
        return Truth.AMBIGUOUS  # 123 - 180 = 57: the order was turned
    return found


def _has_sine(expression: Expression) -> bool:
    """Whether a function of angles stands in a calculation."""
    if not isinstance(expression, Operation):
        return False
    return expression.symbol in {"sin", "cos", "tan"} or any(map(_has_sine, expression.arguments))


def _running(expression: Expression) -> Iterator[float]:
    """Yield the values that a calculation begins with, from the left."""
    while isinstance(expression, Operation) and len(expression.arguments) == 2:
        expression = expression.arguments[0]
        value = constant(expression)
        if value is not None:
            yield value


def _same(sides: Sequence[Expression], left: float, right: float) -> Truth:
    """Judge whether two calculations have one value, as far as their numbers are exact."""
    if abs(left - right) <= _SAME * max(abs(left), abs(right), 1e-6):
        return Truth.RIGHT
    for value, (number, written) in ((left, (sides[1], right)), (right, (sides[0], left))):
        if isinstance(number, Number):
            found = compare(value, _as_written(number, written), "learner")
            is_whole = abs(written - round(written)) < 1e-9
            if found is Verdict.RIGHT_ROUNDED and not (_is_short(value) and is_whole and abs(value - written) >= 0.5 - 1e-9):
                return Truth.ROUNDED
    is_exact = not any(_is_rough(side) for side in sides)
    if not is_exact and abs(left - right) <= _CARRIED * max(abs(left), abs(right)):
        return Truth.ROUNDED
    return Truth.WRONG


def _is_short(value: float) -> bool:
    """Whether a value could have been written out: three decimals at most, as far as a fitted figure tells."""
    return abs(value - round(value, 3)) <= 2 * _SAME * max(1.0, abs(value))


def _is_rough(expression: Expression) -> bool:
    """Whether a number with decimals, or something that has none, stands in an expression."""
    match expression:
        case Number(value):
            return value == "pi" or value.denominator != 1
        case Operation("^" | "+" | "-" | "*" | "/" | "neg", arguments):
            return any(map(_is_rough, arguments))
        case Operation():
            return True
    return False


def _as_written(number: Expression, value: float) -> float | str:
    text = str(number)
    return text if text.replace(".", "").isdigit() else value
