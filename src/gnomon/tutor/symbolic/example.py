"""Worked examples: the step in play, carried out in a sibling problem with another figure and other numbers.

Made in a thread when one is first needed (about 0.1 s) and kept; one seed, one example.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache

from gnomon.geometry import Proof, Step
from gnomon.problem import Problem
from gnomon.variation import VariationError, vary

_MOST_KEPT = 64
"""Proofs of sibling problems, a few kilobytes each."""
_SEED = 7
"""Of the sibling: any number, one for all."""


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
    try:
        siblings = vary(kept.problem, count=1, seed=_SEED).siblings
    except VariationError:
        return None
    return siblings[0].solution.proof if siblings else None
