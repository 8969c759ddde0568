"""Three judgements on each claim: is its arithmetic right, is it true in this figure, does it belong to a way to the goal.

Truth is asked of the deduction and, where the givens fix a value, of the fitted figure. A value that the givens do not fix has
no verdict. A rounded value is right with a note, also where a learner has carried the rounding through a calculation; see the
policy ``learner`` of ``gnomon.algebra``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product

from gnomon.algebra import ExpressionError, constant, read_numbers, substitute
from gnomon.geometry import Deduction, Misconception, Proof, rules
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Quantity, evaluate, unknowns
from gnomon.tutor.message.described import LYING
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import CLAIMING, Claim, Description, Fit, Kind, Meaning, Move, has_unknowns, is_final
from gnomon.tutor.message.remainder import CLAIMING as CLAIMING_WORDS
from gnomon.tutor.message.said import COMES_TO
from gnomon.tutor.symbolic.ideas import Ideas
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.noticing import Sought, forgiven, noticed
from gnomon.tutor.symbolic.relations import Relations
from gnomon.tutor.symbolic.rereading import INSIDE, Rereading
from gnomon.tutor.symbolic.scene import Scene, leaves_of
from gnomon.tutor.symbolic.truth import SAME, Truth, arithmetic_of, compared, same_value

_DISPUTED = 1e-5
"""Relative difference between two figures from which on a value is another; a fitted figure is good to six digits."""
_MOST_VALUES = 4096
"""Expressions whose true value is kept for each problem: learners write new ones without end."""
_MOST_BINDINGS = 600
"""Meanings of several letters tried together: three letters with eight meanings each."""
_NEAR = 0.005
"""Relative difference from the answer up to which a value is the answer, badly rounded: 27.8 for 27.71."""
_METRES = {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "km": 1000.0, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344}
"""Lengths of units (international yard: 0.9144 m)."""
_OF_FIGURE = re.compile(
    r"\b(?:by|using|because of|they|together|theyre|they're|these|those|its|it's|it is|this is|that's|thats|are|both|same)\b"
    r"|^\W*\w+\W*$"
)
"""Words with which a theorem that is only named is said of the figure at hand."""

_LARGEST_COUNT = 4
"""Numbers up to it count something, or are powers, at the end of an account."""
_RIGHT_ANGLE = 90
"""Degrees; the one size that is said of "it" without saying that an angle is meant."""
_RATIO_LETTERS = frozenset("kfqsmKFQS")
"""Letters that learners give a scale factor."""

_PIECE = re.compile(r"\b(?:part|bit|piece|rest|left ?over|remainder|tall|high|wide|across|sticks)\b")
"""Words with which a value is said of some piece of a part that has no name of its own, or of another dimension."""

_FOR = re.compile(r"\bfor\b")
"""``6 times 7.5 is 45 for all around`` says of a part what it calculates."""
_NAMES_IT = re.compile(r"\d\W*(?:\w{1,3} )?(?:so )?that(?:s|'s| is) (?:the|my|our|all|how)\b")
"""``= 19.5 m thats the fence`` says of a part what it came to."""
_ENDS_AS = re.compile(r"\b(area|perimeter|circumference|diameter) (?:of \w+ )?(?:is|=|has) [^a-z]*\d[^a-z]*\w*\W*$")
"""The end of an account that says of what its last number is."""
_WHOLE = re.compile(r"\b(?:together|altogether|in total|total|in all|all in all)\b")
"""Words for the whole of a figure in pieces."""
_OUTSIDE = re.compile(r"\b(?:outside|exterior|outer)\b")
_ENTIRE = re.compile(r"\b(?:whole|entire|full)\b")
_POINT = re.compile(r"\b[A-Z]\b(?!')")
_OWN_THING = re.compile(r"\W*(?:my|im|i'm|i am)\b")
"""The beginning of what is said of the learner or of a thing of theirs: ``my ramp is 82 cm high``."""
_THAT = re.compile(r"\W*(?:so |and |then |ok )*that(?:s|'s| is| makes)\b")
_HALF = re.compile(r"\W*(?:the |each )?half\b(?! of)")
"""A half that is not said of what: ``half is 17``."""

_REASON_BEFORE = re.compile(r"\b(?:because|bc|cuz|cos|coz|cause|since|as)\W*$")
"""What leads in a reason, at the end of what stands before it."""

_SEVERAL = ("sides", "angles", "arcs", "legs")
"""Endings of names for several parts, whose sum may be meant."""

_POINTING = ("that", "which", "there", "i have")
"""Beginnings of words for what was spoken of, and not for what was asked."""
_LOOSE_NAMES = frozenset({"one", "leg", "length", "base", "angle", "height"})
"""Words for parts that several parts may be called; which one a learner calls so is no claim about its size."""
_OF_EACH = ("each", "every", "they", "both")
"""Beginnings of words that say something of several parts, of which one may be meant that nobody has named."""

_THEY_MAKE = re.compile(r"\W*(?:so |and |then )*(?:they|these|those|both|the two)\b")
"""The beginning of what is said of two parts that the problem speaks of."""
_SHAPES = frozenset({"parallelogram", "rectangle", "rhombus", "square", "kite", "trapezoid", "isosceles_trapezoid"})
"""Facts that say of what shape something is."""

Binding = dict[Letter, Expression]
"""What open names mean."""


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
        self.ideas = Ideas(self.scene)
        self.relations = Relations(self.scene)
        self._rereading = Rereading(self.scene)

    def truth(self, expression: Expression) -> float | None:
        """Return the true value of an expression; None when the givens do not fix it or the figure lacks a part."""
        return self._determined(expression)

    def measures_goal(self, unit: str) -> bool:
        """Whether the answer may be given in a unit as it stands."""
        return self._proof is not None and self._factor(self._proof.goal, unit) == 1

    # messages

    def judge(self, message: Message) -> Judged:
        """Judge the claims of a message."""
        moves = [move for move in message.moves if move.kind in CLAIMING and move.claim is not None]
        claims = list(_with_shown(_identified([move.claim for move in moves if move.claim is not None])))
        binding = self._bound(claims)
        earlier: set[float] = set()
        judgements: list[Judgement] = []
        for move, told in zip(moves, claims, strict=True):
            claim = self._solving(_continued(told, judgements[-1] if judgements else None), judgements[-1:])
            judgement = self._judgement(move, claim, binding, frozenset(earlier))
            if judgement is not None and judgements and _is_of_same(judgement, judgements[-1]):
                judgement = judgement._replace(truth=Truth.UNKNOWN, quantity=None, is_answer=False)
            earlier |= _results(told)
            if judgement is not None:
                judgements.append(judgement)
        if message.unread and self._is_plain_reason(message):
            message = message._replace(unread="")
        found = list(self._rereading.of(judgements, message.text))
        if (answer := self._noticed(message, found)) is not None:
            found.append(answer)
            message = message._replace(moves=(*_but_unread(message.moves), answer.move), unread="", has_unread_end=False)
        return Judged(message, tuple(forgiven(found)))

    def _noticed(self, message: Message, judgements: Sequence[Judgement]) -> Judgement | None:
        """Return the answer that a message ends with in words that are not read."""
        size = self._goal_truth()
        if self._proof is None or size is None or message.ending is None:
            return None
        factor = self._factor(self._proof.goal, message.ending.unit)
        return None if factor is None else noticed(message, judgements, self.scene, Sought(self._proof.goal, size / factor))

    def _is_plain_reason(self, message: Message) -> bool:
        """Whether what is not read is only a reason, with no other numbers than the figure's: ``since 8 of the 12 ...``."""
        before, _, _ = message.text.partition(message.unread)
        if _REASON_BEFORE.search(before.lower()) is None or CLAIMING_WORDS.search(message.unread.lower()) is not None:
            return False
        return all(self.scene.is_number(number.value) for number in read_numbers(message.unread))

    def _solving(self, claim: Claim, before: Sequence[Judgement]) -> Claim:
        """Return a lone value as that of the one part that is open in the equation before it, where it solves this.

        ``BG/sin 75 = 8/sin 40 so 12.02`` says of BG that it is 12.02.
        """
        sides = before[0].claim.sides if before and before[0].move.kind is Kind.EQUATION and not before[0].claim.names else ()
        parts = {leaf for side in sides for leaf in unknowns(side) if self.scene.canonical(leaf) not in self.scene.given}
        is_lone = claim.is_bare and len(claim.sides) == 2 and len(claim.names) == 1 and claim.sides[0] == claim.names[0].letter
        if not is_lone or len(sides) != 2 or len(parts) != 1 or not isinstance(claim.sides[1], Number):
            return claim
        (part,) = parts
        if not isinstance(part, Quantity) or self._proof is None or self.scene.canonical(part) == self._proof.goal:
            return claim
        named = claim._replace(sides=(part, claim.sides[1]), names=())
        truth = self._truth_of(named, claim.unit)
        return named if truth is not None and truth.is_right and before[0].truth.is_right else claim

    def _judgement(self, move: Move, claim: Claim, binding: Binding, earlier: frozenset[float]) -> Judgement | None:
        if move.kind is Kind.RELATION:
            truth = self.relations.truth_of(claim)
            return Judgement(move, claim, truth, way=self.relations.way_of(claim) if truth is Truth.RIGHT else None)
        if move.kind is Kind.THEOREM:
            return self._theorem(move, claim)
        if claim.is_arithmetic:
            return self._calculation(move, claim, earlier)
        if COMES_TO in {name.letter.name for name in claim.names}:
            return self._account(move, claim, earlier)
        found = self._statement(move, claim, binding)
        is_open = found is None or found.truth in {Truth.UNKNOWN, Truth.AMBIGUOUS}
        # Of what part "the leftover bit is 17 - 8 = 9" speaks is open; that 17 - 8 is 9, and leads on, is not.
        return (self._worked(move, claim, earlier) if is_open else None) or found

    # calculations

    def _calculation(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement:
        """Judge numbers that stand for nothing by name."""
        values = [constant(side) for side in claim.sides]
        result = values[-1]
        if any(value is None for value in values) or result is None:
            return Judgement(move, claim, Truth.UNKNOWN)
        truth = arithmetic_of(claim.sides) if len(claim.sides) > 1 else None
        if truth is Truth.WRONG:
            # "Half is 180": a number alone stands for something that is not said.
            is_worked = isinstance(claim.sides[0], Operation) and claim.sides[0].symbol != "neg" and not is_final(claim.sides[0])
            is_worked = is_worked and _HALF.match(claim.plain.lower()) is None
            return Judgement(move, claim, Truth.WRONG if is_worked else Truth.UNKNOWN, truth, value=result)
        goal = self._goal_truth()
        is_way = self.scene.is_number(abs(result)) and all(self.scene.leads(side, earlier) for side in claim.sides)
        is_way = is_way or (self._arrives(claim) and (self._is_rich(claim, earlier) or self._is_last_step(claim, earlier)))
        is_answer = is_way and goal is not None and is_final(claim.sides[-1]) and len(claim.sides) > 1
        is_answer = (
            is_answer and goal is not None and compared(goal, result, claim.sides[-1], (*claim.shown, claim.sides[0])).is_right
        )
        if is_answer and self._proof is not None and self._factor(self._proof.goal, claim.unit) != 1:
            return Judgement(move, claim, Truth.WRONG, truth, value=result, has_wrong_unit=True)
        idea = None if is_way else self._idea_of(claim)
        if not is_way and claim.unit and goal is not None and not self.scene.is_number(result):
            # With a unit it is no mere sum: it is said of what is sought.
            return Judgement(move, claim, Truth.WRONG, truth, value=result, misconception=idea)
        is_said_of = _FOR.search(claim.plain) is not None
        is_given_to = _NAMES_IT.search(claim.plain) is not None and not is_answer and not self.scene.is_other_part(result)
        if is_given_to or (not is_way and (truth is None or claim.unit or is_said_of)):
            truth = Truth.UNKNOWN
        said = Truth.RIGHT if truth is None else truth
        way: Way | None = "goal" if is_way else "none"
        return Judgement(move, claim, said, truth, way, None, result, idea, is_answer=is_answer)

    def _worked(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement | None:
        """Judge the calculation within a statement whose subject is not understood; None where it settles nothing."""
        if claim.worked is None or has_unknowns(claim.worked) or has_unknowns(claim.sides[-1]):
            return None
        plain = claim._replace(sides=(claim.worked, claim.sides[-1]), names=(), worked=None)
        found = self._calculation(move, plain, earlier)
        is_settled = found.way == "goal" or found.arithmetic is Truth.WRONG
        return found._replace(is_answer=False) if is_settled else None

    def _is_last_step(self, claim: Claim, earlier: frozenset[float]) -> bool:
        """Whether some relation with the goal in it makes this calculation, from parts that were found in some other way."""
        written = claim.sides[0]
        values = [constant(part) for part in written.arguments] if isinstance(written, Operation) else []
        if self.scene.ways is None or not isinstance(written, Operation) or len(values) != 2 or not all(values):
            return False
        one, other = (abs(value or 0.0) for value in values)
        is_known = self.scene.is_of_figure(written, earlier)
        return is_known and self.scene.ways.last_makings.makes(written.symbol, one, other)

    def _idea_of(self, claim: Claim) -> Misconception | None:
        """Return the wrong idea that would calculate like that."""
        right = self.scene.ways.makings if self.scene.ways is not None else None
        found = (self.ideas.of_calculation(side, right) for side in claim.sides)
        return next((idea for idea in found if idea is not None), None)

    def _is_rich(self, claim: Claim, earlier: frozenset[float]) -> bool:
        """Whether a calculation has too much of the figure in it to come to the answer by chance, whatever way it takes."""
        leaves = [leaf for side in claim.sides[:-1] for leaf in leaves_of(side)]
        has_function = any(_has_sine(side) for side in claim.sides)
        # Two numbers of the figure come to the answer by chance now and then: 16 - 6 = 10.
        if len(claim.sides) > 1 and self._is_base_times(claim.sides[0]):
            return True
        return (len(leaves) > 2 or has_function) and all(self.scene.is_of_figure(side, earlier) for side in claim.sides[:-1])

    def _is_base_times(self, calculation: Expression) -> bool:
        """Whether it is a given side, or its half, by a number with decimals, where an area is sought: a height in no drawing."""
        goal = self._proof.goal if self._proof is not None else None
        is_area = isinstance(goal, Quantity) and goal.kind == "area"
        if not is_area or not isinstance(calculation, Operation) or calculation.symbol != "*":
            return False
        factors = [constant(factor) for factor in calculation.arguments]
        sides = {factor for factor in factors if factor is not None and any(map(self.scene.is_given, (factor, 2 * factor)))}
        return len(factors) == 2 and len(sides) == 1 and any(factor is not None and factor % 1 > 0 for factor in factors)

    def _goal_truth(self) -> float | None:
        return self.truth(self._proof.goal) if self._proof is not None else None

    # accounts in prose

    def _account(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement | None:
        """Judge what an account comes to: the answer, or wrong, where calculations are shown and nothing on the figure has it.

        None where it may be said of anything.
        """
        goal, value = self._goal_truth(), constant(claim.sides[-1])
        factor = self._factor(self._proof.goal, claim.unit) if self._proof is not None else None
        if goal is None or value is None or self._proof is None or self.scene.is_given(value):
            return None
        told = _ENDS_AS.search(claim.plain.lower())
        if told is not None and isinstance(self._proof.goal, Quantity) and told[1] not in self._proof.goal.kind:
            return None  # "so the diameter is 10", of a radius
        if factor is None:  # "total 220 cm" of an area
            is_size = (
                _OWN_THING.match(claim.plain.lower()) is None and compared(goal, value, claim.sides[-1], claim.shown).is_right
            )
            return Judgement(move, claim, Truth.WRONG, value=value, has_wrong_unit=True) if is_size else None
        truth = compared(goal / factor, value, claim.sides[-1], claim.shown)
        if truth.is_right:
            return Judgement(move, claim, truth, None, "goal", self._proof.goal, value, is_answer=True)  # type: ignore[arg-type]
        is_new = value > _LARGEST_COUNT and all(compared(each, value, claim.sides[-1]) is Truth.WRONG for each in earlier)
        is_wrong = bool(claim.shown) and is_new and not self.scene.is_number(value)
        return Judgement(move, claim, Truth.WRONG, value=value) if is_wrong else None

    # statements with names

    def _statement(self, move: Move, claim: Claim, binding: Binding) -> Judgement | None:
        """Judge a claim in which parts of the figure stand; None for one that nobody can have meant."""
        claim = _by_unit(claim)
        bound = {name.letter: binding[name.letter] for name in claim.names if name.letter in binding}
        resolved = _resolved(claim, bound)
        truth = self._truth_of(resolved, claim.unit)
        is_named_so = any(name.word == "hypotenuse" for name in claim.names) and self._binds_named(claim, bound)
        is_same = (
            not is_named_so and claim.names and len({self.scene.canonical(side) for side in resolved.sides}) < len(resolved.sides)
        )
        if truth is not None and truth.is_right and (is_same or self._is_vague(claim)):  # "PST is the third angle": it is itself
            return self._named(move, resolved, Truth.UNKNOWN)
        if truth is not None and truth.is_right and claim.is_further and self._is_given_part(resolved) and claim.names:
            return self._of_another(move, claim)
        if truth is not None and truth.is_right:
            is_elsewhere = any(self._lies_elsewhere(name, bound.get(name.letter)) for name in claim.names)
            is_open = is_elsewhere or not self._is_of_all(claim) or self._is_from_nowhere(resolved) or self._is_inside(resolved)
            is_open = is_open or self._is_part_of_whole(claim, resolved)
            found = self._named(move, resolved, Truth.AMBIGUOUS if is_open else truth)
            is_of_others = claim.is_further and any(name.letter.name.endswith(_SEVERAL) for name in claim.names)
            return found._replace(is_answer=False) if is_of_others else found  # "the other three sides are 9 as well"
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
        if {name.sort for name in claim.names} == {"asked"} and (points := self._points_in(claim.plain)):
            return self._between(move, claim, points)
        whole = self._whole(move, claim) if _WHOLE.search(claim.plain.lower()) is not None else None
        whole = whole or self._reflex(move, claim)
        return whole or self._repeated(move, claim) or self._by_custom(move, claim) or self._unfit(move, claim, resolved)

    def _by_custom(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge a wrong value of the letter by which schools call what is sought: r is the radius."""
        goal = self._proof.goal if self._proof is not None else None
        names = [name for name in claim.names if name.sort == "own" and isinstance(goal, Quantity) and name.word == goal.kind]
        if goal is None or len(claim.names) != 1 or not names or claim.atom is None:
            return None
        return self._named(move, claim._replace(sides=(goal, claim.sides[-1]), names=()), Truth.WRONG)

    def _repeated(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge a given value that something without a name has as well; None for all else."""
        value = constant(claim.sides[-1]) if claim.is_further else None
        if value is None or not self.scene.is_given(value):
            return None
        if claim.is_bare:
            return Judgement(move, claim, Truth.UNKNOWN)  # "arc is the same as the angle so 84 too"
        is_piece = any(name.sort == "number" for name in claim.names)  # "the bottom part is 11 too"
        return Judgement(move, claim, Truth.AMBIGUOUS, value=value) if is_piece else None

    def _is_given_part(self, claim: Claim) -> bool:
        """Whether it gives its value to a part of which the problem states it."""
        return claim.atom is not None and self.scene.canonical(claim.atom) in self.scene.given

    def _of_another(self, move: Move, claim: Claim) -> Judgement:
        """Judge ``the top one is 54 as well``: of a part whose value the problem does not state."""
        found = [
            (meaning, self._truth_of(meant, claim.unit), meant)
            for name in claim.names[:1]
            for meaning in self.scene.meanings(name)
            if meaning.expression not in self.scene.given
            for meant in (_resolved(claim, {name.letter: meaning.expression}),)
        ]
        for meaning, truth, meant in found:
            is_placed = self._lies_elsewhere(claim.names[0], meaning.expression)
            if truth is not None and truth.is_right and not is_placed:
                return self._named(move, meant, truth)
        named = [(truth, meant) for meaning, truth, meant in found if meaning.fit is Fit.NAMED]
        is_wrong = bool(named) and all(truth is Truth.WRONG for truth, _ in named)
        return self._named(move, named[0][1], Truth.WRONG) if is_wrong else Judgement(move, claim, Truth.AMBIGUOUS)

    def _is_of_all(self, claim: Claim) -> bool:
        """Whether what is said of several parts holds of all.

        Of ``each side`` it holds of all that the outline has, of ``the angles`` of both that the problem speaks of, or of no two.
        """
        name = claim.names[0] if len(claim.names) == 1 else None
        if name is not None and name.sort == "part" and claim.is_of_each:
            parts = self.scene.of_outline(self.scene.meanings(name))
            return all(self._truth_of(_resolved(claim, {name.letter: part}), claim.unit) is not Truth.WRONG for part in parts)
        if name is None or not name.letter.name.endswith(_SEVERAL) or len(re.findall(r"\d+", claim.plain)) > 1:
            return True  # of no parts, or of each its own: "the angles are 95 and 85"
        spoken = [part for part in self.scene.spoken_of if isinstance(part, Quantity) and part.kind in name.kinds]
        truths = [self._truth_of(_resolved(claim, {name.letter: part}), claim.unit) for part in spoken]
        return len(truths) != 2 or Truth.WRONG not in truths or all(truth is Truth.WRONG for truth in truths)

    def _is_inside(self, claim: Claim) -> bool:
        """Whether an angle that is said to be outside gets the size of that between two sides of a polygon."""
        angle, value = claim.atom, constant(claim.sides[-1])
        is_said = _OUTSIDE.search(claim.plain.lower()) is not None and any(name.sort == "vertex" for name in claim.names)
        size = self.truth(angle) if angle is not None and is_said and self._is_angle(angle) else None
        if size is None or value is None or abs(size - value) > SAME * size:
            return False
        is_right = abs(size - _RIGHT_ANGLE) <= SAME * size  # it is as large outside
        return isinstance(angle, Quantity) and not is_right and self.scene.is_corner(angle)

    def _is_part_of_whole(self, claim: Claim, resolved: Claim) -> bool:
        """Whether ``the whole angle at F`` gets the size of one of the angles that it is made of."""
        name = next((name for name in claim.names if name.sort == "vertex"), None)
        if name is None or _ENTIRE.search(claim.plain.lower()) is None or resolved.atom is None:
            return False
        sizes = [size for each in self.scene.meanings(name) if (size := self.truth(each.expression)) is not None]
        size = self.truth(resolved.atom)
        return size is not None and any(abs(size + rest - whole) <= SAME * whole for rest in sizes for whole in sizes)

    def _is_from_nowhere(self, claim: Claim) -> bool:
        """Whether products are said to be equal (``x · 6 = 4 · 9``) that have a number in them which nothing given has.

        It holds for the value that is looked for, which nobody knows yet.
        """
        products = [side for side in claim.sides if isinstance(side, Operation) and side.symbol == "*"]
        if len(products) != 2 or not any(map(has_unknowns, products)):
            return False
        sizes = [size for part in self.scene.given if (size := self.truth(part)) is not None]
        sizes += [each for pair in combinations(sizes, 2) for each in (sum(pair), abs(pair[0] - pair[1]))]
        numbers = [number for side in products for number in leaves_of(side)]
        counts = [number for number in numbers if number in {2.0, 3.0, 0.5}]
        return len(numbers) == 3 and not counts and any(all(abs(number - size) > SAME for size in sizes) for number in numbers)

    def _points_in(self, text: str) -> list[str]:
        """Return the points of the figure that words name one by one: ``from Q to V its 10.5``."""
        return [name for name in _POINT.findall(text) if name in self.scene.diagram.at]

    def _between(self, move: Move, claim: Claim, points: Sequence[str]) -> Judgement:
        """Judge what is said of "it" beside points: of one the angle there, of two the way between them.

        Nothing is wrong of what is not understood.
        """
        meanings: tuple[Meaning, ...] = ()
        if len(points) == 1:
            at = Description(Letter(points[0]), "vertex", ("angle",), points=(points[0],))
            meanings = self.scene.meanings(at)
        elif len(set(points)) == 2:
            meanings = (Meaning(Quantity.of("length", *points), Fit.POSSIBLE),)
        named = [claim._replace(sides=(each.expression, claim.sides[-1]), names=()) for each in meanings if len(claim.sides) == 2]
        truths = [self._truth_of(each, claim.unit) or Truth.UNKNOWN for each in named]
        if (fitting := next((at for at, truth in enumerate(truths) if truth.is_right), None)) is not None:
            return self._named(move, named[fitting], truths[fitting])
        is_clear = [each.fit for each in meanings].count(Fit.NAMED) == 1 and truths[:1] == [Truth.WRONG]
        return self._named(move, named[0], Truth.WRONG) if is_clear else Judgement(move, claim, Truth.UNKNOWN)

    def _binds_named(self, claim: Claim, bound: Binding) -> bool:
        """Whether every name of a claim means what its words name."""
        meant = ((bound.get(name.letter), self.scene.meanings(name)) for name in claim.names)
        return all(any(each.expression == part and each.fit is Fit.NAMED for each in found) for part, found in meant)

    def _is_vague(self, claim: Claim) -> bool:
        """Whether a claim is of parts of a kind only, of which some fit by chance."""
        sizes = [{self.truth(meaning.expression) for meaning in self.scene.meanings(name)} for name in claim.names]
        if len(claim.sides) == 1:
            return any(len(several) > 1 for several in sizes)
        sorts = {name.sort for name in claim.names}
        is_open = len(claim.names) > 1 and (sorts <= {"part", "number"} or "number" in sorts)
        names = {name.letter for name in claim.names}
        written = [*(leaf for side in claim.sides for leaf in unknowns(side) if leaf not in names)]
        has_number = any(number > 2 for side in claim.sides for number in leaves_of(side))  # a square or a half stands for words
        if not is_open or written or has_number:
            return False
        is_any = any(name.sort == "number" or name.letter.name.endswith(_SEVERAL) for name in claim.names)
        return is_any or all(len(several) > 1 for several in sizes)

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
            results = [constant(each) for each in claim.shown]
            is_result = value is not None and any(each is not None and abs(each - value) <= SAME * value for each in results)
            return Judgement(move, resolved, Truth.WRONG if is_result and not is_met else Truth.UNKNOWN, value=value)
        is_calculated = sorts == {"asked"} and all(map(has_unknowns, claim.sides))  # "its 7x"
        # Of what "i need around. that's 18π" is said stands before it.
        is_calculated |= sorts == {"asked"} and claim.names[0].word.startswith(_POINTING)
        is_piece = is_met and _PIECE.search(claim.plain.lower()) is not None
        is_piece = is_piece or (
            is_met and sorts == {"part"} and isinstance(claim.sides[0], Operation) and has_unknowns(claim.sides[0])
        )  # "half the chord is 8"
        # "so yes its 90": no length is meant, nor an area; "X is 68": a point of the learner's own.
        is_piece = is_piece or (sorts == {"asked"} and constant(claim.sides[-1]) == _RIGHT_ANGLE and not self._is_angle_sought)
        is_piece = is_piece or (sorts == {"own"} and claim.names[0].letter.name.isupper() and not claim.names[0].kinds)
        is_piece = is_piece or (
            sorts == {"vertex"} and any(map(_has_sine, claim.shown[-1:]))
        )  # no angle comes of "8 times cos 30"
        is_drawn = bool(self.scene.right_angles) or not any(name.word == "height" and not name.points for name in claim.names)
        if is_calculated or is_piece or not is_drawn or any(name.word.startswith(_OF_EACH) for name in claim.names):
            return Judgement(move, resolved, Truth.UNKNOWN)
        if sorts == {"asked"} and (self._is_loose(claim) or self._is_of_before(claim, value)):
            return Judgement(move, resolved, Truth.UNKNOWN)  # "it was 3-2"
        if "own" in sorts and is_met and value is not None and not self.scene.is_other_part(value):
            is_ratio = claim.names[0].letter.name in _RATIO_LETTERS
            return Judgement(
                move, resolved, Truth.RIGHT if is_ratio else Truth.AMBIGUOUS, way="goal" if is_ratio else None, value=value
            )
        is_undrawn = sorts == {"part"} and self.scene.is_at_centre(claim.plain) and not self._is_at_centre(resolved)
        if is_undrawn or self._may_mean_another(claim, value):
            return Judgement(move, resolved, Truth.UNKNOWN if value is None else Truth.AMBIGUOUS, value=value)
        best = self._best(claim)
        meant = [part for each in best for part in each.values() if isinstance(part, Quantity)]
        if claim.unit == "°" and any(part.kind not in {"angle", "arc"} for part in meant):
            return Judgement(move, resolved, Truth.UNKNOWN)  # degrees of something else that the words say
        readings = [self._truth_of(_resolved(claim, each), claim.unit) for each in best]
        if not readings or any(truth is None or truth is Truth.UNKNOWN for truth in readings):
            return Judgement(move, resolved, Truth.UNKNOWN)
        return self._named(move, resolved, Truth.WRONG)

    def _is_at_centre(self, claim: Claim) -> bool:
        return isinstance(claim.atom, Quantity) and claim.atom.points[len(claim.atom.points) // 2] in self.scene.diagram.circles

    def _whole(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge ``together 54√3`` as the whole that is sought, where it is that; None where it may be another sum."""
        value = constant(claim.sides[-1])
        goal, size = (self._proof.goal if self._proof is not None else None), self._goal_truth()
        kind = goal.kind if isinstance(goal, Quantity) else ""
        # An angle may be made of others, too: "together 100", where no other part has that size.
        is_sum = kind == "angle" and value is not None and not (self.scene.is_other_part(value) or self.scene.is_given(value))
        is_whole = (kind in {"area", "perimeter"} or is_sum) and goal is not None and self._factor(goal, claim.unit) == 1
        if not is_whole or goal is None or size is None or value is None:
            return None
        truth = compared(size, value, claim.sides[-1], claim.shown)
        meant = claim._replace(sides=(goal, claim.sides[-1]), names=())
        return self._named(move, meant, truth) if truth.is_right else None

    def _reflex(self, move: Move, claim: Claim) -> Judgement | None:
        """Judge ``the big one inside is 230`` as the angle inside a dent, where one that the problem speaks of has that size."""
        value = constant(claim.sides[-1])
        is_said = value is not None and value > 180 and INSIDE.search(claim.plain.lower()) is not None and len(claim.sides) == 2
        if value is None or not is_said or {name.sort for name in claim.names} != {"part"}:
            return None
        angles = (part for part in self.scene.spoken_of if isinstance(part, Quantity) and self._is_angle(part))
        sizes = (self.truth(angle) for angle in angles)
        is_met = any(size is not None and abs(360 - size - value) <= SAME * value for size in sizes)
        return Judgement(move, claim, Truth.RIGHT, way="goal", value=value) if is_met else None

    @property
    def _is_angle_sought(self) -> bool:
        goal = self._proof.goal if self._proof is not None else None
        return not isinstance(goal, Quantity) or goal.kind in {"angle", "arc"}

    def _is_loose(self, claim: Claim) -> bool:
        """Whether ``it`` is said to be a calculation with numbers of something else."""
        written = claim.sides[-1]
        result = constant(written)
        if not isinstance(written, Operation) or result is None:
            return False
        return not (self.scene.is_number(result) and self.scene.speaks_of(written))

    def _is_of_before(self, claim: Claim, value: float | None) -> bool:
        """Whether ``thats 290`` may tell what comes of numbers before it: of two of the figure, or more than an angle has."""
        if value is None or _THAT.match(claim.plain.lower()) is None:
            return False
        goal = self._proof.goal if self._proof is not None else None
        given = [size for part in self.scene.given if (size := self.truth(part)) is not None]
        results = (result for one, other in combinations(given, 2) for result in (one + other, one * other))
        return (goal is not None and self._is_angle(goal) and value > 180) or any(abs(value - each) < SAME for each in results)

    def _may_mean_another(self, claim: Claim, value: float | None) -> bool:
        """Whether a value that is wrong for what was asked may be said of something else that one meets on the way."""
        is_own = any(name.sort == "own" for name in claim.names)
        if value is None:
            return is_own
        if is_own:
            goal = self._proof.goal if self._proof is not None else None
            kinds = {kind for name in claim.names for kind in name.kinds}
            # "heron: s = 32" is no area.
            return self.scene.is_number(value) or (bool(kinds) and isinstance(goal, Quantity) and goal.kind not in kinds)
        if any(name.word == "theres" for name in claim.names):
            return self.scene.is_number(value)  # "at H theres 60"
        if not claim.is_bare and not any(name.word == "noun" for name in claim.names):
            return False
        answer = self._goal_truth()
        # A number of the figure, but for one that is near the answer: this is the answer, badly rounded.
        is_open = claim.is_bare and self.scene.is_number(value) and not self.scene.is_given(value)
        is_open = is_open and (answer is None or abs(value - answer) > _NEAR * abs(answer))
        return claim.is_bare and (is_open or self.scene.is_other_part(value))

    def _best(self, claim: Claim) -> list[Binding]:
        """Return the meanings that fit the words best, where the claim has one name to understand, or names corners only."""
        if len(claim.names) > 1:
            is_of_corners = all(name.sort == "vertex" for name in claim.names)
            is_of_corners &= all(number <= 2 for side in claim.sides for number in leaves_of(side))  # "R must be 44 like B"
            named = [[each.expression for each in self.scene.meanings(name) if each.fit is Fit.NAMED] for name in claim.names]
            letters = [name.letter for name in claim.names]
            return [dict(zip(letters, several, strict=True)) for several in product(*named)] if is_of_corners else []
        name = claim.names[0]
        meanings = self.scene.meanings(name)
        if meanings and meanings[0].fit is Fit.POSSIBLE and name.sort != "own" and name.word != "length":
            return []
        is_naming = name.sort == "part" and all(isinstance(side, Quantity | Letter) for side in claim.sides)
        if is_naming and name.word in _LOOSE_NAMES:
            return []  # "GX is the long one"
        return [{name.letter: meaning.expression} for meaning in meanings if meaning.fit == meanings[0].fit]

    def _named(self, move: Move, claim: Claim, truth: Truth) -> Judgement:
        """Return the judgement on a claim whose names are understood."""
        atom = self.scene.canonical(claim.atom) if claim.atom is not None else None
        sides = [self.scene.canonical(side) for side in claim.sides]
        atoms = {leaf for side in sides for leaf in unknowns(side)}
        ways = self.scene.ways
        is_found = atom is not None and len(atoms) == 1 and atom not in self.scene.given
        leads = not atoms or ways is None or bool(atoms & (ways.values if is_found else ways.atoms))
        value = next((found for side in claim.sides[::-1] if (found := constant(side)) is not None), None)
        size = self.truth(atom) if atom is not None and self._is_angle(atom) else None
        is_outside = truth.is_right and size is not None and value is not None and abs(size - value) > 1
        if is_outside:
            atom = None  # the angle outside it was meant
        return Judgement(
            move,
            claim,
            truth,
            arithmetic=arithmetic_of((claim.worked, claim.sides[-1])) if claim.worked is not None else None,
            way=None if not truth.is_right else "goal" if leads else "none",
            quantity=atom if isinstance(atom, Letter | Quantity) else None,
            value=value,
            misconception=self.ideas.of_equation(claim) if truth is Truth.WRONG else None,
            is_given=truth is Truth.RIGHT and (atom in self.scene.given or self._is_stated(sides)),
            is_answer=not is_outside and (self._states_goal(sides) or (truth.is_right and self._arrives(claim))),
        )

    def _is_stated(self, sides: Sequence[Expression]) -> bool:
        """Whether the problem states an equation as it stands."""
        if len(sides) != 2:
            return False
        found = (self._deduction.derived.get(Equation(*order)) for order in (sides, sides[::-1]))
        return any(each is not None and each.kind == "given" for each in found)

    def _arrives(self, claim: Claim) -> bool:
        """Whether a calculation with parts in it ends at the answer: ``11 · height = 55``."""
        goal, result = self._goal_truth(), constant(claim.sides[-1])
        is_calculation = isinstance(claim.sides[0], Operation) and len(claim.sides) == 2
        is_calculation = is_calculation and self._proof is not None and self._factor(self._proof.goal, claim.unit) == 1
        if goal is None or result is None or not is_calculation or not is_final(claim.sides[-1]):
            return False
        return compared(goal, result, claim.sides[-1], (*claim.shown, claim.sides[0])).is_right

    def _states_goal(self, sides: Sequence[Expression]) -> bool:
        """Whether an equation gives the goal a value as a result; a calculation that is not worked out is no answer yet."""
        if self._proof is None or len(sides) != 2:
            return False
        pairs = (sides, sides[::-1])
        return any(self._is_goal(side) and not has_unknowns(other) and _is_result(other) for side, other in pairs)

    def _is_goal(self, side: Expression) -> bool:
        """Whether it is what is sought; a segment that is a radius is the radius of its circle."""
        goal = self._proof.goal if self._proof is not None else None
        if side == goal or not isinstance(side, Quantity) or not isinstance(goal, Quantity):
            return side == goal
        return any(self.scene.is_length_of(*several) for several in ((side, goal), (goal, side)))

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
        texts = " ".join(claim.plain for claim in claims)
        options = [self.scene.narrowed(self.scene.meanings(name), texts) for name in names]
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
            factor = self._factor(self.scene.canonical(claim.atom), unit)
            if factor is None:
                return Truth.WRONG
            meant = self._angle_meant(claim, value, written) if self._is_angle(claim.atom) else value
            shown = (*claim.shown, *([claim.worked] if claim.worked is not None else []))
            return compared(meant / factor, written, claim.sides[not at], shown)
        angle = next((at for at, side in enumerate(claim.sides) if self._is_angle(side)), None)
        if angle is not None:  # "the inside angle at L is 360 - (2x + 10)"
            sizes = [left, right]
            sizes[angle] = self._angle_meant(claim, sizes[angle], sizes[1 - angle])
            left, right = sizes
        is_converted = unit.rstrip("²³") in _METRES and not has_unknowns(claim.sides[1])
        if is_converted:  # "2πr = 12π cm", with r in dm
            right *= (_METRES[unit.rstrip("²³")] / _METRES.get(self._unit, _METRES[unit.rstrip("²³")])) ** _power_of(unit)
        found = same_value(claim.sides, left, right)
        if found is not Truth.WRONG or is_converted:
            return found
        known = tuple(substitute(side, self._as_number) for side in claim.sides)  # "sin D = 7/12.21"
        return same_value(known, left, right)

    def _as_number(self, leaf: Letter | Quantity) -> Expression:
        value = self.truth(leaf)
        return leaf if value is None else Number(Fraction(value))

    @staticmethod
    def _is_angle(atom: Expression) -> bool:
        return isinstance(atom, Quantity) and atom.kind == "angle"

    @staticmethod
    def _angle_meant(claim: Claim, value: float, written: float) -> float:
        """Return the size of the angle that words mean beside the one of less than 180° between the sides: reflex or outside."""
        words = claim.plain.lower()
        if "reflex" in words or (written > 180 and INSIDE.search(words)):
            return 360 - value
        is_outside = _OUTSIDE.search(words) is not None and any(name.sort == "vertex" for name in claim.names)
        return 180 - value if is_outside and abs(180 - value - written) < 1 else value

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
        base = unit.rstrip("²³")
        if _power_of(unit) != power or base not in _METRES:
            return None
        return (_METRES[base] / _METRES.get(self._unit, _METRES[base])) ** power

    def _ratio(self, claim: Claim) -> Truth | None:
        """Judge whether two sides are equal where their sizes are open but their ratio is fixed."""
        try:
            ratio = self.truth(Operation("/", claim.sides))
        except ExpressionError:
            return None
        return None if ratio is None else Truth.RIGHT if abs(ratio - 1) <= SAME else Truth.WRONG

    def _evaluate(self, expression: Expression) -> float | None:
        canonical = self.scene.canonical(expression)
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

    # theorems

    def applies(self, named: Sequence[str]) -> bool:
        """Whether one of these rules, by their ids, applies somewhere in the figure."""
        return any(rule in self._rules_here for rule in named)

    @cached_property
    def _rules_here(self) -> frozenset[str]:
        """Ids of the rules that apply somewhere in the figure."""
        found = {d.instance.rule.id for d in self._deduction.derived.values() if d.instance is not None}
        return frozenset(found | ({step.rule_id for step in self._proof.steps} if self._proof else set()))

    def _theorem(self, move: Move, claim: Claim) -> Judgement | None:
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
            is_against |= "rectangle_diagonals" in claim.rules and self.relations.has_unequal_diagonals
            truth = Truth.WRONG if is_against else Truth.UNKNOWN
        else:
            truth = Truth.RIGHT if claim.holds else Truth.WRONG
        ways = self.scene.ways
        leads = applies if ways is None else any(map(ways.uses, claim.rules))
        way: Way | None = None if not truth.is_right else "goal" if leads else "none"
        return Judgement(
            move,
            claim,
            truth,
            way=way,
            misconception=self.ideas.of_theorem(claim.rules, claim.plain) if truth is Truth.WRONG else None,
        )

    def _has_shape_of(self, named: Sequence[str]) -> bool:
        """Whether the figure has a shape that one of these rules is about, though not what it needs beside it: a crossing."""
        have = {node.kind for node in self._deduction.derived if isinstance(node, Fact)}
        needs = ([premise.partition("(")[0] for premise in rules()[rule].premises] for rule in named if rule in rules())
        return any(len(kinds) == 1 and kinds[0] in _SHAPES and kinds[0] in have for kinds in needs)

    def _of_both(self, claim: Claim) -> Truth | None:
        """Judge a sum that is said of ``they``, where the problem speaks of two angles that both have their size; else None."""
        total = next((float(each) for each in _numbers_in(claim.plain)), None)
        if total is None or claim.holds is not True or not claim.is_of_figure or _THEY_MAKE.match(claim.plain.lower()) is None:
            return None
        spoken = [part for part in self.scene.spoken_of if self._is_angle(part)]
        sizes = [size for part in spoken if (size := self.truth(part)) is not None]
        if len(spoken) != 2 or len(sizes) != 2 or self.scene.proof is None or isinstance(self.scene.proof.goal, Quantity):
            return None  # of an angle that is sought and one that is given others may be meant
        return Truth.RIGHT if abs(sum(sizes) - total) <= SAME * total else Truth.WRONG


def _but_unread(moves: Sequence[Move]) -> list[Move]:
    """Return the moves without those of what nobody has read."""
    return [move for move in moves if move.kind not in {Kind.UNREAD, Kind.OFF_TOPIC}]


def _identified(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims with one name for what a claim says to be one: ``at Z is the angle 25`` is of the angle at Z."""
    same: dict[Letter | Quantity, Description] = {}
    for claim in claims:
        named = {name.letter: name for name in claim.names}
        sides = [named.get(side) for side in claim.sides if isinstance(side, Letter)]
        vertex = next((name for name in sides if name is not None and name.sort == "vertex"), None)
        loose = next((name for name in sides if name is not None and name.sort == "part" and not name.place), None)
        if len(claim.sides) == 2 and vertex is not None and loose is not None and loose.word in {"one", *vertex.kinds}:
            same[loose.letter] = vertex
    return [
        claim._replace(
            sides=tuple(substitute(side, lambda leaf: same[leaf].letter if leaf in same else leaf) for side in claim.sides),
            names=tuple(dict.fromkeys(same.get(name.letter, name) for name in claim.names)),
        )
        for claim in claims
    ]


def _with_shown(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Yield the claims of a message, each with the calculations that stand before it."""
    shown: list[Expression] = []
    for claim in claims:
        yield claim._replace(shown=tuple(shown))
        worked = [*claim.sides, *([claim.worked] if claim.worked is not None else [])]
        shown += [each for each in worked if isinstance(each, Operation) and not has_unknowns(each)]


def _numbers_in(text: str) -> frozenset[str]:
    """Return the measures that a sentence tells: two digits at least, small ones count things; a right angle is one of 90°."""
    return frozenset(re.findall(r"\d{2,}", re.sub(r"right angle|perpendicular", "90", text)))


def _resolved(claim: Claim, bound: Mapping[Letter, Expression]) -> Claim:
    """Put in what names mean."""

    def meant(leaf: Letter | Quantity) -> Expression:
        return bound.get(leaf, leaf) if isinstance(leaf, Letter) else leaf

    return claim._replace(sides=tuple(substitute(side, meant) for side in claim.sides))


def _by_unit(claim: Claim) -> Claim:
    """Return a claim about the length of an arc as one about its degrees where it gives degrees: both are called ``arc RZ``."""

    def meant(leaf: Letter | Quantity) -> Expression:
        is_length = isinstance(leaf, Quantity) and leaf.kind == "arc_length"
        return Quantity.of("arc", *leaf.points) if isinstance(leaf, Quantity) and is_length else leaf

    return claim._replace(sides=tuple(substitute(side, meant) for side in claim.sides)) if claim.unit == "°" else claim


def _continued(claim: Claim, before: Judgement | None) -> Claim:
    """Return a lone value as that of what the equality before it speaks of: ``NG is half of NP so 5``."""
    is_plain = claim.is_bare and len(claim.names) == 1 and claim.sides[0] == claim.names[0].letter
    if before is None or before.move.kind is not Kind.EQUATION or len(before.claim.sides) != 2 or not is_plain:
        return claim
    sides = before.claim.sides
    is_of_corners = before.truth.is_right and {name.sort for name in before.claim.names} == {"vertex"}
    if is_of_corners and all(isinstance(side, Quantity) for side in sides):
        return claim._replace(sides=(sides[0], *claim.sides[1:]), names=())  # "I is the same as U so 75"
    is_equality = isinstance(sides[0], Quantity) and has_unknowns(sides[1]) and not before.claim.names
    return claim._replace(sides=(sides[0], *claim.sides[1:]), names=()) if is_equality else claim


def _power_of(unit: str) -> int:
    """Return 2 for square units, 3 for cubic ones, else 1."""
    return "²³".find(unit[-1]) + 2 if unit[-1] in "²³" else 1


def _is_of_same(judgement: Judgement, before: Judgement) -> bool:
    """Whether a part is said to give the same as something before it that is no part: the product of its pieces."""
    is_made = any(name.sort == "number" for name in before.claim.names) or before.claim.is_arithmetic
    one, other = judgement.value, before.value
    is_same = one is not None and other is not None and abs(one - other) <= SAME * max(1.0, abs(one))
    return judgement.truth is Truth.WRONG and judgement.claim.is_further and before.truth.is_right and is_made and is_same


def _results(claim: Claim) -> set[float]:
    """Return the values that a claim arrives at, for the lines after it."""
    return {round(abs(value), 9) for side in claim.sides if (value := constant(side)) is not None}


def _is_result(expression: Expression) -> bool:
    """Whether it is written as a result, of two terms too, as 1 + 4√3."""
    if isinstance(expression, Operation) and expression.symbol in "+-" and len(expression.arguments) == 2:
        return all(map(is_final, expression.arguments)) and not all(isinstance(each, Number) for each in expression.arguments)
    return is_final(expression)


def _has_sine(expression: Expression) -> bool:
    """Whether a function of angles stands in a calculation."""
    if not isinstance(expression, Operation):
        return False
    return expression.symbol in {"sin", "cos", "tan"} or any(map(_has_sine, expression.arguments))
