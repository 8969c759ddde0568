"""Tutor simulated learners through the bank's proofs: how many finish untold, in how many turns, with which faults.

Run: ``python benchmarks/proving.py [--seeds 1]``.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter

from gnomon.dialogue import Dialogue
from gnomon.dialogue.violations import dialogue_violations
from gnomon.geometry import Solution, solve
from gnomon.problem.bank import proofs
from gnomon.session import simulate_proving
from gnomon.student import Prover


def main() -> None:
    """Print a line for each strength, then what did not end well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1, help="conversations of each proof and strength")
    seeds = parser.parse_args().seeds
    solutions = [solve(problem) for problem in proofs().values()]
    proved = [solution for solution in solutions if solution.claim_proof is not None]
    with_line = sum(solution.construction is not None for solution in proved)
    print(f"{len(proved)} of {len(solutions)} proofs, {with_line} with a helping line")
    for strength in ("strong", "middle", "weak"):
        pairs = [(solution, talk(solution, strength, seed)) for solution in proved for seed in range(seeds)]
        outcomes = Counter(dialogue.outcome for _, dialogue in pairs)
        turns = sum(len(dialogue.tutor_turns()) for _, dialogue in pairs) / len(pairs)
        breaks = sum(len(dialogue_violations(dialogue, solution.problem.question.figure)) for solution, dialogue in pairs)
        records = [turn.record for _, dialogue in pairs for turn in dialogue.tutor_turns() if turn.record is not None]
        stopped = sum(len(record.guard) for record in records)
        safe = sum(record.rung == "safe" for record in records)
        print(
            f"{strength}: {dict(outcomes)}, {turns:.1f} turns, {breaks} violations, {stopped} drafts stopped, {safe} safe turns"
        )
        for _, dialogue in pairs:
            if dialogue.outcome == "not_solved":
                print(f"  not solved: {dialogue.id}")


def talk(solution: Solution, strength: str, seed: int) -> Dialogue:
    """Hold one conversation."""
    assert solution.claim_proof is not None
    return asyncio.run(simulate_proving(solution, Prover(solution.claim_proof, strength, seed=seed), seed=seed))


if __name__ == "__main__":
    main()
