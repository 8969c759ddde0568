"""Problems: the question a learner sees, the formal description the engine solves, and the readers of both."""

from gnomon.algebra import (
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
from gnomon.figure import FACT_KINDS, Fact
from gnomon.problem.annotate import annotated
from gnomon.problem.bank import bank, proofs
from gnomon.problem.check import Finding, check_file, exact_value
from gnomon.problem.entry import problem_of
from gnomon.problem.errors import MalformedFileError, NoGoalError, NoPositionsError, ProblemError, UnknownProblemError
from gnomon.problem.find import iterate_problems, load_problem, require_goal
from gnomon.problem.geometry3k import load_forms, read_form
from gnomon.problem.literals import Reading, SourceLiteral, read_literals
from gnomon.problem.naming import named_as_in
from gnomon.problem.problem import Problem, Question
from gnomon.problem.statements import Claim, FormalDescription, Given, Goal
from gnomon.problem.wording import givens_in_words, question_text

__all__ = [
    "FACT_KINDS",
    "QUANTITY_KINDS",
    "Claim",
    "Equation",
    "Expression",
    "ExpressionError",
    "Fact",
    "Finding",
    "FormalDescription",
    "Given",
    "Goal",
    "Letter",
    "MalformedFileError",
    "NoGoalError",
    "NoPositionsError",
    "Number",
    "Operation",
    "Problem",
    "ProblemError",
    "Quantity",
    "QuantityKind",
    "Question",
    "Reading",
    "SourceLiteral",
    "UnknownProblemError",
    "annotated",
    "bank",
    "check_file",
    "evaluate",
    "exact_value",
    "givens_in_words",
    "iterate_problems",
    "load_forms",
    "load_problem",
    "named_as_in",
    "parse_equation",
    "parse_expression",
    "problem_of",
    "proofs",
    "quantities_in",
    "question_text",
    "read_form",
    "read_literals",
    "require_goal",
    "substitute",
    "unknowns",
]
