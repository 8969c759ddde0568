"""The proofs that a page shows, written anew from the engine: each stands between two comments that name its problem.

``<!-- proof: 12 -->`` ... ``<!-- end of proof -->``: the text between them is replaced; what stands outside, such as remarks
on a proof, is left alone. A number is an id of Geometry3K, anything else an id of the problem bank. The figures go to files
beside the page.
"""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.engine_checks.problems import forms_file
from gnomon.drawing import draw
from gnomon.geometry import Proof, Solution, Step, is_degrees, solve
from gnomon.problem import Problem, load_problem

__all__ = ["answer_of", "numbered_step", "renewed", "shown_proof", "write_proofs"]

_BLOCK = re.compile(r"(<!-- proof: (\S+) -->\n).*?(<!-- end of proof -->)", re.DOTALL)
_WIDTH = 340
"""Of a figure, in pixels."""


def write_proofs(page: Path) -> None:
    """Write the proofs of a page anew, and their figures to ``images/proofs`` beside it."""
    page.write_text(renewed(page.read_text(encoding="utf-8"), page.parent), encoding="utf-8")


def renewed(text: str, folder: Path) -> str:
    """Return the text of a page with its proofs written anew; the figures are written below ``folder``."""
    return _BLOCK.sub(lambda found: f"{found[1]}{shown_proof(found[2], folder)}{found[3]}", text)


def shown_proof(problem_id: str, folder: Path) -> str:
    """Return the problem and its proof as Markdown; a problem that is not solved says why."""
    reference = f"{forms_file()}#{problem_id}" if problem_id.isdigit() else problem_id
    solution = solve(load_problem(reference))
    name = f"Geometry3K {problem_id}" if problem_id.isdigit() else f"`{problem_id}`"
    question = " ".join(solution.problem.question.text.split())
    asked = f"{_image(solution.problem, problem_id, folder)}*{name}.* {question}\n\n"
    if solution.proof is None:
        return f"{asked}Not solved: {solution.status.replace('_', ' ')}: {solution.reason}\n"
    steps = "\n".join(numbered_step(step) for step in solution.proof.steps)
    return f"{asked}{steps}\n\nAnswer: {answer_of(solution, solution.proof)}\n"


def _image(problem: Problem, problem_id: str, folder: Path) -> str:
    """Write the figure of a problem and return the line that shows it."""
    figure = problem.question.figure
    if figure is None:
        return ""
    file = Path("images", "proofs", f"{problem_id}.svg")
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(draw(figure, width_px=_WIDTH), encoding="utf-8")
    return f"![Figure of {problem_id}]({file.as_posix()})\n\n"


def numbered_step(step: Step) -> str:
    """Return a step as a line of a numbered list, with its theorem and the steps that it needs."""
    sources = ", ".join(str(source + 1) for source in step.sources)
    return f"{step.index + 1}. {step.text} [{step.rule_name}{f'; from {sources}' if sources else ''}]"


def answer_of(solution: Solution, proof: Proof) -> str:
    """Return what was asked for with its value, as a learner would write it."""
    goal = solution.problem.formal.goal if solution.problem.formal else None
    is_angle = is_degrees(proof.goal) or (goal is not None and is_degrees(goal.expression))
    answer, unit = proof.answer, "°" if is_angle else ""
    return f"{goal} {answer.sign} {answer.text}{answer.decimal}{unit}"
