"""How fast and how dear a run may be, and how far it is: what does not decide its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gnomon.models import AskMore, Ledger, Price, ServerSettings


@dataclass(frozen=True)
class Pace:
    """Limits of a run."""

    max_connections: int = 20
    """Calls at a time to one server; with Ray, of each worker. More fill a server of one's own better, and meet limits of a
    service sooner."""
    max_cost: float | None = None
    """In the currency of ``prices``; None for no limit."""
    prices: Mapping[str, Price] | None = None
    """By model; a model without a price cannot be limited."""
    addresses: Mapping[str, str] = field(default_factory=dict)
    """Where models listen that are named otherwise than by a URL, by their names: trained ones that the run itself serves."""
    more: AskMore | None = None
    """Of a worker whose limit of cost is a part of the run's: asks for more of it."""

    def address(self, spec: str) -> str:
        """Return where a model listens that a configuration names."""
        return self.addresses.get(spec, spec)

    def ledger(self) -> Ledger:
        """Return a ledger that keeps to the limit of cost."""
        return Ledger(self.prices, max_cost=self.max_cost, more=self.more)

    def settings(self) -> ServerSettings:
        """Return the settings of servers."""
        return ServerSettings(max_connections=self.max_connections)


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    """Rows there, those of earlier passes included; of failed ones only those that this pass has asked."""
    total: int | None
    """None where jobs come in a stream that nobody has counted."""
    counts: Mapping[str, int]
    """Rows among those done that are to be told apart: failed ones, or proofs by status."""


Told = Callable[[Progress], None]
"""Who is told how far a run is: at its start and after each row."""
