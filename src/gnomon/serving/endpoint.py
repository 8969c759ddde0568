"""The routes: ``/v1/chat/completions`` and ``/v1/models``, for any application that mounts them, and one that is theirs alone.

They hold what HTTP is about: who asks, how much, whether the body is one; the answer is `Conversations`' and the shapes
`completion`'s. A turn is whole before its first word goes out, since the guard reads it whole; so a streamed answer has the right
status too. Nothing asks another machine for anything but the models of the tutors.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import re
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.routing import APIRoute

from gnomon import __version__
from gnomon.models import ModelError
from gnomon.serving.answering import Answer, Conversations
from gnomon.serving.chat import ChatRequest
from gnomon.serving.completion import (
    AssistantMessage,
    Choice,
    Completion,
    ErrorAnswer,
    GnomonField,
    ModelList,
    ServedModel,
    TokenUsage,
    chunks,
)
from gnomon.serving.errors import EndpointError
from gnomon.serving.settings import Settings
from gnomon.serving.tutors import ServedTutor
from gnomon.tutor import TutorSpecError

_T = TypeVar("_T")
_LOG = logging.getLogger(__name__)
_OWN_HOST = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
"""Names of this machine for itself. Another name that leads here is a web page's trick (DNS rebinding)."""
_READ_ON = 4
"""Times the largest body that is read and thrown away: who is answered while sending sees a broken connection only."""
_LOOK_SECONDS = 0.5
"""How often it is seen whether the client is still there, while a tutor thinks."""
_CLOSED = 499
"""What logs call a request whose client has gone; nobody reads the answer."""


def router(settings: Settings) -> APIRouter:
    """Return the routes, under ``/v1``."""
    conversations = Conversations(settings)
    started = int(time.time())

    async def admit(request: Request) -> None:
        """Note who asks, if they may."""
        request.state.holder = await _holder(request, settings)
        wait = settings.buckets.take(request.state.holder) if settings.buckets is not None else 0
        if wait:
            seconds = math.ceil(wait)
            why = f"too many requests: ask again in {seconds} s"
            raise EndpointError(429, why, "rate_limit_exceeded", retry_after=seconds)

    routes = APIRouter(prefix="/v1", route_class=_OpenAIRoute, tags=["endpoint"], dependencies=[Depends(admit)])

    @routes.get("/models", responses=_errors(400, 401, 403, 429))
    async def models() -> ModelList:
        """List the tutors."""
        return ModelList(data=[ServedModel(id=name, created=started) for name in settings.tutors.names])

    @routes.get("/models/{model:path}", responses=_errors(400, 401, 403, 404, 429))
    async def model(model: str) -> ServedModel:
        """Name one tutor."""
        return ServedModel(id=_tutor(settings, model, None).name, created=started)

    @routes.post(
        "/chat/completions",
        response_model=Completion,
        responses=_errors(400, 401, 403, 404, 413, 429, 502),
        openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": _request_schema()}}}},
    )
    async def completions(request: Request) -> Response:
        """Answer a chat with the tutor's next turn."""
        asked = ChatRequest.read(await _body(request, settings.largest_body))
        tutor = _tutor(settings, asked.model, asked.seed)
        start = time.perf_counter()
        answer = await _unless_gone(request, settings.tutors.do(_asked(conversations, asked, tutor)))
        _LOG.info("%s: a turn of %s in %.3f s", request.state.holder, tutor.name, time.perf_counter() - start)
        completion = _completion(tutor.name, answer)
        if not asked.stream:
            return JSONResponse(completion.model_dump())
        with_usage = asked.stream_options is not None and bool(asked.stream_options.include_usage)
        # Proxies are told to pass each piece on at once.
        kept = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        return StreamingResponse(_events(completion, with_usage=with_usage), media_type="text/event-stream", headers=kept)

    return routes


def application(settings: Settings) -> FastAPI:
    """Return an application of these routes alone; its pages of documentation, which load foreign scripts, are left out."""
    app = FastAPI(title="gnomon", version=__version__, docs_url=None, redoc_url=None)
    app.include_router(router(settings))

    @app.exception_handler(404)
    async def unknown(request: Request, _: Exception) -> Response:
        why = f"there is nothing at {request.url.path!r}; expected /v1/models or /v1/chat/completions"
        return _refusal(EndpointError(404, why, "unknown_url"))

    @app.exception_handler(405)
    async def other_method(request: Request, error: HTTPException) -> Response:
        why = f"{request.url.path!r} is not asked by {request.method}; expected {(error.headers or {}).get('Allow', 'another')}"
        return _refusal(EndpointError(405, why, "method_not_allowed"), error.headers)

    return app


