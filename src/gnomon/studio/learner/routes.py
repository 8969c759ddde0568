"""The learner's routes: thin ways to the talk, the hints, the tries and the data of a learner."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from gnomon.dialogue import TutorTurn
from gnomon.figure import Figure
from gnomon.geometry import solved
from gnomon.models import ModelError
from gnomon.problem import Problem, bank
from gnomon.session import UnreadableReplyError
from gnomon.store import Account, Classroom, Conversation, OutOfStepError, Try, now
from gnomon.studio.access import SignedIn, take
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import ClientIdField, LineField, TextField
from gnomon.studio.learner import hints, trying
from gnomon.studio.learner.mending import mended
from gnomon.studio.learner.pointing import resolved
from gnomon.studio.learner.talking import Stepped, Talk
from gnomon.studio.learner.views import LIST_WIDTH, OUTCOMES, figure_svg, marks_of, proof_view, turn_view
from gnomon.studio.marking import Marks, meant_by, parts_of
from gnomon.studio.pointing import visible_problem
from gnomon.studio.rendering import page
from gnomon.studio.studio import Studio, TheStudio
from gnomon.tutor import NoProofError, TutorSpecError, hint_levels, language_of, reader_of

router = APIRouter(prefix="/learn", tags=["learner"], default_response_class=HTMLResponse)
_LOG = logging.getLogger(__name__)

MarksField = Annotated[str, Form(max_length=1_000_000)]
"""JSON of a pen layer, a hundred long strokes; no more than that is drawn for one message."""
_MOST_LINES = 60
"""Of an attempt, two pages: it is read as it stood after each line, in the one thread that all tutors share."""
Reason = Literal["wrong", "confusing", "tells_too_much", "unkind", "other"]
REASONS: dict[Reason, str] = {
    "wrong": "It is wrong",
    "confusing": "I do not understand it",
    "tells_too_much": "It tells me too much",
    "unkind": "It is unkind",
    "other": "Something else",
}


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


async def _own_going_on(studio: TheStudio, account: SignedIn, talk: OwnTalk) -> Talk:
    """Return a conversation that may go on: outside of classes none does whose learner has a teacher who looks at each turn."""
    watched = _watched(await studio.store.classes.of_learner(account.id)) if talk.kept.row.class_id is None else None
    if watched is not None:
        raise HTTPException(403, f"Your class {watched.name} talks with the tutor in class. Begin this problem again there.")
    return talk


def _watched(classes: Sequence[Classroom]) -> Classroom | None:
    """Return the class whose teacher looks at what a learner begins on their own; None where nobody does."""
    return next((each for each in classes if each.is_supervised), None)


GoingOn = Annotated[Talk, Depends(_own_going_on)]


async def _own_try(studio: TheStudio, account: SignedIn, try_id: str) -> Try:
    """Return one of the learner's own tries."""
    row = await studio.store.conversations.get_try(try_id)
    if row is None or row.account_id != account.id:
        raise missing("problem")
    return row


OwnTry = Annotated[Try, Depends(_own_try)]


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
    topics: dict[str, list[Problem]] = {}
    for problem in bank().values():
        topics.setdefault(problem.topic or problem.chapter, []).append(problem)
    rows = await studio.store.conversations.tries(account_ids=[account.id])
    by_id = {talk.id: talk for talk in talks}
    return page(
        request,
        "learner/problems.html.jinja",
        topics=topics,
        talks=[(talk, await studio.problem(talk.problem)) for talk in talks],
        assigned=assigned,
        only_alone=_begun_only_alone(talks, [(classroom.id, assignment.problem) for classroom, assignment, _ in assigned]),
        tries=[(row, await studio.problem(by_id[row.conversation_id].problem)) for row in rows if row.conversation_id in by_id],
        now=now(),
    )


