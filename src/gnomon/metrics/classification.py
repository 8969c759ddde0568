"""Labels against labels: macro-F1, accuracy, F1 of each class, confusion.

Two rules for the classes that enter the mean:

- GeoDial (5.1): those that occur in the truth. Pass no labels.
- bea-jh (3.1) and other fixed lists: all of the list; one that occurs nowhere scores 0. Pass the labels.

An unreadable output (None, or a text outside a fixed list) is a false negative of the true class and a false positive of none,
and is counted. GeoDial leaves open how; the decision is that it is a value of its own outside the classes. x/0 is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.quotient import quotient
from gnomon.metrics.resampling import FloatArray, IntArray, SumMetric


@dataclass(frozen=True)
class ClassScore:
    """One class against the rest; precision, recall and F1 from 0 to 1."""

    label: str
    precision: float
    recall: float
    f1: float
    true_count: int
    """Rows whose true label this is."""
    output_count: int
    """Rows whose output this is."""
    right_count: int
    """Rows where both are."""


@dataclass(frozen=True)
class Classification:
    """Scores of one label over all rows, from 0 to 1."""

    macro_f1: float
    """Mean of the F1 of ``classes``."""
    accuracy: float
    """Share of rows whose output is the true label."""
    classes: tuple[ClassScore, ...]
    rows: int
    unreadable: int
    """Rows without a legal output; wrong in every score above."""


class Confusion(NamedTuple):
    """How often each true label met each output."""

    labels: tuple[str, ...]
    counts: IntArray
    """Shape (labels, labels + 1): true label by output; the last column counts unreadable output."""


def classify(truth: Sequence[str], output: Sequence[str | None], *, labels: Sequence[str] | None = None) -> Classification:
    """Score labels.

    Args:
        truth: The true label of each row.
        output: The label given; None where none could be read.
        labels: The fixed list of classes; None for those that occur in the truth, in order of first occurrence.

    Returns:
        Macro-F1, accuracy, scores of each class, counts.

    Raises:
        MetricInputError: No rows, different lengths, or a true label outside the list.

    Example:
        >>> round(classify(["A", "A", "B"], ["A", None, "B"]).macro_f1, 3)
        0.833
    """
    classes, true_numbers, output_numbers, is_right = _numbered(truth, output, labels)
    right, given, true = _columns(len(classes), true_numbers, output_numbers).sum(axis=0).reshape(3, -1)
    f1 = quotient(2 * right, given + true)
    shares = np.column_stack([quotient(right, given), quotient(right, true), f1]).tolist()
    counts = np.column_stack([true, given, right]).astype(np.int64).tolist()
    return Classification(
        macro_f1=float(f1.mean()),
        accuracy=float(is_right.mean()),
        classes=tuple(ClassScore(name, *shares[row], *counts[row]) for row, name in enumerate(classes)),
        rows=len(truth),
        unreadable=_unreadable(output, labels),
    )


def confusion(truth: Sequence[str], output: Sequence[str | None], *, labels: Sequence[str]) -> Confusion:
    """Count true labels against outputs.

    Args:
        truth: The true label of each row.
        output: The label given; None or a text outside ``labels`` counts in the last column.
        labels: All classes, in the order wanted.

    Returns:
        The counts.

    Raises:
        MetricInputError: As for `classify`.
    """
    classes, true_numbers, output_numbers, _ = _numbered(truth, output, labels)
    columns = np.where(output_numbers < 0, len(classes), output_numbers)
    cells = true_numbers * (len(classes) + 1) + columns
    counts = np.bincount(cells, minlength=len(classes) * (len(classes) + 1))
    return Confusion(classes, counts.reshape(len(classes), -1).astype(np.int64))


def macro_f1_metric(truth: Sequence[str], output: Sequence[str | None], *, labels: Sequence[str] | None = None) -> SumMetric:
    """Return macro-F1 in the form that is resampled. Without fixed labels the classes are those of each resample's truth.

    Arguments and errors as for `classify`.
    """
    classes, true_numbers, output_numbers, _ = _numbered(truth, output, labels)
    statistics = _columns(len(classes), true_numbers, output_numbers)
    return SumMetric(statistics, _macro_f1_of_present if labels is None else lambda sums: _class_f1(sums)[0].mean(axis=-1))


def accuracy_metric(truth: Sequence[str], output: Sequence[str | None], *, labels: Sequence[str] | None = None) -> SumMetric:
    """Return accuracy in the form that is resampled; arguments and errors as for `classify`."""
    is_right = _numbered(truth, output, labels)[3]
    return SumMetric(np.column_stack([is_right, np.ones(len(is_right))]), lambda sums: quotient(sums[..., 0], sums[..., 1]))


class _Numbered(NamedTuple):
    classes: tuple[str, ...]
    truth: IntArray
    output: IntArray
    """-1 for an output outside the classes."""
    is_right: FloatArray


def _numbered(truth: Sequence[str], output: Sequence[str | None], labels: Sequence[str] | None) -> _Numbered:
    if not truth or len(truth) != len(output):
        raise MetricInputError(f"expected as many outputs as true labels and at least one, got {len(output)} and {len(truth)}")
    classes = tuple(dict.fromkeys(truth if labels is None else labels))
    number = {label: index for index, label in enumerate(classes)}
    outside = next((label for label in truth if label not in number), None)
    if outside is not None:
        raise MetricInputError(f"expected true labels among {', '.join(classes)}, got {outside!r}")
    true_numbers = np.array([number[label] for label in truth], dtype=np.int64)
    output_numbers = np.array([-1 if label is None else number.get(label, -1) for label in output], dtype=np.int64)
    return _Numbered(classes, true_numbers, output_numbers, (true_numbers == output_numbers).astype(np.float64))


def _columns(classes: int, truth: IntArray, output: IntArray) -> FloatArray:
    """Return for each row: right of each class, output of each class, truth of each class."""
    numbers = np.arange(classes)
    true, given = truth[:, np.newaxis] == numbers, output[:, np.newaxis] == numbers
    return np.hstack([true & given, given, true]).astype(np.float64)


def _class_f1(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
    right, given, true = np.split(sums, 3, axis=-1)
    return quotient(2 * right, given + true), true


def _macro_f1_of_present(sums: FloatArray) -> FloatArray:
    f1, true = _class_f1(sums)
    is_present = true > 0
    return quotient((f1 * is_present).sum(axis=-1), is_present.sum(axis=-1))


def _unreadable(output: Sequence[str | None], labels: Sequence[str] | None) -> int:
    return sum(label is None or (labels is not None and label not in labels) for label in output)
