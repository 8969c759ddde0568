"""Requests and answers as the Chat Completions interface writes them; no network here.

A server's answers are read leniently, for servers differ: content may be a list of parts, token counts may be missing. What is
neither is a `ValueError`, whatever its types and however deep.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gnomon.models.messages import FinishReason, Message, Request, ResponseSchema, Sample, Usage

_FINISH_REASONS: dict[str, FinishReason] = {"stop": "stop", "length": "length", "content_filter": "content_filter"}
_MOST_TOKENS = 2**53
"""A count above this is none: prices are multiplied in floating point."""
_SEEDS = 2**31
"""Seeds are below this: some servers keep them in 32 bits with a sign."""


@dataclass(frozen=True)
class Chunk:
    """Samples ``first`` to ``first + count - 1`` of a request, asked in one go."""

    first: int
    count: int


@dataclass(frozen=True)
class Dialect:
    """What a server wants for one model in place of the plain form; learnt from what it refused or ignored."""

    max_choices: int | None = None
    """Most samples in one request; None is no limit known."""
    takes_schema: bool = True
    max_tokens_name: str = "max_tokens"
    takes_pictures: bool = True

    def narrowed(self, other: Dialect) -> Dialect:
        """Return what satisfies both: calls that run side by side may learn different things."""
        limits = [limit for limit in (self.max_choices, other.max_choices) if limit is not None]
        names = {self.max_tokens_name, other.max_tokens_name} - {"max_tokens"}
        return Dialect(
            min(limits, default=None),
            self.takes_schema and other.takes_schema,
            names.pop() if names else "max_tokens",
            self.takes_pictures and other.takes_pictures,
        )


class RequestWriter:
    """Writes the bodies of one request; pictures are encoded once, however many bodies it takes."""

    def __init__(self, model: str, request: Request) -> None:
        self._request = request
        self._model = model
        self._messages = json.dumps([_message(message) for message in request.messages], separators=(",", ":"))

    def body(self, chunk: Chunk, dialect: Dialect) -> bytes:
        """Return the JSON that asks for these samples."""
        request = self._request
        settings: dict[str, Any] = {"model": self._model}
        if chunk.count > 1:
            settings["n"] = chunk.count
        if request.temperature is not None:
            settings["temperature"] = request.temperature
        if request.top_p is not None:
            settings["top_p"] = request.top_p
        if request.reasoning_effort is not None:
            settings["reasoning_effort"] = request.reasoning_effort
        if request.max_tokens is not None:
            settings[dialect.max_tokens_name] = request.max_tokens
        if request.seed is not None:
            settings["seed"] = sample_seed(request.seed, chunk.first)
        if request.response_schema is not None and dialect.takes_schema:
            settings["response_format"] = _response_format(request.response_schema)
        return f'{json.dumps(settings, separators=(",", ":"))[:-1]},"messages":{self._messages}}}'.encode()


def sample_seed(seed: int, index: int) -> int:
    """Return the seed that goes with the sample of this index when it is the first of what is asked.

    The first sample has the request's own seed. The others need other seeds, or a server that is asked for one sample at a time
    would give the same answer each time; they are spread by a hash, so that requests with seeds 1, 2, 3 share none.
    """
    if index == 0:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed}/{index}".encode()).digest()[:8]) % _SEEDS


def read_response(content: bytes) -> tuple[list[Sample], Usage]:
    """Read samples and token counts.

    Returns:
        At least one sample, in the server's order of index; a usage of one request.

    Raises:
        ValueError: when the content is no answer; the message says what is wrong with it.
    """
    try:
        return _read_response(_read_json(content))
    except RecursionError:
        raise ValueError("expected an answer of a few levels, got one nested too deep to read") from None


def _read_response(data: dict[str, Any]) -> tuple[list[Sample], Usage]:
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not all(isinstance(choice, dict) for choice in choices):
        raise ValueError(f"expected a list of choices, got {_shown(data)}")
    samples = [_sample(choice) for choice in sorted(choices, key=_index)]
    return samples, _usage(data.get("usage"))


def read_models(content: bytes) -> list[str]:
    """Read the names of the models that a server lists.

    Raises:
        ValueError: when the content is no such list.
    """
    entries = _read_json(content).get("data")
    if not isinstance(entries, list):
        raise ValueError(f"expected a list of models, got {content[:80]!r}")  # noqa: TRY004  # it is the server's mistake
    names = [entry.get("id") for entry in entries if isinstance(entry, dict)]
    return [name.removeprefix("models/") for name in names if isinstance(name, str)]


def read_error(content: str) -> tuple[str, str]:
    """Read what a server says of an error: its message, and the setting that it names (empty where it names none)."""
    try:
        return _read_error(json.loads(content), content)
    except (ValueError, RecursionError):
        return content.strip(), ""


def _read_error(data: object, content: str) -> tuple[str, str]:
    error = data.get("error", data) if isinstance(data, dict) else data
    if not isinstance(error, dict):
        return str(error), ""
    message = error.get("message") or error.get("detail") or content
    code = error.get("code")
    named = "" if code in range(400, 600) else code or ""  # the status once more, as llama.cpp and OpenRouter write it
    return f"{named} {message}".strip(), str(error.get("param") or "")


def _message(message: Message) -> dict[str, Any]:
    if not message.images:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [{"type": "image_url", "image_url": {"url": image.data_uri()}} for image in message.images]
    return {"role": message.role, "content": [*parts, {"type": "text", "text": message.text}]}


def _response_format(schema: ResponseSchema) -> dict[str, Any]:
    described = {"name": schema.name, "schema": schema.json_schema, "strict": _is_strict(schema.json_schema)}
    return {"type": "json_schema", "json_schema": described}


def _is_strict(schema: object) -> bool:
    """Tell whether OpenAI's strict mode takes the schema: each object closed, with all its properties required."""
    if isinstance(schema, list):
        return all(_is_strict(each) for each in schema)
    if not isinstance(schema, Mapping):
        return True
    if "properties" in schema or schema.get("type") == "object":
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(schema.get("properties", ())):
            return False
    return all(_is_strict(each) for each in schema.values())


