"""The dataset of a run: opened as the configuration says, with a hash that tells whether it is the same."""

from __future__ import annotations

import dataclasses
import hashlib
import logging
import os
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from gnomon.benchmark.benchmark import Item
from gnomon.datasets import DatasetItem, Loaded, added_datasets, dataset_record, open_dataset

_LOG = logging.getLogger(__name__)
SAMPLE = "sample"
"""In place of a path: our own small sample."""
ItemT = TypeVar("ItemT", bound=DatasetItem)


def default_data(name: str) -> str:
    """Return what a run uses where nothing is said: the path of the user's copy, or `SAMPLE` where none was added.

    Raises:
        DatasetError: when there is no data set of this name.
    """
    added = added_datasets().get(dataset_record(name).name)
    return SAMPLE if added is None else added.path


def opened(name: str, data: str, kind: type[ItemT]) -> tuple[ItemT, ...]:
    """Return the items of a dataset.

    Args:
        name: of the dataset.
        data: `SAMPLE` or a path.
        kind: type of its items.

    Raises:
        DatasetError: when the path holds no row of this dataset.
    """
    loaded: Loaded[DatasetItem] = (
        open_dataset(name, sample=True).loaded if data == SAMPLE else dataset_record(name).load(Path(data))
    )
    if loaded.bad_rows:
        _LOG.warning("%s: %d rows could not be read; the first: %s", loaded.path, len(loaded.bad_rows), loaded.bad_rows[0])
    for item in loaded:
        assert isinstance(item, kind), (name, type(item))
    return tuple(item for item in loaded if isinstance(item, kind))


def fingerprint(items: tuple[Item, ...]) -> str:
    """Return a hash of the items' texts, contents and pictures, which changes when the dataset does, not when it is moved."""
    digest = hashlib.sha256()
    pictures: dict[str, str] = {}
    for item in items:
        content = _without_paths(item.content, pictures)
        digest.update(repr((item.id, item.cluster, item.text, sorted(item.groups.items()), content)).encode())
    return digest.hexdigest()


def _without_paths(value: Any, pictures: dict[str, str]) -> Any:  # noqa: ANN401  # what items hold, and plain values for it
    """Return a value with the hash of a picture in place of its path; ``pictures`` keeps the hashes, for many items share one."""
    if isinstance(value, str):
        if not value.startswith(os.sep):  # loaders make the path of every picture absolute; texts are left as they are
            return value
        if value not in pictures:
            try:
                pictures[value] = hashlib.sha256(Path(value).read_bytes()).hexdigest()
            except (OSError, ValueError):  # a text that begins like a path
                pictures[value] = value
        return pictures[value]
    if isinstance(value, BaseModel):
        shown = [name for name, field in type(value).model_fields.items() if field.repr]
    elif dataclasses.is_dataclass(value):
        shown = [field.name for field in dataclasses.fields(value)]
    elif isinstance(value, dict):
        return {key: _without_paths(each, pictures) for key, each in value.items()}
    elif isinstance(value, tuple | list):
        return [_without_paths(each, pictures) for each in value]
    else:
        return value
    return type(value).__name__, {name: _without_paths(getattr(value, name), pictures) for name in shown}
