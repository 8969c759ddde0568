"""Writing files whole: a reader finds the old content or the new, never half of one, and never something else's place.

The content is written to a private file in the same folder, whose name nobody can guess, and then moved into place. A link stays
a link: the file that it points to is replaced. What is no regular file (a folder, a device, a pipe) is refused, since
moving a file onto it would remove it. It leaves out: asking whether a file may be replaced at all (`gnomon.cli.writing`), and
other names of the same file (hard links), which keep the old content.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class UnwritableFileError(OSError):
    """A path that can hold no file of ours; the message is one line with what to do."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a private draft beside ``path`` to write to, and move it into place at the end; an error leaves ``path`` as it was.

    Raises:
        UnwritableFileError: for a path that is no regular file, or whose folder is missing.
        OSError: where the file system refuses.
    """
    target = regular_target(path)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    # Its own short name: the target's with an ending would pass the 255 bytes of a name where that has them already.
    draft = target.with_name(f".gnomon-{secrets.token_hex(8)}.draft")
    # For our eyes alone until it takes the place of a file that may be private; a new file gets what the umask leaves of 0666.
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600))
    try:
        yield draft
        if mode is not None:
            draft.chmod(mode)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file at once, text as UTF-8; errors are those of `replacing`."""
    with replacing(path) as draft:
        draft.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def regular_target(path: Path) -> Path:
    """Return the file that writing to ``path`` replaces: itself, or what a link points to, which need not exist.

    Raises:
        UnwritableFileError: when that is no regular file, or its folder is missing.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise UnwritableFileError(f"{str(path)!r} is a folder; give the name of a file")
    if target.is_symlink():  # what `realpath` leaves of links that lead round in a circle
        raise UnwritableFileError(f"{str(path)!r} is a link that leads back to itself; remove it, or give another name")
    if target.exists() and not target.is_file():
        raise UnwritableFileError(f"{str(path)!r} is no regular file; give the name of a file")
    if not target.parent.is_dir():
        raise UnwritableFileError(f"cannot write {str(path)!r}: there is no folder {str(target.parent)!r}; make it first")
    return target
