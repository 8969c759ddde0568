"""A simulated conversation about a statement to prove: solution and seed in, dialogue out."""

from __future__ import annotations

from collections.abc import Callable

from gnomon.dialogue import Dialogue
from gnomon.geometry import Solution
from gnomon.session.guarding import GuardedTutor
from gnomon.session.loop import run_session
from gnomon.session.step import MOST_TUTOR_TURNS, Session
from gnomon.student import Prover
from gnomon.tutor import SymbolicTutor, Tutor


async def simulate_proving(  # one parameter an option of `gnomon tutor`
    solution: Solution,
    learner: Prover,
    *,
    seed: int = 0,
    tutor: Tutor | None = None,
    tutor_name: str = "symbolic",
    most_tutor_turns: int = MOST_TUTOR_TURNS,
    on_step: Callable[[Dialogue], None] | None = None,
) -> Dialogue:
    """Let a tutor lead a simulated learner to a proof.

    Args:
        solution: with a ``claim_proof``.
        learner: of its proof; it serves this one conversation.
        seed: of the default tutor's words; the learner has its own.
        tutor: None for the guarded symbolic tutor.
        tutor_name: as the dialogue records it.
        most_tutor_turns: limit.
        on_step: as `run_session`.
    """
    problem = solution.problem
    start = Dialogue(
        id="/".join((problem.id, learner.idea, tutor_name, learner.name, str(seed))),
        problem=problem.id,
        misconception=learner.idea,
        tutor=tutor_name,
        student=learner.name,
        seed=seed,
    )
    session = Session(solution, tutor or GuardedTutor(SymbolicTutor(seed=seed)), most_tutor_turns)
    return await run_session(session, start, learner, on_step=on_step)
