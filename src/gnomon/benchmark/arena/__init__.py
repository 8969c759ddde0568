"""The arena: tutors against the same learners, and transcripts of any product graded by the same marks."""

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.arena.reporting import arena_report, report_of_rows
from gnomon.benchmark.arena.running import ArenaOutcome, problems_of, run_arena
from gnomon.benchmark.arena.transcripts import graded_rows, read_transcripts

__all__ = [
    "ArenaConfig",
    "ArenaOutcome",
    "arena_report",
    "graded_rows",
    "problems_of",
    "read_transcripts",
    "report_of_rows",
    "run_arena",
]
