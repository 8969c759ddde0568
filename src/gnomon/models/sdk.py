"""The one module that imports the `openai` SDK. Import it late; that takes a third of a second.

Two things are arranged differently from the SDK's own client, which is slow with many connections at once:

- It keeps all connections in one pool, and looks at each of them for each request: with a hundred connections that is a quarter
  of the cost of a call. Here they are spread over small pools.
- A hundred calls that start together would all be prepared before the first is sent, then all wait, then all be read: the server
  idles while we work and the reverse. Here a call is sent before the next is prepared, so that work and waiting overlap.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from itertools import cycle
from typing import Any
from urllib.request import getproxies

import httpx2
import openai

from gnomon.models.keys import Key

_NO_KEY = "none"
"""What a server gets that asks for no key: the SDK insists on one."""
_CONNECTIONS_A_POOL = 8
"""For each request httpx looks at every connection of its pool: in one pool of 100 that is a third of the processor time."""
_PREPARED_AT_ONCE = 2
"""Of calls that start together: while one is prepared another is sent. All at once, work and waiting do not overlap."""
_LEAVING = {"connection.connect_tcp.started", "http11.send_request_body.started"}
"""Where a call begins to wait for the network: the next may be prepared."""

_leave: ContextVar[Callable[[], None] | None] = ContextVar("_leave", default=None)


class Connections:
    """The connections to one server.

    Args:
        base_url: of the server. Proxies of the environment are obeyed; nothing else that the SDK would take from there is: that
            is meant for OpenAI, not for this server.
        key: None sends none worth the name.
        max_connections: how many requests the caller will have under way at most.
    """

    def __init__(self, base_url: str, key: Key | None, max_connections: int) -> None:
        # A transport of our own would pass proxies by, and without it there is nobody to say when a request has been sent
        transport = None if getproxies() else _SpreadTransport(max_connections)
        self._turns = None if transport is None else asyncio.Semaphore(_PREPARED_AT_ONCE)
        self._sdk = openai.AsyncOpenAI(
            api_key=_NO_KEY if key is None else key.reveal(),
            admin_api_key="",
            base_url=base_url,
            max_retries=0,
            timeout=None,
            http_client=openai.DefaultAsyncHttpxClient(timeout=None, transport=transport),
        )
        self._sdk.organization = self._sdk.project = None
        self._sdk._custom_headers = {}  # noqa: SLF001  # OPENAI_CUSTOM_HEADERS may hold a key of another server

    @property
    def is_closed(self) -> bool:
        """Whether `aclose` was called."""
        return self._sdk.is_closed()

    async def request(self, url: str, write: Callable[[], bytes] | None) -> httpx2.Response:
        """Post what is written, or get where there is nothing to write; without retries and time limits.

        Raises:
            openai.APIError: as the SDK does, for statuses from 400 on too.
        """
        if self._turns is None:
            return await self._send(url, write)
        await self._turns.acquire()
        leave = _once(self._turns.release)
        token = _leave.set(leave)
        try:
            return await self._send(url, write)
        finally:
            leave()
            _leave.reset(token)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    async def _send(self, url: str, write: Callable[[], bytes] | None) -> httpx2.Response:
        if write is None:
            return await self._sdk.get(url, cast_to=httpx2.Response)
        return await self._sdk.post(url, cast_to=httpx2.Response, content=write())


class _SpreadTransport(httpx2.AsyncBaseTransport):
    """Small connection pools, used in turn; how many requests there are at once is limited by the caller."""

    def __init__(self, max_connections: int) -> None:
        # Pools are used in turn, not by how full they are: a pool may hold more than its share for a while
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=2 * _CONNECTIONS_A_POOL)
        number = -(-max_connections // _CONNECTIONS_A_POOL)
        self._pools = [httpx2.AsyncHTTPTransport(verify=_tls(), limits=limits) for _ in range(number)]
        self._next = cycle(self._pools)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        leave = _leave.get()
        if leave is not None:
            request.extensions["trace"] = _tracer(leave)
        return await next(self._next).handle_async_request(request)

    async def aclose(self) -> None:
        for pool in self._pools:
            await pool.aclose()


def _tracer(leave: Callable[[], None]) -> Callable[[str, dict[str, Any]], Any]:
    async def trace(event: str, info: dict[str, Any]) -> None:
        del info
        if event in _LEAVING:
            leave()

    return trace


def _once(act: Callable[[], None]) -> Callable[[], None]:
    """Return a function that acts on its first call only."""
    acts = [act]

    def act_once() -> None:
        if acts:
            acts.pop()()

    return act_once


@cache
def _tls() -> ssl.SSLContext:
    """Read the certificates once: 20 ms."""
    return httpx2.create_ssl_context()
