"""The proof as plain data, to be stored, sent and checked by whoever does not trust the prover; and its statements as text.

A statement is an equation or a fact in the language of `gnomon.problem.parse_equation`: ``angle(A,B,C) = 2*x + 3``,
``parallel(A,B,C,D)``. `write_statement` and `read_statement` undo one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gnomon.geometry.construction import Construction
from gnomon.problem import (
    FACT_KINDS,
    Equation,
    Expression,
    ExpressionError,
    Fact,
    Letter,
    Number,
    Operation,
    Quantity,
    parse_expression,
)

GIVEN_EQUATION = "given_equation"
"""Stands for a rule's id where a step only uses an equation of the problem."""
COMBINED_EQUATIONS = "combined_equations"
"""Stands for a rule's id where a step adds or multiplies relations: its premises are what it combines."""

Statement = Fact | Equation

_FROZEN = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Citation(BaseModel):
    """What something rests on. Both empty: on nothing, as ``AB = AB``."""

    model_config = _FROZEN

    givens: tuple[str, ...] = ()
    """Sources of the givens, as the problem writes them."""
    steps: tuple[int, ...] = ()
    """Indices of earlier steps."""


class PremiseRecord(Citation):
    """A premise of the step's rule at this place."""

    statement: str


class ValueRecord(Citation):
    """A value that a step finds."""

    of: str
    """The quantity or letter."""
    value: str
    """Exact where it has a short form, such as ``5*sqrt(3)``; else a decimal of full precision."""
    equations: tuple[str, ...]
    """What was solved for it: one equation with one unknown once the cited values are put in, or several linear ones."""


class StepRecord(BaseModel):
    """One step."""

    model_config = _FROZEN

    text: str
    rule: str
    """Name of the theorem."""
    rule_id: str
    uses: tuple[str, ...]
    """Elements to look at."""
    sources: tuple[int, ...] = Field(alias="from")
    """Every earlier step that the premises, values and goal of this step cite."""
    concludes: str
    binding: dict[str, str] = Field(default_factory=dict)
    """Point by variable of the rule."""
    premises: tuple[PremiseRecord, ...] = ()
    """In the rule's order."""
    relation: str | None = None
    """What the rule concludes here; None for a step without a rule."""
    values: tuple[ValueRecord, ...] = ()
    as_shown: tuple[str, ...] = ()
    """Facts that nothing states and that this step takes from the look of the figure; its text names them."""
    as_told: tuple[str, ...] = ()
    """Statements that no given has and that this step takes from the problem's text; its own text names them."""

    @property
    def cited(self) -> frozenset[str]:
        """Sources of the givens that the step uses."""
        return frozenset(source for part in (*self.premises, *self.values) for source in part.givens)


class GoalRecord(Citation):
    """What was asked, with the answer; the last step carries it and cites the same steps."""

    expression: str
    value: str


class ClaimRecord(Citation):
    """What was to be proved; the last step carries it and cites the same steps."""

    statement: str


class LeftOutRecord(BaseModel):
    """A given that a proof does without, since it contradicts others."""

    model_config = _FROZEN

    given: str
    """Its source, as the problem writes it."""
    misfit: float
    """How far it is from holding in the figure of the others: relative length, or radians."""


