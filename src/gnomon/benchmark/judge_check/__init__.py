"""Checks on a judge before its marks are believed: order, repeats, agreement with people and with another judge, offsets."""

from gnomon.benchmark.judge_check.checking import CheckConfig, check_judge
from gnomon.benchmark.judge_check.record import (
    Against,
    CriterionCheck,
    JudgeCheck,
    PairCheck,
    check_note,
    keep_check,
    last_check,
    read_check,
)

__all__ = [
    "Against",
    "CheckConfig",
    "CriterionCheck",
    "JudgeCheck",
    "PairCheck",
    "check_judge",
    "check_note",
    "keep_check",
    "last_check",
    "read_check",
]
