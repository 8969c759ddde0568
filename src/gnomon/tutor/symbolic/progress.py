"""How a learner works: honest attempts, repetitions, guesses, and signs that help is not used.

A real attempt is a claim with its reason: an equation, a calculation, a relation or a theorem about this figure that was not
said before. A value alone is none, and neither is a plea, however often it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from gnomon.dialogue import TutorTurn
from gnomon.problem import Expression, Number, Operation
from gnomon.tutor.message.moves import Claim, Kind, has_unknowns, is_final
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.truth import Truth

Sign = Literal["hint_abuse", "guess_cycling", "unproductive_persistence", "pressure"]
MOST_GUESSES = 3
"""Wrong values for one thing, without a reason, after which no further one is confirmed or denied: more would be a search."""
_IDLE_MESSAGES = 4
"""Messages in a row that only take help before this is called hint abuse: two or three are shyness."""
_STUCK_ATTEMPTS = 4
"""Attempts at one step that came to nothing before going on like that is called unproductive."""
PRESSING = frozenset({Kind.ASKS_ANSWER, Kind.AUTHORITY, Kind.INJECTION})
"""Moves that want the answer instead of help."""
_TAKING = PRESSING | {Kind.NOT_KNOWING, Kind.ASKS_WHAT_TO_DO, Kind.ACKNOWLEDGEMENT, Kind.EMPTY, Kind.UNREAD, Kind.OFF_TOPIC}
_REASONING = frozenset({Kind.EQUATION, Kind.RELATION, Kind.THEOREM, Kind.WORKING})
_NO_TRY = PRESSING | {
    Kind.GUESS, Kind.DOUBT, Kind.GREETING, Kind.ACKNOWLEDGEMENT, Kind.EMPTY, Kind.UNREAD, Kind.OTHER_LANGUAGE, Kind.OFF_TOPIC,
    Kind.TOO_LONG,
}  # fmt: skip
_RATIOS = frozenset({"sin", "cos", "tan"})
_EVERYWHERE = {90.0, 180.0, 360.0, 540.0, 720.0}
"""Numbers of theorems: a calculation with one of them may be about any figure."""
_SMALL = 2
"""Numbers up to this stand in sums about anything."""


class Exchange(NamedTuple):
    """A message of the learner, with the turn that it answers and what came of it."""

    turn: TutorTurn | None
    judged: Judged
    claims: tuple[Judgement, ...]
    """The judgements that a turn goes by (`Diagnostician.taken`)."""
    is_attempt: bool
    """Whether it is a real attempt."""
    is_idle: bool
    """Whether it only calculates with numbers that are none of this figure."""
    is_new: bool
    """Whether it established something."""
    finds_answer: bool
    """Whether the answer was found with it, and not before."""
    is_repeated: bool
    """Whether the learner has said the same before."""
    withheld: bool
    """Whether its value is neither confirmed nor denied, since it is one more guess."""
    known_before: frozenset[object]
    """What was established before it."""

    @property
    def kinds(self) -> frozenset[Kind]:
        """Of its moves."""
        return frozenset(move.kind for move in self.judged.message.moves)

    @property
    def is_try(self) -> bool:
        """Whether it is more than pressure, talk, a guess or a sum about nothing: not to know is an honest answer."""
        return not self.kinds <= _NO_TRY and not self.is_idle

    @property
    def aim(self) -> str | None:
        """The step that the turn before it was about."""
        return self.turn.record.aim if self.turn is not None and self.turn.record is not None else None


def shows_reason(judgement: Judgement, numbers: Collection[float]) -> bool:
    """Whether a claim carries its reason: a calculation, an equation, a relation or a theorem about this figure.

    Args:
        judgement: of the claim.
        numbers: that the problem gives.
    """
    claim = judgement.claim
    if claim.worked is None and (claim.is_bare or _is_ratio_value(claim)):
        return False
    is_worked = claim.worked is not None or any(isinstance(side, Operation) and not is_final(side) for side in claim.sides)
    has_reason = judgement.move.kind in _REASONING or is_worked
    return has_reason and (_is_about_figure(claim, numbers) or _is_on_way(judgement))


def _is_ratio_value(claim: Claim) -> bool:
    """Whether a claim only gives the value of an angle's sine, cosine or tangent, which is no more work than the angle's own."""
    ratios = [side for side in claim.sides if isinstance(side, Operation) and side.symbol in _RATIOS]
    return len(claim.sides) == 2 and len(ratios) == 1 and any(isinstance(side, Number) for side in claim.sides)


def is_elsewhere(judgement: Judgement, numbers: Collection[float]) -> bool:
    """Whether a calculation is about nothing in this figure; arguments as of `shows_reason`."""
    return judgement.claim.is_arithmetic and not _is_about_figure(judgement.claim, numbers) and not _is_on_way(judgement)


def _is_on_way(judgement: Judgement) -> bool:
    written = [abs(number) for side in judgement.claim.sides for number in _numbers_in(side)]
    return judgement.way == "goal" and any(number > _SMALL for number in written)


def _is_about_figure(claim: Claim, numbers: Collection[float]) -> bool:
    if claim.relation or claim.rules or any(map(has_unknowns, claim.sides)):
        return True
    written = [abs(number) for side in claim.sides for number in _numbers_in(side) if abs(number) > _SMALL]
    return any(number in numbers or number in _EVERYWHERE for number in written)


def _numbers_in(expression: Expression) -> list[float]:
    if isinstance(expression, Number):
        return [] if expression.value == "pi" else [float(expression.value)]
    return [n for part in expression.arguments for n in _numbers_in(part)] if isinstance(expression, Operation) else []


def spelled(judged: Judged) -> str:
    """Return what a message claims, spelled so that saying it again in other words is seen; its words where it claims nothing."""
    claims = [judgement.claim for judgement in judged.judgements]
    said = [
        " = ".join(map(str, claim.sides)) or (claim.relation and f"{claim.relation} {claim.relations}") or " ".join(claim.rules)
        for claim in claims
    ]
    return " ".join("; ".join(dict.fromkeys(said)).split()) or " ".join(judged.message.text.lower().split()).strip(" .!?")


def signs_of(exchanges: Sequence[Exchange], aim: str | None) -> tuple[Sign, ...]:
    """Return the signs that the learner shows now, as long as no real attempt takes them back."""
    since = _since_attempt(exchanges)
    found: list[Sign] = []
    if sum(bool(exchange.kinds & PRESSING) for exchange in exchanges):
        found.append("pressure")
    if len(since) >= _IDLE_MESSAGES and all(map(_only_takes, since[-_IDLE_MESSAGES:])):
        found.append("hint_abuse")
    if sum(_is_guess(exchange) for exchange in since) >= MOST_GUESSES:
        found.append("guess_cycling")
    if _is_stuck([exchange for exchange in exchanges if exchange.aim == aim]):
        found.append("unproductive_persistence")
    return tuple(found)


def _since_attempt(exchanges: Sequence[Exchange]) -> Sequence[Exchange]:
    last = max((at for at, exchange in enumerate(exchanges) if exchange.is_attempt), default=-1)
    return exchanges[last + 1 :]


def _only_takes(exchange: Exchange) -> bool:
    return exchange.kinds <= _TAKING or exchange.is_idle  # ten times "1+1=2" gives nothing either


def _is_guess(exchange: Exchange) -> bool:
    is_wrong = any(judgement.truth is Truth.WRONG for judgement in exchange.claims)
    return bool(exchange.kinds & {Kind.GUESS, Kind.DOUBT}) or exchange.withheld or is_wrong


def _is_stuck(at_step: Sequence[Exchange]) -> bool:
    """Whether attempts at a step come to nothing, or one thing is said again and again."""
    fruitless = [exchange for exchange in at_step if not exchange.is_new]
    again = sum(exchange.is_repeated and bool(exchange.claims) and not exchange.is_idle for exchange in fruitless)
    return again >= MOST_GUESSES or sum(exchange.is_attempt for exchange in fruitless) >= _STUCK_ATTEMPTS
