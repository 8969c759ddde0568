"""What the calls of one dialogue cost, by role: noted where a call is made, collected where the dialogue is held."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gnomon.inquiry.protocol.records import RoleCalls
from gnomon.models import Response


class Meter:
    """Sums by role."""

    def __init__(self) -> None:
        self.calls: dict[str, RoleCalls] = {}

    def note(self, role: str, response: Response) -> None:
        """Add one call."""
        call = RoleCalls(
            calls=1,
            samples=len(response.samples),
            cached=response.num_cached,
            usage=response.usage,
            seconds=response.seconds,
        )
        self.calls[role] = self.calls.get(role, RoleCalls()) + call


_meter: ContextVar[Meter | None] = ContextVar("_meter", default=None)


@contextmanager
def metered() -> Iterator[Meter]:
    """Collect the calls made inside, those of tasks started inside too."""
    meter = Meter()
    token = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(token)


def note_calls(role: str, response: Response) -> None:
    """Add a call to the dialogue under way; nothing outside of one."""
    meter = _meter.get()
    if meter is not None:
        meter.note(role, response)
