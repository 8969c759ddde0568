"""Tries without a tutor: a sibling of a problem that was talked about, at once and a week later. The first answer counts."""

from __future__ import annotations

import asyncio

from gnomon.algebra import read_numbers
from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import Solution, solved
from gnomon.problem import Problem
from gnomon.problem.entry_writing import written_entries
from gnomon.store import Try
from gnomon.studio.problems import read_problem
from gnomon.studio.studio import Studio
from gnomon.tutor import reader_of
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
    """Say whether an answer is right; None where no value can be read in it."""
    solution = await solved(problem)
    return await studio.tutors.do(_judged(problem, solution, answer))  # readers are used in that thread only


async def _judged(problem: Problem, solution: Solution, answer: str) -> bool | None:
    reader = reader_of(problem, solution)
    if reader is None:
        return None
    dialogue = Dialogue(problem=problem.id, turns=(StudentTurn(utterance=answer),))
    # The field asks for the answer, so that any number in it is one.
    return reader.diagnose(dialogue).is_solved or (False if read_numbers(answer) else None)
