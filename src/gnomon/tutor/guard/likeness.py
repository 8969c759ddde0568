"""How much a turn is like those that give the answer away: a linear model over its terms, learnt from lines of many writers.

The rules of the guard find what somebody has thought of; each new writer has wordings that nobody has. What most of these have
in common is learnt instead: ``benchmarks/guard_likeness.py`` fits a logistic regression to lines whose truth their writers
fixed (``benchmarks/data/guard/``), and measures it on writers that it has not seen.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.terms import HAS_IT, Terms, standing, terms_of
from gnomon.tutor.guard.turns import Said, Sentence

WEIGHTS = "weights/likeness.npz"
SCALE = 4.0
"""Length of the vector of a turn's terms, all of the same weight."""
LEAST_STATED = 0.02
"""Below it a turn is so unlike a leak that even the answer's number in it stands for something else (a bus, an age)."""
LEAST_TOLD = 0.05
"""Below it what pins the answer by a relation, a bound and the like is a coincidence."""
MOST_LIKENESS = 0.52
"""From it on a turn gives the answer away by its likeness alone."""
_MOST_CHARACTERS = 700
"""Of a turn as long as those learnt from, of up to 110 words: a leak in a longer one is drowned by what stands around it."""


@dataclass(frozen=True)
class Weights:
    """A model of terms."""

    keys: NDArray[np.uint32]
    """Of the terms that weigh something, ascending; see `key`."""
    weights: NDArray[np.float32]
    """Of each."""
    offset: float

    def sum(self, terms: Iterable[str]) -> float:
        """Return what terms weigh together."""
        keys = np.fromiter({key(term) for term in terms}, np.uint32)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return float(self.weights[places][self.keys[places] == keys].sum())

    def likeness(self, terms: Terms) -> float:
        """Return the probability that a turn of these terms gives its answer away, as fitted."""
        every = terms.all
        return 1 / (1 + math.exp(-self.offset - SCALE * self.sum(every) / math.sqrt(len(every))))


@lru_cache(maxsize=1 << 16)  # most terms of a turn are those of others
def key(term: str) -> int:
    """Return the number by which a term is known."""
    return zlib.crc32(term.encode())


def likeness(text: str, sentences: Sequence[Sentence], protected: Protected, said: Said) -> tuple[float, Sentence] | None:
    """Return how much a turn is like a leak, from 0 to 1, and its sentence that is most so; arguments as for `terms_of`.

    Below `MOST_LIKENESS` no sentence is asked for, and it is the first.

    None where nothing was learnt of its kind: the problem is a text alone, the answer is a word, the turn is empty or longer than
    any; and where the learner has just given the answer, which is then theirs to have confirmed.
    """
    if protected.value is None or not protected.is_formal or not sentences or len(text) > _MOST_CHARACTERS:
        return None
    if _has_it(said, protected, protected.value):
        return None
    terms, model = terms_of(sentences, protected, said), shipped()
    found = model.likeness(terms)
    if found < MOST_LIKENESS:
        return found, sentences[0]
    each = [model.sum(own) for own in terms.sentences]
    return found, sentences[each.index(max(each))]


def _has_it(said: Said, protected: Protected, answer: float) -> bool:
    """Whether the learner's last message gives the answer: as a result, asking nothing and offering nothing else beside it."""
    is_alone = any(is_near(answer, value) for value in said.alone)
    return standing(said, answer) == HAS_IT and is_alone and said.has_reached(answer, protected)


@cache
def shipped() -> Weights:
    """Return the model that ships with the package."""
    stored = np.load(BytesIO(resources.files(__package__).joinpath(WEIGHTS).read_bytes()))
    return Weights(stored["keys"], stored["weights"].astype(np.float32), float(stored["offset"]))
