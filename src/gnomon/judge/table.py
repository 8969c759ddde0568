"""Names, order and scales of the judges, read from one data table (``table.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from gnomon.packaged import packaged_yaml

CriterionName = Literal[
    "insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control", "brevity", "coherence"
]
Dimension = Literal["Mistake_Identification", "Mistake_Location", "Providing_Guidance", "Actionability"]
Label = Literal["Yes", "To some extent", "No"]

LABELS: tuple[Label, ...] = get_args(Label)
"""The three labels, best first."""


class Criterion(NamedTuple):
    """One of the six criteria of the rubric (MMTutorBench, Table 2)."""

    name: CriterionName
    title: str
    kind: Literal["specific", "general"]
    """A specific one gets its conditions from the problem, a general one has its own."""
    question: str
    condition_for_1: str = ""
    condition_for_0: str = ""


class DimensionRecord(NamedTuple):
    """One of the four dimensions of a tutor's reply (bea-jh 3.1)."""

    name: Dimension
    title: str
    prompt: str
    definition: str


@cache
def criteria() -> Mapping[CriterionName, Criterion]:
    """Return the six criteria by name, in the order of reports."""
    return MappingProxyType({row["name"]: Criterion(**row) for row in table()["rubric"]})


@cache
def dimensions() -> Mapping[Dimension, DimensionRecord]:
    """Return the four dimensions by name, in the order of reports."""
    return MappingProxyType({row["name"]: DimensionRecord(**row) for row in table()["pedagogy"]["dimensions"]})


@cache
def table() -> Mapping[str, Any]:
    """Return the whole table.

    Raises:
        ValueError: when the table and the types of this module name different things.
    """
    rows: dict[str, Any] = packaged_yaml(__package__, "table.yaml")
    found = [row["name"] for row in rows["rubric"]], [row["name"] for row in rows["pedagogy"]["dimensions"]]
    if (*found, rows["pedagogy"]["labels"]) != (list(get_args(CriterionName)), list(get_args(Dimension)), list(LABELS)):
        raise ValueError("table.yaml and the types CriterionName, Dimension and Label name different things")
    return MappingProxyType(rows)
