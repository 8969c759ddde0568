"""Writing result files: never over what is there unasked, and never half."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

from gnomon.cli.errors import CommandError
from gnomon.files import regular_target, replacing


def refuse_unwritable(paths: Iterable[Path], *, force: bool) -> None:
    """Refuse, before any work is done, what could not be written after it.

    Args:
        paths: files that will be written.
        force: whether files that exist may be replaced.

    Raises:
        CommandError: for a file that exists without ``force``.
        UnwritableFileError: for a path that can hold no file.
    """
    for path in paths:
        if regular_target(path).exists() and not force:
            raise CommandError(f"{str(path)!r} exists; results are not overwritten: give another name, or --force to replace it")


def write_at_once(contents: Mapping[Path, str | bytes]) -> None:
    """Write every file beside its place and then move all into place: an error leaves nothing half written.

    Args:
        contents: by path; text is written as UTF-8.
    """
    with ExitStack() as drafts:
        for path, content in contents.items():
            draft = drafts.enter_context(replacing(path))
            draft.write_bytes(content.encode() if isinstance(content, str) else content)
