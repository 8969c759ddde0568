"""What is to be said of a message: the judgements on its claims, and what they come to together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from gnomon.algebra import constant
from gnomon.geometry import Misconception, Valued
from gnomon.problem import Expression, Number, Operation, Quantity, unknowns
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import AT_ODDS, Claim, Kind, Move
from gnomon.tutor.symbolic.truth import Truth

_SHAPES = frozenset({"square", "rectangle", "rhombus", "parallelogram", "kite", "trapezoid"})
"""Shapes that are claimed without ground more often than any other relation."""

_PART = re.compile(
    r"\b(?:(?:angle|side|corner|height|chord|arc|diagonal|median|tangent|secant)s?|perimeter|area|radius|diameter"
    r"|winkel|seiten?|ecken?|höhe|umfang|fläche|sehne|bogen|diagonale)\b"
)
"""Words of parts: beside a calculation they say of what it is."""
_IS_NUMBER = re.compile(r"\b(?:is|its|it's|are|ist|sind|makes) (?:\w+ )?\d")
_CONCLUDES = re.compile(r"\W*(?:so|therefore|thus|hence|that means|which means|also|deshalb|daher)\b")
"""Behind what something is concluded from."""
_BECAUSE = re.compile(r"(?:\b(?:because|bc|cause|cuz|cos|since|weil|da)|, (?=its |it's |theyre )|,)\s*$")
"""Before what is given as a reason."""
_CONTRASTS = re.compile(r"\b(?:but|aber|though|tho|however)\b")
"""What joins a theorem to something that is no conclusion from it."""
_FEW_WORDS = 6
"""Words of three letters and more that may stand unread beside a sum that leads nowhere: with more something else was said."""
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
    is_by_look: bool = False
    """Whether it is wrong by what the figure shows, where the givens settle nothing."""
    is_given: bool = False
    """Whether it only repeats what the problem states."""
    is_answer: bool = False
    """Whether it gives the goal its value, right or wrong."""
    meant: Expression | None = None
    """What a number without a name stands for, where that is not what was asked for."""


class Judged(NamedTuple):
    """A message with the judgements on its claims, in order."""

    message: Message
    judgements: tuple[Judgement, ...] = ()

    @property
    def verdict(self) -> Literal["right", "rounded", "wrong", "mixed", "none"]:
        """What all its claims come to: mixed where some are right and some wrong."""
        if any(move.about == AT_ODDS for move in self.message.moves):
            return "none"
        said = self._said()
        truths = [judgement.truth for judgement in said]
        if Truth.WRONG in truths:
            wrong = {each.value for each in said if each.truth is Truth.WRONG} - {None}
            # "The angle is 135 so the arc is 135" is one thought: the value was only carried over.
            apart = [each for each in said if each.truth.is_right and not (each.value in wrong and _is_loose(each.claim))]
            apart = [each for each in apart if not self._is_premise(each)]
            is_mixed = any(_is_of_figure(each) or is_sum(each.claim) or each.claim.is_shared for each in apart)
            is_mixed = is_mixed or (
                any(each.claim.holds for each in apart) and _CONTRASTS.search(self.message.text.lower()) is not None
            )
            is_mixed = is_mixed and not all(each.has_wrong_unit for each in said if each.truth is Truth.WRONG)
            return "mixed" if is_mixed else "wrong"
        if (not self.solved and (Truth.AMBIGUOUS in truths or self._is_open(said))) or self._goes_beyond(said):
            return "none"
        if (
            self.message.unread
            or self._is_left_open()
            or any(_is_open_reason(each) and not _is_defined_by(each, said) for each in said)
        ):
            return "none"
        return "rounded" if Truth.ROUNDED in truths else "right" if Truth.RIGHT in truths else "none"

    def _is_premise(self, judgement: Judgement) -> bool:
        """Whether what is stated is only a reason: ``GV is the bisector so V is in the middle``, ``60, its equilateral``."""
        before, _, behind = self.message.text.lower().partition(judgement.move.words.lower())
        is_relation = bool(judgement.claim.relations) or not any(constant(side) is not None for side in judgement.claim.sides)
        is_source = is_relation and _CONCLUDES.match(behind) is not None
        return judgement.is_given and (is_source or _BECAUSE.search(before) is not None)

    def _is_open(self, said: Sequence[Judgement]) -> bool:
        """Whether something that is claimed, or concluded at the end, was not judged: what is right beside it stands for less."""
        unknown = [each for each in said if each.truth is Truth.UNKNOWN and each.move.kind in {Kind.VALUE, Kind.EQUATION}]
        unknown = [each for each in unknown if not each.claim.is_reason or not each.claim.names]
        right = [each for each in said if each.truth.is_right]
        bare = [each for each in unknown if each.claim.is_bare and not each.claim.is_reason]
        is_denied = any(move.kind is Kind.DENIAL for move in self.message.moves)
        if right and (bare or is_denied) and all(each.claim.is_reason for each in right):
            return True  # "108 because thats the angle in a pentagon": what is said with a reason is open
        named = [each for each in unknown if not each.claim.names and not each.claim.is_arithmetic]
        named += [each for each in said if each.truth is Truth.UNKNOWN and _is_of_whole(each.claim)]
        last = [each for each in unknown if each is said[-1] and each.claim.names]
        is_part = any(name.sort in {"part", "vertex", "unknown"} for each in last for name in each.claim.names)
        return bool(self.message.has_unread_end or named) or is_part or self._claims_more(said)

    def _claims_more(self, said: Sequence[Judgement]) -> bool:
        """Whether words say more than what is right: of a sum that leads nowhere, or beside a theorem that is only named."""
        last = said[-1] if said else None
        if last is None:
            return False
        text = self.message.text
        if last.claim.is_arithmetic and len(last.claim.sides) > 1:
            _, _, behind = text.partition(last.move.words)
            told = text if last.misconception is not None else behind
            is_idle = last.way == "none" and _PART.search(told.lower()) is not None
            is_idle |= last.way == "none" and last.truth.is_right and self._num_unread_words >= _FEW_WORDS
            return is_idle or (last.truth is Truth.UNKNOWN and last.misconception is not None)
        for move in self.message.moves:
            text = text.replace(move.words, " ")
        is_theory = all(each.move.kind in {Kind.THEOREM, Kind.RELATION} for each in said)
        return is_theory and _IS_NUMBER.search(text.lower()) is not None

    @property
    def _num_unread_words(self) -> int:
        """How many words of the message belong to no move."""
        text = self.message.text
        for move in self.message.moves:
            text = text.replace(move.words, " ")
        return len(re.findall(r"[a-z]{3,}", text.lower()))

    def _is_left_open(self) -> bool:
        """Whether an equation's solution is only guessed: ``(x + 8)(x - 6) = 0 so x = 8 or x = -6``."""
        last = self.message.moves[-1]
        is_open = last.kind is Kind.GUESS and " or " in last.words.lower()
        return is_open and not self.solved and any(map(_is_set_up, self.judgements))

    def _goes_beyond(self, said: Sequence[Judgement]) -> bool:
        """Whether another value, of which nothing is known, is given to some part after the answer."""
        at = max((at for at, each in enumerate(said) if each.is_answer), default=len(said))
        after = [each for each in said[at + 1 :] if each.truth in {Truth.UNKNOWN, Truth.AMBIGUOUS}]
        named = [each.claim for each in after if each.move.kind is Kind.VALUE and not each.claim.is_reason]
        named = [claim for claim in named if any(name.sort in {"part", "unknown", "vertex"} for name in claim.names)]
        corners = {name.letter for name in said[at].claim.names if name.sort == "vertex"} if named else set()
        others = [claim for claim in named if corners and {n.letter for n in claim.names if n.sort == "vertex"} - corners]
        return bool(others) or any(claim.sides[-1] != said[at].claim.sides[-1] for claim in named)

    def _said(self) -> list[Judgement]:
        """Return the judgements, of a chain of equations one: by its subject and its end."""
        found = []
        for _, several in groupby(self.judgements, key=lambda each: (each.claim.text, bool(each.claim.sides))):
            chain = list(several)
            if all(_is_equality(each.claim) and not each.claim.relation for each in chain):
                # Of SE = SK = EK one half may hold; "all four sides are equal" is one thought, and false as a whole.
                false = [each for each in chain if each.truth is Truth.WRONG and "=" not in each.claim.text]
                found += false or chain
                continue
            named = [each for each in chain if each.truth is Truth.WRONG and not each.claim.is_arithmetic]
            found.append(named[0] if named and chain[-1].claim.worked is None else chain[-1])
        return found

    @property
    def way(self) -> Way | None:
        """Where the right claims of the message lead: to the goal if one of them does."""
        right = [judgement for judgement in self.judgements if judgement.truth.is_right and judgement.way is not None]
        claimed = [judgement for judgement in right if not judgement.claim.is_reason]
        ways = {judgement.way for judgement in claimed or right}
        return None if self.verdict in {"wrong", "none"} else "goal" if "goal" in ways else "none" if "none" in ways else None

    @property
    def solved(self) -> bool:
        """Whether the learner has given the final answer, as a claim, and it holds: the last claim about it counts."""
        answers = [judgement.truth for judgement in self.judgements if judgement.is_answer]
        return bool(answers) and answers[-1].is_right


