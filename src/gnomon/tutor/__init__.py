"""Tutors: the protocol, the reader of learners' messages, the symbolic tutor and the answer guard."""

from gnomon.tutor.claims import Claim
from gnomon.tutor.diagnosis import Diagnosis, Diagnostician, Error
from gnomon.tutor.guard import GuardResult, Leak, StepScope, check, find_leak
from gnomon.tutor.message import Intent, Message, read_message
from gnomon.tutor.protocol import Tutor, TutorContext
from gnomon.tutor.symbolic import NoProofError, SymbolicTutor, describe
from gnomon.tutor.verdict import ClaimVerdict, Judge

__all__ = [
    "Claim",
    "ClaimVerdict",
    "Diagnosis",
    "Diagnostician",
    "Error",
    "GuardResult",
    "Intent",
    "Judge",
    "Leak",
    "Message",
    "NoProofError",
    "StepScope",
    "SymbolicTutor",
    "Tutor",
    "TutorContext",
    "check",
    "describe",
    "find_leak",
    "read_message",
]
