"""What an experiment of the demo found with one seed, as a file keeps it and the page shows it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Experiment = Literal["tutoring", "asking", "judging"]


class Outcome(BaseModel):
    """What one experiment found with one seed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    experiment: Experiment
    seed: int
    figures: dict[str, float]
    """By ``STAGE/FIGURE``."""
    curves: dict[str, tuple[tuple[float, float], ...]]
    """By ``STAGE/FIGURE``, pairs of step and value."""
    confusion: dict[str, tuple[tuple[int, ...], ...]] = {}
    """By stage, of judges: truths by answers, the last column without a label."""
    parameters: int
    """Of the tiny model."""
    processor_seconds: float = 0.0
