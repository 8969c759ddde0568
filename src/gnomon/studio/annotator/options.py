"""How a batch is annotated, as whoever made it has set it; and the words that annotators agree to where they wrote none."""

from __future__ import annotations

import hashlib
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from gnomon.packaged import packaged_yaml
from gnomon.store import Batch
from gnomon.studio.annotation import OverlapQuota

MOST_PROPOSERS = 3
"""GeoDial 2.1; more are more than anybody reads for one sentence."""


class Options(BaseModel):
    """See the module."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    proposers: tuple[str, ...] = Field(default=(), max_length=MOST_PROPOSERS)
    """Tutors of the studio by name; one that is named twice proposes twice."""
    student: str
    """A simulated student by name, or a model as ``MODEL@URL``."""
    overlap: OverlapQuota = OverlapQuota()
    """How many annotators talk about each attempt."""
    first_round: int = Field(default=2, ge=1, le=100)
    """Dialogues that an annotator holds before a reviewer invites them to more."""
    has_onboarding: bool = True
    """Whether the pages and the quiz come first."""
    currency: str = Field(default="EUR", max_length=8)
    onboarding_cents: int = Field(default=0, ge=0, le=1_000_000)
    """Paid for passing the quiz, in hundredths of the currency, as all that follows."""
    dialogue_cents: int = Field(default=0, ge=0, le=1_000_000)
    """Paid for a dialogue that is submitted."""
    bonus_cents: int = Field(default=0, ge=0, le=100_000)
    """Paid for each figure that carries a highlight when its dialogue is submitted."""
    most_bonuses: int = Field(default=20, ge=0, le=1000)
    """Figures of one dialogue that are paid for."""
    consent: str = Field(min_length=1, max_length=20_000)
    """What annotators agree to."""

    @property
    def consent_version(self) -> str:
        """What tells this text of consent from others: the beginning of its SHA-256."""
        return hashlib.sha256(self.consent.encode()).hexdigest()[:12]

    @classmethod
    def of(cls, batch: Batch) -> Self:
        """Return the options of a batch."""
        return cls.model_validate(batch.options)


def usual_consent() -> str:
    """Return the text of consent that a new batch begins with."""
    text: str = packaged_yaml(__package__, "consent.yaml")["text"]
    return text.strip()
