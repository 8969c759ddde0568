"""A model behind any server of the Chat Completions interface: the `Model` that talks over HTTP."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Self
from weakref import WeakKeyDictionary

from gnomon.models.address import parse_base_url
from gnomon.models.cache import Cache, sample_keys
from gnomon.models.calls import Calls, note_calls, note_settings
from gnomon.models.errors import PicturesRefusedError
from gnomon.models.ledger import Ledger, estimate_usage
from gnomon.models.messages import CallSettings, Request, Response, Sample, Usage
from gnomon.models.server import RefusedSettingError, Server, ServerSettings, lease, release
from gnomon.models.wire import Chunk, Dialect, RequestWriter, read_models, read_response

_log = logging.getLogger(__name__)
Arrived = Callable[[int, Sample], None]


class Client:
    """One model of one server, in one role.

    It asks for many samples in one request where the server allows it, and one by one where it does not; what it learns holds for
    the server as long as a client of it is open. An async context manager, or close it with `aclose`.

    Args:
        model: the name that the server knows.
        base_url: such as ``http://localhost:8000/v1``; a key comes from the environment alone.
        role: under which the ledger counts it: tutor, judge, student, teacher.
        cache: where answers are kept; None asks each time.
        ledger: keeps count; None keeps one of its own.
        settings: of the server, shared by its clients; None takes those in force, else the defaults.
        asking: settings of calls in place of those that a request brings, as far as they are set.

    Raises:
        ModelAddressError: when the URL cannot be used.
    """

    def __init__(
        self,
        model: str,
        base_url: str,
        *,
        role: str = "model",
        cache: Cache | None = None,
        ledger: Ledger | None = None,
        settings: ServerSettings | None = None,
        asking: CallSettings | None = None,
    ) -> None:
        self.name = model
        self.base_url = parse_base_url(base_url)
        self.role = role
        self.cache = cache
        self.ledger = ledger or Ledger()
        self.asking = asking or CallSettings()
        self._settings = settings
        self._servers: WeakKeyDictionary[asyncio.AbstractEventLoop, Server] = WeakKeyDictionary()

    def __repr__(self) -> str:
        return f"Client({self.name!r}, {self.base_url!r}, role={self.role!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections that the running event loop has opened, unless another client uses them too."""
        server = self._servers.pop(asyncio.get_running_loop(), None)
        if server is not None:
            await release(server)

    async def list_models(self) -> list[str]:
        """Return the names of the models that the server lists.

        Raises:
            ModelError: when it does not say.
        """
        return await self._server().get_models(read_models)

    async def respond(self, request: Request) -> Response:
        """Answer a request; samples arrive in the cache as they come, also when a later one fails.

        Raises:
            ModelError: after all retries; the message says what to do and holds no key.
        """
        started = time.perf_counter()
        request = self.asking.over(request)
        note_settings(self.role, request)
        call = _Call(self, self._server(), request)
        call.refuse_known()
        try:
            samples = await call.collect()
        except BaseException:
            self.ledger.fail(self.role, self.name)
            note_calls(self.role, Calls(failed=1, usage=call.usage))
            raise
        seconds = time.perf_counter() - started
        num_cached = request.num_samples - call.num_asked
        self.ledger.finish(self.role, self.name, samples=len(samples), cached=num_cached, seconds=seconds)
        response = Response(samples=tuple(samples), usage=call.usage, seconds=seconds, num_cached=num_cached)
        note_calls(self.role, Calls.of(response))
        return response

    def _server(self) -> Server:
        loop = asyncio.get_running_loop()
        server = self._servers.get(loop)
        if server is None:
            server = self._servers[loop] = lease(self.base_url, self._settings)
        return server


