"""Whether the answer that an explanation arrives at is right (MathExplain 5.3).

The paper gives accuracies and no rule. Decided: a multiple-choice answer is the option's letter or its number as Korean books
print it (``②``, ``(2)``), alone or before its text, or the text of exactly one option; a letter or number whose text is that of
another option cannot be read. A short answer is compared as a number where the dataset's is one: integers and decimals exactly,
other forms (roots, fractions, multiples of π) within 0.2 %, so that a rounded value counts; units are not compared. A list is
compared entry by entry, in the order of the dataset's, which is that of what the question asks for, and in any order where the
dataset has braces. Any other answer, such as an equation, is compared as text without space and case. What cannot be read is
wrong, and counted.
"""

from __future__ import annotations

import re
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
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"
_PLACE = re.compile(rf"(?:\((?P<digit>[1-9])\)|(?P<circled>[{_CIRCLED}]))(?P<rest>(?:[\s.:].*)?)", re.DOTALL)
_TEXT = re.compile(r"\\(?:text|textbf|mathrm|mathbf)\{([^{}]*)\}")
_BETWEEN_ENTRIES = re.compile(r"\s*(?:[,;]\s*(?:and\b|or\b)?|\band\b|\bor\b)\s*", re.IGNORECASE)
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
    key = _core(truth)
    entries = _entries(key)
    if len(entries) > 1 and _are_same(entries, _entries(said), in_any_order=key.startswith("{")):
        return FinalAnswer(said, is_right=True)
    wanted = read_number(key)
    # A comma between digits is one of thousands or of a list: the data are English and have no decimal comma.
    if wanted is not None and len(entries) > 1 and wanted.decimals != len(key.partition(".")[2]):
        wanted = None
    if wanted is None:
        return FinalAnswer(said or None, bool(said) and _squeezed(said) == _squeezed(key))
    given = read_number(said)
    return FinalAnswer(None, is_right=False) if given is None else FinalAnswer(said, _is_same_number(wanted, given))


def _entries(text: str) -> list[str]:
    """Return the entries of a list, without brackets around all of it; of an interval the square ones are kept."""
    inner = text[1:-1] if text[:1] + text[-1:] in ("()", "{}") else text
    return [_core(entry) for entry in _BETWEEN_ENTRIES.split(inner) if entry]


def _are_same(wanted: list[str], given: list[str], *, in_any_order: bool) -> bool:
    if in_any_order:
        # Each entry takes one that it equals: equality of these is transitive but for values nearer than 0.2 %.
        left = list(given)
        for entry in wanted:
            match = next((other for other in left if _is_same_entry(entry, other)), None)
            if match is None:
                return False
            left.remove(match)
        return not left
    return len(wanted) == len(given) and all(map(_is_same_entry, wanted, given))


def _is_same_entry(wanted: str, given: str) -> bool:
    numbers = read_number(wanted), read_number(given)
    if numbers[0] is None or numbers[1] is None:
        return _squeezed(wanted) == _squeezed(given)
    return _is_same_number(numbers[0], numbers[1])


def _core(text: str) -> str:
    """Return an answer without what is often written around it."""
    said = _TEXT.sub(r"\1", text).strip(_AROUND)
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
    if place := _PLACE.fullmatch(wanted):
        return _in_range(_place(place), choices)
    return _in_range(int(wanted) - 1, choices) if len(wanted) == 1 and wanted.isdecimal() else None


def _option_of_reply(said: str, choices: Sequence[str]) -> int | None:
    if letter := _LETTER.fullmatch(said):
        place, text = _LETTERS.index(letter[1].upper()), letter["rest"] or ""
    elif number := _PLACE.fullmatch(said):
        # "(2)" alone may be an option's value too; a circled digit is none.
        place, text = _place(number), number["rest"] or number["digit"] or ""
    else:
        by_text = _options_with(said, choices)
        return by_text[0] if len(by_text) == 1 else None
    named = _options_with(_core(text), choices)
    return _in_range(place, choices) if not named or place in named else None


def _options_with(text: str, choices: Sequence[str]) -> list[int]:
    """Return the places of the options with this text; where there is none, of those with this value."""
    options = [_core(choice) for choice in choices]
    by_text = [place for place, option in enumerate(options) if _squeezed(option) == _squeezed(text)]
    value = read_number(text)
    if by_text or value is None:
        return by_text
    numbers = [read_number(option) for option in options]
    return [place for place, number in enumerate(numbers) if number is not None and _is_same_number(number, value)]


def _place(number: re.Match[str]) -> int:
    """Return the place, from 0, of an option's number."""
    return int(number["digit"]) - 1 if number["digit"] else _CIRCLED.index(number["circled"])


def _in_range(place: int, choices: Sequence[str]) -> int | None:
    return place if 0 <= place < len(choices) else None


def _is_same_number(truth: ReadNumber, given: ReadNumber) -> bool:
    return bool(equal(truth.value, given, "exact" if truth.kind in _PLAIN_FORMS else "guard"))


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold().replace("−", "-").replace("–", "-")
