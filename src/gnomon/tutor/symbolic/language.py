"""The language of a dialogue: the one that it names, else the one that the learner writes in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from gnomon.dialogue import Dialogue
from gnomon.packaged import packaged_yaml
from gnomon.tutor.symbolic.words import DEFAULT, languages

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_MOST = 2000
"""Characters of a message by which its language is told; the rest of a long one tells no more."""
_CLEAR = 2
"""Telling words that one language must have more than any other: one may be a name, a quotation or a slip."""


def language_of(dialogue: Dialogue) -> str:
    """Return the language to answer in: that of the dialogue, else the last one there are words in that the learner wrote clearly.

    English where no message says.
    """
    if dialogue.language is not None:
        return dialogue.language if dialogue.language in languages() else DEFAULT
    texts = [dialogue.attempt, *(turn.utterance for turn in dialogue.student_turns())]
    return next((found for text in reversed(texts) if (found := spoken(text)) in languages()), DEFAULT)


def spoken(text: str) -> str | None:
    """Return the code of the language that a text is written in; None where its words do not say."""
    text = text[:_MOST].lower()
    for code, row in _table().items():
        if "letters" in row and len(re.findall(row["letters"], text)) >= _CLEAR:
            return code
    said = _WORD.findall(text.replace("’", "'"))
    counts = {code: sum(word in row["words"] for word in said) for code, row in _table().items() if "words" in row}
    first, second = sorted(counts, key=lambda code: -counts[code])[:2]
    is_clear = counts[first] - counts[second] >= min(_CLEAR, len(said))
    return first if said and is_clear and counts[first] else None


def understood_in(code: str | None) -> str:
    """Return what the tutor can read, said in a language that it cannot; empty where it cannot say it either."""
    return str(_table().get(code or "", {}).get("says", ""))


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    table: Mapping[str, Mapping[str, Any]] = packaged_yaml(__package__, "words", "languages.yaml")
    return table
