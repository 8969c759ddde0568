"""A trained model behind ``/v1``: what `gnomon train` leaves, asked by transformers. Importing it loads torch.

Requests wait in a queue and are drawn in a thread of their own; the samples of one request together. Without a temperature the
likeliest token is taken, so that a score can be had again.
"""

from __future__ import annotations

import hashlib
import logging
import socket
import threading
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from gnomon import __version__
from gnomon.models import Message, Usage
from gnomon.serving.chat import ModelRequest
from gnomon.serving.completion import ModelList, ServedModel, TokenUsage, piece
from gnomon.serving.drawing import Asked, DrawingQueue
from gnomon.serving.errors import EndpointError
from gnomon.serving.http import (
    LAST_EVENT,
    STREAMED,
    OpenAIRoute,
    application_of,
    body_of,
    errors,
    event,
    holder,
    request_schema,
    unless_gone,
)
from gnomon.serving.settings import LARGEST_BODY, HolderOf
from gnomon.training.left import model_folder, name_of
from gnomon.training.trainer import Drawn, Learner, image_counter, open_to_ask, token_counter

_LOG = logging.getLogger(__name__)
QUEUE = 64
"""Requests that may wait: more than a benchmark sends at once, and fewer than a client has the patience for."""
_MOST_TOKENS = 1024
"""Of an answer whose request names no limit: a turn as JSON has about 150, a judge's rationale is some paragraphs."""
_MOST_SAMPLES = 64
"""Of one request: they are drawn together, and more would not fit beside a large model."""
_PORTS = (20_000, 30_000)
"""Of a model that is served for a run of this machine: below those that systems hand out, above most services'."""


@contextmanager
def served_here(folder: Path, learner: Learner | None = None) -> Iterator[str]:
    """Serve a model to this machine as long as the context is open.

    Args:
        folder: of the model, or what a training left.
        learner: the model; None opens it, on a GPU where there is one.

    Yields:
        ``NAME@URL``, the same on every call for a folder where its port is free: answers are kept by their server's address.
    """
    import uvicorn

    name = name_of(folder)
    application = trained_application(learner or open_to_ask(model_folder(folder)), name, None)
    with _listening(folder) as where:
        server = uvicorn.Server(uvicorn.Config(application, access_log=False, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [where]}, daemon=True)
        thread.start()
        try:
            yield f"{name}@http://127.0.0.1:{where.getsockname()[1]}/v1"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def _listening(folder: Path) -> Iterator[socket.socket]:
    """Open the port that a folder's name leads to; another one where it is taken."""
    first, last = _PORTS
    wanted = first + int(hashlib.sha256(str(folder.resolve()).encode()).hexdigest(), 16) % (last - first)
    with socket.socket() as where:
        where.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a run that goes on at once finds its port still waiting
        try:
            where.bind(("127.0.0.1", wanted))
        except OSError:
            where.bind(("127.0.0.1", 0))
        where.listen()  # who asks before the server has started waits
        yield where


def trained_application(
    learner: Learner, name: str, holder_of: HolderOf | None, *, queue: int = QUEUE, together: int = 1
) -> FastAPI:
    """Return an application that answers for one model.

    Args:
        learner: the model.
        name: by which clients ask for it.
        holder_of: as of the tutors' `gnomon.serving.Settings`.
        queue: requests that may wait.
        together: requests drawn at once; see `gnomon.serving.drawing`.
    """
    started, waiting, room = int(time.time()), DrawingQueue(learner, longest=queue, together=together), _Room(learner)

    async def admit(request: Request) -> None:
        await holder(request, holder_of)

    routes = APIRouter(prefix="/v1", route_class=OpenAIRoute, tags=["endpoint"], dependencies=[Depends(admit)])

    @routes.get("/models", responses=errors(400, 401))
    async def models() -> ModelList:
        return ModelList(data=[ServedModel(id=name, created=started)])

    schema = request_schema(ModelRequest)
    body = {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}

    @routes.post("/chat/completions", responses=errors(400, 401, 404, 413, 503), openapi_extra=body)
    async def completions(request: Request) -> Response:
        asked = ModelRequest.read(await body_of(request, LARGEST_BODY))
        if asked.model != name:
            raise EndpointError(404, f"there is no model {asked.model!r}; expected {name}", "model_not_found", param="model")
        if (asked.n or 1) > _MOST_SAMPLES:
            raise EndpointError(400, f"expected at most {_MOST_SAMPLES} samples", "invalid_value", param="n")
        messages = asked.told()
        if any(message.images for message in messages) and not learner.sees_pictures:
            raise EndpointError(400, "this model sees no pictures", "invalid_image", param="messages")
        prompt_tokens, most_tokens = room.for_answer(messages, asked.max_completion_tokens or asked.max_tokens or _MOST_TOKENS)
        drawn = Asked(messages, most_tokens, asked.n or 1, asked.temperature or 0.0, asked.seed)
        if not asked.stream:
            answers = await unless_gone(request, waiting.answers(drawn))
            return JSONResponse(_completion(name, answers, _usage(prompt_tokens, answers)))
        if drawn.num_samples > 1:
            raise EndpointError(
                400, "expected one sample of a streamed answer; leave out n or stream", "invalid_value", param="n"
            )
        told_usage = asked.stream_options is not None and bool(asked.stream_options.include_usage)
        told = _streamed(_head(name, "chat.completion.chunk"), waiting.pieces(drawn), prompt_tokens if told_usage else None)
        return StreamingResponse(told, media_type="text/event-stream", headers=STREAMED)

    return application_of(routes)


