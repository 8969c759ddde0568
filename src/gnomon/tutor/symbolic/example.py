"""Worked examples: the step in play, carried out in a sibling problem with another figure and other numbers.

Made in a thread when one is first needed (0.1 to 1 s) and kept; a problem has one example.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import lru_cache

from gnomon.geometry import Proof, Solution, Step
from gnomon.problem import Problem
from gnomon.variation import VariationError, vary

_MOST_KEPT = 64
"""Proofs of sibling problems, a few kilobytes each."""
_TRIES = 12
"""Siblings made until one has other letters than the problem; with half of the alphabet in use there is hardly one."""


async def worked_example(problem: Problem, step: Step, proof: Proof) -> Step | None:
    """Return the step of a sibling's proof that does what ``step`` does in ``proof``; None where there is no such sibling."""
    if not any(step is own for own in proof.steps):
        return None
    sibling = await asyncio.to_thread(_sibling_proof, _Kept(problem))
    if sibling is None:
        return None
    same = [own for own in proof.steps if own.rule_id == step.rule_id]
    found = [each for each in sibling.steps if each.rule_id == step.rule_id]
    return found[same.index(step)] if len(found) == len(same) else None


class _Kept:
    """A problem as a key that is equal for equal ids: problems themselves cannot be keys."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and (other.problem is self.problem or other.problem == self.problem)

    def __hash__(self) -> int:
        return hash(self.problem.id)


@lru_cache(_MOST_KEPT)
def _sibling_proof(kept: _Kept) -> Proof | None:
    own = set(kept.problem.question.figure.points) if kept.problem.question.figure else set()
    found: list[Solution] = []
    for seed in range(_TRIES):
        try:
            siblings = vary(kept.problem, count=1, seed=seed).siblings
        except VariationError:
            return None
        found += [sibling.solution for sibling in siblings]
        # Letters of the learner's own figure would be taken for its points.
        if siblings and not own & set(_points(siblings[0].problem)):
            return siblings[0].solution.proof
    return found[0].proof if found else None


def _points(problem: Problem) -> Collection[str]:
    return problem.question.figure.points if problem.question.figure else ()
