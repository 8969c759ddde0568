"""The words of a learner's message: names of figure parts, letters and phrases, for the one lexer of `gnomon.algebra`.

Phrases are data (``words.yaml``). What is no part of a formula becomes an ``other`` token, so that the reader never joins
things that were said apart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.algebra import ElementNameError, Number, ReadNumber, Token, read_numbers, split_points, unit_at
from gnomon.algebra import tokenize as cut
from gnomon.packaged import packaged_yaml

LONGEST_MESSAGE = 4000
"""Characters; the rest of a longer message is not read."""
_UPPER_NAME = re.compile(r"[A-Z][0-9']?(?:[A-Z][0-9']?)*(?![a-z])")
_SPACED_NAME = re.compile(r"[A-Z](?: [A-Z]){1,3}(?![A-Za-z])")
_LOWER_NAME = re.compile(r"[a-z]{1,4}(?![a-z])")
_SPACED_LOWER = re.compile(r"[a-z](?: [a-z]){1,2}(?![a-z])")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_LONGEST_PHRASE = 40
"""Characters; no phrase of ``words.yaml`` is longer."""
_LISTS = {"intents", "common", "everyday", "short", "closer_rules"}
"""Tables of ``words.yaml`` that are no kinds of token."""
_TIMES = re.compile(r"[\d)°]? ?x ?[\d(√.]")
_VALUES = {"number", "fraction_character", "superscript"}
"""Kinds of the lexer's tokens that end a value."""
_FIGURE_UNITS = frozenset({"°", "rad", "mm", "cm", "km", "m", "in", "ft", "yd", "mi", "unit"})
"""Units of what a figure measures; in "2 minutes" and "3 dollars" the learner speaks of something else."""
_BREAK = re.compile(r"\s*[\n…]\s*")
_BEFORE_EQUALS = re.compile(r"\s*(?:=|≈|is\b|equals?\b|\d|must\b|should\b)", re.IGNORECASE)

MEASURES: dict[str, tuple[str, ...]] = {
    "area": ("area", "circle_area", "sector_area"),
    "perimeter": ("perimeter",),
    "circumference": ("circumference",),
    "radius": ("radius",),
    "diameter": ("diameter",),
    "angle": ("angle",),
    "length": ("length",),
    "arc": ("arc",),
}
"""Words for a measure, with the kinds of quantity they may mean."""
_BEFORE_NAMES = {*MEASURES, "triangle", "circle", "sector", "of"}
"""Kinds of word after which a lone letter, or small letters, are a name: ``angle b``, ``triangle abc``."""
FUNCTIONS = {"sine": "sin", "cosine": "cos", "tangent": "tan", "root": "√"}
"""Words for functions, as the parser of algebra knows them."""
FORMULA_KINDS = {
    "number", "superscript", "name", "letter", "(", ")", "equals", "subject", "plus", "minus", "times", "divided", "power",
    "half", "twice", "of", "skipped", "colon", "right_angle", "circle", "sector", "hypotenuse", "and", "same", "add_up",
    *FUNCTIONS, *MEASURES,
}  # fmt: skip
"""Kinds of token that can be part of a formula."""


def tokenize(text: str, points: Collection[str], letters: Collection[str]) -> list[Token]:
    """Split a message into tokens.

    Args:
        text: the message; never raises on it.
        points: names of the figure's points, which tell names from words.
        letters: unknown letters of the problem.

    Returns:
        Tokens of kind ``number``, ``superscript``, ``name``, ``letter``, ``(``, ``)``, ``break``, ``other`` or of a key of
        ``words.yaml`` such as ``equals``.
    """
    text = text[:LONGEST_MESSAGE].replace("’", "'")
    spelled = {number.start: number for number in read_numbers(text) if _is_spelled(number) and not _counts_things(number, text)}
    units = _units(text, {*letters}, {number.end for number in spelled.values()})
    tokens = cut(text, _Namer(frozenset(points), frozenset(letters), spelled, units))
    return [token._replace(kind=_kind(token)) for token in tokens if token.text not in '"“”']


