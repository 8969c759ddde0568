"""Messages over a pair of connected sockets or pipes: four bytes of length, then tagged JSON."""

from __future__ import annotations

import os

from .values import MAX_BYTES, Json, MalformedValueError, dump, load

_PIECE = 2**20  # bytes a read: a message announces its length, memory is taken only as it comes


class ClosedChannelError(Exception):
    """The other side has ended."""


class Channel:
    """One end.

    Args:
        descriptor: an open file descriptor, read and written.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, message: Json) -> None:
        """Send a message.

        Raises:
            NotTransferableError: when it is too long; nothing is sent then.
            ClosedChannelError: when the other side has ended.
        """
        text = dump(message)
        try:
            write_all(self._descriptor, len(text).to_bytes(4) + text)  # four bytes: the length
        except OSError as error:
            raise ClosedChannelError(str(error)) from None

    def receive(self) -> Json:
        """Wait for a message.

        Raises:
            ClosedChannelError: when the other side has ended.
            MalformedValueError: when it is too long or no JSON.
        """
        length = int.from_bytes(self._read(4))
        if length > MAX_BYTES:
            raise MalformedValueError(f"a message of {length} bytes; at most {MAX_BYTES}")
        return load(self._read(length))

    def _read(self, length: int) -> bytes:
        pieces = bytearray()
        while len(pieces) < length:
            try:
                piece = os.read(self._descriptor, min(length - len(pieces), _PIECE))
            except OSError as error:
                raise ClosedChannelError(str(error)) from None
            if not piece:
                raise ClosedChannelError("the other side has ended")
            pieces += piece
        return bytes(pieces)


def read_all(descriptor: int) -> bytes:
    """Read a file from its beginning to its end and close it."""
    with open(descriptor, "rb") as file:  # a descriptor has no path
        file.seek(0)
        return file.read()


def write_all(descriptor: int, text: bytes) -> None:
    """Write all of it; raises OSError."""
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
