"""The answer spelled digit by digit over several sentences, or left out of a row (rule 8 of `gnomon.tutor.guard.guard`).

"Tens digit two, the units digit is three times as big", "Press 4, press 5": each digit is a number, or stands in a relation to
the one before. Digits written side by side are found by `gnomon.tutor.guard.narrowing`. It leaves out numbers that
are worked with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gnomon.algebra import read_number
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.narrowing import Narrowed
from gnomon.tutor.guard.protected import is_near
from gnomon.tutor.guard.turns import expressions_in, numbers_in

_LONGEST = 400
"""Characters of a turn in which digits are spelled: a longer one speaks of more than that."""
_MOST_DIGITS = 6
"""Of an answer that is told digit by digit."""
_WORDS = "zero|nought|one|two|three|four|five|six|seven|eight|nine"
_ABOUT_DIGITS = re.compile(
    r"\b(?:digits?|tens|ones|units|hundreds|keypad|keys?|buttons?|types?|typing|press|punch|dial|tap|write|jot|put down|ciphers?"
    r"|in front of|behind|followed by|next to)\b",
    re.IGNORECASE,
)
"""Without one of these a number is no digit of another."""
_EVENT = re.compile(
    rf"(?P<same>\b(?:so is|(?:is|it's|be) the same|the same (?:again|digit|one|key|number)|(?:and|then) again|once more"
    rf"|likewise|ditto|its twin"
    rf"|another one (?:like it|of (?:them|those))|repeat it|both)\b)"
    rf"|(?P<factor>\b(?:half|twice|double|three times|triple|four times|a third|a quarter)(?= (?:as|of|the|that|it|this)\b))"
    rf"|\b(?P<step>{_WORDS}|\d)(?: \w+)? (?P<more>more|larger|bigger|greater|higher|up)\b|\b(?P<step2>{_WORDS}|\d)(?: \w+)?"
    rf" (?:less|smaller|fewer|lower|down)\b"
    rf"|(?<![\w.,²])(?P<digit>{_WORDS}|\d)(?![\w²³°%]|[.,]\d)",
    re.IGNORECASE,
)
_NO_DIGIT_AFTER = re.compile(
    r"[\s,]*(?:[-+*/·×=÷−²^]|times\b|plus\b|minus\b|digits?\b|of\b|or\b|times\b|degrees?\b|cm\b|m\b|more\b|parts?\b|sides?\b|angles?\b|numbers?\b|steps?\b)",
    re.IGNORECASE,
)
_NO_DIGIT_BEFORE = re.compile(
    r"(?:[-+*/·×=÷−^(]\s*|\b(?:by|times|plus|minus|step|side|exactly|this|that|the|each|every|other|first|second|third|next|tens|ones|units|last|which|over)\s+)\Z",
    re.IGNORECASE,
)
_BACK_TO_FRONT = re.compile(
    rf"\b(?:with|has|gets?|put|write)\b[^.;]{{0,16}}\b(?:{_WORDS}|\d) (?:\w+ )?(?:in front|before it|ahead of it|to its left)",
    re.IGNORECASE,
)
_UNITS_FIRST = re.compile(
    r"\b(?:ones|units|last|second|final) (?:digit|place)\b.*\b(?:tens|first|leading) (?:digit|place)\b", re.IGNORECASE | re.DOTALL
)
_FACTORS = {
    "half": 0.5,
    "twice": 2.0,
    "double": 2.0,
    "three times": 3.0,
    "triple": 3.0,
    "four times": 4.0,
    "a third": 1 / 3,
    "a quarter": 0.25,
}
"""Words for how many times one digit is another."""


def spelled_out(text: str, value: float) -> Iterator[Narrowed]:
    """Yield where the digits of ``value`` are told one after the other in a turn; digits of a decimal without its point."""
    digits = f"{abs(value):.4g}".replace(".", "")
    if len(text) > _LONGEST or not 2 <= len(digits) <= _MOST_DIGITS or not digits.isdigit() or not _ABOUT_DIGITS.search(text):
        return
    told: list[tuple[int, int, float]] = []
    related = False
    for match in _EVENT.finditer(text):
        digit = _digit_of(match, text, told[-1][2] if told else None)
        if digit is None:
            continue
        related = related or match["digit"] is None
        told.append((match.start(), match.end(), digit))
    wanted = [float(digit) for digit in digits]
    if len(told) != len(wanted) or not _is_spelling(text, told, is_related=related):
        return
    found = [digit for _, _, digit in told]
    is_turned = _BACK_TO_FRONT.search(text) or _UNITS_FIRST.search(text)
    if (found[::-1] if is_turned else found) == wanted:
        yield Narrowed(told[0][0], told[-1][1], "its digits are told one by one")


def _digit_of(match: re.Match[str], text: str, before: float | None) -> float | None:
    """Return the digit that a match tells, by itself or by the one before; None where it tells none."""
    if match["digit"]:
        number = read_number(match["digit"].lower())
        is_part = any(part.start() <= match.start() < part.end() for part in expressions_in(text))
        is_none = _NO_DIGIT_AFTER.match(text, match.end()) or _NO_DIGIT_BEFORE.search(
            text, max(0, match.start() - 12), match.start()
        )
        return None if number is None or is_part or is_none else number.value
    if before is None:
        return None
    if match["same"]:
        return before
    if match["factor"]:
        return _FACTORS[match["factor"].lower()] * before
    step = read_number((match["step"] or match["step2"]).lower())
    return None if step is None else before + step.value * (1 if match["more"] else -1)


def _is_spelling(text: str, told: Sequence[tuple[int, int, float]], *, is_related: bool) -> bool:
    """Whether words for digits stand before each: "press 4, press 5", or a place of the number is named."""
    if any(text[end:following].count(".") > 1 for (_, end, _), (following, _, _) in pairwise(told)):
        return False
    near = text[max(0, told[0][0] - _BESIDE) : told[-1][1] + _BESIDE]
    if not _ABOUT_DIGITS.search(near) or phrases.REFUTES.search(near):
        return False
    return not is_related or re.search(r"\b(?:digits?|tens|ones|units|hundreds|keys?)\b", near, re.IGNORECASE) is not None


_BESIDE = 40
"""Characters beside digits that hold a word for them."""


def left_out(text: str, value: float) -> Iterator[Narrowed]:
    """Yield "one, two, three, x, five, six": an even row with one number left out."""
    numbers = [number for number in numbers_in(text) if number.role in {"value", "count"}]
    for match in _ROW.finditer(text) if len(numbers) >= _LEAST_ROW else ():
        row = [number.value for number in numbers if match.start() <= number.start and number.end <= match.end()]
        gap = sum(match.start() <= number.start < match.start("gap") for number in numbers)
        if len(row) < _LEAST_ROW or not 0 < gap < len(row):
            continue
        step = (row[-1] - row[0]) / len(row)
        whole = [*row[:gap], value, *row[gap:]]
        if step and all(is_near(row[0] + place * step, one) for place, one in enumerate(whole)):
            yield Narrowed(match.start(), match.end(), "it is what is left out of a row")


_LEAST_ROW = 3
"""Numbers from which on a row has a rule."""
_PART = r"(?:\w+(?:-\w+)?|\d[\d.]*)"
_ROW = re.compile(
    rf"\b{_PART}(?:, {_PART}){{0,8}}, ?(?P<gap>[a-z?_…]|\.\.\.|blank|gap|something)(?:,? (?:and )?{_PART}){{1,8}}", re.IGNORECASE
)

_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"]
_TIMES_TABLE = re.compile(
    rf"\b(?P<n>\d{{1,3}}|[a-z]+)[- ]times table\b.{{0,30}}?\b(?P<k>{'|'.join(_ORDINALS)}) (?:entry|number|line|row|one"
    rf"|result|place)"
    rf"|\b(?P<k2>{'|'.join(_ORDINALS)}) (?:multiple of|(?:entry|number|line|row|one|result) (?:of"
    rf"|in) the) (?P<n2>\d{{1,3}}|[a-z]+)\b",
    re.IGNORECASE | re.DOTALL,
)


def in_a_table(text: str, value: float) -> Iterator[Narrowed]:
    """Yield "the fifth entry of the eight times table"."""
    for match in _TIMES_TABLE.finditer(text):
        number = read_number((match["n"] or match["n2"]).lower())
        place = _ORDINALS.index((match["k"] or match["k2"]).lower()) + 1
        if number and is_near(value, number.value * place):
            yield Narrowed(match.start(), match.end(), "it stands there in a times table")
