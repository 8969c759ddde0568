"""How a model is named: ``MODEL@URL``, or a URL whose server has just one."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from gnomon.models.errors import ModelAddressError

_SPECIFICATION = re.compile(r"(?:(?P<model>.*?)@)?(?P<url>https?://.*)", re.DOTALL)
_ENDPOINT = "/chat/completions"


class ModelAddress(NamedTuple):
    """A model of a server; the model is None where the server is to be asked what it has."""

    model: str | None
    base_url: str

    def __str__(self) -> str:
        return self.base_url if self.model is None else f"{self.model}@{self.base_url}"


def model_name(spec: str) -> str:
    """Return a model's name without its address, as tables and price lists know it.

    Args:
        spec: ``MODEL@URL``; anything else, such as a URL alone or the name of a control, is returned as it is.

    >>> model_name("org/tutor@v2@https://host/v1")
    'org/tutor@v2'
    """
    match = _SPECIFICATION.fullmatch(spec.strip())
    return (match["model"] if match else None) or spec


def parse_address(text: str) -> ModelAddress:
    """Read ``MODEL@URL`` or a URL.

    Args:
        text: such as ``gpt-x@https://host/v1`` or ``http://localhost:8000/v1``; a name may hold ``@`` and ``/`` itself.

    Raises:
        ModelAddressError: where it is neither, or where the URL holds a user, a password or a query: these are where keys hide,
            and keys come from the environment alone. The message shows nothing of them.
    """
    match = _SPECIFICATION.fullmatch(text.strip())
    if match is None:
        # A key may stand before an @ or in a query; ten characters show the scheme and little more
        shown = text if "@" not in text and "?" not in text else f"{text[:10]}…"
        raise ModelAddressError(f"expected MODEL@URL or a URL such as http://localhost:8000/v1, got {shown!r}")
    return ModelAddress(match["model"] or None, parse_base_url(match["url"]))


def parse_base_url(url: str) -> str:
    """Return the base URL of a server in one form: host in small letters, without a final slash or the endpoint's own path.

    Raises:
        ModelAddressError: as `parse_address`.
    """
    parts = urlsplit(url.strip())
    host = parts.hostname or ""
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ModelAddressError(
            f"the URL of host {host!r} holds a user, a password, a query or a fragment; give the bare base URL, "
            "and a key in the environment variable GNOMON_API_KEY"
        )
    if parts.scheme not in ("http", "https") or not host:
        raise ModelAddressError("expected a base URL such as http://localhost:8000/v1, with http or https and a host")
    try:
        port = parts.port
    except ValueError:
        raise ModelAddressError(f"the URL of host {host!r} has a port that is no number from 0 to 65535") from None
    path = parts.path.rstrip("/").removesuffix(_ENDPOINT)
    place = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{place}{f':{port}' if port else ''}{path}"
