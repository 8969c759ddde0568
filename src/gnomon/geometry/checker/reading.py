"""Read the texts of a record: statements at a place, quantities, numbers."""

from __future__ import annotations

from collections.abc import Mapping

from gnomon.geometry.proof_record import read_statement
from gnomon.problem import (
    Equation,
    Expression,
    ExpressionError,
    Fact,
    Letter,
    Number,
    Operation,
    Quantity,
    evaluate,
    parse_expression,
    substitute,
)

Atom = Letter | Quantity
Valued = Atom | Operation
"""What a step may find a value of: a letter, a quantity, or an expression that a relation states as a whole."""
Statement = Fact | Equation


def bound(text: str, binding: Mapping[str, str]) -> Statement:
    """Put points for the variables of a rule's statement."""
    statement = read_statement(text)
    if isinstance(statement, Fact):
        return Fact(statement.kind, tuple(binding[name] for name in statement.points))

    def put(leaf: Atom) -> Expression:
        return Quantity.of(leaf.kind, *(binding[name] for name in leaf.points)) if isinstance(leaf, Quantity) else leaf

    return Equation(*(substitute(side, put) for side in statement))


def read_valued(text: str) -> Valued:
    """Return what a value is of.

    Raises:
        ExpressionError: for a number.
    """
    valued = parse_expression(text)
    if isinstance(valued, Number):
        raise ExpressionError(f"expected a quantity, a letter or an expression of them, got {text!r}")
    return valued


def read_number(text: str) -> float:
    """Return the value of an expression of numbers.

    Raises:
        ExpressionError: when it holds an unknown.
    """

    def refuse(leaf: Atom) -> float:
        raise ExpressionError(f"expected a number, got {text!r} with {leaf}")

    return evaluate(parse_expression(text), refuse)
