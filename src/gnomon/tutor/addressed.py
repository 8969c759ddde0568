"""A model known by its address, opened when it is first asked: a tutor can be made where no event loop runs yet."""

from __future__ import annotations

import asyncio

from gnomon.models import CallSettings, Client, Request, Response, open_model, parse_address


class AddressedModel:
    """``MODEL@URL``, or a URL whose server has just one model, as a `gnomon.models.Model`.

    Args:
        address: as `gnomon.models.open_model` reads it.
        role: under which its calls are counted.
        asking: settings of calls in place of those that requests bring; None changes none.

    Raises:
        ModelAddressError: when the address cannot be read.
    """

    def __init__(self, address: str, *, role: str = "tutor", asking: CallSettings | None = None) -> None:
        self._address = parse_address(address)
        self._role = role
        self._asking = asking
        self._client: Client | None = None
        self._opening = asyncio.Lock()

    @property
    def name(self) -> str:
        """The model's name; the server's URL as long as its one model is not known."""
        return self._client.name if self._client else self._address.model or self._address.base_url

    async def respond(self, request: Request) -> Response:
        """Answer; errors as `gnomon.models.Model` and, at the first call, as `gnomon.models.open_model`."""
        async with self._opening:
            if self._client is None:
                self._client = await open_model(str(self._address), role=self._role, asking=self._asking)
        return await self._client.respond(request)

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None
