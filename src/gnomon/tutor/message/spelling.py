"""Slips of spelling: ``triangel``, ``scwaring``, ``too therds``, ``yesss``; words become those that the reader knows.

A word that is no English one is the word of the trade that it is a slip away from, or that sounds like it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache

from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.german import german_words
from gnomon.tutor.message.rewriting import Rewritten

_WORD = re.compile(r"(?<![^\W_])[a-z]{5,20}(?![^\W_])", re.IGNORECASE)
_TYPED = re.compile(r"(?<![^\W_])[a-z]+(?:['’][a-z]+)?(?![^\W_])")
"""In small letters: in capitals it is the name of a part."""
_DRAWN_OUT = re.compile(r"(?<![^\W_])(?=[a-z]*([a-z])\1\1)[a-z]{4,40}(?![^\W_])", re.IGNORECASE)
"""A word with a letter three times in a row: ``sooo``, ``yesss``."""
_RUN = re.compile(r"([a-z])\1{2,}", re.IGNORECASE)
_LONG = 8
"""Letters from which on two slips leave a word clear; a shorter one allows one."""
_PER_SLIP = 3
"""Letters of a word to each slip, where it sounds the same: ``scwaring``; with more slips it is another word."""
_SHORTEST_SOUND = 3
"""Sounds; with fewer of them too many words are alike."""
_SPELLINGS = (
    ("(?:t|s|c)ion|shun", "xn"), ("ph", "f"), ("ght", "t"), ("(?<=[aeiou])gh", ""), ("^kn", "n"), ("^wr", "r"), ("wh", "w"),
    ("sch|sh|tch|ch", "x"), ("qu|[kcq]w", "kw"), ("ck|c(?![eiyx])|q", "k"), ("c", "s"), ("dg(?=[eiy])|g(?=[eiy])", "j"),
    ("th", "0"), ("z", "s"), ("(?<=[aeiou])[wy](?![aeiou])", ""), ("(?<=.)[aeiouy]+", ""), ("^[aeiouy]+", "a"),
    (r"(.)\1+", r"\1"),
)  # fmt: skip
"""Spellings with what they sound like, in this order; of the vowels only one at the beginning counts."""
_SOUNDS = tuple((re.compile(spelling), sound) for spelling, sound in _SPELLINGS)


def correct(message: Rewritten, points: Collection[str] = ()) -> None:
    """Spell the words of the trade as the reader knows them, and what is typed short or drawn out as it is written.

    Args:
        message: is changed.
        points: names of the figure's points; what may be the name of a part in small letters stays.
    """
    small = {point.lower() for point in points}

    def typed(match: re.Match[str]) -> str:
        word = match.group()
        is_name = len(word) < _LONG and set(word) <= small and len(set(word)) == len(word)
        return word if is_name else _typed().get(word.replace("’", "'"), word)

    message.sub(_DRAWN_OUT, lambda match: _shortened(match.group()))
    message.sub(_TYPED, typed)
    message.sub(_WORD, lambda match: _spelled(match.group()))


def is_trade(word: str) -> bool:
    """Whether a word in small letters is one of the trade, as the reader spells it."""
    return word in _terms()[0]


@lru_cache(maxsize=4096)
def _shortened(word: str) -> str:
    """Return a word with its letters drawn out no more: ``noooo`` as ``no``, ``wellll`` as ``well``."""
    twice, once = _RUN.sub(r"\1\1", word), _RUN.sub(r"\1", word)
    return twice if twice.lower() in _doubled() else once


@lru_cache(maxsize=4096)
def _spelled(word: str) -> str:
    lower = word.lower()
    terms, known = _terms()
    if lower in terms or lower in known or (word.isupper() and len(word) < _LONG):
        return word
    near = [(slips, term) for term in terms if (slips := _slips(lower, term)) is not None]
    if near:
        sound = _sound(lower)
        return min(near, key=lambda found: (found[0], _sound(found[1]) != sound, found[1]))[1]
    alike = sorted((_distance(lower, term), term) for term in _sounding().get(_sound(lower), ()))
    is_clear = bool(alike) and alike[0][0] <= max(2, len(word) // _PER_SLIP) and (len(alike) == 1 or alike[0][0] < alike[1][0])
    return alike[0][1] if is_clear else word


def _slips(word: str, term: str) -> int | None:
    """Return how many letters are wrong, missing, too many or turned; None where there are more than a slip makes."""
    most = 2 if min(len(word), len(term)) >= _LONG else 1
    is_inflected = word.startswith(term) or word[0] != term[0]
    if is_inflected or abs(len(word) - len(term)) > most:
        return None
    distance = _distance(word, term)
    return distance if distance <= most else None


def _distance(word: str, term: str) -> int:
    """Return how many letters are wrong, missing, too many or turned."""
    before, last = [0] * (len(term) + 1), list(range(len(term) + 1))
    for i, letter in enumerate(word, 1):
        row = [i]
        for j, other in enumerate(term, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            is_turned = i > 1 and j > 1 and letter == term[j - 2] and word[i - 2] == other
            row.append(min(cost, before[j - 2] + 1) if is_turned else cost)
        before, last = last, row
    return last[-1]


def _sound(word: str) -> str:
    """Return what a word sounds like, roughly: its consonants, and whether a vowel begins it."""
    for pattern, sound in _SOUNDS:
        word = pattern.sub(sound, word)
    return word


@cache
def _sounding() -> dict[str, list[str]]:
    """Return the words of the trade by their sound."""
    found: dict[str, list[str]] = {}
    for term in _terms()[0]:
        if len(sound := _sound(term)) >= _SHORTEST_SOUND:
            found.setdefault(sound, []).append(term)
    return found


@cache
def _typed() -> dict[str, str]:
    """Return words as they are typed or sound, with the word that is meant."""
    table: dict[str, dict[str, list[str]]] = packaged_yaml(__package__, "spelling.yaml")
    return {written: word for name in ("heard", "typed") for word, several in table[name].items() for written in several}


@cache
def _terms() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the trade, and words like them that are none."""
    table: dict[str, list[str]] = packaged_yaml(__package__, "spelling.yaml")
    return frozenset(table["terms"]), frozenset(table["others"]) | german_words()


@cache
def _doubled() -> frozenset[str]:
    """Return words that end in a letter twice."""
    table: dict[str, list[str]] = packaged_yaml(__package__, "spelling.yaml")
    return frozenset(table["doubled"])
