"""Slips of spelling in the words of the trade: ``triangel``, ``pythagorus``, ``inscirbed``."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.rewriting import Rewritten

_WORD = re.compile(r"(?<![^\W_])[a-z]{5,20}(?![^\W_])", re.IGNORECASE)
_HEARD = re.compile(r"(?<![^\W_])[a-z]{3,12}(?![^\W_])")
"""In small letters: in capitals it is the name of a part."""
_LONG = 8
"""Letters from which on two slips leave a word clear; a shorter one allows one."""


def correct(message: Rewritten) -> None:
    """Spell the words of the trade as the reader knows them, in small letters."""
    message.sub(_HEARD, lambda match: _heard().get(match.group(), match.group()))
    message.sub(_WORD, lambda match: _spelled(match.group()))


@lru_cache(maxsize=4096)
def _spelled(word: str) -> str:
    lower = word.lower()
    terms, known = _terms()
    if lower in terms or lower in known or (word.isupper() and len(word) < _LONG):
        return word
    near = [(slips, term) for term in terms if (slips := _slips(lower, term)) is not None]
    return min(near)[1] if near else word


def _slips(word: str, term: str) -> int | None:
    """Return how many letters are wrong, missing, too many or turned; None where there are more than a slip makes."""
    most = 2 if min(len(word), len(term)) >= _LONG else 1
    is_inflected = word.startswith(term) or word[0] != term[0]
    if is_inflected or abs(len(word) - len(term)) > most:
        return None
    before, last = [0] * (len(term) + 1), list(range(len(term) + 1))
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, other in enumerate(term, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            is_turned = i > 1 and j > 1 and letter == term[j - 2] and word[i - 2] == other
            row.append(min(cost, before[j - 2] + 1) if is_turned else cost)
        before, last = last, row
    return last[-1] if last[-1] <= most else None


@cache
def _heard() -> dict[str, str]:
    """Return words as they sound, with the word that is meant."""
    table: dict[str, list[str]] = packaged_yaml(__package__, "spelling.yaml")["heard"]
    return {written: word for word, several in table.items() for written in several}


@cache
def _terms() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the trade, and words like them that are none."""
    table: dict[str, list[str]] = packaged_yaml(__package__, "spelling.yaml")
    return frozenset(table["terms"]), frozenset(table["others"])
