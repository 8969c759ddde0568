"""The rows of a run as lines of JSON, one write a row, so that a kill can cut off at most the last line.

A line begins with the row's ``id``. One that is cut off, damaged, or of a row that failed is asked anew; of several lines of one
id the last counts. A line that begins with ``spent`` is no row: it keeps what the calls of a row came to that was stopped under
way. When all rows are there the file is put in the order of the jobs. Nothing is held in memory but ids and places.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ValidationError

from gnomon.files import replacing
from gnomon.models import Calls, add_calls
from gnomon.runs.errors import RunError

_ROW, _SPENT = b'{"id":', b'{"spent":'
"""How lines begin. Pydantic writes no space after the colon, `json` one: ids are looked for behind both."""
_DECODER = json.JSONDecoder()
RowT = TypeVar("RowT", bound=BaseModel)


class RowLog:
    """A file of rows, open for appending; a context manager.

    Args:
        path: of the file; made when the log is opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, int] = {}
        self._failed: set[str] = set()
        self._spent: dict[str, dict[str, Calls]] = {}
        self._end = 0
        self._num_lines = 0
        self._file = -1

    def __enter__(self) -> Self:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)  # less the umask, as open() does
        for place, line in _lines(self._path):
            self._end = place + len(line)
            self._num_lines += 1
            self._look_at(place, line)
        os.ftruncate(self._file, self._end)  # what is behind the last end of line was cut off by a kill
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def __len__(self) -> int:
        """Return how many rows there are, failed ones included."""
        return len(self._places)

    @property
    def num_finished(self) -> int:
        """Rows without error."""
        return len(self._places) - len(self._failed)

    def is_finished(self, row_id: str) -> bool:
        """Whether a row is there without error."""
        return row_id in self._places and row_id not in self._failed

    def has_failed(self, row_id: str) -> bool:
        """Whether a row is there with its error."""
        return row_id in self._failed

    def spent_on(self, row_id: str) -> Mapping[str, Calls]:
        """Return what was spent on a row before now, by role: when it failed, or was stopped."""
        return self._spent.get(row_id, {})

    def append(self, row_id: str, line: str, *, failed: bool = False) -> None:
        """Add a row.

        Args:
            row_id: its id.
            line: the row as JSON on one line, its id first.
            failed: whether it is to be asked anew by the next pass.

        Raises:
            OSError: when it cannot be written whole.
        """
        assert line.startswith(_ROW.decode()), line[:40]
        self._places[row_id] = self._write(line)
        (self._failed.add if failed else self._failed.discard)(row_id)
        self._spent.pop(row_id, None)

    def spend(self, row_id: str, calls: Mapping[str, Calls]) -> None:
        """Keep what the calls of a row came to that is stopped under way."""
        if calls:
            spent = self._spent[row_id] = add_calls([self.spent_on(row_id), calls])
            by_role = {role: each.model_dump(mode="json") for role, each in spent.items()}
            self._write(json.dumps({"spent": row_id, "calls": by_role}, separators=(",", ":")))

    def lines(self, row_ids: Iterable[str]) -> Iterator[bytes]:
        """Return the lines of rows that are there."""
        return read_lines(self._path, (self._places[row_id] for row_id in row_ids))

    def put_in_order(self, row_ids: list[str]) -> None:
        """Let the file hold one line for each of these rows, in this order; nothing can be added after."""
        places = {row_id: self._places[row_id] for row_id in row_ids}
        if len(places) == self._num_lines and list(places.values()) == sorted(places.values()):
            return
        with replacing(self._path) as draft, draft.open("wb") as ordered:
            for row_id, line in zip(row_ids, self.lines(row_ids), strict=True):
                places[row_id] = ordered.tell()
                ordered.write(line)
        self._places = places

    def _look_at(self, place: int, line: bytes) -> None:
        try:
            row = json.loads(line)
            row_id = row.get("spent") or row["id"]
            calls = {role: Calls.model_validate(each) for role, each in (row.get("calls") or {}).items()}
        except (ValueError, KeyError, AttributeError):
            return  # damaged: its row is asked anew
        if "spent" in row:
            self._spent[row_id] = calls
            return
        self._places[row_id] = place
        if row.get("error") is None:
            self._failed.discard(row_id)
            self._spent.pop(row_id, None)
        else:
            self._failed.add(row_id)
            self._spent[row_id] = calls

    def _write(self, text: str) -> int:
        """Write a line and return its place."""
        line, place = text.encode() + b"\n", self._end
        if os.write(self._file, line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))
        self._end += len(line)
        self._num_lines += 1
        return place


def row_places(path: Path) -> dict[str, int]:
    """Return where the rows of a run begin, finished or under way, by id in the order in which they first ended.

    Raises:
        RunError: when a whole line is no row.
    """
    return {_id_of(path, place, line): place for place, line in _lines(path) if not line.startswith(_SPENT)}


def read_rows(path: Path, kind: type[RowT]) -> Iterator[RowT]:
    """Yield the rows of a run, finished or under way, as `row_places` orders them, with one in memory at a time.

    Raises:
        RunError: when a whole line is no row of this kind.
    """
    places = row_places(path)
    for row_id, line in zip(places, read_lines(path, places.values()), strict=True):
        try:
            yield kind.model_validate_json(line)
        except ValidationError as error:
            raise RunError(f"{path}, row {row_id!r}: expected another form ({str(error).splitlines()[0]})") from error


def read_lines(path: Path, places: Iterable[int]) -> Iterator[bytes]:
    """Yield the lines that begin at these places, with one in memory at a time."""
    with path.open("rb") as file:
        for place in places:
            file.seek(place)
            yield file.readline()


def _id_of(path: Path, place: int, line: bytes) -> str:
    """Return the id at the beginning of a row, without reading the rest."""
    text = line.decode("utf-8", "replace")
    try:
        if line.startswith(_ROW):
            return str(_DECODER.raw_decode(text, text.index('"', len(_ROW)))[0])
    except ValueError:
        pass  # damaged
    raise RunError(f"{path}: expected a row at byte {place}, got {text[:40]!r}")


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the whole lines of a file, which may be missing, with their places."""
    if not path.exists():
        return
    place = 0
    with path.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):
                yield place, line
            place += len(line)


def as_line(row: Mapping[str, Any]) -> str:
    """Return a row that is no pydantic model as a line, its id first."""
    return json.dumps(row, ensure_ascii=False)
