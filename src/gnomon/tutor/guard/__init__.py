"""The answer guard: what an utterance gives away."""

from gnomon.tutor.guard.guard import GuardResult, Leak, StepScope, check, find_leak

__all__ = ["GuardResult", "Leak", "StepScope", "check", "find_leak"]