def _read_json(content: bytes) -> dict[str, Any]:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError(f"expected JSON, got {content[:80]!r}") from None
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, got {content[:80]!r}")  # noqa: TRY004  # it is the server's mistake
    return data


def _shown(data: dict[str, Any]) -> str:
    return repr(json.dumps(data)[:120])  # one line of a terminal or so


def _index(choice: dict[str, Any]) -> int:
    index = choice.get("index")
    return index if isinstance(index, int) else 0


def _sample(choice: dict[str, Any]) -> Sample:
    message = choice.get("message")
    if not isinstance(message, dict):
        raise ValueError(f"expected a message in each choice, got {_shown(choice)}")  # noqa: TRY004
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal and not message.get("content"):
        return Sample(text=_text(refusal), finish_reason="content_filter")
    return Sample(text=_text(message.get("content")), finish_reason=_finish_reason(choice.get("finish_reason")))


def _finish_reason(reason: object) -> FinishReason:
    """Return our name of a reason; none given is a plain end, and what is no name at all is ``other``."""
    if reason is None or reason == "":
        return "stop"
    return _FINISH_REASONS.get(reason, "other") if isinstance(reason, str) else "other"


def _text(content: object) -> str:
    """Return the text; a half of a character, at which some servers cut, becomes U+FFFD: no file could hold it."""
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    if content is None or isinstance(content, str):
        return (content or "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    raise ValueError(f"expected text, got {str(content)[:80]!r}")


def _usage(usage: object) -> Usage:
    """Return the counts; where one is no count, such as one below zero, none is believed. No completion is 0 tokens of it."""
    counts = usage if isinstance(usage, dict) else {}
    prompt = _count(counts.get("prompt_tokens"))
    completion = 0 if counts.get("completion_tokens") is None else _count(counts["completion_tokens"])
    if prompt is None or completion is None:
        return Usage(requests=1, unreported=1)
    return Usage(prompt_tokens=prompt, completion_tokens=completion, requests=1)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS else None
