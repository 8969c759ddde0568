"""The language of a dialogue: the one that the learner asks for, that it names, or that the learner writes in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from gnomon.dialogue import Dialogue
from gnomon.packaged import packaged_yaml
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
    text = text[:_MOST].lower()
    for code, row in _table().items():
        if "letters" in row and len(re.findall(row["letters"], text)) >= _CLEAR:
            return code
    said = _WORD.findall(text.replace("’", "'"))
    counts = {code: sum(word in telling for word in said) for code, telling in _telling().items()}
    first, second = sorted(counts, key=lambda code: -counts[code])[:2]
    is_short = len(said) <= _CLEAR * counts[first] and counts[second] == 0
    return first if counts[first] and (counts[first] - counts[second] >= _CLEAR or is_short) else None


def understood_in(code: str | None) -> str:
    """Return what the tutor can read, said in a language that it cannot; empty where it cannot say it either."""
    return str(_table().get(code or "", {}).get("says", ""))


@cache
def _telling() -> Mapping[str, frozenset[str]]:
    """Return the words that tell a language, by its code: those of the table, and of its glossary those that no other one has."""
    terms = {code: _terms(code) for code in languages()}
    return {
        code: frozenset(map(str, row["words"]))
        | terms.get(code, frozenset()).difference(*(others for other, others in terms.items() if other != code))
        for code, row in _table().items()
        if "words" in row
    }


def _terms(code: str) -> frozenset[str]:
    names = (name for term in words_in(code).glossary for name in (term.term, *term.also))
    return frozenset(word for name in names for word in _WORD.findall(name.lower()) if len(word) > _LONG)


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    table: Mapping[str, Mapping[str, Any]] = packaged_yaml(__package__, "words", "languages.yaml")
    return table