def _units(text: str, letters: Collection[str], ends: Collection[int]) -> dict[int, int]:
    """Return where units begin and end: those after a value, and the raised degree sign of LaTeX anywhere.

    Args:
        text: the message.
        letters: of the problem, whose unit is read as that of a number.
        ends: where numbers in words end.
    """
    tokens = cut(text)
    found = {}
    for index, token in enumerate(tokens):
        unit, end = unit_at(tokens, index)
        before = tokens[index - 1] if index else token
        is_value = before.kind in _VALUES or before.text in {")", "}", "π", *letters} or before.end in ends
        if unit.rstrip("²³") in _FIGURE_UNITS and (token.text == "^" or (index and is_value)):
            found[token.start] = tokens[end - 1].end
    return found


def _kind(token: Token) -> str:
    """Return the kind of a token that the lexer may have found by itself, such as a sign."""
    if token.kind != "sign":
        return "other" if token.kind in {"word", "command", "fraction_character"} else token.kind
    if token.text in "()":
        return token.text
    kinds = [kind for phrase, kind in _phrases().get(token.text[0], ()) if phrase == token.text]
    return kinds[0] if kinds else "break" if token.text in ".,;!?" else "other"


def is_foreign(text: str) -> bool:
    """Whether a message of three words or more is in no language the reader knows: hardly a common English word in it."""
    words = _WORD.findall(text.lower())
    known = sum(word.replace("'", "") in word_list("common") for word in words)
    # An eighth: a foreign sentence shares a short word or a name with English, an English one many more.
    return len(words) >= 3 and known <= len(words) // 8


def intents() -> dict[str, Sequence[str]]:
    """Return the phrases that tell kinds of message apart, by kind."""
    return dict(_table()["intents"])


class CloserRule(NamedTuple):
    """A rule that some phrases name though words in them name others as well."""

    rule: str
    phrases: tuple[str, ...]
    instead_of: frozenset[str]
    """Ids of those others."""


@cache
def closer_rules() -> tuple[CloserRule, ...]:
    """Return the phrases that name one rule alone."""
    rows = _table()["closer_rules"].items()
    return tuple(CloserRule(rule, tuple(row["phrases"]), frozenset(row["instead_of"])) for rule, row in rows)


