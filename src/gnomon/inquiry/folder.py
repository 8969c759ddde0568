"""The results folder of an inquiry: its record, its rows as they end, its summary; calls are kept in ``cache/``.

``run.json`` is written before the first call. A row is appended to ``rows.jsonl`` in one write when its dialogue ends, so that a
kill can cut off at most the last line; opening the folder again drops such a line, damaged ones, and rows that failed, for these
are asked anew.
Nothing is held in memory but the ids of finished rows.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

import gnomon
from gnomon.files import replacing, write_whole
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.records import InquiryRow, SearchTree
from gnomon.inquiry.search.selection import SelectionRow
from gnomon.prompts import load

RowT = TypeVar("RowT", InquiryRow, SearchTree, SelectionRow)
ROW_TYPES: Mapping[str, type[InquiryRow | SearchTree | SelectionRow]] = {
    "run": InquiryRow,
    "search": SearchTree,
    "select": SelectionRow,
}
_LIBRARIES = ("openai", "math-verify", "ray")
_CHUNK = 1 << 20


class InquiryRecord(BaseModel):
    """What ``run.json`` holds: all that decides the rows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: InquiryConfig
    versions: dict[str, str]
    prompts: dict[str, str]
    """Hashes by name."""
    data_sha256: str
    """Of the problems' files, and of the selection where one is used."""

    @classmethod
    def of(cls, config: InquiryConfig, prompts: tuple[str, ...], files: tuple[Path, ...]) -> InquiryRecord:
        """Return the record of a run that begins now.

        Args:
            config: of the run.
            prompts: names of those in use.
            files: that the problems come from.
        """
        hashes = {name: load(name).sha256 for name in prompts}
        return cls(config=config, versions=_versions(), prompts=hashes, data_sha256=_sha256(files))


def begin(folder: Path, record: InquiryRecord) -> None:
    """Write the record of a new run, or check that the folder holds this very run, to go on with it.

    Raises:
        InquiryError: when it holds another run, with the first key that differs, or other files.
    """
    path = folder / "run.json"
    if path.exists():
        key = _differing_key(read_inquiry(folder), record)
        if key is not None:
            raise InquiryError(f"{folder}: holds another run, which differs in {key}; name another folder with --out")
        return
    if folder.exists() and any(folder.iterdir()):
        raise InquiryError(f"{folder}: expected a new or empty folder, it holds other files; name another one with --out")
    folder.mkdir(parents=True, exist_ok=True)
    write_json(path, record.model_dump(mode="json"))


def read_inquiry(folder: Path) -> InquiryRecord:
    """Read ``run.json``.

    Raises:
        InquiryError: when the folder holds no run, or one that cannot be read.
    """
    path = folder / "run.json"
    try:
        return InquiryRecord.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise InquiryError(f"{folder}: expected the results folder of an inquiry, found no run.json") from None
    except ValidationError as error:
        raise InquiryError(f"{path}: cannot be read as an inquiry's record ({str(error).splitlines()[0]})") from error


def read_results(folder: Path) -> Iterator[InquiryRow | SearchTree | SelectionRow]:
    """Yield the rows of a run, finished or not, in the order in which their dialogues ended.

    Raises:
        InquiryError: when the folder holds no run, or a whole line is no row.
    """
    kind = ROW_TYPES[read_inquiry(folder).config.kind]
    path = folder / "rows.jsonl"
    for number, line in enumerate(_whole_lines(path), 1):
        try:
            yield kind.model_validate_json(line)
        except ValidationError as error:
            raise InquiryError(f"{path}, line {number}: expected a row ({str(error).splitlines()[0]})") from error


class RowLog(Generic[RowT]):
    """``rows.jsonl``, open for appending; a context manager.

    Args:
        folder: of a run that has begun.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "rows.jsonl"
        self.finished: set[str] = set()
        """Ids of the rows without error."""
        self._file = -1

    def __enter__(self) -> Self:
        self._keep_whole_rows()
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._file)

    def append(self, row: RowT) -> None:
        """Add a row.

        Raises:
            OSError: when it cannot be written whole.
        """
        line = row.model_dump_json().encode() + b"\n"
        if os.write(self._file, line) != len(line):
            raise OSError(28, os.strerror(28), str(self._path))
        if row.error is None:
            self.finished.add(row.id)

    def _keep_whole_rows(self) -> None:
        """Write the file anew without half a line at its end and without rows that failed."""
        with replacing(self._path) as draft, draft.open("wb") as kept:
            for line in _whole_lines(self._path):
                row_id = _finished_id(line)
                if row_id is not None and row_id not in self.finished:
                    self.finished.add(row_id)
                    kept.write(line)


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON file at once: it is whole or not there."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _whole_lines(path: Path) -> Iterator[bytes]:
    if not path.exists():
        return
    with path.open("rb") as lines:
        yield from (line for line in lines if line.endswith(b"\n"))


def _finished_id(line: bytes) -> str | None:
    """Return the id of a row without error; None for one that failed and for a damaged line: both are asked anew."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return str(row["id"]) if row.get("error") is None else None


def _differing_key(before: InquiryRecord, now: InquiryRecord) -> str | None:
    old, new = _flat(before.model_dump(mode="json")), _flat(now.model_dump(mode="json"))
    return next((key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)), None)


def _flat(value: Any, prefix: str = "") -> dict[str, Any]:  # noqa: ANN401  # plain JSON
    if not isinstance(value, dict):
        return {prefix: value}
    inner = [_flat(item, f"{prefix}.{key}" if prefix else key) for key, item in value.items()]
    return {key: item for part in inner for key, item in part.items()}


def _sha256(files: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()


def _versions() -> dict[str, str]:
    found = {"gnomon": gnomon.__version__}
    for library in _LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found
