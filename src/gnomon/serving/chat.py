"""What a client asks: a chat as OpenAI's clients send it, checked once and brought into the shape of a talk."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.drawing import Raster, RasterError
from gnomon.models import Image, Message
from gnomon.serving.errors import EndpointError

_ASKED = ConfigDict(frozen=True, strict=True, extra="ignore")  # clients send fields of later versions, and those of other servers

LONGEST_MESSAGE = 4_000
"""Characters; the guard shows no longer text, and no learner writes one."""
_MOST_MESSAGES = 100
"""Twice what two sides say in a conversation of the usual length (20 turns of the tutor), with questions about the problem."""
_LONGEST_TALK = 30_000
"""Characters of both sides: ten times a usual conversation. All of it may have to be read anew, in the thread of all tutors."""


class TextPart(BaseModel):
    """Words."""

    model_config = _ASKED

    type: Literal["text"]
    text: str


class ImageUrl(BaseModel):
    """Where a picture is; only a ``data:`` URL is, since the endpoint asks no other machine for anything."""

    model_config = _ASKED

    url: str


class ImagePart(BaseModel):
    """A picture."""

    model_config = _ASKED

    type: Literal["image_url"]
    image_url: ImageUrl


class ChatMessage(BaseModel):
    """One message; what tools say is not taken."""

    model_config = _ASKED

    role: Literal["system", "developer", "user", "assistant"]
    content: str | list[Annotated[TextPart | ImagePart, Field(discriminator="type")]] | None = None


class StreamOptions(BaseModel):
    """How a streamed answer is told."""

    model_config = _ASKED

    include_usage: bool | None = None


class ResponseFormat(BaseModel):
    """The form of the answer."""

    model_config = _ASKED

    type: Literal["text"]


class ChatRequest(BaseModel):
    """The body of a request. What a tutor has no use for (temperature, tools, limits of length) is read over."""

    model_config = _ASKED

    model: str
    messages: list[ChatMessage] = Field(max_length=_MOST_MESSAGES)
    metadata: dict[str, str] | None = None
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: Literal[1] | None = None
    logprobs: Literal[False] | None = None
    response_format: ResponseFormat | None = None

    @classmethod
    def read(cls, body: bytes) -> ChatRequest:
        """Read a body.

        Raises:
            EndpointError: 400 for what is no such request, with the field that is meant.
        """
        try:
            return cls.model_validate_json(body)
        except ValidationError as error:
            raise _refused(error) from None

    def says(self) -> list[Said]:
        """Return the talk: what system prompts say is left out, messages of one side in a row are one.

        Raises:
            EndpointError: 400 for a picture that cannot be used, a message too long, or a last one that is not the user's.
        """
        spoken = [(place, message) for place, message in enumerate(self.messages) if message.role in {"user", "assistant"}]
        said = [
            Said.of(is_learner, list(messages)) for is_learner, messages in groupby(spoken, lambda each: each[1].role == "user")
        ]
        if sum(len(each.text) for each in said) > _LONGEST_TALK:
            why = f"the messages have more than {_LONGEST_TALK} characters: begin a new chat"
            raise EndpointError(400, why, "context_length_exceeded", param="messages")
        if said and not said[-1].is_learner:
            raise EndpointError(400, "expected the last message to be the user's", "invalid_value", param="messages")
        return said


class ModelRequest(BaseModel):
    """The body of a request to a trained model, which is asked as it was trained: with system prompts, of any length."""

    model_config = _ASKED

    model: str
    messages: list[ChatMessage] = Field(min_length=1)
    temperature: float | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    n: int | None = Field(default=None, ge=1)
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    logprobs: Literal[False] | None = None

    @classmethod
    def read(cls, body: bytes) -> ModelRequest:
        """Read a body; errors are those of `ChatRequest.read`."""
        try:
            return cls.model_validate_json(body)
        except ValidationError as error:
            raise _refused(error) from None

    def told(self) -> tuple[Message, ...]:
        """Return the messages as models are asked.

        Raises:
            EndpointError: 400 for a picture that cannot be used.
        """
        return tuple(_message(place, message) for place, message in enumerate(self.messages))


def _message(place: int, message: ChatMessage) -> Message:
    urls = (part.image_url.url for part in _pictures(message))
    images = tuple(Image(data=_decoded(url, f"messages[{place}]")) for url in urls)
    role = "system" if message.role == "developer" else message.role
    return Message(role=role, text="\n".join(_texts(message)), images=images)


class Said(NamedTuple):
    """What one side said in its turn."""

    is_learner: bool
    text: str
    picture: bytes | None = None
    param: str = "messages"
    """The field of the request, for errors."""

    @classmethod
    def of(cls, is_learner: bool, messages: Sequence[tuple[int, ChatMessage]]) -> Said:  # noqa: FBT001  # a field of the tuple
        """Join the messages of one side, each with its place in the request.

        Raises:
            EndpointError: 400 as `ChatRequest.says`.
        """
        param = f"messages[{messages[-1][0]}]"
        text = "\n".join(words for _, message in messages for words in _texts(message)).strip()
        if len(text) > LONGEST_MESSAGE:
            why = f"the message has {len(text)} characters; expected at most {LONGEST_MESSAGE}"
            raise EndpointError(400, why, "string_above_max_length", param=param)
        urls = [part.image_url.url for _, message in messages for part in _pictures(message)]
        if len(urls) > 1 or (urls and not is_learner):
            raise EndpointError(400, "expected one picture, of the user", "invalid_image", param=param)
        return cls(is_learner, text, _decoded(urls[0], param) if urls else None, param)


def _texts(message: ChatMessage) -> Iterator[str]:
    if isinstance(message.content, str):
        yield message.content
    else:
        yield from (part.text for part in message.content or () if isinstance(part, TextPart))


def _pictures(message: ChatMessage) -> list[ImagePart]:
    return [part for part in message.content or () if isinstance(part, ImagePart)]


def _decoded(url: str, param: str) -> bytes:
    """Return the bytes of a picture that its size can be read of."""
    start, comma, data = url.partition(",")
    if not start.startswith("data:") or not start.endswith(";base64") or not comma:
        why = "expected a picture as a data URL (data:image/png;base64,...); no other address is asked for one"
        raise EndpointError(400, why, "invalid_image_url", param=param)
    try:
        picture = base64.b64decode(data, validate=True)
        Raster.read(picture)
    except (binascii.Error, RasterError) as error:
        raise EndpointError(400, f"the picture cannot be read: {error}", "invalid_image", param=param) from error
    return picture


def _refused(error: ValidationError) -> EndpointError:
    """Say the first thing that is wrong, without the input: it may be a learner's."""
    # Of content, which may be a text or parts, all is said to be wrong that it might have been; what lies deepest was meant.
    first: Any = max(
        error.errors(include_url=False, include_input=False, include_context=False), key=lambda each: len(each["loc"])
    )
    place = [part for part in first["loc"] if isinstance(part, int) or not (part == "str" or part.startswith("list["))]
    param = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
    if first["type"] == "json_invalid":
        return EndpointError(400, f"the body is no JSON: {first['msg']}", "invalid_json")
    if first["type"] == "too_long" and param == "messages":
        why = f"expected at most {_MOST_MESSAGES} messages: begin a new chat"
        return EndpointError(400, why, "context_length_exceeded", param=param)
    return EndpointError(400, f"{param or 'the body'}: {first['msg']}", "invalid_value", param=param or None)
