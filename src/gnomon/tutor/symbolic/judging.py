"""Three judgements on each claim: is its arithmetic right, is it true in this figure, does it belong to a way to the goal.

What a claim is decides who judges it: `Calculations`, `Statements`, `Theorems` or `Relations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from gnomon.algebra import TWO_DECIMALS, constant, read_numbers, substitute
from gnomon.geometry import Deduction, Proof, with_points
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Problem, Quantity, unknowns
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import CLAIMING, Claim, Description, Kind, Move, has_unknowns, numbers_of
from gnomon.tutor.message.remainder import CLAIMING as CLAIMING_WORDS
from gnomon.tutor.message.remainder import leads_in_reason
from gnomon.tutor.message.said import COMES_TO
from gnomon.tutor.symbolic.calculations import Calculations
from gnomon.tutor.symbolic.denying import Denying
from gnomon.tutor.symbolic.ideas import Ideas
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.meanings import Binding, Meanings
from gnomon.tutor.symbolic.noticing import Sought, forgiven, noticed
from gnomon.tutor.symbolic.relations import Relations
from gnomon.tutor.symbolic.rereading import Rereading
from gnomon.tutor.symbolic.sizes import Sizes
from gnomon.tutor.symbolic.statements import Statements
from gnomon.tutor.symbolic.theorems import Theorems
from gnomon.tutor.symbolic.truth import SAME, Truth, arithmetic_of

_MOST_FIGURES = 64
"""Figures with points of learners' own that are kept for a problem."""
_OF_BOTH = ("they", "both", "each")
"""Beginnings of words for two parts that were said to be equal: ``they are 58 each``."""


