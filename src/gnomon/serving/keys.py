"""API keys, held as hashes: from a file with one a line, or from the environment. No key is ever logged or shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from gnomon.serving.errors import KeyFileError

_SHORTEST = 16
"""Characters; a shorter key can be guessed, even at the endpoint's pace."""
_SHOWN = 8
"""Digits of the hash that name a holder in logs: enough to tell keys apart, of no use for guessing one."""


class Keys:
    """Keys of callers, only as SHA-256 hashes: they are random and long, so that a slow hash would protect nothing more.

    Args:
        keys: at least one.

    Raises:
        KeyFileError: for none, or for one that is short or holds what no header can.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._hashes = {_hash(_checked(key, number)) for number, key in enumerate(keys, 1)}
        if not self._hashes:
            raise KeyFileError(f"there is no key; expected at least one, each of {_SHORTEST} characters or more")

    @classmethod
    def read(cls, path: Path) -> Keys:
        """Read a file with one key a line; blank lines and lines that begin with ``#`` are skipped.

        Raises:
            KeyFileError: as the class, or where the file is no text.
            OSError: when it cannot be read.
        """
        try:
            lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        except UnicodeDecodeError as error:
            raise KeyFileError(f"{str(path)!r} is no text in UTF-8; expected one key a line") from error
        try:
            return cls(line for line in lines if line and not line.startswith("#"))
        except KeyFileError as error:
            raise KeyFileError(f"{str(path)!r}: {error}") from error

    async def holder(self, key: str) -> str | None:
        """Return who holds a key, named by the first digits of its hash; None for an unknown key."""
        found = _hash(key)
        return f"key-{found[:_SHOWN]}" if found in self._hashes else None


def _checked(key: str, number: int) -> str:
    if len(key) < _SHORTEST or not key.isascii() or not key.isprintable() or " " in key:
        raise KeyFileError(f"key {number}: expected {_SHORTEST} or more letters, digits and signs without a space")
    return key


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
