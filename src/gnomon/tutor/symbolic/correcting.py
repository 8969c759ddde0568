"""What goes on from the message before: a number that puts it right, the other side of half an equation, the parts of a size.

After "angles of a triangle add to 360" it is this sum that "it is 180" speaks of: the statement is read again with the new number
in the place of each of its own, and where one of these holds, that is what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gnomon.algebra import constant
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.questions import in_english
from gnomon.tutor.symbolic.truth import Truth

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w])")
_EQUALS = re.compile(
    r"^\W*(?:(?:its|it's|it|thats|that's|that|das|es)\b\W*)?(?:(?:is|equals?|ist|gleich)\b\W*)?(?:to\b)?", re.IGNORECASE
)
"""Words before the other side of an equation."""
_OF = re.compile(
    r"^\W*(?:(?:its|it's|it|thats|that's|that|they|this|those|these|of|is|are|be|from|the sum of|sum of|both)\b\W*)+",
    re.IGNORECASE,
)
"""Words before the parts that something is the size of."""
_LONGEST_SIDE = 8
"""Words of it."""
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


def completed(judged: Judged, half: str, read: Callable[[str], Judged]) -> Judged | None:
    """Return what answers "equals what?" as the whole equation; None where that says nothing that can be judged.

    Args:
        judged: the message, by its own words.
        half: the side of the equation that the learner has given before.
        read: reads and judges a statement.
    """
    text = judged.message.text.strip(" .!?")
    if "=" in text or not text or len(text.split()) > _LONGEST_SIDE:
        return None
    return _as_whole(judged, f"{half} = {_EQUALS.sub('', text)}", read)


def placed(judged: Judged, value: float, read: Callable[[str], Judged]) -> Judged | None:
    """Return what answers "of which parts is it the size?" as that these have it; None where it says nothing that can be judged.

    Args:
        judged: the message, by its own words.
        value: that was found before.
        read: reads and judges a statement.
    """
    text = in_english(judged.message.text).strip(" .!?")
    if any(map(str.isdigit, text)) or not text or len(text.split()) > _LONGEST_SIDE or judged.verdict != "none":
        return None
    told = _OF.sub("", text)
    verb = "together are" if re.search(r"\b(?:and|plus)\b|[+,&]", told) else "is"
    found = _as_whole(judged, f"{told} {verb} {value:.10g}", read)
    if found is None:
        return None
    (one,) = found.judgements
    claim = one.claim._replace(text=judged.message.text, read=one.claim.plain)
    move = one.move._replace(claim=claim)
    return found._replace(message=found.message._replace(moves=(move,)), judgements=(one._replace(move=move, claim=claim),))


def _as_whole(judged: Judged, statement: str, read: Callable[[str], Judged]) -> Judged | None:
    """Return a message as the statement that it makes with what was said before."""
    whole = read(statement)
    one = whole.judgements[0] if len(whole.judgements) == 1 else None
    if one is None or whole.verdict not in {"right", "wrong"}:
        return None
    move = Move(one.move.kind, judged.message.text, one.claim)
    message = judged.message._replace(moves=(move,), unread="", has_unread_end=False)
    return judged._replace(message=message, judgements=(one._replace(move=move),))


def _with_number(wrong: str, number: str) -> Iterator[str]:
    """Yield a statement with a number in the place of each of its own; of a calculation what stands before its result."""
    for text in dict.fromkeys((wrong, wrong.partition("=")[0].strip())):
        for match in _NUMBER.finditer(text):
            yield f"{text[: match.start()]}{number}{text[match.end() :]}"
