"""Taking keys out of what leaves this machine: those of the environment, what looks like one, credentials in addresses.

A text without any of them stays as it is, letter by letter: what is recomputed from it does not change.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Self

REDACTED = "[redacted]"
_SHORTEST = 8
"""Of a value that is taken for a key: shorter ones are words like ``none``."""
_NAME = re.compile(r"(?:^|_)(?:API_?KEY|ACCESS_KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|S?$)", re.IGNORECASE)
_USER = re.compile(r"(?<=://)[^/\s@\"']+@")
_QUERY = re.compile(r"(https?://[^\s?#\"']+)[?#][^\s\"']*")
_LIKE_A_KEY = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"
    r"|\bAIza[A-Za-z0-9_-]{20,}"
    r"|\bhf_[A-Za-z0-9]{20,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\bAKIA[A-Z0-9]{16}\b"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
    re.DOTALL,
)
_AUTHORIZATION = re.compile(r"(\bAuthorization\s*:\s*(?:[A-Za-z]+\s+)?|\bBearer\s+)[^\s\"']{8,}", re.IGNORECASE)
_PARAMETER = re.compile(r"([?&](?:api[_-]?)?(?:key|token|secret|password)=)[^&\s\"'#]+", re.IGNORECASE)


class Secrets:
    """What is not to leave.

    Args:
        values: keys as they are.
    """

    def __init__(self, values: frozenset[str] = frozenset()) -> None:
        self._values = sorted(values, key=lambda value: (-len(value), value))  # a key that holds another goes first

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Return those of the environment: values of variables that are named as keys are; the path of a file is none."""
        named = (value.strip() for name, value in environment.items() if _NAME.search(name))
        return cls(frozenset(value for value in named if len(value) >= _SHORTEST and not value.startswith(("/", "~"))))

    def text(self, text: str) -> str:
        """Return a text without keys."""
        for value in self._values:
            text = text.replace(value, REDACTED)
        text = _LIKE_A_KEY.sub(REDACTED, text)
        text = _AUTHORIZATION.sub(rf"\1{REDACTED}", text)
        text = _PARAMETER.sub(rf"\1{REDACTED}", text)
        return _USER.sub(f"{REDACTED}@", text)

    def setting(self, text: str) -> str:
        """Return a setting without keys: of an address, nothing behind its path stays."""
        return self.text(_QUERY.sub(r"\1", text))

    def json(self, value: Any) -> Any:  # noqa: ANN401 - plain JSON
        """Return plain JSON whose texts and keys hold none."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.json(each) for key, each in value.items()}
        return [self.json(each) for each in value] if isinstance(value, list) else value

    def settings(self, value: Any) -> Any:  # noqa: ANN401 - plain JSON
        """Return settings, likewise."""
        if isinstance(value, str):
            return self.setting(value)
        if isinstance(value, dict):
            return {self.setting(key): self.settings(each) for key, each in value.items()}
        return [self.settings(each) for each in value] if isinstance(value, list) else value


def bare_address(spec: str) -> str:
    """Return ``MODEL@URL`` without user, password, query and fragment."""
    return _USER.sub("", _QUERY.sub(r"\1", spec))
