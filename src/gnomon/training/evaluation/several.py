"""What comparisons of several runs share: models that are opened for a run alone, and runs that need none any more."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from gnomon.runs import SUMMARY, Record, RunError, require_finished

Serve = Callable[[Sequence[str]], AbstractContextManager[Mapping[str, str]]]
"""Gives, as long as it is open, where models of folders listen, by how runs name them."""
_Config = TypeVar("_Config", bound=BaseModel)


def is_done(folder: Path, config: _Config, read: Callable[[Path], Record[_Config]]) -> bool:
    """Return whether a folder holds this very run with all its rows, and none failed: then its models need not be loaded.

    Args:
        folder: of the results.
        config: of the run.
        read: reads the record of such a run.
    """
    try:
        require_finished(folder)
        is_same = read(folder).config == config
    except RunError:
        return False
    return is_same and not json.loads((folder / SUMMARY).read_text("utf-8"))["failed"]
