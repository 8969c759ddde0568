"""A server that speaks the Chat Completions interface over real sockets and needs no model: for tests, demonstrations, timing.

It answers from a script, by a function, or with a value that follows the request's JSON schema; it counts tokens, keeps what it
was asked, and fails in the ways that servers fail. It runs in a thread of its own, so that synchronous and asynchronous
code can use it alike; `python -m gnomon.models.fake_server` runs it as a process.

>>> import json, urllib.request
>>> with FakeServer(["Look at angle ABC."]) as server:
...     asked = urllib.request.Request(f"{server.url}/chat/completions", b'{"messages": []}')
...     with urllib.request.urlopen(asked) as reply:
...         json.load(reply)["choices"][0]["message"]["content"]
'Look at angle ABC.'
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Literal, Self

from gnomon.models.fake_http import Connection, HttpReply, HttpRequest
from gnomon.models.fake_schema import example_of

IMAGE_TOKENS = 256
"""What one picture counts, whatever its size."""

_HEALTHY = 200  # OK of HTTP
_TIMEOUT_SECONDS = 5.0  # a fake server that takes longer to start or stop hangs: fail the test
Support = Literal["supported", "ignored", "refused"]


@dataclass(frozen=True)
class ServerBehaviour:
    """What a fake server can do and how fast."""

    models: tuple[str, ...] = ("fake-model",)
    """What it lists; it answers for any name."""
    latency_seconds: float = 0.0
    num_samples: Support = "supported"
    """What it does with ``n`` above 1."""
    schemas: Support = "supported"
    images: Support = "supported"
    seeds: Support = "supported"
    """Supported: the same request with the same seed gets the same answer."""
    max_tokens: Support = "supported"
    """Refused: it wants ``max_completion_tokens``, as some do. A word is a token."""
    reports_usage: bool = True
    key: str | None = None
    """The key it asks for; with another it answers 401 and, as some servers do, repeats the key that came."""


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong with one request for an answer."""

    status: int = _HEALTHY
    """An error status, such as 429 or 500."""
    message: str = "a fault made on purpose"
    retry_after: str | None = None
    """The header that goes with it: seconds, or an HTTP date."""
    drop: bool = False
    """The connection is closed in place of an answer."""
    cut: bool = False
    """The connection is closed in the middle of the answer."""
    pause_seconds: float = 0.0
    """A rest in the middle of the answer."""
    malformed: bool = False
    """The answer is no JSON."""
    stops_early: bool = False
    """Half of the text, with the finish reason ``length``."""


@dataclass(frozen=True)
class ChatRequest:
    """One request for an answer, as it came."""

    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def prompt(self) -> str:
        """All text of all messages, a line each."""
        return "\n".join(part["text"] for part in self._parts() if part.get("type") == "text")

    @property
    def num_images(self) -> int:
        """How many pictures came with it."""
        return sum(part.get("type") == "image_url" for part in self._parts())

    def _parts(self) -> list[dict[str, Any]]:
        contents = (message.get("content") or "" for message in self.body.get("messages", ()))
        lists = ([{"type": "text", "text": content}] if isinstance(content, str) else content for content in contents)
        return [part for parts in lists for part in parts]


Answers = Callable[[ChatRequest, int], str] | Sequence[str] | Mapping[str, str]
Faults = Callable[[int], Fault | None] | Sequence[Fault | None]


