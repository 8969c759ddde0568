"""What each lever is worth: ``python -m tools.judge.levers $GNOMON_DATA/mrbench``, some minutes on one core.

One line a variant: strict macro-F1 of the four dimensions over the four folds, where the highest score wins, and with offsets
chosen inside the training folds. ``--unseen`` learns from other tutors' replies in other folds instead; there the highest wins.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from gnomon.judge import LABELS, dimensions
from gnomon.judge.checks import fit_offsets
from gnomon.judge.embedded.features import terms_of
from gnomon.judge.embedded.weights import NUM_OUTPUTS, Floats, centred, mixed
from tools.judge.learning import (
    CUE_SCALE,
    LINEAR_C,
    MIXING_C,
    Integers,
    Reply,
    common_words,
    fit_balanced,
    fit_forest,
    fit_mixing,
    labels_of,
    read_replies,
    tokens,
)
from tools.judge.train import macro_f1s, unseen_tutors

Replies = Sequence[Reply]
Designs = tuple[csr_matrix, csr_matrix]
Scorer = Callable[[Replies, Replies], Floats]
"""Learns from the first replies; gives scores of the others, shape (replies, outputs)."""

WORDS = {"ngram_range": (1, 2), "min_df": 2, "sublinear_tf": True, "token_pattern": r"[a-z']+|\d+|[?!=]"}
CHARACTERS = {"analyzer": "char_wb", "ngram_range": (2, 5), "min_df": 3, "sublinear_tf": True}
LEAST_PROBABILITY = 1e-3
"""Of a label in two steps, where the second step may contradict the first."""
RARE_IN_TUTOR = 5
"""Added to how often a tutor has a label, so that one seen once does not weigh like hundreds."""


def plain_texts(replies: Replies) -> list[str]:
    """Return the replies' texts."""
    return [reply.seen.reply for reply in replies]


def last_sentences(replies: Replies) -> list[str]:
    """Return the replies' last sentences."""
    return [re.split(r"(?<=[.!?])\s+", text)[-1] for text in plain_texts(replies)]


def of_texts(texts: Callable[[Replies], list[str]]) -> Callable[[Replies, Replies], Designs]:
    """Return what gives TF-IDF of words and characters."""

    def design(training: Replies, test: Replies) -> Designs:
        found = []
        for settings in (WORDS, CHARACTERS):
            vectorizer = TfidfVectorizer(**settings).fit(texts(training))
            found.append([vectorizer.transform(texts(replies)) for replies in (training, test)])
        return hstack([part[0] for part in found]).tocsr(), hstack([part[1] for part in found]).tocsr()

    return design


def by_place(training: Replies, test: Replies) -> Designs:
    """Return TF-IDF of runs of words by where they come from."""
    common = common_words(training)
    learnt, other = ([[term for term, _, _ in terms_of(tokens(r, common))] for r in part] for part in (training, test))
    vectorizer = TfidfVectorizer(analyzer=list, min_df=2, sublinear_tf=True)
    return vectorizer.fit_transform(learnt), vectorizer.transform(other)


def cues(training: Replies, test: Replies) -> Designs:
    """Return the cues in standard deviations, scaled."""
    learnt, other = (np.stack([reply.seen.cues for reply in part]) for part in (training, test))
    mean, spread = learnt.mean(axis=0), learnt.std(axis=0) + 1e-6
    first, second = (csr_matrix(np.clip((part - mean) / spread, -4, 4) * CUE_SCALE) for part in (learnt, other))
    return first, second


@dataclass(frozen=True)
class Linear:
    """Logistic regressions over several designs side by side."""

    designs: tuple[Callable[[Replies, Replies], Designs], ...]
    fit: Callable[[csr_matrix, Replies, int], Callable[[csr_matrix], Floats]]

    def __call__(self, training: Replies, test: Replies) -> Floats:
        """Learn and score."""
        learnt, other = zip(*(design(training, test) for design in self.designs), strict=True)
        first, second = hstack(learnt).tocsr(), hstack(other).tocsr()
        return np.hstack([self.fit(first, training, place)(second) for place in range(len(dimensions()))])


def balanced(design: csr_matrix, training: Replies, place: int) -> Callable[[csr_matrix], Floats]:
    """Let each label count as much as the others."""
    scores: Callable[[csr_matrix], Floats] = fit_balanced(design, labels_of(training)[:, place], LINEAR_C).predict_log_proba
    return scores