class Judge:
    """Judges messages about one problem.

    Args:
        deduction: what follows from the problem's givens.
        proof: the prepared one; what it has values for counts also where the givens contradict each other. None: there is none.
        unit: of the lengths of the problem, such as ``cm``; empty where it has none.
        problem: to whose figure learners may add points of their own; None: to none.
    """

    def __init__(self, deduction: Deduction, proof: Proof | None = None, unit: str = "", problem: Problem | None = None) -> None:
        self._own_points = lru_cache(_MOST_FIGURES)(partial(_judges_with, deduction, proof, unit, problem))
        self._sizes = Sizes(deduction, proof, unit)
        self.scene = self._sizes.scene
        self.relations = Relations(self.scene)
        self.ideas = Ideas(self.scene)
        self._calculations = Calculations(self._sizes, self.ideas)
        self._meanings = Meanings(self._sizes)
        self._statements = Statements(self._sizes, self._meanings, self.ideas)
        self._theorems = Theorems(self._sizes, self.ideas, self.relations)
        self._rereading = Rereading(self.scene)
        self._denying = Denying(self.scene, self.relations)

    def truth(self, expression: Expression) -> float | None:
        """Return the true value of an expression; None when the givens do not fix it or the figure lacks a part."""
        return self._sizes.truth(expression)

    def measures_goal(self, unit: str) -> bool:
        """Whether the answer may be given in a unit as it stands."""
        return self._sizes.measures_goal(unit)

    def applies(self, named: Sequence[str]) -> bool:
        """Whether one of these rules, by their ids, applies somewhere in the figure."""
        return self._theorems.applies(named)

    def judge(self, message: Message, came_to: float | None = None) -> Judged:
        """Judge the claims of a message.

        Args:
            message: as read.
            came_to: a right value that the learner's message before it came to: a calculation may go on with it to the answer.
        """
        moves = [move for move in message.moves if move.kind in CLAIMING and move.claim is not None]
        claims = list(_with_shown(_identified([move.claim for move in moves if move.claim is not None])))
        binding = self._meanings.bound(claims)
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
        if came_to is not None:
            judgements = [self._gone_on_to_answer(judgement, came_to) for judgement in judgements]
        if message.unread and self._is_plain_reason(message):
            message = message._replace(unread="")
        found = list(self._rereading.of(judgements, message.text))
        if (answer := self._noticed(message, found)) is not None:
            found.append(answer)
            message = message._replace(moves=(*_but_unread(message.moves), answer.move), unread="", has_unread_end=False)
        return Judged(message, (*map(self._as_method, _gone_on_from(forgiven(found))), *self._denying.of(message)))

    def _gone_on_to_answer(self, judgement: Judgement, came_to: float) -> Judgement:
        """Return a calculation that makes the answer of a right value before it and of given ones: ``root of 59 = 7.68``."""
        claim, goal = judgement.claim, self._sizes.goal_truth()
        is_idle = claim.is_arithmetic and judgement.truth.is_right and judgement.way == "none" and len(claim.sides) == 2
        if not is_idle or goal is None or self._sizes.proof is None or judgement.value is None:
            return judgement
        numbers = [*numbers_of(claim.sides[0])]
        others = [number for number in numbers if number != came_to]
        is_made = len(others) < len(numbers) and all(number == 2 or self.scene.is_given(number) for number in others)
        if not is_made or abs(goal - judgement.value) > TWO_DECIMALS:
            return judgement
        return judgement._replace(truth=Truth.ROUNDED if goal != judgement.value else Truth.RIGHT, way="goal", is_answer=True)

    def _as_method(self, judgement: Judgement) -> Judgement:
        """Return a true product that its unit says to be the area, and that a wrong idea takes for it, as no way to it."""
        unit = judgement.claim.unit
        is_said_so = judgement.truth.is_right and not judgement.is_answer and bool(unit) and self._sizes.measures_goal(unit)
        idea = self.ideas.of_product(judgement.claim) if is_said_so else None
        return judgement if idea is None else judgement._replace(way="none", misconception=idea)

    def _as_share(self, move: Move, claim: Claim, earlier: frozenset[float]) -> Judgement | None:
        """Judge a given angle over a full turn, ``150/360``, as the calculation that it is; None where it leads nowhere."""
        match claim.sides:
            case (Letter(), Operation("/", (Number() as angle, Number(360))) as share) if claim.is_bare and self._is_given(angle):
                worked = claim._replace(sides=(share,), names=())
                found = self._calculations.judged(move._replace(kind=Kind.WORKING, claim=worked), worked, earlier)
                return found if found.way == "goal" else None
        return None

    def _is_given(self, number: Number) -> bool:
        value = constant(number)
        return value is not None and self.scene.is_given(value)

    def _noticed(self, message: Message, judgements: Sequence[Judgement]) -> Judgement | None:
        """Return the answer that a message ends with in words that are not read."""
        size = self._sizes.goal_truth()
        if self._sizes.proof is None or size is None or message.ending is None:
            return None
        factor = self._sizes.factor(self._sizes.proof.goal, message.ending.unit)
        return None if factor is None else noticed(message, judgements, self.scene, Sought(self._sizes.proof.goal, size / factor))

    def _is_plain_reason(self, message: Message) -> bool:
        """Whether what is not read is only a reason, with no other numbers than the figure's: ``since 8 of the 12 ...``."""
        before, _, _ = message.text.partition(message.unread)
        if not leads_in_reason(before) or CLAIMING_WORDS.search(message.unread.lower()) is not None:
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
        if not isinstance(part, Quantity) or self._sizes.proof is None or self.scene.canonical(part) == self._sizes.proof.goal:
            return claim
        named = claim._replace(sides=(part, claim.sides[1]), names=())
        truth = self._sizes.truth_of(named, claim.unit)
        return named if truth is not None and truth.is_right and before[0].truth.is_right else claim

    def _of_own_points(self, move: Move, claim: Claim) -> Judgement:
        """Judge what is said of points of the learner's own: so it is where it is so wherever they may lie."""
        plain = claim._replace(made=())
        said = Move(plain.stated_as, move.words, plain)
        judges = self._own_points(claim.made)
        if not claim.sides and not claim.relation:  # that there are such points
            return Judgement(move, claim, Truth.RIGHT if judges else Truth.UNKNOWN, way="goal" if judges else None)
        is_made = any(content in claim.made for content in claim.relations)  # so by its making
        found = [judge._judgement(said, plain, {}, frozenset()) for judge in judges] if not is_made else []  # noqa: SLF001  # of this class
        truths = {each.truth for each in found if each is not None}
        truth = truths.pop() if len(truths) == 1 and None not in found else Truth.UNKNOWN
        value = found[0].value if found and found[0] is not None else None
        return Judgement(move, claim, truth, way="goal" if truth.is_right else None, value=value)

    def _judgement(self, move: Move, claim: Claim, binding: Binding, earlier: frozenset[float]) -> Judgement | None:
        if claim.made:
            return self._of_own_points(move, claim)
        if move.kind is Kind.RELATION:
            truth = self.relations.truth_of(claim)
            way = self.relations.way_of(claim) if truth is Truth.RIGHT else None
            return Judgement(move, claim, truth, way=way, is_given=truth is Truth.RIGHT and self.relations.is_stated(claim))
        if move.kind is Kind.THEOREM:
            return self._theorems.judged(move, claim)
        if claim.is_arithmetic:
            return self._calculations.judged(move, claim, earlier)
        if COMES_TO in {name.letter.name for name in claim.names}:
            return self._calculations.account(move, claim, earlier)
        found = self._statements.judged(move, claim, binding)
        is_right = found is not None and found.truth.is_right
        if not is_right and (share := self._as_share(move, claim, earlier)) is not None:
            return share
        is_open = found is None or found.truth in {Truth.UNKNOWN, Truth.AMBIGUOUS}
        if not is_open and _is_miscounted(claim):  # "the piece on the left is 8 * cos 30 = 4": 4 is the figure's, by another way
            return self._calculations.worked(move, claim, earlier) or found
        # Of what part "the leftover bit is 17 - 8 = 9" speaks is open; that 17 - 8 is 9, and leads on, is not.
        return (self._calculations.worked(move, claim, earlier) if is_open else None) or found


