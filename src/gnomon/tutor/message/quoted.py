"""A learner's words as a model quotes them: which numbers stand in them and before them, and how they are said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from gnomon.algebra import ReadNumber, read_numbers
from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.clauses import Clause, Role, clauses
from gnomon.tutor.message.german import spelled_numbers
from gnomon.tutor.message.remainder import leads_in_reason
from gnomon.tutor.message.written_numbers import shares_in

_PARTS_IN_WORDS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "drittel": 3, "viertel": 4, "fünftel": 5, "sechstel": 6, "siebtel": 7, "achtel": 8, "neuntel": 9, "zehntel": 10,
}  # fmt: skip
"""Numbers that something is shared by, in words."""
_ASKED = re.compile(r"[^.!?;]*[?？]")
"""The rest of a sentence that ends with a question mark."""
_LED = re.compile(r"(?:^|[.,;!…])\s*(?P<so>(?:so|then|also|dann)\b)?(?P<led>[^.,;!?…]*)$")
"""What stands before a number in its sentence."""
_FOLLOWS = re.compile(r" ?(?P<unit>°|(?:degrees?|deg|grad|cm|mm|m)\b)?\s*(?P<stop>[.,;!)])?\W*(?P<next>\w*)")
"""What stands behind it."""
_SIZES = frozenset({"°", "mm", "cm", "dm", "m", "km", "ft", "in"})
"""Units of lengths, areas and angles."""
_DEGREES = frozenset({"°", "degree", "degrees", "deg", "grad"})
_MOST_LED = 3
"""Words between "so" and a number that ends a sentence: "so brother eats 53"."""
_WORD_OR_NUMBER = re.compile(r"\d+|[^\W\d_]+")
_FEWEST_LOOSE = 2
"""Words of a quotation that may differ from the message in its signs."""
_DIGITS = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)?(?!\d)")
_SAME = 1e-9
"""Relative difference of one number read twice."""


class Spoken(NamedTuple):
    """What a move has to rest on."""

    message: str
    question: str
    """What stands before it; empty: nothing."""


class Quoted(NamedTuple):
    """Words as they stand in a message."""

    numbers: tuple[ReadNumber, ...]
    """As read in the whole message: there is no 57 in 157, nor in 3.57."""
    written: frozenset[float]
    """Every number in them, those in digits also within a number: 8, 5 and 2 of ``8*5/2``, 22 of ``22π``."""
    known: frozenset[float]
    """And every number before them, which a calculation may go on with: ``14 x 9 = 126, half of it is 63``."""
    is_open: bool
    """Whether they are asked, supposed or denied: what is so is not claimed, whatever a model makes of it."""
    is_bounded: bool
    """Whether a number in them is a bound, "more than 40": nobody's value, but "half of base over 2" and "wider than" claim."""
    is_reason: bool
    """Whether they stand behind a word such as "because"."""
    earlier: str
    """What was said before the message, in lower case."""
    said: str
    """The words, in lower case."""
    alone: frozenset[float]
    """Values that are said by themselves, or with a unit of an angle or an arc."""

    @classmethod
    def of(cls, words: str, spoken: Spoken) -> Quoted | None:
        """Find them, capitals and spaces aside; None where they are not there, or are none."""
        text = spoken.message
        said, whole = (" ".join(each.lower().split()) for each in (words, text))
        spans = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(said)}(?!\w)", whole)] if said else []
        if not spans and (loose := _loosely(said, whole)) is not None:
            spans, said = [loose], whole[slice(*loose)]
        if not spans:
            return None
        numbers = sorted((*read_numbers(whole), *spelled_numbers(whole)), key=lambda number: number.start)
        inside = tuple(number for number in numbers if any(a <= number.start and number.end <= b for a, b in spans))
        is_asked = "?" in said or any(_ASKED.match(whole, end) is not None for _, end in spans)
        before = [number.value for number in numbers if number.end <= spans[-1][0]]
        before += [number.value for number in read_numbers(spoken.question)]
        digits = (float(each.replace(",", ".")) for each in _DIGITS.findall(said))
        shares = (float(number) for share in shares_in(said) for number in share)
        parts = (float(number) for word, number in _PARTS_IN_WORDS.items() if re.search(rf"\b(?:an?|one|ein) {word}\b", said))
        written = frozenset({*digits, *shares, *parts, *(number.value for number in inside)})
        # The word "because" may be among those that are quoted.
        befores = (whole[:end] for start, _ in spans for end in (start, start + len(said.split()[0])))
        roles = {role for clause in clauses(text) if (role := _role(clause, inside)) is not None}
        is_open = is_asked or bool(roles - {Role.CLAIMED, Role.BOUNDED})
        return cls(
            inside,
            written,
            written.union(before),
            is_open,
            Role.BOUNDED in roles,
            any(map(leads_in_reason, befores)),
            spoken.question.lower(),
            said,
            frozenset(_said_alone(whole, inside)),
        )


def _said_alone(text: str, numbers: Iterable[ReadNumber]) -> Iterator[float]:
    """Yield those of a message's numbers that are said by themselves: "41,13 grad", "58 and gute nacht", "so brother eats 53"."""
    for number in numbers:
        led, follows = _LED.search(text[: number.start]), _FOLLOWS.match(text, number.end)
        if led is None or follows is None:
            continue
        before, after = led["led"].split(), follows["next"]
        is_left = not after or follows["stop"] is not None
        is_told = is_left or after in words_of_table("behind_number")
        is_first = all(word.strip("'") in words_of_table("before_number") for word in before)
        is_last = led["so"] is not None and len(before) <= _MOST_LED and is_left and before[-1:] not in (["the"], ["page"])
        if is_last or (is_first and is_told) or (follows["unit"] in _DEGREES and (is_told or after == "of")):
            yield number.value


def _loosely(said: str, whole: str) -> tuple[int, int] | None:
    """Return where all words of a quotation stand one after the other, with other signs between them."""
    pieces = _WORD_OR_NUMBER.findall(said)
    if len(pieces) < _FEWEST_LOOSE:
        return None
    pattern = r"[\W_]*".join(map(re.escape, pieces))
    match = re.search(rf"(?<!\w){pattern}(?!\d)", whole)
    return None if match is None else match.span()


def _role(clause: Clause, numbers: Sequence[ReadNumber]) -> Role | None:
    """Return the role of these numbers in a clause; None where they do not stand in it."""
    said = clause.text.lower()
    ends = [said.find(number.text) + len(number.text) for number in numbers if number.text in said]
    return clause.role(min(ends), max(ends)) if ends else None


def is_size(words: str, value: float | None) -> bool:
    """Whether a value has a unit of a size, or ends what is said: "74 metres", but not "74 ducks"."""
    number = next((each for each in read_numbers(words) if value is not None and is_same(each.value, value)), None)
    if number is None:
        return False
    follows = _FOLLOWS.match(words.lower(), number.end)
    return number.unit.rstrip("²³") in _SIZES or (follows is not None and not follows["next"])


@cache
def words_of_table(key: str) -> frozenset[str]:
    """Return the words of a table of ``quoted.yaml``, of all languages."""
    by_language: dict[str, list[str]] = packaged_yaml(__package__, "quoted.yaml")[key]
    return frozenset(word for words in by_language.values() for word in words)


def is_same(one: float, other: float) -> bool:
    """Whether two numbers are one, read twice."""
    return abs(one - other) <= _SAME * max(1.0, abs(other))
