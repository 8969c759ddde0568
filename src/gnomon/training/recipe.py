"""Recipes: every hyperparameter of a training with its value and where the value comes from, as one typed file each.

A recipe of the package lies in ``recipes/``; one of a user is a YAML file of the same form. A value stands as
``{value: 8, source: "GeoDial, K"}`` where a paper gives it, with ``why`` where the paper is silent and we chose; in a user's file
a bare value will do. ``extends: NAME`` takes all that a file leaves out from a recipe of the package. Unknown keys are refused.
Nothing here loads torch: a recipe is data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gnomon.benchmark.errors import did_you_mean
from gnomon.judge import Dimension
from gnomon.packaged import packaged_yaml
from gnomon.problem.yaml_source import read_yaml
from gnomon.training.errors import TrainingError

ValueT = TypeVar("ValueT")
Method = Literal["screen", "sft", "dpo", "grpo"]
"""``screen`` trains nothing: it samples from the base candidates and counts what cannot be read."""
Shown = Literal["question", "diagram", "correct_solution", "student_solution", "dialogue", "highlights"]
"""Parts of a tutor's context: those of GeoDial 5.3, what was said, and what earlier turns pointed at."""
OWN = "set by the user"
"""Why a bare value is what it is."""
_FOLDER = "recipes"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Setting(_Part, Generic[ValueT]):
    """One hyperparameter."""

    value: ValueT
    source: str = ""
    """Paper and section that give it; empty where none does."""
    why: str = ""
    """Why we chose it, or how the source is to be read."""

    @model_validator(mode="before")
    @classmethod
    def _take_bare_value(cls, data: object) -> object:
        # A mapping is never the value itself: one without `value` is a slip, which its unknown keys then show.
        return data if isinstance(data, Mapping | Setting) else {"value": data, "why": OWN}

    @model_validator(mode="after")
    def _say_where_from(self) -> Setting[ValueT]:
        if not self.source and not self.why:
            raise ValueError("a value needs a `source`, or a `why` where no paper gives it")
        return self


_Count = Annotated[int, Field(ge=1)]
_Share = Annotated[float, Field(ge=0, lt=1)]
_Rate = Annotated[float, Field(gt=0)]


class TurnRows(_Part):
    """One row a tutor turn: the whole turn, or with ``utterance`` act, subact, feedback and words without highlights."""

    kind: Literal["turn", "utterance"]
    shown: Setting[tuple[Shown, ...]]
    """What the model sees."""


class HighlightPredictionRows(_Part):
    """One row a tutor turn: whether it highlights anything of the category."""

    kind: Literal["highlight_prediction"]
    shown: Setting[tuple[Shown, ...]]
    category: Setting[Literal["lines", "angles"]]
    utterance: Setting[Literal["truth", "model", "none"]]
    """Where the words of the turn come from; ``model`` needs a file of written utterances."""
    positive_weight: Setting[_Count]
    """How often a row with the answer yes stands in an epoch; 1 is plain training."""


class HighlightDecisionRows(_Part):
    """One row a tutor turn that highlights something of the category: what? There is no weight here, as in the paper."""

    kind: Literal["highlight_decision"]
    shown: Setting[tuple[Shown, ...]]
    category: Setting[Literal["lines", "angles"]]
    utterance: Setting[Literal["truth", "model", "none"]]


class QuestionRows(_Part):
    """Rows of a search for questions: the best question of each state (SFT), or pairs of questions (DPO)."""

    kind: Literal["questions", "question_pairs"]
    validation_share: Setting[_Share]
    """Of the problems of the search."""


class JudgeRows(_Part):
    """One row a tutor's response and dimension; the answer is the label alone, or for GRPO and a screening a column beside."""

    kind: Literal["judgements", "judged_prompts"]
    dimensions: Setting[tuple[Dimension, ...]]
    validation_fold: Setting[Annotated[int, Field(ge=0)]]
    test_fold: Setting[Annotated[int, Field(ge=0)]]


AnyRows = Annotated[
    TurnRows | HighlightPredictionRows | HighlightDecisionRows | QuestionRows | JudgeRows, Field(discriminator="kind")
]


class Lora(_Part):
    """Low-rank adapters; a recipe without this part trains all parameters."""

    rank: Setting[_Count]
    alpha: Setting[_Count]
    dropout: Setting[_Share]
    target: Setting[Literal["all-linear", "attention"]]
    """Layers of the language model; embeddings and the output layer are never among them."""


