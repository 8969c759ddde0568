"""Recipes of the package, and the index of the stages and writers that recipes may name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from gnomon.corpus.authoring import AUTHORING, write_mathexplain, write_mmtutorbench
from gnomon.corpus.pipeline import PipelineError, Recipe, checked_recipe, read_recipe
from gnomon.corpus.pipeline.output import Writer
from gnomon.corpus.pipeline.stage import PersonStage, Registry
from gnomon.corpus.sourcing import SOURCING, write_dialogues
from gnomon.packaged import packaged_yaml
from gnomon.problem.errors import near_names

__all__ = ["STAGES", "WRITERS", "open_recipe", "packaged_recipes"]

STAGES: Registry = {"person": PersonStage(), **SOURCING, **AUTHORING}
"""By the names that recipes use."""
WRITERS: Mapping[str, Writer] = {
    "geodial": write_dialogues,
    "mmtutorbench": write_mmtutorbench,
    "mathexplain": write_mathexplain,
}
"""Forms of output, by the names that recipes use."""


def packaged_recipes() -> dict[str, dict[str, Any]]:
    """Return the recipes of the package as they are written, by name."""
    files = resources.files(__package__).iterdir()
    names = sorted(Path(str(file)).stem for file in files if str(file).endswith(".yaml"))
    return {name: packaged_yaml(__package__, f"{name}.yaml") for name in names}


def open_recipe(
    name_or_path: str, *, models: Mapping[str, str] | None = None, changes: Mapping[str, Any] | None = None
) -> Recipe:
    """Return a recipe of the package by its name, or a user's by its path, checked with all its parameters.

    Args:
        name_or_path: a path ends in ``.yaml`` or ``.yml``.
        models: addresses by role.
        changes: parameters by ``STAGE.PARAMETER``.

    Raises:
        PipelineError: for an unknown name or key, and a value that does not fit; the message says what there is.
        OSError: when the file cannot be read.
    """
    if Path(name_or_path).suffix in {".yaml", ".yml"}:
        data = read_recipe(Path(name_or_path))
    else:
        known = packaged_recipes()
        if name_or_path not in known:
            near = near_names(name_or_path, known)
            raise PipelineError(
                f"no recipe {name_or_path!r}{f'; did you mean {near}?' if near else ';'} there are {', '.join(known)}; "
                "a file ends in .yaml"
            )
        data = known[name_or_path]
    recipe = checked_recipe(data, name_or_path, STAGES, models=models, changes=changes)
    if recipe.output is not None and recipe.output not in WRITERS:
        raise PipelineError(f"{name_or_path}: output: expected one of {', '.join(WRITERS)}, got {recipe.output!r}")
    return recipe
