"""What decides a synthesised corpus, and where its problems come from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field

from gnomon.problem import Problem, bank, iterate_problems

BANK = "bank"
"""Names the built-in problems."""


class SynthesisError(ValueError):
    """A corpus that cannot be synthesised; the message is one line that says what to do."""


class SynthesisConfig(BaseModel):
    """What was asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dialogues: int = Field(ge=1)
    """How many are simulated; those that are nearly the same as earlier ones are left out of the corpus."""
    seed: int = Field(default=0, ge=0)
    """Dialogue ``i`` of a seed is the same however many there are."""
    problems: str = BANK
    """``bank``, or the absolute path of a file of problems."""
    pictures: bool = False
    """Whether figures are drawn, with and without highlights."""


@lru_cache(maxsize=1)  # each process works for one corpus
def problems_of(source: str) -> Mapping[str, Problem]:
    """Return the problems by id, those that cannot be read left out.

    Raises:
        SynthesisError: when none can be read.
        ProblemError: when the file as a whole cannot be read.
    """
    if source == BANK:
        return bank()
    found = {name: problem for name, problem in iterate_problems(Path(source)) if isinstance(problem, Problem)}
    if not found:
        raise SynthesisError(f"{source}: expected problems, none could be read; `gnomon problems check {source}` says why")
    return MappingProxyType(found)


def sha256_of(source: str) -> str:
    """Return the hash of the file of problems; empty for the bank, which the version of gnomon tells."""
    return "" if source == BANK else hashlib.sha256(Path(source).read_bytes()).hexdigest()
