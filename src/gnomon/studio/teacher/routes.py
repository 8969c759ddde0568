"""The teacher's classes: made, renamed, their codes, learners and problems, what came of them, and what is taken out."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time
from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gnomon.judge.embedded import turns_told
from gnomon.store import Account, Classroom
from gnomon.studio.access import Teacher
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import Line, LineField
from gnomon.studio.learner.views import figure_svg
from gnomon.studio.linking import invitation_url
from gnomon.studio.rendering import page
from gnomon.studio.studio import Studio, TheStudio
from gnomon.studio.teacher.choosing import ONCE, chosen_problems, topics
from gnomon.studio.teacher.exporting import dialogues_of, outcomes_of
from gnomon.studio.teacher.overview import STATES, complaints_in, ideas_in, overview_of, title_of
from gnomon.studio.teacher.owning import OwnClass, OwnLearner, OwnTalk, assignable, classes_of
from gnomon.studio.teacher.reading import reading_of
from gnomon.studio.teacher.replaying import moments, tried
from gnomon.studio.teacher.supervising import waiting_for

router = APIRouter(prefix="/teach", tags=["teacher"], default_response_class=HTMLResponse)

_MOST_ASSIGNED = 100
"""Problems of a class at a time: a table of more columns nobody reads."""
_MOST_READ = 30
"""Conversations that are read anew for a page: one or two seconds of the thread in which tutors answer learners."""
_LONGEST_WAIT = 3600
"""Seconds that a turn may wait for a teacher: longer than a lesson, nobody sits before the page."""


@router.get("", responses=documented(303, 401, 403))
async def classes(request: Request, studio: TheStudio, account: Teacher) -> HTMLResponse:
    """List the classes."""
    found = await classes_of(studio, account)
    sizes = {each.id: len(await studio.store.classes.learners(each.id)) for each in found}
    waiting = await waiting_for(studio, account)
    return page(request, "teacher/classes.html.jinja", classes=found, sizes=sizes, num_waiting=len(waiting))


@router.post("/classes", responses=documented(303, 401, 403, 422))
async def make_class(studio: TheStudio, account: Teacher, name: LineField) -> Response:
    """Make a class."""
    classroom = await studio.store.classes.make(account.id, _required(name))
    await studio.store.events.add("made_class", account.id, f"class/{classroom.id}")
    return _to(classroom, "/settings")


@router.get("/classes/{class_id}", responses=documented(303, 401, 403, 404))
async def overview(request: Request, studio: TheStudio, classroom: OwnClass) -> HTMLResponse:
    """Show each learner with each problem."""
    seen = await overview_of(studio, classroom)
    complaints = await complaints_in(studio, classroom, [row.learner for row in seen.rows])
    return page(request, "teacher/overview.html.jinja", classroom=classroom, overview=seen, states=STATES, complaints=complaints)


@router.get("/classes/{class_id}/ideas", responses=documented(303, 401, 403, 404))
async def ideas(request: Request, studio: TheStudio, classroom: OwnClass) -> HTMLResponse:
    """Show the ideas found in the class, with the lines that show them; to htmx without the page around them."""
    members = await studio.store.classes.learners(classroom.id)
    read = await ideas_in(studio, classroom, members, most_new=_MOST_READ)
    part = "part" if request.headers.get("hx-request") else "page"
    return page(request, f"teacher/ideas-{part}.html.jinja", classroom=classroom, found=read.found, num_unread=read.num_unread)


@router.get("/classes/{class_id}/code", responses=documented(303, 401, 403, 404))
async def code(request: Request, classroom: OwnClass) -> HTMLResponse:
    """Show the code large, for the board."""
    return page(request, "teacher/code.html.jinja", classroom=classroom, address=f"{request.base_url}class")


@router.get("/classes/{class_id}/settings", responses=documented(303, 401, 403, 404))
async def settings(request: Request, classroom: OwnClass) -> HTMLResponse:
    """Show what can be set."""
    return page(request, "teacher/settings.html.jinja", classroom=classroom, longest_wait=_LONGEST_WAIT)


@router.post("/classes/{class_id}/rename", responses=documented(303, 401, 403, 404, 422))
async def rename(studio: TheStudio, account: Teacher, classroom: OwnClass, name: LineField) -> Response:
    """Give a class another name."""
    return await _changed(studio, account, classroom, "renamed_class", name=_required(name))


@router.post("/classes/{class_id}/code", responses=documented(303, 401, 403, 404, 422))
async def change_code(
    studio: TheStudio, account: Teacher, classroom: OwnClass, action: Annotated[Literal["renew", "close"], Form()]
) -> Response:
    """Give a class another code, or none: the old one is worth nothing then."""
    await studio.store.classes.renew_code(classroom.id, is_open=action == "renew")
    return await _changed(studio, account, classroom, "renewed_code" if action == "renew" else "closed_code")


@router.post("/classes/{class_id}/supervision", responses=documented(303, 401, 403, 404, 422))
async def supervise(
    studio: TheStudio,
    account: Teacher,
    classroom: OwnClass,
    wait_seconds: Annotated[int, Form(ge=1, le=_LONGEST_WAIT)],
    on_timeout: Annotated[Literal["send", "hold"], Form()],
    is_supervised: Annotated[bool, Form()] = False,  # noqa: FBT002  # a box of a form
) -> Response:
    """Let each turn of a tutor wait for the teacher, or no longer."""
    values = {"is_supervised": is_supervised, "wait_seconds": wait_seconds, "on_timeout": on_timeout}
    return await _changed(studio, account, classroom, "set_supervision", **values)


@router.post("/classes/{class_id}/delete", responses=documented(303, 401, 403, 404, 422))
async def delete_class(studio: TheStudio, account: Teacher, classroom: OwnClass, confirm: LineField) -> Response:
    """Drop a class; its learners keep their conversations."""
    if confirm != classroom.name:
        raise HTTPException(422, f"Type the name of the class, {classroom.name}, to delete it.")
    await studio.store.classes.delete(classroom.id)
    await studio.store.events.add("deleted_class", account.id, f"class/{classroom.id}")
    return RedirectResponse("/teach", 303)


@router.get("/classes/{class_id}/learners", responses=documented(303, 401, 403, 404))
async def learners(request: Request, studio: TheStudio, account: Teacher, classroom: OwnClass) -> HTMLResponse:
    """List the learners."""
    return await _learners(request, studio, account, classroom)


@router.post("/classes/{class_id}/learners", responses=documented(303, 401, 403, 404, 422))
async def add_learner(
    request: Request, studio: TheStudio, account: Teacher, classroom: OwnClass, name: LineField
) -> HTMLResponse:
    """Make an account for a learner, and show its link this once."""
    learner = await studio.store.accounts.make(_required(name), "learner")
    await studio.store.classes.join(classroom.id, learner.id)
    await studio.store.events.add("added_learner", account.id, f"class/{classroom.id}", learner=learner.id)
    return await _with_link(request, studio, account, classroom, learner)


@router.get("/classes/{class_id}/learners/{learner_id}", responses=documented(303, 401, 403, 404))
async def learner_page(request: Request, studio: TheStudio, classroom: OwnClass, learner: OwnLearner) -> HTMLResponse:
    """Show what one learner did in the class."""
    seen = await overview_of(studio, classroom)
    row = next(row for row in seen.rows if row.learner.id == learner.id)
    talks = await studio.store.conversations.of(class_id=classroom.id)
    own = [(talk, await title_of(studio, talk.problem)) for talk in talks if talk.account_id == learner.id]
    found = (await ideas_in(studio, classroom, [learner])).found
    return page(
        request, "teacher/learner.html.jinja", classroom=classroom, learner=learner, columns=seen.columns, cells=row.cells,
        talks=own, found=found, states=STATES,
    )  # fmt: skip


@router.post("/classes/{class_id}/learners/{learner_id}/remove", responses=documented(303, 401, 403, 404))
async def remove_learner(studio: TheStudio, account: Teacher, classroom: OwnClass, learner: OwnLearner) -> Response:
    """Take a learner out of the class; what they said there is theirs, and out of the teacher's sight."""
    await studio.store.classes.leave(classroom.id, learner.id)
    await studio.store.events.add("removed_learner", account.id, f"class/{classroom.id}", learner=learner.id)
    return _to(classroom, "/learners")


