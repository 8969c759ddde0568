"""The record of a theorem rule, and the index of all rules, read from the tables in ``rules/``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from gnomon.packaged import packaged_yaml
from gnomon.problem import Expression, Letter, Number, Quantity, parse_equation, substitute, unknowns

_TRIGONOMETRIC = re.compile(r"\b(?:sin|cos|tan)\(")
_OBLIQUE = 2.6
"""Level from which trigonometry is more than that of one right triangle."""


class Stage(IntEnum):
    """Parts of school mathematics in the order in which a proof tries them."""

    ELEMENTARY = 0
    """Without trigonometry."""
    RIGHT_TRIANGLES = 1
    """Sine, cosine and tangent as ratios of sides."""
    OBLIQUE_TRIANGLES = 2
    """Trigonometry in any triangle, such as the law of cosines."""


class Rule(BaseModel):
    """One theorem of school geometry. Placeholders such as ``{A}`` stand for the points that the pattern binds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Permanent."""
    family: str
    """The table it stands in."""
    name: str
    """As a textbook calls it."""
    statement: str
    """The theorem in one sentence, without points."""
    pattern: str
    """Where to look for it: the name of a pattern, then the letters it binds."""
    premises: tuple[str, ...] = ()
    """Facts and equations that must be given or proved: ``parallel(A,P,Q,D)``, ``angle(A,B,C) = 90``."""
    needs_lines: tuple[str, ...] = ()
    """Pairs of points that must be joined in the figure."""
    equation: str | None = None
    """What it concludes: an equation between quantities (angles in degrees) ..."""
    fact: str | None = None
    """... or a fact."""
    says: str = ""
    """The theorem at this place, as a clause in a proof; empty only for level 0. ``{premises}`` stands for the equations that it
    needs, each with its reason."""
    states_equation: bool = False
    """Whether ``says`` already spells the equation out."""
    elements: tuple[str, ...] = ()
    """Elements to look at; empty: those of the equation's quantities."""
    level: float
    """Cost for a pupil: about 1 elementary, 1.5 and above trigonometry and the like; 0 is bookkeeping that takes no step."""
    keywords: tuple[str, ...] = ()
    """Words by which someone names the rule, lower case."""
    recall: str = ""
    """A question that brings the rule to mind without stating it."""
    hint: str = ""
    """A hint at this place that does not state the rule."""

    @model_validator(mode="after")
    def _is_complete(self) -> Rule:
        if (self.equation is None) == (self.fact is None):
            raise ValueError(f"rule {self.id}: give one of equation and fact")
        return self

    @property
    def stage(self) -> Stage:
        """What of school mathematics it belongs to."""
        if not _TRIGONOMETRIC.search(self.equation or ""):
            return Stage.ELEMENTARY
        return Stage.RIGHT_TRIANGLES if self.level < _OBLIQUE else Stage.OBLIQUE_TRIANGLES

    def clause(self, binding: Mapping[str, str], because: Sequence[str] = (), *, conjunction: str = "and") -> str:
        """Return what the theorem says at a place.

        Args:
            binding: the points of the place by variable.
            because: for each equation that it needs why it holds, put in brackets behind it; empty leaves the reasons out.
            conjunction: before the last of those equations, in the language of ``says``.
        """
        if not self.lists_premises:
            return self.says.format(**binding)
        premises = [_shown_at(premise, binding) for premise in self.needed_equations]
        reasoned = [f"{shown} ({why})" for shown, why in zip(premises, because, strict=True)] if because else premises
        listed = f" {conjunction} ".join(filter(None, (", ".join(reasoned[:-1]), reasoned[-1])))
        return self.says.format(premises=listed, **binding)

    @property
    def lists_premises(self) -> bool:
        """Whether ``says`` names the equations that it needs, each with its reason."""
        return "{premises}" in self.says

    @property
    def needed_equations(self) -> tuple[str, ...]:
        """The equations among the premises."""
        return tuple(premise for premise in self.premises if "=" in premise)

    @property
    def variables(self) -> tuple[str, ...]:
        """The letters that the pattern binds, in order."""
        return tuple(self.pattern.split()[1:])


def _shown_at(premise: str, binding: Mapping[str, str]) -> str:
    """Write an equation with a place's points for the variables, in their own order: what corresponds stands in one place."""

    def put(leaf: Letter | Quantity) -> Expression:
        return Quantity(leaf.kind, tuple(binding[name] for name in leaf.points)) if isinstance(leaf, Quantity) else leaf

    equation = parse_equation(premise)
    unit = "°" if all(isinstance(leaf, Quantity) and leaf.kind == "angle" for leaf in unknowns(equation.left)) else ""
    left, right = (f"{substitute(side, put)}{unit if isinstance(side, Number) else ''}" for side in equation)
    return f"{left} = {right}"


@cache
def rules() -> Mapping[str, Rule]:
    """Return every rule by id, in the order of the tables."""
    found = [Rule(family=family, **row) for family, rows in load_table("rules").items() for row in rows]
    index = {rule.id: rule for rule in found}
    if len(index) != len(found):
        raise ValueError("two rules share an id")
    return MappingProxyType(index)


@cache
def translations(folder: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of ``rules`` or ``misconceptions`` in another language, by id and field; they lie beside the tables.

    Empty where there is no such language.
    """
    place = resources.files(__package__).joinpath(folder, language)
    if not place.is_dir():
        return {}
    tables = [packaged_yaml(__package__, folder, language, file.name) for file in place.iterdir()]
    return MappingProxyType({key: texts for table in tables for key, texts in table.items()})


def load_table(folder: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every YAML file in a folder of this package, by file name without its ending."""
    files = sorted(resources.files(__package__).joinpath(folder).iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".yaml"): packaged_yaml(__package__, folder, file.name)
        for file in files
        if file.name.endswith(".yaml")
    }
