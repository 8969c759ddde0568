r"""Reading one quoted string of a model's JSON.

Besides JSON's double quotes it takes single quotes (Python) and curly quotes. A backslash before anything that JSON does not
escape is kept, since it is LaTeX's: ``\alpha``, ``\(``. JSON's own escapes are LaTeX's where the letters make a command:
``\frac`` is no form feed with "rac" after it. Python's ``\xa0`` and ``\U0001f600`` are code points too.
Nothing is done about quotes missing inside or at the end of a string.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from gnomon.packaged import packaged_yaml
from gnomon.replies.reading import without_surrogates

_CLOSING = {'"': '"', "'": "'", **dict.fromkeys("“”„‟", "“”"), **dict.fromkeys("‘’‚‛", "‘’")}
OPENING_QUOTES = "".join(_CLOSING)
"""Every character that can open a string."""

_PLAIN = {closing: re.compile(rf"[^{closing}\\]*") for closing in set(_CLOSING.values())}
_CONTROL = re.compile(r"[\x00-\x1f]")
_LETTERS = re.compile(r"[A-Za-z]{0,24}")
"""The longest command in use, ``\\longleftrightarrow`` and its like, has fewer letters."""
_CODE_POINT = re.compile(r"u([0-9A-Fa-f]{4})|x([0-9a-f]{2})|U(00(?:0[0-9a-f]|10)[0-9a-f]{4})")

_SIMPLE = {'"': '"', "\\": "\\", "/": "/"}
_LETTER_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Quoted(NamedTuple):
    """One string and where it ended."""

    value: str
    end: int
    """The position after the closing quote."""
    repaired: bool
    """Whether it was other than JSON writes it."""


def read_string(text: str, start: int) -> Quoted | None:
    r"""Read the string whose opening quote is at ``start``.

    A raw control character, such as a line break, is kept (a repair); ``\'`` is an apostrophe (a repair).

    Returns:
        None where the text ends inside the string.
    """
    closing = _CLOSING[text[start]]
    repaired = text[start] != '"'
    pieces: list[str] = []
    here = start + 1
    while True:
        end = _PLAIN[closing].match(text, here).end()  # type: ignore[union-attr]  # the pattern matches the empty string
        pieces.append(text[here:end])
        repaired = repaired or _CONTROL.search(text, here, end) is not None
        if end >= len(text):
            return None
        if text[end] in closing:
            return Quoted(without_surrogates("".join(pieces)), end + 1, repaired)
        piece, here, is_json = _escape(text, end + 1)
        pieces.append(piece)
        repaired = repaired or not is_json


class _Escape(NamedTuple):
    piece: str
    end: int
    is_json: bool


def _escape(text: str, at: int) -> _Escape:
    """Read what follows a backslash: ``at`` is the position after it."""
    letter = text[at : at + 1]
    if letter in _SIMPLE:
        return _Escape(_SIMPLE[letter], at + 1, is_json=True)
    if letter in _LETTER_ESCAPES and not _is_latex(text, at):
        return _Escape(_LETTER_ESCAPES[letter], at + 1, is_json=True)
    if code := _CODE_POINT.match(text, at):
        return _Escape(chr(int(code.group()[1:], 16)), code.end(), is_json=letter == "u")
    if letter == "'":
        return _Escape("'", at + 1, is_json=False)
    return _Escape("\\", at, is_json=False)


def _is_latex(text: str, at: int) -> bool:
    word = _LETTERS.match(text, at).group()  # type: ignore[union-attr]  # the pattern matches the empty string
    # Nobody writes a backspace or a form feed before a word.
    return word in _commands() or (word[0] in "bf" and len(word) > 1)


@cache
def _commands() -> frozenset[str]:
    table = packaged_yaml(__package__, "latex_commands.yaml")
    return frozenset(word for words in table.values() for word in words)
