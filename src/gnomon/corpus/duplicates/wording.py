"""Texts up to names and numbers: a key that renamed texts share, and what corresponds to what in two texts of one key.

A name is a word that begins large, or a single letter; names of points run together are apart. Which names and numbers they are
does not count, only which of them are the same. A and I at the beginning of a sentence are taken for words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Literal, NamedTuple

from gnomon.algebra import Token, tokenize

_NO_NAMES = frozenset({"A", "I"})
"""Letters that are words where a sentence begins."""
_SENTENCE_ENDS = frozenset(".?!:")
_LEFT_OUT = frozenset("${}.?!,;:")
"""Signs of LaTeX, and ends of sentences, that say nothing."""
_NUMERALS = frozenset({"number", "fraction_character", "superscript"})
_DEGREES = frozenset({"°", "degrees", "degree"})


class WordingItem(NamedTuple):
    """One piece of a text."""

    kind: Literal["word", "name", "number"]
    text: str
    """As in the text, a word in lower case; empty for a number."""
    points: tuple[str, ...] = ()
    """Of a name in capitals: the points that are run together in it."""
    value: float = 0.0
    """Of a number."""
    is_degrees: bool = False
    is_factor: bool = False
    """Whether a letter follows a number at once, as in 2x."""


def wording_key(text: str, *, with_numbers: bool = False) -> str:
    """Return a text that is the same for texts that are the same but for names, and for numbers if they are not to count."""
    shown = []
    places: dict[str, int] = {}
    for item in items_of(text):
        if item.kind == "name":
            shown += [f"name {places.setdefault(name, len(places))}" for name in item.points or (item.text,)]
        elif item.kind == "number":
            shown.append(f"number {item.value:.10g}" if with_numbers else "number")  # ten digits: 0.1 + 0.2 is 0.3
        else:
            shown.append(item.text)
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


def items_of(text: str) -> list[WordingItem]:
    """Return the pieces of a text in order; ends of sentences, dollar signs and braces are left out."""
    tokens = tokenize(text)
    found: list[WordingItem] = []
    for before, token, following in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        if token.kind in _NUMERALS and found and found[-1].points and not token.gap:  # P1 is a point
            found[-1] = found[-1]._replace(points=(*found[-1].points[:-1], found[-1].points[-1] + token.text))
        elif token.kind in _NUMERALS:
            is_degrees = following is not None and following.text in _DEGREES
            is_factor = following is not None and not following.gap and _is_name(following, token)
            found.append(WordingItem("number", "", value=token.value, is_degrees=is_degrees, is_factor=is_factor))
        elif _is_name(token, before):
            found.append(WordingItem("name", token.raw, tuple(token.raw) if token.raw.isupper() else ()))
        elif token.text not in _LEFT_OUT:
            found.append(WordingItem("word", token.text))
    return found


def num_words(text: str) -> int:
    """Count the words of a text, names and numbers apart."""
    return sum(item.kind == "word" and item.text.isalpha() for item in items_of(text))


def _is_name(token: Token, before: Token | None) -> bool:
    if token.kind != "word" or not (token.raw[0].isupper() or len(token.raw) == 1):
        return False
    if token.raw in _NO_NAMES:
        return before is not None and before.text not in _SENTENCE_ENDS
    return token.raw != "a" or (before is not None and before.kind in _NUMERALS and not token.gap)


class Correspondence:
    """What stands for what in two descriptions of one figure, gathered text by text."""

    def __init__(self, points: Mapping[str, str]) -> None:
        """Begin with the points of the one figure, each with the point of the other that it stands for."""
        self._points = points
        self._names: dict[str, str] = {}
        self.degrees: list[tuple[float, float]] = []
        """Numbers of the one and the other in degrees."""
        self.others: list[tuple[float, float]] = []
        """Numbers of the one and the other that are none."""
        self.factors: list[tuple[float, float]] = []
        """Numbers of the one and the other that stand before a letter: scaling changes them, or the letter."""

    def takes(self, one: str, other: str, *, is_angle: bool = False) -> bool:
        """Whether a text says the same as another but for numbers, which are noted; points and letters must correspond.

        Args:
            one: a label or question.
            other: that of the other figure.
            is_angle: whether the numbers are degrees though they do not say so.
        """
        first, second = items_of(one), items_of(other)
        befores = [WordingItem("word", ""), *first]
        fitting = (self._fits(*pair, is_angle=is_angle) for pair in zip(befores, first, second, strict=False))
        return len(first) == len(second) and all(fitting)

    def _fits(self, before: WordingItem, one: WordingItem, other: WordingItem, *, is_angle: bool) -> bool:
        if one.kind != other.kind:  # a point that begins a sentence and is taken for a word, A or I
            return bool(one.text) and self._points.get(one.text.upper()) == other.text.upper()
        if one.kind == "number":
            noted = self.degrees if is_angle or one.is_degrees else self.factors if one.is_factor else self.others
            noted.append((one.value, other.value))
            return (one.is_degrees, one.is_factor) == (other.is_degrees, other.is_factor)
        if one.kind == "word":
            return one.text == other.text
        if one.points and all(point in self._points for point in one.points):
            renamed = tuple(self._points[point] for point in one.points)
            # An angle has its vertex in the middle; a triangle is listed from any corner, a line from either end.
            has_vertex = len(renamed) == len(other.points) == 3 and before.text != "triangle"
            return sorted(renamed) == sorted(other.points) and (not has_vertex or renamed[1] == other.points[1])
        is_new = one.text not in self._names and other.text not in self._names.values()
        return self._names.setdefault(one.text, other.text) == other.text if is_new or one.text in self._names else False
