"""What an endpoint is opened with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from gnomon.problem import Problem, bank
from gnomon.serving.limits import TokenBuckets
from gnomon.serving.tutors import Tutors

HolderOf = Callable[[str], Awaitable[str | None]]
"""Gives who holds an API key, None for an unknown one; what it gives may be logged.

It may raise an `EndpointError`, for a holder who may not ask.
"""

LARGEST_BODY = 12_000_000
"""Bytes: a picture of 8 MB, as phones make them, in base64 (a third more) and the talk about it."""


@dataclass(frozen=True)
class Settings:
    """What an endpoint is opened with; who opens it closes the tutors."""

    tutors: Tutors
    holder_of: HolderOf | None = None
    """None: no key is asked for, and only this machine's own names of itself are answered to."""
    buckets: TokenBuckets | None = None
    """How much one caller may ask; None: as much as they like."""
    largest_body: int = LARGEST_BODY
    """Bytes."""
    problem_of: Callable[[str], Problem | None] = field(default_factory=lambda: bank().get)
    """Gives the problem that ``metadata.problem`` names; None for an unknown name."""
