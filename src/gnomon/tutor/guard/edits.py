"""The answer by what is wrong in the learner's own last expression (rule 13 of `gnomon.tutor.guard.guard`).

"The number under your root is one too big" makes 7√2 of 7√3, "you forgot the + 1" makes 36 of 35, and "the 8 and the 6 belong the
other way round" makes 7.68 of 7.86. It leaves out distances to the value as a whole and its last digit
(`gnomon.tutor.guard.replies`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from gnomon.algebra import ReadNumber, read_number
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.protected import is_near
from gnomon.tutor.guard.turns import Leak, Said, Sentence, numbers_in

_ROOT = re.compile(r"(?P<factor>\d{1,4})? ?[·*]? ?√\(?(?P<inside>\d{1,5})\)?")
_UNDER = re.compile(
    r"\b(?:under|inside|in|below|beneath|within)\b (?:the |your |that |this |its )?(?:square )?(?:root|radical)|\bradicand\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:in front of|before|outside|beside|to the left of|ahead of)\b (?:(?:the|your|that"
    r"|this) )?(?:square )?(?:root|radical|it\b)|\bcoefficient\b|\bfactor\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"\b(?P<number>\w+) (?:(?:too|step|steps|unit|units)\b ?)*(?:big|large|small|high|low|many|few|much|little"
    r"|larger|smaller|bigger|higher|lower|more|less|up|down|greater|off)\b"
    r"|\b(?:by|off by) (?P<by>\w+)",
    re.IGNORECASE,
)
"""A number of steps by which a number is wrong: "one too big", "has to be two larger"."""
_SIGNED = re.compile(
    r"\b(?:forg[eo]t(?:ten)?|left out|leaving out|leave out|lost|losing|missed|missing|dropped|omitted|overlooked|skipped|add)\b"
    r" (?:to (?:add|subtract|write|put) )?(?:the |your |that |a |its |one )?(?:final |last |little )?"
    r"(?P<sign>[-−–+]|plus|minus) ?(?P<number>\d{1,4}(?:\.\d{1,3})?)(?!\w)(?! before| in the (?:first|equation))",
    re.IGNORECASE,
)
"""A summand that the learner left out, with its sign."""
_ON_THE_WAY = re.compile(r"\b(?:equation|before|after|first|both sides|bracket|half|doubl\w+|halv\w+)\b", re.IGNORECASE)
"""Says that something was left out on the way: the last value does not lack it alone."""
_DIGITS = re.compile(r"\b(?:the|your|those|these) ?(?P<one>\d)s? (?:and|with|for) (?:the |your )?(?P<other>\d)\b", re.IGNORECASE)
_TURNED = re.compile(
    r"\b(?:other way (?:a)?round|swap\w*|switch\w*|exchang\w+|trad\w+ places|chang\w+ places|transpos\w+"
    r"|mixed up|revers\w+|flip\w*|wrong (?:order|way))\b",
    re.IGNORECASE,
)
_MOST = 4
"""Last values of the learner that a remark may be about."""


def edit_leaks(sentence: Sentence, said: Said, value: float) -> Iterator[Leak]:
    """Yield what makes the answer of the learner's last expression."""
    text = sentence.text
    offered = [number for number in numbers_in(said.message) if number.role == "value"][-_MOST:]
    if sentence.is_question or not offered:
        return
    for edited, words in (*_roots_edited(text, said.message), *_summands_added(text, offered), *_digits_swapped(text, offered)):
        if is_near(value, *edited):
            yield Leak(words, "relation", "it says what makes the answer of the student's own expression")


def _roots_edited(text: str, message: str) -> Iterator[tuple[tuple[float, int], str]]:
    """Yield the learner's roots with another number under or before the root."""
    root, step = _ROOT.search(message), _STEP.search(text)
    under, before = _UNDER.search(text), _BEFORE.search(text)
    amount = read_number(next(filter(None, step.groups())).lower()) if root and step and (under or before) else None
    if root is None or step is None or amount is None:
        return
    factor, inside = float(root["factor"] or 1), float(root["inside"])
    for change in (amount.value, -amount.value):
        if under and inside + change > 0:
            yield (factor * math.sqrt(inside + change), 0), step.group()
        if before and "root" in text:
            yield ((factor + change) * math.sqrt(inside), 0), step.group()


def _summands_added(text: str, offered: Sequence[ReadNumber]) -> Iterator[tuple[tuple[float, int], str]]:
    match = _SIGNED.search(text)
    if match is None or _ON_THE_WAY.search(text) or not offered:
        return
    size = float(match["number"]) * (1 if match["sign"] in {"+", "plus"} else -1)
    yield (offered[-1].value + size, 0), match.group()


def _digits_swapped(text: str, offered: Sequence[ReadNumber]) -> Iterator[tuple[tuple[float, int], str]]:
    """Yield the learner's numbers with the two digits that are named in each other's places."""
    match = _DIGITS.search(text)
    if match is None or not (_TURNED.search(text) or phrases.BACKWARDS.search(text)):
        return
    for number in offered:
        for i, j in combinations(range(len(number.text)), 2):
            if {number.text[i], number.text[j]} == {match["one"], match["other"]}:
                swapped = read_number(
                    f"{number.text[:i]}{number.text[j]}{number.text[i + 1 : j]}{number.text[i]}{number.text[j + 1 :]}"
                )
                if swapped is not None:
                    yield (swapped.value, swapped.decimals), match.group()
