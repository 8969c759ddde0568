"""The dataset of a run: opened as the configuration says, with a hash that tells whether it is the same."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path
from typing import TypeVar

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
    """Return a hash of the items' texts and contents, which changes when the dataset does."""
    digest = hashlib.sha256()
    for item in items:
        digest.update(repr((item.id, item.cluster, item.text, sorted(item.groups.items()), item.content)).encode())
    return digest.hexdigest()
