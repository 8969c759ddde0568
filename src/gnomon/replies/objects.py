r"""Finding the JSON values that stand in a model's text, among prose, fences and thinking.

What stands in ``<think>`` is prose, objects and all; so is everything before a ``</think>`` whose opening tag is not there
(some chat templates keep it). Brackets that hold no JSON, ``\frac{1}{2}`` or ``{x, y}``, are prose. Brackets that were meant
as JSON (they have a key) but cannot be read are passed over with all they hold: no part of them is mined.
Every character is read a fixed number of times, so the time grows with the length only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from gnomon.replies.lenient import Broken, JsonValue, Members, TooDeepError, Truncated, read_json
from gnomon.replies.reading import Reading, bounded, unparseable
from gnomon.replies.strings import OPENING_QUOTES

# An object begins with a quote, a comment or its end; any other brace is passed over without a try.
_OBJECT = rf"\{{(?=[\s\ufeff]*+(?:[{OPENING_QUOTES}/}}]|\Z))"
_TAG = r"<\s*+/?\s*+think\s*+>"
_OBJECT_OR_TAG = re.compile(rf"{_OBJECT}|{_TAG}", re.IGNORECASE)
_VALUE_OR_TAG = re.compile(rf"{_OBJECT}|\[|{_TAG}", re.IGNORECASE)
_THINK_ENDS = re.compile(r"<\s*+/\s*+think\s*+>", re.IGNORECASE)
_BRACE = re.compile(r"[\[\]{}]")


@dataclass(slots=True)
class Found:
    """The JSON values of one text."""

    values: list[JsonValue] = field(default_factory=list)
    """Top-level objects (and lists, where asked for), in order."""
    prose: list[str] = field(default_factory=list)
    """The text around them, thinking left out."""
    repaired: bool = False
    """Whether reading any of the values took a repair."""
    thought: bool = False
    """Whether there was thinking."""
    flags: tuple[str, ...] = ()
    """``truncated`` where the text ends inside a value, ``unclosed_tag`` inside thinking: then the values tell nothing."""
    has_broken: bool = False
    """Whether there was an object that cannot be read."""

    @property
    def stands_alone(self) -> bool:
        """Whether there is nothing but space around the values."""
        return not self.thought and all(piece.isspace() or not piece for piece in self.prose)


def find_values(text: str, *, with_lists: bool = False) -> Found | None:
    """Find the top-level objects of ``text``; with ``with_lists``, lists too (then the objects in a list are not top-level).

    Returns:
        None where anything in it is nested too deep.
    """
    try:
        return _Search(text, _VALUE_OR_TAG if with_lists else _OBJECT_OR_TAG).run()
    except TooDeepError:
        return None


class _Search:
    def __init__(self, text: str, start: re.Pattern[str]) -> None:
        self.text = text
        self.start = start
        self.found = Found()
        self.here = 0
        self.prose_from = 0

    def run(self) -> Found:
        while not self.found.flags and (match := self.start.search(self.text, self.here)):
            if not match.group().startswith("<"):
                self._value(match.start())
            elif "/" in match.group():
                self._drop_all(match.end())
            else:
                self._skip_thinking(match.start(), match.end())
        self.found.prose.append(self.text[self.prose_from :])
        return self.found

    def _skip_thinking(self, start: int, end: int) -> None:
        closing = _THINK_ENDS.search(self.text, end)
        if closing is None:
            self.found.flags = ("unclosed_tag",)
            return
        self.found.thought = True
        self._pass(start, closing.end())

    def _drop_all(self, end: int) -> None:
        if not self.found.thought:
            self.found = Found(thought=True)
            self.prose_from = end
        self.here = end

    def _value(self, start: int) -> None:
        result = read_json(self.text, start)
        if isinstance(result, Truncated):
            self.found.flags = ("truncated",)
        elif isinstance(result, Broken):
            self._broken(start, result)
        else:
            self.found.values.append(result.value)
            self.found.repaired = self.found.repaired or result.repaired
            self._pass(start, result.end)

    def _broken(self, start: int, result: Broken) -> None:
        self.here = result.end
        if not result.has_key:
            return
        self.found.has_broken = True
        end = _end_of_brackets(self.text, start)
        if end is None:
            self.found.flags = ("truncated",)
        else:
            self.here = max(end, result.end)

    def _pass(self, start: int, end: int) -> None:
        self.found.prose.append(self.text[self.prose_from : start])
        self.here = self.prose_from = end


def _end_of_brackets(text: str, start: int) -> int | None:
    """Return where the bracket at ``start`` is closed, counting brackets only: what is broken may have a stray quote."""
    depth = 0
    for bracket in _BRACE.finditer(text, start):
        depth += 1 if bracket.group() in "[{" else -1
        if depth == 0:
            return bracket.end()
    return None


def read_only_object(text: str, read: Callable[[Members], Reading]) -> Reading:
    """Read the one object of ``text`` by ``read``.

    Several objects must be read alike, and are flagged ``several_objects``; an empty one (``{}`` is common in LaTeX) beside
    others says nothing and does not count.

    Returns:
        ``unparseable`` for text that is too long or too deep, has no object, ends inside one, or has several that differ.
    """
    bounded_text = bounded(text)
    found = None if bounded_text is None else find_values(bounded_text)
    if found is None or found.flags:
        return unparseable(*(found.flags if found else ()))
    objects = [value for value in found.values if isinstance(value, Members)]
    objects = [value for value in objects if value.pairs] or objects[:1]
    return around(agreed([read(value) for value in objects], "several_objects"), found) if objects else unparseable()


def agreed(readings: Sequence[Reading], flag: str) -> Reading:
    """Return what several readings of one text say together.

    Returns:
        One reading with ``flag`` and every repair where all have the same value and lack the same fields; else
        ``unparseable`` with ``flag``. A single reading is returned as it is.
    """
    first = readings[0]
    if len(readings) == 1:
        return first
    if any((other.value, other.invalid_fields) != (first.value, first.invalid_fields) for other in readings):
        return unparseable(flag)
    flags = {flag, *(each for reading in readings for each in reading.flags)}
    return replace(first, repaired=any(reading.repaired for reading in readings), flags=tuple(sorted(flags)))


def around(reading: Reading, found: Found) -> Reading:
    """Return ``reading`` with the repairs that finding its JSON took."""
    repaired = reading.repaired or found.repaired or not found.stands_alone
    return reading if reading.status == "unparseable" else replace(reading, repaired=repaired)
