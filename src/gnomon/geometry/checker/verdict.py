"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

FaultKind = Literal[
    "form",
    "figure",
    "rule",
    "place",
    "premise",
    "value",
    "element",
    "cycle",
    "citation",
    "goal",
    "left out",
    "as shown",
    "as told",
]


class Fault(NamedTuple):
    """One thing that is wrong."""

    step: int | None
    """Index of the step; None for the proof as a whole."""
    kind: FaultKind
    message: str

    def __str__(self) -> str:
        return self.message if self.step is None else f"step {self.step + 1}: {self.message}"


@dataclass(frozen=True)
class CheckReport:
    """Whether a proof is accepted, and if not, why."""

    faults: tuple[Fault, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults
