"""One server: its connections, how many requests it may have at once, and how a request is asked until it is answered.

The `openai` SDK carries the bytes. Its own retries are off, for they would multiply with ours; its reading of answers is passed
over, for compatible servers differ from its types and it costs half as much again as the rest of the call.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Field

from gnomon.models.errors import ModelError, ModelTimeoutError, ModelUnavailableError, RequestRefusedError
from gnomon.models.keys import key_for, key_names
from gnomon.models.messages import Sample
from gnomon.models.retries import RetryPolicy, is_transient, parse_retry_after
from gnomon.models.wire import Dialect, read_error

Read = TypeVar("Read")
_log = logging.getLogger(__name__)
_LONGEST_MESSAGE = 400  # characters of a server's own words in our message: proxies answer with whole pages
_UNAUTHORISED = (401, 403)  # Unauthorized, Forbidden: servers use either for a wrong key
_NOTHING_THERE = (404, 405)
"""No such path; some servers have a page for people there, which takes no POST."""
_VERSION = re.compile(r"/v\d")
"""The version in a path such as ``/v1`` or ``/v1beta/openai``, which most servers have."""


class ServerSettings(BaseModel):
    """How a server is treated."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_connections: int = Field(default=32, ge=1)
    """Most requests under way at once, over all clients of the server."""
    timeout_seconds: float = Field(default=300.0, gt=0)
    """For one request, from sending it to the last byte of its answer."""
    retries: RetryPolicy = RetryPolicy()


class RefusedSettingError(RequestRefusedError):
    """A refusal, with what the server says of its reason."""

    def __init__(self, message: str, *, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class _Failure:
    error: ModelError
    is_transient: bool = False
    retry_after_seconds: float | None = None


@dataclass
class Server:
    """A server as one event loop sees it. Clients share it by `lease`."""

    base_url: str
    settings: ServerSettings
    dialects: dict[str, Dialect] = field(default_factory=dict)
    """What was learnt, by model."""
    holders: int = 0

    def __post_init__(self) -> None:
        from gnomon.models.sdk import Connections

        self._key = key_for(self.base_url)
        self._connections = Connections(self.base_url, self._key, self.settings.max_connections)
        self._slots = asyncio.Semaphore(self.settings.max_connections)
        self._random = Random()

    def without_key(self, sample: Sample) -> Sample:
        """Return an answer that does not repeat the key, should the model or the server have done so."""
        if self._key is None or not self._key.is_in(sample.text):
            return sample
        return sample.model_copy(update={"text": self._key.scrub(sample.text)})

    async def post(self, write: Callable[[], bytes], read: Callable[[bytes], Read], on_request: Callable[[], None]) -> Read:
        """Ask for an answer, again where that may help.

        Args:
            write: writes the JSON of the request; called when it is sent, so that requests that wait hold no encoded pictures.
            read: reads the answer; a `ValueError` counts as a failure of the server.
            on_request: called for each request sent.

        Raises:
            ModelError: by kind, when there is no answer after all retries.
        """
        return await self._until_answered("/chat/completions", write, read, on_request)

    async def get_models(self, read: Callable[[bytes], Read]) -> Read:
        """Ask for the list of models; arguments and errors as `post`."""
        return await self._until_answered("/models", None, read, lambda: None)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._connections.aclose()

    async def _until_answered(
        self, path: str, write: Callable[[], bytes] | None, read: Callable[[bytes], Read], on_request: Callable[[], None]
    ) -> Read:
        policy = self.settings.retries
        retry = 0
        while True:
            async with self._slots:
                on_request()
                outcome = await self._attempt(path, write, read)
            if not isinstance(outcome, _Failure):
                return outcome
            if not outcome.is_transient or retry >= policy.max_retries:
                raise outcome.error
            wait = policy.wait_seconds(retry, outcome.retry_after_seconds, self._random)
            retry += 1
            _log.info("%s; retry %d of %d in %.1f s", outcome.error, retry, policy.max_retries, wait)
            await asyncio.sleep(wait)

    async def _attempt(self, path: str, write: Callable[[], bytes] | None, read: Callable[[bytes], Read]) -> Read | _Failure:
        """Send one request; return a failure: the SDK's exceptions hold headers, and so keys, and are not to be chained."""
        import openai

        try:
            async with asyncio.timeout(self.settings.timeout_seconds):
                response = await self._connections.request(self.base_url + path, write)
        except (TimeoutError, openai.APITimeoutError):
            late = f"no answer of {self.base_url} within {self.settings.timeout_seconds:g} s; is the time limit too low?"
            return _Failure(ModelTimeoutError(late), is_transient=True)
        except openai.APIStatusError as error:
            return self._failure(error.response.status_code, error.response.text, error.response.headers)
        except openai.APIConnectionError as error:
            reason = type(error.__cause__ or error).__name__
            unreached = f"no connection to {self.base_url} ({reason}); is the server running and the URL right?"
            return _Failure(ModelUnavailableError(unreached), is_transient=True)
        try:
            return read(response.content)
        except ValueError as error:
            unread = f"{self.base_url} answered with something else than a completion: {self._shown(str(error))}"
            return _Failure(ModelUnavailableError(unread), is_transient=True)

    def _failure(self, status: int, body: str, headers: Mapping[str, str]) -> _Failure:
        message, setting = read_error(body)
        said = f"{self.base_url} answered {status}: {self._shown(message)}"
        if is_transient(status, message):
            return _Failure(ModelUnavailableError(said), is_transient=True, retry_after_seconds=parse_retry_after(headers))
        return _Failure(RefusedSettingError(said + _advice(status, self.base_url), reason=f"{setting} {message}"))

    def _shown(self, message: str) -> str:
        message = " ".join(message.split())
        message = message if self._key is None else self._key.scrub(message)
        if message[:9].lower().startswith(("<!doctype", "<html")):
            return "a page for people; is the URL right? Most end in /v1"
        return message if len(message) <= _LONGEST_MESSAGE else f"{message[:_LONGEST_MESSAGE]}…"


def _advice(status: int, base_url: str) -> str:
    if status in _UNAUTHORISED:
        return f"; is the key right? It is read from {' or '.join(key_names(base_url))}"
    if status in _NOTHING_THERE and not _VERSION.search(base_url):
        return f"; most servers answer under /v1: try {base_url}/v1"
    return "; are the model's name and the URL right?" if status in _NOTHING_THERE else ""


_SERVERS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Server]] = WeakKeyDictionary()


def lease(base_url: str, settings: ServerSettings | None) -> Server:
    """Return the running event loop's one server for a URL; give it back by `release`.

    Args:
        base_url: as `gnomon.models.address.parse_base_url` writes it.
        settings: None takes what the server has already, else the defaults.

    Raises:
        ValueError: when a client of the same server has asked for other settings: its limit is one for all.
    """
    servers = _SERVERS.setdefault(asyncio.get_running_loop(), {})
    server = servers.get(base_url)
    if server is None:
        server = servers[base_url] = Server(base_url, settings or ServerSettings())
    elif settings not in (None, server.settings):
        raise ValueError(f"clients of {base_url} share their settings: expected {server.settings!r}, got {settings!r}")
    server.holders += 1
    return server


async def release(server: Server) -> None:
    """Give a server back; the last to do so closes its connections."""
    server.holders -= 1
    if server.holders == 0:
        servers: dict[str, Any] = _SERVERS.get(asyncio.get_running_loop(), {})
        if servers.get(server.base_url) is server:
            del servers[server.base_url]
        await server.aclose()
