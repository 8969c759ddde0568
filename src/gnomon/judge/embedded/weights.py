"""The embedded judge's model: a linear model and a forest of trees a fold, brought together by a second, linear stage.

A row of a model is one reply. Scores are natural logarithms of probabilities up to a constant a row, of shape
(rows, dimensions, labels), dimensions in the order of `gnomon.judge.dimensions` and labels from the lowest: No, To some extent,
Yes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.judge.embedded.features import Situation, Token, cues_of, terms_of, tokens_of
from gnomon.judge.table import LABELS, dimensions

Floats = NDArray[np.float64]
Stored = Mapping[str, NDArray[np.generic]]

NUM_OUTPUTS = len(LABELS) * len(dimensions())
"""Labels of the four dimensions in one row, dimension by dimension."""
_MOST_SPREADS = 4.0
"""A cue counts at most so many standard deviations: a reply longer than all that were learnt from is merely long."""
_FINEST_SHARE = 255
"""Shares are stored in so many steps, in one byte each."""
_LEAST_SHARE = 1e-3
"""Where no tree has seen a label, its probability counts as this, so that it has a logarithm."""


class Seen(NamedTuple):
    """What every model sees of one reply."""

    reply: str
    """As `plain` gives it."""
    situation: Situation
    cues: Floats
    """Values in the order of `cues_of`."""


def seen(reply: str, situation: Situation) -> Seen:
    """Look at a plain reply in its situation."""
    return Seen(reply, situation, np.fromiter(cues_of(reply, situation).values(), float))


class Described(NamedTuple):
    """What one model makes of it."""

    tokens: Sequence[Token]
    cues: Floats


@dataclass(frozen=True)
class Linear:
    """Scores from terms, weighted as TF-IDF, and from cues."""

    terms: Mapping[str, int]
    """Places by term."""
    rarity: Floats
    """Of each term: its inverse document frequency."""
    term_weights: Floats
    """(terms, outputs)"""
    cue_mean: Floats
    cue_spread: Floats
    cue_weights: Floats
    """(cues, outputs), of cues in standard deviations from their mean"""
    bias: Floats

    def weighed_terms(self, tokens: Sequence[Token]) -> tuple[Floats, Sequence[tuple[int, int, int]]]:
        """Return the weight of each known term of a reply, in all a vector of length 1, and where the terms stand.

        A place is a term's number with where it begins and ends among the tokens; the weight is that of the term's first place
        in the order of the terms, shared out over all its places.
        """
        places = [(number, start, end) for term, start, end in terms_of(tokens) if (number := self.terms.get(term)) is not None]
        counts = Counter(number for number, _, _ in places)
        value = {number: (1 + math.log(count)) * self.rarity[number] for number, count in counts.items()}
        length = math.sqrt(sum(each * each for each in value.values())) or 1.0
        return np.array([value[number] / counts[number] / length for number, _, _ in places]), places

    def cues_in_spreads(self, cues: Floats) -> Floats:
        """Return cues, shape (rows, cues), in standard deviations from their mean."""
        return np.clip((cues - self.cue_mean) / self.cue_spread, -_MOST_SPREADS, _MOST_SPREADS)

    def scores(self, described: Sequence[Described]) -> Floats:
        """Return the scores of replies, shape (rows, outputs)."""
        given = self.cues_in_spreads(np.stack([each.cues for each in described])) @ self.cue_weights + self.bias
        for number, each in enumerate(described):
            weights, places = self.weighed_terms(each.tokens)
            if places:
                given[number] += weights @ self.term_weights[[term for term, _, _ in places]]
        return given

    def token_weights(self, tokens: Sequence[Token]) -> Floats:
        """Return what each token adds to the scores, shape (tokens, outputs); a term's weight is shared by its tokens."""
        added = np.zeros((len(tokens), NUM_OUTPUTS))
        for weight, (number, start, end) in zip(*self.weighed_terms(tokens), strict=True):
            added[start:end] += weight * self.term_weights[number] / (end - start)
        return added


@dataclass(frozen=True)
class Forest:
    """Trees over the cues, their nodes in one row, a left child right behind its parent."""

    roots: NDArray[np.int64]
    cue: NDArray[np.int64]
    """Of each node; 0 in a leaf."""
    limit: Floats
    """A cue of at most this goes left; minus infinity in a leaf."""
    right: NDArray[np.int64]
    """How far behind its parent the right child stands; 0 in a leaf, which leads nowhere."""
    shares: Floats
    """(leaves, outputs): the share of each label in a leaf, leaves in the order of their nodes"""

    @cached_property
    def _leaf(self) -> NDArray[np.int64]:
        return np.cumsum(self.right == 0) - 1

    def scores(self, cues: Floats) -> Floats:
        """Return the scores for cues of shape (rows, cues), shape (rows, outputs)."""
        # The trees were grown on cues in single precision.
        values, first = cues.astype(np.float32).ravel(), np.arange(len(cues))[:, None] * cues.shape[1]
        nodes = np.broadcast_to(self.roots, (len(cues), len(self.roots))).copy()
        while True:
            goes_left = values.take(first + self.cue.take(nodes)) <= self.limit.take(nodes)
            steps = np.where(goes_left, 1, self.right.take(nodes))
            if not steps.any():
                break
            nodes += steps
        shares: Floats = self.shares[self._leaf[nodes]].mean(axis=1)
        return np.log(np.maximum(shares, _LEAST_SHARE))


