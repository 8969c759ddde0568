"""Conclusions: a clause that says of what the last result is, and one at the end that claims what nobody has read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gnomon.algebra import constant
from gnomon.problem import Quantity
from gnomon.tutor.message.clauses import Clause
from gnomon.tutor.message.formula import Item
from gnomon.tutor.message.moves import Claim, Kind, Move, numbers_of
from gnomon.tutor.message.said import Said

_CONCLUDES = re.compile(r"^\W*(?:so )?(?:thats|that's|that is|which is|this is) (?!it\b|right|all\b|why|what|because)\w+ \w+")
"""``thats how much fence``: what was worked out is said to be something."""
_HOW_MUCH = re.compile(
    r"\W*(?:so |and |then |ok )*(?:(?:that|this|it|which|thats|that's|its) )?(?:(?:is|are|was) )?(?:about |around )?"
    r"how (?P<size>much|many|big|large|long|far|high|tall|wide)\b(?P<of>[^?]*)$"
)
"""``thats how much fence``: the last result is said to be a size."""
_SETTLES = re.compile(
    r"\b(?:idk|dunno|i guess|i think|maybe|prob|probably)\b[^a-z]*\d[^a-z]*$"
    r"|\b(?:ta+-?da+h?|voil[aà]|boom|bam|done|finished|ez|easy|final answer)\W*$"
)
"""Words with which a result is given as what is sought, with doubt or with pride."""
_WHO = re.compile(r"\W*(?:you|u|we|i|he|she|they|one|it)\b")
"""Who goes so far or needs so much."""
_SAYS_NOTHING = frozenset(
    {"the", "a", "is", "it", "are", "we", "you", "u", "i", "there", "of", "need", "needed", "has", "have", "must", "be"}
)
_NEARLY = re.compile(r"\W*(?:it'?s |thats |that's )?(?:nearly|almost|close to|just under|just over|a bit (?:more|less) than)\b")
"""A number that is near the one before it."""

_LARGEST_COUNT = 4
"""Numbers up to it count something."""
_SAME = 1e-9
"""Difference of two spellings of one number."""


def settled_on(said: Said, clause: Clause, stated: Sequence[Move]) -> Iterator[Move]:
    """Yield the result of a clause as what is sought, where it is given with pride or with doubt."""
    claim = stated[-1].claim if stated else None
    if claim is None or not claim.is_arithmetic or len(claim.sides) < 2 or not _SETTLES.search(clause.text.lower()):
        return
    letter = said.names.it()
    yield Move(Kind.VALUE, claim.text, claim._replace(sides=(letter, claim.sides[-1]), names=(said.names.described[letter],)))


def concluded_size(said: Said, clause: Clause) -> Move | None:
    """Return the last result as what is sought: ``thats how much fence``."""
    match = None if clause.is_question else _HOW_MUCH.match(clause.text.lower())
    last = said.last_claim
    if match is None or last is None or not last.is_arithmetic or len(last.sides) < 2:
        return None
    spoken = set(re.findall(r"[a-z]+", match["of"])) - _SAYS_NOTHING
    is_length = isinstance(said.names.goal, Quantity) and said.names.goal.kind in {
        "length", "perimeter", "circumference", "radius", "diameter", "arc_length"
    }  # fmt: skip
    known = said.names.nouns if match["size"] in {"much", "many", "big", "large"} or not is_length else said.names.things
    if not spoken <= known:
        return None
    letter = said.names.describe(" ".join(sorted(spoken)) or "that", "unknown", word="noun")
    words = clause.text.strip()
    return Move(Kind.VALUE, words, Claim(words, (letter, last.sides[-1]), (said.names.described[letter],), unit=last.unit))


def needed(said: Said, clause: Clause, items: Sequence[Item]) -> Move | None:
    """Return the last result as what is sought where somebody needs it, or goes so far: ``so you walk 28 m``."""
    numbers = [item for item in items if item.kind == "expr"]
    last = said.last_claim
    if not clause.is_conclusion or clause.is_question or len(numbers) != 1 or last is None or not last.is_arithmetic:
        return None
    (number,) = numbers
    is_result = number.expression is not None and constant(number.expression) == constant(last.sides[-1])
    words = [item for item in items if item.kind != "expr" and item.text != "it"]
    is_done = (
        bool(words)
        and _WHO.match(clause.text.lower()) is not None
        and {item.kind for item in words} <= {"word", "hedge", "dimension"}
    )
    if number.expression is None or not is_result or not is_done or number.unit in {"", "°"} or len(last.sides) < 2:
        return None
    letter = said.names.describe("what is needed", "unknown", word="noun")
    text = clause.text.strip()
    return Move(Kind.VALUE, text, Claim(text, (letter, number.expression), (said.names.described[letter],), unit=number.unit))


def claims_something(said: Said, clause: Clause, items: Sequence[Item]) -> bool:
    """Whether a clause that is not read says more than what is at hand: it gives a number, or concludes."""
    has_number = any(item.expression is not None and constant(item.expression) is not None for item in items)
    has_value = has_number and any(item.kind == "equals" for item in items)
    last = said.moves[-1].claim if said.moves else None
    concludes = last is not None and last.is_arithmetic and _CONCLUDES.match(clause.text.lower()) is not None
    # "So you walk 28 m" is said of what is sought; without a unit it may be a step.
    concludes |= clause.is_conclusion and any(item.is_number and item.unit not in {"", "°"} for item in items)
    concludes |= clause.is_conclusion and clause.joint != "then" and _tells_new(said, items)
    return not clause.is_reason and (has_value or concludes)


def _tells_new(said: Said, items: Sequence[Item]) -> bool:
    """Whether a conclusion ends with a number that stands nowhere before it: "30 is the radius so it rolls 30π"."""
    numbers = [value for item in items if item.expression is not None and (value := constant(item.expression)) is not None]
    told = {value for move in said.moves if move.claim is not None for side in move.claim.sides for value in numbers_of(side)}
    is_size = bool(numbers) and numbers[-1] > _LARGEST_COUNT
    return is_size and all(abs(numbers[-1] - each) > _SAME for each in (*told, *said.names.stated))


def is_told_again(said: Said, text: str) -> bool:
    """Whether the value before is only told again in a round number: ``188.5 cm so nearly 2 metres``."""
    return said.num_clauses in said.conclusions and bool(said.moves) and _NEARLY.match(text.lower()) is not None
