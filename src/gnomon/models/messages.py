"""What is asked of a model and what it answers, apart from who answers: messages, a request, its samples.

Every room that speaks to a model is written against `Model`; the client over HTTP, the fake and the adapter to Inspect are
three of them.
"""

from __future__ import annotations

import base64
import hashlib
import mimetypes
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

_FROZEN = ConfigDict(frozen=True, extra="forbid")
Role = Literal["system", "user", "assistant"]
FinishReason = Literal["stop", "length", "content_filter", "other"]


class Image(BaseModel):
    """A picture to send, held in memory."""

    model_config = _FROZEN

    data: bytes = Field(repr=False)
    media_type: str = "image/png"

    @classmethod
    def read(cls, path: Path) -> Image:
        """Read a picture from a file; its media type follows the file's suffix.

        Raises:
            OSError: when the file cannot be read.
            ValueError: when the suffix is no picture's.
        """
        media_type = mimetypes.guess_type(path.name)[0] or ""
        if not media_type.startswith("image/"):
            raise ValueError(f"{path}: expected a picture (.png, .jpg, .gif or .webp), got suffix {path.suffix!r}")
        return cls(data=path.read_bytes(), media_type=media_type)

    @cached_property
    def sha256(self) -> str:
        """The hash of the bytes, which stands for the picture in cache keys and logs."""
        return hashlib.sha256(self.data).hexdigest()

    def data_uri(self) -> str:
        """Return the picture as a ``data:`` URI."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode('ascii')}"


class Message(BaseModel):
    """One message of a conversation with a model; its pictures come before its text."""

    model_config = _FROZEN

    role: Role
    text: str
    images: tuple[Image, ...] = ()


class ResponseSchema(BaseModel):
    """A JSON schema that the answer is to follow, where the server supports it."""

    model_config = _FROZEN

    name: str
    json_schema: dict[str, Any]


def object_schema(properties: Mapping[str, object]) -> dict[str, Any]:
    """Return the JSON schema of an object with exactly these fields, all of them required, as strict servers want it."""
    return {"type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False}


class CallSettings(BaseModel):
    """How a model is asked, by the names of the Chat Completions interface. None leaves a setting as it is."""

    model_config = _FROZEN

    temperature: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Share of probability from which tokens are drawn."""
    max_tokens: int | None = Field(default=None, ge=1)
    """Most tokens of one sample."""
    reasoning_effort: str | None = Field(default=None, min_length=1)
    """What the server knows, such as ``low``, ``medium`` or ``high``."""

    def over(self, request: Request) -> Request:
        """Return a request with these settings in place of its own, as far as they are set."""
        given = self.model_dump(exclude_none=True)
        return request.model_copy(update=given) if given else request


class Request(BaseModel):
    """One request for one or more samples. None leaves a setting to the server, and sends nothing of it."""

    model_config = _FROZEN

    messages: tuple[Message, ...]
    num_samples: int = Field(default=1, ge=1)
    """Samples wanted of the same messages; one request where the server allows it. They are numbered from 0, and a cache knows
    them by
    number: who asks for 8 after 5 gets the same 5 and 3 more."""
    temperature: float | None = Field(default=None, ge=0)
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    """Most tokens of one sample."""
    reasoning_effort: str | None = None
    seed: int | None = None
    """Asks the server for the same answer each time. Sample 0 is asked with this seed; a later sample that starts a request of
    its own with one derived from it; several in one request are told apart by the server. Another seed is another request, also
    for a cache: that is how a repeat is asked."""
    response_schema: ResponseSchema | None = None


class Sample(BaseModel):
    """One answer. A server may stop early: see `finish_reason`."""

    model_config = _FROZEN

    text: str
    finish_reason: FinishReason = "stop"


class Usage(BaseModel):
    """What a response cost, as the server counted it; zero for what came from the cache."""

    model_config = _FROZEN

    prompt_tokens: int = 0
    completion_tokens: int = 0
    requests: int = 0
    """Requests that reached the server, retries included."""
    unreported: int = 0
    """Answers that came without token counts; their tokens are in neither sum."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            requests=self.requests + other.requests,
            unreported=self.unreported + other.unreported,
        )


class Response(BaseModel):
    """The samples of one request, in order."""

    model_config = _FROZEN

    samples: tuple[Sample, ...]
    usage: Usage = Usage()
    seconds: float = 0.0
    """From the call to the answer, waiting and retries included."""
    num_cached: int = 0
    """How many of the samples came from the cache."""

    @property
    def text(self) -> str:
        """The text of the first sample."""
        return self.samples[0].text


@runtime_checkable
class Model(Protocol):
    """Something that answers requests: a client of a server, a fake, an adapter."""

    @property
    def name(self) -> str:
        """The model's name, as reports show it."""
        ...

    async def respond(self, request: Request) -> Response:
        """Answer with as many samples as were asked.

        Raises:
            ModelError: when no answer could be had; the message says what to do and holds no secret.
        """
        ...
