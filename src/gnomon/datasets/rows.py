"""Reading files of rows: JSON Lines or one JSON list, plain or gzipped, tables (`gnomon.datasets.hub`), CSV (by path).

A row that fails is kept and the rest go on.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from gnomon.datasets.csv_file import csv_rows, is_csv
from gnomon.datasets.errors import WrongFileError
from gnomon.datasets.fields import Fields, RowError, parse_json
from gnomon.datasets.hub import TABLE_ENDINGS, files_of_configuration, is_table, part_of, table_rows
from gnomon.datasets.loaded import BadRow, DatasetItem, Loaded, RowNote

ItemT = TypeVar("ItemT", bound=DatasetItem)
Source = Path | Sequence[Path]
"""A file, a folder of data files, or several files."""
_ENDINGS = (".jsonl", ".json", ".jsonl.gz", ".json.gz", *TABLE_ENDINGS)
_NO_ROWS = frozenset({"dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json"})
"""Files that the Hugging Face libraries write beside the rows."""


def load_rows(path: Source, read: Callable[[Fields], ItemT], expected: str, *, is_keyed: bool = False) -> Loaded[ItemT]:
    """Read every row of a file, or of the data files of a folder in the order of their names.

    Args:
        path: a file (``.jsonl``, ``.json``, either gzipped, ``.parquet``, ``.arrow``), a folder of such files, or several files.
        read: makes an item of a row, or raises `RowError`.
        expected: what a row is, for the message about a wrong file.
        is_keyed: whether a file may hold one mapping of rows by their ids, which become the rows' ``id``.

    Raises:
        WrongFileError: when there is no data file, a file is no text, or no row of it can be read though it has some.
        OSError: when a file cannot be read.
    """
    reading: _Reading[ItemT] = _Reading(read)
    files = find_files(path)
    for place, raw in _numbered(files, _keyed_rows if is_keyed else _raw_rows):
        reading.take_row(place, raw)
    given = path if isinstance(path, Path) else files[0] if len(files) == 1 else files[0].parent
    if not reading.items:
        reason = f"; {reading.bad[0]}" if reading.bad else ""
        raise WrongFileError(f"{given}: expected {expected}, found no such row in {len(reading.bad)}{reason}")
    return Loaded(tuple(reading.items), given, tuple(reading.bad), tuple(reading.notes))


def stream_rows(path: Source, read: Callable[[Fields], ItemT]) -> Iterator[ItemT | BadRow]:
    """Yield every row as `load_rows` reads it, with no more than one row of JSON Lines, or a batch of a table, in memory.

    A JSON list is read whole. Notes and repeated ids are not kept.

    Args:
        path: as for `load_rows`.
        read: makes an item of a row, or raises `RowError`.

    Raises:
        WrongFileError: when there is no data file, or a file is no text.
        OSError: when a file cannot be read.
    """
    for place, raw in _numbered(find_files(path), _streamed_rows):
        reading: _Reading[ItemT] = _Reading(read)
        reading.take_row(place, raw)
        yield from reading.items
        yield from reading.bad


def find_files(path: Source) -> list[Path]:
    """Return the data files at ``path``: itself, those given, those of a folder by name, or of the folders inside it.

    Raises:
        WrongFileError: when there is none, when rows lie there in two forms, and for a data set of several configurations.
    """
    if not isinstance(path, Path):
        return [file for each in path for file in find_files(each)]
    if not path.exists():
        raise WrongFileError(f"{path}: expected a file or a folder, found nothing; check the path")
    if not path.is_dir():
        return [path]
    found = _data_files(path.iterdir()) or _data_files(path.rglob("*"))
    if not found:
        raise WrongFileError(f"{path}: expected a file ending in {', '.join(_ENDINGS)}, found none in this folder")
    found = files_of_configuration(path, found)
    forms = {(file.parent, part_of(file)): is_table(file.name) for file in found}
    twice = next((file for file in found if forms[file.parent, part_of(file)] != is_table(file.name)), None)
    if twice is not None:
        raise WrongFileError(f"{path}: {part_of(twice)!r} lies there as a table and as JSON; give the path of one of the two")
    return found


def is_data_file(name: str) -> bool:
    """Whether a file's name ends as those of rows do."""
    return name.endswith(_ENDINGS)


def _data_files(paths: Iterable[Path]) -> list[Path]:
    """Return the files of rows, by name; not what libraries write beside them, nor what they or others keep hidden."""
    kept = (path for path in paths if is_data_file(path.name) and path.name not in _NO_ROWS)
    return sorted(path for path in kept if not path.name.startswith((".", "cache-")) and path.is_file())


class _Place(NamedTuple):
    """Where a row is from."""

    file: Path
    number: int
    """From 1; through all shards of a split."""
    part: str


