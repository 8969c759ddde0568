"""Additive offsets per class for a judge that gives scores or vote shares: how much of its error is calibration.

A judge may know which replies are better and yet draw the lines between the labels elsewhere than people do. An offset a class,
fitted on training folds so that macro-F1 is largest there, moves the lines; held-out folds say what that is worth. Both figures
are reported, without and with, always on rows that the offsets were not fitted on. Folds must keep groups whole
(`gnomon.judge.checks.grouped_folds`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gnomon.judge.checks.folds import require_whole_groups

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

UNREAD = -1
"""The prediction for a row that has no scores."""

_WORTHWHILE = 0.01
"""Offsets that gain less macro-F1 than this in training are noise: none are used then."""
_STARTS = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Where the search starts for each class but the first, in units of the scores' range."""
_MOST_CLASSES_FOR_STARTS = 5
"""The grid has 5^(classes - 1) points: 625 with five classes and 3,125 with six."""
_NUM_ASCENTS = 3
"""Best points of the grid that the ascent starts from: from a single one it may stop at a local best."""
_MOST_ROUNDS = 20
"""Of the ascent, which ends by itself when no offset gains anything; the bound keeps the time of a bad case known."""


class OffsetFold(NamedTuple):
    """One held-out fold."""

    fold: int
    offsets: tuple[float, ...]
    """Fitted on the other folds; the first class has 0."""
    macro_f1_without: float
    macro_f1_with: float


class OffsetCheck(NamedTuple):
    """What offsets are worth on rows that they were not fitted on."""

    macro_f1_without: float
    """Over all rows together, without offsets."""
    macro_f1_with: float
    """Over all rows together, each with the offsets of its own held-out fold."""
    predictions_without: Integers
    predictions_with: Integers
    """Class of each row; -1 where the row has no scores."""
    num_unread: int
    """Rows without scores; they count as wrong in both figures."""
    folds: tuple[OffsetFold, ...]


def apply_offsets(scores: ArrayLike, offsets: ArrayLike | None = None) -> Integers:
    """Return the class with the largest score plus offset for each row.

    Args:
        scores: rows by classes; a row with a NaN has no scores.
        offsets: one a class; None for none.

    Returns:
        The class of each row; the earlier one of equals; -1 for a row without scores.
    """
    table = np.asarray(scores, dtype=float)
    shifted = table if offsets is None else table + np.asarray(offsets, dtype=float)
    unread = np.isnan(table).any(axis=1)
    return np.where(unread, UNREAD, np.argmax(np.where(unread[:, None], 0.0, shifted), axis=1)).astype(np.int64)


def fit_offsets(scores: ArrayLike, truth: ArrayLike) -> Floats:
    """Find the offsets that give the largest macro-F1 on these rows.

    Coordinate ascent over the thresholds at which a prediction changes, from a coarse grid of starts. Of equally good offsets
    those nearest to 0 are taken, and a threshold lies half-way between two rows. A gain under .01 gives zeros.

    Args:
        scores: rows by classes (vote shares, probabilities or any scores on one scale); rows with a NaN are left out.
        truth: the class of each row, 0 to classes - 1.

    Returns:
        One offset a class, the first 0; zeros when there is no row with scores.

    Raises:
        ValueError: when shapes do not fit or a class is out of range.
    """
    table, classes = _checked(scores, truth)
    read = ~np.isnan(table).any(axis=1)
    table, classes = table[read], classes[read]
    none = np.zeros(table.shape[1])
    if not len(table):
        return none
    plain = _macro_f1(apply_offsets(table), classes, table.shape[1])
    best = max((_ascend(table, classes, start) for start in _starts(table, classes)), key=_quality)
    return best[1] if best[0] >= plain + _WORTHWHILE else none


def check_offsets(
    scores: ArrayLike, truth: ArrayLike, folds: Sequence[int], groups: Sequence[Hashable] | None = None
) -> OffsetCheck:
    """Fit offsets on all folds but one, apply them to that one, for each fold in turn.

    Args:
        scores: rows by classes; a row with a NaN is one that the judge gave nothing readable for.
        truth: the class of each row.
        folds: the fold of each row.
        groups: the group of each row; when given, a group in two folds is an error.

    Raises:
        ValueError: when a group is split, there are fewer than 2 folds, or shapes do not fit.
    """
    table, classes = _checked(scores, truth)
    fold_of = np.asarray(folds)
    if groups is not None:
        require_whole_groups(groups, folds)
    if len(fold_of) != len(table) or len(np.unique(fold_of)) < 2:
        raise ValueError(f"expected a fold for each of {len(table)} rows and at least 2 folds, got {len(fold_of)} rows")
    without, shifted = apply_offsets(table), np.full(len(table), UNREAD, dtype=np.int64)
    rows = []
    for fold in np.unique(fold_of):
        held_out = fold_of == fold
        offsets = fit_offsets(table[~held_out], classes[~held_out])
        shifted[held_out] = apply_offsets(table[held_out], offsets)
        scored = [_macro_f1(given[held_out], classes[held_out], table.shape[1]) for given in (without, shifted)]
        rows.append(OffsetFold(int(fold), tuple(offsets.tolist()), *scored))
    before, after = (_macro_f1(given, classes, table.shape[1]) for given in (without, shifted))
    return OffsetCheck(before, after, without, shifted, int((without == UNREAD).sum()), tuple(rows))


