"""Whether the answer that an explanation arrives at is right (MathExplain 5.3).

The paper gives accuracies and no rule. Decided: a multiple-choice answer is the option's letter, alone or before its text, or
the text of exactly one option; a letter whose text is that of another option cannot be read. A short answer is compared as a
number where the dataset's is one: integers and decimals exactly, other forms (roots, fractions, multiples of π) within 0.2 %,
so that a rounded value counts; units are not compared. Any other answer, such as an equation, is compared as text without
space and case. What cannot be read is wrong, and counted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.algebra import ReadNumber, equal, read_number
from gnomon.replies.thinking import split_thinking

_LETTERS = "ABCDEFGHIJ"
_LONGEST = 2000  # characters; an answer alone is asked for
_AROUND = " \t\r\n*_`$"
_PREFIX = re.compile(
    r"(?:so |thus |therefore,? )?(?:the )?(?:(?:final|correct) )?(?:answer|option|choice)(?: is)? *:? *", re.IGNORECASE
)
_BOXED = re.compile(r"\\boxed\{(.*)\}", re.DOTALL)
_MATHS = re.compile(r"\\\((.*)\\\)", re.DOTALL)
_LETTER = re.compile(r"[(\[]?([A-Ja-j])(?:[)\].:](?P<rest>.*))?", re.DOTALL)
_LETTER_OF_TRUTH = re.compile(r"[(\[]?([A-Ja-j])[)\].:]?")
_PLAIN_FORMS = frozenset({"integer", "decimal"})


class FinalAnswer(NamedTuple):
    """What was read, and whether it is right."""

    read: str | None
    """The option's letter, or the answer as it was compared; None where it could not be read."""
    is_right: bool | None
    """None where the dataset's own answer is none of the options."""


def score_final_answer(text: str, truth: str, choices: Sequence[str] = ()) -> FinalAnswer:
    """Score an answer.

    Args:
        text: what was answered.
        truth: the dataset's answer: the text of an option, its letter, or its number from 1 to 9; or the short answer.
        choices: the options; empty for a short answer.

    Returns:
        An answer that cannot be read is wrong.
    """
    said = _core(split_thinking(text).said[:_LONGEST])
    if not choices:
        return _score_short(said, truth)
    right = _option_of_truth(truth, choices)
    chosen = _option_of_reply(said, choices)
    read = None if chosen is None else _LETTERS[chosen]
    return FinalAnswer(read, None if right is None else chosen == right)


def _score_short(said: str, truth: str) -> FinalAnswer:
    wanted = read_number(_core(truth))
    if wanted is None:
        return FinalAnswer(said or None, bool(said) and _squeezed(said) == _squeezed(_core(truth)))
    given = read_number(said)
    return FinalAnswer(None, is_right=False) if given is None else FinalAnswer(said, _is_same_number(wanted, given))


def _core(text: str) -> str:
    """Return an answer without what is often written around it."""
    said = text.strip(_AROUND)
    said = _PREFIX.sub("", said, count=1) if _PREFIX.match(said) else said
    for around in (_MATHS, _BOXED):
        said = said.strip(_AROUND).rstrip(".")
        found = around.fullmatch(said)
        said = found[1] if found else said
    return said.strip(_AROUND)


def _option_of_truth(truth: str, choices: Sequence[str]) -> int | None:
    wanted = _core(truth)
    by_text = _options_with(wanted, choices)
    if len(by_text) == 1:
        return by_text[0]
    if letter := _LETTER_OF_TRUTH.fullmatch(wanted):
        return _in_range(_LETTERS.index(letter[1].upper()), choices)
    number = wanted.strip("()")
    place = unicodedata.digit(number, 0) if len(number) == 1 else 0  # ③ is 3
    return _in_range(place - 1, choices)


def _option_of_reply(said: str, choices: Sequence[str]) -> int | None:
    if letter := _LETTER.fullmatch(said):
        place = _in_range(_LETTERS.index(letter[1].upper()), choices)
        named = _options_with(_core(letter["rest"] or ""), choices)
        return place if not named or place in named else None
    by_text = _options_with(said, choices)
    return by_text[0] if len(by_text) == 1 else None


def _options_with(text: str, choices: Sequence[str]) -> list[int]:
    """Return the places of the options with this text; where there is none, of those with this value."""
    options = [_core(choice) for choice in choices]
    by_text = [place for place, option in enumerate(options) if _squeezed(option) == _squeezed(text)]
    value = read_number(text)
    if by_text or value is None:
        return by_text
    numbers = [read_number(option) for option in options]
    return [place for place, number in enumerate(numbers) if number is not None and _is_same_number(number, value)]


def _in_range(place: int, choices: Sequence[str]) -> int | None:
    return place if 0 <= place < len(choices) else None


def _is_same_number(truth: ReadNumber, given: ReadNumber) -> bool:
    return bool(equal(truth.value, given, "exact" if truth.kind in _PLAIN_FORMS else "guard"))


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold().replace("−", "-").replace("–", "-")