def two_steps(design: csr_matrix, training: Replies, place: int) -> Callable[[csr_matrix], Floats]:
    """Ask first whether it is at least to some extent, then whether it is Yes."""
    labels = labels_of(training)[:, place]
    some, yes = (fit_balanced(design, (labels >= least).astype(int), LINEAR_C) for least in (1, 2))

    def scores(other: csr_matrix) -> Floats:
        at_least, fully = some.predict_proba(other)[:, 1], yes.predict_proba(other)[:, 1]
        shares: Floats = np.stack([1 - at_least, at_least - fully, fully], axis=1)
        return np.log(np.maximum(shares, LEAST_PROBABILITY))

    return scores


def balanced_by_tutor(design: csr_matrix, training: Replies, place: int) -> Callable[[csr_matrix], Floats]:
    """Let each label of each tutor count as much as that tutor's others."""
    labels = labels_of(training)[:, place]
    pairs = list(zip((reply.tutor for reply in training), labels.tolist(), strict=True))
    counts, sizes = Counter(pairs), Counter(tutor for tutor, _ in pairs)
    weights = [sizes[tutor] / (counts[tutor, label] + RARE_IN_TUTOR) for tutor, label in pairs]
    fitted = LogisticRegression(C=LINEAR_C, class_weight="balanced", max_iter=500, tol=1e-3)
    scores: Callable[[csr_matrix], Floats] = fitted.fit(design, labels, sample_weight=weights).predict_log_proba
    return scores


def forest(training: Replies, test: Replies) -> Floats:
    """Grow trees over the cues, and score."""
    return fit_forest(training, seed=0).scores(np.stack([reply.seen.cues for reply in test]))


def mean_of(*scorers: Scorer) -> Scorer:
    """Return the mean of several scores."""
    return lambda training, test: np.mean([centred(scorer(training, test)) for scorer in scorers], axis=0)


def revealing(folder: Path) -> Scorer:
    """Return what scores whether a reply reveals the answer, learnt where version 2 of the data says so: one number a reply."""
    rows = json.loads((folder / "mrbench_v2_8dims.json").read_text("utf-8"))
    known = {
        f"{row['conversation_id']}/{tutor}": each["annotation"]["Revealing_of_the_Answer"].startswith("Yes")
        for row in rows
        for tutor, each in row["anno_llm_responses"].items()
    }

    def scores(training: Replies, test: Replies) -> Floats:
        marked = [reply for reply in training if reply.id in known]
        designs = [design(marked, test) for design in (by_place, cues)]
        first, second = (hstack([pair[side] for pair in designs]).tocsr() for side in (0, 1))
        fitted = LogisticRegression(C=LINEAR_C, max_iter=500).fit(first, [known[reply.id] for reply in marked])
        found: Floats = fitted.decision_function(second)[:, None]
        return found

    return scores


PLACED = Linear((by_place, cues), balanced)
BOTH = mean_of(PLACED, forest)
VARIANTS: dict[str, Scorer] = {
    "words and characters": Linear((of_texts(plain_texts),), balanced),
    "words and characters, cues": Linear((of_texts(plain_texts), cues), balanced),
    "words and characters, cues, last sentence": Linear((of_texts(plain_texts), cues, of_texts(last_sentences)), balanced),
    "words by place": Linear((by_place,), balanced),
    "words by place, cues (first member)": PLACED,
    "first member in two steps": Linear((by_place, cues), two_steps),
    "first member, balanced by tutor": Linear((by_place, cues), balanced_by_tutor),
    "trees over cues (second member)": forest,
}


@dataclass(frozen=True)
class Crossed:
    """Scores of every reply by what has not seen its fold, and, for each held-out fold, by what has seen neither."""

    outer: Floats
    inner: dict[int, Floats]
    """By held-out fold: scores of the other folds' replies; not a number in the held-out one."""