def _checked(scores: ArrayLike, truth: ArrayLike) -> tuple[Floats, Integers]:
    table, classes = np.asarray(scores, dtype=float), np.asarray(truth, dtype=np.int64)
    if table.ndim != 2 or classes.shape != table.shape[:1]:
        raise ValueError(
            f"expected scores of shape (rows, classes) and a class for each row, got {table.shape} and {classes.shape}"
        )
    if len(classes) and not 0 <= classes.min() <= classes.max() < table.shape[1]:
        raise ValueError(f"expected classes from 0 to {table.shape[1] - 1}, got {classes.min()} to {classes.max()}")
    return table, classes


def _starts(table: Floats, classes: Integers) -> list[Floats]:
    """No offsets, and the most promising points of a coarse grid: the ascent alone can stop at a local best."""
    num_classes = table.shape[1]
    if num_classes > _MOST_CLASSES_FOR_STARTS:
        return [np.zeros(num_classes)]
    spread = float(np.ptp(table)) or 1.0
    grid = [spread * np.array([0.0, *point]) for point in product(_STARTS, repeat=num_classes - 1)]
    scored = [(_macro_f1(apply_offsets(table, point), classes, num_classes), point) for point in grid]
    promising = sorted(scored, key=_quality, reverse=True)[:_NUM_ASCENTS]
    return [np.zeros(num_classes), *(point for _, point in promising)]


def _ascend(table: Floats, classes: Integers, start: Floats) -> tuple[float, Floats]:
    offsets, best = start, _macro_f1(apply_offsets(table, start), classes, table.shape[1])
    for _ in range(_MOST_ROUNDS):
        before = best
        for place in range(1, table.shape[1]):
            best, offsets = _best_along(table, classes, offsets, place)
        if best <= before:
            break
    return best, offsets


def _best_along(table: Floats, classes: Integers, offsets: Floats, place: int) -> tuple[float, Floats]:
    """Try one value of one offset in every interval between which predictions change; stay where none is as good."""
    others = table + offsets
    others[:, place] = -np.inf
    gaps = others.max(axis=1) - table[:, place]
    order = np.argsort(gaps, kind="stable")
    scores = _scores_after_flips(np.argmax(others, axis=1)[order], classes[order], place, table.shape[1])
    values, is_distinct = _interval_values(gaps[order])
    best = scores[is_distinct].max()
    chosen = values[is_distinct & (scores == best)]
    moved = offsets.copy()
    moved[place] = chosen[np.argmin(np.abs(chosen))]
    stay = _macro_f1(np.argmax(table + offsets, axis=1), classes, table.shape[1])
    return (float(best), moved) if best >= stay else (stay, offsets)


def _scores_after_flips(other: Integers, truth: Integers, place: int, num_classes: int) -> Floats:
    """Return macro-F1 when none, the first, the first two, ... of the rows are given to ``place`` and the rest to ``other``."""
    names = np.arange(num_classes)
    given, true = other[:, None] == names, truth[:, None] == names
    right, predicted = _remaining(given & true), _remaining(given)
    right[1:, place] += np.cumsum(true[:, place])
    predicted[:, place] += np.arange(len(truth) + 1)
    counted = predicted + true.sum(axis=0)
    return np.asarray(np.divide(2 * right, counted, out=np.zeros(counted.shape), where=counted > 0).mean(axis=1))


def _remaining(marks: NDArray[np.bool_]) -> Floats:
    """Return column sums over all rows, all but the first, all but the first two, ..., none."""
    gone = np.vstack([np.zeros((1, marks.shape[1])), np.cumsum(marks, axis=0)])
    return np.asarray(gone[-1] - gone)


def _interval_values(gaps: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Return an offset for each number of flipped rows (0 where it may be 0), and whether equal gaps allow that number."""
    # Beyond the outermost rows nothing changes any more: twice the spread lies safely past them.
    step = float(np.ptp(gaps)) or 1.0
    low = np.concatenate([[gaps[0] - 2 * step], gaps])
    high = np.concatenate([gaps, [gaps[-1] + 2 * step]])
    return np.where((low < 0) & (high > 0), 0.0, (low + high) / 2), low < high


def _quality(found: tuple[float, Floats]) -> tuple[float, float]:
    """More macro-F1 first, then smaller offsets."""
    score, offsets = found
    return score, -float(np.abs(offsets).sum())


def _macro_f1(predicted: Integers, truth: Integers, num_classes: int) -> float:
    """Mean F1 over all classes, absent ones 0, an unread row wrong: the strict figure of the shared task."""
    right = np.bincount(truth[predicted == truth], minlength=num_classes)
    counted = np.bincount(truth, minlength=num_classes) + np.bincount(predicted[predicted >= 0], minlength=num_classes)
    return float(np.mean(np.divide(2 * right, counted, out=np.zeros(num_classes), where=counted > 0)))
