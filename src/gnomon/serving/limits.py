"""How much one caller may ask: a bucket of tokens for each, filled at a steady pace."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST = 10_000
"""Buckets kept; beyond it those that are full again, which is as good as new, are dropped."""


class TokenBuckets:
    """A bucket a caller: each request takes a token, tokens come back at a steady pace.

    Args:
        per_minute: tokens that come back in a minute, positive.
        burst: size of a bucket, at least 1: so many requests go through at once.
        clock: seconds, never going back.
    """

    def __init__(self, per_minute: float, burst: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60
        self._burst = burst
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, holder: str) -> float:
        """Take a token of a caller; return 0, or the seconds until there is one, and then nothing is taken."""
        now = self._clock()
        level = self._level(holder, now)
        if level < 1:
            return (1 - level) / self._per_second
        if len(self._levels) >= _MOST:
            self._levels = {name: kept for name, kept in self._levels.items() if self._level(name, now) < self._burst}
        self._levels[holder] = (level - 1, now)
        return 0.0

    def give_back(self, holder: str) -> None:
        """Return a token that was taken, since what it was taken for need not be counted."""
        now = self._clock()
        self._levels[holder] = (min(self._burst, self._level(holder, now) + 1), now)

    def _level(self, holder: str, now: float) -> float:
        level, then = self._levels.get(holder, (self._burst, now))
        return min(self._burst, level + (now - then) * self._per_second)
