"""The administrator's pages."""

from __future__ import annotations

from typing import Annotated, get_args

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gnomon.store import Account, Role
from gnomon.studio.access import Admin
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import Line
from gnomon.studio.linking import invitation_url
from gnomon.studio.rendering import page
from gnomon.studio.studio import Studio, TheStudio

router = APIRouter(prefix="/admin", tags=["admin"], default_response_class=HTMLResponse)

_ROLES: tuple[Role, ...] = get_args(Role)
_ONCE = 200
"""Accounts, or events, on a page; more are found by words."""
_MOST_INVITED = 50
"""Links made at a time: a class, or a group of annotators."""


@router.get("", responses=documented(303, 401, 403, 422))
async def accounts(request: Request, studio: TheStudio, account: Admin, q: Annotated[Line, Query()] = "") -> HTMLResponse:  # noqa: ARG001
    """List who is here."""
    return await _accounts(request, studio, q)


@router.post("/accounts/{account_id}/role", responses=documented(303, 401, 403, 404, 409, 422))
async def set_role(studio: TheStudio, account: Admin, account_id: str, role: Annotated[Role, Form()]) -> Response:
    """Let somebody do something else from now on."""
    found = await _known(studio, account_id)
    if found.id == account.id:
        raise HTTPException(409, "Nobody changes their own role: there would be no administrator left one day.")
    await studio.store.accounts.set_role(found.id, role)
    await studio.store.events.add("set_role", account.id, f"account/{found.id}", role=role)
    return RedirectResponse("/admin", 303)


@router.post("/accounts/{account_id}/link", responses=documented(303, 401, 403, 404))
async def personal_link(request: Request, studio: TheStudio, account: Admin, account_id: str) -> HTMLResponse:
    """Show a link, this once, by which somebody who lost theirs signs in."""
    found = await _known(studio, account_id)
    token = await studio.store.accounts.invite(_role(found), made_by=account.id, account_id=found.id)
    await studio.store.events.add("made_link", account.id, f"account/{found.id}")
    return await _accounts(request, studio, "", linked=found, link=invitation_url(request, token))


@router.post("/accounts/{account_id}/sign-out", responses=documented(303, 401, 403, 404))
async def sign_out_everywhere(studio: TheStudio, account: Admin, account_id: str) -> Response:
    """End all logins of an account and its unused links, such as when a device was lost."""
    found = await _known(studio, account_id)
    await studio.store.accounts.log_out_everywhere(found.id)
    await studio.store.events.add("signed_out_everywhere", account.id, f"account/{found.id}")
    return RedirectResponse("/admin", 303)


@router.get("/invitations", responses=documented(303, 401, 403))
async def invitations(request: Request, studio: TheStudio, account: Admin) -> HTMLResponse:  # noqa: ARG001
    """List the invitations that can be used."""
    return await _invitations(request, studio)


@router.post("/invitations", responses=documented(303, 401, 403, 422))
async def invite(
    request: Request,
    studio: TheStudio,
    account: Admin,
    role: Annotated[Role, Form()],
    count: Annotated[int, Form(ge=1, le=_MOST_INVITED)] = 1,
) -> HTMLResponse:
    """Make links by each of which somebody comes in once, and show them this once."""
    tokens = [await studio.store.accounts.invite(role, made_by=account.id) for _ in range(count)]
    await studio.store.events.add("invited", account.id, role=role, count=count)
    return await _invitations(request, studio, [invitation_url(request, token) for token in tokens], role)


@router.post("/invitations/{token_hash}/withdraw", responses=documented(303, 401, 403))
async def withdraw(studio: TheStudio, account: Admin, token_hash: str) -> Response:
    """End a link that was not used."""
    await studio.store.accounts.withdraw(token_hash)
    await studio.store.events.add("withdrew_invitation", account.id)
    return RedirectResponse("/admin/invitations", 303)


@router.get("/log", responses=documented(303, 401, 403, 422))
async def log(
    request: Request,
    studio: TheStudio,
    account: Admin,  # noqa: ARG001
    kind: Annotated[Line, Query()] = "",
    who: Annotated[Line, Query()] = "",
    place: Annotated[Line, Query()] = "",
) -> HTMLResponse:
    """Show what happened, newest first."""
    events = await studio.store.events.of(kind=kind or None, account_id=who or None, place=place or None, most=_ONCE)
    names = {each.id: each.name for each in await studio.store.accounts.everybody()}
    return page(request, "admin/log.html.jinja", events=events, names=names, kind=kind, who=who, place=place, once=_ONCE)


@router.get("/keys", responses=documented(303, 401, 403))
async def keys(request: Request, studio: TheStudio, account: Admin) -> HTMLResponse:  # noqa: ARG001
    """Show the keys of the endpoint and how much they are used."""
    names = {each.id: each.name for each in await studio.store.accounts.everybody()}
    return page(request, "admin/keys.html.jinja", keys=await studio.store.accounts.keys(), names=names)


@router.post("/keys/{key_id}/revoke", responses=documented(303, 401, 403, 404))
async def revoke_key(studio: TheStudio, account: Admin, key_id: str) -> Response:
    """End anybody's key."""
    found = next((each for each in await studio.store.accounts.keys() if each.id == key_id), None)
    if found is None:
        raise missing("key")
    await studio.store.accounts.revoke_key(found.account_id, found.id)
    await studio.store.events.add("revoked_key", account.id, f"account/{found.account_id}")
    return RedirectResponse("/admin/keys", 303)


async def _known(studio: Studio, account_id: str) -> Account:
    found = await studio.store.accounts.get(account_id)
    if found is None:
        raise missing("account")
    return found


def _role(account: Account) -> Role:
    return next(role for role in _ROLES if role == account.role)


async def _accounts(request: Request, studio: Studio, q: str, *, linked: Account | None = None, link: str = "") -> HTMLResponse:
    everybody = await studio.store.accounts.everybody()
    words = q.lower()
    found = [each for each in everybody if words in f"{each.name} {each.role} {each.login_name or ''}".lower()]
    return page(
        request, "admin/accounts.html.jinja", accounts=found[-_ONCE:][::-1], num_found=len(found), num_accounts=len(everybody),
        roles=_ROLES, q=q, linked=linked, link=link,
    )  # fmt: skip


async def _invitations(request: Request, studio: Studio, links: list[str] | None = None, role: str = "") -> HTMLResponse:
    names = {each.id: each.name for each in await studio.store.accounts.everybody()}
    found = await studio.store.accounts.open_invitations()
    return page(
        request, "admin/invitations.html.jinja", invitations=found, names=names, roles=_ROLES, links=links or [], role=role,
        most=_MOST_INVITED,
    )  # fmt: skip
