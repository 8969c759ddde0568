"""Sessions: one step of a conversation, the guard around a tutor, the loop with a student, simulations, what is heard."""

from gnomon.session.guarding import GuardedTutor, RevealPolicy, reveal_after_concept
from gnomon.session.listening import Heard, listen
from gnomon.session.loop import Respond, SimulatedResponse, ended, outcome_of, run_session
from gnomon.session.proving import simulate_proving
from gnomon.session.simulation import RandomTurnTutor, UnknownMisconceptionError, choose_misconception, simulate
from gnomon.session.step import MOST_TUTOR_TURNS, Session, UnreadableReplyError
from gnomon.session.transcripts import Said, TranscriptError, turns_before

__all__ = [
    "MOST_TUTOR_TURNS",
    "GuardedTutor",
    "Heard",
    "RandomTurnTutor",
    "Respond",
    "RevealPolicy",
    "Said",
    "Session",
    "SimulatedResponse",
    "TranscriptError",
    "UnknownMisconceptionError",
    "UnreadableReplyError",
    "choose_misconception",
    "ended",
    "listen",
    "outcome_of",
    "reveal_after_concept",
    "run_session",
    "simulate",
    "simulate_proving",
    "turns_before",
]
