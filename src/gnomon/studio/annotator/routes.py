"""The annotator's routes: batches, consent, onboarding, dialogues, what is earned."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel

from gnomon.algebra import ElementNameError
from gnomon.dialogue import Outcome
from gnomon.models import ModelError
from gnomon.store import Batch, Choose, Entry, Member, OutOfStepError
from gnomon.student import AttemptError
from gnomon.studio.access import Annotator, take
from gnomon.studio.annotation import QuizResult, debrief_questions, interview_questions, onboarding
from gnomon.studio.annotator.desk import Desk, Move, RuleError, WrittenTurn, draft_place, proposals_of
from gnomon.studio.annotator.earning import earned
from gnomon.studio.annotator.options import Options
from gnomon.studio.annotator.progress import Standing, standing_of
from gnomon.studio.annotator.views import OUTCOMES, batch_view, item_view, ledger_view, onboarding_pages
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import LineField, clean
from gnomon.studio.problems import problem_of_start
from gnomon.studio.rendering import page
from gnomon.studio.studio import Studio, TheStudio

router = APIRouter(prefix="/annotate", tags=["annotation"], default_response_class=HTMLResponse)
_LOG = logging.getLogger(__name__)
MOST_NOTE = 10_000
"""Letters of an answer to a closing question."""
Mark = Annotated[int, Form(ge=1, le=5)]
"""Of a question of the debrief."""


@dataclass(frozen=True)
class Part:
    """An annotator's part in a batch."""

    member: Member
    batch: Batch
    options: Options
    standing: Standing


async def _own_part(studio: TheStudio, account: Annotator, batch_id: str) -> Part:
    """Return one's own part in a batch; a batch that one was not invited to is as good as none."""
    member = await studio.store.annotation.member(batch_id, account.id)
    batch = await studio.store.annotation.batch(batch_id)
    if member is None or batch is None:
        raise missing("batch")
    return await _part(studio, member, batch)


async def _part(studio: Studio, member: Member, batch: Batch) -> Part:
    annotation, options = studio.store.annotation, Options.of(batch)
    items = await annotation.listed(batch_id=batch.id, account_id=member.account_id)
    has_more = _chooser(options, member)(*await annotation.held(batch.id)) is not None
    return Part(member, batch, options, standing_of(member, batch, options, items, has_more=has_more))


def _chooser(options: Options, member: Member) -> Choose:
    """Return what chooses the next attempt of an annotator."""

    def chosen(starts: list[str], held: dict[str, list[str]]) -> str | None:
        return next(iter(options.overlap.next_items(member.account_id, starts, held, 1)), None)

    return chosen


OwnPart = Annotated[Part, Depends(_own_part)]


async def _own_desk(studio: TheStudio, account: Annotator, item_id: str) -> Desk:
    """Return one of the annotator's own dialogues; another's is as good as none."""
    kept = await studio.store.annotation.item(item_id)
    if kept is None or kept.row.account_id != account.id:
        raise missing("dialogue")
    member = await studio.store.annotation.member(kept.row.batch_id, account.id)
    if member is None or member.withdrawn is not None:
        raise HTTPException(403, "You have withdrawn from this batch.")
    batch, problem = await studio.store.annotation.batch(kept.row.batch_id), await problem_of_start(studio.store, kept.start)
    if batch is None or problem is None:
        raise HTTPException(404, "The problem of this dialogue is no more.")
    return Desk(studio, kept, problem, Options.of(batch))


OwnDesk = Annotated[Desk, Depends(_own_desk)]


@router.get("", responses=documented(303, 401, 403))
async def batches(request: Request, studio: TheStudio, account: Annotator) -> HTMLResponse:
    """List the batches that one annotates."""
    parts = [await _part(studio, member, batch) for member, batch in await studio.store.annotation.batches_of(account.id)]
    return page(request, "annotator/batches.html.jinja", parts=parts)


@router.get("/batches/{batch_id}", responses=documented(303, 401, 403, 404))
async def batch_page(request: Request, studio: TheStudio, part: OwnPart) -> HTMLResponse:
    """Show what is to be done in a batch, and what was."""
    return page(request, "annotator/batch.html.jinja", await batch_view(studio, part.member, part.batch), part=part)


