"""Tries without a tutor: a sibling of a problem that was talked about, at once and a week later. The first answer counts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from gnomon.algebra import read_numbers
from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import Solution, solved
from gnomon.problem import Problem
from gnomon.problem.entry_writing import written_entries
from gnomon.store import Try
from gnomon.studio.problems import read_problem
from gnomon.studio.studio import Studio
from gnomon.tutor import Judged, Truth, reader_of
from gnomon.tutor.message.moves import Kind
from gnomon.variation import VariationError, vary


class NoSiblingError(ValueError):
    """A problem that has no sibling; the message says why."""


async def opened(studio: Studio, row: Try) -> Problem:
    """Return the sibling of a try; it is made when the try is first opened, and the same from then on.

    Raises:
        NoSiblingError: where none can be made.
    """
    kept = row if row.problem is not None else await studio.store.conversations.open_try(row.id, await _source(studio, row))
    problem = read_problem(kept.problem or "", f"try-{row.id}") if kept is not None else None
    if problem is None:
        raise NoSiblingError("This problem cannot be read any more.")
    return problem


async def _source(studio: Studio, row: Try) -> str:
    """Write the sibling as a file: the tries of a conversation get different ones."""
    kept = await studio.store.conversations.get(row.conversation_id)
    problem = await studio.problem(kept.row.problem) if kept is not None else None
    if kept is None or problem is None:
        raise NoSiblingError("The problem of this try is no more.")
    tries = await studio.store.conversations.tries(conversation_id=row.conversation_id)
    place = [each.id for each in tries].index(row.id)
    try:
        found = await asyncio.to_thread(vary, problem, place + 1, kept.row.seed)
    except VariationError as error:
        raise NoSiblingError("There is no other problem like this one yet.") from error
    if len(found.siblings) <= place:
        raise NoSiblingError("There is no other problem like this one yet.")
    return written_entries([found.siblings[place].entry])


async def judged(studio: Studio, problem: Problem, answer: str) -> bool | None:
    """Say whether an answer is right; None where no value can be read in it, or several that may be meant."""
    solution = await solved(problem)
    return await studio.tutors.do(_judged(problem, solution, answer))  # readers are used in that thread only


async def _judged(problem: Problem, solution: Solution, answer: str) -> bool | None:
    reader = reader_of(problem, solution)
    if reader is None:
        return None
    diagnosis = reader.diagnose(Dialogue(problem=problem.id, turns=(StudentTurn(utterance=answer),)))
    # Whether it is a list must not depend on what is right: who tries numbers would learn of it.
    if diagnosis.last is not None and len(set(_offered(diagnosis.last))) > 1:
        return None
    # The field asks for the answer, so that any number in it is one.
    return diagnosis.is_solved or (False if read_numbers(answer) else None)


def _offered(said: Judged) -> Iterator[float | str]:
    """Yield the values that are given for the answer, or for a letter that could be it ("a = 55 b = 56"); else their words."""
    for judgement in said.judgements:
        is_open = judgement.truth in {Truth.AMBIGUOUS, Truth.UNKNOWN}
        if judgement.move.kind is Kind.VALUE and (judgement.is_answer or is_open):
            yield judgement.claim.text if judgement.value is None else judgement.value
