"""When to ask again, and how long to wait before: a bounded number of times, with jitter, never sooner than the server says."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

from pydantic import BaseModel, ConfigDict, Field

_TRANSIENT = {408, 409, 425, 429}  # timeout, conflict (OpenAI's lock on a file), too early, too many requests
_FIRST_SERVER_FAILURE = 500  # from here on the fault is the server's and may pass
_PERMANENT_FAILURES = {501, 505}  # not implemented, HTTP version not supported: the next try ends the same
_MOST_DOUBLINGS = 60  # 2.0**1024 would overflow; any wait is at its maximum long before
_NO_MONEY = "insufficient_quota"
"""A 429 of OpenAI that waiting does not cure."""
_UNSUPPORTED = re.compile(r"\bnot support(?:ed)?\b|\bunsupported\b", re.IGNORECASE)
"""A 500 of llama.cpp for a picture sent to a model without eyes: no failure, a refusal."""


class RetryPolicy(BaseModel):
    """How often a failed request is asked again, and after how long."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_retries: int = Field(default=5, ge=0)
    """Requests after the first; 0 asks once."""
    first_wait_seconds: float = Field(default=0.5, ge=0)
    """Doubled with each retry."""
    max_wait_seconds: float = Field(default=30.0, ge=0)
    """A server that comes back is noticed within this time, however long it was away."""
    max_retry_after_seconds: float = Field(default=120.0, ge=0)
    """A server that says a longer time is asked again after this one."""

    def wait_seconds(self, retry: int, retry_after_seconds: float | None, random: Random) -> float:
        """Return how long to wait.

        Args:
            retry: number of the retry, from 0.
            retry_after_seconds: what the server said; None where it said nothing.
            random: the source of jitter, which keeps requests that failed together from coming back together.

        Returns:
            Between half and the whole of the doubled time; with a server's word, that time and at most a tenth more.
        """
        if retry_after_seconds is not None:
            return min(retry_after_seconds, self.max_retry_after_seconds) * (1 + random.random() / 10)
        return (
            min(self.first_wait_seconds * 2.0 ** min(retry, _MOST_DOUBLINGS), self.max_wait_seconds) * (1 + random.random()) / 2
        )


def is_transient(status: int, message: str = "") -> bool:
    """Tell whether the same request may succeed later.

    Args:
        status: of HTTP.
        message: the server's words: an account without money stays so, and what a model does not support.
    """
    if _NO_MONEY in message or (status == _FIRST_SERVER_FAILURE and _UNSUPPORTED.search(message)):
        return False
    return status in _TRANSIENT or (status >= _FIRST_SERVER_FAILURE and status not in _PERMANENT_FAILURES)


def parse_retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds that a server asks us to wait.

    Args:
        headers: of its answer: ``retry-after-ms``, or ``retry-after`` with seconds or an HTTP date (RFC 9110, 10.2.3).
        now: the time of the answer; None is the clock.

    Returns:
        0 for a time in the past; None where nothing is said or it cannot be read.
    """
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if (seconds := _number(value)) is not None:
        return seconds
    try:
        date = parsedate_to_datetime(value or "")
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
