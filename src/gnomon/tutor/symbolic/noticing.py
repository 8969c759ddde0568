"""The final answer, noticed in whatever words it comes, and what a right answer tells of the claims before it.

Two rules that hold whatever a message says. A message that ends with the answer, told as something that is so, gives the answer,
also where nobody has read of what the number is said: no other part has the value, and something else in the message belongs to
the figure. And who ends with the right answer has not gone wrong on the way there: what looks wrong before it was more likely
read wrongly, and is left open, but for a value that is given plainly to a part by its name (``VQZ is 67 and QZV is 61``).

Of 18 messages in six fresh sets that were read as right at the end and wrong beside it, 11 had nothing wrong in them; six of the
other seven went wrong after the answer, and one plainly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.algebra import constant, read_numbers
from gnomon.problem import Expression, Operation, Quantity, unknowns
from gnomon.tutor.message.ending import Ending
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import Claim, Description, Kind, Move, is_final, numbers_of
from gnomon.tutor.message.reckoning import comes_to
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth, compared

_PLAIN_WORDS = frozenset(
    {
        "so", "and", "then", "the", "that", "that's", "thats", "angle", "arc", "side", "line", "segment", "means", "is", "are",
        "was", "must", "should", "be", "equal", "equals", "has", "also", "too", "about", "cm", "mm", "m", "km", "ft", "in",
        "degree", "degrees", "deg", "pi", "sqrt",
    }
)  # fmt: skip
"""Words beside a part and its value that leave no doubt of what is said."""
_WORD = re.compile(r"[^\W\d_][\w']*")
_LONGEST_NAME = 4
"""Letters of a part's name."""


class Sought(NamedTuple):
    """What a problem asks for."""

    goal: Expression
    size: float
    """Its true value in the unit that a number is told in."""


def noticed(message: Message, judgements: Sequence[Judgement], scene: Scene, sought: Sought) -> Judgement | None:
    """Return the number that a message ends with as the answer; None where it is none, or may be said of something else.

    Args:
        message: as read.
        judgements: on its claims.
        scene: of the problem.
        sought: what is asked for.
    """
    ending = message.ending
    value = constant(ending.value) if ending is not None else None
    if ending is None or value is None or not is_final(ending.value):
        return None  # "so its 90 - 32": what is not worked out is no answer yet
    if sum(move.kind is Kind.GUESS for move in message.moves) > 1:
        return None  # "x = 55, x = 56, x = 57": a list of guesses ends with nothing
    if any(each.is_answer and (each.truth.is_right or each.value == value) for each in judgements):
        return None  # it is noticed, or has another unit; a wrong one before the ending was taken back by it
    shown = [side for each in judgements for side in each.claim.sides if constant(side) is not None]
    truth = compared(sought.size, value, ending.value, shown)
    if not truth.is_right or scene.is_given(value) or _is_of_another(ending, judgements, scene, sought):
        return None
    if not _belongs_here(ending, judgements, scene, message.text):
        return None
    claim = Claim(ending.text, (sought.goal, ending.value), unit=ending.unit)
    move = Move(Kind.VALUE, ending.text, claim)
    quantity = sought.goal if isinstance(sought.goal, Quantity) else None
    return Judgement(move, claim, truth, way="goal", quantity=quantity, value=value, is_answer=True)


def _is_of_another(ending: Ending, judgements: Sequence[Judgement], scene: Scene, sought: Sought) -> bool:
    """Whether the number is, or may be, that of a part other than what is sought."""
    value = constant(ending.value) or 0.0
    if any(each.value == value and _is_elsewhere(each, sought) for each in judgements):
        return True
    if any(_gives_more(each.claim, value, sought.goal) for each in judgements):
        return True
    others = (each.value for each in judgements if each.quantity is not None and each.quantity != sought.goal)
    if any(other is not None and abs(other - value) <= SAME * abs(value) for other in others):
        return True
    return not all(_may_be_sought(part, scene, sought) for part in ending.named)


def _is_elsewhere(judgement: Judgement, sought: Sought) -> bool:
    """Whether a claim gives its value to other parts: "the other sides are 9 as well", "63 for one triangle"."""
    is_of_piece = judgement.claim.is_arithmetic and judgement.truth is Truth.AMBIGUOUS
    is_of_others = judgement.quantity == sought.goal and judgement.truth.is_right and not judgement.is_answer
    return judgement.claim.is_further or is_of_piece or is_of_others


def _gives_more(claim: Claim, value: float, goal: Expression) -> bool:
    """Whether an equation gives the number to an expression of what is sought, and not to it alone: ``3x = 4``."""
    is_there = any(constant(side) == value for side in claim.sides)
    wholes = (side for side in claim.sides if isinstance(side, Operation))
    return is_there and any(leaf == goal for whole in wholes for leaf in unknowns(whole))


def _may_be_sought(part: Expression | Description, scene: Scene, sought: Sought) -> bool:
    if not isinstance(part, Description):
        return scene.canonical(part) == sought.goal
    is_open = part.sort in {"asked", "answer", "unknown", "number"}
    return is_open or any(meaning.expression == sought.goal for meaning in scene.meanings(part))


def _belongs_here(ending: Ending, judgements: Sequence[Judgement], scene: Scene, text: str) -> bool:
    """Whether the number is told of the figure: by a sign or its unit, by what is right beside it, or by what it is made of."""
    value = constant(ending.value) or 0.0
    met = [number.value for number in read_numbers(text) if scene.is_number(number.value) and number.value != value]
    is_root = any(abs(math.sqrt(abs(each)) - value) <= SAME * value for each in met)  # "thats 144, then root... 12"
    if not all(map(scene.is_given, met)) and (is_root or comes_to(met, value)):  # with given numbers alone anything is made
        return True
    if any(each.claim.is_arithmetic and each.way == "none" and each.value == value for each in judgements):
        return False  # "9 + 15 = 24, 15 - 9 = 6, 24 + 6 = 30": sums that lead nowhere come to anything
    if any(each.truth.is_right and each.way == "goal" and not each.is_given for each in judgements):
        return True
    if ending.has_sign or (ending.is_clear and ending.unit not in {"", "°"}):  # degrees may be those of a day
        return True
    told = [number for each in judgements for side in each.claim.sides for number in numbers_of(side) if number != value]
    return len(told) > 1 and comes_to(told, value)


def forgiven(judgements: Sequence[Judgement]) -> list[Judgement]:
    """Return the judgements of a message; what looks wrong on the way to a right answer is left open.

    Args:
        judgements: on the claims of a message, in order.
    """
    last = max((at for at, each in enumerate(judgements) if each.is_answer), default=-1)
    if last < 0 or not judgements[last].truth.is_right:
        return list(judgements)
    return [_left_open(each) if at < last else each for at, each in enumerate(judgements)]


def _left_open(judgement: Judgement) -> Judgement:
    if judgement.truth is not Truth.WRONG or _is_plain(judgement):
        return judgement
    return judgement._replace(truth=Truth.UNKNOWN, misconception=None, is_answer=False)


def _is_plain(judgement: Judgement) -> bool:
    """Whether a wrong claim can be read in one way only: a false theorem, another unit, the value of a part by its name."""
    claim = judgement.claim
    if judgement.move.kind is Kind.THEOREM or judgement.has_wrong_unit:
        return True
    if judgement.move.kind is not Kind.VALUE or claim.names or len(claim.sides) != 2 or not is_final(claim.sides[-1]):
        return False
    others = [word for word in _WORD.findall(claim.text) if word.lower() not in _PLAIN_WORDS]
    return len(others) == 1 and len(others[0]) <= _LONGEST_NAME
