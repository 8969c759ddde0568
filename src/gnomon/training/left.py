"""What a training leaves in its folder, found again without loading any of it."""

from __future__ import annotations

from pathlib import Path

_CONFIGS = ("config.json", "adapter_config.json")
_PARTS = ("model", "adapter")
"""Below the folder of a training; the model with its adapter added is quicker to ask."""


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
