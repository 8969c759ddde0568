"""CSV: one row a turn, what is short in cells of its own, what is nested as JSON in a cell.

What belongs to the whole dialogue and is long stands in the first of its rows. A cell that a spreadsheet would run as a formula
gets an apostrophe in front, as one that has an apostrophe already does; reading takes it off again.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gnomon.corpus.annotated import Row
from gnomon.corpus.exchange.bundle import Bundle, ExchangeError, Files, pictures_beside

_FILE = "turns.csv"
_TEXTS = ("role", "act", "subact", "feedback", "utterance", "at", "image", "chosen")
"""Of a turn."""
_JSON = ("highlights", "missing", "proposals")
"""Of a turn, nested."""
_OF_ANNOTATION = ("taken", "seconds", "distances", "shown", "read", "strokes", "picture")
_OF_ROW = ("split", "outcome", "batch", "teacher")
_LONG = ("text", "answer", "solution", "student_solution")
_COLUMNS = ("dialogue", "problem", *_OF_ROW, "turn", *_TEXTS, *_JSON, *_OF_ANNOTATION, "more", *_LONG, "debrief", "dialogue_more")
_LONGEST_CELL = 32_767
"""Characters that a cell of Excel holds."""
_STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "'")
"""Of a cell. The wide forms are those of East Asian keyboards."""
_LARGEST_FIELD = 2**31 - 1
"""For the reader, whose own limit of 131,072 characters is less than a figure's strokes may take; the most a C long holds."""


def write_csv(bundle: Bundle) -> Files:
    """Yield the pictures and ``turns.csv``, with the mark by which spreadsheets know UTF-8."""
    yield from bundle.picture_files()
    written = io.StringIO()
    writer = csv.DictWriter(written, _COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in bundle.rows:
        for cells in _rows(row):
            bundle.lost["text_too_long"] += sum(len(cell) > _LONGEST_CELL for cell in cells.values())
            writer.writerow({name: harmless(cell) for name, cell in cells.items()})
    yield _FILE, f"\ufeff{written.getvalue()}"


def read_csv(path: Path) -> Bundle:
    """Read such a file, or the ``turns.csv`` of a folder.

    Raises:
        ExchangeError: for a file that is no such table.
    """
    file = path / _FILE if path.is_dir() else path
    csv.field_size_limit(_LARGEST_FIELD)
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            table = [{name: as_written(cell or "") for name, cell in cells.items() if name} for cells in csv.DictReader(lines)]
    except (UnicodeDecodeError, csv.Error) as error:
        raise ExchangeError(f"{file}: expected a table of turns as UTF-8 CSV ({error}); save it as CSV UTF-8") from error
    missing = [name for name in _COLUMNS if table and name not in table[0]]
    if missing or not table:
        raise ExchangeError(f"{file}: expected a table of turns, found no column {missing[0] if missing else 'dialogue'!r}")
    try:
        rows = tuple(_row(list(cells)) for cells in _dialogues(table))
    except (ValueError, TypeError, KeyError) as error:
        raise ExchangeError(f"{file}: expected JSON in the nested cells, as it was written ({error})") from error
    return Bundle(rows, pictures_beside(rows, file.parent))


def _rows(row: Row) -> Iterator[dict[str, str]]:
    head, head_rest = _short(row, _OF_ROW)
    problem, problem_rest = _short(row["problem"], ("text", "answer", "solution"))
    whole = {name: value for name, value in head_rest.items() if name not in {"id", "turns", "problem", "debrief"}}
    solution = whole.pop("student_solution")
    del problem_rest["id"]
    whole |= {"problem": problem_rest} if problem_rest else {}
    once = {
        **problem,
        "student_solution": solution,
        "debrief": _packed(row.get("debrief")),
        "dialogue_more": _packed(whole or None),
    }
    for number, turn in enumerate(row["turns"], 1):
        yield {
            "dialogue": row["id"],
            "problem": row["problem"]["id"],
            **head,
            "turn": str(number),
            **_turn_cells(turn),
            **(once if number == 1 else {}),
        }


def _turn_cells(turn: Row) -> dict[str, str]:
    texts, rest = _short(turn, _TEXTS)
    nested = {name: _packed(rest.pop(name, None)) for name in _JSON}
    beside = dict(rest.pop("annotation", {}))
    noted = {name: _packed(beside.pop(name, None)) for name in _OF_ANNOTATION}
    more = rest | ({"annotation": beside} if beside else {})
    return {**texts, **nested, **noted, "more": _packed(more or None)}


def _short(fields: Row, names: Sequence[str]) -> tuple[dict[str, str], Row]:
    """Part fields into cells that hold them as they are and the rest; an empty text would be read as an absent one."""
    cells = {name: fields[name] for name in names if fields.get(name)}
    return cells, {name: value for name, value in fields.items() if name not in cells}


def _packed(value: Any) -> str:  # noqa: ANN401  # whatever JSON holds
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula."""
    return f"'{cell}" if cell.lstrip(" ").startswith(_STARTS_FORMULA) else cell


def as_written(cell: str) -> str:
    """Return what `harmless` was given."""
    return cell.removeprefix("'")


def _dialogues(table: list[dict[str, str]]) -> Iterator[list[dict[str, str]]]:
    """Yield the rows of each dialogue: turn 1 begins one, so that two of one id are told apart."""
    rows: list[dict[str, str]] = []
    for cells in table:
        if cells["turn"] == "1" and rows:
            yield rows
            rows = []
        rows.append(cells)
    yield rows


def _row(table: list[dict[str, str]]) -> Row:
    first = table[0]
    more = json.loads(first["dialogue_more"] or "{}")
    problem = {"id": first["problem"], "text": "", **_filled(first, ("text", "answer", "solution")), **more.pop("problem", {})}
    debrief = {"debrief": json.loads(first["debrief"])} if first["debrief"] else {}
    return {
        "id": first["dialogue"],
        **_filled(first, _OF_ROW),
        "problem": problem,
        "student_solution": first["student_solution"],
        "turns": [_turn(cells) for cells in table],
        **debrief,
        **more,
    }


def _turn(cells: dict[str, str]) -> Row:
    more = json.loads(cells["more"] or "{}")
    nested = {name: json.loads(cells[name]) for name in _JSON if cells[name]}
    noted = {name: json.loads(cells[name]) for name in _OF_ANNOTATION if cells[name]} | more.pop("annotation", {})
    return {"utterance": "", **_filled(cells, _TEXTS), **nested, **({"annotation": noted} if noted else {}), **more}


def _filled(cells: dict[str, str], names: Sequence[str]) -> Row:
    return {name: cells[name] for name in names if cells[name]}
