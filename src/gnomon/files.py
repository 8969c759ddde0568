"""Writing files whole: a reader finds the old content or the new, never half of one, and never something else's place.

The content is written to a private file in the same folder, whose name nobody can guess, and then moved into place. A link stays
a link: the file that it points to is replaced. What is no regular file (a folder, a device, a pipe) is refused, since
moving a file onto it would remove it. It leaves out: asking whether a file may be replaced at all (`gnomon.cli.writing`).
"""

from __future__ import annotations

import os
import stat
import tempfile
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
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:64]}.", suffix=".draft", dir=target.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.chmod(_mode_of(target))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file at once, text as UTF-8; errors are those of `replacing`."""
    with replacing(path) as draft:
        draft.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def regular_target(path: Path) -> Path:
    """Return the file that writing to ``path`` replaces: itself, or what a link points to.

    Raises:
        UnwritableFileError: when that is no regular file, or its folder is missing.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise UnwritableFileError(f"{str(path)!r} is a folder; give the name of a file")
    if target.exists() and not target.is_file():
        raise UnwritableFileError(f"{str(path)!r} is no regular file; give the name of a file")
    if not target.parent.is_dir():
        raise UnwritableFileError(f"cannot write {str(path)!r}: there is no folder {str(target.parent)!r}; make it first")
    return target


def _mode_of(target: Path) -> int:
    """Permissions of the file that is replaced, else those that a new file gets."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
