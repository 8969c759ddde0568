"""The language of a dialogue: the one that the learner asks for, that it names, or that the learner writes in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from gnomon.dialogue import Dialogue
from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.german import is_german
from gnomon.tutor.message.vocabulary import word_list
from gnomon.tutor.symbolic.words import DEFAULT, languages, words_in

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_SENTENCE = re.compile(r"[.!?\n;]+")
_MOST = 2000
"""Characters of a message by which its language is told; the rest of a long one tells no more."""
_CLEAR = 2
"""Telling words that one language must have more than any other: one may be a name, a quotation or a slip, unless there is hardly
more in the message."""
_LONG = 3
"""Letters up to which a word of a glossary is an abbreviation or a sign that every language has."""
_TOKEN = re.compile(r"[^\W\d_]+")
_POINTS = re.compile(r"(?<![^\W\d_])[A-Z]{1,5}(?![^\W\d_])")
"""Names of parts, and what else is in capitals."""
_ELISION = re.compile(r"(?<!\w)(?:[cdjlnmst]|qu)'(?=[aeiouhyàâéèêîôù])")
"""A word before a vowel in French or Italian: ``l'angle``."""
_MARKED = re.compile(r"[ãõñçøåæœğışłąężźćńðþčďěňřťůžőűășțéèêëàâáíìîïóòôúùûýđ]")
"""Letters that neither English nor German has, but for a few words that came to them."""
_UMLAUT = re.compile(r"[äöüß]")
"""Letters of German words that count twice: "was heißt circumference" has a word of each language."""
_BEGINNING = 3
"""Words of the beginning of a question."""
_STRONG = 4
"""Letters from which on a foreign word tells the language of a message of few words alone."""
_FEW = 3
"""Words up to which a message is one of few words."""
_FUNCTIONS = frozenset({"sin", "cos", "tan"})
"""Signs of every language."""
UNNAMED = "und"
"""Code of a language that is neither English nor German, and that nobody here can name."""
_PLAIN = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "œ": "oe", "æ": "ae"})


def language_of(dialogue: Dialogue) -> str:
    """Return the language to answer in: the one last asked for, else the dialogue's, else the one last written clearly.

    English where no message says.
    """
    texts = [dialogue.attempt, *(turn.utterance for turn in dialogue.student_turns())][::-1]
    if (wished := next((code for text in texts if (code := asked_for(text))), None)) is not None:
        return wished
    if dialogue.language is not None:
        return dialogue.language if dialogue.language in languages() else DEFAULT
    return next((found for text in texts if (found := spoken(text)) in languages()), DEFAULT)


def asked_for(text: str) -> str | None:
    """Return the code of the language that a text wishes to go on in, "can we do english again"; None where it wishes none.

    Who asks for a word of a language asks for no other one: "how do you say chord in german".
    """
    wishes, about_words = _wishes()
    for sentence in _SENTENCE.split(text[:_MOST].lower()):
        if not about_words.search(sentence):
            for code, wish in wishes.items():
                if wish.search(sentence):
                    return code
    return None


@cache
def _wishes() -> tuple[Mapping[str, re.Pattern[str]], re.Pattern[str]]:
    """Return the patterns of a wish for each language that there are words in, and of a question for a word."""
    rows = {code: _table()[code] for code in languages()}
    about = "|".join(pattern for row in rows.values() for pattern in row["about_words"])
    return {code: re.compile(rf"\b(?:{'|'.join(row['asked'])})\b") for code, row in rows.items()}, re.compile(rf"\b(?:{about})\b")


def spoken(text: str) -> str | None:
    """Return the code of the language that a text is written in; None where its words do not say."""
    if (other := other_language(text)) is not None:
        return None if other == UNNAMED else other
    found = _WORD.findall(text[:_MOST].lower().replace("’", "'"))
    said = [word for word in found if len(word) > 1 and word not in _FUNCTIONS]  # no points
    begun = f"{' '.join(said[:_BEGINNING])} "
    if (code := next((code for code, words in _beginnings().items() if begun.startswith(words)), None)) is not None:
        return code
    counts = {
        code: sum(
            (1 + bool(_UMLAUT.search(word))) if word in telling else bool(code == "de" and _UMLAUT.search(word)) for word in said
        )
        for code, telling in _telling().items()
    }
    if counts["de"] >= _CLEAR and not any(word in _telling()["en"] for word in said if word != "is"):
        return "de"  # "is WLZN ein drachen": so it is said, too
    first, second = sorted(counts, key=lambda code: -counts[code])[:2]
    num_known = sum(map(_is_own, said))  # "also ist uvw 140": names are no words
    is_short = num_known <= _CLEAR * counts[first] and counts[second] == 0
    return first if counts[first] and (counts[first] - counts[second] >= _CLEAR or is_short) else None


