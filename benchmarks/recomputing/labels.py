"""Macro-F1 and accuracy of labels: by scikit-learn, and by counting for the resamples, which must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sklearn.metrics import accuracy_score, f1_score

from benchmarks.recomputing.cells import Found, resampled

__all__ = ["accuracy", "macro_f1", "macro_f1_of", "quick_macro_f1"]

Pair = tuple[str, str]


def macro_f1(pairs: Sequence[Pair], clusters: Sequence[str], labels: Sequence[str] | None = None) -> Found:
    """Compute the mean F1 of classes.

    Args:
        pairs: true and given label of each row.
        clusters: dialogue of each.
        labels: the classes; None takes those that occur in the truth.
    """
    return resampled(pairs, clusters, lambda drawn: macro_f1_of(drawn, labels), quick_macro_f1(labels))


def macro_f1_of(pairs: Sequence[Pair], labels: Sequence[str] | None = None) -> float:
    """Return the mean F1 of classes without an interval."""
    truth, given = zip(*pairs, strict=True)
    return float(f1_score(truth, given, labels=labels or sorted(set(truth)), average="macro", zero_division=0))


def accuracy(pairs: Sequence[Pair], clusters: Sequence[str]) -> Found:
    """Compute the share of right labels."""

    def by_library(drawn: list[Pair]) -> float:
        return float(accuracy_score(*zip(*drawn, strict=True)))

    return resampled(pairs, clusters, by_library, lambda drawn: sum(true == given for true, given in drawn) / len(drawn))


def quick_macro_f1(labels: Sequence[str] | None) -> Callable[[list[Pair]], float]:
    """Return what computes macro-F1 by counting."""

    def compute(drawn: list[Pair]) -> float:
        true, given = (Counter(side) for side in zip(*drawn, strict=True))
        right = Counter(label for label, other in drawn if label == other)
        scores = [2 * right[label] / (true[label] + given[label] or 1) for label in labels or true]
        return sum(scores) / len(scores)

    return compute
