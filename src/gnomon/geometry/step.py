"""Steps of a proof, and what they make: an argument to a value or to a statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gnomon.figure import Element
from gnomon.geometry.combining import Combination
from gnomon.geometry.derivation import Instance
from gnomon.geometry.probing import Valued
from gnomon.geometry.proof_record import COMBINED_EQUATIONS, GIVEN_EQUATION
from gnomon.geometry.rule import Rule
from gnomon.geometry.values import Solved, Value
from gnomon.problem import (
    Equation,
    Expression,
    Fact,
)


class ProofError(ValueError):
    """The goal does not follow; the message says what is missing."""


@dataclass(frozen=True)
class Step:
    """One step of a proof."""

    index: int
    rule: Rule | None
    """None: an equation that the problem itself gives, or a combination of relations."""
    instance: Instance | None
    uses: tuple[Element, ...]
    """Parts of the figure to look at; at least one."""
    sources: tuple[int, ...]
    """Indices of the earlier steps it needs."""
    equation: Equation | None
    """The relation that the theorem states here, in the problem's letters; None for a step that concludes a fact."""
    solved: tuple[Solved, ...]
    """Values found, in order; empty for a step that concludes a relation or a fact."""
    text: str
    """The step in a sentence."""
    concludes: str
    combination: Combination | None = None
    """How a relation was combined from others; None for a step of another kind."""
    combined: Equation | None = None
    """That relation."""
    as_shown: tuple[Fact, ...] = ()
    """What it takes from the look of the figure, since nothing states it; its text says so."""
    as_told: tuple[Fact | Equation, ...] = ()
    """What it takes from the problem's text, since no given says it; its text says so."""

    @property
    def rule_id(self) -> str:
        """Id of the rule, ``given_equation`` or ``combined_equations``."""
        if self.rule:
            return self.rule.id
        return COMBINED_EQUATIONS if self.combination else GIVEN_EQUATION

    @property
    def rule_name(self) -> str:
        """Name of the theorem."""
        if self.rule:
            return self.rule.name
        return self.combination.name if self.combination else "Equation from the problem"

    @property
    def statement(self) -> str:
        """The theorem, or why the step holds without one, in a sentence."""
        if self.rule:
            return self.rule.statement
        reason = self.combination.reason if self.combination else "the problem itself gives this equation"
        return f"{reason[0].upper()}{reason[1:]}."


@dataclass(frozen=True)
class Argument:
    """Steps from the givens to what was asked."""

    steps: tuple[Step, ...]
    given_values: Mapping[Valued, Value]
    """Values that the problem states."""

    def values(self) -> dict[Valued, Value]:
        """Return every value of the proof, given and found."""
        return {**self.given_values, **{found.atom: found.value for step in self.steps for found in step.solved}}


@dataclass(frozen=True)
class Proof(Argument):
    """Steps to a value."""

    goal: Expression
    answer: Value


@dataclass(frozen=True)
class ClaimProof(Argument):
    """Steps to a statement."""

    claim: Fact | Equation
    """As the problem writes it."""
