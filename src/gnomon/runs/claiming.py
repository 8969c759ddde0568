"""Taking the files of a run for one pass: a new place, or that of this very run, to go on with.

A results folder holds ``run.json`` (the record, written before the first call), ``rows.jsonl`` (appended to as rows end),
``summary.json`` (written when all are there) and ``cache/`` (every finished call). A pass that is refused, by whatever error
before its first row, leaves a new place as it was: no file, no folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from gnomon.files import write_whole
from gnomon.models import noted_settings
from gnomon.runs.errors import AllFailedError, RunError
from gnomon.runs.record import Record, difference, read_record
from gnomon.runs.row_log import RowLog, row_places

RECORD, ROWS, SUMMARY, CACHE = "run.json", "rows.jsonl", "summary.json", "cache"


@dataclass(frozen=True)
class RunFiles:
    """Where the record and the rows of a run lie."""

    record: Path
    rows: Path
    folder: Path | None = None
    """The run's own, where it has one."""

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        """Return those of a results folder."""
        return cls(folder / RECORD, folder / ROWS, folder)


@contextmanager
def claimed(files: RunFiles, record: Record[Any]) -> Iterator[RowLog]:
    """Open the rows of a run for a pass.

    Args:
        files: where.
        record: of the run that is to be done.

    Raises:
        RunError: when another run lies there, with the first key that differs and both its values; or files of somebody else.
    """
    is_new = not files.record.exists()
    if is_new:
        _require_free(files)
    else:
        there = read_record(files.record, type(record))
        if differs := difference(there, record):
            raise RunError(
                f"{files.folder or files.rows}: holds another run, which differs in {differs}; name another place with --out"
            )
        record = there
    made = _made_folders(files.record.parent)
    is_empty = True
    try:
        if is_new:
            write_whole(files.record, record.model_dump_json(indent=2) + "\n")
        with RowLog(files.rows) as log, noted_settings() as noted:
            try:
                yield log
            finally:
                is_empty = not len(log)
                if (asked := noted.asked(record.asked)) != record.asked:
                    write_whole(files.record, record.model_copy(update={"asked": asked}).model_dump_json(indent=2) + "\n")
    except AllFailedError:
        raise
    except Exception:  # and no interruption: that leaves what can be gone on from
        if is_new and is_empty:
            _withdraw(files, made)
        raise


def require_finished(folder: Path) -> None:
    """Refuse a results folder whose run was stopped, or that has lost rows since: figures of it would be of a part.

    Raises:
        RunError: which says how to go on.
    """
    rows, summary = folder / ROWS, folder / SUMMARY
    if not rows.is_file() or not summary.is_file():
        raise RunError(f"{folder}: the run is not finished; go on with the command that began it")
    try:
        expected = json.loads(summary.read_bytes())["rows"]
    except (ValueError, KeyError, TypeError):
        raise RunError(f"{summary}: cannot be read as a run's summary; give the command that began the run again") from None
    if (found := len(row_places(rows))) < expected:
        raise RunError(
            f"{folder}: expected {expected} rows in {ROWS}, found {found}; the command that began the run makes the rest"
        )


def _require_free(files: RunFiles) -> None:
    folder = files.folder
    if folder is not None and folder.exists() and not folder.is_dir():
        raise RunError(f"{folder}: is a file; name a new folder for the results with --out")
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise RunError(f"{folder}: expected a new or empty folder, it holds other files; name another one with --out")
    if files.rows.exists():
        raise RunError(f"{str(files.rows)!r} has no {files.record.name!r} beside it; move it away")


def _made_folders(folder: Path) -> list[Path]:
    """Make a folder and those above it; return those that were not there, the deepest first."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _withdraw(files: RunFiles, made: list[Path]) -> None:
    """Remove what a refused pass has made, unless calls were already answered: they are paid for, and kept."""
    ours = {files.record, files.rows}
    if files.folder is not None and set(files.folder.iterdir()) - ours:
        return
    for path in ours:
        path.unlink(missing_ok=True)
    for folder in made:
        folder.rmdir()
