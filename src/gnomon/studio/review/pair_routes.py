"""The reviewers' routes for pairs of an arena's dialogues: what waits, a pair side by side, a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gnomon.store import Account, PipelineDecision, PipelineItem, PipelineStage
from gnomon.studio.access import Reviewer
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import TextField
from gnomon.studio.rendering import page
from gnomon.studio.review.pairs import PairBody, PairParams, is_pairs, may_choose
from gnomon.studio.studio import Studio, TheStudio

router = APIRouter(prefix="/review/pairs", tags=["review"], default_response_class=HTMLResponse)


class _Standing(NamedTuple):
    """How far a stage is for one person."""

    stage: PipelineStage
    pairs: int
    waiting: list[PipelineItem]
    """For this person, in order."""
    chosen: int
    """By this person."""
    done: int
    """By as many as are asked."""


class _Asked(NamedTuple):
    stage: PipelineStage
    item: PipelineItem
    decisions: list[PipelineDecision]


async def _asked(studio: TheStudio, account: Reviewer, stage_id: str, item_id: str) -> _Asked:  # noqa: ARG001
    stage = await studio.store.pipelines.stage(stage_id)
    item = await studio.store.pipelines.item(stage_id, item_id) if stage is not None and is_pairs(stage) else None
    if stage is None or item is None:
        raise missing("pair")
    decisions = await studio.store.pipelines.decisions(stage_id)
    return _Asked(stage, item, [each for each in decisions if each.item_id == item.id])


TheAsked = Annotated[_Asked, Depends(_asked)]


@router.get("", responses=documented(303, 401, 403))
async def pairs(request: Request, studio: TheStudio, account: Reviewer) -> HTMLResponse:
    """List the pairs that wait for who asks."""
    stages = [await _standing(studio, stage, account) for stage in await studio.store.pipelines.stages() if is_pairs(stage)]
    return page(request, "review/pairs.html.jinja", {"stages": stages})


@router.get("/{stage_id}/items/{item_id}", responses=documented(303, 401, 403, 404))
async def pair(request: Request, studio: TheStudio, account: Reviewer, asked: TheAsked) -> HTMLResponse:
    """Show two dialogues side by side; who the tutors are is not known here."""
    params = PairParams.model_validate(asked.stage.params)
    own = next((each for each in asked.decisions if each.account_id == account.id), None)
    is_open = asked.item.waits and asked.stage.closed is None and may_choose(asked.decisions, account.id, params)
    standing = await _standing(studio, asked.stage, account)
    shown = {
        "stage": asked.stage,
        "item": asked.item,
        "body": PairBody.model_validate(asked.item.body),
        "own": own.body if own is not None else None,
        "is_asked": is_open,
        "standing": standing,
    }
    return page(request, "review/pair.html.jinja", shown)


@router.post("/{stage_id}/items/{item_id}", responses=documented(303, 401, 403, 404, 409, 422))
async def choose(
    *,
    studio: TheStudio,
    account: Reviewer,
    asked: TheAsked,
    better: Annotated[Literal["0", "1", "2"], Form()],
    comment: TextField = "",
) -> Response:
    """Say which tutor helped better, 0 for neither; go on to the next that waits."""
    params = PairParams.model_validate(asked.stage.params)

    def allowed(_: PipelineItem, said: Sequence[PipelineDecision]) -> bool:
        return may_choose(said, account.id, params)

    body = {"better": int(better), "comment": comment}
    if not await studio.store.pipelines.decide(asked.item.id, account, body, allowed):
        raise HTTPException(409, "Others have judged this pair meanwhile, or it waits no longer. Go back to the list.")
    await studio.store.drafts.discard(account.id, f"pairs/{asked.item.id}")
    await studio.store.events.add("judged pair", account.id, f"pairs/{asked.stage.id}", item=asked.item.id)
    waiting = (await _standing(studio, asked.stage, account)).waiting
    return RedirectResponse(f"/review/pairs/{asked.stage.id}/items/{waiting[0].id}" if waiting else "/review/pairs", 303)


async def _standing(studio: Studio, stage: PipelineStage, account: Account) -> _Standing:
    params = PairParams.model_validate(stage.params)
    items = [item for item in await studio.store.pipelines.items(stage.id) if item.waits]
    said: dict[str, list[PipelineDecision]] = {item.id: [] for item in items}
    for each in await studio.store.pipelines.decisions(stage.id):
        if each.item_id in said:
            said[each.item_id].append(each)
    own = {name for name, found in said.items() if any(each.account_id == account.id for each in found)}
    is_open = stage.closed is None
    waiting = [item for item in items if is_open and item.id not in own and may_choose(said[item.id], account.id, params)]
    done = sum(len(found) >= params.people for found in said.values())
    return _Standing(stage, len(items), waiting, len(own), done)
