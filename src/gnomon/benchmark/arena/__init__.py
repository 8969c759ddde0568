"""The arena: tutors against the same learners, and transcripts of any product graded by the same marks."""

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.arena.people import (
    DrawnPairs,
    Marked,
    PairKey,
    PersonJudgement,
    ShownPair,
    draw_pairs,
    keep_key,
    read_key,
    read_sheet,
    sheet_of,
    take_in,
)
from gnomon.benchmark.arena.reporting import arena_report, report_of_rows
from gnomon.benchmark.arena.running import ArenaOutcome, ArenaResults, problems_of, require_arena, run_arena
from gnomon.benchmark.arena.transcripts import graded_rows, read_transcripts

__all__ = [
    "ArenaConfig",
    "ArenaOutcome",
    "ArenaResults",
    "DrawnPairs",
    "Marked",
    "PairKey",
    "PersonJudgement",
    "ShownPair",
    "arena_report",
    "draw_pairs",
    "graded_rows",
    "keep_key",
    "problems_of",
    "read_key",
    "read_sheet",
    "read_transcripts",
    "report_of_rows",
    "require_arena",
    "run_arena",
    "sheet_of",
    "take_in",
]
