"""A second ear of the symbolic tutor, for messages that are told in words: a model, or whoever else names moves.

It says what was said; what that is worth is judged by the engine alone (`gnomon.tutor.symbolic.judging`).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from gnomon.dialogue import Dialogue, HeardMove, TurnRecord, TutorTurn
from gnomon.models import Usage
from gnomon.tutor.symbolic.diagnosis import Diagnostician


class Hearing(NamedTuple):
    """What an ear makes of the learner's last message."""

    moves: tuple[HeardMove, ...] = ()
    """None: the grammar's reading counts."""
    notes: tuple[str, ...] = ()
    """What does not count, one reason each."""
    usage: Usage = Usage()
    seconds: float = 0.0

    def noted(self, turn: TutorTurn) -> TutorTurn:
        """Return the turn with what was heard in its record."""
        noted = {"heard": self.moves, "unheard": self.notes}
        return turn.model_copy(update={"record": (turn.record or TurnRecord()).model_copy(update=noted)})


SILENT = Hearing()
"""Nothing beside the grammar was asked."""


class Ear(Protocol):
    """Reads the last message of a dialogue."""

    @property
    def name(self) -> str:
        """As dialogues and tables show it."""
        ...

    async def hear(self, dialogue: Dialogue, reader: Diagnostician) -> Hearing:
        """Return what the learner's last message says, where the grammar alone is not enough. Never raises."""
        ...