@dataclass
class _Namer:
    """Tells what begins at a place of a message; numerals and signs are the lexer's."""

    points: frozenset[str]
    letters: frozenset[str]
    spelled: dict[int, ReadNumber]
    units: dict[int, int]
    last: Token = field(default_factory=lambda: Token("break", "", "", 0, 0))
    """What was named last."""

    def __call__(self, text: str, at: int) -> Token | None:
        readers = (self._special, self._unit, self._name, self._letter, self._phrase)
        named = next((token for read in readers if (token := read(text, at)) is not None), None)
        if named is None and text[at].isalpha() and (word := _WORD.match(text, at)):
            named = Token("other", word.group(), "", at, word.end())
        self.last = named or self.last
        return named

    def _special(self, text: str, at: int) -> Token | None:
        """Read a number in words, the x between two numbers, and the end of a line."""
        number = self.spelled.get(at)
        if number is not None:
            # Up to 15 digits a float's decimal form is the number that was written; beyond them it has noise of its own.
            value = Fraction(str(number.value)) if abs(number.value) < 1e15 else Fraction(number.value)
            return Token("number", number.text, "", at, number.end, value=number.value, meaning=Number(value))
        if text[at] in "xX" and _TIMES.match(text, max(0, at - 2)):
            return Token("times", "x", "", at, at + 1)
        match = _BREAK.match(text, at)
        return Token("break", "", "", at, match.end()) if match else None

    def _unit(self, text: str, at: int) -> Token | None:
        """Read a unit, unless it is a letter of the problem (``8m``) or written in capitals as the name of a part (``2 KM``)."""
        end = self.units.get(at)
        if end is None:
            return None
        word = at + len(text[at:end]) - len(text[at:end].lstrip("-{ "))
        is_part = text[word].isupper() and self._name(text, word) is not None
        return None if is_part or self._letter(text, word) else Token("skipped", text[at:end], "", at, end)

    def _name(self, text: str, at: int) -> Token | None:
        if at and (text[at - 1].isalnum() and not text[at - 1].isdigit() and text[at - 1].lower() != "m"):
            return None
        for pattern, is_lower in ((_SPACED_NAME, False), (_UPPER_NAME, False), (_SPACED_LOWER, True), (_LOWER_NAME, True)):
            match = pattern.match(text, at)
            points = self._points(match.group(), is_lower=is_lower) if match else ()
            if match and points and self._is_name(match, points, is_lower=is_lower):
                return Token("name", match.group(), "", at, match.end(), points=points)
        return None

    def _points(self, name: str, *, is_lower: bool) -> tuple[str, ...]:
        try:
            points = split_points(name.upper() if is_lower else name)
        except ElementNameError:
            return ()
        return points if set(points) <= self.points and len(set(points)) == len(points) else ()

    def _is_name(self, match: re.Match[str], points: Sequence[str], *, is_lower: bool) -> bool:
        is_next = not match.string[self.last.end : match.start()].strip()
        follows_kind = is_next and self.last.kind in _BEFORE_NAMES
        if len(points) == 1:
            return follows_kind and match.group() not in {"a", "i"}
        if not is_lower:
            return True
        before_equals = _BEFORE_EQUALS.match(match.string, match.end()) is not None
        return (follows_kind or before_equals) and match.group().replace(" ", "") not in word_list("short")

    def _letter(self, text: str, at: int) -> Token | None:
        alone = not text[at + 1 : at + 2].isalpha() and not (at and text[at - 1].isalpha())
        return Token("letter", text[at], "", at, at + 1) if alone and text[at] in self.letters else None

    def _phrase(self, text: str, at: int) -> Token | None:
        if text[at] == "*":
            return None  # the lexer tells signs from emphasis
        lower = text[at : at + _LONGEST_PHRASE].lower()
        for phrase, kind in _phrases().get(lower[0], ()):
            end = at + len(phrase)
            if lower.startswith(phrase) and _is_whole(text, at, end, phrase):
                return Token(kind, phrase, "", at, min(end, len(text)))
        return None


def _counts_things(number: ReadNumber, text: str) -> bool:
    """Whether a small number word counts what follows it (``the two far ones``)."""
    following = _WORD.match(text, number.end + 1)
    is_small = number.text.isalpha() and number.value < 13  # number words up to twelve; larger counts are seldom spelled
    has_unit = number.unit.rstrip("²³") in _FIGURE_UNITS
    return number.role != "value" or (is_small and following is not None and not has_unit)


def _is_spelled(number: ReadNumber) -> bool:
    """Whether a number is more than ASCII digits and signs, which the lexer of algebra reads by itself."""
    return any(c.isalpha() or c in " ½∛{" or (c.isdigit() and not c.isascii()) for c in number.text)


def _is_whole(text: str, start: int, end: int, phrase: str) -> bool:
    starts_word, ends_word = phrase[0].isalpha() and phrase[0].isascii(), phrase[-1].isalpha() and phrase[-1].isascii()
    clear_before = start == 0 or not text[start - 1].isalpha() or not starts_word
    clear_after = end >= len(text) or not text[end].isalpha() or not ends_word
    return clear_before and clear_after


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "words.yaml")
    return table


@cache
def word_list(name: Literal["common", "everyday", "short"]) -> frozenset[str]:
    """Return a list of English words: common ones, those that say nothing of geometry, short ones that never name points."""
    return frozenset(str(word) for word in _table()[name])


@cache
def _phrases() -> dict[str, list[tuple[str, str]]]:
    """Phrases by first character, longest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, phrases in _table().items():
        if kind not in _LISTS:
            for phrase in phrases:
                found.setdefault(phrase[0], []).append((phrase, kind))
    return {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in found.items()}
