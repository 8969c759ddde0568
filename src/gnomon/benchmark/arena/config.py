"""What an arena is asked for: all that decides its rows."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from gnomon.models import CallSettings
from gnomon.session import MOST_TUTOR_TURNS


class ArenaConfig(BaseModel):
    """Every tutor meets the same learners on the same problems with the same seeds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tutors: tuple[str, ...] = Field(min_length=1)
    """As `gnomon.benchmark.arena.tutors` reads them; the first is the one that the others are compared with."""
    learners: tuple[str, ...] = Field(min_length=1)
    """Names of simulated learners, or addresses of models that play one."""
    problems: str = "bank"
    """``bank``, ``bank:TOPIC`` or the path of a file of problems."""
    limit: int | None = Field(default=None, ge=1)
    """Problems at most, drawn in an order that is always the same: a smaller arena is the beginning of a larger one."""
    seeds: int = Field(default=5, ge=1)
    """Dialogues of each tutor with each learner on each problem; the seeds are 0, 1, 2, ..."""
    judge: str | None = None
    """Address of the model that says which of two dialogues is the better one; None: nobody does."""
    asking: dict[str, CallSettings] = Field(default_factory=dict)
    """By role (``tutor``, ``learner``, ``judge``), settings of its models' calls in place of our own."""
    most_tutor_turns: int = Field(default=MOST_TUTOR_TURNS, ge=1)
