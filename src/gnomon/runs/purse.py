"""What a run may still cost, kept in one place for all workers of a cluster: each asks for its next share of it."""

from __future__ import annotations

_SHARES = 200
"""A share is so small a part of the limit that what a worker has not used, or has lost with its process, matters little."""


class Purse:
    """A limit that is handed out in shares; all that is ever given stays below it.

    Args:
        amount: the limit, in the currency of the prices.
    """

    def __init__(self, amount: float) -> None:
        self._left = amount
        self._share = amount / _SHARES

    def take(self, wanted: float) -> float:
        """Hand out a share.

        Args:
            wanted: what the next call could cost above what the worker has.

        Returns:
            At least what is wanted; 0 where that is not left, and what is left stays for smaller calls.
        """
        given = min(max(wanted, self._share), self._left)
        if given < wanted:
            return 0.0
        self._left -= given
        return given
