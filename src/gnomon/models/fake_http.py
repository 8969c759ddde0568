"""The part of HTTP/1.1 that a fake server needs: keep-alive, bodies with a length, and connections that break on purpose.

Left out: chunked bodies, TLS, pipelining in parallel. The standard library's `http.server` gives each connection a thread, which
is too heavy for a hundred of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus

_END_OF_HEADERS = b"\r\n\r\n"


@dataclass(frozen=True)
class HttpRequest:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    """By name in small letters."""
    body: bytes


@dataclass(frozen=True)
class HttpReply:
    """What goes back, and how badly."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause_seconds: float = 0.0
    """A rest in the middle of the body."""
    drop: bool = False
    """Close the connection in place of an answer."""
    cut: bool = False
    """Close the connection in the middle of the body."""


Handler = Callable[[HttpRequest], Awaitable[HttpReply]]


class Connection(asyncio.Protocol):
    """One connection; it stands in ``open_connections`` exactly as long as the client holds it."""

    def __init__(self, handler: Handler, open_connections: set[Connection]) -> None:
        self._handler = handler
        self._open_connections = open_connections
        self._buffer = bytearray()
        self._task: asyncio.Task[None] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._open_connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        """End; an answer under way is given up."""
        del error
        self._open_connections.discard(self)
        if self._task is not None:
            self._task.cancel()

    def data_received(self, data: bytes) -> None:
        """Take bytes; answer when they make a request."""
        self._buffer += data
        self._answer_next()

    def close(self) -> None:
        """Close the connection from the server's side."""
        if self._transport is not None:
            self._transport.abort()

    def _answer_next(self) -> None:
        if self._task is None and (request := _take_request(self._buffer)) is not None:
            self._task = asyncio.get_running_loop().create_task(self._answer(request))

    async def _answer(self, request: HttpRequest) -> None:
        reply = await self._handler(request)
        assert self._transport is not None
        if reply.drop:
            self._transport.abort()
            return
        await self._write(self._transport, reply)
        self._task = None
        self._answer_next()

    async def _write(self, transport: asyncio.Transport, reply: HttpReply) -> None:
        head = f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}\r\n"
        headers = {"content-type": "application/json", "content-length": str(len(reply.body)), **reply.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        content = (head + lines + "\r\n").encode("latin-1") + reply.body
        middle = len(content) - len(reply.body) // 2 if reply.cut or reply.pause_seconds else len(content)
        transport.write(content[:middle])
        if reply.pause_seconds:
            await asyncio.sleep(reply.pause_seconds)
        if reply.cut:
            transport.close()
            return
        transport.write(content[middle:])


def _take_request(buffer: bytearray) -> HttpRequest | None:
    """Remove the first whole request from the buffer; None where there is none yet."""
    end = buffer.find(_END_OF_HEADERS)
    if end < 0:
        return None
    first, *lines = buffer[:end].decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    start = end + len(_END_OF_HEADERS)
    length = int(headers.get("content-length", "0"))
    if len(buffer) < start + length:
        return None
    body = bytes(buffer[start : start + length])
    del buffer[: start + length]
    method, path, _ = first.split(" ", 2)
    return HttpRequest(method, path, headers, body)
