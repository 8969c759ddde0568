"""Solve a problem: fit the figure, deduce, build the proof, let the checker check it; abstain rather than guess."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any, Literal

from gnomon.geometry.checker import check_proof
from gnomon.geometry.conflict import conflict_in_words
from gnomon.geometry.deduction import Deduction, deduce
from gnomon.geometry.model import InconsistentError, Model, ModelError, fit
from gnomon.geometry.proof import Proof, ProofError, build_proof
from gnomon.geometry.proof_record import ProofRecord
from gnomon.geometry.recording import record_of
from gnomon.geometry.spelling import spelled_as_in
from gnomon.problem import Problem

WITHHELD = "the checker does not accept the proof that was found"
"""How the reason begins where there is a proof that is not to be trusted."""

Status = Literal["solved", "no_proof", "inconsistent", "timeout", "unreadable"]


@dataclass(frozen=True)
class Solution:
    """What the engine found."""

    problem: Problem
    status: Status
    reason: str
    """Why there is no answer; empty when solved."""
    seconds: float
    proof: Proof | None = None
    deduction: Deduction | None = None
    """Everything that follows from the givens, also what the proof does not need."""
    oracle: float | None = None
    """The goal in the numeric model where the givens determine it; never an answer."""

    @property
    def answer(self) -> float | None:
        """The proved answer in the unit asked; None when the engine abstains."""
        return self.proof.answer.number if self.proof else None

    def record(self) -> ProofRecord | None:
        """Return the proof as plain data, with all that each step rests on; None without a proof."""
        formal = self.problem.formal
        if self.proof is None or self.deduction is None or formal is None:
            return None
        return record_of(self.proof, self.deduction, formal.givens)

    def as_json(self) -> dict[str, Any]:
        """Return the row that ``gnomon solve --out`` writes."""
        record = self.record()
        written = record.as_json() if record else {"goal": None, "steps": []}
        return {
            "status": self.status,
            "reason": self.reason,
            "answer": self.answer,
            "exact": self.proof.answer.exact if self.proof else None,
            "oracle": self.oracle,
            "seconds": round(self.seconds, 4),
            **written,
        }


def solve(problem: Problem, *, blame: bool = False) -> Solution:
    """Solve ``problem`` by its formal description.

    Args:
        problem: what to solve.
        blame: whether to search which givens contradict each other, where they do; it takes many fits, and the reason then
            names those that cannot hold together instead of those that the nearest figure misses most.

    Never raises on a problem: the status says ``unreadable`` (no formal description, goal or positions), ``inconsistent``
    (the givens contradict each other) or ``no_proof`` (none was found, or the checker rejects it), each with its reason.
    """
    start = time.perf_counter()

    def ended(status: Status, reason: str = "", **more: Any) -> Solution:  # noqa: ANN401  # any further field of Solution
        return Solution(problem, status, reason, time.perf_counter() - start, **more)

    description = problem.formal
    if description is None:
        return ended("unreadable", "the problem has no formal description; add facts: and find:")
    if description.proof_goal is not None:
        return ended("unreadable", f"'prove that' goals are not supported, only values: {description.proof_goal!r}")
    if description.goal is None:
        return ended("unreadable", "; ".join(description.warnings) or "the problem asks for nothing; add find:")
    try:
        model = fit(problem)
    except InconsistentError as error:
        return ended("inconsistent", conflict_in_words(problem) if blame else str(error))
    except ModelError as error:
        return ended("unreadable", str(error))
    oracle = _oracle(model, problem)
    deduction = deduce(model, description)
    try:
        proof = build_proof(deduction, description.goal.expression)
    except ProofError as error:
        return ended("no_proof", str(error), deduction=deduction, oracle=oracle)
    proof = spelled_as_in(problem.question.text, proof, model.diagram)
    faults = check_proof(problem, record_of(proof, deduction, description.givens)).faults
    if faults:
        return ended("no_proof", f"{WITHHELD}: {faults[0]}", deduction=deduction, oracle=oracle)
    return ended("solved", proof=proof, deduction=deduction, oracle=oracle)


def _oracle(model: Model, problem: Problem) -> float | None:
    goal = problem.formal.goal if problem.formal else None
    if goal is None:
        return None
    expression = model.diagram.canonical(goal.expression)
    try:
        value = model.value(expression)
        return value if math.isfinite(value) and model.is_determined(expression) else None
    except (ArithmeticError, KeyError, ValueError):
        return None
