"""The geometry engine: numeric model, rules and misconceptions as data, deduction, proofs."""

from gnomon.geometry.applications import Applications
from gnomon.geometry.batch import solve_file, solve_one, solve_problems, solve_reference
from gnomon.geometry.check import Outcome, Remark, check_problem_file, check_solution, outcomes
from gnomon.geometry.conflict import conflicts
from gnomon.geometry.construction import HELPING_LINE, Construction
from gnomon.geometry.deduction import deduce
from gnomon.geometry.derivation import Deduction, Instance, at_points, expand
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.misconception import (
    CarriedOut,
    Distorted,
    Misconception,
    WrongMove,
    applicable,
    carry_out,
    changed,
    distort,
    distortions_of,
    is_noticeable,
    misconceptions,
    printed_values,
    rules_without_misconception,
    wrong_moves,
)
from gnomon.geometry.model import InconsistentError, Model, ModelError, Nearest, NoPositionsError, fit, nearest
from gnomon.geometry.own_points import with_points
from gnomon.geometry.probing import Atom, Valued
from gnomon.geometry.proof import build_proof
from gnomon.geometry.rule import Rule, rules, translations
from gnomon.geometry.sentences import show_equation
from gnomon.geometry.solutions import SolutionCache, solution_of, solved
from gnomon.geometry.solve import Solution, Status, solve
from gnomon.geometry.solving import UnsolvableError, solve_all_on_floats, solve_on_floats, value_at
from gnomon.geometry.step import ClaimProof, Proof, ProofError, Step
from gnomon.geometry.values import Solved, Value, is_degrees
from gnomon.geometry.workers import WorkerError, one_thread_each, process_context

__all__ = [
    "HELPING_LINE",
    "Applications",
    "Atom",
    "CarriedOut",
    "ClaimProof",
    "Construction",
    "Deduction",
    "Diagram",
    "Distorted",
    "InconsistentError",
    "Instance",
    "Misconception",
    "Model",
    "ModelError",
    "Nearest",
    "NoPositionsError",
    "Outcome",
    "Proof",
    "ProofError",
    "Remark",
    "Rule",
    "Solution",
    "SolutionCache",
    "Solved",
    "Status",
    "Step",
    "UnsolvableError",
    "Value",
    "Valued",
    "WorkerError",
    "WrongMove",
    "applicable",
    "at_points",
    "build_proof",
    "carry_out",
    "changed",
    "check_problem_file",
    "check_solution",
    "conflicts",
    "deduce",
    "distort",
    "distortions_of",
    "expand",
    "fit",
    "is_degrees",
    "is_noticeable",
    "misconceptions",
    "nearest",
    "one_thread_each",
    "outcomes",
    "printed_values",
    "process_context",
    "rules",
    "rules_without_misconception",
    "show_equation",
    "solution_of",
    "solve",
    "solve_all_on_floats",
    "solve_file",
    "solve_on_floats",
    "solve_one",
    "solve_problems",
    "solve_reference",
    "solved",
    "translations",
    "value_at",
    "with_points",
    "wrong_moves",
]
