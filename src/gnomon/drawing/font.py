"""Widths of texts in the one font that ships, read from the font file itself.

Only what measuring needs is read: the ``cmap`` (format 4) and ``hmtx`` tables of TrueType. Kerning and ligatures are left
out; for labels of a few characters they change a width by less than a pixel.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

_ASCENT = 0.76
"""Height of capitals and digits above the base line, in em, for DejaVu Sans."""
_DESCENT = 0.24
"""Depth of descenders such as that of g below the base line, in em, for the same font."""
_DESCENDING = frozenset("gjpqy()[]{}|,;Qµβγηζξρφχψμ√/")


class TextSize(NamedTuple):
    """Extent of one line of text in pixels."""

    width: float
    ascent: float
    """Above the base line."""
    descent: float
    """Below the base line; 0 for texts without descenders."""

    @property
    def height(self) -> float:
        """Ascent and descent together."""
        return self.ascent + self.descent


def font_file() -> Traversable:
    """Return the shipped font, DejaVu Sans; its licence lies beside it."""
    return resources.files(__package__).joinpath("fonts", "DejaVuSans.ttf")


def text_size(text: str, font_size: float) -> TextSize:
    """Measure ``text`` set in the shipped font at ``font_size`` pixels; a character it lacks counts one em."""
    advances = _advances()
    width = sum(advances.get(ord(character), 1.0) for character in text)
    descends = any(character in _DESCENDING for character in text)
    return TextSize(width * font_size, _ASCENT * font_size, _DESCENT * font_size if descends else 0.0)


@cache
def _advances() -> Mapping[int, float]:
    """Advance width in em by code point."""
    data = font_file().read_bytes()
    tables = _tables(data)
    # unitsPerEm of `head`, numberOfHMetrics of `hhea`; glyphs past the last metric have its width.
    units_per_em = struct.unpack_from(">H", data, tables["head"] + 18)[0]
    count = struct.unpack_from(">H", data, tables["hhea"] + 34)[0]
    widths = struct.unpack_from(">" + "Hh" * count, data, tables["hmtx"])[::2]
    glyphs = _glyphs(data, tables["cmap"])
    return {code: widths[min(glyph, count - 1)] / units_per_em for code, glyph in glyphs.items()}


# Places and sizes below are those of the OpenType specification: header, `head`, `hhea`, `cmap` format 4.
def _tables(data: bytes) -> dict[str, int]:
    count = struct.unpack_from(">H", data, 4)[0]
    rows = (struct.unpack_from(">4sIII", data, 12 + 16 * index) for index in range(count))
    return {tag.decode("ascii"): offset for tag, _, offset, _ in rows}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Glyph index by code point, from the Unicode subtable of format 4."""
    start = _format_4(data, cmap)
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", data, start + 14 + 2 * count * block + (2 if block else 0)) for block in range(4)
    )
    offset_table = start + 16 + 6 * count
    found: dict[int, int] = {}
    for index, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(first, last + 1):
            glyph = code
            if offset:
                glyph = struct.unpack_from(">H", data, offset_table + 2 * index + offset + 2 * (code - first))[0]
            if glyph and code != 0xFFFF:  # the last segment is only a mark of the end
                found[code] = (glyph + delta) % 0x10000
    return found


def _format_4(data: bytes, cmap: int) -> int:
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    for index in range(count):
        offset = cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * index)[2]
        if struct.unpack_from(">H", data, offset)[0] == 4:
            return int(offset)
    raise ValueError("expected a TrueType font with a cmap of format 4; put the unmodified DejaVuSans.ttf back")
