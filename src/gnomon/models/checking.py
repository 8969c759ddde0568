"""What a server supports, found out by a few small requests.

Each check sends a request of its own, in the plain form, so that what is shown is the server's behaviour and not what the client
makes of it.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gnomon.models.errors import ModelError, RequestRefusedError
from gnomon.models.messages import Image, Message, Request, ResponseSchema, Sample, Usage
from gnomon.models.server import Server, ServerSettings, lease, release
from gnomon.models.wire import Chunk, Dialect, RequestWriter, read_models, read_response

State = Literal["supported", "not supported", "error"]

_RED_SQUARE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC"
)
"""A PNG of 32 by 32 red pixels."""
_SAY = "Reply with the single word: ready"
_INVENT = "Invent a sentence about a triangle that nobody has ever written. Write only the sentence."
_COUNT = "Count from one to fifty in words."
_FEW_TOKENS = 5  # fewer than any answer to _COUNT needs, so that the limit must show
_SOME_TOKENS = 60  # enough for a sentence that differs from another, and cheap
_ENOUGH_TOKENS = 400
"""For answers that matter little but must not be cut: a model that thinks first needs room."""
_SCHEMA = {
    "type": "object",
    "properties": {"sides": {"type": "integer"}, "shape": {"type": "string", "enum": ["triangle"]}},
    "required": ["sides", "shape"],
    "additionalProperties": False,
}


class CheckRow(NamedTuple):
    """One thing that a server can do or not."""

    name: str
    state: State
    reason: str
    """What was seen; for an error, why it could not be found out."""


@dataclass
class _Probe:
    """Asks in the plain form, apart from the limit's name, which is found out on the way."""

    server: Server
    model: str
    max_tokens_name: str = "max_tokens"

    async def ask(self, request: Request) -> tuple[list[Sample], Usage]:
        chunk = Chunk(0, request.num_samples)
        writer = RequestWriter(self.model, request)
        try:
            return await self._send(writer, chunk)
        except RequestRefusedError as refusal:
            if "max_completion_tokens" not in str(refusal) or self.max_tokens_name != "max_tokens":
                raise
        self.max_tokens_name = "max_completion_tokens"
        return await self._send(writer, chunk)

    async def _send(self, writer: RequestWriter, chunk: Chunk) -> tuple[list[Sample], Usage]:
        dialect = Dialect(max_tokens_name=self.max_tokens_name)
        return await self.server.post(lambda: writer.body(chunk, dialect), read_response, lambda: None)


async def check_server(model: str, base_url: str, settings: ServerSettings | None = None) -> list[CheckRow]:
    """Find out what a server supports for a model, by at most ten small requests, retries not counted.

    There are nine, and one more where the limit of tokens goes by its newer name.

    Args:
        model: the name that the server knows.
        base_url: as `gnomon.models.address.parse_base_url` writes it.
        settings: None takes those in force, else the defaults.

    Returns:
        Rows ``reachable``, ``model listed``, ``text``, ``latency``, ``usage``, ``max_tokens``, ``samples``, ``seed``, ``schema``,
        ``image``; those after ``text`` only where text works, and ``reachable`` alone where neither the list of models nor text
        came: nothing at this URL can be asked, and the reason says why.
    """
    server = lease(base_url, settings)
    try:
        return [row async for row in _rows(_Probe(server, model))]
    finally:
        await release(server)


async def _rows(probe: _Probe) -> AsyncIterator[CheckRow]:
    listed, unlisted = await _listed(probe)
    started = time.perf_counter()
    try:
        samples, usage = await probe.ask(_request(_SAY, max_tokens=_ENOUGH_TOKENS))
    except ModelError as error:
        if unlisted:
            yield _error("reachable", error)
            return
        yield CheckRow("reachable", "supported", probe.server.base_url)
        yield listed
        yield _error("text", error)
        return
    seconds = time.perf_counter() - started
    yield CheckRow("reachable", "supported", probe.server.base_url)
    yield listed
    yield CheckRow("text", "supported", f"answered {_shown(samples[0].text)}")
    yield CheckRow("latency", "supported", f"{seconds:.2f} s for a short answer, retries included")
    yield _usage(usage)
    for name, check in (
        ("max_tokens", _max_tokens),
        ("samples", _samples),
        ("seed", _seed),
        ("schema", _schema),
        ("image", _image),
    ):
        try:
            yield await check(probe)
        except RequestRefusedError as error:
            yield CheckRow(name, "not supported", str(error))
        except ModelError as error:
            yield _error(name, error)


