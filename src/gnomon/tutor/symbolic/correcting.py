"""A number that puts right what was said before it: "angles of a triangle add to 360", and then "oh it is 180".

"It" is what was said wrongly: the statement is read again with the new number in the place of each of its own, and where one of
these holds, that is what was meant. A number that puts nothing right is what it is without that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gnomon.algebra import constant
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.truth import Truth

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w])")
_BESIDE = frozenset({Kind.VALUE, Kind.DENIAL, Kind.ACKNOWLEDGEMENT})
"""Moves of a message that puts something right, and says nothing else."""


def is_misstated(judgement: Judgement) -> bool:
    """Whether a number may be put in its place: a false theorem, or a calculation that a wrong idea makes."""
    is_idle = judgement.claim.is_arithmetic and judgement.misconception is not None and judgement.way != "goal"
    is_false = judgement.move.kind is Kind.THEOREM and judgement.truth is Truth.WRONG
    return (is_false or is_idle) and _NUMBER.search(judgement.claim.text) is not None


def corrected(judged: Judged, wrong: str, read: Callable[[str], Judged]) -> Judged | None:
    """Return a lone number as what it makes of a wrong statement; None where it is no such number, or does not put it right.

    Args:
        judged: the message, by its own words.
        wrong: what the learner said wrongly before.
        read: reads and judges a statement.
    """
    moves = judged.message.moves
    values = [move for move in moves if move.kind is Kind.VALUE]
    claim = values[0].claim if len(values) == 1 else None
    if (
        claim is None
        or not claim.is_of_asked
        or not {move.kind for move in moves} <= _BESIDE
        or judged.solved
        or "?" in judged.message.text
    ):
        return None
    value = constant(claim.sides[-1]) if len(claim.sides) == 2 else None
    if value is None or any(each.truth.is_right for each in judged.judgements):
        return None
    for statement in _with_number(wrong, f"{value:.10g}"):
        told = read(statement).judgements
        one = told[0] if len(told) == 1 else None
        if one is not None and one.truth is Truth.RIGHT and one.way == "goal" and one.move.kind in {Kind.THEOREM, Kind.WORKING}:
            move = Move(one.move.kind, values[0].words, one.claim)
            message = judged.message._replace(moves=(move,), unread="", has_unread_end=False)
            return judged._replace(message=message, judgements=(one._replace(move=move),))
    return None


def _with_number(wrong: str, number: str) -> Iterator[str]:
    """Yield a statement with a number in the place of each of its own; of a calculation what stands before its result."""
    for text in dict.fromkeys((wrong, wrong.partition("=")[0].strip())):
        for match in _NUMBER.finditer(text):
            yield f"{text[: match.start()]}{number}{text[match.end() :]}"
