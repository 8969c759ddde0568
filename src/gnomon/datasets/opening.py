"""Adding a user's copy of a data set, telling what is there, and opening it: the added copy, or our small sample."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gnomon.datasets.errors import DatasetError, MissingDatasetError
from gnomon.datasets.loaded import Loaded
from gnomon.datasets.places import AddedDataset, added_datasets, remember
from gnomon.datasets.registry import DatasetRecord, dataset_record, registry


@dataclass(frozen=True)
class Dataset:
    """An opened data set: its items, and whether they are the published data or our sample."""

    record: DatasetRecord
    origin: Literal["added", "sample"]
    """``sample``: a handful of rows of our own, to try a benchmark with; never to be reported as its result."""
    loaded: Loaded[Any] = field(repr=False)

    @property
    def items(self) -> tuple[Any, ...]:
        """The items, of the type that the data set's loader gives."""
        return self.loaded.items

    def __len__(self) -> int:
        return len(self.loaded)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.loaded)


@dataclass(frozen=True)
class FileCheck:
    """What a data set's loader makes of a user's files."""

    record: DatasetRecord
    path: Path
    loaded: Loaded[Any] = field(repr=False)
    checksums: Mapping[str, bool]
    """For each file with a known checksum, whether it has it."""

    @property
    def part(self) -> str | None:
        """The published part with as many rows: a name, ``all`` for all parts together, None when the counts differ."""
        counts = {**self.record.rows}
        counts.setdefault("all", sum(counts.values()))
        return next((name for name, count in counts.items() if count and count == self.loaded.rows), None)


@dataclass(frozen=True)
class DatasetState:
    """What there is of a data set on this machine."""

    record: DatasetRecord
    state: Literal["added", "sample only", "broken", "absent"]
    """``absent``: neither added nor with a sample of ours."""
    path: str | None = None
    """Of the added copy."""
    rows: int | None = None
    """Rows read when it was added."""
    reason: str | None = None
    """Why it is broken, or that its files have changed."""


def check_files(name: str, path: Path) -> FileCheck:
    """Read a user's files with the data set's loader and compare them with what is published.

    Args:
        name: of the data set.
        path: a file or a folder; of a folder, the files that the publisher names, where it has any.

    Raises:
        UnknownDatasetError: for an unknown name.
        WrongFileError: when the files hold no row of this data set.
    """
    record = dataset_record(name)
    loaded = record.load(path)
    known = {file: record.checksums[file.name] for file in record.data_files(path) if file.name in record.checksums}
    return FileCheck(record, path, loaded, {file.name: _sha256(file) == wanted for file, wanted in known.items()})


def add_dataset(name: str, path: Path) -> FileCheck:
    """Check a user's files as `check_files` does and remember where they lie; nothing is copied.

    Raises:
        UnknownDatasetError: for an unknown name.
        WrongFileError: when the files hold no row of this data set; then nothing is remembered.
    """
    check = check_files(name, path)
    added = AddedDataset(
        path=str(check.path.resolve()),
        rows=len(check.loaded),
        bad_rows=len(check.loaded.bad_rows),
        sizes=_sizes(check.record, check.path),
    )
    remember(check.record.name, added)
    return check


def open_dataset(name: str, *, sample: bool = False) -> Dataset:
    """Open the user's copy of a data set, or our sample where none was added; ``origin`` says which.

    Args:
        name: of the data set.
        sample: take the sample even where a copy was added.

    Raises:
        UnknownDatasetError: for an unknown name.
        MissingDatasetError: when the added files are gone (the sample never stands in for them), or there is no sample.
        WrongFileError: when the added files hold no row any more.
    """
    record = dataset_record(name)
    added = None if sample else added_datasets().get(record.name)
    if added is None:
        path = record.sample_path()
        if path is None:
            raise MissingDatasetError(
                f"{record.name} was not added and has no sample; fetch it ({record.where}), "
                f"then `gnomon data add {record.name} PATH`"
            )
        return Dataset(record, "sample", record.load(path))
    if not Path(added.path).exists():
        raise MissingDatasetError(f"{record.name}: {added.path} is gone; add it again with `gnomon data add {record.name} PATH`")
    return Dataset(record, "added", record.load(Path(added.path)))


def dataset_states() -> list[DatasetState]:
    """Return the state of every data set, in the registry's order. Files that changed since they were added are read again."""
    added = added_datasets()
    return [_state(record, added.get(name)) for name, record in registry().items()]


def _state(record: DatasetRecord, added: AddedDataset | None) -> DatasetState:
    if added is None:
        return DatasetState(record, "sample only" if record.sample else "absent")
    path = Path(added.path)
    if not path.exists():
        return DatasetState(record, "broken", added.path, added.rows, "its files are gone")
    try:
        if _sizes(record, path) == added.sizes:
            return DatasetState(record, "added", added.path, added.rows)
        rows = len(record.load(path))
    except (DatasetError, OSError) as error:
        return DatasetState(record, "broken", added.path, added.rows, str(error))
    return DatasetState(record, "added", added.path, rows, "its files have changed since they were added")


def _sizes(record: DatasetRecord, path: Path) -> dict[str, int]:
    files = record.data_files(path)
    return {file.relative_to(path).as_posix() if file != path else file.name: file.stat().st_size for file in files}


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
