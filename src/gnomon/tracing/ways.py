"""Ways to an answer: the cheapest proof, and others that a learner might take in its place.

Another way is what the engine proves when one rule of the cheapest proof is not to be had. Each is accepted by the proof checker.
"""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.geometry import Deduction, Proof, ProofError, Solution, build_proof, deduce, rules
from gnomon.geometry.checker import check_proof
from gnomon.geometry.spelling import spelled_as_in

_MOST_OTHERS = 3
"""Other ways looked at: those of few steps come first, and a class takes two or three."""
_MORE_STEPS = 2
"""By how many steps another way may be longer: a longer detour is nobody's first idea."""


@dataclass(frozen=True)
class Way:
    """One proof of the goal, with all that follows by the rules it may use."""

    proof: Proof
    deduction: Deduction
    is_cheapest: bool


def ways_to(solution: Solution) -> tuple[Way, ...]:
    """Return the cheapest way of a solved problem and then the others, shorter ones first; empty without a proof."""
    if solution.proof is None or solution.deduction is None:
        return ()
    cheapest = Way(solution.proof, solution.deduction, is_cheapest=True)
    used = list(dict.fromkeys(step.rule.id for step in cheapest.proof.steps if step.rule is not None))
    others: dict[tuple[str, ...], Way] = {}
    for rule in used:
        other = _without(rule, solution, cheapest)
        if other is not None:
            others.setdefault(tuple(step.rule_id for step in other.proof.steps), other)
    by_length = sorted(others.values(), key=lambda way: len(way.proof.steps))
    return (cheapest, *by_length[:_MOST_OTHERS])


def _without(rule: str, solution: Solution, cheapest: Way) -> Way | None:
    """Return the way that is cheapest without a rule; None where there is none, or one that is much longer or not accepted."""
    deduction = deduce(cheapest.deduction.model, solution.believed, only=rules().keys() - {rule})
    try:
        proof = build_proof(deduction, cheapest.proof.goal)
    except ProofError:
        return None
    if len(proof.steps) > len(cheapest.proof.steps) + _MORE_STEPS:
        return None
    proof = spelled_as_in(solution.problem.question.text, proof, deduction.model.diagram)
    faults = check_proof(solution.problem, solution.recorded(proof, deduction)).faults
    return None if faults else Way(proof, deduction, is_cheapest=False)