@router.post("/batches/{batch_id}/consent", responses=documented(303, 401, 403, 404, 409, 422))
async def agree(studio: TheStudio, account: Annotator, part: OwnPart, version: LineField) -> Response:
    """Agree to the text that was shown."""
    if part.member.consented is not None:
        raise HTTPException(409, part.standing.why)
    if version != part.options.consent_version:
        raise HTTPException(422, "The text has changed. Read it again before you agree.")
    await studio.store.annotation.agree(part.batch.id, account.id, version)
    await studio.store.events.add("agreed", account.id, f"annotation/{part.batch.id}", version=version)
    return _to_batch(part.batch.id)


@router.post("/batches/{batch_id}/withdraw", responses=documented(303, 401, 403, 404, 422))
async def withdraw(
    studio: TheStudio, account: Annotator, part: OwnPart, confirm: LineField, *, erases: Annotated[bool, Form()] = False
) -> Response:
    """Take one's consent back."""
    if confirm.lower() != "withdraw":
        raise HTTPException(422, "Type the word withdraw to confirm.")
    await studio.store.annotation.withdraw(part.batch.id, account.id, erases=erases)
    await studio.store.events.add("withdrew", account.id, f"annotation/{part.batch.id}", erases=erases)
    return _to_batch(part.batch.id)


@router.get("/batches/{batch_id}/onboarding", responses=documented(303, 401, 403, 404))
async def onboarding_page(request: Request, studio: TheStudio, part: OwnPart) -> HTMLResponse:
    """Show how it is done: the group's video, pages, then the quiz."""
    return _onboarding(request, studio, part, {})


@router.get(
    "/onboarding-video",
    responses=documented(303, 401, 403, 404) | {200: {"content": {"video/*": {}}}, 206: {"description": "A part"}},
    response_class=FileResponse,
)
async def onboarding_video(studio: TheStudio, account: Annotator) -> FileResponse:  # noqa: ARG001
    """Send the group's video."""
    video = studio.settings.onboarding_video
    if video is None or not video.is_file():
        raise missing("video")
    return FileResponse(video)


@router.post("/batches/{batch_id}/quiz", responses=documented(303, 401, 403, 404, 409, 422))
async def answer_quiz(request: Request, studio: TheStudio, account: Annotator, part: OwnPart) -> Response:
    """Grade the quiz; who does not pass sees the reasons, and tries again."""
    if part.standing.next != "onboarding":
        raise HTTPException(409, "The quiz is not what comes next.")
    form = await request.form()
    chosen = {question.id: str(form.get(question.id, "")) for question in onboarding().quiz}
    try:
        answers = {name: int(given) for name, given in chosen.items() if given.isdecimal()}  # refuses thousands of digits
        result = onboarding().grade(answers)
    except ValueError as error:
        raise HTTPException(422, f"{str(error).rstrip('.')}.") from error
    await studio.store.annotation.try_quiz(part.batch.id, account.id, has_passed=result.has_passed)
    await studio.store.events.add(
        "answered_quiz", account.id, f"annotation/{part.batch.id}", right=result.right, of=result.of, answers=answers
    )
    if not result.has_passed:
        return _onboarding(request, studio, part, answers, result)
    if part.options.onboarding_cents:
        await studio.store.annotation.earn_once(
            Entry(
                account_id=account.id, batch_id=part.batch.id, item_id=None, kind="onboarding",
                cents=part.options.onboarding_cents, note="Onboarding",
            )
        )  # fmt: skip
    return _to_batch(part.batch.id)


def _onboarding(
    request: Request, studio: Studio, part: Part, answers: Mapping[str, int], result: QuizResult | None = None
) -> HTMLResponse:
    has_video = studio.settings.onboarding_video is not None
    return page(
        request, "annotator/onboarding.html.jinja", part=part, pages=onboarding_pages(), quiz=onboarding().quiz, answers=answers,
        result=result, has_video=has_video, titles={each.id: each.title for each in onboarding_pages()},
    )  # fmt: skip


