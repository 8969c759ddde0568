"""The answer guard: what an utterance gives away."""

from gnomon.tutor.guard.guard import GuardResult, StepScope, check, find_leak
from gnomon.tutor.guard.turns import Leak

__all__ = ["GuardResult", "Leak", "StepScope", "check", "find_leak"]
