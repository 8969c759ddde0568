"""What calls cost: the one form in which a row, a role, a ledger and a whole run are counted, and the meter of a piece of work.

A client notes each call where it is made; whoever does a piece of work opens a meter around it. It leaves out money, which needs
prices (`gnomon.models.ledger`), and which piece of work a meter belongs to (`gnomon.runs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Self

from pydantic import BaseModel, ConfigDict

from gnomon.models.messages import CallSettings, Request, Response, Usage

_MOST_SEEDS = 20
"""Listed of a role; where each row has a seed of its own, their number says enough."""


class Calls(BaseModel):
    """What some calls came to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: int = 0
    """Calls to `Model.respond` that were answered."""
    failed: int = 0
    """Calls that ended in an error or were cancelled."""
    samples: int = 0
    cached: int = 0
    """Samples that came from the cache, or from an equal call under way."""
    usage: Usage = Usage()
    seconds: float = 0.0
    """Sum over the calls that asked a server, waiting and retries included; calls that ran together count each."""

    def __add__(self, other: Calls) -> Calls:
        return Calls(
            calls=self.calls + other.calls,
            failed=self.failed + other.failed,
            samples=self.samples + other.samples,
            cached=self.cached + other.cached,
            usage=self.usage + other.usage,
            seconds=self.seconds + other.seconds,
        )

    @classmethod
    def of(cls, response: Response) -> Self:
        """Return what one call that was answered came to; one that asked nobody took no time worth a figure."""
        samples, cached = len(response.samples), response.num_cached
        seconds = response.seconds if cached < samples else 0.0
        return cls(calls=1, samples=samples, cached=cached, usage=response.usage, seconds=seconds)


class Asked(CallSettings):
    """How a role was asked, as it was sent: None where a setting was left to the server."""

    seeds: tuple[int, ...] = ()
    """The smallest that were sent, at most 20; none where none was."""
    num_seeds: int = 0


def add_calls(parts: Iterable[Mapping[str, Calls]]) -> dict[str, Calls]:
    """Add up what calls came to, by role."""
    found: dict[str, Calls] = {}
    for part in parts:
        for role, calls in part.items():
            found[role] = found[role] + calls if role in found else calls
    return found


_METER: ContextVar[dict[str, Calls] | None] = ContextVar("_METER", default=None)


@contextmanager
def metered() -> Iterator[dict[str, Calls]]:
    """Collect by role what the calls made inside come to, those of tasks started inside too; an outer meter sees none of them."""
    spent: dict[str, Calls] = {}
    token = _METER.set(spent)
    try:
        yield spent
    finally:
        _METER.reset(token)


def note_calls(role: str, calls: Calls) -> None:
    """Add to the meter of the work under way; outside of one, nothing happens."""
    spent = _METER.get()
    if spent is not None:
        spent[role] = spent[role] + calls if role in spent else calls


_Sent = dict[str, dict[CallSettings, set[int]]]
"""By role and settings, the seeds that went with them."""
_SENT: ContextVar[_Sent | None] = ContextVar("_SENT", default=None)


class SettingsLog:
    """What `noted_settings` collects."""

    def __init__(self) -> None:
        self.sent: _Sent = {}

    def asked(self, before: Mapping[str, Sequence[Asked]]) -> dict[str, tuple[Asked, ...]]:
        """Return by role how its model was asked, in this pass and before; one entry for all that differ in their seeds alone.

        Args:
            before: what earlier passes have noted. Of more than 20 seeds the number is then that of the pass with most of them.
        """
        found: dict[str, dict[CallSettings, Asked]] = {}
        for role, entries in before.items():
            found[role] = {CallSettings(**each.model_dump(exclude={"seeds", "num_seeds"})): each for each in entries}
        for role, by_settings in self.sent.items():
            for settings, seeds in by_settings.items():
                old = found.setdefault(role, {}).get(settings, Asked())
                together = seeds | set(old.seeds)
                kept, number = tuple(sorted(together)[:_MOST_SEEDS]), max(len(together), old.num_seeds)
                found[role][settings] = Asked(**settings.model_dump(), seeds=kept, num_seeds=number)
        return {role: tuple(entries[key] for key in sorted(entries, key=repr)) for role, entries in sorted(found.items())}


@contextmanager
def noted_settings() -> Iterator[SettingsLog]:
    """Collect how the models are asked inside, by tasks started inside too; other processes are not seen."""
    log = SettingsLog()
    token = _SENT.set(log.sent)
    try:
        yield log
    finally:
        _SENT.reset(token)


def note_settings(role: str, request: Request) -> None:
    """Note how a request asks, for the run under way; outside of one, nothing happens."""
    sent = _SENT.get()
    if sent is None:
        return
    settings = CallSettings.model_construct(**{name: getattr(request, name) for name in CallSettings.model_fields})
    seeds = sent.setdefault(role, {}).setdefault(settings, set())
    if request.seed is not None:
        seeds.add(request.seed)
