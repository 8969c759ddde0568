"""The reviewers' routes: batches, who annotates them, the queue, agreement, exports."""

from __future__ import annotations

import asyncio
import math
from itertools import chain
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, File, Form, HTTPException, Query, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gnomon.corpus.exchange import ExchangeError
from gnomon.datasets import WrongFileError
from gnomon.metrics import MissingExtraError
from gnomon.models import ModelAddressError
from gnomon.problem import bank
from gnomon.store import Account, Batch, KeptItem, Remark, ReviewState
from gnomon.student import UnknownStudentError
from gnomon.studio.access import Reviewer
from gnomon.studio.annotation import PLAIN, OverlapQuota, debrief_questions, measure_agreement
from gnomon.studio.annotator.options import Options
from gnomon.studio.annotator.students import check_student
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import ClientIdField, LineField, TextField
from gnomon.studio.pointing import visible_problem
from gnomon.studio.problems import problem_of_start
from gnomon.studio.rendering import page
from gnomon.studio.review.batches import Gathered, from_bank, from_rows, rows_of
from gnomon.studio.review.exporting import FormatName, Which, archive_of, records_of
from gnomon.studio.review.views import batch_page_view, interviews_view, item_page_view, new_batch_view, queue_view
from gnomon.studio.studio import Studio, TheStudio

router = APIRouter(prefix="/review", tags=["review"], default_response_class=HTMLResponse)

_LARGEST_FILE = 20_000_000
"""Bytes of a file of dialogues: GeoDial's text is a fraction of it."""
Money = Annotated[float, Form(ge=0, le=10_000, allow_inf_nan=False)]


async def _batch(studio: TheStudio, account: Reviewer, batch_id: str) -> Batch:  # noqa: ARG001
    found = await studio.store.annotation.batch(batch_id)
    if found is None:
        raise missing("batch")
    return found


async def _item(studio: TheStudio, account: Reviewer, item_id: str) -> KeptItem:
    """Return a dialogue that is, or was, handed in; none about an attempt that the reviewer still annotates."""
    annotation = studio.store.annotation
    found = await annotation.item(item_id)
    if found is None or (found.row.submitted is None and found.row.state != "returned"):
        raise missing("dialogue")
    batch = await annotation.batch(found.row.batch_id)
    if batch is not None and await annotation.member(batch.id, account.id) is not None:
        own = await annotation.listed(batch_id=batch.id, account_id=account.id)
        is_at_it = any(each.start.id == found.start.id and each.row.submitted is None for each in own)
        _, held = await annotation.held(batch.id)
        may_come = Options.of(batch).overlap.next_items(account.id, [found.start.id], held, 1)
        if found.row.account_id != account.id and (is_at_it or may_come):
            raise HTTPException(403, "You annotate this attempt yourself: hand in yours before you look at another's.")
    return found


TheBatch = Annotated[Batch, Depends(_batch)]
TheItem = Annotated[KeptItem, Depends(_item)]


@router.get("", responses=documented(303, 401, 403, 422))
async def queue(
    request: Request,
    studio: TheStudio,
    account: Reviewer,  # noqa: ARG001
    state: ReviewState | None = None,
    batch: Annotated[str, Query(max_length=64)] = "",
) -> HTMLResponse:
    """List what was handed in, by state; without one, what waits for a reviewer."""
    return page(request, "review/queue.html.jinja", await queue_view(studio, state, batch))


@router.get("/batches", responses=documented(303, 401, 403))
async def batches(request: Request, studio: TheStudio, account: Reviewer) -> HTMLResponse:  # noqa: ARG001
    """List the batches, with a form for a new one."""
    return page(request, "review/batches.html.jinja", await new_batch_view(studio))


