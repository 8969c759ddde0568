"""What a failure looks like: a page to people, a piece of one to htmx, JSON to scripts; never a traceback."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException

from gnomon.studio.headers import HEADERS, NO_CACHE
from gnomon.studio.rendering import page

_LOG = logging.getLogger(__name__)
_TITLES = {
    401: "Please sign in",
    403: "Not for you",
    404: "Nothing here",
    409: "Changed elsewhere",
    413: "Too large",
    422: "This was not taken",
    429: "Too fast",
}
"""Headings of pages, by status."""
_UNREADABLE = {"title": "Refusal", "type": "object", "required": ["detail"], "properties": {"detail": {"type": "string"}}}


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the failures of a route for the OpenAPI description."""
    return {status: {"description": _TITLES.get(status, "See other" if status == 303 else "Failure")} for status in statuses}


def install(app: FastAPI) -> None:
    """Answer failures so."""

    @app.exception_handler(StarletteHTTPException)
    async def refused(request: Request, error: StarletteHTTPException) -> Response:
        return _answer(request, error.status_code, str(error.detail), dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        return _answer(request, 422, _complaint(error))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        route = request.scope.get("route")  # its pattern: an address may hold an invitation
        _LOG.error("%s %s failed", request.method, getattr(route, "path", "nowhere"), exc_info=error)
        why = "Something failed here, and the mistake is ours. What you typed is kept; try again."
        # This answer passes by `SafeHeaders`: it is made outside of all middleware.
        return _answer(request, 500, why, {**HEADERS, "Cache-Control": NO_CACHE})

    describe = app.openapi

    def described() -> dict[str, Any]:
        """Describe the app, a request that cannot be read as it is answered here, and that one may not send without end."""
        description = describe()
        for methods in description["paths"].values():
            for method, operation in methods.items():
                if method != "get" and "401" in operation["responses"]:
                    operation["responses"].setdefault("429", {"description": _TITLES[429]})
        description.get("components", {}).get("schemas", {}).update(HTTPValidationError=_UNREADABLE)
        return description

    app.openapi = described  # type: ignore[method-assign]  # as FastAPI documents it


def _answer(request: Request, status: int, why: str, headers: dict[str, str] | None = None) -> Response:
    is_script = request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", "")
    if is_script:
        return JSONResponse({"detail": why}, status, headers=headers)
    if request.headers.get("hx-request"):
        return page(request, "parts/failure.html.jinja", status=status, headers=headers, why=why)
    if status == 401 and request.method == "GET":
        return RedirectResponse(f"/sign-in?next={request.url.path}", 303)
    return page(
        request,
        "failure.html.jinja",
        status=status,
        headers=headers,
        title=_TITLES.get(status, "Something failed"),
        why=why,
        back=_form_of(request),
    )


def _form_of(request: Request) -> str:
    """Return the address of the page whose form was sent, of this site only; empty: it is not known, or nothing was sent."""
    came_from = urlsplit(request.headers.get("referer", ""))
    if request.method == "GET" or came_from.netloc != request.url.netloc or not came_from.path.startswith("/"):
        return ""
    return urlunsplit(("", "", f"/{came_from.path.lstrip('/')}", came_from.query, ""))


def _complaint(error: RequestValidationError) -> str:
    found = error.errors()[0]
    name = ".".join(str(part) for part in found["loc"][1:]) or "the request"
    return f"{name}: {found['msg']}."


def missing(what: str) -> HTTPException:
    """Return the failure of something that is not there, or not for who asks: which of both, nobody is told."""
    return HTTPException(404, f"There is no such {what}.")
