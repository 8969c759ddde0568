"""One stage of a toy's training: a recipe of the demo, rows, a model; and asking a model many prompts."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from gnomon.models import Message
from gnomon.training.recipe import Recipe, open_recipe
from gnomon.training.rows import Row, RowSet, without_long_rows
from gnomon.training.trainer import Hardware, Learner, Trained, draw, token_counter, train

_AT_ONCE = 512
"""Prompts of a few dozen tokens that a tiny model is asked side by side: some megabytes of activations."""


def demo_recipe(name: str, changes: Mapping[str, Any] | None = None) -> Recipe:
    """Return a recipe of the demo, which extends one of the package, with some values changed by dotted key."""
    with resources.as_file(resources.files(__package__).joinpath("recipes", f"{name}.yaml")) as path:
        return open_recipe(str(path), changes)


@dataclass(frozen=True)
class Stages:
    """Runs the stages of one seed."""

    seed: int
    folder: Path
    """For what trainers leave; each stage has a folder of its own there."""
    tell: Callable[[str], None]
    """Hears which stage begins."""

    def trained(
        self,
        recipe: str,
        rows: Sequence[Row],
        learner: Learner,
        name: str,
        *,
        changes: Mapping[str, Any] | None = None,
        weights: Mapping[str, int] | None = None,
    ) -> Trained:
        """Train a copy of a model; rows that are longer than the recipe allows are left out, and their number is told.

        Args:
            recipe: of the demo, by name.
            rows: to train on.
            learner: stays as it is.
            name: of the stage, unique in the seed.
            changes: values of the recipe by dotted key.
            weights: how often a row stands in an epoch, by id.
        """
        self.tell(f"seed {self.seed}: {name}")
        chosen = demo_recipe(recipe, {"training.seed": self.seed, **(changes or {})})
        own = copy.deepcopy(learner.model)
        given = RowSet({"train": tuple(rows)}, weights=weights or {})
        found = without_long_rows(chosen, given, token_counter(learner))
        if found.too_long:
            self.tell(f"{len(found.too_long)} of {len(rows)} rows are longer than the recipe allows and left out")
        return train(
            chosen, found, Learner(own, learner.processor), self.folder / name.replace(" ", "-"), hardware=Hardware(device="cpu")
        )

    def asked(
        self, learner: Learner, prompts: Sequence[str], *, longest: int, samples: int = 1, temperature: float = 0.0
    ) -> list[list[str]]:
        """Return what a model says to each prompt, each time the same.

        Args:
            learner: to be asked.
            prompts: one user message each.
            longest: tokens of an answer.
            samples: drawn for each prompt.
            temperature: of the draws; 0 takes the likeliest word.
        """
        # Neighbours of one length need no padding
        order = sorted(range(len(prompts)), key=lambda place: len(prompts[place]))
        messages = [[Message(role="user", text=prompts[place])] for place in order]
        drawn = draw(
            learner,
            messages,
            most_tokens=longest,
            num_samples=samples,
            temperature=temperature,
            seed=self.seed,
            batch=_AT_ONCE,
        )
        by_place = dict(zip(order, drawn, strict=True))
        return [[each.text for each in by_place[place]] for place in range(len(prompts))]
