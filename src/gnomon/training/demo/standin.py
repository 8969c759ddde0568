"""Stand-in for the module on TRL until it is there."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable
from typing import Any

import torch

from gnomon.training.demo.tiny import Learner
from gnomon.training.recipe import Recipe
from gnomon.training.rewards import mark_batch, reward_functions
from gnomon.training.rows import RowSet
from gnomon.training.rows.writing import as_trl


def train(recipe: Recipe, found: RowSet, learner: Learner, *, seed: int, on_log: Callable[[dict[str, float]], None] | None = None) -> Learner:
    import datasets
    from transformers import TrainerCallback, PreTrainedModel
    from trl import DPOConfig, DPOTrainer, GRPOConfig, GRPOTrainer, SFTConfig, SFTTrainer

    datasets.disable_progress_bars()
    rows = [as_trl(row, with_pictures=False) for row in found.epoch()]
    keep = {"sft": ("prompt", "completion"), "dpo": ("prompt", "chosen", "rejected"), "grpo": ("prompt", "truth")}[recipe.method]
    table = datasets.Dataset.from_list([{k: r[k] for k in keep} for r in rows])
    t = recipe.training
    folder = tempfile.mkdtemp()
    common: dict[str, Any] = dict(
        output_dir=folder, use_cpu=True, bf16=False, gradient_checkpointing=False, dataloader_pin_memory=False, report_to="none",
        num_train_epochs=t.epochs.value, per_device_train_batch_size=t.device_batch.value,
        gradient_accumulation_steps=t.effective_batch.value // t.device_batch.value, learning_rate=t.learning_rate.value,
        lr_scheduler_type=t.schedule.value, warmup_steps=t.warmup_ratio.value, weight_decay=t.weight_decay.value,
        max_grad_norm=t.max_grad_norm.value, adam_beta1=t.betas.value[0], adam_beta2=t.betas.value[1],
        seed=seed, logging_steps=10, save_strategy="no", disable_tqdm=True,
    )

    class Log(TrainerCallback):
        def on_log(self, args, state, control, logs=None, **_):
            if on_log and logs and "train_runtime" not in logs:
                on_log({"step": state.global_step, **logs})

    model = copy.deepcopy(learner.model).train()
    tok = learner.processor
    if recipe.method == "sft":
        trainer = SFTTrainer(model, SFTConfig(**common, max_length=None, packing=False), train_dataset=table, processing_class=tok, callbacks=[Log()])
    elif recipe.method == "dpo":
        p = recipe.preference
        trainer = DPOTrainer(model, copy.deepcopy(learner.model), DPOConfig(**common, max_length=None, beta=p.beta.value, loss_type=list(p.losses.value)), train_dataset=table, processing_class=tok, callbacks=[Log()])
    else:
        g, s = recipe.policy_gradient, recipe.sampling
        model.save_pretrained(folder)
        tok.save_pretrained(folder)
        model = type(model).from_pretrained(folder)
        marks: dict[str, float] = {}
        def logged(completions, truth, **_):
            marks.update(mark_batch(completions, truth, recipe.rewards).as_log())
            return [0.0] * len(completions)
        class Marks(TrainerCallback):
            def on_log(self, args, state, control, logs=None, **_):
                if on_log and logs and "train_runtime" not in logs:
                    on_log({"step": state.global_step, **logs, **{f"marks/{k}": v for k, v in marks.items()}})
        trainer = GRPOTrainer(model, [*reward_functions(recipe.rewards), logged], GRPOConfig(**common, num_generations=s.num_generations.value, temperature=s.temperature.value, max_completion_length=s.max_completion.value, beta=g.beta.value, loss_type=g.loss.value), train_dataset=table, processing_class=tok, callbacks=[Marks()])
    trainer.train()
    trained = trainer.model
    trained.eval()
    return Learner(trained, tok)
