"""Writing result files: never over what is there unasked, and never half."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from gnomon.cli.errors import CommandError


def refuse_unwritable(paths: Iterable[Path], *, force: bool) -> None:
    """Refuse, before any work is done, what could not be written after it.

    Args:
        paths: files that will be written.
        force: whether files that exist may be replaced.

    Raises:
        CommandError: for a file that exists without ``force``, and for a path that can hold no file.
    """
    for path in paths:
        if path.is_dir():
            raise CommandError(f"{str(path)!r} is a folder; give the name of a file")
        if not path.parent.is_dir():
            raise CommandError(f"cannot write {str(path)!r}: there is no folder {str(path.parent)!r}; make it first")
        if path.exists() and not force:
            raise CommandError(f"{str(path)!r} exists; results are not overwritten: give another name, or --force to replace it")


def write_at_once(writers: Mapping[Path, Callable[[Path], object]]) -> None:
    """Write every file beside its place and then move all into place: an error leaves nothing half written.

    Args:
        writers: by path, what writes a file to the path that it is given.
    """
    drafts = {path: path.with_name(f"{path.name}.tmp") for path in writers}
    try:
        for path, write in writers.items():
            write(drafts[path])
        for path, draft in drafts.items():
            draft.replace(path)
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)
