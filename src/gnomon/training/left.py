"""What a training leaves in its folder, found again without loading any of it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

_CONFIGS = ("config.json", "adapter_config.json")
_PARTS = ("model", "adapter")
"""Below the folder of a training; the model with its adapter added is quicker to ask."""
_LOOKED_AT = 1 << 16
"""Bytes at the end of a file of weights, where the last of its numbers lie; to read all of them would take minutes."""


def model_folder(folder: Path) -> Path:
    """Return where a model or an adapter lies: in the folder, or in what a training left there; else the folder itself."""
    inside = (folder, *(folder / part for part in _PARTS))
    return next((each for each in inside if any((each / name).is_file() for name in _CONFIGS)), folder)


def holds_model(folder: Path) -> bool:
    """Return whether a model or an adapter lies in a folder."""
    return any((model_folder(folder) / name).is_file() for name in _CONFIGS)


def name_of(folder: Path) -> str:
    """Return the name that clients ask a folder's model by: the folder's, or that of the training which left it there."""
    whole = folder.resolve()
    return whole.parent.name if whole.name in _PARTS else whole.name


def model_sha256(model: str) -> str:
    """Return a hash that tells models of one place apart: of small files what they hold, of weights names, sizes and last bytes.

    Args:
        model: a folder; empty is returned of a name.
    """
    folder, digest = Path(model), hashlib.sha256()
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        if path.is_file():
            digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            if path.suffix in {".json", ".jinja"}:
                digest.update(path.read_bytes())
            else:
                with path.open("rb") as file:
                    file.seek(-min(_LOOKED_AT, path.stat().st_size), os.SEEK_END)
                    digest.update(file.read())
    return digest.hexdigest() if folder.is_dir() else ""