class ProofRecord(BaseModel):
    """A whole proof."""

    model_config = _FROZEN

    goal: GoalRecord | None = None
    """None where something was to be proved."""
    claim: ClaimRecord | None = None
    """None where a value was asked."""
    construction: Construction | None = None
    """A helping line without which there is no proof."""
    as_shown: tuple[str, ...] = ()
    """Facts that nothing states and that are read off the figure, a last resort; each is named in a step."""
    as_told: tuple[str, ...] = ()
    """Statements of the problem's text that no given has, without which there is no proof; each is named in a step."""
    set_aside: tuple[str, ...] = ()
    """Sources of givens that the text does not say and that cannot hold with what it says."""
    steps: tuple[StepRecord, ...]
    left_out: tuple[LeftOutRecord, ...] = ()
    """Equations of the problem without which all its other givens hold together; empty where no givens contradict each other."""

    @model_validator(mode="after")
    def _is_of_one_thing(self) -> ProofRecord:
        if (self.goal is None) == (self.claim is None):
            raise ValueError("a proof is of a value (goal) or of a statement (claim)")
        return self

    @property
    def asked(self) -> GoalRecord | ClaimRecord:
        """What was asked."""
        asked = self.goal or self.claim
        assert asked is not None
        return asked

    @property
    def cited(self) -> frozenset[str]:
        """Sources of all the givens that the proof uses."""
        return frozenset(self.asked.givens).union(*(step.cited for step in self.steps))

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> ProofRecord:
        """Return the record in a row of ``gnomon solve``.

        Raises:
            pydantic.ValidationError: when the row holds no proof.
        """
        return cls.model_validate({name: row[name] for name in cls.model_fields if name in row})

    def as_json(self) -> dict[str, Any]:
        """Return ``{"goal": ..., "steps": [...], "left_out": [...]}`` for a JSON file; ``claim`` where a statement was proved.

        ``construction`` where it takes a helping line, ``as_shown`` where it reads facts off the figure, there and in the step;
        ``as_told`` likewise where it takes statements from the text, ``set_aside`` where givens contradict the text.
        """
        written = self.model_dump(mode="json", by_alias=True)
        for part in (written, *written["steps"]):
            for name in ("as_shown", "as_told", "set_aside"):
                if name in part and not part[name]:
                    del part[name]
        return {key: value for key, value in written.items() if value is not None or key == "goal"}


def write_statement(statement: Statement) -> str:
    """Write an equation or a fact."""
    if isinstance(statement, Fact):
        return f"{statement.kind}({','.join(statement.points)})"
    return f"{write_expression(statement.left)} = {write_expression(statement.right)}"


@lru_cache(maxsize=1024)  # a proof is read by prover, checker and tutor: the same few statements
def read_statement(text: str) -> Statement:
    """Read an equation or a fact.

    Raises:
        ExpressionError: for anything else.
    """
    left, equals, right = text.partition("=")
    if equals:
        return Equation(parse_expression(left), parse_expression(right))
    kind, _, points = text.strip().removesuffix(")").partition("(")
    names = tuple(point.strip() for point in points.split(","))
    low, high = FACT_KINDS[kind].count if kind in FACT_KINDS else (1, 0)  # no number of points makes a fact of another word
    if not low <= len(names) <= high:
        raise ExpressionError(f"expected an equation or a fact such as 'parallel(A,B,C,D)', got {text!r}")
    return Fact(kind, names)


def write_expression(expression: Expression) -> str:
    """Write an expression so that `gnomon.problem.parse_expression` reads it back."""
    match expression:
        case Number(value="pi"):
            return "pi"
        case Number(value=value):
            text = _as_decimal(Fraction(value))
            return f"({text})" if "/" in text or text.startswith("-") else text
        case Letter(name=name):
            return name
        case Quantity(kind=kind, points=points):
            return f"{kind}({','.join(points)})"
        case Operation(symbol="neg", arguments=(argument,)):
            return f"(-{write_expression(argument)})"
        case Operation(symbol=symbol, arguments=(argument,)):
            return f"{symbol}({write_expression(argument)})"
        case Operation(symbol=symbol, arguments=(left, right)):
            return f"({write_expression(left)} {symbol} {write_expression(right)})"
    raise ExpressionError(f"cannot write {expression!r}")


def _as_decimal(value: Fraction) -> str:
    """Write a number as a decimal where that is exact, since a fraction is read back as a division."""
    decimal = repr(float(value)).removesuffix(".0")
    return decimal if "e" not in decimal and Fraction(decimal) == value else str(value)
