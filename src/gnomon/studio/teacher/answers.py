"""Final answers of a class to one problem, pasted or uploaded, each wrong one traced to the ideas that may be behind it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, File, Form, HTTPException, Query, Request, UploadFile
from fastapi.responses import HTMLResponse
from pydantic import StringConstraints

from gnomon.geometry import Solution, solution_of
from gnomon.pages import ClassView, class_view
from gnomon.problem import Problem
from gnomon.studio.access import Teacher, take
from gnomon.studio.failing import documented
from gnomon.studio.fields import Clean, Line, LineField
from gnomon.studio.learner.views import figure_svg
from gnomon.studio.rendering import page
from gnomon.studio.studio import TheStudio
from gnomon.studio.teacher.choosing import ONCE, chosen_problems
from gnomon.studio.teacher.owning import assignable
from gnomon.tracing import AnswerSheetError, LearnerAnswer, answers_in, trace_class
from gnomon.variation import VariationError, vary

router = APIRouter(prefix="/teach/answers", tags=["teacher"], default_response_class=HTMLResponse)

_MOST_BYTES = 200_000
"""Of a list: some thousand lines of a name and a number."""
_MOST_ANSWERS = 1000
"""Of a list: a whole school year; each other answer takes some milliseconds."""
_SIBLINGS = 4
"""So that each group finds one in whose numbers its explanations differ, as for `gnomon diagnose`."""
Sheet = Annotated[str, StringConstraints(max_length=_MOST_BYTES), Clean]


@router.get("", responses=documented(303, 401, 403, 404, 422))
async def choose(
    request: Request,
    studio: TheStudio,
    account: Teacher,
    problem: Annotated[Line, Query()] = "",
    q: Annotated[Line, Query()] = "",
) -> HTMLResponse:
    """Ask for the problem, then for the answers."""
    chosen = await assignable(studio, account, problem) if problem else None
    found = await chosen_problems(studio, account, q, "")
    return page(
        request, "teacher/answers.html.jinja", problem=chosen, figure=figure_svg(chosen) if chosen else None,
        found=found[:ONCE], num_found=len(found), q=q,
    )  # fmt: skip


@router.post("", responses=documented(303, 401, 403, 404, 413, 422, 429))
async def trace(
    request: Request,
    studio: TheStudio,
    account: Teacher,
    problem: LineField,
    sheet: Annotated[Sheet, Form()] = "",
    file: Annotated[UploadFile | None, File()] = None,
) -> HTMLResponse:
    """Show the answers by what may be behind them; nothing of them is kept."""
    take(studio.messages, account.id)
    chosen = await assignable(studio, account, problem)
    text = await _uploaded(file) if file is not None and file.size else sheet
    try:
        answers = answers_in(text, "the list")
    except AnswerSheetError as error:
        raise HTTPException(422, f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    if len(answers) > _MOST_ANSWERS:
        raise HTTPException(422, f"The list has {len(answers)} answers; give at most {_MOST_ANSWERS} at a time.")
    view = await asyncio.to_thread(_traced, chosen, answers)
    if view is None:
        raise HTTPException(422, "The engine has no proof of this problem, and without one nothing is traced.")
    return page(request, "teacher/traced.html.jinja", view=view, problem=chosen)


async def _uploaded(file: UploadFile) -> str:
    data = await file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise HTTPException(413, f"The file has more than {_MOST_BYTES // 1000} kB; give a list of learners and answers.")
    try:
        return data.decode("utf-8-sig").replace("\x00", "")
    except UnicodeDecodeError as error:
        raise HTTPException(422, "The file is not UTF-8 text; save it as 'CSV UTF-8'.") from error


def _traced(problem: Problem, answers: tuple[LearnerAnswer, ...]) -> ClassView | None:
    solution = solution_of(problem)
    return None if solution.proof is None else class_view(trace_class(solution, answers, _siblings(solution)))


def _siblings(solution: Solution) -> list[Solution]:
    try:
        return [sibling.solution for sibling in vary(solution.problem, _SIBLINGS, 0).siblings]
    except VariationError:  # then no other problem is proposed
        return []