def _is_open_reason(judgement: Judgement) -> bool:
    """Whether it is a theorem or relation given as a reason that nothing in this figure bears out."""
    is_told = judgement.move.kind in {Kind.THEOREM, Kind.RELATION} and judgement.claim.is_reason
    is_idle = judgement.move.kind is Kind.THEOREM and judgement.way == "none"
    return is_told and (judgement.truth is Truth.UNKNOWN or is_idle)


_MEANS = {
    "similar": re.compile(r"\bangles\b.*\b(?:same|equal|match|agree)\b|\b(?:same|equal) angles\b"),
    "congruent": re.compile(r"\b(?:sides|angles|everything)\b.*\b(?:same|equal|match)\b|\b(?:same|equal) (?:sides|angles)\b"),
    "isosceles": re.compile(r"\b(?:sides|legs|radi\w+)\b.*\b(?:same|equal)\b|\b(?:same|equal) (?:sides|legs)\b|\bradi(?:i|us)\b"),
    "equilateral": re.compile(r"\b(?:sides|angles)\b.*\b(?:same|equal|60)\b|\b(?:same|equal) (?:sides|angles)\b"),
}
"""What figures have by being of a kind: as the reason of this it needs no ground of its own."""


def _is_defined_by(reason: Judgement, said: Sequence[Judgement]) -> bool:
    """Whether a reason says what a right relation beside it means: ``similar because all the angles are the same``."""
    told = reason.claim.plain.lower()
    right = (each.claim.relation for each in said if each.truth.is_right)
    return any(relation in _MEANS and _MEANS[relation].search(told) for relation in right)


