"""Sessions: the loop of a tutor with a student or a person, guarded."""

from gnomon.session.guarding import AsyncGuardedTutor, GuardedTutor, reveal_after_concept
from gnomon.session.loop import MOST_TUTOR_TURNS, Respond, SimulatedResponse, outcome_of, run_session
from gnomon.session.simulation import RandomTurnTutor, UnknownMisconceptionError, choose_misconception, simulate

__all__ = [
    "MOST_TUTOR_TURNS",
    "AsyncGuardedTutor",
    "GuardedTutor",
    "RandomTurnTutor",
    "Respond",
    "SimulatedResponse",
    "UnknownMisconceptionError",
    "choose_misconception",
    "outcome_of",
    "reveal_after_concept",
    "run_session",
    "simulate",
]