def crossed(scorer: Scorer, replies: Replies) -> Crossed:
    """Score for nested cross-validation: one fit for each fold left out, and one for each pair."""
    of_fold: dict[int, list[int]] = {}
    for number, reply in enumerate(replies):
        of_fold.setdefault(reply.fold, []).append(number)

    def without(*folds: int) -> tuple[list[int], Floats]:
        numbers = [number for fold in folds for number in of_fold[fold]]
        return numbers, scorer([r for r in replies if r.fold not in folds], [replies[n] for n in numbers])

    outer: dict[int, Floats] = {}
    for fold in of_fold:
        _, outer[fold] = without(fold)
    width = next(iter(outer.values())).shape[1]
    whole = np.zeros((len(replies), width))
    for fold, scores in outer.items():
        whole[of_fold[fold]] = scores
    inner = {fold: np.full((len(replies), width), np.nan) for fold in of_fold}
    for first, second in combinations(of_fold, 2):
        numbers, scores = without(first, second)
        for held_out, other in ((first, second), (second, first)):
            rows = [row for row, number in enumerate(numbers) if replies[number].fold == other]
            inner[held_out][of_fold[other]] = scores[rows]
    return Crossed(whole, inner)


def shaped(scores: Floats) -> Floats:
    """Return scores by dimension and label."""
    return scores.reshape(len(scores), -1, len(LABELS))


def highest(scores: Floats) -> Integers:
    """Return the labels with the highest scores."""
    return np.asarray(shaped(scores).argmax(axis=2))


Second = Callable[[Floats, Integers], Callable[[Floats], Floats]]
"""Learns from first-stage scores and labels how to turn scores into those that decide."""


def with_offsets(replies: Replies, scores: Crossed, second: Second | None = None) -> Integers:
    """Return labels with offsets chosen inside the training folds, after a second stage where there is one."""
    labels, folds = labels_of(replies), np.array([reply.fold for reply in replies])
    given = np.zeros_like(labels)
    for held_out, inner in scores.inner.items():
        training = folds != held_out
        outer = scores.outer[~training]
        known = inner.copy()
        if second is not None:
            outer = second(inner[training], labels[training])(outer)
            known = np.zeros((len(replies), NUM_OUTPUTS))
            for fold in set(folds[training].tolist()):
                apart = training & (folds != fold)
                known[folds == fold] = second(inner[apart], labels[apart])(inner[folds == fold])
        offsets = [fit_offsets(shaped(known[training])[:, d], labels[training, d]) for d in range(labels.shape[1])]
        given[~training] = (shaped(outer) + np.stack(offsets)).argmax(axis=2)
    return given


def over_all_dimensions(scores: Floats, labels: Integers) -> Callable[[Floats], Floats]:
    """Fit the shipped second stage: a dimension learns from the scores of all."""
    fitted = fit_mixing(scores, labels)
    return lambda other: mixed(other, *fitted).reshape(len(other), -1)


def over_all_columns(scores: Floats, labels: Integers) -> Callable[[Floats], Floats]:
    """Fit the same over any number of columns, without a scale."""
    fitted = [LogisticRegression(C=MIXING_C, max_iter=500).fit(scores, column) for column in labels.T]
    return lambda other: np.hstack([each.predict_log_proba(other) for each in fitted])


def show(name: str, *figures: Sequence[float]) -> None:
    """Print one line of the table."""
    print(f"{name:<44}", *(" ".join(f"{value:.3f}" for value in each) for each in figures), sep=" | ", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of MRBench, both versions, and folds4.json")
    parser.add_argument("--unseen", action="store_true", help="of tutors never seen, in conversations never seen")
    chosen = parser.parse_args()
    replies = read_replies(chosen.data)
    truth = labels_of(replies)
    if chosen.unseen:
        for name, scorer in {**VARIANTS, "mean of both members": BOTH}.items():
            given = np.zeros_like(truth)
            for training, numbers in unseen_tutors(replies, is_strict=True):
                given[numbers] = highest(scorer(training, [replies[number] for number in numbers]))
            show(name, macro_f1s(truth, given))
        return
    for name, scorer in VARIANTS.items():
        scores = crossed(scorer, replies)
        show(name, macro_f1s(truth, highest(scores.outer)), macro_f1s(truth, with_offsets(replies, scores)))
    both = crossed(BOTH, replies)
    show("mean of both members", macro_f1s(truth, highest(both.outer)), macro_f1s(truth, with_offsets(replies, both)))
    show("both, with the other dimensions (shipped)", macro_f1s(truth, with_offsets(replies, both, over_all_dimensions)))
    reveals = crossed(revealing(chosen.data), replies)
    joined = Crossed(
        np.hstack([both.outer, reveals.outer]), {fold: np.hstack([both.inner[fold], reveals.inner[fold]]) for fold in both.inner}
    )
    show("the same with Revealing_of_the_Answer", macro_f1s(truth, with_offsets(replies, joined, over_all_columns)))


if __name__ == "__main__":
    main()
