"""Training by a recipe: supervised, by preferences, by rewards; all of TRL's trainers are called here and nowhere else."""

from __future__ import annotations

import copy
import json
import math
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peft import PeftModel
from transformers import PrinterCallback, TrainerCallback
from trl import DPOTrainer, GRPOTrainer, SFTTrainer

from gnomon.files import write_whole
from gnomon.training.errors import TrainingError
from gnomon.training.recipe import Recipe
from gnomon.training.rewards import RewardFunction, mark_batch, reward_functions
from gnomon.training.rows import RowSet
from gnomon.training.trainer.dataset import epoch_table, has_pictures, table_of
from gnomon.training.trainer.learner import Learner, adapter_config, freeze
from gnomon.training.trainer.settings import Hardware, trl_settings

Point = Mapping[str, float]
"""What one step tells, by name: ``step``, ``epoch``, ``loss``; of rewards ``reward``, ``rewards/NAME/mean``, ``watched/NAME``."""
Watch = Callable[[Sequence[object], Mapping[str, Sequence[Any]]], Mapping[str, float]]
"""What is told of the completions of a batch beside their rewards, from the completions and the columns of their rows."""
_CHECKPOINTS = "checkpoints"
_CURVE = "curve.jsonl"
_STATE = "trainer_state.json"  # transformers writes it last into a checkpoint
_CLOCK = re.compile(r"(_runtime|_per_second|^step_time)$")
"""Not of the curve: what differs from run to run."""


@dataclass(frozen=True)
class Trained:
    """What a training leaves."""

    learner: Learner
    curve: tuple[Point, ...]
    trained_parameters: int
    steps: int


def train(  # noqa: PLR0913  # each is a choice of its own
    recipe: Recipe,
    found: RowSet,
    learner: Learner,
    out: Path,
    *,
    hardware: Hardware,
    rewards: Sequence[RewardFunction] | None = None,
    watch: Watch | None = None,
    keep: Path | None = None,
    on_point: Callable[[Point], None] | None = None,
    save_steps: int | None = None,
    most_steps: int | None = None,
) -> Trained:
    """Train a model by a recipe; the same call again goes on from the last checkpoint in ``out``.

    Args:
        recipe: method ``sft``, ``dpo`` or ``grpo``. With a part ``lora`` an adapter is trained: a new one, or that of a learner
            that was opened with ``continues``. Without it all parameters but those of its frozen parts.
        found: the rows; none of them is cut, so leave out those that are too long first. Validation rows, where there are any,
            are scored after each epoch (not by rewards).
        learner: changed in place.
        out: folder for checkpoints and ``curve.jsonl``; made where it is missing.
        hardware: to run on.
        rewards: of GRPO; None takes the recipe's.
        watch: of GRPO; None with the recipe's own rewards tells the judge's confusion matrix and format rate.
        keep: folder for what was trained, the adapter alone or the whole model; None leaves it in memory.
        on_point: called with every point of the curve as it comes.
        save_steps: steps between checkpoints; None saves none, and then nothing can be resumed.
        most_steps: to stop after; None runs all epochs.

    Raises:
        TrainingError: for a recipe that trains nothing, rows that do not fit, a model of which nothing would be trained.
    """
    if recipe.training is None:
        raise TrainingError(f"{recipe.name} trains nothing: a screening asks base candidates")
    with_pictures = has_pictures(found)
    if with_pictures and not learner.sees_pictures:
        raise TrainingError("the rows have pictures and the model sees none: leave `diagram` out of rows.shown")
    validation = found.rows.get("validation", ()) if recipe.method != "grpo" else ()
    settings = trl_settings(
        recipe,
        hardware,
        out / _CHECKPOINTS,
        with_pictures=with_pictures,
        save_steps=save_steps,
        most_steps=most_steps,
        evaluates=bool(validation),
    )
    out.mkdir(parents=True, exist_ok=True)
    keeper = _CurveKeeper(out / _CURVE, on_point)
    given: dict[str, Any] = {
        "model": learner.model,
        "args": settings,
        "processing_class": learner.processor,
        "train_dataset": epoch_table(found, with_columns=recipe.method == "grpo"),
        "callbacks": [keeper],
        "peft_config": _adapter(recipe, learner),
    }
    if validation:
        given["eval_dataset"] = table_of(validation, with_pictures=with_pictures, with_columns=False)
    if recipe.lora is None:
        freeze(learner, recipe.training)
    trainer = _trainer(recipe, learner, given, out, rewards, watch)
    keeper.trainer = trainer
    settings.eval_steps = math.ceil(len(trainer.train_dataset) / recipe.training.effective_batch.value)  # an epoch, rows packed
    trainer.remove_callback(PrinterCallback)  # points go to `on_point` and the file
    trained = Learner(trainer.model, learner.processor)
    count = trained.trained_parameters()
    if not count:
        raise TrainingError("nothing would be trained: every parameter is frozen; open the adapter to be trained on")
    trainer.train(resume_from_checkpoint=last_checkpoint(out))
    trainer.model.eval()
    _unpatch(trainer.model)
    if keep is not None:
        _save(trainer, keep)
    return Trained(trained, tuple(keeper.points(trainer.state)), count, trainer.state.global_step)


def _unpatch(model: Any) -> None:  # noqa: ANN401  # torch is read as untyped
    """Take off the ``forward`` that TRL puts on a model: in a copy of it, it would go on asking the original's weights."""
    for each in (model, model.get_base_model()) if isinstance(model, PeftModel) else (model,):
        each.__dict__.pop("forward", None)


