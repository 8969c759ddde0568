"""One question to a model: a filled prompt and pictures become a request, its first sample the reply.

A call that fails raises `gnomon.models.ModelError`: whoever runs many of them records it at one place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.models import Image, Message, Model, Request, ResponseSchema, Usage
from gnomon.prompts import FilledPrompt


@dataclass(frozen=True)
class Sampling:
    """How a model is asked; None leaves a setting to the server."""

    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


SERVER_DEFAULTS = Sampling()
"""All settings left to the server."""


class ModelReply(NamedTuple):
    """What a model said, word for word."""

    text: str
    is_cut: bool
    """Whether the server stopped it at the token limit."""
    usage: Usage
    seconds: float


def make_request(
    prompt: FilledPrompt,
    images: Iterable[Image] = (),
    *,
    sampling: Sampling = SERVER_DEFAULTS,
    schema: ResponseSchema | None = None,
    after: Iterable[Message] = (),
) -> Request:
    """Make a request of a filled prompt.

    Args:
        prompt: its system part opens the conversation, unless it is empty.
        images: sent with the user's part, in order.
        sampling: temperature, token limit and seed.
        schema: JSON schema that the answer is to follow; None for free text.
        after: messages that follow the user's part, for a conversation that goes on.
    """
    system = (Message(role="system", text=prompt.system),) if prompt.system else ()
    return Request(
        messages=(*system, Message(role="user", text=prompt.user, images=tuple(images)), *after),
        temperature=sampling.temperature,
        max_tokens=sampling.max_tokens,
        seed=sampling.seed,
        response_schema=schema,
    )


async def ask(model: Model, request: Request) -> ModelReply:
    """Return the first sample.

    Raises:
        ModelError: when no answer could be had.
    """
    response = await model.respond(request)
    sample = response.samples[0]
    return ModelReply(sample.text, sample.finish_reason == "length", response.usage, response.seconds)
