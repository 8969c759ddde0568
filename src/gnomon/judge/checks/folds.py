"""Folds that never split a group: rows of one dialogue, problem or session stay together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence


def grouped_folds(groups: Sequence[Hashable], num_folds: int = 4) -> list[int]:
    """Deal whole groups to folds of nearly equal size, the same way on every run.

    Args:
        groups: the group of each row.
        num_folds: at least 2.

    Returns:
        The fold of each row, from 0. The largest group goes first, each to the fold that is smallest so far; of equal groups
        the one that occurs first.

    Raises:
        ValueError: for fewer groups than folds, or fewer than 2 folds.
    """
    sizes = Counter(groups)
    if not 2 <= num_folds <= len(sizes):
        raise ValueError(f"expected 2 to {len(sizes)} folds for {len(sizes)} groups, got {num_folds}")
    filled = [0] * num_folds
    fold_of: dict[Hashable, int] = {}
    for group, size in sizes.most_common():
        fold = filled.index(min(filled))
        fold_of[group] = fold
        filled[fold] += size
    return [fold_of[group] for group in groups]


def require_whole_groups(groups: Sequence[Hashable], folds: Sequence[int]) -> None:
    """Check that no group lies in two folds.

    Raises:
        ValueError: when one does; random rows in place of groups flatter a judge.
    """
    seen: dict[Hashable, int] = {}
    for group, fold in zip(groups, folds, strict=True):
        if seen.setdefault(group, fold) != fold:
            raise ValueError(f"group {group!r} lies in folds {seen[group]} and {fold}; a group must not be split")
