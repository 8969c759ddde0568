"""The plan of a training, shown before it starts: rows, steps, tokens, parameters, memory. It loads no model."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from math import ceil

from pydantic import BaseModel, ConfigDict

from gnomon.training.errors import TrainingError
from gnomon.training.plan.memory import Memory, estimate_memory, trained_parameters
from gnomon.training.plan.shape import ModelShape
from gnomon.training.recipe import Recipe, Training
from gnomon.training.rows import (
    SPLITS,
    ImageTokens,
    RowSet,
    TokenCounter,
    TooLong,
    no_image_tokens,
    rough_tokens,
    tokens_of,
    without_long_rows,
)

LEAST_ADAPTER_RATE = 1e-4
"""Adapters want about ten times the learning rate at which all parameters are trained (defaults of ms-swift: 1e-4 and 1e-5)."""


class Plan(BaseModel):
    """What a training will do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: str
    rows: dict[str, int]
    """By split, without those that were left out."""
    left_out: dict[str, int]
    """By reason."""
    too_long: tuple[TooLong, ...] = ()
    epoch_rows: int
    """Training rows of one epoch, weighted ones as often as they count."""
    sequences: int
    """What an epoch is batched from: rows, packed rows, or completions."""
    steps: int
    """Optimiser steps of all epochs."""
    accumulation: int
    """Device batches of one step."""
    prompt_tokens: int
    """Of one epoch, replies that are trained on included; each weighted row as often as it counts."""
    drawn_tokens: int
    """Most tokens of completions of one epoch."""
    longest: int
    """Tokens of the longest row, a completion included."""
    is_counted: bool
    """Whether a tokenizer counted; else tokens are estimated from characters."""
    parameters: int | None = None
    trained_parameters: int | None = None
    memory: Memory | None = None
    notes: tuple[str, ...] = ()


def plan_of(
    recipe: Recipe,
    found: RowSet,
    shape: ModelShape | None = None,
    *,
    count: TokenCounter | None = None,
    image_tokens: ImageTokens | None = None,
    devices: int = 1,
) -> Plan:
    """Plan a training.

    Args:
        recipe: the recipe.
        found: all its rows; those that are too long are left out here.
        shape: of the model; None leaves parameters and memory out.
        count: of the model's tokenizer; None estimates.
        image_tokens: of the model's processor; None reckons from its shape.
        devices: that share the rows of a step.

    Raises:
        TrainingError: for a batch that the devices cannot make.
    """
    image_tokens = image_tokens or (shape.image_tokens if shape else no_image_tokens)
    counter, training = count or rough_tokens, recipe.training
    drawn = recipe.sampling.max_completion.value if recipe.sampling else 0
    kept = without_long_rows(recipe, found, counter, image_tokens)
    rows = kept.epoch() if training else (*kept.rows["train"], *kept.rows["validation"])
    length_of = {row.id: tokens_of(row, counter, image_tokens) for row in rows}
    lengths = [length_of[row.id] for row in rows]
    completions = recipe.sampling.num_generations.value if recipe.sampling else 1
    has_pictures = any(row.images for row in rows)
    is_packed = bool(training and training.packing.value and not has_pictures)
    longest = max(lengths, default=0) + drawn
    if training and is_packed:
        longest = training.max_length.value
    sequences = len(packed(lengths, longest)) if is_packed else len(rows) * completions
    accumulation, steps = (0, 0) if training is None else _steps(training, sequences, devices, completions)
    return Plan(
        recipe=recipe.name,
        rows={split: len(kept.rows.get(split, ())) for split in SPLITS},
        left_out=kept.reasons(),
        too_long=kept.too_long,
        epoch_rows=len(rows),
        sequences=sequences,
        steps=steps,
        accumulation=accumulation,
        prompt_tokens=sum(lengths),
        drawn_tokens=len(rows) * completions * drawn,
        longest=longest,
        is_counted=count is not None,
        parameters=shape and shape.parameters,
        trained_parameters=shape and trained_parameters(shape, recipe),
        memory=shape and estimate_memory(shape, recipe, longest),
        notes=tuple(_notes(recipe, has_pictures=has_pictures, shape=shape, num_rows=len(rows))),
    )