def other_language(text: str) -> str | None:
    """Return the code of the language of a text that there are no words in, ``und`` for one without a name here.

    None where it is in one that there are words in, or where nothing says: names of points and numbers are in every language.
    """
    text = unicodedata.normalize("NFC", text[:_MOST]).replace("’", "'")
    found = [*_TOKEN.findall(_POINTS.sub(" ", text).lower()), *_ELISION.findall(text.lower())]
    words = {word for word in found if len(word) > 1 or not word.isascii()} - _shared()
    own = {word for word in words if _is_own(word)}
    for code, row in _table().items():
        if "letters" in row and len(re.findall(row["letters"], text.lower())) >= _CLEAR:
            return code if sum(re.search(row["letters"], word) is not None for word in words) > len(own) else None
    plain = {_plain(word): word in own for word in sorted(words, key=lambda word: word in own)}
    said = {code: {word for word in plain if word in known} for code, known in _foreign().items()}
    first = max(said, key=lambda code: (len(said[code]), -sum(plain[word] for word in said[code])))
    strange = {word for word in said[first] if not plain[word]}
    others = sum(plain.values()) - sum(plain[word] for word in said[first])
    if len(said[first]) >= _CLEAR and len(said[first]) > others and (len(strange) >= _CLEAR or (strange and not others)):
        return first
    if not others and len(words) <= _FEW and any(len(word) >= _STRONG for word in strange):
        return first
    marked = {word for word in words - own if _MARKED.search(word)} - _borrowed()
    return UNNAMED if len(marked) >= _CLEAR and len(marked) > len(own) else None


def _is_own(word: str) -> bool:
    """Whether a word is English or German."""
    return word in _english() or is_german(word) or any(word in known for known in _telling().values())


@cache
def _english() -> frozenset[str]:
    return word_list("common") | word_list("everyday") | word_list("short") | word_list("english")


@cache
def _shared() -> frozenset[str]:
    """Return the words that tell nothing: those of the table."""
    return frozenset(map(str, _table()["shared"]["words"]))


@cache
def _borrowed() -> frozenset[str]:
    """Return the words with foreign letters that English and German have: those of the table."""
    return frozenset(map(str, _table()["borrowed"]["words"]))


def _plain(word: str) -> str:
    """Return a word as it is typed without accents."""
    letters = unicodedata.normalize("NFD", word.translate(_PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_PLAIN)


@cache
def _foreign() -> Mapping[str, frozenset[str]]:
    """Return the words of each language that there are no words in, without accents, by its code."""
    rows = {code: row for code, row in _table().items() if "says" in row and "words" in row}
    return {code: frozenset(_plain(str(word)) for word in row["words"]) for code, row in rows.items()}


def understood_in(code: str | None) -> str:
    """Return what the tutor can read, said in a language that it cannot; empty where it cannot say it either."""
    return str(_table().get(code or "", {}).get("says", ""))


def writable_in(code: str | None) -> str:
    """Return what one can write to the tutor, said in a language that it cannot read; empty as `understood_in`."""
    return str(_table().get(code or "", {}).get("writes", ""))


@cache
def _beginnings() -> Mapping[str, tuple[str, ...]]:
    """Return words with which only questions of a language begin, by its code: what is asked about may be a word of another."""
    rows = {code: _table()[code] for code in languages()}
    return {code: tuple(f"{words} " for words in row["begins"]) for code, row in rows.items() if "begins" in row}


@cache
def _telling() -> Mapping[str, frozenset[str]]:
    """Return the words that tell a language, by its code: those of the table, and of its glossary those that no other one has."""
    terms = {code: _terms(code) for code in languages()}
    return {
        code: frozenset(map(str, row["words"]))
        | terms.get(code, frozenset()).difference(*(others for other, others in terms.items() if other != code))
        for code, row in _table().items()
        if code in languages()
    }


def _terms(code: str) -> frozenset[str]:
    names = (name for term in words_in(code).glossary for name in (term.term, *term.also))
    return frozenset(word for name in names for word in _WORD.findall(name.lower()) if len(word) > _LONG)


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    table: Mapping[str, Mapping[str, Any]] = packaged_yaml(__package__, "words", "languages.yaml")
    return table