@router.post("/classes/{class_id}/learners/{learner_id}/link", responses=documented(303, 401, 403, 404))
async def personal_link(
    request: Request, studio: TheStudio, account: Teacher, classroom: OwnClass, learner: OwnLearner
) -> HTMLResponse:
    """Show a link, this once, by which a learner who lost theirs signs in."""
    if not await _may_link(studio, account, learner):
        raise HTTPException(
            403, "Who signs in by a password, or is in another teacher's class too, gets a link of an administrator."
        )
    return await _with_link(request, studio, account, classroom, learner)


@router.get("/classes/{class_id}/problems", responses=documented(303, 401, 403, 404, 422))
async def problems(
    request: Request,
    studio: TheStudio,
    account: Teacher,
    classroom: OwnClass,
    q: Annotated[Line, Query()] = "",
    topic: Annotated[Line, Query()] = "",
    start: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> HTMLResponse:
    """Show what the class was given, and find problems by title, text and topic."""
    assigned = [(each, await title_of(studio, each.problem)) for each in await studio.store.classes.assignments(classroom.id)]
    found = await chosen_problems(studio, account, q, topic)
    return page(
        request, "teacher/problems.html.jinja", classroom=classroom, assigned=assigned, found=found[start : start + ONCE],
        num_found=len(found), topics=topics(), q=q, topic=topic, start=start, once=ONCE,
        today=datetime.now(UTC).date(), has={each.problem for each, _ in assigned},
    )  # fmt: skip


@router.post("/classes/{class_id}/problems", responses=documented(303, 401, 403, 404, 409, 422))
async def assign(
    studio: TheStudio,
    account: Teacher,
    classroom: OwnClass,
    problem: Annotated[list[Line], Form(max_length=_MOST_ASSIGNED)],
    due: Annotated[date | None, Form()] = None,
) -> Response:
    """Give the class problems, or those it has another due date: the end of that day, in UTC."""
    chosen = [await assignable(studio, account, each) for each in problem]
    known = {each.problem for each in await studio.store.classes.assignments(classroom.id)}
    if len(known | {each.id for each in chosen}) > _MOST_ASSIGNED:
        raise HTTPException(409, f"A class has at most {_MOST_ASSIGNED} problems at a time: take some back first.")
    for each in chosen:
        await studio.store.classes.assign(classroom.id, each.id, datetime.combine(due, time.max, UTC) if due else None)
    await studio.store.events.add("assigned", account.id, f"class/{classroom.id}", problems=[each.id for each in chosen])
    return _to(classroom, "/problems")


@router.post("/classes/{class_id}/problems/remove", responses=documented(303, 401, 403, 404, 422))
async def unassign(studio: TheStudio, account: Teacher, classroom: OwnClass, problem: LineField) -> Response:
    """Take a problem back."""
    await studio.store.classes.unassign(classroom.id, problem)
    await studio.store.events.add("unassigned", account.id, f"class/{classroom.id}", problem=problem)
    return _to(classroom, "/problems")


@router.get("/classes/{class_id}/dialogues.jsonl", response_class=Response, responses=documented(303, 401, 403, 404))
async def dialogues(studio: TheStudio, account: Teacher, classroom: OwnClass) -> Response:
    """Give the dialogues of a class as gnomon reads them."""
    await studio.store.events.add("exported", account.id, f"class/{classroom.id}", what="dialogues")
    return _file(await dialogues_of(studio, classroom), "application/jsonl", "dialogues.jsonl")


@router.get("/classes/{class_id}/outcomes.csv", response_class=Response, responses=documented(303, 401, 403, 404))
async def outcomes(studio: TheStudio, account: Teacher, classroom: OwnClass) -> Response:
    """Give the outcomes of a class as a table."""
    await studio.store.events.add("exported", account.id, f"class/{classroom.id}", what="outcomes")
    return _file(await outcomes_of(studio, classroom), "text/csv", "outcomes.csv")


@router.get("/talks/{talk_id}", responses=documented(303, 401, 403, 404, 422))
async def replay(
    request: Request,
    studio: TheStudio,
    talk: OwnTalk,
    turn: Annotated[int | None, Query(ge=0, le=1000)] = None,
    judge: Literal["embedded"] | None = None,
) -> HTMLResponse:
    """Replay a conversation: all of its turns, with the figure as it was at one of them; the embedded judge's labels if asked."""
    problem = await studio.problem(talk.row.problem)
    if problem is None:
        raise missing("problem any more")
    reading = await reading_of(studio, talk)
    held = await studio.store.conversations.held_in(talk.row.id)
    learner = await studio.store.accounts.get(talk.row.account_id)
    classroom = await studio.store.classes.get(talk.row.class_id or "")
    if learner is None or classroom is None:
        raise missing("conversation any more")
    reported = [each for each in await complaints_in(studio, classroom, [learner]) if each.talk_id == talk.row.id]
    complaints = {each.number: each.reason for each in reported}
    spoken = [said.turn for said in talk.turns]
    judged = await asyncio.to_thread(turns_told, problem.question.text, talk.row.attempt, spoken) if judge else {}
    shown = await asyncio.to_thread(moments, problem, talk.turns, reading, held, complaints, judged)
    current = min(len(shown) - 1, turn if turn is not None else 0)
    return page(
        request, "teacher/replay.html.jinja", talk=talk.row, problem=problem, learner=learner, moments=shown, current=current,
        judge=judge, reading=reading, states=STATES, figure=shown[current].figure if shown else figure_svg(problem),
        tries=tried(await studio.store.conversations.tries(conversation_id=talk.row.id)),
    )  # fmt: skip


async def _changed(studio: Studio, account: Account, classroom: Classroom, kind: str, **values: object) -> Response:
    await studio.store.classes.change(classroom.id, **values)
    await studio.store.events.add(kind, account.id, f"class/{classroom.id}")
    return _to(classroom, "/settings")


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _to(classroom: Classroom, place: str) -> Response:
    return RedirectResponse(f"/teach/classes/{classroom.id}{place}", 303)


def _required(name: str) -> str:
    if not name:
        raise HTTPException(422, "Give it a name.")
    return name


async def _may_link(studio: Studio, account: Account, learner: Account) -> bool:
    """Say whether a teacher may sign somebody in: a learner who has no other way, and no other teacher.

    A link is as good as the account itself, and opens whatever it may see.
    """
    teachers = {each.teacher_id for each in await studio.store.classes.of_learner(learner.id)}
    is_only_theirs = account.role == "admin" or teachers == {account.id}
    return learner.role == "learner" and learner.login_name is None and is_only_theirs


async def _with_link(request: Request, studio: Studio, account: Account, classroom: Classroom, learner: Account) -> HTMLResponse:
    token = await studio.store.accounts.invite("learner", made_by=account.id, account_id=learner.id)
    await studio.store.events.add("made_link", account.id, f"class/{classroom.id}", learner=learner.id)
    return await _learners(request, studio, account, classroom, linked=learner, link=invitation_url(request, token))


async def _learners(
    request: Request,
    studio: Studio,
    account: Account,
    classroom: Classroom,
    *,
    linked: Account | None = None,
    link: str = "",
) -> HTMLResponse:
    found = await studio.store.classes.learners(classroom.id)
    may_link = {each.id for each in found if await _may_link(studio, account, each)}
    return page(
        request, "teacher/learners.html.jinja", classroom=classroom, learners=found, may_link=may_link, linked=linked, link=link
    )