@router.get("/batches/{batch_id}/interview", responses=documented(303, 401, 403, 404))
async def interview_page(request: Request, part: OwnPart) -> HTMLResponse:
    """Ask the closing questions."""
    return page(
        request, "annotator/interview.html.jinja", part=part, questions=interview_questions(), kept=part.member.interview or {},
        place=f"annotation/{part.batch.id}/interview",
    )  # fmt: skip


@router.post("/batches/{batch_id}/interview", responses=documented(303, 401, 403, 404, 409, 422))
async def keep_interview(request: Request, studio: TheStudio, account: Annotator, part: OwnPart) -> Response:
    """Keep the answers to the closing questions; what is sent again replaces them."""
    if part.standing.submitted == 0 or part.member.withdrawn is not None:
        raise HTTPException(409, "First hold a dialogue.")
    form = await request.form()
    ratings = {each.id: str(form[f"rating-{each.id}"]) for each in interview_questions() if f"rating-{each.id}" in form}
    notes = {each.id: clean(str(form.get(f"note-{each.id}", "")))[:MOST_NOTE] for each in interview_questions()}
    if any(rating not in {"1", "2", "3", "4", "5"} for rating in ratings.values()):
        raise HTTPException(422, "Rate from 1 to 5.")
    given = {"ratings": {name: int(rating) for name, rating in ratings.items()}, "notes": {k: v for k, v in notes.items() if v}}
    await studio.store.annotation.keep_interview(part.batch.id, account.id, given)
    await studio.store.drafts.discard(account.id, f"annotation/{part.batch.id}/interview")
    await studio.store.events.add("answered_interview", account.id, f"annotation/{part.batch.id}")
    return _to_batch(part.batch.id)


@router.post("/batches/{batch_id}/next", responses=documented(303, 401, 403, 404, 409))
async def next_item(studio: TheStudio, account: Annotator, part: OwnPart) -> Response:
    """Go on with the dialogue that one is at, else begin the next."""
    if not part.standing.may_annotate:
        raise HTTPException(409, part.standing.why)
    item = await studio.store.annotation.take(part.batch.id, account.id, _chooser(part.options, part.member))
    if item is None:
        return _to_batch(part.batch.id)
    await studio.store.events.add("began_dialogue", account.id, f"annotation/{item.id}")
    return RedirectResponse(f"/annotate/items/{item.id}", 303)


@router.get("/items/{item_id}", responses=documented(303, 401, 403, 404))
async def item_page(request: Request, studio: TheStudio, desk: OwnDesk) -> HTMLResponse:
    """Show a dialogue, with the next turn to write."""
    return page(request, "annotator/item.html.jinja", await item_view(studio, desk))


class Offered(BaseModel):
    """Utterances that are proposed; where each is from is not told."""

    id: str
    texts: list[str]
    failed: int
    """Proposers that offered nothing."""


@router.post(
    "/items/{item_id}/proposals",
    responses=documented(401, 403, 404, 409, 422, 429),
    response_class=JSONResponse,
    response_model=Offered,
)
async def propose(studio: TheStudio, account: Annotator, desk: OwnDesk, move: Move) -> Offered:
    """Propose words for a move."""
    take(studio.messages, account.id)
    try:
        kept = await desk.propose(move)
    except (RuleError, ElementNameError) as error:
        raise HTTPException(422, str(error)) from error
    except OutOfStepError as error:
        raise HTTPException(409, f"{error}. Load the page again; what you wrote is kept.") from error
    offered = proposals_of(kept)
    return Offered(id=kept.id, texts=list(offered.texts), failed=len(offered.failed))


class SentTurn(BaseModel):
    """What came of a turn."""

    number: int
    """Turns that there are now."""
    is_over: bool
    awaits_student: bool
    """Whether the student could not answer, and has to be asked again."""