def _begun_only_alone(talks: Sequence[Conversation], set_in: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the problems set in classes, each with its class, that a learner has begun on their own and not there."""
    alone = {talk.problem for talk in talks if talk.class_id is None}
    there = {(talk.class_id, talk.problem) for talk in talks}
    return {each for each in set_in if each[1] in alone and each not in there}


@router.get("/problems/{problem_id}", responses=documented(303, 401, 404))
async def begin(
    request: Request, studio: TheStudio, account: SignedIn, problem_id: str, class_id: Annotated[str, Query(max_length=64)] = ""
) -> HTMLResponse:
    """Show a problem, with room for an attempt."""
    problem = await visible_problem(studio, account, problem_id)
    if problem is None:
        raise missing("problem")
    notice = (await solved(problem)).notice
    classroom = await _class_of(studio, account, class_id)
    return page(
        request, "learner/begin.html.jinja", problem=problem, figure=figure_svg(problem), notice=notice, classroom=classroom
    )


async def _class_of(studio: Studio, account: Account, asked: str) -> Classroom | None:
    """Return the class that a new conversation belongs to; None: the learner is on their own."""
    classes = await studio.store.classes.of_learner(account.id)
    return next((each for each in classes if each.id == asked), None) or _watched(classes)


@router.get("/problems/{problem_id}/figure.svg", responses=documented(303, 401, 404))
async def figure(studio: TheStudio, account: SignedIn, problem_id: str) -> Response:
    """Return a problem's figure, for lists."""
    problem = await visible_problem(studio, account, problem_id)
    drawn = figure_svg(problem, width=LIST_WIDTH) if problem is not None else None
    if drawn is None:
        raise missing("figure")
    return Response(str(drawn), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


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
    if (lines := len(attempt.splitlines())) > _MOST_LINES:
        raise HTTPException(422, f"Your attempt has {lines} lines. Keep the {_MOST_LINES} that matter most.")
    found = await visible_problem(studio, account, problem)
    if found is None:
        raise missing("problem")
    chosen = tutor if tutor in studio.tutors.names else studio.tutors.names[0]
    classroom = await _class_of(studio, account, class_id)
    talk = await Talk.begin(
        studio,
        account.id,
        found,
        attempt,
        chosen,
        class_id=classroom.id if classroom is not None else None,
        language=account.language,
    )
    await studio.store.drafts.discard(account.id, f"attempt/{found.id}")
    await _step(talk)
    return RedirectResponse(f"/learn/talks/{talk.kept.row.id}", 303)


@router.get("/talks/{talk_id}", responses=documented(303, 401, 404))
async def talk_page(request: Request, studio: TheStudio, talk: OwnTalk) -> HTMLResponse:
    """Show a conversation; after its end with the proof and what was mended."""
    notice = (await talk.solution()).notice
    last = next((said.turn for said in reversed(talk.kept.turns) if isinstance(said.turn, TutorTurn)), None)
    figure = talk.problem.question.figure
    beside: dict[str, Any] = {
        "figure": figure_svg(talk.problem, last.highlights, last.highlights2) if last else figure_svg(talk.problem),
        "parts": parts_of(figure) if figure is not None else (),
        "reasons": REASONS,
        "notice": notice,
    }
    return page(request, "learner/talk.html.jinja", _shown(talk), **await _after(studio, talk), **beside)


@router.post("/talks/{talk_id}/say", responses=documented(401, 403, 404, 409, 422, 429))
async def say(
    request: Request,
    studio: TheStudio,
    account: SignedIn,
    talk: GoingOn,
    text: TextField,
    client_id: ClientIdField,
    marks: MarksField = "",
) -> HTMLResponse:
    """Take a message and return the new turns."""
    if not text:
        raise HTTPException(422, "Write something first.")
    take(studio.messages, account.id)
    kept = await _read_marks(marks, talk.problem.question.figure)
    pointed = resolved(text, marks_of(kept, talk.problem.question.figure), language_of(talk.dialogue))
    before = _place(talk, client_id)
    await _heard(talk, pointed.utterance, client_id, None if kept is None else {**kept, "said": text})
    return await _answered(request, studio, talk, before)


@router.post("/talks/{talk_id}/hint", responses=documented(401, 403, 404, 409, 422, 429))
async def hint(request: Request, studio: TheStudio, account: SignedIn, talk: GoingOn, client_id: ClientIdField) -> HTMLResponse:
    """Give the next hint; it needs no model, so it is there too while the tutor is away."""
    take(studio.messages, account.id)
    before = _place(talk, client_id)
    if not talk.awaits_tutor:
        await _heard(talk, hints.ASKED, client_id, None)
    return await _answered(request, studio, talk, before, with_hint=True)


@router.post("/talks/{talk_id}/answer", responses=documented(401, 403, 404, 429))
async def answer(request: Request, studio: TheStudio, account: SignedIn, talk: GoingOn) -> HTMLResponse:
    """Let the tutor answer what is not answered yet, since it failed or a teacher holds it."""
    take(studio.messages, account.id)
    # Whoever waits has seen all up to their own last message; the answer may have been said meanwhile.
    seen = next((said.number + 1 for said in reversed(talk.kept.turns) if said.body["role"] == "student"), 0)
    return await _answered(request, studio, talk, seen)


@router.post("/talks/{talk_id}/finish", responses=documented(303, 401, 403, 404))
async def finish(talk: OwnTalk) -> Response:
    """End the conversation."""
    if talk.kept.row.ended is None:
        await talk.finish()
    return RedirectResponse(f"/learn/talks/{talk.kept.row.id}", 303)


@router.post("/talks/{talk_id}/report", responses=documented(401, 403, 404, 422, 429))
async def report(
    studio: TheStudio,
    account: SignedIn,
    talk: OwnTalk,
    number: Annotated[int, Form(ge=0, lt=10_000)],
    reason: Annotated[Reason, Form()],
) -> HTMLResponse:
    """Note that a learner finds a reply wrong or worse."""
    take(studio.messages, account.id)
    if number >= len(talk.kept.turns):
        raise missing("reply")
    await studio.store.events.add("reported_reply", account.id, f"talk/{talk.kept.row.id}/turn/{number}", reason=reason)
    return HTMLResponse("<p>Thank you. A person will look at this reply.</p>")


@router.post("/talks/{talk_id}/delete", responses=documented(303, 401, 403, 404))
async def delete(studio: TheStudio, account: SignedIn, talk: OwnTalk) -> Response:
    """Delete a conversation with its tries and drafts."""
    await studio.store.conversations.delete(talk.kept.row.id)
    await studio.store.drafts.discard(account.id, f"talk/{talk.kept.row.id}")
    await studio.store.events.add("deleted_talk", account.id, f"talk/{talk.kept.row.id}")
    return RedirectResponse("/learn/data", 303)


@router.post("/talks/{talk_id}/sibling", responses=documented(303, 401, 403, 404))
async def sibling(studio: TheStudio, talk: OwnTalk) -> Response:
    """Lead to the try that follows a finished conversation at once."""
    tries = await studio.store.conversations.tries(conversation_id=talk.kept.row.id)
    if not tries:
        raise HTTPException(404, "A similar problem follows when this conversation has ended.")
    return RedirectResponse(f"/learn/tries/{tries[0].id}", 303)


@router.get("/tries/{try_id}", responses=documented(303, 401, 404))
async def try_page(request: Request, studio: TheStudio, row: OwnTry) -> HTMLResponse:
    """Show a sibling to solve without a tutor; after the answer with its proof."""
    return await _try_page(request, studio, row)


@router.post("/tries/{try_id}", responses=documented(401, 403, 404, 409, 422, 429))
async def answer_try(
    request: Request, studio: TheStudio, account: SignedIn, row: OwnTry, answer: LineField, working: TextField = ""
) -> HTMLResponse:
    """Take the first answer to a sibling."""
    take(studio.messages, account.id)
    if row.problem is None or row.due > now():
        raise HTTPException(409, "Open the problem first.")
    if row.answered is None:
        problem = await trying.opened(studio, row)
        is_right = await trying.judged(studio, problem, answer)
        if is_right is None:
            why = "This is no single value. Write one, like 42 or 3√5."
            return await _try_page(request, studio, row, why=why, answer=answer, working=working)
        row = await studio.store.conversations.answer_try(row.id, f"{answer}\n{working}".strip(), is_right=is_right) or row
        await studio.store.drafts.discard(account.id, f"try/{row.id}")
    return await _try_page(request, studio, row)


async def _try_page(
    request: Request, studio: TheStudio, row: Try, *, why: str = "", answer: str = "", working: str = ""
) -> HTMLResponse:
    shown: dict[str, Any] = {
        "row": row, "why": why, "answer": answer, "working": working,
        "problem": None, "figure": None, "steps": (), "missing": "", "is_due": row.due <= now(),
    }  # fmt: skip
    if shown["is_due"]:
        try:
            problem = await trying.opened(studio, row)
        except trying.NoSiblingError as error:
            return page(request, "learner/try.html.jinja", shown | {"missing": str(error)})
        shown |= {"problem": problem, "figure": figure_svg(problem)}
        if row.answered is not None:
            shown["steps"] = proof_view(await solved(problem))
    return page(request, "learner/try.html.jinja", shown, status=422 if why else 200)


@router.get("/data", responses=documented(303, 401))
async def data_page(request: Request, studio: TheStudio, account: SignedIn) -> HTMLResponse:
    """Show what is kept of the learner, to be taken away or deleted."""
    talks = await studio.store.conversations.with_turns(await studio.store.conversations.of(account_id=account.id))
    rows = await studio.store.conversations.tries(account_ids=[account.id])
    named = [(kept, await studio.problem(kept.row.problem)) for kept in talks]
    return page(request, "learner/data.html.jinja", talks=named, tries=rows)


@router.get("/data.json", response_class=JSONResponse, responses=documented(303, 401))
async def data_file(studio: TheStudio, account: SignedIn) -> Response:
    """Return what is kept of the learner as a file: conversations as they were seen, strokes, tries; no names of acts."""
    talks = await studio.store.conversations.with_turns(await studio.store.conversations.of(account_id=account.id))
    rows = await studio.store.conversations.tries(account_ids=[account.id])
    data = {
        "name": account.name,
        "since": account.created.isoformat(),
        "conversations": [
            {
                "problem": kept.row.problem,
                "begun": kept.row.started.isoformat(),
                "attempt": kept.row.attempt,
                "turns": [
                    {"who": said.body["role"], "said": said.turn.utterance, "at": said.created.isoformat(), "marks": said.marks}
                    for said in kept.turns
                ],
            }
            for kept in talks
        ],
        "tries": [
            {"due": row.due.isoformat(), "answer": row.answer, "is_right": row.is_right}
            for row in rows
            if row.answered is not None
        ],
    }
    return JSONResponse(data, headers={"Content-Disposition": 'attachment; filename="gnomon-my-data.json"'})


async def _read_marks(sent: str, figure: Figure | None) -> dict[str, Any] | None:
    """Return the marks that a pen layer sent, with the parts that they mean; None without any.

    Raises:
        HTTPException: 422 where they are none.
    """
    if not sent or figure is None:
        return None
    try:
        items = Marks.model_validate_json(sent).items
        # The page has shown what they mean; read here once more, they need not be believed, and ink made offline is read too.
        meant = await asyncio.to_thread(meant_by, figure, items)
    except ValueError as error:
        raise HTTPException(422, "The marks on the figure could not be read.") from error
    return {
        name: [each.model_dump(exclude_none=True) for each in listed] for name, listed in (("items", items), ("meant", meant))
    }


def _place(talk: Talk, client_id: str) -> int:
    """Return how many turns came before what is sent: all of them, or those before it where it was sent already."""
    return next((said.number for said in talk.kept.turns if said.client_id == client_id), len(talk.kept.turns))


async def _heard(talk: Talk, text: str, client_id: str, marks: dict[str, Any] | None) -> None:
    try:
        await talk.hear(text, client_id, marks)
    except OutOfStepError as error:
        raise HTTPException(409, f"Not sent: {error}. Load the page again; what you typed is kept.") from error


async def _answered(request: Request, studio: TheStudio, talk: Talk, before: int, *, with_hint: bool = False) -> HTMLResponse:
    stepped = await _step(talk, with_hint=with_hint)
    return page(request, "learner/said.html.jinja", _shown(talk, before), **await _after(studio, talk), stepped=stepped)


async def _step(talk: Talk, *, with_hint: bool = False) -> Stepped | None:
    """Take the tutor's step; None where the tutor cannot be asked now, and what was said is kept."""
    try:
        return await talk.answer(with_hint=with_hint)
    except (ModelError, NoProofError, UnreadableReplyError, TutorSpecError) as error:
        _LOG.warning("the tutor of %s does not answer: %s", talk.kept.row.id, error)
        return None
    except OutOfStepError:  # answered meanwhile, for another request
        return Stepped(None)


def _shown(talk: Talk, before: int = 0) -> dict[str, Any]:
    """Return the talk with its turns, without those ``before`` a place, which the page has already."""
    dialogue = talk.dialogue
    language = language_of(dialogue)
    return {
        "talk": talk.kept.row,
        "problem": talk.problem,
        "turns": [turn_view(said, talk.problem, language) for said in talk.kept.turns[before:]],
        "awaits_tutor": talk.awaits_tutor,
        "hints_taken": min(hints.hints_taken(dialogue), hint_levels()),
        "hint_levels": hint_levels(),
        "answer_address": f"/learn/talks/{talk.kept.row.id}/answer",
    }


async def _after(studio: TheStudio, talk: Talk) -> dict[str, Any]:
    """Return what is shown after the end: the outcome, the proof, what was mended, the tries. Nothing of it before."""
    if talk.kept.row.ended is None:
        return {"is_over": False, "outcome": "", "steps": (), "mended": (), "tries": ()}
    solution = await talk.solution()
    reader = reader_of(talk.problem, solution)

    async def found() -> Any:  # noqa: ANN401  # what was mended, worked out in the tutors' thread, where readers are used
        return mended(talk.dialogue, reader) if reader is not None else ()

    return {
        "is_over": True,
        "outcome": OUTCOMES.get(talk.kept.row.outcome or "not_solved", ""),  # type: ignore[call-overload]  # kept as text
        "steps": proof_view(solution),
        "mended": await studio.tutors.do(found()),
        "tries": await studio.store.conversations.tries(conversation_id=talk.kept.row.id),
    }
