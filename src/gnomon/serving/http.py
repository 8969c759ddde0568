"""What HTTP is about at an endpoint of OpenAI's shape: who asks, whether the body is one, errors that its clients know."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, TypeVar

from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from gnomon import __version__
from gnomon.serving.completion import ErrorAnswer
from gnomon.serving.errors import EndpointError
from gnomon.serving.settings import HolderOf

_T = TypeVar("_T")
_LOG = logging.getLogger(__name__)
STREAMED = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
"""Headers of a streamed answer: proxies are told to pass each piece on at once."""
_LOOK_SECONDS = 0.5
"""How often it is seen whether the client is still there, while an answer is thought of."""
_OWN_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
"""Names of this machine for itself. Another name that leads here is a web page's trick (DNS rebinding)."""
_READ_ON = 4
"""Times the largest body that is read and thrown away: who is answered while sending sees a broken connection only."""
_CLOSED = 499
"""What logs call a request whose client has gone; nobody reads the answer."""


def application_of(routes: APIRouter) -> FastAPI:
    """Return an application of some routes alone; its pages of documentation, which load foreign scripts, are left out."""
    app = FastAPI(title="gnomon", version=__version__, docs_url=None, redoc_url=None)
    app.include_router(routes)

    @app.exception_handler(404)
    async def unknown(request: Request, _: Exception) -> Response:
        why = f"there is nothing at {request.url.path!r}; expected /v1/models or /v1/chat/completions"
        return refusal(EndpointError(404, why, "unknown_url"))

    @app.exception_handler(405)
    async def other_method(request: Request, error: HTTPException) -> Response:
        why = f"{request.url.path!r} is not asked by {request.method}; expected {(error.headers or {}).get('Allow', 'another')}"
        return refusal(EndpointError(405, why, "method_not_allowed"), error.headers)

    return app


class OpenAIRoute(APIRoute):
    """A route whose errors have OpenAI's shape, whatever application it is mounted in."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler; what nobody expects is logged, and the client learns only that it was."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except EndpointError as error:
                return refusal(error)
            except Exception:  # noqa: BLE001  # the last place where an answer can still be given the right shape
                if await request.is_disconnected():
                    return Response(status_code=_CLOSED)
                _LOG.exception("%s failed", request.url.path)
                return refusal(EndpointError(500, "the endpoint failed; the mistake is ours", "internal_error"))

        return handled


def refusal(error: EndpointError, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the answer that refuses a request."""
    told = dict(headers or {})
    if error.retry_after is not None:
        told["Retry-After"] = str(error.retry_after)
    if error.status == 401:
        told["WWW-Authenticate"] = "Bearer"
    return JSONResponse(error.as_json(), error.status, headers=told)


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of a route's errors."""
    return {status: {"model": ErrorAnswer} for status in statuses}


def request_schema(asked: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a body, whole: references would be looked for among the components of the whole description."""
    schema = asked.model_json_schema()
    parts = schema.pop("$defs")

    def whole(node: Any) -> Any:  # noqa: ANN401  # any JSON
        if isinstance(node, list):
            return [whole(each) for each in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            return whole(parts[node["$ref"].rpartition("/")[2]])
        return {key: whole(value) for key, value in node.items() if key != "discriminator"}

    return {key: whole(value) for key, value in schema.items()}


async def holder(request: Request, holder_of: HolderOf | None) -> str:
    """Return who asks: by their key or, where no key is asked for, by their address.

    Raises:
        EndpointError: 401 without a key that is known, 400 where this machine is asked under a foreign name.
    """
    if holder_of is None:
        if not _OWN_HOST.fullmatch(request.headers.get("host", "")):
            why = "without keys only this machine is answered, under the name localhost; start with --key-file for others"
            raise EndpointError(400, why, "invalid_host")
        return request.client.host if request.client else "local"
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    found = await holder_of(key.strip()) if scheme.lower() == "bearer" and key.strip() else None
    if found is None:
        why = "no valid API key; expected the header `Authorization: Bearer KEY` with a key of this endpoint"
        raise EndpointError(401, why, "invalid_api_key")
    return found


async def body_of(request: Request, most: int) -> bytes:
    """Return the body; no more of it is held than allowed.

    Raises:
        EndpointError: 400 for what is not sent as JSON, which a page of another site could send too, 413 for too much.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise EndpointError(400, "expected the header `Content-Type: application/json`", "invalid_content_type")
    body, size = bytearray(), 0
    async for piece in request.stream():
        size += len(piece)
        if size <= most:
            body += piece
        elif size > _READ_ON * most:
            break
    if size > most:
        raise EndpointError(413, f"the request is larger than {most} bytes; send a smaller picture", "request_too_large")
    return bytes(body)


class GoneError(Exception):
    """The client has gone."""


async def unless_gone(request: Request, work: Awaitable[_T]) -> _T:
    """Wait for an answer as long as somebody waits for it too.

    Raises:
        GoneError: when the client has gone; the work is cancelled.
    """
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=_LOOK_SECONDS))[0]:
            if await request.is_disconnected():
                raise GoneError
        return task.result()
    finally:
        task.cancel()


async def events(chunks: Iterable[Mapping[str, Any]]) -> AsyncIterator[str]:
    """Yield the pieces of an answer as they go out."""
    for chunk in chunks:
        yield event(chunk)
        await asyncio.sleep(0)  # so that it is noticed when nobody reads on
    yield LAST_EVENT


def event(chunk: Mapping[str, Any]) -> str:
    """Return one piece of a streamed answer as it goes out."""
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


LAST_EVENT = "data: [DONE]\n\n"
"""Ends a streamed answer."""
