"""The routes: ``/v1/chat/completions`` and ``/v1/models``, for any application that mounts them, and one that is theirs alone.

They hold what HTTP is about: who asks, how much, whether the body is one; the answer is `Conversations`' and the shapes
`completion`'s. A turn is whole before its first word goes out, since the guard reads it whole; so a streamed answer has the right
status too. Nothing asks another machine for anything but the models of the tutors.
"""

from __future__ import annotations

import logging
import math
import time
import uuid

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from gnomon import __version__
from gnomon.models import ModelError
from gnomon.serving.answering import Answer, Conversations
from gnomon.serving.chat import ChatRequest
from gnomon.serving.completion import (
    AssistantMessage,
    Choice,
    Completion,
    GnomonField,
    ModelList,
    ServedModel,
    TokenUsage,
    chunks,
)
from gnomon.serving.errors import EndpointError
from gnomon.serving.http import (
    STREAMED,
    OpenAIRoute,
    application_of,
    body_of,
    errors,
    events,
    holder,
    request_schema,
    unless_gone,
)
from gnomon.serving.settings import Settings
from gnomon.serving.tutors import ServedTutor
from gnomon.tutor import TutorSpecError

_LOG = logging.getLogger(__name__)


def router(settings: Settings) -> APIRouter:
    """Return the routes, under ``/v1``."""
    conversations = Conversations(settings)
    body = {"requestBody": {"required": True, "content": {"application/json": {"schema": request_schema(ChatRequest)}}}}
    started = int(time.time())

    async def admit(request: Request) -> None:
        """Note who asks, if they may."""
        request.state.holder = await holder(request, settings.holder_of)
        wait = settings.buckets.take(request.state.holder) if settings.buckets is not None else 0
        if wait:
            seconds = math.ceil(wait)
            why = f"too many requests: ask again in {seconds} s"
            raise EndpointError(429, why, "rate_limit_exceeded", retry_after=seconds)

    routes = APIRouter(prefix="/v1", route_class=OpenAIRoute, tags=["endpoint"], dependencies=[Depends(admit)])

    @routes.get("/models", responses=errors(400, 401, 403, 429))
    async def models() -> ModelList:
        """List the tutors."""
        return ModelList(data=[ServedModel(id=name, created=started) for name in settings.tutors.names])

    @routes.get("/models/{model:path}", responses=errors(400, 401, 403, 404, 429))
    async def model(model: str) -> ServedModel:
        """Name one tutor."""
        return ServedModel(id=_tutor(settings, model, None).name, created=started)

    @routes.post(
        "/chat/completions",
        response_model=Completion,
        responses=errors(400, 401, 403, 404, 413, 429, 502),
        openapi_extra=body,
    )
    async def completions(request: Request) -> Response:
        """Answer a chat with the tutor's next turn."""
        asked = ChatRequest.read(await body_of(request, settings.largest_body))
        tutor = _tutor(settings, asked.model, asked.seed)
        start = time.perf_counter()
        answer = await unless_gone(request, settings.tutors.do(_asked(conversations, asked, tutor)))
        _LOG.info("%s: a turn of %s in %.3f s", request.state.holder, tutor.name, time.perf_counter() - start)
        completion = _completion(tutor.name, answer)
        if not asked.stream:
            return JSONResponse(completion.model_dump())
        with_usage = asked.stream_options is not None and bool(asked.stream_options.include_usage)
        told = events(chunks(completion, with_usage=with_usage))
        return StreamingResponse(told, media_type="text/event-stream", headers=STREAMED)

    return routes


def application(settings: Settings) -> FastAPI:
    """Return an application of these routes alone."""
    return application_of(router(settings))


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