@dataclass(frozen=True)
class FoldModel:
    """What was learnt from all folds but one."""

    common: frozenset[str]
    """Words that are about no problem."""
    linear: Linear
    forest: Forest
    mixing: Floats
    """(dimensions, outputs, labels): from the two members' mean scores on all dimensions to those of one"""
    mixing_bias: Floats
    """(dimensions, labels)"""
    offsets: Floats
    """(dimensions, labels): what is added to the logarithms before the highest wins, for the sake of the rare labels"""

    def describe(self, replies: Sequence[Seen]) -> list[Described]:
        """Return what this model makes of what is seen of replies."""
        return [Described(tokens_of(each.reply, each.situation, self.common), each.cues) for each in replies]

    def first_stage(self, described: Sequence[Described]) -> Floats:
        """Return the mean of the two members' scores, shape (rows, outputs)."""
        cues = np.stack([each.cues for each in described])
        return (centred(self.linear.scores(described)) + centred(self.forest.scores(cues))) / 2

    def log_probabilities(self, described: Sequence[Described]) -> Floats:
        """Return calibrated logarithms of probabilities, shape (rows, dimensions, labels)."""
        return mixed(self.first_stage(described), self.mixing, self.mixing_bias)


def mixed(scores: Floats, mixing: Floats, bias: Floats) -> Floats:
    """Return the second stage of first-stage scores, shape (rows, dimensions, labels), normalised."""
    return normalised(np.einsum("no,dol->ndl", scores, mixing) + bias)


def normalised(scores: Floats) -> Floats:
    """Return scores moved so that the exponentials over their last axis sum to 1."""
    highest = scores.max(axis=-1, keepdims=True)
    moved: Floats = scores - highest - np.log(np.exp(scores - highest).sum(axis=-1, keepdims=True))
    return moved


def centred(scores: Floats) -> Floats:
    """Return scores of shape (rows, outputs) with mean 0 over the labels of each dimension."""
    parted = scores.reshape(len(scores), -1, len(LABELS))
    moved: Floats = (parted - parted.mean(axis=2, keepdims=True)).reshape(scores.shape)
    return moved


@dataclass(frozen=True)
class Ensemble:
    """The models of all folds, which judge together what none of them has learnt from."""

    folds: tuple[FoldModel, ...]
    learnt: Mapping[str, int]
    """By the key of a conversation that was learnt from: which fold's model has not seen it."""

    def judging(self, key: str) -> tuple[FoldModel, ...]:
        """Return the models that have not learnt from the conversation of this key."""
        return (self.folds[self.learnt[key]],) if key in self.learnt else self.folds

    def save(self, path: Path) -> None:
        """Write the file that `load` reads; equal models make equal files."""
        stored = {f"{number}/{name}": array for number, fold in enumerate(self.folds) for name, array in _stored(fold).items()}
        keys = _as_bytes(f"{key} {fold}" for key, fold in self.learnt.items())
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, learnt=keys, **stored)

    @classmethod
    def load(cls, file: IO[bytes] | Path) -> Ensemble:
        """Read what `save` has written."""
        with np.load(file, allow_pickle=False) as stored:
            numbers = sorted({int(name.partition("/")[0]) for name in stored.files if "/" in name})
            named = {name: stored[name] for name in stored.files}
        folds = (_restored({name.partition("/")[2]: array for name, array in named.items() if name.startswith(f"{number}/")})
                 for number in numbers)  # fmt: skip
        learnt = (line.split(" ") for line in _as_lines(named["learnt"]))
        return cls(tuple(folds), {key: int(fold) for key, fold in learnt})


def _stored(fold: FoldModel) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a model in the smallest types that keep its labels as they are."""
    linear, forest = fold.linear, fold.forest
    return {
        "common": _as_bytes(sorted(fold.common)),
        "terms": _as_bytes(linear.terms),
        "rarity": linear.rarity.astype(np.float32),
        "term_weights": linear.term_weights.astype(np.float16),
        "cues": np.stack([linear.cue_mean, linear.cue_spread]),
        "cue_weights": linear.cue_weights.astype(np.float32),
        "bias": linear.bias,
        "roots": forest.roots.astype(np.uint32),
        "cue": forest.cue.astype(np.uint8),
        "limit": _rounded_down(forest.limit),
        "right": forest.right.astype(np.uint16),
        "shares": np.rint(forest.shares * _FINEST_SHARE).astype(np.uint8),
        "mixing": fold.mixing,
        "mixing_bias": fold.mixing_bias,
        "offsets": fold.offsets,
    }


def _restored(stored: Stored) -> FoldModel:
    def real(name: str) -> Floats:
        return stored[name].astype(np.float64)

    mean, spread = real("cues")
    return FoldModel(
        common=frozenset(_as_lines(stored["common"])),
        linear=Linear(
            terms={term: number for number, term in enumerate(_as_lines(stored["terms"]))},
            rarity=real("rarity"),
            term_weights=real("term_weights"),
            cue_mean=mean,
            cue_spread=spread,
            cue_weights=real("cue_weights"),
            bias=real("bias"),
        ),
        forest=Forest(
            roots=stored["roots"].astype(np.int64),
            cue=stored["cue"].astype(np.int64),
            limit=real("limit"),
            right=stored["right"].astype(np.int64),
            shares=real("shares") / _FINEST_SHARE,
        ),
        mixing=real("mixing"),
        mixing_bias=real("mixing_bias"),
        offsets=real("offsets"),
    )


def _rounded_down(limits: Floats) -> NDArray[np.float32]:
    """Return limits in single precision, never above: values in single precision then go left and right as before."""
    near = limits.astype(np.float32)
    lower = np.nextafter(near, np.float32(-np.inf))
    return np.where(near.astype(np.float64) > limits, lower, near)


def _as_bytes(lines: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def _as_lines(text: NDArray[np.generic]) -> list[str]:
    return text.tobytes().decode().split("\n") if text.size else []
