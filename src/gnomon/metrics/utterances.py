"""Where a tutor's turn stands in its dialogue, and whether its words were written from scratch (GeoDial 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gnomon.metrics.errors import MetricInputError


class WrittenFromScratch(NamedTuple):
    """How far what was sent is from the nearest proposal."""

    distance_share: float | None
    """Edit distance to the nearest proposal over the length of what was sent; above 1 where proposals are longer. None without
    proposals."""
    is_from_scratch: bool | None
    """None without proposals."""


def quarter(turn: int, turns: int) -> int | None:
    """Return the quarter of the dialogue in which a tutor's turn lies.

    floor(4 (i - 1) / n) + 1; the formula in the paper is lost, so this is our decision.

    Args:
        turn: i, counted from 1 among the tutor's turns.
        turns: n, how many the tutor has.

    Returns:
        1 to 4; None for the first turn, which is left out.

    Raises:
        MetricInputError: The turn is not one of them.

    >>> [quarter(turn, 6) for turn in range(1, 7)]
    [None, 1, 2, 3, 3, 4]
    """
    if not 1 <= turn <= turns:
        raise MetricInputError(f"expected a turn from 1 to {turns}, got {turn!r}")
    return None if turn == 1 else 4 * (turn - 1) // turns + 1


def written_from_scratch(sent: str, proposals: Sequence[str], *, threshold: float = 0.5) -> WrittenFromScratch:
    """Say whether an utterance was written from scratch instead of taken from a proposal.

    Args:
        sent: The utterance sent.
        proposals: What the models had proposed.
        threshold: The least share that counts as from scratch. The paper's value is lost; .5 is our decision.

    Returns:
        The share and the verdict. An empty utterance has share 0.
    """
    if not proposals:
        return WrittenFromScratch(None, None)
    nearest = min(edit_distance(sent, proposal) for proposal in proposals)
    share = nearest / len(sent) if sent else 0.0
    return WrittenFromScratch(share, share >= threshold)


def edit_distance(first: str, second: str) -> int:
    """Return the Levenshtein distance: the fewest insertions, deletions and substitutions of one character.

    One row of the table at a time (Wagner and Fischer 1974): memory grows with the shorter text alone.
    """
    short, long = sorted((first, second), key=len)
    letters = np.frombuffer(short.encode("utf-32-le"), dtype=np.uint32)
    steps = np.arange(len(short) + 1, dtype=np.int64)
    row = steps
    for character in long:
        replaced = row[:-1] + (letters != ord(character))
        best = np.concatenate([row[:1] + 1, np.minimum(row[1:] + 1, replaced)])
        row = np.minimum.accumulate(best - steps) + steps  # an insertion costs 1 more than the best to its left
    return int(row[-1])
