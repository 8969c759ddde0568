"""Keys: the answers that are stated for problems, in their own file or with each problem."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from gnomon.algebra import read_number
from gnomon.problem import MalformedFileError, Problem


class Key(NamedTuple):
    """A stated answer."""

    value: float
    text: str
    """As it is written."""


def read_keys(path: Path) -> dict[str, Key]:
    """Read ``{id: answer}`` from a JSON file; an answer is a number, or a text with one number such as ``5√3``.

    Raises:
        MalformedFileError: when the file is something else.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise MalformedFileError(f"{str(path)!r} is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise MalformedFileError(f'{str(path)!r}: expected answers by id, such as {{"17": 35}}, got {type(data).__name__}')
    found = {}
    for name, written in data.items():
        key = key_of(written)
        if key is None:
            raise MalformedFileError(f"{str(path)!r}: expected one number as the answer of {name!r}, got {written!r:.40}")
        found[name] = key
    return found


def key_of(written: object) -> Key | None:
    """Return an answer as it is written; None where it is no number."""
    if isinstance(written, bool):
        return None
    if isinstance(written, int | float):
        return Key(float(written), f"{written:g}") if math.isfinite(written) else None
    read = read_number(written) if isinstance(written, str) else None
    return None if read is None else Key(read.value, str(written))


def stated_keys(problems: Mapping[str, Problem]) -> dict[str, Key]:
    """Return the answers that problems state themselves."""
    stated = {name: problem for name, problem in problems.items() if problem.answer is not None}
    return {name: Key(float(problem.answer or 0.0), problem.exact or f"{problem.answer:g}") for name, problem in stated.items()}
