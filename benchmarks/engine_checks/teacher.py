"""Proofs for a reader who knows nothing of the engine: drawn by a seed, of many kinds, as text and pictures.

The reader gets a folder with ``proofs.md`` and a picture of each figure, and judges each proof as a demanding teacher would. A
proof's kind is the theorem in its middle; no two have one kind, and proofs of a single step are mostly passed over.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from benchmarks.engine_checks.problems import forms_file, read_json
from benchmarks.engine_checks.proofs import answer_of, numbered_step
from gnomon.drawing import draw, to_png
from gnomon.geometry import Proof, Solution, solve
from gnomon.problem import ProblemError, read_form

__all__ = ["write_for_teacher"]

_SINGLE_STEPS = 0.3
"""Share of the proofs of one step that are not passed over: there is little in them to judge."""
_LABELS = ("Equals", "Perpendicular", "Parallel")
"""Literals of the figure that a reader may not see in its picture."""


def write_for_teacher(folder: Path, wanted: int, seed: int) -> int:
    """Write up to ``wanted`` proofs of as many kinds into a folder, and return how many there are.

    Args:
        folder: made where it is missing.
        wanted: at least 1.
        seed: of the draw.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[str] = []
    for kind, problem_id, labels, solution, proof in _drawn(seed):
        figure = solution.problem.question.figure
        assert figure is not None
        (folder / f"{problem_id}.png").write_bytes(to_png(draw(figure)))
        steps = "\n".join(map(numbered_step, proof.steps))
        question = " ".join(solution.problem.question.text.split())
        head = f"## {problem_id} ({kind})\n\n![figure]({problem_id}.png)\n\nProblem: {question}\n\nLabels of the figure: {labels}"
        written.append(f"{head}\n\n{steps}\n\nAnswer: {answer_of(solution, proof)}\n")
        if len(written) == wanted:
            break
    (folder / "proofs.md").write_text("\n".join(written), encoding="utf-8")
    return len(written)


def _drawn(seed: int) -> Iterator[tuple[str, str, str, Solution, Proof]]:
    """Yield proofs in drawn order, each with its kind, its id and the labels of its figure."""
    forms, draw_of = read_json(forms_file()), random.Random(seed)  # no secret hangs on it
    ids = list(forms)
    draw_of.shuffle(ids)
    seen = {"given_equation", "combined_equations"}  # no theorems
    for problem_id in ids:
        is_passed_over = draw_of.random() > _SINGLE_STEPS  # drawn for every id, so that one proof never moves the next
        try:
            solution = solve(read_form(problem_id, forms[problem_id]))
        except ProblemError:
            continue
        proof = solution.proof
        if proof is None or (len(proof.steps) == 1 and is_passed_over):
            continue
        kind = proof.steps[len(proof.steps) // 2].rule_id
        if kind not in seen:
            seen.add(kind)
            labels = [label for label in forms[problem_id]["diagram_logic_forms"] if label.startswith(_LABELS)]
            yield kind, problem_id, "; ".join(labels) or "none", solution, proof
