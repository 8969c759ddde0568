"""One training from files to files: the plan by the model's own tokens, training or going on, what it leaves and its card.

A folder holds ``run.json`` (what was asked for, with the hashes of data and model), ``plan.json``, ``rows.json`` (counts, and
every row that was left out), ``curve.jsonl``, ``answers/`` to validation and test rows, ``metrics.json``, ``README.md`` (the
card), ``adapter/`` and ``model/``, with the adapter added to the weights. The same order again goes on after a kill, and another
one is refused.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import torch
from pydantic import BaseModel, ConfigDict

from gnomon.files import write_whole
from gnomon.runs import Record, RunError, difference, read_record, versions_of
from gnomon.training.card import model_card
from gnomon.training.errors import TrainingError
from gnomon.training.evaluation import Scores, first_dialogues
from gnomon.training.launching import is_first
from gnomon.training.left import model_sha256
from gnomon.training.plan import ModelShape, Plan, plan_of, read_shape
from gnomon.training.recipe import Recipe
from gnomon.training.rows import DataFiles, RowSet, data_sha256, make_rows, rows_record, without_long_rows
from gnomon.training.trainer.answering import held_out_scores
from gnomon.training.trainer.dataset import image_counter, token_counter
from gnomon.training.trainer.learner import Learner, Quantised, base_of, merged, open_learner, open_processor, open_to_ask, save
from gnomon.training.trainer.settings import Device, Hardware, require_gpu
from gnomon.training.trainer.training import Point, train

MODEL = "model"
"""Folder of what was trained, an adapter added to the weights."""
_RECORD, _METRICS, _ADAPTER, _ANSWERS = "run.json", "metrics.json", "adapter", "answers"
LIBRARIES = ("torch", "transformers", "trl", "peft", "accelerate", "datasets")
"""Whose versions a record names."""
_CHECKPOINTS_OF_A_RUN = 10
"""A kill loses at most a tenth of a run; more of them would cost a large model more time than they save."""


Asks = Callable[[str, RowSet, Path], Scores]
"""From a model, the rows and a folder for what is said to scores by name."""


@dataclass(frozen=True)
class Order:
    """One training as it is asked for."""

    recipe: Recipe
    files: DataFiles
    model: str
    """Folder or name; an adapter's folder is trained on."""
    out: Path
    hardware: Hardware
    quantised: Quantised | None = None
    most_steps: int | None = None
    save_steps: int | None = None
    """Between checkpoints; None: a tenth of all."""
    dialogues: int | None = None
    """That training rows are taken from (see `gnomon.training.evaluation.first_dialogues`); None for all."""
    answer_tokens: int | None = None
    """Of an answer, where validation and test rows are to be answered when all is trained; None for no scores."""
    scores_before: bool = True
    """Whether the model is scored as it was, too."""
    teacher: str | None = None
    """Whom ``asks`` lets the student ask: what it is measured by is part of the record."""
    asks: Asks | None = None
    """Gives further scores of validation by letting a student ask; None for none."""


