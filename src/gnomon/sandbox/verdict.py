"""What comes out of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Verdict = Literal["passed", "failed", "timeout", "memory", "not transferable", "error"]
"""``not transferable``: the tests need something of the candidate that cannot leave its sandbox, a class above all; ``error``:
the tests themselves, or the sandbox, do not work. Neither is a score: count them."""

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict on one candidate."""

    verdict: Verdict
    """Only ``passed`` is a pass."""
    level: str
    """What isolated the run; ``none`` means that nothing did."""
    reason: str
    """One line; empty when it passed. It may quote the candidate."""
    seconds: float
    """Wall time on the host's clock."""
