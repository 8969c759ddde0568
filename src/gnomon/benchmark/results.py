"""The results folder of a run: what was asked for, with which versions and prompts, the rows, and a summary.

``run.json`` is written before the first call, ``rows.jsonl`` and ``summary.json`` at once when the run is over, ``cache/``
keeps every finished call, ``calls.jsonl`` what each cost and ``logs/`` Inspect's own log. Reports read rows
and ``run.json`` alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.errors import ResultsError
from gnomon.files import write_whole

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class RunConfig(BaseModel):
    """All that decides the rows of a run."""

    model_config = _FROZEN

    task: str
    tutor: str | None = None
    """``symbolic``, ``MODULE:FACTORY``, a URL, ``MODEL@URL``, or a control's name; None where replies are recorded."""
    judge: str | None = None
    """A URL, ``MODEL@URL``, or a baseline's name; None where nothing is judged by a model."""
    data: str = "sample"
    """``sample`` or the path of the dataset."""
    limit: int | None = None
    seed: int = 0
    options: dict[str, Any] = Field(default_factory=dict)  # plain JSON; checked by the benchmark's own options


class RunRecord(BaseModel):
    """What ``run.json`` holds: the configuration and what else the rows depend on."""

    model_config = _FROZEN

    config: RunConfig
    versions: dict[str, str]
    """Of gnomon, and of the libraries that a figure depends on."""
    prompts: dict[str, str]
    """Hashes by name."""
    data_sha256: str
    """Of the dataset's items."""


def differing_key(before: RunRecord, now: RunRecord) -> str | None:
    """Return the first setting in which two runs differ, such as ``config.judge``; None when they are the same."""
    old, new = _flat(before.model_dump(mode="json")), _flat(now.model_dump(mode="json"))
    return next((key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)), None)


def read_record(folder: Path) -> RunRecord:
    """Read ``run.json``.

    Raises:
        ResultsError: when the folder holds no run, or one that cannot be read.
    """
    path = folder / "run.json"
    try:
        return RunRecord.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise ResultsError(
            f"{folder}: expected the results folder of a run, found no run.json; start one with gnomon bench run"
        ) from None
    except (OSError, ValidationError) as error:
        raise ResultsError(f"{path}: cannot be read as a run's record ({str(error).splitlines()[0]})") from error


def write_record(folder: Path, record: RunRecord) -> None:
    """Write ``run.json``, making the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "run.json", record.model_dump(mode="json"))


def read_rows(folder: Path) -> Iterator[Row]:
    """Yield the rows of a finished run.

    Raises:
        ResultsError: when the run has no rows yet, or a row cannot be read.
    """
    path = folder / "rows.jsonl"
    if not path.is_file():
        raise ResultsError(f"{folder}: the run is not finished; go on with gnomon bench resume {folder}")
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield Row.model_validate_json(line)
            except ValidationError as error:
                raise ResultsError(f"{path}, line {number}: expected a row ({str(error).splitlines()[0]})") from error


def write_rows(folder: Path, rows: Iterable[Row]) -> None:
    """Write ``rows.jsonl`` at once."""
    lines = [json.dumps(row.model_dump(mode="json"), ensure_ascii=False) + "\n" for row in rows]
    write_whole(folder / "rows.jsonl", "".join(lines))


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON file at once: it is whole or not there."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _flat(value: Any, prefix: str = "") -> dict[str, Any]:  # noqa: ANN401 - plain JSON
    if not isinstance(value, dict):
        return {prefix: value}
    inner = [_flat(item, f"{prefix}.{key}" if prefix else key) for key, item in value.items()]
    return {key: item for part in inner for key, item in part.items()}
