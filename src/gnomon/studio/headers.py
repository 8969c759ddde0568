"""What every answer says to browsers: load nothing from elsewhere, run no script that stands in a page, show this in no frame."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "img-src 'self' data: blob:"  # pictures that are pasted are shown before they are sent
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    # Addresses of invitations are secrets, to others: with no referrer at all, a form's own page would be an unknown origin.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
NO_CACHE = "no-store"
_STATIC = "/static/"


class SafeHeaders:
    """Adds the headers to every answer; pages are kept by no cache.

    Args:
        app: whose answers they are.
        is_https: whether browsers are told to come by HTTPS only.
    """

    def __init__(self, app: ASGIApp, *, is_https: bool = False) -> None:
        self._app = app
        self._is_https = is_https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith(_STATIC):
                    headers.setdefault("Cache-Control", NO_CACHE)
                if self._is_https:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
