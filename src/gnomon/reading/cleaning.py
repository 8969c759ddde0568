"""A stranger's picture file made anew: checked by its content, decoded, small enough, and nothing but pixels left of it.

Taken are PNG, JPEG and WebP, one picture each. The size that the header tells is checked before anything is decoded, so that
no file unpacks to more than the limit; what a file says of itself besides (place, camera, comments, other pictures) is gone.
"""

from __future__ import annotations

import struct

import numpy as np

from gnomon.drawing import Raster, RasterError
from gnomon.reading.errors import PictureError
from gnomon.reading.extra import opencv
from gnomon.reading.ink import LARGEST

LONGEST_SIDE = 1600
"""Pixels kept: half as many again as are read, so that a picture is sharp beside its text."""
_TAKEN = "expected a PNG, JPEG or WebP picture"
_CUT = "the picture is cut short; save it or send it again"
_OTHERS = (
    (b"GIF8", "a GIF"),
    (b"%PDF", "a PDF"),
    (b"BM", "a BMP"),
    (b"II*\x00", "a TIFF"),
    (b"MM\x00*", "a TIFF"),
    (b"\x00\x00\x01\x00", "an icon"),
)
"""First bytes of what people send instead."""
_MOVES = (b"acTL", b"ANIM")
"""Chunks of PNG and WebP files that hold several pictures."""


def cleaned(data: bytes) -> bytes:
    """Return a picture as PNG without metadata, its longer side at most `LONGEST_SIDE` pixels.

    Args:
        data: content of a file, of any kind.

    Raises:
        PictureError: when it is no picture that is taken, cut short, damaged or too large; one line says what was expected.
        ImportError: without the extra ``read``; the message has the command.
    """
    width, height = _size(data)
    if width * height > LARGEST:
        raise PictureError(
            f"the picture has {width} by {height} pixels; expected at most {LARGEST // 1_000_000} million: make it smaller"
        )
    cv = opencv()
    # Photos say in their metadata which way is up: followed where it is read, since the metadata goes. Transparency stays.
    flags = cv.IMREAD_COLOR if data.startswith(b"\xff\xd8") else cv.IMREAD_UNCHANGED
    try:
        decoded = cv.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv.error:  # what its decoders cannot make sense of
        decoded = None
    if decoded is None or decoded.size == 0:
        raise PictureError("the picture is damaged; save it again")
    scale = LONGEST_SIDE / max(decoded.shape[:2])
    if scale < 1:
        size = (max(1, round(decoded.shape[1] * scale)), max(1, round(decoded.shape[0] * scale)))
        decoded = cv.resize(decoded, size, interpolation=cv.INTER_AREA)
    return bytes(cv.imencode(".png", decoded)[1])


def _size(data: bytes) -> tuple[int, int]:
    """Return width and height by a file's header, for a whole file of one picture."""
    if not data:
        raise PictureError(f"the file is empty; {_TAKEN}")
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        is_whole, size = len(data) >= 8 + struct.unpack_from("<I", data, 4)[0], _webp_size(data)
    else:
        try:
            raster = Raster.read(data)
        except RasterError as error:
            is_picture = data.startswith((b"\x89PNG", b"\xff\xd8"))
            raise PictureError(_CUT if is_picture else f"{_TAKEN}, got {_kind(data)}") from error
        size = raster.width, raster.height
        # Both kinds end with a marker, which no data before it holds; what some devices write after it is passed over.
        is_whole = b"IEND" in data if raster.mime == "image/png" else _ends(data)
    if not is_whole:
        raise PictureError(_CUT)
    if any(chunk in data[:4096] for chunk in _MOVES):  # they stand before the first picture
        raise PictureError(f"{_TAKEN} that stands still, got an animation")
    if 0 in size:
        raise PictureError("the picture has no pixels; save it again")
    return size


def _ends(jpeg: bytes) -> bool:
    """Whether a JPEG has an end after the start of its scan; a small preview in its metadata has an end of its own."""
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        if jpeg[at + 1] == 0xDA:  # the scan
            return jpeg.find(b"\xff\xd9", at) > 0
        at += 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
    return False


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return the size that the first chunk of a WebP file says (RFC 9649)."""
    kind = data[12:16]
    try:
        if kind == b"VP8X":
            wide, high = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
            return (wide, high) if len(data) >= 30 else (0, 0)
        if kind == b"VP8 ":
            wide, high = struct.unpack_from("<HH", data, 26)
            return wide & 0x3FFF, high & 0x3FFF
        if kind == b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    except struct.error as error:
        raise PictureError(_CUT) from error
    raise PictureError("the picture is damaged; save it again")


def _kind(data: bytes) -> str:
    """Say what a file is instead."""
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    for first, name in _OTHERS:
        if data.startswith(first):
            return name
    if data[4:8] == b"ftyp":
        return "a HEIC or AVIF photo, or a film"
    if start.lower().startswith((b"<svg", b"<?xml", b"<!doctype")) or b"<svg" in start.lower():
        return "a drawing in SVG; save it as PNG"
    try:
        start.decode("utf-8")
    except UnicodeDecodeError:
        return "a file of another kind"
    return "a text"
