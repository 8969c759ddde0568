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


def folder_for_tables(pages: Iterable[Path], given: Path | None) -> Path:
    """Return the folder for a report's tables, refused before any work where it could be none.

    Args:
        pages: of the report, the main one first; without a folder given, the tables go beside it, under its name.
        given: the folder asked for.

    Raises:
        CommandError: when the folder would be a page or is, or lies in, something that is no folder.
    """
    pages = tuple(pages)
    folder = given or pages[0].with_suffix("")
    if folder.resolve() in {page.resolve() for page in pages}:
        raise CommandError(f"the page and the folder of the CSV files would both be {str(folder)!r}: name another one with --csv")
    first = next(path for path in (folder, *folder.absolute().parents) if path.exists() or path.is_symlink())
    if not first.is_dir():
        raise CommandError(f"CSV files cannot go into {str(folder)!r}: {str(first)!r} is no folder; name one with --csv")
    return folder


def write_at_once(contents: Mapping[Path, str | bytes]) -> None:
    """Write every file beside its place and then move all into place: an error leaves nothing half written.

    Args:
        contents: by path; text is written as UTF-8.
    """
    with ExitStack() as drafts:
        for path, content in contents.items():
            draft = drafts.enter_context(replacing(path))
            draft.write_bytes(content.encode() if isinstance(content, str) else content)
