"""What a diagnosis says: where a learner stands, their first false claim and how far they have come with the step in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from gnomon.geometry import Atom, Misconception, Step
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.progress import Exchange


class Stage(IntEnum):
    """How far a learner has come with a step."""

    NOTHING = 0
    RULE = 1
    """The theorem is named."""
    RELATION = 2
    """What it says here is written down."""
    NUMBERS = 3
    """Only what is sought is unknown in it."""


@dataclass(frozen=True)
class Error:
    """A false claim."""

    claim: Claim | None
    """None for a rule stated wrongly."""
    step: int
    """Index of the proof step it belongs to."""
    sentence: str
    """The student's words around it."""
    misconception: Misconception | None
    """The wrong idea that explains it; None when none does."""

    @property
    def is_slip(self) -> bool:
        """Whether only the number went wrong, not the idea."""
        return self.misconception is not None and self.misconception.is_slip


@dataclass(frozen=True)
class Diagnosis:
    """Where a learner stands."""

    shown: frozenset[Atom]
    """Letters and quantities whose right value the learner has given."""
    rules_named: frozenset[str]
    """Ids of rules that the learner has named."""
    error: Error | None
    """The first false claim that has not been put right."""
    step: int | None
    """Index of the step in play in the prepared proof; None when the goal is reached, or the learner is on another route."""
    current: Step | None
    """The step in play, on the learner's own route where there is one; None when the goal is reached."""
    stage: Stage
    """How far the learner has come with it."""
    is_solved: bool
    """Whether the learner has given the right answer."""
    has_work: bool
    """Whether anything beside the bare answer was shown."""
    exchanges: tuple[Exchange, ...]
    """Each message of the learner, in order, without the attempt."""

    @property
    def last(self) -> Judged | None:
        """The learner's last message with the judgements on its claims; None before the first."""
        return self.exchanges[-1].judged if self.exchanges else None
