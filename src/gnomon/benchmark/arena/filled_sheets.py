"""Sheets that people fill in outside gnomon, read back: CSV as spreadsheets save it."""

import csv
from io import StringIO
from pathlib import Path

from gnomon.benchmark.errors import ResultsError


def filled_rows(path: Path, columns: tuple[str, str]) -> list[dict[str, str]]:
    """Return the rows of a filled sheet by column.

    Raises:
        ResultsError: for what is no CSV file, has no row, or lacks one of the columns.
    """
    try:
        rows = list(csv.DictReader(StringIO(path.read_text("utf-8-sig"))))  # spreadsheets put a mark before the text
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ResultsError(f"{path}: expected a sheet as CSV ({error})") from error
    if not rows or not set(columns) <= rows[0].keys():
        raise ResultsError(f"{path}: expected a sheet with the columns {' and '.join(columns)}")
    return rows
