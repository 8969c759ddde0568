"""Dialogues that say nearly the same as an earlier one, found by hashes alone.

Names of points and numbers are put alike; then two dialogues are compared by their sentences, as sets. Near-duplicates are found
by minwise hashing (Broder 1997, On the resemblance and containment of documents) in bands: of two dialogues that share nine of
ten different sentences nine in ten are found, of two that share half of them one in sixty; the same ones always.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from gnomon.dialogue import sentences_of

_NAME = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']?)+(?![a-z])")
"""A run of names of points; one capital letter alone may be a word, and is put alike all the same: "A" tells no two apart."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_BANDS, _ROWS = 4, 8
"""Minima in all, and how many of them must agree at once: the shares above are 1 − (1 − s⁸)⁴ at s = 0.9 and 0.5."""
_MIXING = np.random.default_rng(0).integers(0, 2**64, (2, _BANDS * _ROWS, 1), dtype=np.uint64)
"""One multiply-and-add a minimum, modulo 2⁶⁴; the factors are made odd."""


def masked(text: str) -> str:
    """Return a text with every run of point names and every number put alike, in small letters."""
    return _NUMBER.sub("0", _NAME.sub("P", text)).lower()


class NearDuplicates:
    """Remembers dialogues by `_BANDS` hashes of eight bytes each."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def is_new(self, row: dict[str, Any]) -> bool:
        """Whether no dialogue that was new before says nearly the same; one that is new is remembered."""
        bands = list(_bands(row))
        if any(band in self._seen for band in bands):
            return False
        self._seen.update(bands)
        return True


def _bands(row: dict[str, Any]) -> Iterator[bytes]:
    sentences = {hashlib.blake2b(sentence.encode(), digest_size=8).digest() for sentence in _sentences(row)}
    hashes = np.frombuffer(b"".join(sorted(sentences)), dtype=np.uint64)
    factors, terms = _MIXING
    minima = ((factors | np.uint64(1)) * hashes + terms).min(axis=1).reshape(_BANDS, _ROWS)
    for number, band in enumerate(minima):
        yield hashlib.blake2b(bytes([number]) + band.tobytes(), digest_size=8).digest()


def _sentences(row: dict[str, Any]) -> Iterator[str]:
    """Yield what is said, by whom; the attempt is never empty, and neither is what is yielded."""
    yield f"attempt {masked(row['student_solution'])}"
    for turn in row["turns"]:
        for sentence in sentences_of(masked(turn["utterance"])):
            yield f"{turn['role']} {sentence}"
