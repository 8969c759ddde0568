"""Reading CSV files as spreadsheets write them: commas, semicolons or tabs, quotes, UTF-8 or UTF-16 with a mark, Windows-1252.

The first line names the columns, whatever their case; a space in a name is an underscore. An empty cell is an absent field.
"""

from __future__ import annotations

import codecs
import csv
import io
import logging
from collections.abc import Collection, Iterator
from pathlib import Path

from gnomon.datasets.errors import WrongFileError

_LOG = logging.getLogger(__name__)
_SEPARATORS = (",", ";", "\t")
_FALLBACK = "cp1252"
"""What Excel writes in western countries where UTF-8 is not asked for."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_csv(file: Path) -> bool:
    """Whether a file's name ends as those of CSV files do."""
    return file.suffix.lower() in {".csv", ".tsv"}


def csv_columns(file: Path) -> tuple[str, ...]:
    """Return the names of the columns, in order; errors as `csv_rows`."""
    return _Table(file).columns


def csv_rows(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield rows by column, each with its number from 1, empty lines not counted.

    Raises:
        WrongFileError: when the file is empty, no text, has no head or one with a name twice, or a quote is never closed; the
            message is one line.
        OSError: when it cannot be read.
    """
    table = _Table(file)
    if table.encoding == _FALLBACK:
        _LOG.warning("%s: is no UTF-8 and was read as Windows-1252; save it as UTF-8 where letters look wrong", file)
    yield from table.rows()


def require_columns(file: Path, *choices: Collection[str]) -> None:
    """Refuse a file that lacks a column.

    Args:
        file: to be looked at.
        choices: for each column that is needed the names that it may have, the first being ours.

    Raises:
        WrongFileError: with the columns that are needed and those that are there; and as `csv_rows`.
    """
    columns = csv_columns(file)
    missing = [next(iter(names)) for names in choices if not set(names) & set(columns)]
    if missing:
        needed = " and ".join(next(iter(names)) for names in choices)
        raise WrongFileError(
            f"{file}: expected a first line with the columns {needed}, it lacks {' and '.join(missing)} and has "
            f"{', '.join(columns)[:200]!r}; separate columns by comma, semicolon or tab"
        )


class _Table:
    """A file with its head read."""

    def __init__(self, file: Path) -> None:
        self._file = file
        text, self.encoding = _text(file)
        first, _, rest = text.partition("\n")
        self._separator = ""
        if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=") + 1:  # Excel's own way to say it
            self._separator, text = first.strip()[-1], rest
        self._separator = self._separator or _separator(text)
        self._reader = csv.reader(io.StringIO(text, newline=""), delimiter=self._separator, strict=True)
        self.columns = self._head()

    def _head(self) -> tuple[str, ...]:
        head = next(self._lines(), [])
        names = tuple("_".join(name.lower().split()) for name in head)
        if not any(names):
            raise WrongFileError(f"{self._file}: expected a first line with the names of the columns, found none")
        twice = next((name for name in names if name and names.count(name) > 1), None)
        if twice is not None:
            raise WrongFileError(f"{self._file}: the column {twice!r} is there twice; rename one of them")
        return names

    def rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        number = 0
        for cells in self._lines():
            if any(cell.strip() for cell in cells):
                number += 1
                named = dict(zip(self.columns, cells, strict=False))
                yield number, {name: cell for name, cell in named.items() if name and cell.strip()}

    def _lines(self) -> Iterator[list[str]]:
        try:
            yield from self._reader
        except csv.Error as error:
            where = self._reader.line_num
            raise WrongFileError(
                f"{self._file}, line {where}: cannot be read as CSV ({error}); look for a quote too many"
            ) from error


def _separator(text: str) -> str:
    """Return what parts the first line into most columns; of equal ones the first of comma, semicolon and tab."""

    def count(separator: str) -> int:
        try:
            return len(next(csv.reader(io.StringIO(text, newline=""), delimiter=separator), []))
        except csv.Error:
            return 0

    return max(_SEPARATORS, key=count)


def _text(file: Path) -> tuple[str, str]:
    """Return the text and its encoding."""
    data = file.read_bytes()
    encodings = ["utf-16"] if data.startswith(_UTF16) else ["utf-8-sig", _FALLBACK]
    if not data.strip():
        raise WrongFileError(f"{file}: is empty; expected a first line with the names of the columns")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text, encoding
    raise WrongFileError(f"{file}: expected CSV as text in UTF-8, got other bytes")
