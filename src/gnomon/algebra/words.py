"""English number words: "one hundred and five", "seven and a half", "three quarters", "twelve point five", "a dozen".

It leaves out other languages and ordinals; "third" counts as a fraction only where a numerator or "a" stands before it
and no noun follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra.lexer import Token

_SMALL = """
    zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_UNITS = {word: value for value, word in enumerate(_SMALL.split())}
_DECADES = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(_DECADES.split(), 2)} | {"fourty": 40}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
"""Words that multiply all that stands before them since the last of them."""
_LARGEST = 10**12
"""A number grown beyond this ends: repeated words, "billion billion ...", must not grow without bound."""
_MULTIPLIERS = {"hundred": 100, "dozen": 12}
"""Words that multiply the number below a thousand before them."""
DENOMINATORS = {
    name + ending: value
    for name, value in {
        "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
        "twelfth": 12, "sixteenth": 16, "twentieth": 20, "hundredth": 100, "thousandth": 1000,
    }.items()
    for ending in ("", "s")
} | {"half": 2, "halves": 2}  # fmt: skip
NUMBER_WORDS = frozenset({*_UNITS, *_TENS, *_SCALES, *_MULTIPLIERS, *DENOMINATORS, "and", "point"})
"""Every word that can be part of a number in words, but "a"."""
_LINKING = "of as to is the and or from plus minus times more less that which so than cm m km units degrees"
_AFTER_A_FRACTION = frozenset(_LINKING.split())
"""Words after "a third" that keep it a fraction; before any other it is an ordinal ("a third angle")."""


class WordNumber(NamedTuple):
    """A number in words."""

    value: Fraction
    end: int
    """Index of the token after it."""
    decimals: int = 0
    is_fraction: bool = False


def read_word_number(tokens: Sequence[Token], start: int) -> WordNumber | None:
    """Read the longest number in words that begins at token ``start``; None when there is none."""
    whole = _read_whole(tokens, start)
    if whole is None:
        return _read_fraction(tokens, start)
    value, end = whole
    fraction = _read_denominator(tokens, end, value)
    if fraction is not None:
        return fraction
    if word_at(tokens, end) == "point":
        digits, after = _read_digits(tokens, end + 1)
        if digits:
            return WordNumber(Fraction(f"{value}.{digits}"), after, len(digits))
    if word_at(tokens, end) == "and":
        part = _read_fraction(tokens, end + 1) or _read_counted_fraction(tokens, end + 1)
        if part is not None and 0 < part.value < 1:
            return WordNumber(value + part.value, part.end, is_fraction=True)
    return WordNumber(Fraction(value), end)


def word_at(tokens: Sequence[Token], index: int) -> str:
    """Return the word that token ``index`` is, in small letters; empty where it is none or there is no token."""
    return tokens[index].text if index < len(tokens) and tokens[index].kind == "word" else ""


def _read_whole(tokens: Sequence[Token], start: int) -> tuple[int, int] | None:
    """Return the whole number and the index after it."""
    total, group, last = 0, 0, "start"
    index = start
    if word_at(tokens, start) in {"a", "one"} and word_at(tokens, start + 1) in {*_MULTIPLIERS, *_SCALES}:
        group, last, index = 1, "unit", start + 1
    elif word_at(tokens, start) == "hundred" and _goes_on_in_words(tokens, start + 1):
        group, last = 1, "unit"
    end = index
    while index < len(tokens):
        word = word_at(tokens, index)
        step = _place(word, last)
        if (group >= 100 and step == "hundred") or total > _LARGEST:
            break
        if step is None:
            if not _joins(tokens, index, last):
                break
            index += 1
            continue
        if word in _SCALES:
            total, group = total + max(group, 1) * _SCALES[word], 0
        elif word in _MULTIPLIERS:
            group = max(group, 1) * _MULTIPLIERS[word]
        else:
            group += _UNITS.get(word, _TENS.get(word, 0))
        last = step
        index += 1
        end = index
    return (total + group, end) if last != "start" and end > start else None


def _goes_on_in_words(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number word comes next, with "and" before it or not: "hundred and seventeen" leaves out its "one"."""
    index += word_at(tokens, index) == "and"
    return word_at(tokens, index) in {*_UNITS, *_TENS}


def _place(word: str, last: str) -> str | None:
    """Return the place that ``word`` takes after a word of place ``last``; None when it cannot follow."""
    if word in _UNITS:
        size = "unit" if 1 <= _UNITS[word] <= 9 else "teen"
        return size if last in {"start", "hundred", "scale"} or (last == "tens" and size == "unit") else None
    if word in _TENS:
        return "tens" if last in {"start", "hundred", "scale"} else None
    if word == "hundred" or (word == "dozen" and last != "start"):
        return "hundred" if last in {"unit", "teen", "tens"} else None
    if word in _SCALES:
        return "scale" if last in {"unit", "teen", "tens", "hundred"} else None
    return None


def _joins(tokens: Sequence[Token], index: int, last: str) -> bool:
    """Whether the token is the "and" of "hundred and five" or the hyphen of "fifty-seven"."""
    following = word_at(tokens, index + 1)
    if word_at(tokens, index) == "and":
        denominator_follows = word_at(tokens, index + 2) in DENOMINATORS
        return last in {"hundred", "scale"} and (following in _UNITS or following in _TENS) and not denominator_follows
    return tokens[index].text == "-" and not tokens[index].gap and last == "tens" and 1 <= _UNITS.get(following, 0) <= 9


def _read_digits(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    digits = ""
    while 0 <= _UNITS.get(word_at(tokens, index), -1) <= 9 and len(digits) < 30:  # more than a double holds
        digits += str(_UNITS[tokens[index].text])
        index += 1
    return digits, index


def _read_denominator(tokens: Sequence[Token], index: int, numerator: int) -> WordNumber | None:
    if index < len(tokens) and tokens[index].text == "-" and not tokens[index].gap:
        index += 1
    denominator = DENOMINATORS.get(word_at(tokens, index))
    if denominator is None or (numerator > 1 and not word_at(tokens, index).endswith("s")):
        return None
    return WordNumber(Fraction(numerator, denominator), index + 1, is_fraction=True)


def _read_counted_fraction(tokens: Sequence[Token], start: int) -> WordNumber | None:
    """Read "three quarters"."""
    numerator = _UNITS.get(word_at(tokens, start))
    return None if numerator is None else _read_denominator(tokens, start + 1, numerator)


def _read_fraction(tokens: Sequence[Token], start: int) -> WordNumber | None:
    """Read "half", "half a dozen", "a dozen", "a half", "a third" (the last not before a noun)."""
    word, following = word_at(tokens, start), word_at(tokens, start + 1)
    if word == "half" and following == "a" and word_at(tokens, start + 2) == "dozen":
        return WordNumber(Fraction(6), start + 3)
    if word == "half":
        return WordNumber(Fraction(1, 2), start + 1, is_fraction=True)
    if word != "a" or following not in DENOMINATORS:
        return None
    after = tokens[start + 2] if start + 2 < len(tokens) else None
    is_ordinal = following != "half" and after is not None and after.kind == "word" and after.text not in _AFTER_A_FRACTION
    return None if is_ordinal else WordNumber(Fraction(1, DENOMINATORS[following]), start + 2, is_fraction=True)
