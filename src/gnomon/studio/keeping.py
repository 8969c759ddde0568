"""Autosave: what somebody has begun, kept by the place where it stands."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from gnomon.store import StaleDraftError
from gnomon.studio.access import SignedIn
from gnomon.studio.failing import documented
from gnomon.studio.studio import TheStudio

router = APIRouter(prefix="/api/drafts", tags=["autosave"])

Place = Annotated[str, Path(max_length=200, pattern=r"^[\w./:-]+$")]


_DEEPEST = 100
"""Lists and objects inside one another: a form has a few, and what reads and writes JSON goes a few hundred down."""


def _keepable(body: dict[str, Any]) -> dict[str, Any]:
    """Return JSON that every database keeps and every browser reads: not too deep, of numbers and whole characters."""
    layer: list[Any] = [body]
    for _ in range(_DEEPEST):
        layer = [each for part in layer for each in (part.values() if isinstance(part, dict) else part)
                 if isinstance(each, dict | list)]  # fmt: skip
    if layer:
        raise ValueError(f"expected at most {_DEEPEST} lists and objects inside one another")
    json.dumps(body, ensure_ascii=False, allow_nan=False).encode()  # both raise a ValueError
    return body


class KeptDraft(BaseModel):
    """What stands at a place."""

    model_config = ConfigDict(strict=True, extra="forbid")

    version: int = Field(ge=0, lt=2**31)
    """0 where nothing stood there."""
    body: Annotated[dict[str, Any], AfterValidator(_keepable)]


class NewVersion(BaseModel):
    """What is kept now."""

    version: int


@router.get("/{place:path}", responses=documented(401))
async def draft(studio: TheStudio, account: SignedIn, place: Place) -> KeptDraft:
    """Return what stands at a place; version 0 and nothing in it where nothing does, as on every page that is opened first."""
    kept = await studio.store.drafts.get(account.id, place)
    if kept is None:
        return KeptDraft(version=0, body={})
    return KeptDraft(version=kept.version, body=kept.body)


@router.put("/{place:path}", response_model=NewVersion, responses=documented(401, 403) | {409: {"model": KeptDraft}})
async def keep(studio: TheStudio, account: SignedIn, place: Place, draft: KeptDraft) -> NewVersion | JSONResponse:
    """Keep what stands at a place; 409 with what is kept where it was changed elsewhere meanwhile."""
    try:
        return NewVersion(version=await studio.store.drafts.put(account.id, place, draft.version, draft.body))
    except StaleDraftError as stale:
        return JSONResponse({"version": stale.draft.version, "body": stale.draft.body}, 409)
