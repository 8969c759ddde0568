"""Calculations that are told in words, in signs: ``take the 74 away from 180`` is 180 − 74, ``15 squared`` 15².

Also what is written with the letters of a problem, and its equations: ``add (2x + 10) and (3x − 5)``. Nothing is judged here.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from gnomon.algebra import Expression, ExpressionError, Operation, parse_expression, unknowns
from gnomon.packaged import packaged_yaml

_DIGITS: dict[str, str] = {word: str(value) for word, value in packaged_yaml(__package__, "reckoned.yaml")["numbers"].items()}
_COUNTING = sorted(_DIGITS.keys() - {"one"}, key=len, reverse=True)
_WORD = re.compile(rf"\b(?:{'|'.join(_COUNTING)})\b(?! of\b)")
"""Number words; "one" stands for a part more often than for a number."""
_UNIT = r"(?: ?(?:°|º|degrees?\b|deg\b|cm\b|dm\b|mm\b|m\b|km\b)(?:²)?)?"
_SIGNED = re.compile(r"(^|[,(=:]\s*|\b(?:and|is|by|times|to|of)\s+|^\D*?\b[a-z']{2,} )[-−](\d+(?:\.\d+)?)(?![\d.]|[a-z(²])")
"""A number with its sign, and not one that is taken off another."""
_MOST_ROUNDS = 12
"""Rules in a row that a text takes; longer ones are left as they are."""


class Told(NamedTuple):
    """A calculation, a number or an equation in a text."""

    expression: Expression
    other: Expression | None
    """The other side of an equation; None: it is none."""
    text: str
    """The signs that it was read from."""
    end: int
    """Where it ends in the text in signs."""

    @property
    def is_calculation(self) -> bool:
        """Whether there is something to work out: an operation, and no equation."""
        return self.other is None and isinstance(self.expression, Operation) and not _is_written(self.text)


def _is_written(text: str) -> bool:
    """Whether it is a number as it is written: 15/17, 12π, −0.5, 3√5."""
    plain = text.replace(" ", "").replace("(", "").replace(")", "")
    return re.fullmatch(r"[-−]?\d+(?:\.\d+)?(?:[·*]?√\d+)?[·*]?(?:π|pi)?", plain) is not None


@cache
def _rules(letters: frozenset[str], name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    table = packaged_yaml(__package__, "reckoned.yaml")[name]
    number = rf"((?<![\w.]){_atom(letters)}){_UNIT}"
    return tuple((re.compile(rule.replace("{n}", number)), signs) for rule, signs in table)


def _nested(depth: int) -> str:
    """Return a pattern of brackets with brackets in them, so many deep."""
    inner = r"[^()]" if depth == 1 else rf"(?:[^()]|{_nested(depth - 1)})"
    return rf"\({inner}*\)"


def _atom(letters: Collection[str]) -> str:
    brackets = rf"(?:√|cos|sin|tan|\d+)?{_nested(7)}"
    letter = rf"|\d*(?:\.\d+)?(?:{'|'.join(sorted(letters))})(?![^\W²³]|['’])" if letters else ""
    return rf"(?:{brackets}{letter}|\d+(?:\.\d+)?(?: ?(?:π|pi\b))?(?![\w.]*\d)(?!\d*[a-z](?![\w]))|π|pi\b)"


def in_signs(text: str, letters: frozenset[str] = frozenset()) -> str:
    """Return a text in lower case with what it tells to work out in signs, as far as it is understood.

    Args:
        text: a sentence or more.
        letters: that stand for numbers in the problem, such as ``x``.
    """
    text = text.lower().replace("’", "'").replace("–", "−").replace("×", "·").replace("÷", "/").replace("pi ", "π ")
    text = re.sub(r"(?<=\d),(?=\d{1,2}(?!\d))(?!\d+,)", ".", text) if re.search(r"\d,\d", text) else text
    text = "1" if text.strip(" .!?") == "one" else _WORD.sub(lambda match: _DIGITS[match[0]], text)
    text = re.sub(r"(?<=\d) ?: ?(?=\d)", " / ", text)
    text = _SIGNED.sub(r"\1(-\2)", text).strip()
    for _ in range(_MOST_ROUNDS):
        before = text
        for pattern, signs in _rules(letters, "of_one"):
            text = pattern.sub(signs, text)
        if text != before:
            continue
        for pattern, signs in _rules(letters, "of_several"):
            text = pattern.sub(signs, text, count=1)
        if text == before:
            return text
    return text


def told_in(signs: str, letters: frozenset[str] = frozenset()) -> list[Told]:
    """Return the numbers, calculations and equations of a text that is in signs (`in_signs`), in order."""
    side = rf"(?<![\w.,]){_atom(letters)}{_UNIT}(?:\s*[-+−·*/]\s*{_atom(letters)}{_UNIT})*"
    found: list[Told] = []
    at = 0
    pattern = re.compile(side)
    while (match := pattern.search(signs, at)) is not None:
        at = max(match.end(), at + 1)
        expression = expression_of(match[0])
        if expression is None:
            continue
        equals = re.match(r"\s*(?:=|is equal to|equals)\s*", signs[match.end() :])
        other = pattern.match(signs, match.end() + equals.end()) if equals is not None else None
        right = expression_of(other[0]) if other is not None else None
        if other is not None and right is not None:
            at = other.end()
            found.append(Told(expression, right, f"{match[0]} = {other[0]}", at))
        elif equals is None or any(True for _ in unknowns(expression)):
            found.append(Told(expression, None, match[0].strip(), match.end()))
    return found


def expression_of(written: str) -> Expression | None:
    """Return what signs say; None where they are no expression."""
    plain = re.sub(r"°|º|degrees?\b|deg\b|(?<=[\d)π ])(?:cm|dm|mm|km|m)\b²?", "", written).replace("−", "-").strip()
    try:
        return parse_expression(plain)
    except (ExpressionError, ValueError, OverflowError):
        return None


def asks_sum(text: str) -> bool:
    """Whether a question asks what several things make together."""
    return re.search(packaged_yaml(__package__, "reckoned.yaml")["sums"], text.lower()) is not None
