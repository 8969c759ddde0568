"""Sheets of items that wait for a person, and reading them back: CSV for a spreadsheet, JSON Lines for programs.

A sheet has one line an item: what to read, what may be corrected, and an empty verdict. A line with an empty verdict is passed
over. In CSV a field that may be corrected is a column ``edit: PATH`` with the present text; a changed cell is a correction.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gnomon.corpus.exchange.spreadsheet import as_written, harmless
from gnomon.corpus.pipeline.deciding import Decision, Question, editable_leaves
from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.item import Item, leaves
from gnomon.corpus.pipeline.stage import PersonParams

_SAID = ("verdict", "reason", "comment", "by", "at", "settles")
_EDIT, _SHOW = "edit: ", "see: "
_LARGEST_FIELD = 2**31 - 1
"""For the CSV reader, whose own limit is 131,072 characters; the most a C long holds."""


def sheet_jsonl(stage: str, waiting: Iterable[Question], params: PersonParams, by: str = "") -> str:
    """Write a sheet of JSON Lines."""
    return "".join(json.dumps(_row(stage, question, params, by), ensure_ascii=False) + "\n" for question in waiting)


def sheet_csv(stage: str, waiting: Iterable[Question], params: PersonParams, by: str = "") -> str:
    """Write a sheet as CSV, with the mark by which spreadsheets know UTF-8."""
    rows = [_cells(_row(stage, question, params, by)) for question in waiting]
    columns = dict.fromkeys(name for row in rows for name in row)
    written = io.StringIO()
    writer = csv.DictWriter(written, list(columns), lineterminator="\r\n", restval="")
    writer.writeheader()
    writer.writerows({name: harmless(cell) for name, cell in row.items()} for row in rows)
    return f"\ufeff{written.getvalue()}"


def _row(stage: str, question: Question, params: PersonParams, by: str) -> dict[str, Any]:
    item = question.item
    shown = {name: item.data.get(name) for name in (*params.show, *params.pictures)}
    edit = dict(editable_leaves(item, params))
    settles = question.state == "differs"
    more = {"said": [each.model_dump(mode="json", exclude_defaults=True) for each in question.said]} if settles else {}
    said = {"verdict": None, "reason": "", "comment": "", "by": by, "at": None, "settles": settles}
    return {"stage": stage, "id": item.id, **said, "shown": {**shown, **more}, "edit": edit}


def _cells(row: Mapping[str, Any]) -> dict[str, str]:
    shown = {f"{_SHOW}{path}": _text(value) for name, inner in row["shown"].items() for path, value in leaves(inner, name)}
    edit = {f"{_EDIT}{path}": _text(value) for path, value in row["edit"].items()}
    said = {name: _text(row[name]) for name in ("stage", "id", *_SAID)}
    return {**said, **shown, **edit}


def _text(value: Any) -> str:  # noqa: ANN401 - plain JSON
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


def read_decisions(
    path: Path, items: Mapping[str, Item], params: PersonParams, stage: str, stages: Collection[str]
) -> Iterator[Decision]:
    """Yield the decisions of a filled sheet, or of lines of decisions, on one stage; those of other stages are passed over.

    Args:
        path: ``.csv``, or JSON Lines.
        items: of the stage, by id.
        params: of the stage.
        stage: its name.
        stages: names of all stages where people decide.

    Raises:
        PipelineError: for a line that is no decision, about an item that is not there, or that does not fit.
        OSError: when the file cannot be read.
    """
    rows = _csv_rows(path) if path.suffix.lower() == ".csv" else _json_rows(path)
    for number, row in rows:
        where = f"{path}, line {number}"
        if row.get("stage") not in stages:
            raise PipelineError(f"{where}: expected a stage among {', '.join(stages) or 'none'}, got {row.get('stage')!r}")
        if not row.get("verdict") or row.get("stage") != stage:
            continue
        item = items.get(str(row.get("id")))
        if item is None:
            raise PipelineError(f"{where}: stage {stage} has no item {row.get('id')!r}")
        try:
            yield Decision.model_validate(_decision(row, item, params)).checked(item, params)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"]))
            raise PipelineError(f"{where}: {field}: {first['msg']}, got {first['input']!r:.40}") from error
        except PipelineError as error:
            raise PipelineError(f"{where}: {error}") from error


def _decision(row: Mapping[str, Any], item: Item, params: PersonParams) -> dict[str, Any]:
    """Return a line of a sheet as a decision: what was corrected are the fields under ``edit`` that differ."""
    before = dict(editable_leaves(item, params))
    edited = {
        path: value for path, value in row.get("edit", {}).items() if value not in (before.get(path), _text(before.get(path)))
    }
    changes = {**row.get("changes", {}), **edited}
    plain = {name: value for name, value in row.items() if name not in {"shown", "edit", "changes"}}
    return {**plain, "changes": changes, "at": row.get("at") or None, "verdict": str(row["verdict"]).strip().lower()}


def _json_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise PipelineError(f"{path}, line {number}: expected a decision as a JSON object, got {line[:40]!r}")
        yield number, row


def _csv_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(_LARGEST_FIELD)
    with path.open(encoding="utf-8-sig", newline="") as lines:
        reader = csv.DictReader(lines)
        try:
            for cells in reader:
                row = {name: as_written(cell or "") for name, cell in cells.items() if name}
                said = {name: row.get(name, "") for name in ("stage", "id", *_SAID)}
                # A column belongs to every item of the sheet: where an item has no such field its cell is empty.
                edit = {name.removeprefix(_EDIT): cell for name, cell in row.items() if name.startswith(_EDIT) and cell}
                yield reader.line_num, {**said, "settles": said["settles"].strip() or False, "edit": edit}
        except (UnicodeDecodeError, csv.Error) as error:
            raise PipelineError(f"{path}: expected a sheet as UTF-8 CSV ({error}); save it as CSV UTF-8") from error
