"""Dialogues that say nearly the same as an earlier one, found by hashes alone.

Two dialogues are near-duplicates when they are the same but for names of points and for numbers: such as two about siblings of
one problem in which learner and tutor chose the same words throughout.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

_DIGEST_BYTES = 8
"""Of 100,000 dialogues two share 64 bits by chance once in four billion corpora."""
_NAME = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']?)+(?![a-z])")
"""A run of names of points; one capital letter alone may be a word, and is masked all the same: "A" begins no two sentences
apart."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def masked(text: str) -> str:
    """Return a text with every run of point names and every number put alike, in small letters."""
    return _NUMBER.sub("0", _NAME.sub("P", text)).lower()


def skeleton_of(row: dict[str, Any]) -> bytes:
    """Return a digest that near-duplicates share."""
    return hashlib.blake2b("\n".join(_said(row)).encode(), digest_size=_DIGEST_BYTES).digest()


def _said(row: dict[str, Any]) -> Iterator[str]:
    yield masked(row["student_solution"])
    for turn in row["turns"]:
        yield f"{turn['role']} {turn.get('subact', '')} {masked(turn['utterance'])}"
