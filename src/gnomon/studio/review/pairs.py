"""What pairs of an arena's dialogues are in the review queue: stages of a kind of their own in the tables of pipelines' items.

What is in the store names no tutor: a pair goes by its hash, and who is who is in the arena's folder alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gnomon.store import PipelineDecision, PipelineStage

Said = tuple[Literal["tutor", "learner"], str]


class PairParams(BaseModel):
    """What is asked about the pairs of a stage."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["arena pairs"] = "arena pairs"
    people: int = Field(default=2, ge=1)
    """How many judge each pair."""


class PairBody(BaseModel):
    """A pair in the store."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    problem: str
    work: str
    first: tuple[Said, ...]
    second: tuple[Said, ...]


def is_pairs(stage: PipelineStage) -> bool:
    """Whether a stage is one of pairs, and none of a corpus pipeline."""
    return stage.params.get("kind") == PairParams().kind


def may_choose(decisions: Sequence[PipelineDecision], account_id: str, params: PairParams) -> bool:
    """Whether somebody chooses: fewer than asked for have, or they have and change their mind.

    Args:
        decisions: about the pair.
        account_id: of who asks.
        params: of the stage.
    """
    chosen = {each.account_id for each in decisions}
    return account_id in chosen or len(decisions) < params.people
