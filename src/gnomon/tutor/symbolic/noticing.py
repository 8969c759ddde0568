"""The final answer, noticed in whatever words it comes, and what a right answer tells of the claims before it.

Two rules that hold whatever a message says. A message that ends with the answer, told as something that is so, gives the answer,
also where nobody has read of what the number is said: no other part has the value, and something else in the message belongs to the
figure. And who ends with the right answer has not gone wrong on the way there: what looks wrong before it was more likely read
wrongly, and is left open, but for a value that is given plainly to a part by its name (``VQZ is 67 and QZV is 61``). Of 18 messages
in fresh sets that were read as right at the end and wrong before it, 11 had nothing wrong in them and 6 of the 7 others went
wrong after the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.algebra import constant
from gnomon.problem import Expression, Quantity
from gnomon.tutor.message.ending import Ending
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import Claim, Description, Kind, Move, is_final, numbers_of
from gnomon.tutor.message.reckoning import comes_to
from gnomon.tutor.message.talk import is_of_trade
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

_PLAIN_VALUE = re.compile(
    r"\W*(?:(?:so|and|then|the|that|angle|arc|side|line|segment|means|∠)\W+)*[A-Za-z'′\d]{1,8}\W*"
    r"(?:(?:is|are|was|must be|should be|equals?|has|also|too|then|about|=|≈)\W+)*[-\d.,/√π°\s]+(?:cm|m|mm|km|ft|in|degrees?|deg)?[²³]?\W*",
    re.IGNORECASE,
)
"""A part by its name, and its value, and no other word."""


class Sought(NamedTuple):
    """What a problem asks for."""

    goal: Quantity | Expression
    size: float
    """Its true value."""


def noticed(message: Message, judgements: Sequence[Judgement], scene: Scene, sought: Sought, factor: float | None) -> Judgement | None:
    """Return the number that a message ends with as the answer; None where it is none, or may be said of something else.

    Args:
        message: as read.
        judgements: on its claims.
        scene: of the problem.
        sought: what is asked for.
        factor: how much of the problem's unit one of the unit written is; None where that measures something else.
    """
    ending = message.ending
    value = constant(ending.value) if ending is not None else None
    if ending is None or value is None or factor is None or any(each.is_answer for each in judgements):
        return None
    if not is_final(ending.value):
        return None  # "so its 90 - 32": what is not worked out is no answer yet
    shown = [side for each in judgements for side in each.claim.sides if constant(side) is not None]
    truth = compared(sought.size / factor, value, ending.value, shown)
    if not truth.is_right or scene.is_given(value) or _is_of_another(ending, value, judgements, scene, sought):
        return None
    if not _belongs_here(ending, value, judgements, scene, message.text):
        return None
    claim = Claim(ending.text, (sought.goal, ending.value), unit=ending.unit)
    quantity = sought.goal if isinstance(sought.goal, Quantity) else None
    return Judgement(Move(Kind.VALUE, ending.text, claim), claim, truth, way="goal", quantity=quantity, value=value, is_answer=True)


def _is_of_another(ending: Ending, value: float, judgements: Sequence[Judgement], scene: Scene, sought: Sought) -> bool:
    """Whether the number is, or may be, that of a part other than what is sought."""
    for part in ending.named:
        if isinstance(part, Description):
            is_goal = part.sort in {"asked", "answer", "unknown", "number"}
            is_goal = is_goal or any(meaning.expression == sought.goal for meaning in scene.meanings(part))
        else:
            is_goal = scene.canonical(part) == sought.goal
        if not is_goal:
            return True
    return any(
        each.quantity is not None and each.quantity != sought.goal and each.value is not None and abs(each.value - value) <= SAME * value
        for each in judgements
    )


def _belongs_here(ending: Ending, value: float, judgements: Sequence[Judgement], scene: Scene, text: str) -> bool:
    """Whether the number is told of the figure: by what is right beside it, by what it is made of, by a sign, or by every word."""
    is_led_to = any(each.truth.is_right and each.way == "goal" and not each.is_given for each in judgements)
    told = [number for each in judgements for side in each.claim.sides for number in numbers_of(side) if number != value]
    is_made = len(told) > 1 and comes_to(told, value)
    is_known = all(map(is_of_trade, ending.words)) and not scene.is_foreign(value)
    return is_led_to or is_made or ending.has_sign or (is_known and bool(text))


def forgiven(judgements: Sequence[Judgement]) -> list[Judgement]:
    """Return the judgements of a message; what looks wrong on the way to a right answer is left open.

    Args:
        judgements: on the claims of a message, in order.
    """
    last = max((at for at, each in enumerate(judgements) if each.is_answer), default=-1)
    if last < 0 or not judgements[last].truth.is_right:
        return list(judgements)
    is_clean = [each.truth is not Truth.WRONG or _is_plain(each) for each in judgements[:last]]
    return [
        each if at >= last or is_clean[at] else each._replace(truth=Truth.UNKNOWN, misconception=None, is_answer=False)
        for at, each in enumerate(judgements)
    ]


def _is_plain(judgement: Judgement) -> bool:
    """Whether a wrong claim says in plain words what nobody can read otherwise: a false theorem, or the value of a named part."""
    claim = judgement.claim
    if judgement.move.kind is Kind.THEOREM or judgement.has_wrong_unit:
        return True
    if judgement.move.kind is not Kind.VALUE or claim.names or len(claim.sides) != 2 or not is_final(claim.sides[-1]):
        return False
    return _PLAIN_VALUE.fullmatch(claim.text) is not None