def _judges_with(
    deduction: Deduction, proof: Proof | None, unit: str, problem: Problem | None, made: tuple[Fact | Equation, ...]
) -> tuple[Judge, ...]:
    """Return judges of the figure with points of the learner's own, one for each place of these; none where there is no such."""
    if problem is None or deduction.rivals:
        return ()
    try:
        models = with_points(problem, deduction.model, made)
    except (ArithmeticError, KeyError, ValueError):  # `ModelError`, or a making that measures nothing: a line from Z to Z
        return ()
    return tuple(Judge(replace(deduction, model=model), proof, unit) for model in models)


def _is_miscounted(claim: Claim) -> bool:
    """Whether a value of something that is only met on the way is not what its calculation comes to."""
    is_loose = bool(claim.names) and all(name.sort == "number" for name in claim.names)
    return is_loose and claim.worked is not None and arithmetic_of((claim.worked, claim.sides[-1])) is Truth.WRONG


def _gone_on_from(judgements: Sequence[Judgement]) -> Iterator[Judgement]:
    """Yield the judgements; a calculation whose result a later one works with is no answer: ``22+60=82 and 180-82=98``."""
    for at, judgement in enumerate(judgements):
        later = [each.claim.sides for each in judgements[at + 1 :] if each.claim.is_arithmetic and len(each.claim.sides) > 1]
        is_used = judgement.value is not None and any(judgement.value in {*numbers_of(sides[0])} for sides in later)
        is_other = bool(later) and constant(later[-1][-1]) != judgement.value
        is_passed = judgement.is_answer and judgement.claim.is_arithmetic and is_used and is_other
        yield judgement._replace(is_answer=False) if is_passed else judgement


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


def _continued(claim: Claim, before: Judgement | None) -> Claim:
    """Return a lone value as that of what the equality before it speaks of: ``NG is half of NP so 5``."""
    is_of_both = len(claim.names) == 1 and claim.names[0].word.startswith(_OF_BOTH) and len(claim.sides) == 2
    is_plain = (claim.is_bare or is_of_both) and len(claim.names) == 1 and claim.sides[0] == claim.names[0].letter
    if before is None or before.move.kind is not Kind.EQUATION or len(before.claim.sides) != 2 or not is_plain:
        return claim
    sides = before.claim.sides
    is_of_corners = before.truth.is_right and {name.sort for name in before.claim.names} == {"vertex"}
    if is_of_corners and all(isinstance(side, Quantity) for side in sides):
        return claim._replace(sides=(sides[0], *claim.sides[1:]), names=())  # "I is the same as U so 75"
    is_equality = isinstance(sides[0], Quantity) and has_unknowns(sides[1]) and not before.claim.names
    is_equality = is_equality and (not is_of_both or (isinstance(sides[1], Quantity) and before.truth.is_right))
    return claim._replace(sides=(sides[0], *claim.sides[1:]), names=()) if is_equality else claim


def _is_of_same(judgement: Judgement, before: Judgement) -> bool:
    """Whether a part is said to give the same as something before it that is no part: the product of its pieces."""
    is_made = any(name.sort == "number" for name in before.claim.names) or before.claim.is_arithmetic
    one, other = judgement.value, before.value
    is_same = one is not None and other is not None and abs(one - other) <= SAME * max(1.0, abs(one))
    return judgement.truth is Truth.WRONG and judgement.claim.is_further and before.truth.is_right and is_made and is_same


def _results(claim: Claim) -> set[float]:
    """Return the values that a claim arrives at, for the lines after it."""
    return {round(abs(value), 9) for side in claim.sides if (value := constant(side)) is not None}
