"""Strict and lenient scores of the pedagogy labels of MRBench (bea-jh 3.1, 3.4; BEA 2025 shared task).

Strict: the three classes as they are. Lenient: *Yes* and *To some extent* become one class in truth and output, then two
classes. The mean is over all classes of the list, so that an absent one scores 0. An output without a legal label is wrong in
both and counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.metrics.classification import Classification, classify

STRICT_LABELS = ("Yes", "To some extent", "No")
LENIENT_LABELS = ("Yes or to some extent", "No")
_LENIENT = dict(zip(STRICT_LABELS, (LENIENT_LABELS[0], *LENIENT_LABELS), strict=True))
"""Lenient class of each label: the first two become one."""


class PedagogyScores(NamedTuple):
    """One dimension, scored both ways."""

    strict: Classification
    lenient: Classification


def lenient_label(label: str | None) -> str | None:
    """Return the class of the lenient scores; None for what is no legal label."""
    return None if label is None else _LENIENT.get(label)


def score_pedagogy(truth: Sequence[str], output: Sequence[str | None]) -> PedagogyScores:
    """Score one dimension of MRBench.

    Args:
        truth: ``Yes``, ``To some extent`` or ``No`` for each response.
        output: The label given; None or any other text is unreadable.

    Returns:
        Strict and lenient macro-F1 and accuracy, with the F1 of each class.

    Raises:
        MetricInputError: No rows, different lengths, or a true label that is none of the three.
    """
    strict = classify(truth, output, labels=STRICT_LABELS)
    lenient = classify([_LENIENT[label] for label in truth], [lenient_label(label) for label in output], labels=LENIENT_LABELS)
    return PedagogyScores(strict, lenient)