async def _listed(probe: _Probe) -> tuple[CheckRow, bool]:
    """Return the row of the list of models, and whether no list came."""
    try:
        names = await probe.server.get_models(read_models)
    except RequestRefusedError as error:
        return CheckRow("model listed", "not supported", str(error)), True
    except ModelError as error:
        return _error("model listed", error), True
    if probe.model in names:
        return CheckRow("model listed", "supported", f"one of {len(names)}"), False
    # Some services list hundreds; a few show how the server writes names
    listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return CheckRow("model listed", "not supported", f"the server lists {listed or 'nothing'}"), False


def _usage(usage: Usage) -> CheckRow:
    if usage.unreported:
        return CheckRow("usage", "not supported", "the answer holds no token counts: no cost can be given")
    return CheckRow("usage", "supported", f"{usage.prompt_tokens} prompt and {usage.completion_tokens} completion tokens")


async def _max_tokens(probe: _Probe) -> CheckRow:
    samples, usage = await probe.ask(_request(_COUNT, max_tokens=_FEW_TOKENS))
    stopped = samples[0].finish_reason == "length" or (not usage.unreported and usage.completion_tokens <= _FEW_TOKENS)
    state: State = "supported" if stopped else "not supported"
    tokens = "" if usage.unreported else f", {usage.completion_tokens} tokens"
    reason = f"as {probe.max_tokens_name}: asked for {_FEW_TOKENS} tokens; finish reason {samples[0].finish_reason}{tokens}"
    return CheckRow("max_tokens", state, reason)


async def _samples(probe: _Probe) -> CheckRow:
    samples, _ = await probe.ask(_request(_INVENT, max_tokens=_SOME_TOKENS, num_samples=2, temperature=1.0))
    if len(samples) == 2:
        return CheckRow("samples", "supported", "two samples came of one request")
    return CheckRow(
        "samples", "not supported", f"asked for 2 samples in one request, got {len(samples)}; they are asked one by one"
    )


async def _seed(probe: _Probe) -> CheckRow:
    # Any two seeds would do; at temperature 1 answers differ where the seed does not hold them
    request = _request(_INVENT, max_tokens=_SOME_TOKENS, seed=7, temperature=1.0)
    texts = [(await probe.ask(request))[0][0].text for _ in range(2)]
    if texts[0] != texts[1]:
        return CheckRow("seed", "not supported", "two requests with one seed gave different answers")
    other = (await probe.ask(request.model_copy(update={"seed": 8})))[0][0].text
    differs = "another seed another" if other != texts[0] else "but another seed the same: it may be of no effect"
    return CheckRow("seed", "supported", f"one seed gave one answer twice, {differs}")


async def _schema(probe: _Probe) -> CheckRow:
    schema = ResponseSchema(name="shape", json_schema=_SCHEMA)
    request = _request("How many sides has a triangle? Answer in prose.", max_tokens=_ENOUGH_TOKENS, response_schema=schema)
    text = (await probe.ask(request))[0][0].text
    try:
        follows = set(json.loads(text)) == {"sides", "shape"}
    except (ValueError, TypeError):
        follows = False
    return CheckRow("schema", "supported" if follows else "not supported", f"answered {_shown(text)}")


async def _image(probe: _Probe) -> CheckRow:
    picture = Image(data=_RED_SQUARE)
    message = Message(role="user", text="Which colour is this square? One word.", images=(picture,))
    samples, _ = await probe.ask(Request(messages=(message,), max_tokens=_ENOUGH_TOKENS))
    seen = "red" in samples[0].text.lower()
    reason = f"answered {_shown(samples[0].text)} to a red square" + ("" if seen else "; does the model see it?")
    return CheckRow("image", "supported", reason)


def _request(
    text: str,
    *,
    max_tokens: int,
    num_samples: int = 1,
    temperature: float | None = None,
    seed: int | None = None,
    response_schema: ResponseSchema | None = None,
) -> Request:
    return Request(
        messages=(Message(role="user", text=text),),
        max_tokens=max_tokens,
        num_samples=num_samples,
        temperature=temperature,
        seed=seed,
        response_schema=response_schema,
    )


def _error(name: str, error: ModelError) -> CheckRow:
    return CheckRow(name, "error", str(error))


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 60 else f"{text[:60]}…")  # what fits on a line of a table