class _Room:
    """How many tokens a model takes."""

    def __init__(self, learner: Learner) -> None:
        self._count, self._count_image = token_counter(learner), image_counter(learner)
        config = learner.model.config
        longest = getattr(getattr(config, "text_config", config), "max_position_embeddings", None)
        self._longest: int | None = longest if isinstance(longest, int) else None

    def for_answer(self, messages: Sequence[Message], wanted: int) -> tuple[int, int]:
        """Return the tokens of a prompt, and those of its answer: as many as are wanted, or fit behind it.

        Raises:
            EndpointError: 400 where nothing fits.
        """
        said = [{"role": message.role, "content": message.text} for message in messages]
        prompt = self._count(said) + sum(self._count_image(image) for message in messages for image in message.images)
        if self._longest is None:
            return prompt, wanted
        if prompt >= self._longest:
            why = f"the messages have {prompt} tokens, and the model takes {self._longest} with its answer: send fewer"
            raise EndpointError(400, why, "context_length_exceeded", param="messages")
        return prompt, min(wanted, self._longest - prompt)


async def _streamed(head: Mapping[str, Any], pieces: AsyncIterator[str | Drawn], prompt_tokens: int | None) -> AsyncIterator[str]:
    """Yield the events of a streamed answer; the usage at its end where the tokens of the prompt are given."""
    unset = {} if prompt_tokens is None else {"usage": None}
    try:
        yield event({**head, **unset, "choices": [piece({"role": "assistant", "content": "", "refusal": None})]})
        async for each in pieces:
            if isinstance(each, str):
                yield event({**head, **unset, "choices": [piece({"content": each})]})
            else:
                yield event({**head, **unset, "choices": [piece({}, _finish_reason(each))]})
                if prompt_tokens is not None:
                    yield event({**head, "choices": [], "usage": _usage(prompt_tokens, [each])})
    except Exception:  # noqa: BLE001  # the status has gone out: the client learns of it in the stream
        _LOG.exception("a streamed answer failed")
        yield event(EndpointError(500, "the model failed; the mistake is ours", "internal_error").as_json())
    yield LAST_EVENT


def _usage(prompt_tokens: int, answers: Sequence[Drawn]) -> dict[str, int]:
    usage = Usage(prompt_tokens=prompt_tokens, completion_tokens=sum(each.tokens for each in answers))
    return TokenUsage.of(usage).model_dump()


def _finish_reason(answer: Drawn) -> str:
    return "stop" if answer.is_finished else "length"


def _completion(name: str, answers: Sequence[Drawn], usage: Mapping[str, int]) -> dict[str, Any]:
    choices = [
        {
            "index": index,
            "message": {"role": "assistant", "content": answer.text, "refusal": None},
            "logprobs": None,
            "finish_reason": _finish_reason(answer),
        }
        for index, answer in enumerate(answers)
    ]
    return {**_head(name, "chat.completion"), "choices": choices, "usage": dict(usage)}


def _head(name: str, kind: str) -> dict[str, Any]:
    """Return what an answer and each of its pieces begin with."""
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": kind,
        "created": int(time.time()),
        "model": name,
        "system_fingerprint": f"gnomon-{__version__}",
    }
