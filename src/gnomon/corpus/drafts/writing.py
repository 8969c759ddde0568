"""Drafts as rows that `gnomon.datasets` reads and ``gnomon bench run`` takes, with their pictures.

A draft that a rule finds fault with is kept apart with the reason: nothing of it reaches the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from gnomon.corpus.drafts.checking import key_step_flaws, keypoint_flaws
from gnomon.corpus.drafts.key_steps import key_steps_of
from gnomon.corpus.drafts.keypoints import keypoints_of
from gnomon.corpus.drafts.worked import WorkedSolution
from gnomon.datasets import FollowUp, KeyStepItem
from gnomon.drawing import draw, draw_keypoints, resolve_keypoints, to_png
from gnomon.geometry import Proof, Solution
from gnomon.geometry.step import Argument
from gnomon.tutor.model.key_step_data import written_picture

_WIDEST_LINE = 56
"""Characters that fit in the width of a written picture."""


@dataclass(frozen=True)
class Draft:
    """One item."""

    id: str
    row: dict[str, Any]
    """Empty where it has flaws."""
    pictures: dict[str, bytes] = field(default_factory=dict)
    """By the names that the row has for them."""
    flaws: tuple[str, ...] = ()
    """Why it is no item; none for one that is."""


def draft_key_steps(worked: WorkedSolution, seed: int = 0) -> Iterator[Draft]:
    """Yield a draft for each step of a solution, as MMTutorBench's rows."""
    figure = {f"images/{worked.id}.png": to_png(draw(worked.figure))} if worked.figure is not None else {}
    for at, (item, lines) in enumerate(key_steps_of(worked, seed)):
        if flaws := tuple(key_step_flaws(item, worked, at)):
            yield Draft(item.id, {}, flaws=flaws)
            continue
        page = tuple(part for line in lines for part in wrap(line, _WIDEST_LINE))
        yield Draft(item.id, key_step_row(item), figure | {item.current_image: written_picture(page).data})


def draft_keypoints(solution: Solution) -> Draft:
    """Return the draft of a solved problem as MathExplain's row."""
    problem, proof, figure = solution.problem, solution.argument, solution.problem.question.figure
    if proof is None or figure is None:
        return Draft(problem.id, {}, flaws=("no proof" if proof is None else "no figure",))
    keypoints = keypoints_of(proof, solution.posed.question.figure or figure, solution.construction)
    flaws = ("the solution adds nothing to the picture",) if not keypoints else tuple(keypoint_flaws(keypoints, figure))
    if flaws:
        return Draft(problem.id, {}, flaws=flaws)
    names = [f"images/{problem.id}-{part}.png" for part in ("problem", "solution")]
    drawn = draw_keypoints(figure, resolve_keypoints(figure, keypoints).steps)
    row = {
        "id": problem.id,
        "kind": "geometry",
        "chapter": problem.chapter or "Geometry",
        "section": problem.topic or problem.chapter or "Geometry",
        "problem": problem.question.text,
        **({"choices": list(problem.question.choices)} if problem.question.choices else {}),
        "answer": _answer(proof, problem.unit),
        "image": names[0],
        "solution": " ".join(step.text for step in proof.steps),
        "solution_image": names[1],
        "keypoints": [keypoint.model_dump() for keypoint in keypoints],
    }
    return Draft(problem.id, row, dict(zip(names, (to_png(draw(figure)), to_png(drawn)), strict=True)))


def _answer(proof: Argument, unit: str) -> str:
    """Return what was found, with its unit, or what was to be proved."""
    if not isinstance(proof, Proof):
        return proof.steps[-1].concludes
    return f"{proof.answer.text}{unit if unit == '°' else f' {unit}'}".strip()


def key_step_row(item: KeyStepItem) -> dict[str, Any]:
    """Return the row that `gnomon.datasets.load_mmtutorbench` reads as the same item."""
    return {
        "id": item.id,
        "domain": item.domain,
        "difficulty": item.difficulty,
        **({"query": item.query} if item.query else {}),
        "images": list(item.images),
        "current_image": item.current_image,
        "texts": list(item.texts),
        **_judged(item),
        **({"turns": list(map(_turn, item.follow_ups))} if item.follow_ups else {}),
        "personas": list(item.personas),
        **item.extra,
    }


def _turn(follow_up: FollowUp) -> dict[str, Any]:
    return {"turn": follow_up.turn, "type": follow_up.type, "query": follow_up.query, **_judged(follow_up)}


def _judged(asked: KeyStepItem | FollowUp) -> dict[str, Any]:
    criteria = [criterion.model_dump() for criterion in asked.criteria]
    return {
        "reference": asked.reference.model_dump(),
        "rubric": {"task_description": asked.task, "evaluation_criteria": criteria},
    }


def flaw_kinds(drafts: Iterable[Draft]) -> dict[str, int]:
    """Return how many drafts are kept apart, by the first reason without what it quotes."""
    counts: dict[str, int] = {}
    for draft in drafts:
        if draft.flaws:
            kind = draft.flaws[0].split(": ")[0]
            counts[kind] = counts.get(kind, 0) + 1
    return counts
