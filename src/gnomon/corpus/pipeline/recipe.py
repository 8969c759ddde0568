"""A recipe: the stages of a pipeline by name, with their parameters, as one typed YAML file. Unknown keys are refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.stage import ModelStage, Registry, SourceStage, Stage
from gnomon.judge import JudgeSettings
from gnomon.problem.errors import near_names
from gnomon.problem.yaml_source import read_yaml

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
"""It names a folder."""


class Asking(JudgeSettings):
    """How the models of a stage are asked."""

    num_samples: int = Field(default=1, ge=1)
    """Of each model."""
    tries: int = Field(default=2, ge=1)
    """How often a model is asked whose answer cannot be read."""
    prompt: str | None = None
    """A file in place of our prompt; a relative path is from where the command runs."""


class StageSpec(BaseModel):
    """One stage of a recipe."""

    model_config = _FROZEN

    name: _Name
    """In this recipe: of the folder of its run, in the funnel, in provenance."""
    stage: str
    """Which one, by the name in the registry."""
    params: dict[str, Any] = {}
    models: tuple[str, ...] = ()
    """Roles of the models that are asked."""
    asking: Asking = Asking()


class Recipe(BaseModel):
    """A pipeline."""

    model_config = _FROZEN

    name: _Name
    title: str
    about: str = ""
    seed: int = 0
    models: dict[str, str | None] = {}
    """By role, ``MODEL@URL`` or the URL of a server with one model; None is to be named when it is run."""
    stages: tuple[StageSpec, ...] = Field(min_length=1)
    output: str | None = None
    """In which form the items are written in the end, by the name of a writer; None writes the items alone."""


def read_recipe(path: Path) -> dict[str, Any]:
    """Read a recipe's file, unchecked.

    Raises:
        PipelineError: when it is no mapping.
        OSError: when it cannot be read.
        gnomon.problem.yaml_source.YamlError: when it is no YAML.
    """
    data = read_yaml(path).data
    if not isinstance(data, dict):
        raise PipelineError(f"{path}: expected a recipe, a mapping with name, title and stages, got {type(data).__name__}")
    return data


def checked_recipe(
    data: Mapping[str, Any],
    where: str,
    stages: Registry,
    *,
    models: Mapping[str, str] | None = None,
    changes: Mapping[str, Any] | None = None,
) -> Recipe:
    """Check a recipe with all its parameters before anything runs.

    Args:
        data: as read.
        where: its name or file, for messages.
        stages: those there are.
        models: addresses by role, over those of the recipe.
        changes: parameters by ``STAGE.PARAMETER``, over those of the recipe.

    Raises:
        PipelineError: for what does not fit; the message says where and what there is instead.
    """
    try:
        recipe = Recipe.model_validate(_merged(data, where, models or {}, changes or {}))
    except ValidationError as error:
        raise PipelineError(f"{where}: {_first(error)}") from error
    names = [spec.name for spec in recipe.stages]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise PipelineError(f"{where}: two stages are named {twice!r}; give each a name of its own")
    checked = tuple(_checked_stage(spec, place, recipe, where, stages) for place, spec in enumerate(recipe.stages))
    return recipe.model_copy(update={"stages": checked})


def _merged(data: Mapping[str, Any], where: str, models: Mapping[str, str], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(data)
    if models:
        known = data.get("models") or {}
        if unknown := next((role for role in models if role not in known), None):
            raise PipelineError(f"{where}: no model's role {unknown!r}; there are {', '.join(known) or 'none'}")
        merged["models"] = {**known, **models}
    for key, value in changes.items():
        name, _, parameter = key.partition(".")
        specs = [dict(spec) for spec in merged.get("stages") or ()]
        spec = next((spec for spec in specs if spec.get("name") == name), None)
        if spec is None or not parameter:
            there = ", ".join(str(each.get("name")) for each in specs)
            raise PipelineError(f"{where}: expected STAGE.PARAMETER=VALUE with a stage among {there}, got {key!r}")
        spec["params"] = {**(spec.get("params") or {}), parameter: value}
        merged["stages"] = specs
    return merged


def _checked_stage(spec: StageSpec, place: int, recipe: Recipe, where: str, stages: Registry) -> StageSpec:
    """Return a stage's specification with all its parameters, those that the recipe leaves out too."""
    stage = stages.get(spec.stage)
    at = f"{where}: stage {spec.name!r}"
    if stage is None:
        near = near_names(spec.stage, stages)
        raise PipelineError(
            f"{at}: no stage {spec.stage!r}{f'; did you mean {near}?' if near else ''} there are {', '.join(stages)}"
        )
    if isinstance(stage, SourceStage) != (place == 0):
        raise PipelineError(f"{at}: {'expected a source first' if place == 0 else 'a source comes first, and only there'}")
    _require_models(spec, stage, recipe, at)
    try:
        params = stage.params.model_validate(spec.params)
    except ValidationError as error:
        raise PipelineError(f"{at}: params: {_first(error)}; there are {', '.join(stage.params.model_fields)}") from error
    return spec.model_copy(update={"params": params.model_dump(mode="json")})


def _require_models(spec: StageSpec, stage: Stage, recipe: Recipe, at: str) -> None:
    if not isinstance(stage, ModelStage):
        if spec.models:
            raise PipelineError(f"{at}: asks no model; leave out models")
        return
    if not spec.models:
        raise PipelineError(f"{at}: asks a model; name its role in models, one of {', '.join(recipe.models) or 'the recipe'}")
    for role in spec.models:
        if role not in recipe.models:
            raise PipelineError(f"{at}: no model's role {role!r}; there are {', '.join(recipe.models) or 'none'}")
        if recipe.models[role] is None:
            raise PipelineError(f"{at}: needs a model for the role {role}: --model {role}=MODEL@URL")


def _first(error: ValidationError) -> str:
    """Say what is wrong first; an unknown key is most often a missing one misspelt, and says more than what is then missing."""
    first = min(error.errors(), key=lambda each: each["type"] != "extra_forbidden")
    path = ".".join(map(str, first["loc"])) or "together"
    if first["type"] == "extra_forbidden":
        return f"unknown key {path!r}"
    return f"{path}: {first['msg'].removeprefix('Value error, ')}" + (
        "" if first["type"] in {"missing", "value_error"} else f", got {first['input']!r:.60}"
    )
