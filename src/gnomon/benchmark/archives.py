"""Zip archives of strangers, read without writing a file, and our own, written so that the same content gives the same bytes.

Refused before anything is unpacked: names that lead out of the archive, links, members without end, what is encrypted. What a
member says of its size is not believed: it is read up to the limit and no further.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from gnomon.benchmark.errors import ResultsError

MOST_BYTES = 500_000_000
"""Of all members together, unpacked: a run of 2,000 rows with four judgements each takes 20 million."""
MOST_MEMBERS = 1000
"""Files in one archive: a bundle has ten."""
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that the format knows: an archive says nothing of when it was made."""
_PIECE = 1 << 20
"""Bytes unpacked at a time: a member without end is noticed within one megabyte of the limit."""


def read_archive(path: Path, *, most_bytes: int = MOST_BYTES) -> dict[str, bytes]:
    """Return the members of a zip archive by name.

    Args:
        path: of the archive.
        most_bytes: of all members together, unpacked.

    Raises:
        ResultsError: when it is no zip archive, is damaged, or holds what is refused (see the module); the message is one line.
        OSError: when the file cannot be read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            _refuse_odd(path, members)
            return _unpacked(path, archive, members, most_bytes)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        if isinstance(error, ResultsError):
            raise
        raise ResultsError(f"{path}: expected a zip archive, got something else or a damaged one ({error})") from error


def archive_bytes(members: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of these members, in the order of their names; the same members give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(members):
            info = zipfile.ZipInfo(name, _FIXED_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, whatever the machine: else the bytes would tell
            info.external_attr = 0o644 << 16
            archive.writestr(info, members[name])
    return packed.getvalue()


def _refuse_odd(path: Path, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS:
        raise ResultsError(f"{path}: expected at most {MOST_MEMBERS} files in the archive, it has {len(members)}")
    names = [info.filename for info in members]
    for info in members:
        parts = PurePosixPath(info.filename.replace("\\", "/"))
        if parts.is_absolute() or ".." in parts.parts or ":" in parts.parts[0]:
            raise ResultsError(f"{path}: {info.filename!r} leads out of the archive; it is not read")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise ResultsError(f"{path}: {info.filename!r} is a link; it is not read")
        if names.count(info.filename) > 1:
            raise ResultsError(f"{path}: {info.filename!r} is in the archive twice; it is not read")


def _unpacked(path: Path, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], most_bytes: int) -> dict[str, bytes]:
    too_large = f"{path}: unpacks to more than {most_bytes // 1_000_000} MB; it is not read"
    if sum(info.file_size for info in members) > most_bytes:
        raise ResultsError(too_large)
    left = most_bytes
    found = {}
    for info in members:
        pieces = []
        with archive.open(info) as packed:
            while piece := packed.read(_PIECE):
                pieces.append(piece)
                left -= len(piece)
                if left < 0:
                    raise ResultsError(too_large)
        found[info.filename] = b"".join(pieces)
    return found
