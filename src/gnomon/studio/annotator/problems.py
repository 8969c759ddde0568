"""The problem of an attempt that is to be annotated: of the bank, a teacher's own, or whole in the attempt."""

from __future__ import annotations

import json
from functools import lru_cache

from gnomon.problem import Problem
from gnomon.store import Start
from gnomon.studio.problems import read_problem
from gnomon.studio.studio import Studio


async def problem_of_start(studio: Studio, start: Start) -> Problem | None:
    """Return the problem of an attempt; None where it is no more."""
    if start.whole is None:
        return await studio.problem(start.problem)
    if "yaml" in start.whole:
        return read_problem(start.whole["yaml"], start.problem)
    return _whole_problem(json.dumps({"id": start.problem, **start.whole}, sort_keys=True))


@lru_cache(maxsize=256)
def _whole_problem(written: str) -> Problem:
    """Return the problem that a row held; the same object for the same row, so that it is solved once."""
    return Problem.model_validate_json(written)
