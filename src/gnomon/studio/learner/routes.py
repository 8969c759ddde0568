"""The learner's routes: thin ways to `gnomon.studio.learner.talking`."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gnomon.dialogue import TutorTurn
from gnomon.models import ModelError
from gnomon.problem import bank
from gnomon.session import UnreadableReplyError
from gnomon.store import OutOfStepError
from gnomon.studio.access import SignedIn, take
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import ClientIdField, LineField, TextField
from gnomon.studio.learner.talking import Stepped, Talk
from gnomon.studio.learner.views import figure_svg, turn_view
from gnomon.studio.rendering import page
from gnomon.studio.studio import TheStudio
from gnomon.tutor import TutorSpecError

router = APIRouter(prefix="/learn", tags=["learner"], default_response_class=HTMLResponse)
_LOG = logging.getLogger(__name__)


async def _own_talk(studio: TheStudio, account: SignedIn, talk_id: str) -> Talk:
    """Return one of the learner's own conversations; another's is as good as none."""
    kept = await studio.store.conversations.get(talk_id)
    if kept is None or kept.row.account_id != account.id:
        raise missing("conversation")
    problem = await studio.problem(kept.row.problem)
    if problem is None:
        raise HTTPException(404, "The problem of this conversation is no more.")
    return Talk(studio, kept, problem)


OwnTalk = Annotated[Talk, Depends(_own_talk)]


@router.get("", responses=documented(303, 401))
async def problems(request: Request, studio: TheStudio, account: SignedIn) -> HTMLResponse:
    """List what there is to do: assigned problems, conversations to go on with, the bank."""
    talks = await studio.store.conversations.of(account_id=account.id)
    classes = await studio.store.classes.of_learner(account.id)
    assigned = [
        (classroom, assignment, await studio.problem(assignment.problem))
        for classroom in classes
        for assignment in await studio.store.classes.assignments(classroom.id)
    ]
    topics: dict[str, list[object]] = {}
    for problem in bank().values():
        topics.setdefault(problem.topic or problem.chapter, []).append(problem)
    tries = await studio.store.conversations.tries(account_ids=[account.id])
    return page(request, "learner/problems.html.jinja", topics=topics, talks=talks, assigned=assigned, tries=tries)


@router.get("/problems/{problem_id}", responses=documented(303, 401, 404))
async def begin(request: Request, studio: TheStudio, account: SignedIn, problem_id: str) -> HTMLResponse:  # noqa: ARG001
    """Show a problem, with room for an attempt."""
    problem = await studio.problem(problem_id)
    if problem is None:
        raise missing("problem")
    return page(
        request, "learner/begin.html.jinja", problem=problem, question=problem.question, figure=figure_svg(problem, None),
        tutors=studio.tutors.names,
    )  # fmt: skip


@router.post("/talks", responses=documented(303, 401, 403, 404, 422, 429))
async def start(
    studio: TheStudio,
    account: SignedIn,
    problem: LineField,
    attempt: TextField = "",
    tutor: LineField = "",
    class_id: LineField = "",
) -> Response:
    """Begin a conversation, with the tutor's first turn."""
    take(studio.messages, account.id)
    found = await studio.problem(problem)
    if found is None:
        raise missing("problem")
    chosen = tutor if tutor in studio.tutors.names else studio.tutors.names[0]
    classes = {each.id for each in await studio.store.classes.of_learner(account.id)}
    talk = await Talk.begin(
        studio, account.id, found, attempt, chosen, class_id=class_id if class_id in classes else None, language=account.language
    )
    await _step(talk)
    return RedirectResponse(f"/learn/talks/{talk.kept.row.id}", 303)


@router.get("/talks/{talk_id}", responses=documented(303, 401, 404))
async def talk_page(request: Request, talk: OwnTalk) -> HTMLResponse:
    """Show a conversation."""
    return page(request, "learner/talk.html.jinja", _shown(talk))


@router.post("/talks/{talk_id}/say", responses=documented(401, 403, 404, 409, 422, 429))
async def say(
    request: Request, studio: TheStudio, account: SignedIn, talk: OwnTalk, text: TextField, client_id: ClientIdField
) -> HTMLResponse:
    """Take a message and return the new turns."""
    if not text:
        raise HTTPException(422, "Write something first.")
    take(studio.messages, account.id)
    before = len(talk.kept.turns)
    try:
        await talk.hear(text, client_id)
    except OutOfStepError as error:
        raise HTTPException(409, f"Not sent: {error}. Load the page again; what you typed is kept.") from error
    return await _answered(request, talk, before)


@router.post("/talks/{talk_id}/answer", responses=documented(401, 403, 404, 429))
async def answer(request: Request, studio: TheStudio, account: SignedIn, talk: OwnTalk) -> HTMLResponse:
    """Let the tutor answer what is not answered yet, since it failed or a teacher holds it."""
    take(studio.messages, account.id)
    return await _answered(request, talk, len(talk.kept.turns))


async def _answered(request: Request, talk: Talk, before: int) -> HTMLResponse:
    stepped = await _step(talk)
    return page(request, "learner/said.html.jinja", _shown(talk), before=before, stepped=stepped)


async def _step(talk: Talk) -> Stepped | None:
    """Take the tutor's step; None where the tutor cannot be asked now, and what was said is kept."""
    try:
        return await talk.answer()
    except (ModelError, UnreadableReplyError, TutorSpecError) as error:
        _LOG.warning("the tutor of %s does not answer: %s", talk.kept.row.id, error)
        return None
    except OutOfStepError:  # answered meanwhile, for another request
        return Stepped(None)


def _shown(talk: Talk) -> dict[str, object]:
    last = next((said.turn for said in reversed(talk.kept.turns) if isinstance(said.turn, TutorTurn)), None)
    return {
        "talk": talk.kept.row,
        "problem": talk.problem,
        "turns": [turn_view(said) for said in talk.kept.turns],
        "awaits_tutor": talk.awaits_tutor,
        "figure": figure_svg(talk.problem, last),
    }
