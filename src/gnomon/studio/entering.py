"""Coming in: links of invitations, codes of classes, passwords, guests; and one's own account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import StringConstraints
from sqlalchemy.exc import IntegrityError

from gnomon.store import Account, InvitationError
from gnomon.studio.access import (
    Asking,
    SignedIn,
    address_of,
    check_origin,
    is_password,
    password_hash,
    sign_in,
    sign_out,
    take,
)
from gnomon.studio.failing import documented
from gnomon.studio.fields import LineField
from gnomon.studio.linking import endpoint_url
from gnomon.studio.rendering import page
from gnomon.studio.studio import TheStudio, studio_of

router = APIRouter(tags=["entering"], default_response_class=HTMLResponse)

_HOMES = {"learner": "/learn", "teacher": "/teach", "annotator": "/annotate", "reviewer": "/review", "admin": "/admin"}
Password = Annotated[str, StringConstraints(min_length=10, max_length=200)]
"""Ten letters: what hashing with argon2 makes slow enough to guess."""


@router.get("/", responses=documented(303))
async def home(account: Asking) -> Response:
    """Show everybody to their own first page."""
    return RedirectResponse(_HOMES[account.role] if account else "/sign-in", 303)


@router.get("/sign-in")
async def sign_in_page(request: Request, studio: TheStudio, account: Asking, next: str = "") -> HTMLResponse:  # noqa: A002, ARG001
    """Ask who is there."""
    return page(request, "account/sign-in.html.jinja", allows_guests=studio.settings.allows_guests, next=next, why="")


@router.post("/sign-in", dependencies=[Depends(check_origin)], responses=documented(303, 403, 422, 429))
async def sign_in_with_password(
    request: Request,
    studio: TheStudio,
    login_name: LineField,
    password: Annotated[str, Form(max_length=200)],
    next: LineField = "",  # noqa: A002
) -> Response:
    """Sign in by name and password."""
    take(studio.entries, address_of(request))
    take(studio.entries, f"name {login_name}")  # whoever guesses from many addresses
    account = await studio.store.accounts.by_login_name(login_name)
    if not await is_password(password, account.password_hash if account else None) or account is None:
        await studio.store.events.add("refused", None, "/sign-in")
        why = "This name and password do not go together."
        shown = {"allows_guests": studio.settings.allows_guests, "next": next, "why": why}
        return page(request, "account/sign-in.html.jinja", shown, status=403)
    studio.entries.give_back(f"name {login_name}")
    return await _entered(request, account, next)


@router.post("/sign-in/guest", dependencies=[Depends(check_origin)], responses=documented(303, 403, 429))
async def enter_as_guest(request: Request, studio: TheStudio) -> Response:
    """Let somebody try it as a learner."""
    if not studio.settings.allows_guests:
        raise HTTPException(403, "Guests are not let in here; ask for an invitation.")
    take(studio.entries, address_of(request))
    return await _entered(request, await studio.store.accounts.make("Guest", "learner", is_guest=True), is_counted=True)


@router.post("/sign-out", responses=documented(303, 401, 403))
async def sign_out_here(request: Request, account: SignedIn) -> Response:  # noqa: ARG001
    """End this browser's login."""
    response = RedirectResponse("/sign-in", 303)
    await sign_out(request, response)
    return response


@router.get("/join/{token}", responses=documented(403, 429))
async def invitation_page(request: Request, studio: TheStudio, token: str) -> HTMLResponse:
    """Show an invitation."""
    take(studio.entries, address_of(request))
    try:
        invitation = await studio.store.accounts.invitation(token)
    except InvitationError as error:
        return page(request, "failure.html.jinja", status=403, title="Invitation", why=str(error))
    studio.entries.give_back(address_of(request))
    return page(request, "account/join.html.jinja", role=invitation.role, is_known=invitation.account_id is not None, token=token)


@router.post("/join/{token}", dependencies=[Depends(check_origin)], responses=documented(303, 403, 409, 422, 429))
async def accept_invitation(
    request: Request,
    studio: TheStudio,
    token: str,
    name: LineField = "",
    login_name: LineField = "",
    password: Annotated[Password | None, Form()] = None,
) -> Response:
    """Make the account that an invitation is for, or sign in whom it is for."""
    take(studio.entries, address_of(request))
    accounts = studio.store.accounts
    try:
        invitation = await accounts.invitation(token)
    except InvitationError as error:
        raise HTTPException(403, str(error)) from error
    if invitation.account_id is None and not name:
        raise HTTPException(422, "Tell us how others should call you.")
    by_name = {"login_name": login_name, "password_hash": await password_hash(password)} if login_name and password else {}
    try:
        account = await accounts.accept(token, name, **by_name)
    except InvitationError as error:
        raise HTTPException(403, str(error)) from error
    except IntegrityError as error:
        raise _taken(login_name) from error
    return await _entered(request, account)


