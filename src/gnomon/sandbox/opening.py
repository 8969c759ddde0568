"""Choose a level by running it: a level is safe when the attempts of `attempts` all fail in it, here and now.

States: ``safe``; ``unsafe`` (it ran, and an attempt worked); ``untested`` (it could not be run, and counts as unsafe).
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gnomon.sandbox import attempts
from gnomon.sandbox.errors import LevelError, NoLevelError
from gnomon.sandbox.levels import NONE, Level, find_level, safe_levels
from gnomon.sandbox.limits import Limits
from gnomon.sandbox.pair import Pair
from gnomon.sandbox.problem import TestedProblem
from gnomon.sandbox.sandbox import Sandbox

State = Literal["safe", "unsafe", "untested"]

_PROBE_SECONDS = 20.0  # a probe takes 0.2 s; a machine under load may need a hundred times that


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """What the probe of one level found."""

    level: str
    state: State
    detail: str
    """What holds, or the error."""
    fix: str
    """What to do; empty when it is safe."""


def probe_levels() -> list[ProbeRow]:
    """Run every level that isolates, best first, and end it again."""
    rows = []
    for level in safe_levels():
        row, pair = _probe(level)
        if pair is not None:
            pair.close()
        rows.append(row)
    return rows


def open_sandbox(level: str | None = None, workers: int = 1) -> Sandbox:
    """Open a sandbox whose level has just been probed.

    Args:
        level: a level's name; None for the best that is safe. ``none``, which isolates nothing, only comes by its name.
        workers: checks that run at the same time, at most.

    Raises:
        UnknownLevelError: for a name that there is not.
        LevelError: when the level asked for is not safe here.
        NoLevelError: when none is.
    """
    if level == NONE:
        return Sandbox(find_level(NONE), workers)
    rows = []
    for candidate in safe_levels() if level is None else (find_level(level),):
        row, pair = _probe(candidate)
        if pair is not None:
            return Sandbox(candidate, workers, pair)
        rows.append(row)
    told = "; ".join(f"{row.level}: {row.state}, {row.detail}. Fix: {row.fix}" for row in rows)
    if level is not None:
        raise LevelError(f"the sandbox level {told}")
    raise NoLevelError(f"no sandbox level works here, and untrusted programs are not run without one. {told}")


def _probe(level: Level) -> tuple[ProbeRow, Pair | None]:
    """Return what was found, and the running servers where the level is safe."""
    if sys.platform != "linux":
        return ProbeRow(level.name, "untested", f"the sandbox needs Linux, and this is {sys.platform}", "use Linux"), None
    try:
        pair = Pair(level)
    except LevelError as error:
        return ProbeRow(level.name, "untested", str(error), level.fix), None
    try:
        row = _attack(level, pair)
    except LevelError as error:
        row = ProbeRow(level.name, "untested", str(error), level.fix)
    if row.state != "safe":
        pair.close()
    return row, pair if row.state == "safe" else None


def _attack(level: Level, pair: Pair) -> ProbeRow:
    solution = Path(attempts.__file__).read_text("utf-8")
    with tempfile.TemporaryDirectory(prefix="gnomon-probe-") as folder:
        secret = Path(folder) / "secret"
        secret.write_text("secret", "utf-8")
        tests = f"worked = what_works({str(secret)!r}, {folder!r}, {os.getpid()})\nassert not worked, ', '.join(worked)"
        problem = TestedProblem(tests, "what_works")
        result = pair.check(problem, solution, Limits(_PROBE_SECONDS))
    if result.verdict == "passed":
        return ProbeRow(level.name, "safe", f"{level.isolates} (Python {pair.about['python']}, {pair.about['lockdown']})", "")
    state: State = "unsafe" if result.verdict == "failed" else "untested"
    return ProbeRow(level.name, state, f"the probe's program {result.verdict}: {result.reason}", level.fix)
