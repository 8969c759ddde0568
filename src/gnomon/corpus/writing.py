"""Writing what became of a corpus: rows as they were read, so that every file of dialogues loads again.

Only two things of a row change: pictures are named from where the row lies now, and a split that it names is the one it is in.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from gnomon.corpus.entries import Entry, written_turns
from gnomon.corpus.filtering import VERDICTS, Decision, Filtered, FilterError
from gnomon.corpus.splitting import Parts
from gnomon.datasets import BadRow

_PICTURES = ("image", "images", "highlighted_image")
"""Fields that name pictures, of a problem and of a turn."""
_FILES = {"kept": "kept.jsonl", "to inspect": "to_inspect.jsonl", "dropped": "dropped.jsonl"}


def filter_files(filtered: Filtered, unreadable: Sequence[BadRow], folder: Path) -> dict[Path, str]:
    """Return the files that a filtered corpus is written to, by path.

    Beside the dialogues (``kept.jsonl``, ``to_inspect.jsonl``, ``dropped.jsonl``) there are the rows that could not be read
    (``unreadable.jsonl``), the sheet for whoever inspects (``inspection.jsonl``) and every decision (``filter.json``).
    """
    rows = {name: _lines(_row(each.entry, folder) for each in filtered.of(verdict)) for verdict, name in _named()}
    sheet = (
        {"id": each.entry.id, "batch": each.entry.batch, "signs": each.signs, "keep": None} for each in filtered.of("to inspect")
    )
    return {
        **{folder / name: text for name, text in rows.items()},
        folder / "unreadable.jsonl": "".join(f"{_as_written(row)}\n" for row in unreadable),
        folder / "inspection.jsonl": _lines(sheet),
        folder / "filter.json": json.dumps(filter_as_json(filtered, unreadable), ensure_ascii=False, indent=1) + "\n",
    }


def _named() -> list[tuple[Any, str]]:
    return [(verdict, _FILES[verdict]) for verdict in VERDICTS]


def filter_as_json(filtered: Filtered, unreadable: Sequence[BadRow]) -> dict[str, Any]:
    """Return counts by verdict, reason and sign, every decision, and the rows that could not be read."""
    signed, named = filtered.batches()
    return {
        "rows": len(filtered.decisions) + len(unreadable),
        **{verdict.replace(" ", "_"): count for verdict, count in filtered.counts().items()},
        "unreadable": len(unreadable),
        "reasons": filtered.reasons(),
        "signs": filtered.signs(),
        "batches": {"named": named, "with_signs": signed},
        "diagrams_not_told": filtered.diagrams_not_told(),
        "decisions": [_decision(each) for each in filtered.decisions],
        "unreadable_rows": bad_rows_as_json(unreadable),
    }


def bad_rows_as_json(rows: Iterable[BadRow]) -> list[dict[str, Any]]:
    """Return rows that could not be read: file, line and reason."""
    return [{"file": row.file, "row": row.row, "reason": row.reason} for row in rows]


def split_files(parts: Parts, folder: Path) -> dict[Path, str]:
    """Return the files of the parts by path: ``train.jsonl``, ``validation.jsonl``, ``test.jsonl``."""
    return {
        folder / f"{name}.jsonl": _lines(_row(entry, folder, split=name) for entry in part)
        for name, part in parts.entries.items()
    }


class _Inspected(BaseModel):
    """A line of the sheet; beside ``true`` and ``false`` pydantic reads what people write for them, such as ``"yes"``."""

    id: str
    keep: bool | None


def read_inspection(path: Path) -> dict[str, bool]:
    """Read the sheet of whoever inspected: by id whether a dialogue is kept; what has no answer yet is left out.

    Raises:
        FilterError: for a line that is no row of such a sheet.
        OSError: when the file cannot be read.
    """
    found: dict[str, bool] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = _Inspected.model_validate_json(line)
        except ValidationError as error:
            wanted = '{"id": ..., "keep": true, false or null}'
            raise FilterError(f"{path}, line {number}: expected {wanted}, got {line[:60]!r}") from error
        if row.keep is not None:
            found[row.id] = row.keep
    return found


def _decision(decision: Decision) -> dict[str, Any]:
    entry = decision.entry
    place = {"id": entry.id, "file": entry.file, "row": entry.row, "batch": entry.batch}
    return place | {"verdict": decision.verdict, "reasons": decision.reasons, "signs": decision.signs}


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _as_written(row: BadRow) -> str:
    return row.raw if isinstance(row.raw, str) else json.dumps(row.raw)


def _row(entry: Entry, folder: Path, split: str | None = None) -> dict[str, Any]:
    """Return a row as it is written in ``folder``."""
    row = dict(entry.written)
    if not entry.has_own_problem:
        return row
    row["problem"] = _moved(row["problem"], entry.folder, folder)
    name = next(name for name in row if row[name] is written_turns(row))
    row[name] = [_moved(turn, entry.folder, folder) for turn in row[name]]
    return row if split is None else row | {"split": split}


def _moved(fields: Mapping[str, Any], old: Path, new: Path) -> dict[str, Any]:
    """Name the pictures of a mapping from another folder; one that stands absolute stays so."""

    def from_new(name: str) -> str:
        return name if Path(name).is_absolute() else Path(os.path.relpath(old / name, new)).as_posix()

    moved = dict(fields)
    for field in _PICTURES:
        named = fields.get(field)
        if isinstance(named, str):
            moved[field] = from_new(named)
        elif isinstance(named, list):
            moved[field] = [from_new(str(name)) for name in named]
    return moved
