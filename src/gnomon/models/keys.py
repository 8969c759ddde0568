"""Keys of model servers: the one module that reads them, from the environment only, and that removes them from texts.

``GNOMON_API_KEY`` is for any server. The keys of known services are sent to their own hosts only, over HTTPS, and go before it
there: a local tutor and a judge of a service can have a key each.
"""

from __future__ import annotations

import os
from urllib.parse import urlsplit

GENERAL_KEY = "GNOMON_API_KEY"
HOST_KEYS = {
    "api.openai.com": ("OPENAI_API_KEY",),
    "generativelanguage.googleapis.com": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "api.anthropic.com": ("ANTHROPIC_API_KEY",),
    "openrouter.ai": ("OPENROUTER_API_KEY",),
}
"""Environment variables by the host that may see them; its subdomains too."""

_SHORTEST_PART = 8
"""Parts of a key from this length on are removed from texts too: servers like to repeat a part of a wrong key."""
_HIDDEN = "[key]"


class Key:
    """A key that shows itself nowhere: not in a repr, a log or a traceback's variables."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Key(hidden)"

    def reveal(self) -> str:
        """Return the key itself, for the header of a request."""
        return self._value

    def is_in(self, text: str) -> bool:
        """Tell whether a text holds the key; of a key shorter than eight characters it cannot be told."""
        return len(self._value) >= _SHORTEST_PART and self._value in text

    def scrub(self, text: str) -> str:
        """Return the text without the key and without parts of it of eight characters or more."""
        parts = {self._value[start : start + _SHORTEST_PART] for start in range(len(self._value) - _SHORTEST_PART + 1)}
        text = text.replace(self._value, _HIDDEN)
        start = 0
        pieces = []
        while start < len(text):
            end = start + _SHORTEST_PART
            if text[start:end] not in parts:
                pieces.append(text[start])
                start += 1
                continue
            while text[end - _SHORTEST_PART + 1 : end + 1] in parts:
                end += 1
            pieces.append(_HIDDEN)
            start = end
        return "".join(pieces)


def key_names(base_url: str) -> tuple[str, ...]:
    """Return the environment variables that are looked up for a server, first choice first."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    own = [names for known, names in HOST_KEYS.items() if host == known or host.endswith(f".{known}")]
    return (*(own[0] if own and parts.scheme == "https" else ()), GENERAL_KEY)


def key_for(base_url: str) -> Key | None:
    """Return the key of a server from the environment; None where there is none, as many local servers want it."""
    values = (os.environ.get(name, "").strip() for name in key_names(base_url))
    return next((Key(value) for value in values if value), None)
