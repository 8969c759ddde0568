"""Data sets as the Hugging Face libraries write them: Parquet shards of the hub, Arrow files of ``save_to_disk``.

Tables are read a batch of rows at a time. A table has every field in every row: a field without a value is left out, as rows of
JSON do. Pictures inside a table are written once into the user's folder (`gnomon.datasets.places`), named by their content, and
the row names them by path, as every loader expects.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.datasets.errors import WrongFileError
from gnomon.datasets.places import pictures_folder
from gnomon.files import write_whole
from gnomon.metrics.extras import require
from gnomon.problem import ProblemError
from gnomon.problem.yaml_source import parse_yaml

TABLE_ENDINGS = (".parquet", ".arrow")
_ROWS = 64
"""Of a batch: pictures of a megabyte each stay far below the memory of a small machine."""
_SHARD = re.compile(r"(?P<stem>.+?)-\d{5}-of-\d{5}")
"""Of a file's stem: the first of two shards is ``train-00000-of-00002``."""
_SAVED = "data"
"""Stem of the shards that ``save_to_disk`` writes; its folder is named by the split."""
_DIGITS = 16
"""Of a picture's SHA-256 in its name: two of a million pictures share them once in 10^7 data sets."""
_CARD = "README.md"
_EXTRA = "bench"


def is_table(name: str) -> bool:
    """Whether a file's name ends as those of tables do."""
    return name.endswith(TABLE_ENDINGS)


def part_of(file: Path) -> str:
    """Return what a file holds a part of: its split, where it is a shard; else its name without endings."""
    stem = file.name.split(".")[0]
    shard = _SHARD.fullmatch(stem)
    if shard is None:
        return stem
    return file.parent.name if shard["stem"] == _SAVED else shard["stem"]


def files_of_configuration(folder: Path, found: Sequence[Path]) -> list[Path]:
    """Return those of a folder's files that its card names for the default configuration; all where it names none.

    Raises:
        WrongFileError: for a card with several configurations of which none is the default.
    """
    configurations = _configurations(folder / _CARD)
    if not configurations:
        return list(found)
    default = [each for each in configurations if each.get("default") is True or each.get("config_name") == "default"]
    if len(configurations) > 1 and not default:
        names = ", ".join(str(each.get("config_name")) for each in configurations)
        raise WrongFileError(f"{folder}: its card names the configurations {names}; give the path of the folder or file of one")
    patterns = list(_patterns((default or configurations)[0]))
    named = {file for pattern in patterns for file in folder.glob(pattern)}
    return [file for file in found if file in named] or list(found)


def table_rows(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet or Arrow file, a batch in memory at a time.

    Raises:
        WrongFileError: when the file is no such table.
        MissingExtraError: without pyarrow.
    """
    feature = f"a {file.suffix} file"
    pyarrow = require("pyarrow", feature, _EXTRA)
    try:
        for batch in _batches(file, feature):
            yield from (_row(row) for row in batch.to_pylist())
    except (pyarrow.ArrowException, OSError) as error:
        reason = " ".join(str(error).split())
        raise WrongFileError(f"{file}: expected a table as Parquet or Arrow, got something else ({reason})") from error


def _batches(file: Path, feature: str) -> Iterator[Any]:
    if file.suffix == ".parquet":
        with require("pyarrow.parquet", feature, _EXTRA).ParquetFile(file) as table:
            yield from table.iter_batches(batch_size=_ROWS)
        return
    ipc = require("pyarrow.ipc", feature, _EXTRA)
    with file.open("rb") as stream, ipc.open_stream(stream) as batches:
        for batch in batches:
            yield from (batch.slice(start, _ROWS) for start in range(0, batch.num_rows, _ROWS))


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in row.items() if value is not None}


def _plain(value: Any) -> Any:  # noqa: ANN401  # whatever a column holds
    """Return a value as JSON would hold it."""
    if isinstance(value, Mapping):
        if set(value) == {"bytes", "path"} and isinstance(value["bytes"] or b"", bytes):
            return _picture(value["bytes"], value["path"])
        return _row(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def _picture(data: bytes | None, path: str | None) -> str | None:
    """Return the path of a picture; one whose bytes are not in the table keeps the path that it names."""
    if data is None:
        return path
    ending = Path(path or "").suffix.lower()
    name = f"{hashlib.sha256(data).hexdigest()[:_DIGITS]}{ending if ending.isascii() else ''}"
    written = pictures_folder() / name
    if not written.exists():
        written.parent.mkdir(parents=True, exist_ok=True)
        write_whole(written, data)
    return str(written)


def front_matter(card: Path) -> Mapping[str, Any]:
    """Return the front part of a data set's card; empty where there is none, or none that can be read."""
    if not card.is_file():
        return {}
    text = card.read_text("utf-8", errors="replace")
    if not text.startswith("---"):
        return {}
    try:
        front = parse_yaml(text.split("---", 2)[1]).data
    except ProblemError:  # a card is for people: one that cannot be read says nothing of the files
        return {}
    return front if isinstance(front, Mapping) else {}


def _configurations(card: Path) -> list[Mapping[str, Any]]:
    found = front_matter(card).get("configs")
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def _patterns(configuration: Mapping[str, Any]) -> Iterator[str]:
    named = configuration.get("data_files")
    for each in named if isinstance(named, list) else [named]:
        paths = each.get("path") if isinstance(each, Mapping) else each
        yield from (path for path in (paths if isinstance(paths, list) else [paths]) if isinstance(path, str))
