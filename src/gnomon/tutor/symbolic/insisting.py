"""What a learner says again: a value that was wrong is the same claim when it comes back, whatever words stand around it.

Who holds on to a number does not say it of another part, does not ask what it may be and does not search: "no way its 13",
"i dont see it, 13 comes out again", "13??" and "13" are one thing, said again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from gnomon.algebra import constant, read_numbers
from gnomon.problem import Quantity
from gnomon.tutor.message.moves import Claim, Kind
from gnomon.tutor.message.reckoning import is_of_something_else
from gnomon.tutor.symbolic.judged import Judged, Judgement
from gnomon.tutor.symbolic.progress import PRESSING
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.words import Words

_DIGITS = 4
"""Decimals to which two values are the same."""
_NO_WAY = re.compile(r"\W*no way\W+(?:its|it's|it is)\b", re.IGNORECASE)
"""The beginning of what reads like a denial and holds on to a value."""
_WORKS_ON = re.compile(
    r"\b(?:times|root|squared?|divided?|half|halve|twice|double|plus|minus|added|product|sum|mal|wurzel|hälfte|geteilt)\b",
    re.IGNORECASE,
)
"""Words for what is done with a number: "a number times the same number that makes 49"."""
_COMPARES = re.compile(
    r"\b(?:longer|shorter|bigger|larger|smaller|greater|more|less|over|under|above|below|länger|kürzer|größer|groesser|kleiner|mehr|weniger)"
    r" (?:than|then|als)\b",
    re.IGNORECASE,
)
"""A bound is no value: "it should come out longer than 9"."""
_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_IDEA = 5
"""Words of an idea that is known again by them."""
_CLAUSE = re.compile(r",\s+|\n")
_OTHERWISE_MEANT = PRESSING | {
    Kind.ASKS_MEANING, Kind.THEOREM, Kind.RELATION, Kind.EQUATION, Kind.WORKING, Kind.PLAN, Kind.GREETING, Kind.OFF_TOPIC
}  # fmt: skip
"""Moves in whose messages a number is something else than a claim said again."""


_MOST_AGAIN = 9
"""Words of a message that only says a number again."""


def value_of(claim: Claim) -> float | None:
    """Return the number that an equation ends with, to compare it by; None where a claim has none."""
    value = constant(claim.sides[-1]) if len(claim.sides) > 1 else None
    return None if value is None else round(value, _DIGITS)


def number_in(text: str) -> float | None:
    """Return the one number of a message; None where there is none, or several."""
    numbers = {round(number.value, _DIGITS) for number in read_numbers(text) if number.role == "value"}
    return numbers.pop() if len(numbers) == 1 else None


def is_said_in(idea: str, text: str) -> bool:
    """Whether a clause of a message says an idea again in its words, but for two that introduce it; numbers are no idea."""
    ideas, said = ([_WORD.findall(clause.lower()) for clause in _CLAUSE.split(each)] for each in (idea, text))
    return any(_run(one, other) >= max(_SHORTEST_IDEA, min(len(one), len(other)) - 2) for one in ideas for other in said)


def _run(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words in a row stand in both."""
    return SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size


def denied(claims: Iterable[Judgement]) -> dict[float, Judgement]:
    """Return the claims that give something a wrong value, by the value."""
    wrong = (claim for claim in claims if claim.truth is Truth.WRONG and not claim.has_wrong_unit)
    return {value: claim for claim in wrong if (value := value_of(claim.claim)) is not None}


def said_again(judged: Judged, claims: Sequence[Judgement], wrong: Mapping[float, Judgement], words: Words) -> Judgement | None:
    """Return the judgement on a message that only says again what was wrong before; None where it says something else.

    Args:
        judged: the message.
        claims: what is judged of it.
        wrong: earlier wrong claims, by value.
        words: know who asks why something is wrong.
    """
    message = judged.message
    value = number_in(message.text)
    earlier = None if value is None else wrong.get(value)
    if earlier is None or any(claim.truth.is_right or claim.truth is Truth.WRONG for claim in claims):
        return None
    kinds, text = {move.kind for move in message.moves}, message.text
    asks_why = any(words.says(key, text) for key in ("why", "which_wrong"))
    is_taken_back = Kind.DENIAL in kinds and _NO_WAY.match(text) is None
    is_told_anew = not claims and len(_WORD.findall(text)) > _MOST_AGAIN  # of the same number, but nobody has read what
    if is_told_anew or asks_why or is_taken_back or kinds & _OTHERWISE_MEANT or is_of_something_else(text):
        return None
    if _WORKS_ON.search(text) or _COMPARES.search(text):
        return None
    move = next((each for each in message.moves if _has_digit(each.words)), message.moves[0])
    clause = next(filter(_has_digit, _CLAUSE.split(move.words)), move.words)
    return earlier._replace(move=move, claim=earlier.claim._replace(text=clause.strip(), read=""))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def held_on(judgement: Judgement, wrong: Mapping[float, Judgement], goal: object) -> Judgement:
    """Return a value that is right of something else as the wrong answer that it was before; anything else as it is."""
    earlier = wrong.get(value) if (value := value_of(judgement.claim)) is not None else None
    is_alone = judgement.claim.worked is None and len(judgement.claim.names) == 1
    if earlier is None or not is_alone or judgement.meant is None or not judgement.truth.is_right:
        return judgement
    about = judgement.quantity if isinstance(judgement.quantity, Quantity) else None
    if about == goal or not (earlier.is_answer or earlier.quantity == goal):
        return judgement
    return judgement._replace(truth=Truth.WRONG, way=None)
