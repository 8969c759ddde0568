"""How well somebody tells two kinds apart, such as real and simulated: hits, false alarms, d', area under the curve."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from gnomon.metrics.errors import MetricInputError


class Detection(NamedTuple):
    """What marks of two kinds come to."""

    marks: int
    accuracy: float | None
    """From 0 to 1; None without marks. Half of it is chance only where both kinds are equally many: see `balanced`."""
    balanced: float | None
    """Mean of the shares right in each kind, 0.5 by chance; None where a kind has no mark."""
    d_prime: float | None
    """0 by chance; None where a kind has no mark."""
    auc: float | None
    """Area under the receiver's curve, 0.5 by chance; None where a kind has no mark."""


def detection(truth: Sequence[bool], said: Sequence[bool], scores: Sequence[float] | None = None) -> Detection:
    """Return how well what was said tells the truth.

    d' is z(hits) - z(false alarms), with 0.5 added to counts and 1 to numbers of marks, so that it is finite (Hautus 1995,
    Behavior Research Methods 27). The area is the share of pairs of both kinds in which the true one has the higher score, ties
    half (Hanley and McNeil 1982, Radiology 143).

    Args:
        truth: for each mark, whether it is of the kind looked for.
        said: whether it was said to be.
        scores: how sure, the higher the likelier of the kind; None takes 1 and 0 for what was said.

    Raises:
        MetricInputError: for different lengths.

    Three of four hits and one false alarm of four: d' = 2 z(3.5/5).

    >>> found = detection([True] * 4 + [False] * 4, [True, True, True, False, True, False, False, False])
    >>> round(found.d_prime, 4), found.auc, found.accuracy
    (1.0488, 0.75, 0.75)
    """
    given = [float(each) for each in said] if scores is None else [float(each) for each in scores]
    if not len(truth) == len(said) == len(given):
        raise MetricInputError(f"expected as many marks as truths, got {len(said)} and {len(truth)}")
    if not truth:
        return Detection(0, None, None, None, None)
    right = [one == other for one, other in zip(truth, said, strict=True)]
    accuracy = sum(right) / len(right)
    real = [mark for mark, is_real in zip(said, truth, strict=True) if is_real]
    other = [mark for mark, is_real in zip(said, truth, strict=True) if not is_real]
    if not real or not other:
        return Detection(len(truth), accuracy, None, None, None)
    z = NormalDist().inv_cdf
    d_prime = z((sum(real) + 0.5) / (len(real) + 1)) - z((sum(other) + 0.5) / (len(other) + 1))
    balanced = (sum(real) / len(real) + 1 - sum(other) / len(other)) / 2
    return Detection(len(truth), accuracy, balanced, d_prime, _area(truth, given))


def _area(truth: Sequence[bool], scores: Sequence[float]) -> float:
    real = np.array([score for score, is_real in zip(scores, truth, strict=True) if is_real])
    other = np.array([score for score, is_real in zip(scores, truth, strict=True) if not is_real])
    apart = np.subtract.outer(real, other)
    return float(((apart > 0) + 0.5 * (apart == 0)).mean())
