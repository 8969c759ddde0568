"""Supervised mode's pages: the turns that wait, one of them with its dialogue, and what became of them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel

from gnomon.pages.words import FEEDBACK, legend
from gnomon.studio.access import Teacher
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import Line, Text
from gnomon.studio.learner.views import figure_svg
from gnomon.studio.rendering import page
from gnomon.studio.studio import Studio, TheStudio
from gnomon.studio.teacher.owning import OwnClass
from gnomon.studio.teacher.reading import reading_of
from gnomon.studio.teacher.replaying import moments
from gnomon.studio.teacher.supervising import Waiting, Way, leak_in, shares_by_act, turn_of, waiting_for

router = APIRouter(prefix="/teach", tags=["teacher"], default_response_class=HTMLResponse)

_DECISIONS: dict[Way, str] = {"approve": "approved", "edit": "edited", "replace": "replaced"}
"""As they are kept."""


@router.get("/waiting", responses=documented(303, 401, 403))
async def first_waiting(request: Request, studio: TheStudio, account: Teacher) -> HTMLResponse:
    """Show the turns that wait, and the oldest of them."""
    found = await waiting_for(studio, account)
    return await _page(request, studio, found, found[0] if found else None)


@router.get("/waiting/list", responses=documented(204, 303, 401, 403, 422))
async def queue(
    request: Request, studio: TheStudio, account: Teacher, seen: Annotated[Line, Query()] = "", at: Annotated[Line, Query()] = ""
) -> Response:
    """Return the list anew where it changed; where nothing was open, the page opens what has come."""
    found = await waiting_for(studio, account)
    if seen == _mark(found):
        return Response(status_code=204)
    if found and not at:
        return HTMLResponse("", headers={"HX-Redirect": "/teach/waiting"})
    return page(request, "teacher/waiting-list.html.jinja", waiting=found, mark=_mark(found), at=at)


@router.get("/waiting/{talk_id}/{number}", responses=documented(303, 401, 403, 404, 422))
async def one_waiting(request: Request, studio: TheStudio, account: Teacher, talk_id: str, number: int) -> HTMLResponse:
    """Show one of the turns that wait."""
    found = await waiting_for(studio, account)
    return await _page(request, studio, found, _one(found, talk_id, number))


class Sent(BaseModel):
    """What a teacher sends."""

    way: Way
    words: Text = ""
    anyway: Text = ""
    """The words that the teacher was warned of: others are looked at anew."""
    keeps_highlights: bool = False


@router.post("/waiting/{talk_id}/{number}", responses=documented(303, 401, 403, 404, 409, 422))
async def decide(
    request: Request, studio: TheStudio, account: Teacher, talk_id: str, number: int, sent: Annotated[Sent, Form()]
) -> Response:
    """Send a turn as it is, with other words, or other words in its place; what they give away is named first."""
    found = await waiting_for(studio, account)
    waiting = _one(found, talk_id, number)
    if sent.way != "approve" and not sent.words:
        raise HTTPException(422, "Write what the learner is to read.")
    is_same = sent.way == "edit" and sent.words == waiting.proposed.utterance
    way: Way = "approve" if is_same else sent.way
    turn = turn_of(waiting.proposed, way, sent.words, keeps_highlights=sent.keeps_highlights)
    is_warned = sent.words == sent.anyway
    problem = await studio.problem(waiting.kept.row.problem)
    if way != "approve" and not is_warned and problem is not None:
        leak = await leak_in(studio, waiting.kept, problem, turn)
        if leak is not None:
            return await _page(request, studio, found, waiting, {"leak": leak, **sent.model_dump()})
    if not await studio.store.conversations.decide(talk_id, number, _DECISIONS[way], turn, account.id):
        raise HTTPException(409, "This turn was sent already.")
    await studio.store.drafts.discard(account.id, f"waiting/{waiting.place}")
    noted = {"anyway": True} if way != "approve" and is_warned else {}
    await studio.store.events.add(_DECISIONS[way], account.id, f"talk/{talk_id}", turn=number, **noted)
    return RedirectResponse("/teach/waiting", 303)


@router.get("/classes/{class_id}/supervision", responses=documented(303, 401, 403, 404))
async def shares(request: Request, studio: TheStudio, classroom: OwnClass) -> HTMLResponse:
    """Show how often turns were sent as they were, and how far the others were changed, by act."""
    decided = await studio.store.conversations.decided([classroom.id])
    return page(request, "teacher/supervision.html.jinja", classroom=classroom, shares=shares_by_act(decided))


def _one(found: Sequence[Waiting], talk_id: str, number: int) -> Waiting:
    waiting = next((each for each in found if each.place == f"{talk_id}/{number}"), None)
    if waiting is None:
        raise missing("turn that waits for you: it was sent already, or never was there")
    return waiting


def _mark(found: Sequence[Waiting]) -> str:
    """Return what tells one list from another."""
    return hashlib.sha256(" ".join(each.place for each in found).encode()).hexdigest()[:16]


async def _page(
    request: Request,
    studio: Studio,
    found: Sequence[Waiting],
    waiting: Waiting | None,
    tried: Mapping[str, object] | None = None,
) -> HTMLResponse:
    """Show the turns that wait and one of them; ``tried`` is what was not sent, since it gives something away."""
    shown: dict[str, object] = {"waiting": found, "one": waiting, "mark": _mark(found), "at": "", "tried": tried}
    if waiting is None:
        return page(request, "teacher/waiting.html.jinja", shown)
    problem = await studio.problem(waiting.kept.row.problem)
    if problem is None:
        raise missing("problem any more")
    turn = waiting.proposed
    reading = await reading_of(studio, waiting.kept)
    shown |= {
        "at": waiting.place,
        "problem": problem,
        "turn": turn,
        "feedback": FEEDBACK[turn.feedback],
        "figure": figure_svg(problem, turn.highlights, turn.highlights2),
        "legend": tuple(legend(turn, problem.question.figure)),
        "reading": reading,
        "moments": await asyncio.to_thread(moments, problem, waiting.kept.turns, reading),
    }
    return page(request, "teacher/waiting.html.jinja", shown, status=422 if tried else 200)
