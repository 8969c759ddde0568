"""Which candidate is best, and which can no longer be.

Algorithm 2 takes the largest Pass@k and says nothing of ties, which are the rule where k samples are drawn. Decided here: more
right samples win, then the lower number j.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gnomon.metrics import pass_at_k


@dataclass(frozen=True, slots=True)
class Branch:
    """What is known of one candidate."""

    index: int
    """j."""
    num_right: int
    num_samples: int
    """Drawn so far."""


def score_of(branch: Branch, k: int) -> float | None:
    """Return Pass@k; None while fewer than k samples are there."""
    return None if branch.num_samples < k else pass_at_k(branch.num_samples, branch.num_right, k)


def best_branch(branches: Sequence[Branch]) -> int:
    """Return j of the best of the branches: the most right samples, then the lowest j.

    Where all have the same number of samples, more right samples never give a smaller Pass@k: this order is that of the score
    with its ties decided.

    Example:
        >>> best_branch([Branch(1, 0, 5), Branch(2, 2, 5), Branch(3, 5, 5), Branch(4, 0, 5)])
        3
    """
    return max(branches, key=lambda branch: (branch.num_right, -branch.index)).index


def still_in_play(branches: Sequence[Branch], k: int) -> list[Branch]:
    """Return the branches that still get samples: those that are not full and can still be the best.

    A branch can be the best while all its missing samples being right would put it before what every other branch has for sure.
    The best branch is thus always full: its samples are the evaluation of the next state.

    Args:
        branches: all candidates of a turn.
        k: samples of a full branch.
    """
    return [branch for branch in branches if branch.num_samples < k and _can_win(branch, branches, k)]


def _can_win(branch: Branch, branches: Sequence[Branch], k: int) -> bool:
    most = (branch.num_right + k - branch.num_samples, -branch.index)
    return all(most >= (other.num_right, -other.index) for other in branches)
