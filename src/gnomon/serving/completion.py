"""Answers in OpenAI's shapes: a completion, the chunks of a streamed one, the list of models. Ours is the field ``gnomon``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, Field

from gnomon.models import Usage


class GnomonField(BaseModel):
    """What the tutor's words do not tell; front ends that do not know it show the words alone."""

    problem: str | None
    """Id of the problem; null as long as it is asked about."""
    turn: dict[str, Any] | None
    """``act``, ``subact``, ``highlights``, ``highlights2`` where there are, ``feedback``, ``utterance``."""
    question: dict[str, Any] | None
    """``id``, ``text`` and ``choices`` of what is asked about the problem."""
    outcome: Literal["solved_untold", "solved_told", "not_solved"] | None
    """How the conversation ended; null as long as it goes on."""


class TokenUsage(BaseModel):
    """Tokens of the models asked; where none was, words and signs."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int

    @classmethod
    def of(cls, usage: Usage) -> TokenUsage:
        """Return the counts as clients know them."""
        total = usage.prompt_tokens + usage.completion_tokens
        return cls(prompt_tokens=usage.prompt_tokens, completion_tokens=usage.completion_tokens, total_tokens=total)


class AssistantMessage(BaseModel):
    """The tutor's message."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None
    gnomon: GnomonField


class Choice(BaseModel):
    """The one answer."""

    index: Literal[0] = 0
    message: AssistantMessage
    logprobs: None = None
    finish_reason: Literal["stop"] = "stop"


class Completion(BaseModel):
    """An answer that is not streamed."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    """Seconds since 1970."""
    model: str
    choices: list[Choice]
    usage: TokenUsage
    system_fingerprint: str
    """The version of gnomon: with it and ``seed`` the symbolic tutor says the same again."""


class ServedModel(BaseModel):
    """A tutor, as clients list models."""

    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: Literal["gnomon"] = "gnomon"


class ModelList(BaseModel):
    """The tutors that are served."""

    object: Literal["list"] = "list"
    data: list[ServedModel]


class ErrorBody(BaseModel):
    """Why a request was refused."""

    message: str
    type: str
    param: str | None
    code: str | None


class ErrorAnswer(BaseModel):
    """An answer that is an error."""

    error: ErrorBody = Field()


def chunks(completion: Completion, *, with_usage: bool) -> Iterator[dict[str, Any]]:
    """Yield an answer in pieces: who speaks and the field ``gnomon`` first, so that highlights can be drawn while the words come.

    Args:
        completion: the whole answer; the guard has seen it before the first word goes out.
        with_usage: whether a last chunk without a choice has the usage, and all others null.
    """
    message = completion.choices[0].message
    head: dict[str, Any] = {
        "id": completion.id,
        "object": "chat.completion.chunk",
        "created": completion.created,
        "model": completion.model,
        "system_fingerprint": completion.system_fingerprint,
        **({"usage": None} if with_usage else {}),
    }
    first = {"role": message.role, "content": "", "refusal": None, "gnomon": message.gnomon.model_dump()}
    yield {**head, "choices": [piece(first)]}
    for words in re.findall(r"\s*\S+|\s+", message.content):
        yield {**head, "choices": [piece({"content": words})]}
    yield {**head, "choices": [piece({}, completion.choices[0].finish_reason)]}
    if with_usage:
        yield {**head, "choices": [], "usage": completion.usage.model_dump()}


def piece(delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
    """Return the one choice of a chunk."""
    return {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
