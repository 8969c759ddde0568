"""Problems in our YAML format: the bank that ships with the package, and own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gnomon.packaged import packaged_yaml
from gnomon.problem.entry import problem_of
from gnomon.problem.errors import MalformedFileError
from gnomon.problem.problem import Problem
from gnomon.problem.yaml_source import UnusableFileError, YamlError, read_yaml


@cache
def bank() -> Mapping[str, Problem]:
    """Return the built-in problems by id, in the order of the files' names and of the problems in them.

    Raises:
        MalformedFileError: when a file of the package is broken.
    """
    return MappingProxyType({name: problem_of(entry) for name, entry in bank_entries().items()})


@cache
def proofs() -> Mapping[str, Problem]:
    """Return the built-in problems that want something proved, by id, in the order of `bank`.

    Raises:
        MalformedFileError: when a file of the package is broken.
    """
    return MappingProxyType({name: problem_of(entry) for name, entry in _packaged("bank", "prove").items()})


@cache
def bank_entries() -> Mapping[str, Mapping[str, Any]]:
    """Return what the files hold of the built-in problems that ask for a value, by id and in the order of `bank`.

    Raises:
        MalformedFileError: when two have the same id.
    """
    return _packaged("bank")


def _packaged(*folders: str) -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    folder = resources.files("gnomon.problem").joinpath(*folders)
    for file in sorted((item for item in folder.iterdir() if item.name.endswith(".yaml")), key=lambda item: item.name):
        for entry in _entries(packaged_yaml(__package__, *folders, file.name), file.name):
            if entry["id"] in found:
                raise MalformedFileError(f"{file.name}: the id {entry['id']!r} is used twice in the bank")
            found[entry["id"]] = entry
    return MappingProxyType(found)


def load_entries(path: Path) -> list[dict[str, Any]]:
    """Read the entries of an own file: one problem or a list; each is checked by `problem_of`.

    Raises:
        MalformedFileError: when the file is no YAML, or holds neither; when it is empty, comments apart.
    """
    try:
        data = read_yaml(path).data
    except UnusableFileError:
        raise
    except YamlError as error:
        raise MalformedFileError(f"{path}, line {error.line}: {error}") from error
    entries = list(_entries(data, str(path)))
    if not entries:
        raise MalformedFileError(f"{str(path)!r} is empty; expected a problem (id, text, figure, facts, find) or a list of them")
    return entries


def _entries(data: object, where: str) -> Iterator[dict[str, Any]]:
    if data is None:
        return
    for entry in data if isinstance(data, list) else [data]:
        if not isinstance(entry, dict):
            raise MalformedFileError(
                f"{where}: expected a problem (id, text, figure, facts, find) or a list of them, got {str(entry)[:60]!r}"
            )
        yield entry
