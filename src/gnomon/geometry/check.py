"""Checking a teacher's own problem file with the engine: whether the goal follows, and whether the answer is the proved one.

Reading and measuring come first (`gnomon.problem.check_file`); the engine then solves each problem that can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from gnomon.algebra import equal
from gnomon.geometry.misconception import applicable
from gnomon.geometry.solve import Solution, solve
from gnomon.geometry.step import ClaimProof, Proof
from gnomon.problem import MalformedFileError, Problem, ProblemError, check_file, exact_value, iterate_problems
from gnomon.problem.yaml_source import YamlError, YamlSource, read_yaml

Severity = Literal["error", "warning", "info"]

_NOT_YAML = "expected a problem file in YAML; `gnomon solve FILE --out OUT.json` reads a Geometry3K forms file"


class Remark(NamedTuple):
    """One thing to say about a problem file."""

    line: int
    """Counted from 1."""
    severity: Severity
    message: str
    problem_id: str | None = None
    """The problem it is about; None when it comes from reading the file."""


class Outcome(NamedTuple):
    """What the engine has to say about a problem."""

    key: str
    """The key of the entry that it is about; empty for the whole entry."""
    severity: Severity
    message: str


def check_problem_file(path: Path) -> list[Remark]:
    """Check a problem file by reading, measuring and solving.

    Returns:
        Remarks by line: errors, warnings, and for every solved problem the misconceptions that apply. Bad input of any kind
        is an error in the list.
    """
    if path.suffix.lower() == ".json":
        return [Remark(1, "error", _NOT_YAML)]
    found = [Remark(*finding) for finding in check_file(path)]
    try:
        source = read_yaml(path)
        problems = list(iterate_problems(path))
    except (YamlError, MalformedFileError):
        return found
    for index, (problem_id, problem) in enumerate(problems):
        if not isinstance(problem, ProblemError):
            entry = (index,) if isinstance(source.data, list) else ()
            found += _remarks(problem_id, problem, source, entry, known=found)
    return sorted(found, key=lambda remark: remark.line)


def check_solution(problem: Problem) -> list[str]:
    """Solve ``problem`` and say what is wrong with it; empty when the engine proves its stated answer."""
    return [outcome.message for outcome in outcomes(problem, solve(problem, blame=True)) if outcome.severity != "info"]


def _remarks(
    problem_id: str, problem: Problem, source: YamlSource, entry: tuple[int, ...], known: Sequence[Remark]
) -> list[Remark]:
    wrong_lines = {remark.line for remark in known if remark.severity == "error"}
    # The engine looks at the figure: what it says of a wrong one is a consequence, and reads as a second mistake.
    if any(source.covers((*entry, "figure"), line) for line in wrong_lines):
        return []
    remarks = []
    for said_of, severity, message in outcomes(problem, solve(problem, blame=True)):
        # `find: Prove(...)` asks for a proof as `prove:` does.
        key = "find" if said_of == "prove" and source.line((*entry, "prove")) == source.line(entry) else said_of
        line = source.line((*entry, key) if key else entry)
        is_said = key in {"find", "exact"} and line in wrong_lines  # reading found what cannot be asked, or that two differ
        if not is_said:
            remarks.append(Remark(line, severity, message, problem_id))
    return remarks


def outcomes(problem: Problem, solution: Solution) -> list[Outcome]:
    """Return what the engine's solution says about a problem: errors, warnings, and the misconceptions that apply."""
    asks = "prove" if problem.formal is not None and problem.formal.claim is not None else "find"
    if solution.status == "unreadable":
        return [Outcome(asks, "error", f"cannot be solved: {solution.reason}")]
    if solution.status == "inconsistent":
        return [Outcome("facts", "error", solution.reason)]
    if solution.status == "no_proof":
        return [_unproved(solution, asks)]
    if solution.claim_proof is not None:
        return [*_told(solution), Outcome("", "info", _proved_in(solution.claim_proof))]
    return [*_doubts(solution), *_wrong_answer(problem, solution), _misconceptions(solution)]


def _doubts(solution: Solution) -> list[Outcome]:
    """Return what a proof leaves out since givens disagree, and what it reads off the figure since nothing states it."""
    disagreeing = [] if solution.contradiction is None else [f"{solution.contradiction.note}; correct one of them"]
    read = [f"nothing states {fact.in_notation()}, which the proof reads off the figure; add it" for fact in solution.as_shown]
    return [*(Outcome("facts", "warning", remark) for remark in (*disagreeing, *read)), *_told(solution)]


def _told(solution: Solution) -> list[Outcome]:
    """Return what the problem's text says otherwise than its facts."""
    return [Outcome("text", "warning", f"{each.note}; correct one of them") for each in solution.disagreements]


def _unproved(solution: Solution, asks: str) -> Outcome:
    if asks == "prove":
        return Outcome(asks, "error", f"no proof was found: {solution.reason}; correct it, or add the fact that is missing")
    if solution.oracle is None:
        return Outcome("find", "error", f"the facts do not settle the goal: {solution.reason}; add the fact that is missing")
    message = f"no proof was found, although the facts settle the goal: {solution.reason}; a tutor cannot lead through it"
    return Outcome("find", "warning", message)


def _wrong_answer(problem: Problem, solution: Solution) -> list[Outcome]:
    assert solution.proof is not None
    proved = solution.proof.answer
    follows = f"{proved.number:.9g}" if proved.is_rounded else proved.text
    found = []
    if equal(proved.number, problem.answer, "rounded") is False:
        message = f"the answer is {problem.answer:.9g}, but {follows} follows from the facts; correct one of them"
        found.append(Outcome("answer", "error", message))
    if problem.exact and equal(proved.number, exact_value(problem.exact), "exact") is False:
        message = f"exact is {problem.exact}, but {follows} follows from the facts; correct one of them"
        found.append(Outcome("exact", "error", message))
    return found


def _misconceptions(solution: Solution) -> Outcome:
    assert solution.proof is not None
    assert solution.deduction is not None
    names = applicable(solution.proof, solution.deduction)
    return Outcome("", "info", f"{_proved_in(solution.proof)}; misconceptions that apply: {', '.join(names) or 'none'}")


def _proved_in(proof: Proof | ClaimProof) -> str:
    return f"proved in {len(proof.steps)} step{'' if len(proof.steps) == 1 else 's'}"
