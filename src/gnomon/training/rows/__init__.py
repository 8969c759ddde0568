"""Rows of a training from our files: pure functions by source, the forms of trainers, and what was left out.

Nothing of a problem is in two splits, nothing is cut, and everything that gives no row is counted by its reason.
"""

from gnomon.training.rows.making import DataFiles, data_sha256, make_rows, without_long_rows
from gnomon.training.rows.row import (
    REASONS,
    SPLITS,
    Dropped,
    ImageTokens,
    Row,
    RowSet,
    Split,
    TokenCounter,
    TooLong,
    no_image_tokens,
    rough_tokens,
    tokens_of,
    without_long,
)
from gnomon.training.rows.writing import ROW_FORMS, RowForm, row_files, rows_record

__all__ = [
    "REASONS",
    "ROW_FORMS",
    "SPLITS",
    "DataFiles",
    "Dropped",
    "ImageTokens",
    "Row",
    "RowForm",
    "RowSet",
    "Split",
    "TokenCounter",
    "TooLong",
    "data_sha256",
    "make_rows",
    "no_image_tokens",
    "rough_tokens",
    "row_files",
    "rows_record",
    "tokens_of",
    "without_long",
    "without_long_rows",
]
