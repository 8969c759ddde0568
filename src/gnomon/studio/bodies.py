"""How much a request may bring: more is not taken into the memory, of strangers least of all."""

from __future__ import annotations

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LARGEST = 4_000_000
"""Bytes: a message with all the strokes that it may have, as a form writes them."""
_LARGEST_UPLOAD = 25_000_000
"""Bytes of a file, or of a form with files: the largest picture that the problem editor takes, and the fields beside it."""
_UPLOADS = ("multipart/form-data", "application/octet-stream")
_READ_ON = 4
"""Times as much is read and thrown away: who is answered while sending sees a broken connection only."""
_ENDPOINT = "/v1/"
"""Bounds its requests itself, and answers in the shape of its own."""


class BoundedBodies:
    """Refuses bodies that are too large, with 413, when they are read.

    Args:
        app: what they are sent to.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["path"].startswith(_ENDPOINT):
            await self._app(scope, receive, send)
            return
        kind = Headers(scope=scope).get("content-type", "")
        most = _LARGEST_UPLOAD if kind.startswith(_UPLOADS) else _LARGEST
        size = 0

        async def bounded() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size <= most:
                return message
            while message.get("more_body") and size <= _READ_ON * most:
                message = await receive()
                size += len(message.get("body", b""))
            raise HTTPException(413, f"That is too much: send at most {most // 10**6} MB at a time.")

        await self._app(scope, bounded, send)