@router.get("/class")
async def class_code_page(request: Request, account: Asking) -> HTMLResponse:  # noqa: ARG001
    """Ask for the code of a class."""
    return page(request, "account/class.html.jinja", why="")


@router.post("/class", dependencies=[Depends(check_origin)], responses=documented(303, 403, 422, 429))
async def join_class(request: Request, studio: TheStudio, account: Asking, code: LineField, name: LineField = "") -> Response:
    """Let a learner into a class by its code; who has no account gets one."""
    take(studio.entries, address_of(request))
    classroom = await studio.store.classes.by_code(code) if code else None
    if classroom is None:
        return page(request, "account/class.html.jinja", status=403, why="There is no class with this code.")
    if account is None and not name:
        return page(request, "account/class.html.jinja", status=422, why="Tell us your name, so that your teacher knows you.")
    learner = account or await studio.store.accounts.make(name, "learner")
    await studio.store.classes.join(classroom.id, learner.id)
    await studio.store.events.add("joined_class", learner.id, f"class/{classroom.id}")
    if account is None:
        return await _entered(request, learner)
    studio.entries.give_back(address_of(request))
    return RedirectResponse("/learn", 303)


@router.get("/account", responses=documented(303, 401))
async def account_page(request: Request, studio: TheStudio, account: SignedIn) -> HTMLResponse:
    """Show one's own account, its keys and what is kept of oneself."""
    keys = await studio.store.accounts.keys_of(account.id)
    talks = await studio.store.conversations.of(account_id=account.id)
    return page(request, "account/account.html.jinja", keys=keys, talks=talks, new_key="", endpoint=endpoint_url(request))


@router.post("/account/password", responses=documented(303, 401, 403, 409, 422, 429))
async def set_password(
    request: Request, studio: TheStudio, account: SignedIn, login_name: LineField, password: Annotated[Password, Form()]
) -> Response:
    """Set a name and password to sign in by; whoever else is signed in as this account, or has a link, is not any more."""
    take(studio.entries, account.id)
    if not login_name:
        raise HTTPException(422, "Choose a name to sign in by.")
    try:
        await studio.store.accounts.set_password(account.id, login_name, await password_hash(password))
    except IntegrityError as error:
        raise _taken(login_name) from error
    await studio.store.events.add("set_password", account.id)
    await studio.store.accounts.log_out_everywhere(account.id)
    response = RedirectResponse("/account", 303)
    await sign_in(request, response, account)
    return response


@router.post("/account/keys", responses=documented(401, 403, 422, 429))
async def make_key(request: Request, studio: TheStudio, account: SignedIn, name: LineField) -> HTMLResponse:
    """Make a key of the endpoint, and show it this once."""
    take(studio.messages, account.id)
    new = await studio.store.accounts.make_key(account.id, name or "key")
    await studio.store.events.add("made_key", account.id)
    keys = await studio.store.accounts.keys_of(account.id)
    talks = await studio.store.conversations.of(account_id=account.id)
    return page(request, "account/account.html.jinja", keys=keys, talks=talks, new_key=new, endpoint=endpoint_url(request))


@router.post("/account/keys/{key_id}/revoke", responses=documented(303, 401, 403))
async def revoke_key(studio: TheStudio, account: SignedIn, key_id: str) -> Response:
    """End a key."""
    await studio.store.accounts.revoke_key(account.id, key_id)
    await studio.store.events.add("revoked_key", account.id)
    return RedirectResponse("/account", 303)


@router.post("/account/erase", responses=documented(303, 401, 403, 422))
async def erase_account(request: Request, studio: TheStudio, account: SignedIn, confirm: LineField) -> Response:
    """Erase all that is kept of oneself."""
    if confirm.lower() != "erase":
        raise HTTPException(422, "Type the word erase to confirm.")
    await studio.store.erase(account.id)
    await studio.store.events.add("erased", account.id)
    response = RedirectResponse("/sign-in", 303)
    await sign_out(request, response)
    return response


def _taken(login_name: str) -> HTTPException:
    return HTTPException(409, f"The name {login_name!r} is taken. Choose another one.")


async def _entered(request: Request, account: Account, address: str = "", *, is_counted: bool = False) -> Response:
    if not is_counted:  # who may come in has not guessed: a whole class comes from one address at once
        studio_of(request).entries.give_back(address_of(request))
    # Only a path of this site: an address elsewhere would be somebody's trap.
    is_own = address.startswith("/") and not address.startswith(("//", "/\\"))
    response = RedirectResponse(address if is_own else _HOMES[account.role], 303)
    await sign_in(request, response, account)
    return response
