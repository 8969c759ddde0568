"""Hints on demand: a nudge, a pointer, a worked step; each further one for the same step tells more.

They come from the proof, not from the tutor that is talked with: they are there when a model is away.
"""

from __future__ import annotations

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution
from gnomon.problem import Problem
from gnomon.tutor import SymbolicTutor, TutorContext, hint_levels

ASKED = "I would like a hint."
"""What the learner says by asking for one: a dialogue alternates, and whoever reads it later sees that help was asked for."""


def hints_taken(dialogue: Dialogue) -> int:
    """Count the hints for the step that the last tutor turn was about."""
    pairs = list(zip(dialogue.turns, dialogue.turns[1:], strict=False))
    last = next((turn for turn in reversed(dialogue.turns) if isinstance(turn, TutorTurn)), None)
    return sum(
        isinstance(asked, StudentTurn) and asked.utterance == ASKED and isinstance(given, TutorTurn) and _aim(given) == _aim(last)
        for asked, given in pairs
    )


def next_level(dialogue: Dialogue) -> int:
    """Return the level of the next hint, from 1; the last one again where all were taken."""
    return min(1 + hints_taken(dialogue), hint_levels())


async def hint(problem: Problem, dialogue: Dialogue, solution: Solution, seed: int) -> TutorTurn:
    """Return the next hint.

    Raises:
        NoProofError: when the problem has no proof.
    """
    # The level counts what was taken before this was asked.
    asks = bool(dialogue.turns) and dialogue.turns[-1] == StudentTurn(utterance=ASKED, at=dialogue.turns[-1].at)
    before = dialogue.model_copy(update={"turns": dialogue.turns[:-1]}) if asks else dialogue
    return await SymbolicTutor(seed).hint(TutorContext(problem, dialogue, solution), next_level(before))


def _aim(turn: TutorTurn | None) -> str | None:
    return turn.record.aim if turn is not None and turn.record is not None else None