def _numbered(files: Sequence[Path], rows: Callable[[Path], Iterator[tuple[int, Any]]]) -> Iterator[tuple[_Place, Any]]:
    before: dict[tuple[Path, str], int] = {}
    for file in files:
        part = part_of(file)
        key = (file.parent, part)
        start = before.get(key, 0)
        number = 0
        for number, raw in rows(file):
            yield _Place(file, start + number, part), raw
        if is_table(file.name):
            before[key] = start + number


class _Reading(Generic[ItemT]):
    """Rows read so far."""

    def __init__(self, read: Callable[[Fields], ItemT]) -> None:
        self._read = read
        self._ids: set[str] = set()
        self.items: list[ItemT] = []
        self.bad: list[BadRow] = []
        self.notes: list[RowNote] = []

    def take_row(self, place: _Place, raw: object) -> None:
        """Read one row."""
        try:
            self._row(place, raw)
        except RowError as error:
            self.bad.append(BadRow(place.file.name, place.number, str(error), raw))
        except ValidationError as error:
            self.bad.append(BadRow(place.file.name, place.number, _first_line(error), raw))

    def _row(self, place: _Place, raw: object) -> None:
        data = parse_json(raw) if isinstance(raw, str) else raw
        if not isinstance(data, Mapping):
            raise RowError(f"expected a mapping, got {str(data)[:60]!r}")
        if not isinstance(raw, str) or "\\ud" in raw.lower():
            _refuse_half_characters(data)
        file = place.file
        fields = Fields(data, file.parent, number=place.number, file=file.name, part=place.part)
        item = self._read(fields)
        if item.id in self._ids:
            fields.note("id_repeated", f"the id {item.id!r} is used before; both are kept")
        self._ids.add(item.id)
        self.items.append(item)
        self.notes += [RowNote(file.name, place.number, rule, message) for rule, message in fields.notes]


def _streamed_rows(file: Path) -> Iterator[tuple[int, Any]]:
    """Yield rows as `_raw_rows` does, a line at a time where the file's name says that it has a row a line."""
    if is_table(file.name) or ".jsonl" not in file.name:
        yield from _raw_rows(file)
        return
    opened = gzip.open if file.suffix == ".gz" else open
    try:
        with opened(file, "rt", encoding="utf-8-sig", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, line.rstrip("\n")
    except (UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise WrongFileError(f"{file}: expected text in UTF-8, plain or gzipped, got other bytes ({error})") from error


def _raw_rows(file: Path) -> Iterator[tuple[int, Any]]:
    """Yield rows with their numbers: lines as text, entries of a list and rows of a table as parsed."""
    if is_table(file.name):
        yield from enumerate(table_rows(file), 1)
        return
    if is_csv(file):
        yield from csv_rows(file)
        return
    text = _text(file)
    whole = _whole(text, file)
    if whole is not None:
        yield from enumerate(whole, 1)
        return
    for number, line in enumerate(text.split("\n"), 1):  # not splitlines: a text may hold U+2028
        if line.strip():
            yield number, line


def _keyed_rows(file: Path) -> Iterator[tuple[int, Any]]:
    """Yield rows as `_raw_rows` does, and those of a mapping by id one by one."""
    for number, raw in _raw_rows(file):
        data = parse_json(raw) if isinstance(raw, str) and raw.startswith("{") and raw.endswith("}") else raw
        if isinstance(data, Mapping) and data and all(isinstance(row, Mapping) for row in data.values()):
            yield from enumerate(({"id": name, **row} for name, row in data.items()), 1)
        else:
            yield number, raw


def _whole(text: str, file: Path) -> Sequence[Any] | None:
    """Return the entries of a JSON list, or one JSON mapping over several lines; None for JSON Lines."""
    start = text.lstrip()[:1]
    first_line = text.strip().split("\n", 1)[0].rstrip()
    is_list, is_long_mapping = start == "[", start == "{" and not first_line.endswith("}")
    if not is_list and not is_long_mapping:
        return None
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        if is_long_mapping:
            return None  # a line that is cut short: the lines after it may be whole
        raise WrongFileError(f"{file}: expected a JSON list, got text that is none ({error})") from error
    return list(whole) if is_list else [whole]


def _text(file: Path) -> str:
    data = file.read_bytes()
    try:
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        return data.decode("utf-8-sig")
    except (UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise WrongFileError(f"{file}: expected text in UTF-8, plain or gzipped, got other bytes ({error})") from error


def _refuse_half_characters(data: object) -> None:
    """Refuse a row with half of a surrogate pair: no file or page could be written with it."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RowError(f"expected text, got half of a character, {error.object[error.start]!r}") from error


def _first_line(error: ValidationError) -> str:
    """Say the first thing that is wrong in one line, with as much of the value as `RowError` shows."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"expected another value under {place!r}: {first['msg']}, got {str(first.get('input'))[:60]!r}"
