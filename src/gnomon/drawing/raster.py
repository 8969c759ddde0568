"""A picture under the highlights: its bytes, type and size, read from the file's own header."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass, field
from pathlib import Path

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_FRAMES = frozenset({*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})
"""Markers of a frame header, which holds the size."""


class RasterError(ValueError):
    """Bytes that are not a readable picture; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture as a file holds it.

    Points of a figure on it are in pixels of the picture with y upwards: y = height - row.
    """

    data: bytes = field(repr=False)
    mime: str
    """``image/png`` or ``image/jpeg``."""
    width: int
    """In pixels of the picture."""
    height: int

    @classmethod
    def read(cls, source: Path | str | bytes) -> Raster:
        """Read a PNG or JPEG, from a path or from its bytes.

        Raises:
            RasterError: for any other type and for a header that is cut short.
            OSError: when the file cannot be read.
        """
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        try:
            if data.startswith(_PNG):
                width, height = struct.unpack_from(">II", data, 16)  # of IHDR, which is always the first chunk
                return cls(data, "image/png", width, height)
            if data.startswith(b"\xff\xd8"):
                return cls(data, "image/jpeg", *_jpeg_size(data))
        except (struct.error, IndexError) as error:
            raise RasterError("expected a whole picture, got one cut short; save it again") from error
        raise RasterError(f"expected a PNG or JPEG picture, got bytes that begin with {data[:8]!r}; convert it")

    def data_uri(self) -> str:
        """Return the picture as a ``data:`` address, so that a page needs no other file."""
        return f"data:{self.mime};base64,{base64.b64encode(self.data).decode('ascii')}"


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walk the segments to the frame header: marker, length, precision, height, width."""
    position = 2
    while True:
        marker = data[position + 1]
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, position + 5)
            return width, height
        position += 2 + struct.unpack_from(">H", data, position + 2)[0]
