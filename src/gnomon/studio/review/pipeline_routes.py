"""The reviewers' routes for items of corpus pipelines: what waits, an item, a decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gnomon.corpus.pipeline import Decision, Item, PersonParams, PipelineError, editable_leaves
from gnomon.store import PipelineDecision, PipelineItem, PipelineStage
from gnomon.studio.access import Reviewer
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import LineField, TextField, clean
from gnomon.studio.rendering import page
from gnomon.studio.review.pairs import is_pairs
from gnomon.studio.review.pipeline_views import AskedItem, asked_item, draft_place, item_view, stage_view, stages_view
from gnomon.studio.review.pipelines import may_decide, questions_of
from gnomon.studio.studio import TheStudio
from gnomon.visible import shown

router = APIRouter(prefix="/review/pipelines", tags=["review"], default_response_class=HTMLResponse)

_EDIT = "edit:"
"""Before the path of what a field corrects."""


async def _stage(studio: TheStudio, account: Reviewer, stage_id: str) -> PipelineStage:  # noqa: ARG001
    found = await studio.store.pipelines.stage(stage_id)
    if found is None or is_pairs(found):
        raise missing("stage")
    return found


TheStage = Annotated[PipelineStage, Depends(_stage)]


async def _asked(studio: TheStudio, account: Reviewer, stage: TheStage, item_id: str) -> AskedItem:
    found = await studio.store.pipelines.item(stage.id, item_id)
    if found is None:
        raise missing("item")
    return asked_item(stage, found, await studio.store.pipelines.decisions(stage.id), account)


TheAsked = Annotated[AskedItem, Depends(_asked)]


@router.get("", responses=documented(303, 401, 403))
async def stages(request: Request, studio: TheStudio, account: Reviewer) -> HTMLResponse:
    """List the stages of pipelines at which people decide."""
    return page(request, "review/pipelines.html.jinja", await stages_view(studio, account))


@router.get("/{stage_id}", responses=documented(303, 401, 403, 404))
async def stage_page(request: Request, studio: TheStudio, account: Reviewer, stage: TheStage) -> HTMLResponse:
    """List what waits for who asks at a stage, with how far people agree."""
    return page(request, "review/pipeline.html.jinja", await stage_view(studio, stage, account))


@router.get("/{stage_id}/items/{item_id}", responses=documented(303, 401, 403, 404))
async def item_page(request: Request, asked: TheAsked) -> HTMLResponse:
    """Show an item with its pictures, what may be corrected, and the choices; what others said only where they differ."""
    return page(request, "review/pipeline_item.html.jinja", item_view(asked))


@router.post("/{stage_id}/items/{item_id}", responses=documented(303, 401, 403, 404, 409, 422))
async def decide(  # one parameter a field of the form
    *,
    request: Request,
    studio: TheStudio,
    account: Reviewer,
    asked: TheAsked,
    verdict: Annotated[Literal["keep", "drop"], Form()],
    reason: LineField = "",
    comment: TextField = "",
    settles: Annotated[bool, Form()] = False,
) -> Response:
    """Keep or drop an item, with corrections and a comment; go on to the next that waits."""
    stage, item = asked.stage, asked.question.item
    params = PersonParams.model_validate(stage.params)
    form = await request.form()
    body = {
        "verdict": verdict,
        "reason": reason if verdict == "drop" else "",
        "changes": _changes(item, params, form) if verdict == "keep" else {},
        "comment": comment,
        "settles": settles,
    }
    try:
        Decision.model_validate({**body, "stage": stage.name, "id": item.id, "by": asked.person}).checked(item, params)
    except PipelineError as error:
        raise HTTPException(422, f"{error}.") from error

    def allowed(kept: PipelineItem, said: Sequence[PipelineDecision]) -> bool:
        (question,) = questions_of(stage, [kept], said)
        return may_decide(question, asked.person) and (question.state == "differs") == settles

    if not await studio.store.pipelines.decide(asked.row.id, account, body, allowed):
        raise HTTPException(409, "Others have decided about this item meanwhile, or it waits no longer. Load the page again.")
    await studio.store.drafts.discard(account.id, draft_place(asked.row.id))
    await studio.store.events.add("decided", account.id, f"pipelines/{stage.id}", item=item.id, verdict=verdict, settles=settles)
    following = (await stage_view(studio, stage, account))["first"]
    return RedirectResponse(f"/review/pipelines/{stage.id}{f'/items/{following}' if following else ''}", 303)


def _changes(item: Item, params: PersonParams, form: Any) -> dict[str, str]:  # noqa: ANN401  # starlette's FormData
    """Return the texts that were sent other than they were shown; browsers send line ends of their own."""
    before = {path: value for path, value in editable_leaves(item, params) if isinstance(value, str)}
    sent = {path: clean(str(form[f"{_EDIT}{path}"])) for path in before if f"{_EDIT}{path}" in form}
    return {path: text for path, text in sent.items() if text not in {clean(before[path]), clean(shown(before[path]))}}
