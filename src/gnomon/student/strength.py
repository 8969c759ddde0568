"""How strong a simulated learner is, as data (``strengths.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from gnomon.packaged import packaged_yaml

_Chance = Annotated[float, Field(ge=0, le=1)]


class Strength(BaseModel):
    """Chances from 0 to 1 of what a learner does in a turn or with a line; ``strengths.yaml`` says what each is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    repair: _Chance
    alone: _Chance
    slip: _Chance
    mend: _Chance
    relapse: _Chance
    initiative: _Chance
    half: _Chance
    stray: _Chance
    route: _Chance
    lines: Annotated[int, Field(ge=1)]


@cache
def strengths() -> Mapping[str, Strength]:
    """Return the strengths by name, from the weakest to the strongest."""
    return MappingProxyType({name: Strength(**row) for name, row in packaged_yaml(__package__, "strengths.yaml").items()})
