"""Simulated learners beside human logs: figures, distances, blind marks; what a page may then say of them."""

from gnomon.benchmark.arena.validation.record import NOT_VALIDATED, Blind, Compared, Logged, Spread, Validation, read_validation

__all__ = ["NOT_VALIDATED", "Blind", "Compared", "Logged", "Spread", "Validation", "read_validation"]
