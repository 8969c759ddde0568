"""Acts, subacts and rules of a tutor's turn, read from one data table (``acts.yaml``; GeoDial 2.2, appendix D)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from gnomon.packaged import packaged_yaml

Act = Literal["Generic", "SeeFigure", "Focus", "Probing", "Telling"]
Subact = Literal[
    "Introduce", "Farewell", "Continue",
    "AskLength", "AskAngle", "AskRelation", "SeeHighlight",
    "SeekStrategy", "Guide", "Calculate", "PullBack",
    "SelfCorrect", "AskForExplanation", "SeekKnowledge",
    "ExplainConcept", "Revealing",
]  # fmt: skip
Feedback = Literal["positive", "negative", "none"]


class SubactRecord(NamedTuple):
    """One row of the table."""

    name: Subact
    act: Act
    description: str
    guideline: str
    example: str
    aliases: tuple[str, ...] = ()
    """Other spellings found in recorded data."""


@cache
def subacts() -> Mapping[str, SubactRecord]:
    """Return the sixteen subacts by name, in the table's order."""
    rows = [SubactRecord(**{**row, "aliases": tuple(row.get("aliases", ()))}) for row in _table()["subacts"]]
    return MappingProxyType({row.name: row for row in rows})


@cache
def acts() -> Mapping[str, str]:
    """Return the five acts with their descriptions."""
    return MappingProxyType(dict(_table()["acts"]))


@cache
def rules() -> Mapping[str, str]:
    """Return the rules that `gnomon.dialogue.violations` checks, by id, each as one sentence."""
    return MappingProxyType(dict(_table()["rules"]))


def act_of(subact: Subact) -> Act:
    """Return the act that ``subact`` belongs to."""
    return subacts()[subact].act


def resolve_subact(name: str) -> Subact | None:
    """Return the subact of that name or alias (``GetRelation``), ignoring case; None for an unknown one."""
    wanted = name.strip().lower()
    for row in subacts().values():
        if wanted in {row.name.lower(), *(alias.lower() for alias in row.aliases)}:
            return row.name
    return None


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "acts.yaml")
    names = {row["name"] for row in table["subacts"]}
    if names != set(get_args(Subact)) or set(table["acts"]) != set(get_args(Act)):
        raise ValueError("acts.yaml and the types Act and Subact name different things")
    return table
