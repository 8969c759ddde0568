"""METEOR by nltk (Banerjee and Lavie 2005; MathExplain A.3). Needs the extra ``bench`` and WordNet's data.

nltk asks WordNet only where a word is left unmatched, so that without the data some rows score and others fail: it is looked for
first, and its absence said. It looks up synonyms of stems (``larg`` for *large*) and so misses many; its score is kept as it is,
since others report it. Texts are split into words and single signs: nltk's own tokenizer needs more data. A missing or empty
candidate scores 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gnomon.metrics.errors import MissingDataError
from gnomon.metrics.extras import require
from gnomon.metrics.texts import pair_texts

_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


class Thesaurus(Protocol):
    """What METEOR asks of WordNet."""

    def synsets(self, word: str, /) -> Sequence[Any]:
        """Return the sets of synonyms that a word is in, each with ``lemmas()`` that have a ``name()``."""
        ...


@dataclass(frozen=True)
class Meteor:
    """METEOR of each row and their mean, from 0 to 1."""

    mean: float
    values: tuple[float, ...]
    unreadable: int
    """Rows without a candidate; they score 0."""
    setting: str


def has_wordnet() -> bool:
    """Say whether nltk finds WordNet's data.

    Raises:
        MissingExtraError: nltk is not installed.
    """
    try:
        require("nltk.corpus", "METEOR", "bench").wordnet.ensure_loaded()
    except LookupError:
        return False
    return True


def meteor_score(candidates: Sequence[str | None], references: Sequence[str], *, thesaurus: Thesaurus | None = None) -> Meteor:
    """Return the mean METEOR, with nltk's alpha .9, beta 3, gamma .5 and Porter's stemmer.

    Args:
        candidates: What was written; None where it could not be read.
        references: The reference of each row.
        thesaurus: Where synonyms come from; None for WordNet.

    Returns:
        Mean and single values.

    Raises:
        MetricInputError: No rows or different lengths.
        MissingExtraError: nltk is not installed.
        MissingDataError: WordNet's data is not there.
    """
    pairs, missing = pair_texts(candidates, references)
    module = require("nltk.translate.meteor_score", "METEOR", "bench")
    if thesaurus is None and not has_wordnet():
        raise MissingDataError("METEOR needs WordNet: python -m nltk.downloader wordnet")
    synonyms = module.wordnet if thesaurus is None else thesaurus
    values = tuple(
        float(module.single_meteor_score(_words(reference), _words(text), wordnet=synonyms)) for text, reference in pairs
    )
    source = "WordNet" if thesaurus is None else type(thesaurus).__name__
    return Meteor(float(np.mean(values)), values, missing, f"nltk METEOR, words and signs, synonyms of {source}")


def _words(text: str) -> list[str]:
    return _WORD_OR_SIGN.findall(text)
