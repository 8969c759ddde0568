"""Errors of the room of data sets.

::

    DatasetError (ValueError)
    ├── WrongFileError          a path that holds no rows of the format expected
    ├── UnknownDatasetError     no data set of that name; near names are suggested
    └── MissingDatasetError     a data set that is neither added nor has a sample, or whose added files are gone

A bad row is no error: it is counted and kept (`gnomon.datasets.BadRow`). Each message is one line.
"""

from __future__ import annotations


class DatasetError(ValueError):
    """A data set that cannot be used; the message is one clear line."""


class WrongFileError(DatasetError):
    """A path that holds no rows of the format expected."""


class UnknownDatasetError(DatasetError):
    """No data set of that name."""


class MissingDatasetError(DatasetError):
    """A data set whose files are not there."""