@router.post(
    "/items/{item_id}/turns",
    responses=documented(401, 403, 404, 409, 422, 429),
    response_class=JSONResponse,
    response_model=SentTurn,
)
async def say(studio: TheStudio, account: Annotator, desk: OwnDesk, written: WrittenTurn) -> SentTurn:
    """Take a turn and let the student answer; what is sent twice counts once."""
    take(studio.messages, account.id)
    try:
        await desk.say(written)
    except (RuleError, ElementNameError, IndexError) as error:
        raise HTTPException(422, str(error)) from error
    except OutOfStepError as error:
        raise HTTPException(409, f"Not sent: {error}. Load the page again; what you wrote is kept.") from error
    except (ModelError, AttemptError) as error:
        _LOG.warning("the student of %s does not answer: %s", desk.kept.row.id, error)
    return _sent(desk)


@router.post(
    "/items/{item_id}/answer", responses=documented(401, 403, 404, 409, 429), response_class=JSONResponse, response_model=SentTurn
)
async def answer(studio: TheStudio, account: Annotator, desk: OwnDesk) -> SentTurn:
    """Ask the student again, where it could not answer."""
    take(studio.messages, account.id)
    try:
        await desk.answer()
    except (ModelError, AttemptError) as error:
        _LOG.warning("the student of %s does not answer: %s", desk.kept.row.id, error)
    return _sent(desk)


@router.post("/items/{item_id}/active", status_code=204, responses=documented(401, 403, 404))
async def active(desk: OwnDesk) -> Response:
    """Note that the annotator works, for the time on task."""
    await desk.note_active()
    return Response(status_code=204)


@router.post("/items/{item_id}/take-back", responses=documented(303, 401, 403, 404, 409, 422))
async def take_back(
    studio: TheStudio, account: Annotator, desk: OwnDesk, number: Annotated[int, Form(ge=0, le=10_000)]
) -> Response:
    """Take back a turn of a dialogue that a reviewer returned, and what follows it."""
    item = desk.kept.row
    if item.state != "returned":
        raise HTTPException(409, "Only a dialogue that a reviewer has sent back can be changed.")
    if number % 2:
        raise HTTPException(422, "Only your own turns can be taken back.")
    await studio.store.annotation.take_back(item.id, number)
    await studio.store.events.add("took_back", account.id, f"annotation/{item.id}", number=number)
    return RedirectResponse(f"/annotate/items/{item.id}", 303)


@router.get("/items/{item_id}/end", responses=documented(303, 401, 403, 404))
async def end_page(request: Request, desk: OwnDesk) -> HTMLResponse:
    """Ask how a dialogue ended, and what the annotator thinks of it; what was answered before it was sent back stands there."""
    item = desk.kept.row
    return page(
        request, "annotator/end.html.jinja", item=item, place=draft_place(item.id, "end"), outcomes=OUTCOMES.items(),
        questions=debrief_questions(),
    )  # fmt: skip


@router.post("/items/{item_id}/end", responses=documented(303, 401, 403, 404, 409, 422))
async def submit(
    studio: TheStudio,
    account: Annotator,
    desk: OwnDesk,
    outcome: Annotated[Outcome, Form()],
    q1: Mark,
    q2: Mark,
    q3: Mark,
    q4: Mark,
) -> Response:
    """Hand a dialogue in for review; handed in twice, it counts once."""
    item = desk.kept.row
    if not desk.kept.turns:
        raise HTTPException(409, "Say something to the student first.")
    entries = earned(desk.options, desk.kept, desk.figure, await studio.store.annotation.earned(item_id=item.id))
    if await studio.store.annotation.submit(item.id, outcome, {"Q1": q1, "Q2": q2, "Q3": q3, "Q4": q4}, entries):
        await studio.store.drafts.discard(account.id, draft_place(item.id, "end"))
        await studio.store.events.add("submitted", account.id, f"annotation/{item.id}")
    return _to_batch(item.batch_id)


@router.get("/ledger", responses=documented(303, 401, 403))
async def ledger(request: Request, studio: TheStudio, account: Annotator) -> HTMLResponse:
    """List what one has earned."""
    return page(request, "annotator/ledger.html.jinja", await ledger_view(studio, account.id))


def _sent(desk: Desk) -> SentTurn:
    return SentTurn(number=desk.number, is_over=desk.is_over, awaits_student=desk.awaits_student)


def _to_batch(batch_id: str) -> RedirectResponse:
    return RedirectResponse(f"/annotate/batches/{batch_id}", 303)
