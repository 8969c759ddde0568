"""Problems: the question a learner sees, the formal description the engine solves, and the readers of both."""

from gnomon.problem.expressions import (
    QUANTITY_KINDS,
    Equation,
    Expression,
    ExpressionError,
    Letter,
    Number,
    Operation,
    Quantity,
    QuantityKind,
    evaluate,
    parse_equation,
    parse_expression,
    quantities_in,
    substitute,
    unknowns,
)
from gnomon.problem.problem import Problem, Question
from gnomon.problem.statements import FACT_KINDS, Fact, FormalDescription, Given, Goal

__all__ = [
    "FACT_KINDS",
    "QUANTITY_KINDS",
    "Equation",
    "Expression",
    "ExpressionError",
    "Fact",
    "FormalDescription",
    "Given",
    "Goal",
    "Letter",
    "Number",
    "Operation",
    "Problem",
    "Quantity",
    "QuantityKind",
    "Question",
    "evaluate",
    "parse_equation",
    "parse_expression",
    "quantities_in",
    "substitute",
    "unknowns",
]