def _save(trainer: Any, folder: Path) -> None:  # noqa: ANN401  # trl is read as untyped
    """Save what was trained, gathered from all processes where they share it; what it was compared with is not kept."""
    trainer.save_model(str(folder))
    if trainer.is_world_process_zero():
        shutil.rmtree(folder / "ref", ignore_errors=True)
        (folder / "training_args.bin").unlink(missing_ok=True)  # a pickle with paths of this machine


def _adapter(recipe: Recipe, learner: Learner) -> Any:  # noqa: ANN401  # peft is read as untyped
    """Return the settings of a new adapter; None where one is trained on, or all parameters are."""
    has_adapter = isinstance(learner.model, PeftModel)
    if recipe.lora is None and has_adapter:
        raise TrainingError(f"{recipe.name} trains all parameters, and the model is an adapter: merge it first")
    return None if recipe.lora is None or has_adapter else adapter_config(learner, recipe.lora)


def _trainer(
    recipe: Recipe,
    learner: Learner,
    given: dict[str, Any],
    out: Path,
    rewards: Sequence[RewardFunction] | None,
    watch: Watch | None,
) -> Any:  # noqa: ANN401  # trl is read as untyped
    if recipe.method == "sft":
        return SFTTrainer(**given)
    if recipe.method == "dpo":
        # Adapters are compared with the model that they are on, or a copy of themselves; a whole model with a copy as it was.
        reference = copy.deepcopy(learner.model) if recipe.lora is None else None
        return DPOTrainer(**given, ref_model=reference)
    assert recipe.policy_gradient is not None
    functions = rewards
    if functions is None:
        assert recipe.rewards is not None
        functions = reward_functions(recipe.rewards)
        watch = watch or _judge_watch(recipe)
    if watch is not None:
        functions = [_watched(functions[0], watch), *functions[1:]]
    if recipe.lora is None and recipe.policy_gradient.beta.value:
        _keep_reference(learner, out / "reference")
    return GRPOTrainer(**given, reward_funcs=[*functions])


def _keep_reference(learner: Learner, folder: Path) -> None:
    """Put the model as it was where GRPO opens its reference: it knows models by their place alone."""
    if not (folder / "config.json").is_file():
        learner.model.save_pretrained(folder)
    learner.model.config._name_or_path = str(folder)  # noqa: SLF001  # there is no other way to tell


def _judge_watch(recipe: Recipe) -> Watch:
    assert recipe.rewards is not None
    constants = recipe.rewards

    def watch(completions: Sequence[object], columns: Mapping[str, Sequence[Any]]) -> Mapping[str, float]:
        return mark_batch(completions, columns["truth"], constants).as_log()

    return watch


def _watched(function: RewardFunction, watch: Watch) -> RewardFunction:
    """Let a reward function tell, under its own name, what is watched of the batch that it is asked about."""

    def watched(completions: Sequence[object], **columns: Any) -> list[float]:  # noqa: ANN401  # TRL's
        for name, value in watch(completions, columns).items():
            if not math.isnan(value):
                columns["log_metric"](f"watched/{name}", value)
        return function(completions=completions, **columns)

    watched.__name__ = function.__name__
    return watched


class _CurveKeeper(TrainerCallback):  # type: ignore[misc]  # transformers is read as untyped
    """Keeps the curve in a file: whole at every checkpoint and at the end, so that a killed run leaves what it can go on from."""

    trainer: Any = None

    def __init__(self, path: Path, on_point: Callable[[Point], None] | None) -> None:
        self._path = path
        self._on_point = on_point

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ANN401, ARG002  # theirs
        """Let a resumed trainer count its tokens on: TRL's count begins at 0 in every run."""
        told = [point["num_tokens"] for point in state.log_history if "num_tokens" in point]
        if told:
            self.trainer._total_train_tokens = int(told[-1])  # noqa: SLF001  # there is no other way to tell

    @staticmethod
    def points(state: Any) -> list[Point]:  # noqa: ANN401  # as above
        """Return the curve so far, from the first step on, whatever run it was in."""
        points = ({key: value for key, value in each.items() if not _CLOCK.search(key)} for each in state.log_history)
        return [point for point in points if "train_loss" not in point]

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:  # noqa: ANN401, ARG002  # theirs
        """Tell the newest point."""
        if self._on_point is not None and logs and "train_loss" not in logs:
            self._on_point({"step": state.global_step, **logs})

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ANN401, ARG002  # theirs
        """Write the curve."""
        self._write(state)

    def on_train_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ANN401, ARG002  # theirs
        """Write the curve."""
        self._write(state)

    def _write(self, state: Any) -> None:  # noqa: ANN401  # as above
        if state.is_world_process_zero:
            write_whole(self._path, "".join(f"{json.dumps(point)}\n" for point in self.points(state)))


def last_checkpoint(out: Path) -> str | None:
    """Return the last whole checkpoint of a training in a folder; one that was being written when it was killed is none."""
    found = []
    for folder in (out / _CHECKPOINTS).glob("checkpoint-*"):
        try:
            json.loads((folder / _STATE).read_text("utf-8"))
        except (OSError, ValueError):
            continue
        found.append(folder)
    newest = max(found, key=lambda folder: int(folder.name.rpartition("-")[2]), default=None)
    return None if newest is None else str(newest)
