"""Texts that no problem can be made of, each with the reason."""

from __future__ import annotations

import re

from gnomon.drafting.facts import in_school_notation
from gnomon.drafting.sources import named_points
from gnomon.problem.terms import POLYGONS
from gnomon.problem.words import Wording
from gnomon.prompts import in_one_line

_ASKS_A_PROOF = re.compile(r"(?:prove|show|verify|demonstrate)\b", re.IGNORECASE)
_ASKS_WHETHER = re.compile(r"(?:.*, )?(?:is|are|does|do|has|have|must|could|can) (?!you\b|we\b)[^?]*\?", re.IGNORECASE)
"""Sentences that ask for a proof, and for yes or no."""
_COMPUTED = "only what can be computed is answered: ask for a size, such as an angle"
_LONGEST_SHOWN = 160
"""Characters of a sentence in a reason."""


def why_nothing_is_read(wording: Wording) -> str:
    """Say what a text lacks in which nothing was read."""
    is_of_a_figure = any(kind.lower() in wording.text.lower() for kind in (*POLYGONS, "Circle"))
    if is_of_a_figure and not named_points(wording.text):
        return "nothing was read in the text, which names no points; give the corners letters, such as triangle ABC"
    return "nothing of a figure was read in the text; expected a geometry problem in English"


def why_no_answer(wording: Wording) -> str:
    """Say which kind of problem a text is where its kind has no answer yet; empty where it is of none."""
    if wording.proofs:
        claim = in_school_notation(wording.proofs[0])
        return f"the text asks for a proof ({claim}); {_COMPUTED}"
    for sentence in wording.sentences:
        start, end = sentence.span
        words = in_one_line(wording.text[start : end + wording.text[end:].startswith("?")], _LONGEST_SHOWN)
        if _ASKS_A_PROOF.match(words):
            return f"{words!r} asks for a proof; {_COMPUTED}"
        if _ASKS_WHETHER.match(words):
            return f"{words!r} asks for yes or no; {_COMPUTED}"
    return ""


def speaks_of_a_figure(wording: Wording) -> bool:
    """Whether a text is about a figure, though no clause of it was read: no story, and in Latin letters."""
    letters = [letter for letter in wording.text if letter.isalpha()]
    is_latin = sum(letter.isascii() for letter in letters) > len(letters) / 2
    return is_latin and any(sentence.status != "ignored" for sentence in wording.sentences)
