"""Tokens of a learner's message: names of figure parts, numbers, operators and the words that stand for them.

Words are data (``words.yaml``). What is no part of a formula becomes an ``other`` token, so that the reader never joins
things that were said apart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from gnomon.algebra import ReadNumber, read_numbers
from gnomon.figure import ElementNameError, split_points
from gnomon.packaged import packaged_yaml

LONGEST_MESSAGE = 4000
"""Characters; the rest of a longer message is not read."""
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)?|\.\d+")
_UPPER_NAME = re.compile(r"[A-Z][0-9']?(?:[A-Z][0-9']?)*(?![a-z])")
_SPACED_NAME = re.compile(r"[A-Z](?: [A-Z]){1,3}(?![A-Za-z])")
_LOWER_NAME = re.compile(r"[a-z]{1,4}(?![a-z])")
_SPACED_LOWER = re.compile(r"[a-z](?: [a-z]){1,2}(?![a-z])")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_LISTS = {"intents", "common", "everyday", "short", "closer_rules"}
"""Tables of ``words.yaml`` that are no kinds of token."""
_TIMES = re.compile(r"[\d)°]? ?x ?[\d(√.]")
_BREAK = re.compile(r"[.;!?\n…]+(?!\d)|,")
_NAMED_KINDS = {
    "angle",
    "arc",
    "triangle",
    "length",
    "area",
    "perimeter",
    "circle",
    "sector",
    "radius",
    "diameter",
    "circumference",
}


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
FUNCTIONS = {"sine": "sin", "cosine": "cos", "tangent": "tan", "root": "sqrt"}
FORMULA_KINDS = {
    "number", "name", "letter", "(", ")", "equals", "subject", "plus", "minus", "times", "divided", "squared", "half", "twice",
    "of", "skipped", "colon", "right_angle", "circle", "sector", "hypotenuse", "and", "same", "add_up", *FUNCTIONS, *MEASURES,
}  # fmt: skip
"""Kinds of token that can be part of a formula."""


class Token(NamedTuple):
    """One piece of a message."""

    kind: str
    """``number``, ``name``, ``letter``, ``(``, ``)``, ``break``, ``other``, or a key of ``words.yaml`` such as ``equals``."""
    text: str
    """As written."""
    start: int
    end: int
    value: float | None = None
    """Of a number."""
    points: tuple[str, ...] = ()
    """Of a name."""


def tokenize(text: str, points: Collection[str], letters: Collection[str]) -> list[Token]:
    """Split a message into tokens.

    Args:
        text: the message; never raises on it.
        points: names of the figure's points, which tell names from words.
        letters: unknown letters of the problem.
    """
    text = text[:LONGEST_MESSAGE].replace("’", "'").replace("≠", " not = ")
    spelled = {number.start: number for number in read_numbers(text) if _is_spelled(number) and not _counts_things(number, text)}
    return list(_Lexer(text, frozenset(points), frozenset(letters), spelled).run())


def is_foreign(text: str) -> bool:
    """Whether a message of three words or more is in no language the reader knows: hardly a common English word in it."""
    words = _WORD.findall(text.lower())
    known = sum(word.replace("'", "") in _common() for word in words)
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


class _Lexer:
    def __init__(self, text: str, points: frozenset[str], letters: frozenset[str], spelled: dict[int, ReadNumber]) -> None:
        self.text = text
        self.lower = text.lower() if len(text.lower()) == len(text) else text
        self.points = points
        self.letters = letters
        self.spelled = spelled

    def run(self) -> Iterator[Token]:
        at, previous = 0, ""
        while at < len(self.text):
            if self.text[at].isspace() or self.text[at] in '"“”':
                at += 1
                continue
            token = self._next(at, previous)
            yield token
            at, previous = token.end, token.kind

    def _next(self, at: int, previous: str) -> Token:
        for attempt in (self._times, self._spelled_number, self._numeral, self._bracket, self._break):
            token = attempt(at)
            if token is not None:
                return token
        return self._name(at, previous) or self._letter(at) or self._phrase(at) or self._other(at)

    def _times(self, at: int) -> Token | None:
        """Read the x between two numbers as a sign."""
        is_sign = self.lower[at] == "x" and _TIMES.match(self.lower, max(0, at - 2)) is not None
        return Token("times", self.text[at], at, at + 1) if is_sign else None

    def _spelled_number(self, at: int) -> Token | None:
        number = self.spelled.get(at)
        return Token("number", number.text, at, number.end, value=number.value) if number else None

    def _numeral(self, at: int) -> Token | None:
        match = _NUMERAL.match(self.text, at)
        if match is None:
            return None
        return Token("number", match.group(), at, match.end(), value=float("0" + match.group().replace(",", ".")))

    def _bracket(self, at: int) -> Token | None:
        character = self.text[at]
        return Token(character, character, at, at + 1) if character in "()" else None

    def _break(self, at: int) -> Token | None:
        match = _BREAK.match(self.text, at)
        return Token("break", match.group(), at, match.end()) if match else None

    def _name(self, at: int, previous: str) -> Token | None:
        if at and (self.text[at - 1].isalnum() and not self.text[at - 1].isdigit() and self.text[at - 1].lower() != "m"):
            return None
        for pattern, is_lower in ((_SPACED_NAME, False), (_UPPER_NAME, False), (_SPACED_LOWER, True), (_LOWER_NAME, True)):
            match = pattern.match(self.text, at)
            if match is None:
                continue
            points = self._points(match.group(), is_lower=is_lower)
            if points and self._is_name(match, points, previous, is_lower=is_lower):
                return Token("name", match.group(), at, match.end(), points=points)
        return None

    def _points(self, text: str, *, is_lower: bool) -> tuple[str, ...]:
        try:
            points = split_points(text.upper() if is_lower else text)
        except ElementNameError:
            return ()
        return points if set(points) <= self.points and len(set(points)) == len(points) else ()

    def _is_name(self, match: re.Match[str], points: Sequence[str], previous: str, *, is_lower: bool) -> bool:
        follows_kind = previous in _NAMED_KINDS or previous == "of"
        if len(points) == 1:
            return follows_kind and match.group() not in {"a", "i"}
        if not is_lower:
            return True
        before_equals = re.match(r"\s*(?:=|≈|is\b|equals?\b|\d|must\b|should\b)", self.lower[match.end() :]) is not None
        return (follows_kind or before_equals) and match.group().replace(" ", "") not in _short_words()

    def _letter(self, at: int) -> Token | None:
        character = self.text[at]
        following = self.text[at + 1 : at + 2]
        if character in self.letters and not following.isalpha() and not (at and self.text[at - 1].isalpha()):
            return Token("letter", character, at, at + 1)
        return None

    def _phrase(self, at: int) -> Token | None:
        for phrase, kind in _phrases().get(self.lower[at], ()):
            end = at + len(phrase)
            if self.lower.startswith(phrase, at) and _is_whole(self.lower, at, end, phrase):
                return Token(kind, self.text[at:end], at, end)
        return None

    def _other(self, at: int) -> Token:
        match = _WORD.match(self.text, at)
        end = match.end() if match else at + 1
        return Token("other", self.text[at:end], at, end)


def _counts_things(number: ReadNumber, text: str) -> bool:
    """Whether a small number word counts what follows it (``the two far ones``)."""
    following = _WORD.match(text, number.end + 1)
    is_small = number.text.isalpha() and number.value < 13
    return number.role != "value" or (
        is_small and following is not None and not following.group().lower().startswith(("deg", "cm", "unit"))
    )


def _is_spelled(number: ReadNumber) -> bool:
    return (
        any(character.isalpha() for character in number.text)
        or any(not c.isascii() and c.isdigit() for c in number.text)
        or " " in number.text
        or "½" in number.text
    )


def _is_whole(text: str, start: int, end: int, phrase: str) -> bool:
    starts_word, ends_word = phrase[0].isalpha() and phrase[0].isascii(), phrase[-1].isalpha() and phrase[-1].isascii()
    clear_before = start == 0 or not text[start - 1].isalpha() or not starts_word
    clear_after = end >= len(text) or not text[end].isalpha() or not ends_word
    return clear_before and clear_after


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "words.yaml")
    return table


def everyday_words() -> frozenset[str]:
    """Return common words that say nothing about geometry."""
    return frozenset(str(word) for word in _table()["everyday"])


@cache
def _short_words() -> frozenset[str]:
    """Short English words that are never names of points."""
    return frozenset(str(word) for word in _table()["short"])


@cache
def _common() -> frozenset[str]:
    return frozenset(str(word) for word in _table()["common"])


@cache
def _phrases() -> dict[str, list[tuple[str, str]]]:
    """Phrases by first character, longest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, phrases in _table().items():
        if kind not in _LISTS:
            for phrase in phrases:
                found.setdefault(phrase[0], []).append((phrase, kind))
    return {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in found.items()}
