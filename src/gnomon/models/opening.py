"""From what a user writes to a model: ``MODEL@URL``, or the URL of a server that has just one."""

from __future__ import annotations

from pathlib import Path

from gnomon.models.address import parse_address
from gnomon.models.cache import Cache
from gnomon.models.client import Client
from gnomon.models.errors import ModelAddressError, ModelError
from gnomon.models.ledger import Ledger
from gnomon.models.messages import CallSettings
from gnomon.models.server import ServerSettings

_MOST_LISTED = 20  # names of models in an error message; hubs list thousands


async def open_model(
    spec: str,
    *,
    role: str = "model",
    cache: Cache | Path | None = None,
    ledger: Ledger | None = None,
    settings: ServerSettings | None = None,
    asking: CallSettings | None = None,
) -> Client:
    """Open the model that a user names; close it with `Client.aclose`, or use it as an async context manager.

    Args:
        spec: ``gpt-x@https://host/v1``; or a URL alone, whose server is asked what it has.
        role: under which the ledger counts it.
        cache: a cache, or its folder; None asks each time. Give all clients of a run one cache object: equal requests are then
            asked once.
        ledger: keeps count; None keeps one of the client's own.
        settings: of the server; None takes those in force, else the defaults.
        asking: settings of calls in place of those that requests bring; None changes none.

    Raises:
        ModelAddressError: when the spec cannot be read, or the server of a bare URL has no model or several, which are listed.
        ModelError: when that server cannot be asked.
    """
    address = parse_address(spec)
    model = address.model or await _only_model(address.base_url, settings)
    cache = Cache(cache) if isinstance(cache, Path) else cache
    return Client(model, address.base_url, role=role, cache=cache, ledger=ledger, settings=settings, asking=asking)


async def _only_model(base_url: str, settings: ServerSettings | None) -> str:
    async with Client("", base_url, settings=settings) as client:
        try:
            names = await client.list_models()
        except ModelError as error:
            raise type(error)(f"{error}; name the model: MODEL@{base_url}") from None
    if len(names) == 1:
        return names[0]
    listed = ", ".join(names[:_MOST_LISTED]) + (", …" if len(names) > _MOST_LISTED else "")
    has = f"{len(names)} models: {listed}" if names else "no models in its list"
    raise ModelAddressError(f"{base_url} has {has}; name one: MODEL@{base_url}")
