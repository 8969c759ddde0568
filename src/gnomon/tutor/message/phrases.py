"""Patterns of phrases: one small language for the lists of words that tell the role of what a learner says.

A phrase is words with a space between them, matched whole, in any case of letters; an apostrophe may be left out, and a comma may
stand at a space. Beside words it has:

=========== =========================================================================
``(a|b c)`` one of several
``[a|b c]`` the same, or nothing
``#``       a number
``_``       any word
``?``       any one letter (alone)
``…``       anything within the sentence
``word*``   a word that begins so
``^``       the beginning, behind words such as "so", "and", "ok"
``$``       the end, before signs
``>(a|b)``  what follows has to be one of these; ``!(a|b)``: must not be
``<(a|b)``  what stands before has to be one of these; ``!<(a|b)``: must not be
``@name``   one of the phrases of another list
``/…/``     a regular expression, for signs
=========== =========================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Lists = Callable[[str], Sequence[str]]
"""Gives the phrases of a list by its name."""
_TOKEN = re.compile(r"!<\(|[!><]\(|[()\[\]|]|@\w+|[^\s()\[\]|]+")
_GAP = "(?:, *| +)"
_OPENING = r"^\W*(?:(?:so|and|but|ok|okay|then|um|uh|wait|or|hm+|well|now|also|lol|yes|yeah|no)\b,? *)*"
"""What may stand before the first word that counts."""
_ATOMS = {"#": r"\W*\d[\d.,]*°?", "_": r"(?<![\w'])[\w']+", "?": r"[a-z]", "…": r"[^.!?\n]*?", "$": r"\W*$", "^": _OPENING}


def pattern_of(phrases: Sequence[str], lists: Lists) -> str:
    """Return one regular expression for any of the phrases; it is searched in small letters or without regard to case."""
    return "|".join(_pattern(phrase, lists) for phrase in phrases)


def _pattern(phrase: str, lists: Lists) -> str:
    if phrase.startswith("/") and phrase.endswith("/"):
        return phrase[1:-1]
    tokens = _TOKEN.findall(phrase)
    pattern, end = _sequence(tokens, 0, lists)
    if end != len(tokens):
        raise ValueError(f"a bracket too many in the phrase {phrase!r}")
    return pattern


def _sequence(tokens: Sequence[str], index: int, lists: Lists) -> tuple[str, int]:
    """Read items until a bar or a closing bracket; return their pattern and the index of what ended them."""
    pattern, joined = "", True
    """Whether nothing has to stand between what was read and the next item."""
    while index < len(tokens) and tokens[index] not in {")", "]", "|"}:
        token = tokens[index]
        if token in {"(", "["}:
            inner, index = _several(tokens, index + 1, lists)
            if token == "[":
                is_last = index >= len(tokens) or tokens[index] in {")", "]", "|", "$"}
                pattern += f"(?:{inner}{_GAP})?" if joined else f"(?:{_GAP}{inner})?"
                joined = joined and not is_last
                continue
            pattern += ("" if joined else _GAP) + inner
        elif token in {">(", "!("}:
            inner, index = _several(tokens, index + 1, lists)
            gap = rf"{_GAP}?" if not joined else ""
            pattern += f"(?{'=' if token == '>(' else '!'}{gap}{inner})"
            continue
        elif token in {"<(", "!<("}:
            end = tokens.index(")", index)
            pattern += _behind(tokens[index + 1 : end], is_so=token == "<(")
            index = end + 1
            continue
        else:
            item = f"(?:{pattern_of(lists(token[1:]), lists)})" if token.startswith("@") else _ATOMS.get(token) or _word(token)
            is_free = token in {"…", "$", "^"}
            pattern += ("" if joined or is_free else _GAP) + item
            joined = is_free
            index += 1
            continue
        joined = False
    return pattern, index


def _several(tokens: Sequence[str], index: int, lists: Lists) -> tuple[str, int]:
    """Read alternatives up to the closing bracket; return their pattern and the index behind it."""
    found = []
    while True:
        pattern, index = _sequence(tokens, index, lists)
        found.append(pattern)
        if index >= len(tokens):
            raise ValueError("a bracket is not closed in a phrase")
        index += 1
        if tokens[index - 1] != "|":
            return f"(?:{'|'.join(found)})", index


def _behind(tokens: Sequence[str], *, is_so: bool) -> str:
    """Return what demands that one of some words stands before, or that none does."""
    sign = "=" if is_so else "!"
    looks = [rf"(?<{sign}\b{re.escape(word)} )" for word in tokens if word != "|"]
    return f"(?:{'|'.join(looks)})" if is_so else "".join(looks)


def _word(word: str) -> str:
    begins = word.endswith("*") and len(word) > 1
    written = re.escape(word[:-1] if begins else word).replace("'", "'?")
    front = r"(?<![\w'])" if word[0].isalnum() and word[0].isascii() else ""
    end = r"[\w']*" if begins else r"(?![\w'])" if word[-1].isalnum() and word[-1].isascii() else ""
    return front + written + end
