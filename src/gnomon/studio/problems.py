"""The problems that a studio knows: the bank, those that its teachers made, those that attempts to annotate came with."""

from __future__ import annotations

import json
from functools import lru_cache

from gnomon.problem import MalformedFileError, Problem, bank, problem_of
from gnomon.problem.yaml_source import parse_yaml
from gnomon.store import Start, Store


async def find_problem(store: Store, problem_id: str) -> Problem | None:
    """Return a problem by its id; None where there is none, or the file is in no order."""
    known = bank().get(problem_id)
    if known is not None:
        return known
    own = await store.problems.get(problem_id)
    return None if own is None else read_problem(own.source, own.id)


@lru_cache(maxsize=256)
def read_problem(source: str, problem_id: str) -> Problem | None:
    """Return the problem that a YAML text holds, under another id; None where it is in no order.

    The same text gives the same object, so that what is known of it serves everybody who works on it.
    """
    try:
        data = parse_yaml(source).data
        entry = data[0] if isinstance(data, list) and data else data
        return problem_of(entry, problem_id)
    except MalformedFileError:
        return None


async def problem_of_start(store: Store, start: Start) -> Problem | None:
    """Return the problem of an attempt that is to be annotated; None where it is no more."""
    if start.whole is None:
        return await find_problem(store, start.problem)
    if "yaml" in start.whole:
        return read_problem(start.whole["yaml"], start.problem)
    return _whole_problem(json.dumps({"id": start.problem, **start.whole}, sort_keys=True))


@lru_cache(maxsize=256)
def _whole_problem(written: str) -> Problem:
    """Return the problem that a row held; the same object for the same row, so that it is solved once."""
    return Problem.model_validate_json(written)