class ModelRunConfig(BaseModel):
    """What decides what a model does with the rows of a recipe."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: dict[str, Any]
    """Values by dotted key."""
    data: str
    model: str
    model_sha256: str
    device: Device


class TrainingConfig(ModelRunConfig):
    """What decides the curve of a training."""

    quantised: Quantised | None
    most_steps: int | None
    dialogues: int | None = None
    answer_tokens: int | None = None
    teacher: str | None = None


class Prepared(NamedTuple):
    """What is known before a training starts."""

    rows: RowSet
    """Without those that are too long."""
    plan: Plan
    data_sha256: Mapping[str, str]


def prepare(order: Order) -> Prepared:
    """Make the rows and the plan, counted by the model's own tokenizer; no weights are read.

    Raises:
        TrainingError: for data, a model or a device that do not fit the recipe.
    """
    if order.recipe.training is None:
        raise TrainingError(f"{order.recipe.name} trains nothing: a screening asks base candidates")
    if order.hardware.device == "gpu":
        require_gpu()
    if order.hardware.with_vllm and find_spec("vllm") is None:
        raise TrainingError("--vllm needs vLLM and a GPU: pip install 'trl[vllm]'")
    base = base_of(order.model)
    processor = Learner(None, open_processor(base))
    tokens, image_tokens = token_counter(processor), image_counter(processor)
    found = make_rows(order.recipe, order.files)
    if order.dialogues is not None:
        found = first_dialogues(order.recipe, found, order.dialogues)
    shape = _shape(base)
    plan = plan_of(order.recipe, found, shape, count=tokens, image_tokens=image_tokens, devices=order.hardware.processes)
    if plan.memory is not None and order.quantised is None and order.hardware.processes == 1:
        _require_memory(plan.memory.frozen_weights + plan.memory.trained, order.hardware)
    return Prepared(without_long_rows(order.recipe, found, tokens, image_tokens), plan, data_sha256(order.files))


def _shape(base: str) -> ModelShape | None:
    """Return the sizes of a model; None of a family whose memory nobody has worked out: it can be trained all the same."""
    try:
        return read_shape(Path(base))
    except (OSError, TrainingError):
        return None


def _require_memory(least: int, hardware: Hardware) -> None:
    """Refuse what cannot be held, however short the rows are.

    Raises:
        TrainingError: where the weights and the optimiser's state alone are larger than the device.
    """
    if hardware.device == "gpu":
        held = torch.cuda.get_device_properties(0).total_memory
    else:
        held = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else least
    if least > held:
        raise TrainingError(
            f"weights and optimiser alone take {least / 1e9:.0f} GB and the device has {held / 1e9:.0f} GB: "
            "train an adapter (a part `lora`), a smaller model, or share it with --parallel fsdp"
        )


def is_done(order: Order) -> bool:
    """Return whether the training of an order has ended already in its folder."""
    return (order.out / _METRICS).is_file()


def claim(order: Order, prepared: Prepared) -> None:
    """Take the folder of an order, or that of this very training to go on with.

    Raises:
        RunError: when another training lies there, with the first key that differs.
    """
    record = Record[TrainingConfig](
        config=TrainingConfig(
            recipe=values_of(order.recipe),
            data=order.files.data,
            model=order.model,
            model_sha256=model_sha256(order.model),
            device=order.hardware.device,
            quantised=order.quantised,
            most_steps=order.most_steps,
            dialogues=order.dialogues,
            answer_tokens=order.answer_tokens,
            teacher=order.teacher,
        ),
        versions=versions_of(LIBRARIES),
        data_sha256=digest_of(prepared.data_sha256),
    )
    path = order.out / _RECORD
    if path.exists():
        if differs := difference(read_record(path, Record[TrainingConfig]), record):
            raise RunError(f"{order.out}: holds another training, which differs in {differs}; name another place with --out")
        return
    if order.out.exists() and any(order.out.iterdir()):
        raise RunError(f"{order.out}: is not empty and holds no training; name another place with --out")
    order.out.mkdir(parents=True, exist_ok=True)
    written = rows_record(prepared.rows, order.recipe.model_dump(mode="json"), prepared.data_sha256)
    write_whole(order.out / "rows.json", json.dumps(written, ensure_ascii=False, indent=1) + "\n")
    write_whole(order.out / "plan.json", prepared.plan.model_dump_json(indent=1) + "\n")
    write_whole(path, record.model_dump_json(indent=2) + "\n")


def values_of(recipe: Recipe) -> dict[str, Any]:
    """Return the values of a recipe by dotted key, as records hold them."""
    values = {key: each.model_dump(mode="json")["value"] for key, each in recipe.settings()}
    return {"name": recipe.name, "method": recipe.method} | values


def digest_of(data_sha256: Mapping[str, str]) -> str:
    """Return one hash of the hashes of data files by name."""
    return hashlib.sha256(json.dumps(dict(data_sha256), sort_keys=True).encode()).hexdigest()


def carry_out(order: Order, prepared: Prepared, on_point: Callable[[Point], None] | None = None) -> dict[str, Any]:
    """Train, save what came of it, and return the metrics, those of before where it has ended already.

    Of several processes the first one writes, and the others return nothing that is to be used.

    Raises:
        TrainingError: for what `train` refuses, and when the memory ends.
    """
    if is_first():
        claim(order, prepared)
    if is_done(order):
        done: dict[str, Any] = json.loads((order.out / _METRICS).read_text("utf-8"))
        return done
    recipe, started = order.recipe, time.monotonic()
    half = order.hardware.half and recipe.lora is not None  # all parameters are trained in fp32, computed in bf16
    learner = open_learner(order.model, continues=recipe.lora is not None, half=half, quantised=order.quantised)
    kept = order.out / (MODEL if recipe.lora is None else _ADAPTER)
    try:
        trained = train(
            recipe,
            prepared.rows,
            learner,
            order.out,
            hardware=order.hardware,
            keep=kept,
            on_point=on_point if is_first() else None,
            save_steps=order.save_steps or max(1, math.ceil(_steps(order, prepared.plan) / _CHECKPOINTS_OF_A_RUN)),
            most_steps=order.most_steps,
        )
    except torch.cuda.OutOfMemoryError as error:
        raise TrainingError(
            "the GPU's memory has ended: lower training.device_batch or training.max_length, set "
            "training.gradient_checkpointing=true, or train an adapter (a part `lora`)"
        ) from error
    seconds = time.monotonic() - started
    if not is_first():
        return {}
    if recipe.lora is not None:
        _merge(order, kept)
    metrics = _metrics(trained.curve, trained.trained_parameters, trained.steps, seconds)
    del trained, learner  # two models at once would need twice the memory
    if order.answer_tokens is not None:
        metrics["scores"] = _scores(order, prepared, order.answer_tokens)
    card = model_card(recipe, prepared.plan, order.model, prepared.data_sha256, metrics)
    for folder in (order.out, kept, order.out / MODEL):
        write_whole(folder / "README.md", card)
    for name in ("checkpoints", "reference"):
        shutil.rmtree(order.out / name, ignore_errors=True)
    write_whole(order.out / _METRICS, json.dumps(metrics, indent=1) + "\n")  # last: it says that all is there
    return metrics


def _scores(order: Order, prepared: Prepared, most_tokens: int) -> dict[str, dict[str, Scores]]:
    """Score the model as it was and as it lies in its folder, one after the other."""
    torch.cuda.empty_cache()
    device = order.hardware.device
    models = {"before": partial(open_to_ask, order.model, device)} if order.scores_before else {}
    models |= {"after": partial(open_to_ask, order.out / MODEL, device)}
    scores = held_out_scores(order.recipe, prepared.rows, models, order.out / _ANSWERS, most_tokens=most_tokens)
    if order.asks is not None and "validation" in scores:
        for stage, found in scores["validation"].items():
            model = order.model if stage == "before" else str(order.out / MODEL)
            scores["validation"][stage] = {**found, **order.asks(model, prepared.rows, order.out / _ANSWERS / f"asked-{stage}")}
    return scores


def _steps(order: Order, plan: Plan) -> int:
    return min(order.most_steps or plan.steps, plan.steps)


def _merge(order: Order, adapter: Path) -> None:
    """Write the model with the adapter added, from the files: what lies there is what is asked later."""
    base = base_of(order.model)
    whole = merged(open_learner(base, adapter=adapter, half=order.hardware.half))
    save(whole, order.out / MODEL)


def _metrics(curve: tuple[Point, ...], trained_parameters: int, steps: int, seconds: float) -> dict[str, Any]:
    last = next((dict(point) for point in reversed(curve) if "loss" in point), {})
    validation = next((dict(point) for point in reversed(curve) if "eval_loss" in point), {})
    found: dict[str, Any] = {"steps": steps, "trained_parameters": trained_parameters, "seconds": round(seconds, 1)}
    if tokens := last.get("num_tokens"):
        found |= {"tokens": tokens}
    if torch.cuda.is_available():
        found["peak_memory_bytes"] = torch.cuda.max_memory_allocated()
    return found | {"last": last, "validation": validation}