class _GoneError(Exception):
    """The client has gone."""


class _OpenAIRoute(APIRoute):
    """A route whose errors have OpenAI's shape, whatever application it is mounted in."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler; what nobody expects is logged, and the client learns only that it was."""
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except EndpointError as error:
                return _refusal(error)
            except Exception:  # noqa: BLE001  # the last place where an answer can still be given the right shape
                if await request.is_disconnected():
                    return Response(status_code=_CLOSED)
                _LOG.exception("%s failed", request.url.path)
                return _refusal(EndpointError(500, "the endpoint failed; the mistake is ours", "internal_error"))

        return handled


def _refusal(error: EndpointError, headers: Mapping[str, str] | None = None) -> JSONResponse:
    told = dict(headers or {})
    if error.retry_after is not None:
        told["Retry-After"] = str(error.retry_after)
    if error.status == 401:
        told["WWW-Authenticate"] = "Bearer"
    return JSONResponse(error.as_json(), error.status, headers=told)


def _errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": ErrorAnswer} for status in statuses}


def _request_schema() -> dict[str, Any]:
    """Return the schema of a body, whole: references would be looked for among the components of the whole description."""
    schema = ChatRequest.model_json_schema()
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


async def _holder(request: Request, settings: Settings) -> str:
    """Return who asks: by their key or, where no key is asked for, by their address.

    Raises:
        EndpointError: 401 without a key that is known, 400 where this machine is asked under a foreign name.
    """
    if settings.holder_of is None:
        if not _OWN_HOST.fullmatch(request.headers.get("host", "")):
            why = "without keys only this machine is answered, under the name localhost; start with --key-file for others"
            raise EndpointError(400, why, "invalid_host")
        return request.client.host if request.client else "local"
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    holder = await settings.holder_of(key.strip()) if scheme.lower() == "bearer" and key.strip() else None
    if holder is None:
        why = "no valid API key; expected the header `Authorization: Bearer KEY` with a key of this endpoint"
        raise EndpointError(401, why, "invalid_api_key")
    return holder


async def _body(request: Request, most: int) -> bytes:
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


def _tutor(settings: Settings, name: str, seed: int | None) -> ServedTutor:
    tutor = settings.tutors.tutor(name, seed)
    if tutor is None:
        why = f"there is no model {name!r}; expected one of {', '.join(settings.tutors.names)}"
        raise EndpointError(404, why, "model_not_found", param="model")
    return tutor


async def _asked(conversations: Conversations, asked: ChatRequest, tutor: ServedTutor) -> Answer:
    try:
        return await conversations.answer(asked, tutor)
    except (ModelError, TutorSpecError) as error:
        _LOG.warning("%s: %s", tutor.name, error)
        raise EndpointError(502, f"the model behind {tutor.name!r} cannot be asked now", "tutor_unavailable") from error


async def _unless_gone(request: Request, work: Awaitable[_T]) -> _T:
    """Wait for an answer as long as somebody waits for it too.

    Raises:
        _GoneError: when the client has gone; the work is cancelled.
    """
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=_LOOK_SECONDS))[0]:
            if await request.is_disconnected():
                raise _GoneError
        return task.result()
    finally:
        task.cancel()


def _completion(model: str, answer: Answer) -> Completion:
    message = AssistantMessage(content=answer.text, gnomon=GnomonField.model_validate(answer.as_json()))
    return Completion(
        id=f"chatcmpl-{uuid.uuid4().hex}",
        created=int(time.time()),
        model=model,
        choices=[Choice(message=message)],
        usage=TokenUsage.of(answer.usage),
        system_fingerprint=f"gnomon-{__version__}",
    )


async def _events(completion: Completion, *, with_usage: bool) -> AsyncIterator[str]:
    for chunk in chunks(completion, with_usage=with_usage):
        yield f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"
        await asyncio.sleep(0)  # so that it is noticed when nobody reads on
    yield "data: [DONE]\n\n"
