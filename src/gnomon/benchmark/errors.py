"""What a user of benchmarks can get wrong."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class ResultsError(ValueError):
    """A run or its results folder cannot be used as asked; the message says why and what to do."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a question with the name that looks most like ``name``, to be put before the list of all; empty without one."""
    near = get_close_matches(str(name), list(known), n=1)
    return f"did you mean {near[0]}? " if near else ""