class Training(_Part):
    """What all trainers share."""

    epochs: Setting[_Rate]
    effective_batch: Setting[_Count]
    """Rows of one step over all devices; of GRPO completions."""
    device_batch: Setting[_Count]
    """Rows at once on one device."""
    optimiser: Setting[Literal["adamw"]]
    betas: Setting[tuple[_Share, _Share]]
    """Of AdamW's running means."""
    learning_rate: Setting[_Rate]
    schedule: Setting[Literal["cosine", "linear", "constant"]]
    warmup_ratio: Setting[_Share]
    weight_decay: Setting[_Share]
    max_grad_norm: Setting[_Rate]
    precision: Setting[Literal["bf16", "fp32"]]
    gradient_checkpointing: Setting[bool]
    packing: Setting[bool]
    """Never for rows with pictures, whatever stands here."""
    max_length: Setting[_Count]
    """Tokens; a longer row is left out and listed."""
    frozen: Setting[tuple[Literal["vision_tower", "aligner"], ...]]
    seed: Setting[int]


class Preference(_Part):
    """Of DPO alone."""

    beta: Setting[_Rate]
    losses: Setting[tuple[Literal["sigmoid", "sft"], ...]]
    replay_share: Setting[_Share]
    """Of the training rows, pairs of answers beside pairs of questions."""


class Sampling(_Part):
    """How completions are drawn, in GRPO and in a screening."""

    num_generations: Setting[_Count]
    """Completions of one prompt."""
    temperature: Setting[Annotated[float, Field(ge=0)]]
    max_completion: Setting[_Count]
    """Tokens."""


class PolicyGradient(_Part):
    """Of GRPO alone."""

    beta: Setting[Annotated[float, Field(ge=0)]]
    """Weight of the distance to the reference model; with 0 none is loaded."""
    loss: Setting[Literal["grpo", "dapo", "dr_grpo", "bnpo"]]


class Rewards(_Part):
    """What each outcome of a judge's answer is worth (bea-jh 3.4); exactly one applies. See `gnomon.training.rewards`."""

    nothing: Setting[float]
    """Neither rationale nor answer."""
    no_answer: Setting[float]
    bad_label: Setting[float]
    """An answer that is none of the three labels."""
    no_rationale: Setting[float]
    right: Setting[float]
    near: Setting[float]
    """Yes and To some extent confused."""
    wrong: Setting[float]
    low_neighbours: Setting[float | None]
    """To some extent and No confused; None: as `wrong`. A milder penalty is the variant that the paper reports to have failed."""


class Recipe(_Part):
    """One training."""

    name: str
    title: str
    paper: Literal["GeoDial", "ODQS", "bea-jh"]
    method: Method
    data: Literal["geodial", "inquiry", "mrbench"]
    """What ``--data`` is: dialogues, the folder of a search for questions, or labelled responses."""
    about: str
    bases: Setting[tuple[str, ...]]
    """Models that the paper trains."""
    rows: AnyRows
    training: Training | None = None
    lora: Lora | None = None
    preference: Preference | None = None
    sampling: Sampling | None = None
    policy_gradient: PolicyGradient | None = None
    rewards: Rewards | None = None

    @model_validator(mode="after")
    def _has_the_parts_of_its_method(self) -> Recipe:
        needed = {"training": self.method != "screen", "preference": self.method == "dpo"}
        needed |= {"sampling": self.method in {"grpo", "screen"}}
        needed |= dict.fromkeys(("policy_gradient", "rewards"), self.method == "grpo")
        for part, is_needed in needed.items():
            if is_needed != (getattr(self, part) is not None):
                raise ValueError(f"a recipe of {self.method} {'needs' if is_needed else 'has no'} part {part!r}")
        return self

    def settings(self) -> Iterator[tuple[str, Setting[Any]]]:
        """Yield every hyperparameter by its dotted key, in the order of the types."""
        yield from _settings(self, "")


def _settings(part: BaseModel, prefix: str) -> Iterator[tuple[str, Setting[Any]]]:
    for name in type(part).model_fields:
        value = getattr(part, name)
        if isinstance(value, Setting):
            yield f"{prefix}{name}", value
        elif isinstance(value, BaseModel):
            yield from _settings(value, f"{prefix}{name}.")


@cache
def recipes() -> Mapping[str, Recipe]:
    """Return the recipes of the package by name, sorted."""
    files = resources.files(__package__).joinpath(_FOLDER).iterdir()
    names = sorted(Path(str(file)).stem for file in files if str(file).endswith(".yaml"))
    return MappingProxyType({name: _checked(_packaged(name), name) for name in names})


