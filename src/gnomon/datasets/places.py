"""Where the paths of added data sets are remembered. The one module of this room that reads environment variables.

``GNOMON_DATA_HOME`` names the folder; without it, ``XDG_CONFIG_HOME/gnomon``, else ``~/.config/gnomon``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.datasets.errors import DatasetError
from gnomon.files import write_whole

_FILE = "datasets.json"


class AddedDataset(BaseModel):
    """What is remembered of an added data set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    """Absolute path of the file or folder."""
    rows: int
    """Rows read when it was added."""
    bad_rows: int
    sizes: dict[str, int] = Field(default_factory=dict)
    """Bytes by file, from the path on, when it was added: tells whether the files have changed."""


def config_folder() -> Path:
    """Return the folder of the user's settings; it need not exist."""
    own = os.environ.get("GNOMON_DATA_HOME")
    if own:
        return Path(own).expanduser()
    shared = os.environ.get("XDG_CONFIG_HOME")
    return (Path(shared) if shared else Path("~/.config").expanduser()) / "gnomon"


def pictures_folder() -> Path:
    """Return the folder of pictures that were taken out of tables; it need not exist."""
    return config_folder() / "pictures"


def added_datasets() -> dict[str, AddedDataset]:
    """Return what was added, by name; empty when nothing was.

    Raises:
        DatasetError: when the file that remembers is damaged.
    """
    file = config_folder() / _FILE
    if not file.exists():
        return {}
    try:
        return {name: AddedDataset.model_validate(row) for name, row in json.loads(file.read_text("utf-8")).items()}
    except (ValueError, AttributeError, ValidationError) as error:
        raise DatasetError(
            f"{file}: expected the paths of added data sets as JSON, got something else; delete the file"
        ) from error


def remember(name: str, added: AddedDataset) -> Path:
    """Write down where a data set lies, in place of what was there; return the file written."""
    known = {**added_datasets(), name: added}
    file = config_folder() / _FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps({key: row.model_dump() for key, row in known.items()}, indent=1) + "\n")
    return file
