"""The one module that imports the `openai` SDK: opening it. Import this module late; it takes a third of a second.

The SDK's own client keeps all connections in one pool, and looks at each of them for each request: with a hundred connections
that is a quarter of the whole cost of a call. Here they are spread over small pools.
"""

from __future__ import annotations

import ssl
from functools import cache
from itertools import cycle
from urllib.request import getproxies

import httpx2
import openai

from gnomon.models.keys import Key

__all__ = ["open_sdk"]

_NO_KEY = "none"
"""What a server gets that asks for no key: the SDK insists on one."""
_CONNECTIONS_A_POOL = 8


class _SpreadTransport(httpx2.AsyncBaseTransport):
    """Small connection pools, used in turn; how many requests there are at once is limited by the caller."""

    def __init__(self, max_connections: int) -> None:
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=2 * _CONNECTIONS_A_POOL)
        number = -(-max_connections // _CONNECTIONS_A_POOL)
        self._pools = [httpx2.AsyncHTTPTransport(verify=_tls(), limits=limits) for _ in range(number)]
        self._next = cycle(self._pools)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return await next(self._next).handle_async_request(request)

    async def aclose(self) -> None:
        for pool in self._pools:
            await pool.aclose()


@cache
def _tls() -> ssl.SSLContext:
    """Read the certificates once: 20 ms."""
    return httpx2.create_ssl_context()


def open_sdk(base_url: str, key: Key | None, max_connections: int) -> openai.AsyncOpenAI:
    """Open the SDK without anything that it would take from the environment: that is meant for OpenAI, not for this server.

    Args:
        base_url: of the server.
        key: None sends none worth the name.
        max_connections: how many requests the caller will have under way at most.

    Returns:
        A client without time limits and retries of its own: the caller has them. Proxies of the environment are obeyed.
    """
    http_client = (
        openai.DefaultAsyncHttpxClient(timeout=None)  # a transport of our own would pass proxies by
        if getproxies()
        else openai.DefaultAsyncHttpxClient(timeout=None, transport=_SpreadTransport(max_connections))
    )
    sdk = openai.AsyncOpenAI(
        api_key=_NO_KEY if key is None else key.reveal(),
        admin_api_key="",
        base_url=base_url,
        max_retries=0,
        timeout=None,
        http_client=http_client,
    )
    sdk.organization = sdk.project = None
    sdk._custom_headers = {}  # noqa: SLF001  # OPENAI_CUSTOM_HEADERS may hold a key, and there is no other way to leave it out
    return sdk
