"""Figures that somebody may see, whichever problem they are of; and such figures drawn with highlights."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query
from fastapi.responses import Response

from gnomon.algebra import ElementNameError
from gnomon.drawing import draw
from gnomon.figure import Figure, Highlights, parse_element
from gnomon.problem import Problem, bank
from gnomon.store import Account
from gnomon.studio.access import SignedIn
from gnomon.studio.failing import documented, missing
from gnomon.studio.problems import problem_of_start
from gnomon.studio.studio import Studio, TheStudio

router = APIRouter(prefix="/api/figures", tags=["figures"])

_ANNOTATED = "annotation:"
"""Before the id of an annotator's dialogue: the problem that it is about, wherever it is from."""
_WIDTH = 480
"""Of a drawing beside others, in pixels; the page scales it."""


@router.get(
    "/{problem}/drawing", responses=documented(401, 404, 422) | {200: {"content": {"image/svg+xml": {}}}}, response_class=Response
)
async def drawing(
    studio: TheStudio,
    account: SignedIn,
    problem: Annotated[str, Path(max_length=200)],
    green: Annotated[str, Query(max_length=2000)] = "",
    brown: Annotated[str, Query(max_length=2000)] = "",
) -> Response:
    """Draw a figure with highlights, as SVG: elements such as ``line:AB``, one a line."""
    figure = await visible_figure(studio, account, problem)
    try:
        first, second = (Highlights.of(map(parse_element, filter(None, given.split("\n")))) for given in (green, brown))
    except ElementNameError as error:
        raise HTTPException(422, f"{error}.") from error
    svg = await asyncio.to_thread(draw, figure, first, second, width_px=_WIDTH)
    return Response(svg, media_type="image/svg+xml")


def annotated_problem(item_id: str) -> str:
    """Return the id under which the problem of an annotator's dialogue is known to `visible_figure`."""
    return f"{_ANNOTATED}{item_id}"


async def visible_figure(studio: Studio, account: Account, problem_id: str) -> Figure:
    """Return the figure of a problem that an account may see.

    Raises:
        HTTPException: 404 where there is none, or not for who asks.
    """
    problem = await (_annotated(studio, account, problem_id) if problem_id.startswith(_ANNOTATED) else
                     visible_problem(studio, account, problem_id))  # fmt: skip
    if problem is None or problem.question.figure is None:
        raise missing("figure")
    return problem.question.figure


async def _annotated(studio: Studio, account: Account, problem_id: str) -> Problem | None:
    kept = await studio.store.annotation.item(problem_id.removeprefix(_ANNOTATED))
    if kept is None or (kept.row.account_id != account.id and account.role not in {"reviewer", "admin"}):
        return None
    return await problem_of_start(studio.store, kept.start)


async def visible_problem(studio: Studio, account: Account, problem_id: str) -> Problem | None:
    """Return a problem that an account may see: of the bank, one's own, one that a class of theirs was given; else None."""
    known = bank().get(problem_id)
    if known is not None:
        return known
    own = await studio.store.problems.get(problem_id)
    if own is None:
        return None
    may_see = own.owner_id == account.id or account.role == "admin" or await _was_given(studio, account, problem_id)
    return await studio.problem(problem_id) if may_see else None


async def _was_given(studio: Studio, account: Account, problem_id: str) -> bool:
    """Whether a learner has a problem to do, or has begun it."""
    if any(talk.problem == problem_id for talk in await studio.store.conversations.of(account_id=account.id)):
        return True
    for classroom in await studio.store.classes.of_learner(account.id):
        if any(each.problem == problem_id for each in await studio.store.classes.assignments(classroom.id)):
            return True
    return False
