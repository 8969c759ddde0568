"""Who asks, and whether they may: a cookie that names a login, roles as dependencies, a token against foreign pages.

A request that changes something needs the token of its login, as header ``X-CSRF`` or form field ``csrf``, and comes from a page
of this host, as browsers tell (``Sec-Fetch-Site`` or ``Origin``). The token follows from the login's, so it need not be kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import math
from collections.abc import Callable, Coroutine
from typing import Annotated, Any
from urllib.parse import urlsplit

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from fastapi import Depends, HTTPException, Request, Response

from gnomon.serving import TokenBuckets
from gnomon.store import Account, Role
from gnomon.studio.studio import TheStudio, studio_of

COOKIE = "gnomon_login"
_COOKIE_SECONDS = 30 * 24 * 3600
"""As long as a login lasts (`gnomon.store.accounts`)."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_IPV6_NETWORK = 64
"""Bits of an address that a provider gives out: the rest whoever has it chooses as they like."""
_HASHER = PasswordHasher()
_NOBODYS = _HASHER.hash("nobody's password")
"""Checked where there is no such name, so that time does not tell which names there are."""


async def asking(request: Request, studio: TheStudio) -> Account | None:
    """Return who asks; None where nobody is signed in."""
    if not hasattr(request.state, "account"):
        token = request.cookies.get(COOKIE)
        request.state.account = await studio.store.accounts.logged_in(token) if token else None
    account: Account | None = request.state.account
    return account


Asking = Annotated[Account | None, Depends(asking)]


async def signed_in(request: Request, account: Asking) -> Account:
    """Return who asks.

    Raises:
        HTTPException: 401 where nobody is signed in, 403 where another site's page asks in their name, 429 where they send
            more than anybody writes or draws.
    """
    await check_origin(request)
    if account is None:
        raise HTTPException(401, "You are not signed in, or no longer. Sign in again; what you typed is kept.")
    if request.method not in _SAFE and not hmac.compare_digest((await _sent_token(request)).encode(), csrf_of(request).encode()):
        raise HTTPException(403, "This page is out of date. Load it again; what you typed is kept.")
    if request.method not in _SAFE:
        take(studio_of(request).changes, account.id)
    return account


async def check_origin(request: Request) -> None:
    """Refuse what the page of another site sends.

    Raises:
        HTTPException: 403.
    """
    if request.method in _SAFE:
        return
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    is_foreign = site not in {None, "same-origin", "none"}
    if site is None and origin is not None:  # an older browser
        is_foreign = urlsplit(origin).netloc != request.headers.get("host", "")
    if is_foreign:
        raise HTTPException(403, "This was sent by a page of another site.")


def needs(*roles: Role) -> Callable[[Account], Coroutine[Any, Any, Account]]:
    """Return a dependency that lets only some roles through, and admins."""

    async def allowed(account: SignedIn) -> Account:
        if account.role not in {*roles, "admin"}:
            raise HTTPException(403, "This page is for others. If you should see it, ask who runs this site.")
        return account

    return allowed


SignedIn = Annotated[Account, Depends(signed_in)]
Teacher = Annotated[Account, Depends(needs("teacher"))]
Annotator = Annotated[Account, Depends(needs("annotator", "reviewer"))]
Reviewer = Annotated[Account, Depends(needs("reviewer"))]
Admin = Annotated[Account, Depends(needs())]


def csrf_of(request: Request) -> str:
    """Return the token that the pages of this login send along; empty where nobody is signed in."""
    token = request.cookies.get(COOKIE, "")
    return hashlib.sha256(f"csrf {token}".encode()).hexdigest() if token else ""


async def sign_in(request: Request, response: Response, account: Account) -> None:
    """Give a browser a login; the one that it had, somebody else's perhaps, ends."""
    studio = studio_of(request)
    if former := request.cookies.get(COOKIE):
        await studio.store.accounts.log_out(former)
    token = await studio.store.accounts.log_in(account.id)
    response.set_cookie(
        COOKIE, token, max_age=_COOKIE_SECONDS, httponly=True, samesite="lax", secure=studio.settings.is_https, path="/"
    )
    await studio.store.events.add("signed_in", account.id)


async def sign_out(request: Request, response: Response) -> None:
    """End a browser's login."""
    if token := request.cookies.get(COOKIE):
        await studio_of(request).store.accounts.log_out(token)
    response.delete_cookie(COOKIE, path="/")


async def password_hash(password: str) -> str:
    """Return what is kept of a password: argon2id, with the library's costs, which others do not wait for."""
    return await asyncio.to_thread(_HASHER.hash, password)


async def is_password(password: str, kept: str | None) -> bool:
    """Say whether a password is the one that was kept; where none was, it takes as long to say no."""
    try:
        await asyncio.to_thread(_HASHER.verify, kept or _NOBODYS, password)
    except VerificationError:
        return False
    return kept is not None


def take(buckets: TokenBuckets, holder: str) -> None:
    """Count something that only so much may be done of.

    Raises:
        HTTPException: 429, when it is too much.
    """
    if wait := buckets.take(holder):
        seconds = math.ceil(wait)
        raise HTTPException(429, f"That is too much at once. Try again in {seconds} s.", headers={"Retry-After": str(seconds)})


def address_of(request: Request) -> str:
    """Return where a request comes from; of IPv6 the network, since each household has more addresses than can be counted."""
    host = request.client.host if request.client else "unknown"
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((int(address), _IPV6_NETWORK), strict=False))


async def _sent_token(request: Request) -> str:
    if sent := request.headers.get("x-csrf"):
        return sent
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        return str((await request.form()).get("csrf", ""))
    return ""