@router.post("/batches", responses=documented(303, 401, 403, 413, 422))
async def make_batch(  # noqa: PLR0913  # one parameter a field of the form
    *,
    studio: TheStudio,
    account: Reviewer,
    name: LineField,
    student: LineField,
    consent: Annotated[str, Form(max_length=20_000)],
    topics: Annotated[list[str], Form()] = [],  # noqa: B006  # FastAPI copies it
    per_problem: Annotated[int, Form(ge=1, le=20)] = 1,
    seed: Annotated[int, Form(ge=0, le=2**31)] = 0,
    dialogues: Annotated[UploadFile | None, File()] = None,
    raters: Annotated[int, Form(ge=1, le=20)] = 2,
    overlap_percent: Annotated[int, Form(ge=0, le=100)] = 10,
    proposers: Annotated[list[str], Form()] = [],  # noqa: B006  # as above
    first_round: Annotated[int, Form(ge=1, le=100)] = 2,
    has_onboarding: Annotated[bool, Form()] = False,  # a box that is not ticked is not sent
    currency: LineField = "EUR",
    onboarding_pay: Money = 0,
    dialogue_pay: Money = 0,
    bonus: Money = 0,
    most_bonuses: Annotated[int, Form(ge=0, le=1000)] = 20,
) -> Response:
    """Make a batch of wrong attempts."""
    try:
        check_student(student)
    except (UnknownStudentError, ModelAddressError) as error:
        raise HTTPException(422, f"{error}.") from error
    chosen = [proposer for proposer in proposers if proposer]
    there = (PLAIN, *studio.tutors.names)
    if unknown := [proposer for proposer in chosen if proposer not in there]:
        raise HTTPException(422, f"There is no proposer {unknown[0]!r} here; there are: {', '.join(there)}.")
    if not name or not consent.strip():
        raise HTTPException(422, "Give the batch a name, and a text that annotators agree to.")
    gathered = await _gathered(studio, account, dialogues, student, topics, per_problem=per_problem, seed=seed)
    if not gathered.starts:
        raise HTTPException(422, "No attempt was found. " + " ".join(f"{line}." for line in gathered.left_out[:3]))
    options = Options(
        proposers=tuple(chosen),
        student=student,
        overlap=OverlapQuota(share=overlap_percent / 100, raters=raters, seed=seed),
        first_round=first_round,
        has_onboarding=has_onboarding,
        currency=currency[:8] or "EUR",
        onboarding_cents=_cents(onboarding_pay),
        dialogue_cents=_cents(dialogue_pay),
        bonus_cents=_cents(bonus),
        most_bonuses=most_bonuses,
        consent=consent.strip().replace("\x00", ""),
    )
    batch = await studio.store.annotation.make_batch(
        Batch(name=name, made_by=account.id, options=options.model_dump(mode="json")), gathered.starts
    )
    await studio.store.events.add(
        "made_batch", account.id, f"annotation/{batch.id}", attempts=len(gathered.starts), left_out=list(gathered.left_out[:50])
    )
    return RedirectResponse(f"/review/batches/{batch.id}", 303)


async def _gathered(
    studio: Studio,
    account: Account,
    dialogues: UploadFile | None,
    student: str,
    topics: list[str],
    *,
    per_problem: int,
    seed: int,
) -> Gathered:
    if dialogues is None or not dialogues.filename:
        return await asyncio.to_thread(from_bank, topics, per_problem=per_problem, seed=seed)
    content = await dialogues.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise HTTPException(413, f"This file is larger than {_LARGEST_FILE // 10**6} MB. Part it into several batches.")
    try:
        loaded = await asyncio.to_thread(rows_of, content)
    except WrongFileError as error:
        raise HTTPException(422, f"{error}.") from error
    named = {row.dialogue.problem for row in loaded.items}
    found = {name: await visible_problem(studio, account, name) for name in named}
    known = {name: problem for name, problem in found.items() if problem is not None}
    own = [await studio.store.problems.get(name) for name in known.keys() - bank().keys()]
    sources = {each.id: each.source for each in own if each is not None}
    return await asyncio.to_thread(from_rows, loaded, student, known, sources)


def _cents(amount: float) -> int:
    return math.floor(100 * amount + 0.5)


@router.get("/batches/{batch_id}", responses=documented(303, 401, 403, 404))
async def batch_page(request: Request, studio: TheStudio, batch: TheBatch) -> HTMLResponse:
    """Show a batch: its attempts, who annotates it, how far they are."""
    return page(request, "review/batch.html.jinja", await batch_page_view(studio, batch), link="")


@router.post("/batches/{batch_id}/annotators", responses=documented(401, 403, 404, 422))
async def invite(
    request: Request, studio: TheStudio, account: Reviewer, batch: TheBatch, name: LineField = "", known: LineField = ""
) -> HTMLResponse:
    """Add an annotator: one who is known, or a new one, whose link is shown this once."""
    accounts, link = studio.store.accounts, ""
    if known:
        there = await accounts.get(known)
        if there is None or there.role not in {"annotator", "reviewer", "admin"}:
            raise HTTPException(422, "There is no such annotator.")
    elif name:
        there = await accounts.make(name, "annotator")
        token = await accounts.invite("annotator", made_by=account.id, account_id=there.id)
        link = f"{request.base_url}join/{token}"
    else:
        raise HTTPException(422, "Choose an annotator, or type the name of a new one.")
    await studio.store.annotation.join(batch.id, there.id)
    await studio.store.events.add("added_annotator", account.id, f"annotation/{batch.id}", annotator=there.id)
    return page(request, "review/batch.html.jinja", await batch_page_view(studio, batch), link=link)


@router.post("/batches/{batch_id}/annotators/{annotator_id}/round", responses=documented(303, 401, 403, 404, 422))
async def invite_on(
    studio: TheStudio, account: Reviewer, batch: TheBatch, annotator_id: str, to: Annotated[Literal["more", "ended"], Form()]
) -> Response:
    """Invite an annotator to more after the first round, or to no more."""
    if await studio.store.annotation.member(batch.id, annotator_id) is None:
        raise missing("annotator")
    await studio.store.annotation.invite_on(batch.id, annotator_id, to)
    await studio.store.events.add("invited_on", account.id, f"annotation/{batch.id}", annotator=annotator_id, to=to)
    return RedirectResponse(f"/review/batches/{batch.id}", 303)