def _steps(training: Training, sequences: int, devices: int, completions: int) -> tuple[int, int]:
    """Return accumulation and steps; an epoch's last step may be smaller, as the trainers have it."""
    at_once, batch = training.device_batch.value * devices, training.effective_batch.value
    if batch % at_once:
        raise TrainingError(
            f"{devices} devices with {training.device_batch.value} rows each cannot make a batch of {batch}: "
            "set training.device_batch or training.effective_batch so that one divides the other"
        )
    if batch % completions:
        raise TrainingError(
            f"a batch of {batch} completions cannot hold whole groups of {completions}: set sampling.num_generations"
        )
    return batch // at_once, ceil(ceil(sequences / batch) * training.epochs.value)


def packed(lengths: Sequence[int], longest: int) -> list[list[int]]:
    """Pack lengths into sequences, the longest first, each where the least room stays (best fit, decreasing).

    Args:
        lengths: of rows; none longer than ``longest``.
        longest: of a sequence.

    Example:
        >>> packed([5, 4, 3, 2, 2], 8)
        [[5, 3], [4, 2, 2]]
    """
    sequences: list[list[int]] = []
    rooms: list[tuple[int, int]] = []  # (room, sequence), ascending
    for length in sorted(lengths, reverse=True):
        place = bisect.bisect_left(rooms, (length, 0))
        if place < len(rooms):
            room, index = rooms.pop(place)
        else:
            room, index = longest, len(sequences)
            sequences.append([])
        sequences[index].append(length)
        bisect.insort(rooms, (room - length, index))
    return sequences


def _notes(recipe: Recipe, *, has_pictures: bool, shape: ModelShape | None, num_rows: int) -> list[str]:
    training, notes = recipe.training, []
    if not num_rows:
        notes.append("no row is left to train on")
    if training and training.packing.value and has_pictures:
        notes.append("rows with pictures are not packed")
    if has_pictures and shape and shape.vision is None:
        notes.append("the rows have pictures, the model sees none: leave `diagram` out of rows.shown")
    if has_pictures and shape is None:
        notes.append("pictures are not among the tokens: name a model")
    if recipe.lora and training and training.learning_rate.value < LEAST_ADAPTER_RATE:
        notes.append(f"adapters hardly learn at a rate of {training.learning_rate.value:g}: take {LEAST_ADAPTER_RATE:g} and up")
    return notes


def plan_lines(plan: Plan) -> Mapping[str, str]:
    """Return a plan in words, by what each line is about."""
    about = "" if plan.is_counted else "about "
    lines = {
        "rows": ", ".join(f"{count} {split}" for split, count in plan.rows.items()),
        "left out": ", ".join(f"{count} {reason}" for reason, count in plan.left_out.items()) or "none",
        "an epoch": f"{plan.epoch_rows} rows in {plan.sequences} sequences",
        "steps": f"{plan.steps}, each of {plan.accumulation} device batches" if plan.steps else "none, nothing is trained",
        "tokens of an epoch": f"{about}{plan.prompt_tokens:,} in rows, the longest {plan.longest:,}"
        + (f"; at most {plan.drawn_tokens:,} drawn" if plan.drawn_tokens else ""),
    }
    if plan.memory is not None and plan.parameters is not None and plan.trained_parameters is not None:
        share = plan.trained_parameters / plan.parameters
        lines["parameters"] = f"{plan.trained_parameters:,} trained of {plan.parameters:,} ({share:.2%})"
        parts = ", ".join(f"{_gigabytes(size)} {name.replace('_', ' ')}" for name, size in plan.memory._asdict().items() if size)
        lines["memory of a device"] = f"about {_gigabytes(plan.memory.total)}: {parts}"
    return lines | ({"note": "; ".join(plan.notes)} if plan.notes else {})


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
