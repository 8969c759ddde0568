"""Which data sets there are: who publishes them, where, under which licence, and which loader reads them (``registry.yaml``)."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from gnomon.datasets.errors import UnknownDatasetError, WrongFileError
from gnomon.datasets.geodial import load_geodial
from gnomon.datasets.geometry3k import load_geometry3k
from gnomon.datasets.gsm8k import load_gsm8k
from gnomon.datasets.hub import is_table
from gnomon.datasets.humaneval import load_humaneval
from gnomon.datasets.listening import load_listening
from gnomon.datasets.loaded import Loaded
from gnomon.datasets.mathdial import load_mathdial
from gnomon.datasets.mathexplain import load_mathexplain
from gnomon.datasets.mmtutorbench import load_mmtutorbench
from gnomon.datasets.mrbench import load_mrbench
from gnomon.datasets.pgps9k import load_pgps9k
from gnomon.datasets.rows import find_files, is_data_file
from gnomon.packaged import packaged_yaml

LOADERS: Mapping[str, Callable[[Sequence[Path]], Loaded[Any]]] = {
    "geodial": load_geodial,
    "geometry3k": load_geometry3k,
    "gsm8k": load_gsm8k,
    "humaneval": load_humaneval,
    "listening": load_listening,
    "mathdial": load_mathdial,
    "mathexplain": load_mathexplain,
    "mmtutorbench": load_mmtutorbench,
    "mrbench": load_mrbench,
    "pgps9k": load_pgps9k,
}
"""By format."""


class DatasetRecord(BaseModel):
    """One row of the registry."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    """Permanent."""
    title: str
    what: str
    publisher: str
    where: str
    """Where a user fetches it; gnomon downloads nothing."""
    licence: str
    files: tuple[str, ...]
    """What is to be expected there."""
    unit: str
    """What a row is, in the plural."""
    rows: dict[str, int] = Field(default_factory=dict)
    """Published counts by part; empty where none is known."""
    checksums: dict[str, str] = Field(default_factory=dict)
    """SHA-256 by file name, where known."""
    benchmarks: tuple[str, ...] = ()
    """Tasks of ours that use it."""
    loader: str
    """A key of `LOADERS`."""
    sample: str | None = None
    """Our own small file, relative to ``samples/``; None where there is none."""

    def data_files(self, path: Path) -> list[Path]:
        """Return the files to read at ``path``: in a folder those that the publisher names, where there are any, else all.

        Raises:
            WrongFileError: when there is none, and for a folder of several files of which the one that is named is missing.
        """
        if not path.is_dir():
            return find_files(path)
        named = [path / name for name in self.files if (path / name).is_file()]
        found = named or find_files(path)
        is_one_file = sum(is_data_file(name) for name in self.files) == 1 and not any(is_table(file.name) for file in found)
        if len(found) > 1 and not named and is_one_file:
            names = ", ".join(file.name for file in found)
            raise WrongFileError(f"{path}: expected {self.files[0]}, found {names}; give the path of the one file that holds it")
        return found

    def load(self, path: Path) -> Loaded[Any]:
        """Read the `data_files` at ``path``.

        Raises:
            WrongFileError: when they hold no row of this data set.
        """
        return LOADERS[self.loader](self.data_files(path))

    def sample_path(self) -> Path | None:
        """Return the path of our sample; None where there is none."""
        if self.sample is None:
            return None
        return Path(str(resources.files("gnomon.datasets").joinpath("samples"))) / self.sample


@cache
def registry() -> Mapping[str, DatasetRecord]:
    """Return the data sets by name, in the file's order."""
    records = [DatasetRecord.model_validate(row) for row in packaged_yaml(__package__, "registry.yaml")]
    return MappingProxyType({record.name: record for record in records})


def dataset_record(name: str) -> DatasetRecord:
    """Return the data set of that name, ignoring case.

    Raises:
        UnknownDatasetError: for an unknown one; near names are suggested.
    """
    known = registry()
    record = known.get(name.strip().lower())
    if record is None:
        near = difflib.get_close_matches(name.lower(), known, n=2)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UnknownDatasetError(f"no data set {name!r}{hint}; there are {', '.join(known)}")
    return record
