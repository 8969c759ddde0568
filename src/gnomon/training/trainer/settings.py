"""From a recipe to TRL's settings: what a recipe says, what a device wants, and what is never left to a default.

TRL cuts rows at ``max_length``; ours that are too long were left out and listed, so it is told of no length, except where it
packs. Its learning rates, losses and batch sizes are a recipe's.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from transformers.utils import is_flash_attn_2_available
from trl import DPOConfig, GRPOConfig, SFTConfig

from gnomon.training.errors import TrainingError
from gnomon.training.recipe import Recipe, Training

Device = Literal["cpu", "gpu"]


@dataclass(frozen=True)
class Hardware:
    """What a training runs on."""

    device: Device = "gpu"
    """On a CPU numbers are fp32 and nothing is computed twice, whatever the recipe says: that is for tiny models."""
    processes: int = 1
    """That share the rows of a step; started by accelerate."""
    with_vllm: bool = False
    """Completions of GRPO are drawn by vLLM."""

    @property
    def half(self) -> bool:
        """Whether bf16 can be computed in."""
        return self.device == "gpu"


def require_gpu() -> None:
    """Refuse to start on a GPU that is not there.

    Raises:
        TrainingError: without one, or with one that has no bf16.
    """
    if not torch.cuda.is_available():
        raise TrainingError("no GPU is found: give --device cpu for a tiny model, or install a torch that finds yours")
    if not torch.cuda.is_bf16_supported():
        raise TrainingError("this GPU has no bf16: set training.precision=fp32, or take another one")


def packs(training: Training, *, with_pictures: bool) -> bool:
    """Return whether rows are packed: never with pictures, nor without FlashAttention, where they would see one another."""
    return bool(training.packing.value and not with_pictures and is_flash_attn_2_available())


def trl_settings(
    recipe: Recipe,
    hardware: Hardware,
    folder: Path,
    *,
    with_pictures: bool,
    save_steps: int | None,
    most_steps: int | None,
    evaluates: bool,
) -> Any:  # noqa: ANN401  # trl is read as untyped
    """Return TRL's settings of a recipe.

    Args:
        recipe: one that trains.
        hardware: to run on.
        folder: for checkpoints.
        with_pictures: whether the rows have pictures.
        save_steps: steps between checkpoints; None saves none.
        most_steps: to stop after; None runs all epochs.
        evaluates: whether there are validation rows, whose loss is told after every epoch.
    """
    training = recipe.training
    assert training is not None
    at_once = training.device_batch.value * hardware.processes
    if training.effective_batch.value % at_once:
        raise TrainingError(
            f"training.effective_batch: {training.effective_batch.value} is no multiple of {at_once} rows at once"
        )
    schedule: str = training.schedule.value
    if schedule == "constant" and training.warmup_ratio.value:
        schedule = "constant_with_warmup"
    half = hardware.half and training.precision.value == "bf16"
    shared: dict[str, Any] = {
        "output_dir": str(folder),
        "num_train_epochs": training.epochs.value,
        "max_steps": most_steps or -1,
        "per_device_train_batch_size": training.device_batch.value,
        "gradient_accumulation_steps": training.effective_batch.value // at_once,
        "learning_rate": training.learning_rate.value,
        "lr_scheduler_type": schedule,
        "warmup_steps": training.warmup_ratio.value,  # a number below 1 is a share of all steps
        "weight_decay": training.weight_decay.value,
        "adam_beta1": training.betas.value[0],
        "adam_beta2": training.betas.value[1],
        "max_grad_norm": training.max_grad_norm.value,
        "optim": "adamw_torch",
        "seed": training.seed.value,
        "data_seed": training.seed.value,
        "bf16": half,
        "use_cpu": hardware.device == "cpu",
        "gradient_checkpointing": training.gradient_checkpointing.value and hardware.device == "gpu",
        "dataloader_pin_memory": hardware.device == "gpu",
        "logging_steps": 1,  # every step is a point of the curve, and a resumed run goes on at a step
        "logging_first_step": True,
        "save_strategy": "steps" if save_steps else "no",
        "save_steps": save_steps or 1,
        "save_total_limit": 2,  # a kill while one is written leaves the one before
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": recipe.method != "grpo",  # rewards read the further columns
    }
    if evaluates:
        # By steps, as many as an epoch has: then it comes before the checkpoint of the same step, and is not lost by a kill.
        shared |= {"eval_strategy": "steps", "eval_steps": 1, "per_device_eval_batch_size": training.device_batch.value}
    if recipe.method == "sft":
        is_packed = packs(training, with_pictures=with_pictures)
        length = training.max_length.value if is_packed else None
        return SFTConfig(**shared, max_length=length, packing=is_packed, completion_only_loss=True)
    if recipe.method == "dpo":
        assert recipe.preference is not None
        return DPOConfig(
            **shared, max_length=None, beta=recipe.preference.beta.value, loss_type=[*recipe.preference.losses.value]
        )
    assert recipe.sampling is not None
    assert recipe.policy_gradient is not None
    vllm = {"use_vllm": True, "vllm_mode": "colocate"} if hardware.with_vllm else {}
    return GRPOConfig(
        **shared,
        num_generations=recipe.sampling.num_generations.value,
        temperature=recipe.sampling.temperature.value,
        max_completion_length=recipe.sampling.max_completion.value,
        beta=recipe.policy_gradient.beta.value,
        loss_type=recipe.policy_gradient.loss.value,
        **vllm,
    )
