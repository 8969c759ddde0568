"""Simulated learners of proofs."""

from __future__ import annotations

import asyncio

import pytest

from gnomon.dialogue.violations import dialogue_violations
from gnomon.geometry import solve
from gnomon.problem.bank import proofs
from gnomon.session import simulate_proving
from gnomon.student import Prover, ProvingIdeaError, ideas_of

pytestmark = pytest.mark.slow


def test_ideas_about_congruence_need_a_congruence() -> None:
    with_one, without = (solve(proofs()[name]).claim_proof for name in ("prove-isosceles-altitudes", "prove-two-tangents"))
    assert with_one is not None
    assert without is not None
    assert {"ssa", "aaa", "order", "circular", "goal_asserted"} <= set(ideas_of(with_one))
    assert ideas_of(without) == ("looks_so", "measured")
    with pytest.raises(ProvingIdeaError, match="these do: looks_so, measured"):
        Prover(without, idea="ssa")


@pytest.mark.parametrize("idea", ["ssa", "order"])
def test_a_learner_with_a_false_idea_is_answered_and_finishes(idea: str) -> None:
    solution = solve(proofs()["prove-isosceles-altitudes"])
    assert solution.claim_proof is not None
    dialogues = [
        asyncio.run(simulate_proving(solution, Prover(solution.claim_proof, "strong", idea, seed=1), seed=1)) for _ in range(2)
    ]
    assert dialogues[0] == dialogues[1].model_copy(update={"turns": dialogues[0].turns})
    assert [turn.utterance for turn in dialogues[0].turns] == [turn.utterance for turn in dialogues[1].turns]
    assert "negative" in {turn.feedback for turn in dialogues[0].tutor_turns()}
    assert dialogues[0].outcome == "solved_untold"
    assert dialogue_violations(dialogues[0], solution.problem.question.figure) == []