def _is_of_whole(claim: Claim) -> bool:
    """Whether it says of a figure what it is, is congruent to, or is a share of."""
    is_congruence = claim.relation == "congruent" and "∠" not in claim.plain
    is_share = claim.relation == "share" and any(map(str.isdigit, claim.plain))
    return claim.relation in _SHAPES or is_share or is_congruence


def _is_of_figure(judgement: Judgement) -> bool:
    """Whether it is a claim of its own about the figure: a sum with numbers only, a reason or a theorem is none."""
    claim = judgement.claim
    is_equality = _is_equality(claim) and not any(name.sort == "own" for name in claim.names)  # KL = LM; "s = t" is a step
    is_said = (
        judgement.move.kind is Kind.VALUE
        or any(name.sort == "part" for name in claim.names)
        or bool(claim.relations)
        or judgement.is_answer
        or is_equality
        or _is_set_up(judgement)
    )
    is_told = judgement.is_given and bool(claim.names or claim.worked)  # what is given, named by its letters, is said for itself
    return not claim.is_reason and claim.relation != "collinear" and not is_told and is_said


def _is_set_up(judgement: Judgement) -> bool:
    """Whether it is an equation in the figure's own letters or parts: ``12x + 60 = 540`` says of the figure that it holds."""
    claim = judgement.claim
    is_open = any(next(iter(unknowns(side)), None) is not None for side in claim.sides)
    return judgement.move.kind is Kind.EQUATION and is_open and all(name.sort == "vertex" for name in claim.names)


def _is_equality(claim: Claim) -> bool:
    """Whether it says that parts are equal, or their ratios: ``KL = LM``, ``KL/LM = PQ/QR``."""
    return bool(claim.sides) and all(map(_is_of_parts, claim.sides))


def _is_of_parts(side: Expression) -> bool:
    match side:
        case Operation("/", (above, below)):
            return isinstance(above, Quantity) and isinstance(below, Quantity)
    return isinstance(side, Quantity)


def is_sum(claim: Claim) -> bool:
    """Whether it is an equation of numbers, stated for itself: where no part is meant, its arithmetic is what is claimed."""
    return claim.is_arithmetic and len(claim.sides) > 1 and claim.relation != "regular"


def takes_up(judgement: Judgement, beside: Judgement) -> bool:
    """Whether ``thats 70`` or ``the root of it is 20`` gives what another claim of the message came to, and not the goal."""
    value, result = judgement.value, beside.value
    if (
        not judgement.claim.is_of_asked
        or judgement.has_wrong_unit
        or value is None
        or result is None
        or not (beside.way == "goal" or beside.quantity is not None)
    ):
        return False
    if not beside.truth.is_right:
        return False
    text = judgement.claim.plain.lower()
    powers = [power for power, word in ((0.5, "root"), (2, "squared")) if word in text]
    powers += [0.5] if any(map(_has_square, beside.claim.sides)) else []  # "15 squared minus 12 squared is 81 so its 9"
    taken = [result, *(abs(result) ** power for power in powers)]
    is_whole = value % 1 == 0 and result % 1 != 0
    return any(abs(value - each) <= (0.5 if is_whole else 1e-9 * max(1.0, value)) for each in taken)


def _has_square(expression: Expression) -> bool:
    """Whether something is squared in an expression."""
    match expression:
        case Operation("^", (_, Number(value))):
            return value == 2
        case Operation(_, arguments):
            return any(map(_has_square, arguments))
    return False


def _is_loose(claim: Claim) -> bool:
    """Whether it says only by its kind, or not at all, of what it speaks."""
    return any(
        name.sort in {"asked", "part"} and name.place in {"", "other"} and name.letter.name != "the right angle"
        for name in claim.names
    )