def open_recipe(name_or_path: str, changes: Mapping[str, Any] | None = None) -> Recipe:
    """Return a recipe of the package by its name, or a user's by its path.

    Args:
        name_or_path: a path ends in ``.yaml``, ``.yml`` or ``.json``.
        changes: values by dotted key, such as ``{"lora.rank": 16}``.

    Raises:
        TrainingError: for an unknown name or key, which names the nearest known one, and a value that does not fit.
        OSError: when the file cannot be read.
        ProblemError: when the file is no YAML.
    """
    if Path(name_or_path).suffix in {".yaml", ".yml", ".json"}:
        data = read_yaml(Path(name_or_path)).data
        if not isinstance(data, dict):
            raise TrainingError(f"{name_or_path}: expected a recipe, a mapping of its parts, got {type(data).__name__}")
        whole = _extended(data)
    elif name_or_path in recipes():
        whole = _packaged(name_or_path)
    else:
        known = recipes()
        raise TrainingError(f"no recipe {name_or_path!r}: {did_you_mean(name_or_path, known)}there are {', '.join(known)}")
    for key, value in (changes or {}).items():
        whole = _changed(whole, key.split("."), value)
    return _checked(whole, name_or_path)


def _packaged(name: str) -> dict[str, Any]:
    return _extended(packaged_yaml(__package__, _FOLDER, f"{name}.yaml"))


def _extended(data: dict[str, Any]) -> dict[str, Any]:
    if "extends" not in data:
        return data
    base = data["extends"]
    known = [Path(str(file)).stem for file in resources.files(__package__).joinpath(_FOLDER).iterdir()]
    if base not in known:
        raise TrainingError(f"extends: no recipe {base!r}: {did_you_mean(base, known)}there are {', '.join(sorted(known))}")
    return _merged(_packaged(str(base)), {key: value for key, value in data.items() if key != "extends"})


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``base`` with what ``over`` says; a part of another kind, a setting and a part that is null replace the whole."""
    merged = dict(base)
    for key, value in over.items():
        old = base.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and "value" not in value and _is_same_kind(old, value):
            merged[key] = _merged(old, value)
        else:
            merged[key] = value
    return merged


def _is_same_kind(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    return bool(new.get("kind", old.get("kind")) == old.get("kind"))


def _changed(data: Mapping[str, Any], path: list[str], value: object) -> dict[str, Any]:
    first, *rest = path
    inner = data.get(first)
    if not rest:
        return {**data, first: value}
    return {**data, first: _changed(inner if isinstance(inner, dict) else {}, rest, value)}


_WANTED = {"tuple_type": 'expected a list, such as ["one", "two"] (JSON)'}
"""What pydantic says in words of its own."""


def _checked(data: Mapping[str, Any], where: str) -> Recipe:
    try:
        return Recipe.model_validate(data)
    except ValidationError as error:
        # An unknown key is most often a missing one misspelt: it says more than what is then missing.
        first = min(error.errors(), key=lambda each: each["type"] != "extra_forbidden")
        path = [str(part) for part in first["loc"]]
        if first["type"] == "extra_forbidden":
            known = _known_keys(Recipe, path[:-1])
            near = did_you_mean(path[-1], known)
            message = f"unknown key {_shown_path(path)!r}: {near}there are {', '.join(known)}"
        else:
            wanted = _WANTED.get(first["type"], first["msg"].removeprefix("Value error, "))
            message = f"{_shown_path(path) or 'the recipe'}: {wanted}"
            message += "" if first["type"] in {"missing", "value_error"} else f", got {first['input']!r:.60}"
        raise TrainingError(f"{where}: {message}") from error


_KINDS = frozenset(
    kind for cls in get_args(get_args(AnyRows)[0]) for kind in get_args(cls.model_fields["kind"].annotation)
)  # pydantic puts the kind of a part into the path of an error


def _shown_path(path: list[str]) -> str:
    return ".".join(part for part in path if part not in _KINDS)


def _known_keys(part: type[BaseModel], path: list[str]) -> list[str]:
    """Return the keys that the part at ``path`` has."""
    for place, key in enumerate(path):
        if key in _KINDS:
            continue
        tag = path[place + 1] if place + 1 < len(path) else ""
        found = _classes(part.model_fields[key].annotation) if key in part.model_fields else []
        fitting = [cls for cls in found if tag in get_args(getattr(cls.model_fields.get("kind"), "annotation", None))] or found
        if not fitting:
            break
        part = fitting[0]
    return list(part.model_fields)


def _classes(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [cls for inner in get_args(annotation) for cls in _classes(inner)] if get_origin(annotation) else []
