"""How the embedded judge learns: two members from labelled replies, and the stage that brings them together.

Nothing here knows which tutor wrote a reply. The second stage and the offsets are fitted on first-stage scores of replies whose
fold the members had not seen; all of it happens within the rows that are given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from gnomon.datasets import load_mrbench
from gnomon.judge import LABELS, dimensions
from gnomon.judge.checks import fit_offsets
from gnomon.judge.embedded.features import Token, plain, situation_of, terms_of, tokens_of, words_of
from gnomon.judge.embedded.weights import NUM_OUTPUTS, Floats, FoldModel, Forest, Linear, Seen, mixed, seen

Integers = NDArray[np.int64]

COMMON_FROM = 8
"""A word in replies to so many conversations is about no problem in particular."""
RARE_UP_TO = 1
"""A term in no more replies than this is not learnt."""
LINEAR_C, CUE_SCALE = 2.0, 0.1
"""Strength of the fit, and how much a standard deviation of a cue counts beside a reply's terms, a vector of length 1."""
NUM_TREES, LEAST_LEAF, CUES_TRIED = 300, 3, 0.25
MIXING_C, OTHERS_SCALE = 0.3, 0.5
"""Strength of the second stage, and how much the other dimensions' scores count in it at first."""


@dataclass(frozen=True)
class Reply:
    """One labelled reply."""

    id: str
    conversation: str
    history: str
    text: str
    tutor: str
    """For measuring on tutors never seen; learnt from by nothing."""
    source: str
    fold: int
    seen: Seen
    labels: tuple[int, ...]
    """By dimension: 0 for No, 1 for To some extent, 2 for Yes."""


def read_replies(folder: Path) -> list[Reply]:
    """Read MRBench's development set with its folds."""
    replies = []
    for dialogue in load_mrbench(folder / "mrbench_v3_dev240.json", folder / "folds4.json").items:
        situation = situation_of(dialogue.history)
        for response in dialogue.responses:
            labels = tuple(len(LABELS) - 1 - LABELS.index(response.labels[name]) for name in dimensions())
            replies.append(
                Reply(
                    id=f"{dialogue.id}/{response.tutor}",
                    conversation=dialogue.id,
                    history=dialogue.history,
                    text=response.text,
                    tutor=response.tutor,
                    # Conversations of MathDial have a UUID in their id; version 2's field Data agrees wherever it has one.
                    source="MathDial" if "-" in dialogue.id else "Bridge",
                    fold=dialogue.fold if dialogue.fold is not None else -1,
                    seen=seen(plain(response.text), situation),
                    labels=labels,
                )
            )
    return replies


def labels_of(replies: Sequence[Reply]) -> Integers:
    """Return the labels, shape (replies, dimensions)."""
    return np.array([reply.labels for reply in replies])


def common_words(replies: Sequence[Reply]) -> frozenset[str]:
    """Return the words that occur in replies to many conversations."""
    conversations = defaultdict(set)
    for reply in replies:
        for word in words_of(reply.seen.reply):
            conversations[word].add(reply.conversation)
    return frozenset(word for word, among in conversations.items() if len(among) >= COMMON_FROM and word.isidentifier())


def fit_linear(replies: Sequence[Reply], common: frozenset[str]) -> Linear:
    """Fit logistic regressions, one a dimension, with classes balanced."""
    documents = [[term for term, _, _ in terms_of(tokens(reply, common))] for reply in replies]
    vectorizer = TfidfVectorizer(analyzer=_as_it_is, min_df=RARE_UP_TO + 1, sublinear_tf=True)
    terms = vectorizer.fit_transform(documents)
    cues = np.stack([reply.seen.cues for reply in replies])
    mean, spread = cues.mean(axis=0), cues.std(axis=0) + 1e-6  # a cue that never varies weighs nothing
    names = vectorizer.get_feature_names_out()
    bare = Linear(
        terms={term: number for number, term in enumerate(names)},
        rarity=vectorizer.idf_,
        term_weights=np.zeros((len(names), NUM_OUTPUTS)),
        cue_mean=mean,
        cue_spread=spread,
        cue_weights=np.zeros((len(mean), NUM_OUTPUTS)),
        bias=np.zeros(NUM_OUTPUTS),
    )
    design = hstack([terms, csr_matrix(bare.cues_in_spreads(cues) * CUE_SCALE)]).tocsr()
    fitted = [fit_balanced(design, labels, LINEAR_C) for labels in labels_of(replies).T]
    weights = np.concatenate([each.coef_ for each in fitted]).T
    return Linear(
        terms=bare.terms,
        rarity=bare.rarity,
        term_weights=weights[: len(names)],
        cue_mean=mean,
        cue_spread=spread,
        cue_weights=weights[len(names) :] * CUE_SCALE,
        bias=np.concatenate([each.intercept_ for each in fitted]),
    )


