"""The judgements that a turn goes by: lone values settled, questions whether something is so answered where they may be."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from gnomon.algebra import TWO_DECIMALS, constant
from gnomon.dialogue import TutorTurn
from gnomon.geometry import Proof
from gnomon.problem import Expression, Letter, Operation, Quantity, QuantityKind, unknowns
from gnomon.tutor.message.moves import Claim, Description, Kind, Move, has_unknowns, is_final
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.judging import Judge
from gnomon.tutor.symbolic.progress import is_elsewhere, shows_reason
from gnomon.tutor.symbolic.quoting import stated_reason
from gnomon.tutor.symbolic.rereading import is_used_on
from gnomon.tutor.symbolic.scene import leaves_of
from gnomon.tutor.symbolic.short_answers import ShortAnswers
from gnomon.tutor.symbolic.standing import TOTALS, Standing
from gnomon.tutor.symbolic.truth import Truth, arithmetic_of

_SEVERAL: dict[str, QuantityKind] = {"arcs": "arc", "angles": "angle", "sides": "length", "lines": "length", "legs": "length"}
"""Words for several parts, of which something is said of both."""
_WORDS = re.compile(r"[^\W\d_]+")
_MANY = 3
"""Different values of one thing in a message: with so many none of them is meant."""
_LARGEST_COUNT = 4
"""Numbers up to it count something, or are powers."""
_OR = re.compile(r"\b(?:or|oder)\b")
_WHICH = re.compile(r"[?]|\b(?:is it|one of|ist es|eins von|einer von)\b")
"""Asks which of several numbers it is."""
_CHOICE = re.compile(r"\bor (?:do|does|are|is) ")
"""Between two things of which somebody asks which one is so."""
_WHAT_IF = re.compile(r"\W*(?:(?:and|but|so|ok) )*what if\b", re.IGNORECASE)
"""The beginning of what is only tried."""
_SUPPOSING = re.compile(r"\W*(?:(?:so|and|but|or|what) )*if (?:i|we|you|u)\b", re.IGNORECASE)
"""The beginning of what is so only when something is done to the figure."""
_OF_CIRCLE = frozenset({"radius", "diameter"})
"""Words for lengths that only certain segments have."""
_SHORT_QUESTION = 4
"""Words up to which a question that names no part is about one relation alone ("is it isosceles?")."""
_ASKING_THEORY = frozenset({"recall", "guide", "doubt", "concept"})
"""Rungs that ask what a theorem says."""
_POWER = re.compile(r"\d\s*(?:[²³]|\^\s*\d|squared|cubed)\W*$")
"""The end of a claim that leaves a power to work out; a unit has letters before its power."""
_MEANING = re.compile(r"\b(?:means?|heißt|bedeutet)\b")
"""Words of a question for the meaning of a word."""


class Settling:
    """See the module.

    Args:
        judge: of the problem.
        proof: its proof.
        numbers: that the proof has.
        standing: says what a number without a name stands for.
        short_answers: judges what claims nothing but answers a turn.
    """

    def __init__(
        self, judge: Judge, proof: Proof, numbers: Collection[float], standing: Standing, short_answers: ShortAnswers
    ) -> None:
        self._judge = judge
        self._proof = proof
        self._numbers = numbers
        self._standing = standing
        self._short_answers = short_answers

    def taken(self, judged: Judged, turn: TutorTurn | None = None, *, is_solved: bool = False) -> tuple[Judgement, ...]:
        """Return the judgements that a turn goes by: on the claims, and on what is asked whether it is so.

        What is asked about the answer without a reason is left out, neither confirmed nor denied; once found, it is not.
        """
        moves = judged.message.moves
        if any(move.kind is Kind.GUESS for move in moves):  # a calculation in a list of guesses is one of them
            judged = judged._replace(judgements=tuple(j for j in judged.judgements if j.move.kind is not Kind.WORKING))
        listed = [j for j in judged.judgements if is_alone(j.claim)]
        if len({j.value for j in listed}) >= _MANY:  # a list is no claim, whatever stands in it
            judged = judged._replace(judgements=tuple(j for j in judged.judgements if not is_alone(j.claim)))
        asked = [move for move in moves if move.kind is Kind.DOUBT and move.claim is not None]
        if are_alternatives(asked, judged.message.text):
            asked = []  # "do i halve that or double it" says neither
        as_claims = tuple(move._replace(kind=_kind_of(move.claim)) for move in asked if move.claim is not None)
        found = self._judge.judge(judged.message._replace(moves=as_claims)).judgements if as_claims else ()
        plain = (j for j in found if _calculation_in(j.claim) is None)  # worked out from other numbers it may be any number
        reasons = (j for j in (*judged.judgements, *plain) if j.truth.is_right and shows_reason(j, self._numbers))
        is_reasoned = is_solved or any(True for _ in reasons) or stated_reason(judged.message.text) is not None
        is_reasoned = is_reasoned or any(map(self._is_worked_out, found))
        # "Is it 108? Pentagon corners are 108": the number is said of another part, and that is the reason.
        elsewhere = {
            j.value for j in judged.judgements if j.truth.is_right and j.quantity != self._proof.goal and not j.is_answer
        }
        text = judged.message.text
        # "8?" and no more is a number to try.
        found = tuple(self._settled(judgement, text) for judgement in found) if _is_said(text) else found
        found = tuple(map(_of_method, found))
        answered = [
            judgement
            for judgement in found
            if self._may_answer(
                judgement, is_reasoned=is_reasoned or (judgement.value is not None and judgement.value in elsewhere)
            )
        ]
        named = {j.value for j in judged.judgements if j.quantity not in {None, self._proof.goal} and not j.is_answer}
        every = judged.judgements
        named |= {j.value for at, j in enumerate(every) if is_used_on(j, every[at + 1 :], self._judge.scene)}
        said = (*(self._settled(judgement, text, named) for judgement in judged.judgements), *answered)
        if any(judgement.truth is not Truth.UNKNOWN for judgement in said):
            return said
        return tuple(self._short(judged.message.moves, turn)) or said

    def as_answer(self, judged: Judged) -> Judged:
        """Return a message that is a number and no more as what it is before any question but the problem's own: the answer.

        What else has that size is noted with it.
        """
        match judged.judgements:
            case (Judgement(truth=Truth.AMBIGUOUS | Truth.UNKNOWN, value=float() | None) as one,) if _is_number_alone(judged):
                goal, written = self._proof.goal, one.claim.sides[-1]
                if (value := constant(written)) is None or self._judge.truth(goal) is None:
                    return judged
                standing = self._stood_for(one, judged.message.text)
                idea = self._judge.ideas.of_equation(one.claim._replace(sides=(goal, written), names=()))
                wrong = one._replace(truth=Truth.WRONG, way=None, value=value, misconception=idea, is_answer=True)
                about = goal if isinstance(goal, Letter | Quantity) else None
                return judged._replace(judgements=(wrong._replace(quantity=about, meant=standing and standing.meant),))
        return judged

    def _short(self, moves: Sequence[Move], turn: TutorTurn | None) -> Iterator[Judgement]:
        """Yield what a message without claims answers to a turn about a step of the prepared proof."""
        index = turn.record.step if turn is not None and turn.record is not None else None
        step = None if index is None else self._proof.steps[index]
        if len(moves) > 1 and all(move.kind is Kind.GUESS for move in moves):  # one list
            moves = [moves[0]._replace(words=" ".join(move.words for move in moves))]
        if all(move.kind is Kind.GUESS for move in moves) and any(asks_which(move.words) for move in moves):
            return
        asks_theory = turn is not None and turn.record is not None and turn.record.rung in _ASKING_THEORY
        found = (self._short_answers.judge(move, step, asks_theory=asks_theory) for move in moves)
        yield from (judgement for judgement in found if judgement is not None)

    def _is_worked_out(self, judgement: Judgement) -> bool:
        """Whether a value that is asked about comes with a calculation from the figure's sizes: "is it (142+54):2 = 98 then".

        That is a reason, right or wrong. What has other numbers in it, or the answer itself, may be a guess in disguise.
        """
        worked, goal = _calculation_in(judgement.claim), self._judge.truth(self._proof.goal)
        if worked is None or goal is None:
            return False
        sizes = [number for number in leaves_of(worked) if number > _LARGEST_COUNT and number not in TOTALS]
        return bool(sizes) and all(self._judge.scene.is_number(size) and abs(size - goal) > TWO_DECIMALS for size in sizes)

    def _may_answer(self, judgement: Judgement, *, is_reasoned: bool) -> bool:
        claim = judgement.claim
        is_sure = judgement.truth.is_right or judgement.truth is Truth.WRONG
        if _CHOICE.search(judgement.move.words):
            return False  # "are they equal or do they add up to 180" says neither
        if _WHAT_IF.match(judgement.move.words) and (judgement.is_answer or judgement.quantity == self._proof.goal):
            return False  # "what if YS was 12" tries a value, whatever comes of it
        if judgement.truth is Truth.WRONG and _SUPPOSING.match(judgement.move.words):
            return False  # "if i mirror it the angle is 60" speaks of another figure
        is_vague = bool(claim.relation and not claim.relations) and len(judgement.move.words.split()) > _SHORT_QUESTION
        # Of what a wrong lone value is asked, "is it 17", nobody knows.
        is_lone = claim.is_bare or (claim.is_of_asked and _calculation_in(claim) is None)
        is_open = is_lone and not judgement.truth.is_right
        is_bound = claim.relation == "greater" and any(
            side == self._proof.goal for side in map(self._judge.scene.canonical, claim.sides)
        )
        is_of_goal = _calculation_in(claim) is not None and self._proof.goal in map(self._judge.scene.canonical, claim.sides)
        is_about_answer = judgement.is_answer or judgement.quantity == self._proof.goal or is_open or is_bound or is_of_goal
        # "Is it pythagoras" asks for the way, "does similar mean the same size" for a word; "isnt it half the arc" is a theorem.
        # "u = πr²?" is asked of a letter of their own, which may stand for anything that makes it so.
        is_free = any(name.sort == "own" and not name.kinds for name in claim.names)
        is_named = bool(claim.rules) and (claim.holds is None or _MEANING.search(judgement.move.words.lower()) is not None)
        return is_sure and not is_vague and not is_named and not is_free and (is_reasoned or not is_about_answer)

    def _settled(self, judgement: Judgement, text: str, elsewhere: Collection[float | None] = ()) -> Judgement:
        """Take a lone value that could be of several parts for the one that the proof finds, where just one has it.

        A true sum of the learner's own that comes to the answer gives the answer, whatever its way, but where its result is one
        of the values said of parts ``elsewhere``: "180 - 57 = 123 so PDQ is 123".
        """
        if judgement.is_answer and _is_power(judgement.claim):
            return judgement._replace(is_answer=False)  # "area = 7.07²" is still to be worked out
        value, goal = judgement.value, self._judge.truth(self._proof.goal)
        truth = self._truth_of_sum(judgement)
        is_goal = value is not None and goal is not None and abs(value - goal) <= max(TWO_DECIMALS, 0.002 * goal)
        if is_goal and truth is not None and value not in elsewhere:
            return judgement._replace(truth=truth, way="goal", is_answer=True)
        if judgement.truth not in {Truth.AMBIGUOUS, Truth.UNKNOWN}:
            return judgement
        stood = self._stood_for(judgement, text)
        return judgement if stood is None else stood._replace(is_answer=False)  # the size of something else is no answer

    def _stood_for(self, judgement: Judgement, text: str) -> Judgement | None:
        """Return a number without a name as right of what it stands for here; None where nothing in play has that size."""
        claim, goal = judgement.claim, self._proof.goal
        names = claim.names
        if len(claim.sides) != 2 or len(names) != 1 or has_unknowns(claim.sides[-1]):
            return None
        if names[0].letter.name in _SEVERAL and self._standing.is_of_several(_SEVERAL[names[0].letter.name], claim.sides[-1]):
            return judgement._replace(truth=Truth.RIGHT, way="goal", value=constant(claim.sides[-1]))
        is_own_point = names[0].sort == "own" and names[0].letter.name.isupper()
        if names[0].sort not in {"asked", "part"} and not is_own_point:
            return None
        written = claim.sides[-1]
        value = constant(written)
        if value is None:
            return None
        solved = [
            found
            for step in self._proof.steps
            for found in step.solved
            if found.atom not in {*self._judge.scene.given, self._proof.goal}
        ]
        meant = {found.atom for found in solved if abs(found.value.number - value) <= TWO_DECIMALS}
        if len(meant) == 1 and names[0].sort == "asked":
            atom = meant.pop()
            return judgement._replace(truth=Truth.RIGHT, way="goal", quantity=atom, value=value, meant=atom)
        found = self._standing.of(value, written, is_half="half" in text.lower().split())
        if found is None or not self._is_of_kind(found, names[0]):
            return None
        # What a wrong idea gives for the answer is rather that than a result on the way, unless words say that it is one.
        is_whole = not isinstance(found, Quantity) or found.kind in {"circle_area", "circumference"}
        is_told = is_whole and (names[0].sort == "part" or _is_said(text))
        if not is_told and self._judge.ideas.of_equation(claim._replace(sides=(goal, written), names=())) is not None:
            return None
        ways = self._judge.scene.ways
        leads = ways is None or any(leaf in ways.atoms for leaf in unknowns(found))
        quantity = found if isinstance(found, Quantity) else None
        return judgement._replace(truth=Truth.RIGHT, way="goal" if leads else "none", quantity=quantity, value=value, meant=found)

    @staticmethod
    def _is_of_kind(found: Expression, said: Description) -> bool:
        """Whether what a number stands for is what the words beside it measure; "the other side" may be any rest."""
        kinds = {leaf.kind for leaf in unknowns(found) if isinstance(leaf, Quantity)}
        if said.word in _OF_CIRCLE:  # no chord is a radius
            return said.word in kinds
        return not said.kinds or "other" in said.place or said.word == "third" or bool(kinds & {*said.kinds})

    def _truth_of_sum(self, judgement: Judgement) -> Truth | None:
        """Return whether a sum about this figure with a result comes out; None where it does not, or its unit is another."""
        claim = judgement.claim
        if not (claim.is_arithmetic and len(claim.sides) == 2 and is_final(claim.sides[1])):
            return None
        is_open = judgement.truth is Truth.UNKNOWN and claim.unit != "" and self._judge.measures_goal(claim.unit)
        truth = arithmetic_of(claim.sides) if is_open else judgement.truth
        return truth if truth is not None and truth.is_right and not is_elsewhere(judgement, self._numbers) else None


def are_alternatives(moves: Sequence[Move], text: str) -> bool:
    """Whether what is asked or planned is one of several things: "do i halve that or double it"."""
    return len(moves) > 1 and _OR.search(text.lower()) is not None


def asks_which(text: str) -> bool:
    """Whether a list of numbers is a question: "theres 44 and 71 in the text. is it one of those"."""
    return _WHICH.search(text.lower()) is not None


def _calculation_in(claim: Claim) -> Operation | None:
    """Return the calculation with numbers that gives a part its value; None where there is none, or no part is meant."""
    if claim.is_arithmetic or len(claim.sides) != 2:
        return None
    sides = (claim.worked, *(side for side in claim.sides if not has_unknowns(side) and not is_final(side)))
    return next((side for side in sides if isinstance(side, Operation)), None)


def _is_number_alone(judged: Judged) -> bool:
    """Whether a message is one number, with a unit at most."""
    move = judged.message.moves[0]
    claim = move.claim
    if len(judged.message.moves) > 1 or move.kind is not Kind.VALUE or claim is None or not claim.is_bare:
        return False
    return len(_WORDS.findall(judged.message.text.replace(claim.text, "", 1))) <= bool(claim.unit)


def _is_power(claim: Claim) -> bool:
    """Whether a claim gives something a power of a number as its value, and nothing that it comes to."""
    return claim.worked is None and _POWER.search(claim.plain) is not None


def is_alone(claim: Claim) -> bool:
    """Whether a value is said of no part: ``57``, ``then 57``."""
    return claim.worked is None and len(claim.names) == 1 and claim.names[0].sort in {"asked", "number"}


def _of_method(judgement: Judgement) -> Judgement:
    """Return a calculation that is asked about, and that a wrong idea makes, as not the way: "do i do 26² + 10² then"."""
    is_idle = judgement.misconception is not None and judgement.way != "goal" and judgement.claim.is_arithmetic
    is_idle &= len(judgement.claim.sides) == 1
    return judgement._replace(truth=Truth.WRONG, way=None) if is_idle else judgement


def _is_said(text: str) -> bool:
    """Whether there are words around a number, and not the number alone."""
    return len(_WORDS.findall(text)) > _SHORT_QUESTION


def _kind_of(claim: Claim) -> Kind:
    """Return what a claim would be that is only asked about."""
    if claim.relation or claim.rules:
        return Kind.RELATION if claim.relation else Kind.THEOREM
    return Kind.WORKING if len(claim.sides) == 1 else Kind.EQUATION if claim.atom is None else Kind.VALUE