@router.post("/batches/{batch_id}/close", responses=documented(303, 401, 403, 404))
async def close(studio: TheStudio, account: Reviewer, batch: TheBatch) -> Response:
    """Let nobody begin another dialogue of a batch."""
    await studio.store.annotation.close_batch(batch.id)
    await studio.store.events.add("closed_batch", account.id, f"annotation/{batch.id}")
    return RedirectResponse(f"/review/batches/{batch.id}", 303)


@router.get(
    "/batches/{batch_id}/export",
    responses=documented(303, 401, 403, 404, 422) | {200: {"content": {"application/zip": {}}}},
    response_class=Response,
)
async def export(
    studio: TheStudio,
    account: Reviewer,
    batch: TheBatch,
    format: FormatName,  # noqa: A002  # as the address has it
    which: Which = "accepted",
) -> Response:
    """Download the dialogues of a batch as an archive; those of annotators who withdrew are left out."""
    records = list(chain.from_iterable((await records_of(studio, batch, which)).values()))
    if not records:
        raise HTTPException(422, "There is no such dialogue yet.")
    try:
        content = await asyncio.to_thread(archive_of, records, format)
    except (ExchangeError, MissingExtraError) as error:
        raise HTTPException(422, f"{error}.") from error
    await studio.store.events.add("exported", account.id, f"annotation/{batch.id}", format=format, dialogues=len(records))
    name = f"batch-{batch.id[:8]}-{format}.zip"
    return Response(content, media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/batches/{batch_id}/agreement", responses=documented(303, 401, 403, 404))
async def agreement(request: Request, studio: TheStudio, batch: TheBatch) -> HTMLResponse:
    """Show how far annotators agree about the attempts that several of them talked about."""
    by_start = await records_of(studio, batch, "submitted")
    report = await asyncio.to_thread(measure_agreement, list(by_start.values()))
    return page(request, "review/agreement.html.jinja", batch=batch, report=report, questions=debrief_questions())


@router.get("/batches/{batch_id}/interviews", responses=documented(303, 401, 403, 404))
async def interviews(request: Request, studio: TheStudio, batch: TheBatch) -> HTMLResponse:
    """Show the answers of the exit interviews, with the ratings by rater."""
    return page(request, "review/interviews.html.jinja", await interviews_view(studio, batch))


@router.get("/items/{item_id}", responses=documented(303, 401, 403, 404))
async def item_page(request: Request, studio: TheStudio, item: TheItem) -> HTMLResponse:
    """Show a dialogue to review; a new one is then in review."""
    await studio.store.annotation.look_into(item.row.id)
    problem = await problem_of_start(studio.store, item.start)
    if problem is None:
        raise HTTPException(404, "The problem of this dialogue is no more.")
    return page(request, "review/item.html.jinja", await item_page_view(studio, item, problem))


@router.post("/items/{item_id}/remarks", responses=documented(303, 401, 403, 404, 422))
async def remark(
    studio: TheStudio,
    account: Reviewer,
    item: TheItem,
    text: TextField,
    client_id: ClientIdField,
    turn: Annotated[int | None, Form(ge=0)] = None,
) -> Response:
    """Comment on a turn, or on the whole dialogue."""
    if not text:
        raise HTTPException(422, "Write something first.")
    if turn is not None and turn >= len(item.turns):
        raise HTTPException(422, "There is no such turn.")
    await studio.store.annotation.remark(
        Remark(item_id=item.row.id, reviewer_id=account.id, turn=turn, words=text, client_id=client_id)
    )
    place = f"#turn-{turn}" if turn is not None else ""
    return RedirectResponse(f"/review/items/{item.row.id}{place}", 303)


@router.post("/items/{item_id}/remarks/{remark_id}/drop", responses=documented(303, 401, 403, 404))
async def drop_remark(studio: TheStudio, account: Reviewer, item: TheItem, remark_id: str) -> Response:  # noqa: ARG001
    """Drop a comment that the annotator has not seen."""
    await studio.store.annotation.drop_remark(item.row.id, remark_id)
    return RedirectResponse(f"/review/items/{item.row.id}", 303)


@router.post("/items/{item_id}/verdict", responses=documented(303, 401, 403, 404, 409, 422))
async def decide(
    studio: TheStudio, account: Reviewer, item: TheItem, state: Annotated[Literal["accepted", "returned", "rejected"], Form()]
) -> Response:
    """Accept a dialogue, send it back with the comments, or leave it out."""
    if item.row.account_id == account.id:
        raise HTTPException(403, "This dialogue is your own: somebody else reviews it.")
    if not await studio.store.annotation.decide(item.row.id, account.id, state):
        raise HTTPException(409, "The annotator is at this dialogue again; it can be decided when it is handed in.")
    await studio.store.events.add("reviewed", account.id, f"annotation/{item.row.id}", state=state)
    return RedirectResponse("/review", 303)
