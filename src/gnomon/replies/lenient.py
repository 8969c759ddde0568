"""A tolerant reader of one JSON object or list inside a longer text, in linear time and without recursion.

It takes JSON and what keeps JSON's meaning: trailing commas, comments (``//`` and ``/* */``), Python's literals, other quotes
(`gnomon.replies.strings`). ``NaN`` and ``Infinity``, which Python's own writer makes, are numbers. It does not close what is
open, add missing commas, colons or quotes, or take bare words. Keys that stand twice are all kept (`Members`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from gnomon.replies.strings import OPENING_QUOTES, read_string

MAX_DEPTH = 64
"""Objects and lists inside one another: far above the three of any form we read, and a bound on what brackets alone can cost."""

_CLOSER = {"{": "}", "[": "]"}
_BLANK = re.compile(r"[\s\ufeff]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+(?![\w.])")
_WORD = re.compile(r"-?[A-Za-z]++(?!\w)")
_PYTHON_WORDS = {"True": True, "False": False, "None": None}
_JSON_WORDS = {"true": True, "false": False, "null": None}
_NO_NUMBERS = {name: float(name) for name in ("NaN", "Infinity", "-Infinity")}
_WORDS = _PYTHON_WORDS | _JSON_WORDS | _NO_NUMBERS
_LONGEST_INTEGER = 18  # digits; a longer one becomes a float: no field takes either, and Python refuses 4,300 digits


@dataclass(frozen=True, slots=True)
class Members:
    """An object, with every key as often as it was written."""

    pairs: tuple[tuple[str, JsonValue], ...] = ()


JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | Members | None"


@dataclass(frozen=True, slots=True)
class Parsed:
    """An object or a list that was read whole."""

    value: JsonValue
    end: int
    """The position after it."""
    repaired: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """What begins with a bracket and is no JSON."""

    end: int
    """The position that was reached; always after the bracket."""
    has_key: bool
    """Whether a key and its colon were found before that: then it was meant as JSON."""


@dataclass(frozen=True, slots=True)
class Truncated:
    """The text ends before the object or list does."""


class TooDeepError(ValueError):
    """More than `MAX_DEPTH` objects and lists inside one another."""


class _BrokenError(Exception):
    pass


class _TruncatedError(Exception):
    pass


@dataclass(slots=True)
class _Open:
    """An object or list that is being read."""

    closer: str
    values: list[JsonValue] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    after_comma: bool = False

    def finished(self) -> JsonValue:
        return self.values if self.closer == "]" else Members(tuple(zip(self.keys, self.values, strict=True)))


def read_json(text: str, start: int) -> Parsed | Broken | Truncated:
    """Read the object or list whose opening bracket is at ``start``.

    Raises:
        TooDeepError: for more than `MAX_DEPTH` levels.
    """
    reader = _Reader(text, start)
    try:
        return Parsed(reader.read(), reader.here, reader.repaired)
    except _BrokenError:
        return Broken(max(reader.here, start + 1), reader.has_key)
    except _TruncatedError:
        return Truncated()


class _Reader:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.here = start
        self.repaired = False
        self.has_key = False
        self.open: list[_Open] = []

    def read(self) -> JsonValue:
        self._open_bracket()
        while True:
            innermost = self.open[-1]
            if self._next() == innermost.closer:
                value = self._close(innermost)
                if not self.open:
                    return value
                self.open[-1].values.append(value)
            else:
                self._member(innermost)

    def _member(self, innermost: _Open) -> None:
        if innermost.values and not innermost.after_comma:
            self._expect(",")
            innermost.after_comma = True
            return
        if innermost.closer == "}":
            innermost.keys.append(self._key())
        innermost.after_comma = False
        if self._next() in _CLOSER:
            self._open_bracket()
        else:
            innermost.values.append(self._scalar())

    def _close(self, innermost: _Open) -> JsonValue:
        self.here += 1
        self.repaired = self.repaired or innermost.after_comma
        self.open.pop()
        return innermost.finished()

    def _open_bracket(self) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise TooDeepError(f"expected at most {MAX_DEPTH} levels of brackets")
        self.open.append(_Open(_CLOSER[self.text[self.here]]))
        self.here += 1

    def _key(self) -> str:
        key = self._string()
        self._expect(":")
        self.has_key = True
        return key

    def _scalar(self) -> JsonValue:
        if self.text[self.here] in OPENING_QUOTES:
            return self._string()
        if number := _NUMBER.match(self.text, self.here):
            self.here = number.end()
            return _number(number.group())
        word = _WORD.match(self.text, self.here)
        if word is None or word.group() not in _WORDS:
            raise _BrokenError
        self.here = word.end()
        self.repaired = self.repaired or word.group() in _PYTHON_WORDS
        return _WORDS[word.group()]

    def _string(self) -> str:
        if self._next() not in OPENING_QUOTES:
            raise _BrokenError
        quoted = read_string(self.text, self.here)
        if quoted is None:
            raise _TruncatedError
        self.here = quoted.end
        self.repaired = self.repaired or quoted.repaired
        return quoted.value

    def _expect(self, mark: str) -> None:
        if self._next() != mark:
            raise _BrokenError
        self.here += 1

    def _next(self) -> str:
        """Go past space and comments; return the character there."""
        while True:
            self.here = _BLANK.match(self.text, self.here).end()  # type: ignore[union-attr]  # matches the empty string
            if self.here >= len(self.text):
                raise _TruncatedError
            if self.text[self.here] != "/":
                return self.text[self.here]
            self._comment()

    def _comment(self) -> None:
        end_mark = {"//": "\n", "/*": "*/"}.get(self.text[self.here : self.here + 2])
        if end_mark is None:
            raise _BrokenError
        end = self.text.find(end_mark, self.here + 2)
        if end < 0:
            raise _TruncatedError
        self.here = end + len(end_mark)
        self.repaired = True


def _number(text: str) -> int | float:
    is_integer = len(text) <= _LONGEST_INTEGER and text.removeprefix("-").isdigit()
    return int(text) if is_integer else float(text)
