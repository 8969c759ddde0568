"""Readers of dialogues about problems with a proof, kept: what one has read and judged serves every session about its problem."""

from __future__ import annotations

from gnomon.geometry import Solution, solved
from gnomon.problem import Problem
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician

_MOST = 256
"""As many as solutions are kept (`gnomon.geometry.SolutionCache`)."""
_KEPT: dict[str, Diagnostician] = {}
"""By problem id, the one asked for last at the end."""


class NoProofError(ValueError):
    """The engine has no proof to reason on; the message says why."""


def reader_of(problem: Problem, solution: Solution | None) -> Diagnostician | None:
    """Return the reader of dialogues about ``problem``; None where the solution has no proof."""
    if solution is None or solution.proof is None or solution.deduction is None:
        return None
    reader = _KEPT.pop(problem.id, None)
    # Solved anew, or another problem of that id: what was judged before does not count.
    if reader is None or reader.proof is not solution.proof or (reader.problem is not problem and reader.problem != problem):
        reader = Diagnostician(problem, solution.proof, solution.deduction)
    _KEPT[problem.id] = reader
    if len(_KEPT) > _MOST:
        del _KEPT[next(iter(_KEPT))]
    return reader


async def require_reader(problem: Problem | None, solution: Solution | None = None) -> Diagnostician:
    """Return the same for a tutor that reasons on the proof; without a solution the problem is solved, in a thread.

    Raises:
        NoProofError: when there is no problem or the engine does not solve it.
    """
    if problem is None:
        raise NoProofError("the engine needs a problem with a formal description, got none")
    solution = solution or await solved(problem)
    reader = reader_of(problem, solution)
    if reader is None:
        raise NoProofError(f"no proof for {problem.id!r} ({solution.status}): {solution.reason}")
    return reader


def diagnosis_of(context: TutorContext) -> Diagnosis | None:
    """Say where the student of a dialogue stands; None where the context has no proof."""
    reader = reader_of(context.problem, context.solution)
    return None if reader is None else reader.diagnose(context.dialogue)


def forget_reader(problem: Problem) -> None:
    """Drop the reader of a problem that nobody will talk about again, with all that it has read."""
    _KEPT.pop(problem.id, None)