def fit_balanced(design: csr_matrix, labels: Integers, strength: float) -> LogisticRegression:
    """Fit one logistic regression over three labels, each counting as much as the others."""
    return LogisticRegression(C=strength, class_weight="balanced", max_iter=500, tol=1e-3).fit(design, labels)


def fit_forest(replies: Sequence[Reply], seed: int) -> Forest:
    """Grow trees over the cues, each for all dimensions at once."""
    cues = np.stack([reply.seen.cues for reply in replies])
    grown = ExtraTreesClassifier(NUM_TREES, min_samples_leaf=LEAST_LEAF, max_features=CUES_TRIED, random_state=seed)
    trees = [each.tree_ for each in grown.fit(cues, labels_of(replies)).estimators_]
    sizes = [tree.node_count for tree in trees]
    leaf = np.concatenate([tree.children_left for tree in trees]) < 0
    own = np.concatenate([np.arange(size) for size in sizes])
    left, right = (np.concatenate([getattr(tree, f"children_{side}") for tree in trees]) for side in ("left", "right"))
    assert (left[~leaf] == own[~leaf] + 1).all()  # scikit-learn grows the left side first
    shares = np.concatenate([tree.value for tree in trees])[leaf]
    return Forest(
        roots=np.cumsum([0, *sizes[:-1]]),
        cue=np.where(leaf, 0, np.concatenate([tree.feature for tree in trees])),
        limit=np.where(leaf, -np.inf, np.concatenate([tree.threshold for tree in trees])),
        right=np.where(leaf, 0, right - own),
        shares=(shares / shares.sum(axis=2, keepdims=True)).reshape(len(shares), NUM_OUTPUTS),
    )


def fit_members(replies: Sequence[Reply], seed: int) -> FoldModel:
    """Fit the first stage alone; its second stage gives the scores of each dimension as they are."""
    common = common_words(replies)
    nothing = np.zeros((len(dimensions()), len(LABELS)))
    passing = np.eye(NUM_OUTPUTS).reshape(NUM_OUTPUTS, len(dimensions()), len(LABELS)).transpose(1, 0, 2)
    return FoldModel(common, fit_linear(replies, common), fit_forest(replies, seed), passing, nothing, nothing)


def fit_model(replies: Sequence[Reply], seed: int) -> FoldModel:
    """Fit both stages on rows of at least three folds."""
    folds, labels = np.array([reply.fold for reply in replies]), labels_of(replies)
    scores = np.zeros((len(replies), NUM_OUTPUTS))
    for fold in np.unique(folds):
        members = fit_members([reply for reply in replies if reply.fold != fold], seed)
        held_out = [reply.seen for reply in replies if reply.fold == fold]
        scores[folds == fold] = members.first_stage(members.describe(held_out))
    mixing, bias = fit_mixing(scores, labels)
    # Offsets see scores as new replies get them: of a second stage that has not learnt from them either.
    logarithms = np.zeros((len(replies), len(dimensions()), len(LABELS)))
    for fold in np.unique(folds):
        logarithms[folds == fold] = mixed(scores[folds == fold], *fit_mixing(scores[folds != fold], labels[folds != fold]))
    offsets = np.stack([fit_offsets(logarithms[:, place], labels[:, place]) for place in range(len(dimensions()))])
    whole = fit_members(replies, seed)
    return FoldModel(whole.common, whole.linear, whole.forest, mixing, bias, offsets)


def fit_mixing(scores: Floats, labels: Integers) -> tuple[Floats, Floats]:
    """Fit the second stage on first-stage scores: calibrated probabilities of each dimension from the scores of all."""
    parts = []
    for place in range(len(dimensions())):
        scale = np.full(NUM_OUTPUTS, OTHERS_SCALE)
        scale[place * len(LABELS) : (place + 1) * len(LABELS)] = 1
        fitted = LogisticRegression(C=MIXING_C, max_iter=500).fit(scores * scale, labels[:, place])
        parts.append((fitted.coef_.T * scale[:, None], fitted.intercept_))
    weights, biases = zip(*parts, strict=True)
    return np.stack(weights), np.stack(biases)


def tokens(reply: Reply, common: frozenset[str]) -> list[Token]:
    """Return the tokens of a reply in its situation."""
    return tokens_of(reply.seen.reply, reply.seen.situation, common)


def _as_it_is(terms: list[str]) -> list[str]:
    return terms
