"""Read the texts of a record: statements at a place, quantities, numbers."""

from __future__ import annotations

from collections.abc import Mapping

from gnomon.geometry.proof_record import read_statement
from gnomon.problem import Equation, Expression, ExpressionError, Fact, Letter, Quantity, evaluate, parse_expression, substitute

Atom = Letter | Quantity
Statement = Fact | Equation


def bound(text: str, binding: Mapping[str, str]) -> Statement:
    """Put points for the variables of a rule's statement."""
    statement = read_statement(text)
    if isinstance(statement, Fact):
        return Fact(statement.kind, tuple(binding[name] for name in statement.points))

    def put(leaf: Atom) -> Expression:
        return Quantity.of(leaf.kind, *(binding[name] for name in leaf.points)) if isinstance(leaf, Quantity) else leaf

    return Equation(*(substitute(side, put) for side in statement))


def read_atom(text: str) -> Atom:
    """Return a quantity or letter.

    Raises:
        ExpressionError: for anything else.
    """
    atom = parse_expression(text)
    if not isinstance(atom, Letter | Quantity):
        raise ExpressionError(f"expected a quantity or a letter, got {text!r}")
    return atom


def read_number(text: str) -> float:
    """Return the value of an expression of numbers.

    Raises:
        ExpressionError: when it holds an unknown.
    """

    def refuse(leaf: Atom) -> float:
        raise ExpressionError(f"expected a number, got {text!r} with {leaf}")

    return evaluate(parse_expression(text), refuse)