class FakeServer:
    """A fake server; a context manager that starts and stops it.

    Args:
        answers: a function of a request and the number of the sample (from 0), called in the server's thread; or texts, given in
            turn, from the first again after the last; or texts by a part of the prompt. None, and where no part matches: a value
            that follows the request's JSON schema, else a short text that differs from sample to sample.
        faults: what goes wrong with the first request for an answer, the second, ...; after the last all goes well. Or a function
            of the request's number, from 0.
        behaviour: what it supports and how fast it is.
        port: 0 takes a free one.
        keep_requests: False for long runs: requests are counted, not kept.

    Raises:
        OSError: on entering, when the port is taken.
    """

    def __init__(
        self,
        answers: Answers | None = None,
        *,
        faults: Faults = (),
        behaviour: ServerBehaviour | None = None,
        port: int = 0,
        keep_requests: bool = True,
    ) -> None:
        self.behaviour = behaviour or ServerBehaviour()
        self.requests: list[ChatRequest] = []
        """Requests for an answer, those that met a fault included."""
        self.num_requests = 0
        self.most_at_once = 0
        """The most requests for an answer that were under way together."""
        self._answers = answers
        self._faults = faults
        self._keep_requests = keep_requests
        self._under_way = 0
        self._scripted = count()
        self._unseeded = count()
        self._connections: set[Connection] = set()
        self._socket = _Thread(port, lambda: Connection(self._handle, self._connections), self._close_connections)

    def __enter__(self) -> Self:
        self._socket.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.stop()

    @property
    def url(self) -> str:
        """The base URL, to be given to a client."""
        return f"http://127.0.0.1:{self._socket.port}/v1"

    @property
    def open_connections(self) -> int:
        """How many connections clients hold now, idle ones included."""
        return len(self._connections)

    def _close_connections(self) -> None:
        for connection in tuple(self._connections):
            connection.close()

    async def _handle(self, request: HttpRequest) -> HttpReply:
        path = request.path.partition("?")[0]
        refusal = self._wrong_key(request)
        if refusal is not None:
            return refusal
        if path == "/v1/models" and request.method == "GET":
            return _json({"object": "list", "data": [{"id": name, "object": "model"} for name in self.behaviour.models]})
        if path != "/v1/chat/completions" or request.method != "POST":
            return _error(404, f"nothing at {request.method} {path}")
        return await self._chat(request)

    def _wrong_key(self, request: HttpRequest) -> HttpReply | None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self.behaviour.key in (None, given):
            return None
        return _error(401, f"Incorrect API key provided: {given}")

    async def _chat(self, request: HttpRequest) -> HttpReply:
        try:
            chat = ChatRequest(json.loads(request.body), request.headers)
        except ValueError:
            return _error(400, "the body is no JSON")
        fault = self._count(chat)
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            await asyncio.sleep(self.behaviour.latency_seconds)
        finally:
            self._under_way -= 1
        return self._reply(chat, fault)

    def _count(self, chat: ChatRequest) -> Fault:
        number = self.num_requests
        self.num_requests += 1
        if self._keep_requests:
            self.requests.append(chat)
        if callable(self._faults):
            return self._faults(number) or Fault()
        return (self._faults[number] if number < len(self._faults) else None) or Fault()

    def _reply(self, chat: ChatRequest, fault: Fault) -> HttpReply:
        headers = {} if fault.retry_after is None else {"retry-after": fault.retry_after}
        if fault.drop:
            return HttpReply(drop=True)
        if fault.status != _HEALTHY:
            return _error(fault.status, fault.message, headers)
        if (refused := self._refused(chat)) is not None:
            instead = ", use max_completion_tokens instead" if refused == "max_tokens" else ""
            return _error(400, f"{refused} is not supported{instead}", param=refused)
        body = b'{"choices": [{"mess' if fault.malformed else json.dumps(self._completion(chat, fault)).encode()
        return HttpReply(body, pause_seconds=fault.pause_seconds, cut=fault.cut)

    def _refused(self, chat: ChatRequest) -> str | None:
        """Return the setting for which the server refuses the request."""
        behaviour = self.behaviour
        asked = {
            "n": (behaviour.num_samples, chat.body.get("n", 1) > 1),
            "response_format": (behaviour.schemas, "response_format" in chat.body),
            "image_url": (behaviour.images, chat.num_images > 0),
            "seed": (behaviour.seeds, "seed" in chat.body),
            "max_tokens": (behaviour.max_tokens, "max_tokens" in chat.body),
        }
        return next((name for name, (support, present) in asked.items() if present and support == "refused"), None)

    def _completion(self, chat: ChatRequest, fault: Fault) -> dict[str, Any]:
        wanted = chat.body.get("n", 1) if self.behaviour.num_samples == "supported" else 1
        choices = [self._choice(chat, index, fault) for index in range(wanted)]
        completion = {"id": f"fake-{self.num_requests}", "object": "chat.completion", "model": chat.body.get("model", "")}
        return {**completion, "choices": choices, **({"usage": _usage(chat, choices)} if self.behaviour.reports_usage else {})}

    def _choice(self, chat: ChatRequest, index: int, fault: Fault) -> dict[str, Any]:
        words = self._text(chat, index).split(" ")
        limit = chat.body.get("max_completion_tokens", chat.body.get("max_tokens"))
        most = limit if limit is not None and self.behaviour.max_tokens != "ignored" else len(words)
        kept = words[: len(words) // 2] if fault.stops_early else words[:most]
        reason = "stop" if len(kept) == len(words) else "length"
        return {"index": index, "message": {"role": "assistant", "content": " ".join(kept)}, "finish_reason": reason}

    def _text(self, chat: ChatRequest, index: int) -> str:
        answers = self._answers
        if callable(answers):
            return answers(chat, index)
        if isinstance(answers, Mapping):
            prompt = chat.prompt
            matching = next((text for part, text in answers.items() if part in prompt), None)
            return self._made_up(chat, index) if matching is None else matching
        return answers[next(self._scripted) % len(answers)] if answers else self._made_up(chat, index)

    def _made_up(self, chat: ChatRequest, index: int) -> str:
        seed = chat.body.get("seed") if self.behaviour.seeds == "supported" else None
        chance = f"seed {seed}" if seed is not None else f"number {next(self._unseeded)}"
        digest = hashlib.sha256(f"{chat.body.get('messages')}|{chance}|{index}".encode()).hexdigest()
        schema = (chat.body.get("response_format") or {}).get("json_schema", {}).get("schema")
        if schema is None or self.behaviour.schemas != "supported":
            return f"fake answer {digest[:8]}"
        return json.dumps(example_of(schema, Random(digest)))


class _Thread:
    """An event loop in a thread that listens on a port of this machine."""

    def __init__(self, port: int, connect: Callable[[], Connection], close: Callable[[], None]) -> None:
        self.port = port
        self._connect = connect
        self._close = close
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake model server", daemon=True)
        self._server: asyncio.Server | None = None

    def start(self) -> None:
        self._thread.start()
        try:
            self._server = self._run(self._listen())
        except OSError:
            self.stop()
            raise
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        self._run(self._shut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_TIMEOUT_SECONDS)
        self._loop.close()

    async def _listen(self) -> asyncio.Server:
        # asyncio lets 100 calls wait: of a larger burst some would be refused
        return await self._loop.create_server(self._connect, "127.0.0.1", self.port, backlog=1024)

    async def _shut(self) -> None:
        if self._server is not None:
            self._server.close()
        self._close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _run(self, coroutine: Any) -> Any:  # noqa: ANN401  # the type of one coroutine or another
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(_TIMEOUT_SECONDS)


def _json(content: dict[str, Any], status: int = _HEALTHY, headers: dict[str, str] | None = None) -> HttpReply:
    return HttpReply(json.dumps(content).encode(), status, headers or {})


def _error(status: int, message: str, headers: dict[str, str] | None = None, *, param: str | None = None) -> HttpReply:
    return _json({"error": {"message": message, "type": "fake_error", "param": param, "code": None}}, status, headers)


def _usage(chat: ChatRequest, choices: list[dict[str, Any]]) -> dict[str, int]:
    """Count a word of text as a token; the prompt once, however many samples."""
    prompt = len(chat.prompt.split()) + IMAGE_TOKENS * chat.num_images
    completion = sum(len(choice["message"]["content"].split()) for choice in choices)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
