"""A trained model behind ``/v1``: what `gnomon train` leaves, asked by transformers. Importing it loads torch.

Answers are drawn one request at a time, in a thread of their own; the samples of one request together. Without a temperature the
likeliest token is taken, so that a score can be had again.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request

from gnomon import __version__
from gnomon.models import Usage
from gnomon.serving.chat import ModelRequest
from gnomon.serving.completion import ModelList, ServedModel, TokenUsage
from gnomon.serving.errors import EndpointError
from gnomon.serving.http import OpenAIRoute, application_of, body_of, errors, holder, request_schema
from gnomon.serving.settings import LARGEST_BODY, HolderOf
from gnomon.training.trainer import Learner, draw, token_counter

_MOST_TOKENS = 1024
"""Of an answer whose request names no limit: a turn as JSON has about 150, a judge's rationale is some paragraphs."""
_MOST_SAMPLES = 64
"""Of one request: they are drawn together, and more would not fit beside a large model."""


def model_folder(folder: Path) -> Path:
    """Return where a model or an adapter lies in a folder: there, or in what a training left."""
    inside = (folder, folder / "model", folder / "adapter")
    names = ("config.json", "adapter_config.json")
    return next((each for each in inside if any((each / name).is_file() for name in names)), folder)


def trained_application(learner: Learner, name: str, holder_of: HolderOf | None) -> FastAPI:
    """Return an application that answers for one model.

    Args:
        learner: the model.
        name: by which clients ask for it.
        holder_of: as of the tutors' `gnomon.serving.Settings`.
    """
    started, one_at_a_time, count = int(time.time()), asyncio.Lock(), token_counter(learner)

    async def admit(request: Request) -> None:
        await holder(request, holder_of)

    routes = APIRouter(prefix="/v1", route_class=OpenAIRoute, tags=["endpoint"], dependencies=[Depends(admit)])

    @routes.get("/models", responses=errors(400, 401))
    async def models() -> ModelList:
        return ModelList(data=[ServedModel(id=name, created=started)])

    schema = request_schema(ModelRequest)
    body = {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}

    @routes.post("/chat/completions", responses=errors(400, 401, 404, 413), openapi_extra=body)
    async def completions(request: Request) -> dict[str, Any]:
        asked = ModelRequest.read(await body_of(request, LARGEST_BODY))
        if asked.model != name:
            raise EndpointError(404, f"there is no model {asked.model!r}; expected {name}", "model_not_found", param="model")
        if (asked.n or 1) > _MOST_SAMPLES:
            raise EndpointError(400, f"expected at most {_MOST_SAMPLES} samples", "invalid_value", param="n")
        messages = asked.told()
        if any(message.images for message in messages) and not learner.sees_pictures:
            raise EndpointError(400, "this model sees no pictures", "invalid_image", param="messages")
        async with one_at_a_time:
            drawn = await asyncio.to_thread(
                draw,
                learner,
                [messages],
                most_tokens=asked.max_completion_tokens or asked.max_tokens or _MOST_TOKENS,
                num_samples=asked.n or 1,
                temperature=asked.temperature or 0.0,
                seed=abs(asked.seed or 0) % 2**32,  # what numpy takes
            )
        said = [{"role": message.role, "content": message.text} for message in messages]
        usage = Usage(prompt_tokens=count(said), completion_tokens=sum(each.tokens for each in drawn[0]))
        return _completion(name, [(each.text, each.is_finished) for each in drawn[0]], TokenUsage.of(usage).model_dump())

    return application_of(routes)


def _completion(name: str, answers: list[tuple[str, bool]], usage: Mapping[str, int]) -> dict[str, Any]:
    choices = [
        {
            "index": index,
            "message": {"role": "assistant", "content": text, "refusal": None},
            "logprobs": None,
            "finish_reason": "stop" if is_finished else "length",
        }
        for index, (text, is_finished) in enumerate(answers)
    ]
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": name,
        "choices": choices,
        "usage": dict(usage),
        "system_fingerprint": f"gnomon-{__version__}",
    }
