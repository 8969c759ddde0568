"""What a run was asked for, written before its first call: all that decides its rows, and what differs between two runs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

import gnomon
from gnomon.models import Asked
from gnomon.runs.errors import RunError

ConfigT = TypeVar("ConfigT", bound=BaseModel)
RecordT = TypeVar("RecordT", bound="Record[Any]")
_COMMANDS = {"student": "gnomon inquiry", "options": "gnomon bench", "stages": "gnomon corpus"}
"""What makes and reads a run, by a setting that runs of no other kind have: rooms above this one know only their own kind."""
_LONGEST_VALUE = 60
"""Characters of a value in a message: a path is shown whole as a rule, a hash is told apart."""


class Record(BaseModel, Generic[ConfigT]):
    """The configuration and what else the rows depend on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    config: ConfigT
    versions: dict[str, str]
    """Of gnomon, and of the libraries that a figure depends on."""
    prompts: dict[str, str] = {}
    """Hashes by name."""
    data_sha256: str = ""
    """Of the data that the rows are about, where the configuration does not tell."""
    asked: dict[str, tuple[Asked, ...]] = {}
    """By role, how its model was asked: written at the end of each pass, from what was sent. It follows from the rest, and no two
    runs differ in it."""


def versions_of(libraries: Iterable[str]) -> dict[str, str]:
    """Return the versions of gnomon and of those libraries that are installed."""
    found = {"gnomon": gnomon.__version__}
    for library in libraries:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


def read_record(path: Path, kind: type[RecordT]) -> RecordT:
    """Read the record of a run.

    Raises:
        RunError: when there is none, one of a run of another kind, or one that cannot be read.
    """
    try:
        text = path.read_bytes()
        return kind.model_validate_json(text)
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"{path.parent}: expected the results folder of a run, found no {path.name}") from None
    except OSError as error:
        raise RunError(f"{path}: cannot be read ({error.strerror})") from error
    except ValidationError as error:
        if command := _other_command(text, kind):
            raise RunError(f"{path.parent}: holds a run of `{command}`; use `{command} report` to read it") from None
        raise RunError(f"{path}: cannot be read as a run's record ({str(error).splitlines()[0]})") from error


def _other_command(text: bytes, kind: type[Record[Any]]) -> str | None:
    """Return the command whose run a record is, where that is another kind than the one expected."""
    try:
        settings = set(json.loads(text)["config"])
        own = set(kind.model_fields["config"].annotation.model_fields)  # type: ignore[union-attr]  # the settings' own model
    except (ValueError, KeyError, TypeError):
        return None  # no record of ours at all
    return next((command for mark, command in _COMMANDS.items() if mark in settings - own), None)


def difference(before: Record[Any], now: Record[Any]) -> str | None:
    """Say in which setting two runs differ first, such as ``config.seed (0 there, 7 here)``; None when they are the same."""
    old, new = (_flat(record.model_dump(mode="json", exclude={"asked"})) for record in (before, now))
    for key in sorted(old.keys() | new.keys()):
        if old.get(key) != new.get(key):
            return f"{key} ({_shown(old.get(key))} there, {_shown(new.get(key))} here)"
    return None


def _shown(value: Any) -> str:  # noqa: ANN401 - plain JSON
    text = "nothing" if value is None else str(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _flat(value: Any, prefix: str = "") -> dict[str, Any]:  # noqa: ANN401 - plain JSON
    if not isinstance(value, dict):
        return {prefix: value}
    return {
        key: item for name, inner in value.items() for key, item in _flat(inner, f"{prefix}.{name}" if prefix else name).items()
    }