class _Call:
    """One request on its way: which samples are asked, and what that used."""

    def __init__(self, client: Client, server: Server, request: Request) -> None:
        self._client = client
        self._server = server
        self._request = request
        self._writer: RequestWriter | None = None
        self.usage = Usage()
        self.num_asked = 0

    async def collect(self) -> list[Sample]:
        """Return all samples in order."""
        request, client = self._request, self._client
        if client.cache is None:
            return await self._ask_for_all()
        keys = sample_keys(client.base_url, client.name, request)
        numbers = {key: number for number, key in enumerate(keys)}

        async def ask(missing: Sequence[str], arrived: Callable[[str, Sample], None]) -> None:
            await self._ask([numbers[key] for key in missing], lambda number, sample: arrived(keys[number], sample))

        return await client.cache.collect(keys, ask)

    async def _ask_for_all(self) -> list[Sample]:
        found: dict[int, Sample] = {}
        await self._ask(range(self._request.num_samples), found.__setitem__)
        return [found[number] for number in range(self._request.num_samples)]

    async def _ask(self, numbers: Sequence[int], arrived: Arrived) -> None:
        """Ask for samples, in as few requests as the server allows. What was paid for arrives, even where a part fails."""
        chunks = _chunks(numbers, self._dialect.max_choices)
        if len(chunks) == 1:
            await self._ask_chunk(chunks[0], arrived)
            return
        outcomes = await asyncio.gather(*(self._ask_chunk(chunk, arrived) for chunk in chunks), return_exceptions=True)
        for outcome in outcomes:
            if outcome is not None:
                raise outcome

    async def _ask_chunk(self, chunk: Chunk, arrived: Arrived) -> None:
        samples = (await self._converse(chunk))[: chunk.count]
        # Last first: where a kill comes between two of them, what is missing is the beginning of the chunk, which is asked again
        # with the chunk's own seed.
        for number, sample in reversed(list(enumerate(samples, chunk.first))):
            self.num_asked += 1
            arrived(number, sample)
        if len(samples) < chunk.count:
            self._learn(replace(self._dialect, max_choices=len(samples)))
            await self._ask(range(chunk.first + len(samples), chunk.first + chunk.count), arrived)

    async def _converse(self, chunk: Chunk) -> list[Sample]:
        """Ask in the server's dialect; where it refuses a setting, try without, and remember what worked."""
        dialect = self._dialect
        while True:
            part = chunk if dialect.max_choices is None else Chunk(chunk.first, min(chunk.count, dialect.max_choices))
            try:
                samples = await self._send(part, dialect)
            except RefusedSettingError as refusal:
                changed = _without_refused(dialect, part, self._request, refusal.reason)
                if self._has_pictures and _refuses_pictures(refusal.reason):
                    self._learn(replace(self._dialect, takes_pictures=False))
                    _log.warning("%s takes no pictures and is asked by text where that will do (%s)", self._client.name, refusal)
                    raise PicturesRefusedError(_blind(self._client.name)) from None
                if changed is None:
                    raise
                dialect = changed
            else:
                self._learn(dialect)
                return samples

    def refuse_known(self) -> None:
        """Raise what the server would answer, where it is known: nothing was asked then, and nothing is counted."""
        if self._has_pictures and not self._dialect.takes_pictures:
            raise PicturesRefusedError(_blind(self._client.name))

    @property
    def _has_pictures(self) -> bool:
        return any(message.images for message in self._request.messages)

    async def _send(self, chunk: Chunk, dialect: Dialect) -> list[Sample]:
        async with self._paid_for(chunk):
            samples, usage = await self._server.post(
                lambda: self._body(chunk, dialect), read_response, lambda: self._charge(Usage(requests=1))
            )
            self._charge(usage.model_copy(update={"requests": 0}))
        return [self._server.without_key(sample) for sample in samples]

    @asynccontextmanager
    async def _paid_for(self, chunk: Chunk) -> AsyncIterator[None]:
        ledger = self._client.ledger
        if ledger.max_cost is None:
            yield
            return
        async with ledger.reserve(self._client.name, estimate_usage(self._request, chunk.count)):
            yield

    def _body(self, chunk: Chunk, dialect: Dialect) -> bytes:
        if self._writer is None:
            self._writer = RequestWriter(self._client.name, self._request)
        return self._writer.body(chunk, dialect)

    def _charge(self, usage: Usage) -> None:
        self.usage += usage
        self._client.ledger.charge(self._client.role, self._client.name, usage)

    @property
    def _dialect(self) -> Dialect:
        return self._server.dialects.get(self._client.name, Dialect())

    def _learn(self, dialect: Dialect) -> None:
        known = self._dialect
        if dialect != known:
            self._server.dialects[self._client.name] = known.narrowed(dialect)
            _log.info("%s, model %s: %r from now on", self._server.base_url, self._client.name, dialect)


def _chunks(numbers: Sequence[int], most: int | None) -> list[Chunk]:
    """Group consecutive numbers, so that the seed of a request tells its samples apart."""
    chunks: list[Chunk] = []
    for number in numbers:
        last = chunks[-1] if chunks else Chunk(-1, 0)
        if chunks and number == last.first + last.count and (most is None or last.count < most):
            chunks[-1] = Chunk(last.first, last.count + 1)
        else:
            chunks.append(Chunk(number, 1))
    return chunks


_SCHEMA_WORDS = re.compile(r"response_format|json_schema|schema|structured output|grammar", re.IGNORECASE)
"""The last is llama.cpp's, which makes a grammar of the schema."""
_PICTURE_WORDS = re.compile(r"image|picture|vision|multi-?modal|mmproj", re.IGNORECASE)
_NOT_TAKEN = re.compile(r"support|not a |sees no|unknown variant|invalid content type", re.IGNORECASE)
_OF_ONE_PICTURE = re.compile(r"format|mime|media type|too (?:large|big|many)|dimension|resolution|pixel|decode", re.IGNORECASE)
"""A refusal with such a word is of this picture, not of all."""


def _refuses_pictures(reason: str) -> bool:
    """Tell whether the model reads no pictures at all, by the words of llama.cpp, vLLM, OpenAI, OpenRouter and `gnomon serve`."""
    return bool(_PICTURE_WORDS.search(reason) and _NOT_TAKEN.search(reason)) and not _OF_ONE_PICTURE.search(reason)


def _blind(model: str) -> str:
    return f"{model} takes no pictures; name a model that sees, or ask without them"


def _without_refused(dialect: Dialect, chunk: Chunk, request: Request, reason: str) -> Dialect | None:
    """Return a dialect without the setting that a server seems to refuse; None where there is nothing to leave out.

    A reason that names no setting is taken to mean the number of samples, which can be had otherwise; a schema is given up only
    when it is named, for the answers are worse without.
    """
    if request.response_schema is not None and dialect.takes_schema and _SCHEMA_WORDS.search(reason):
        return replace(dialect, takes_schema=False)
    if request.max_tokens is not None and dialect.max_tokens_name == "max_tokens" and "max_completion_tokens" in reason:
        return replace(dialect, max_tokens_name="max_completion_tokens")
    return replace(dialect, max_choices=1) if chunk.count > 1 else None
