"""Ablations (GeoDial 5.3) from files to files: each arm is a training in a folder of its own, all of them one table."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from gnomon.files import write_whole
from gnomon.training.evaluation import Arm, ablation_lines, arms_of, context_fits, dialogues_of
from gnomon.training.recipe import Recipe
from gnomon.training.rows import make_rows
from gnomon.training.trainer.running import MODEL, Order, carry_out, prepare

_PAGE, _FIGURES = "README.md", "ablation.json"


def ablate(
    order: Order,
    changed: Callable[[Mapping[str, Any]], Recipe],
    *,
    step: int | None,
    with_contexts: bool,
    keeps_models: bool,
    tell: Callable[[str], None],
) -> str:
    """Train and score every arm, those that are done already aside, and write the page.

    Args:
        order: of the whole; ``out`` gets a folder an arm, ``README.md`` and ``ablation.json``.
        changed: gives the recipe with changes by dotted key.
        step: of the sizes, in dialogues; None for none.
        with_contexts: whether to train and score the sixteen combinations.
        keeps_models: whether whole models stay once they are scored: there are up to dozens. Adapters stay in any case.
        tell: called with a line before each arm.

    Returns:
        The page, in Markdown.

    Raises:
        TrainingError: as training does.
        RunError: when another training lies in the folder of an arm.
    """
    count = len(dialogues_of(order.recipe, make_rows(order.recipe, order.files)))
    arms = arms_of(order.recipe, count, step=step, with_contexts=with_contexts)
    found: dict[Arm, Mapping[str, Any]] = {}
    for number, arm in enumerate(arms, 1):
        tell(f"{number}/{len(arms)}  {arm.name}")
        recipe = changed(arm.changes) if arm.changes else order.recipe
        own = replace(order, recipe=recipe, out=order.out / arm.name, dialogues=arm.dialogues, scores_before=arm.scores_before)
        found[arm] = carry_out(own, prepare(own))["scores"]
        if not keeps_models:
            shutil.rmtree(own.out / MODEL, ignore_errors=True)
    page = "\n".join(ablation_lines(order.recipe, found))
    write_whole(order.out / _FIGURES, json.dumps(_figures(found), indent=1) + "\n")
    write_whole(order.out / _PAGE, page)
    return page


def _figures(found: Mapping[Arm, Mapping[str, Any]]) -> dict[str, Any]:
    """Return scores by arm and fits by split, stage and score, as JSON."""
    stages = {(split, stage) for scores in found.values() for split, by_stage in scores.items() for stage in by_stage}
    fits = {
        f"{split} {stage}": {name: {**asdict(fit), "t": fit.t_values} for name, fit in context_fits(found, split, stage).items()}
        for split, stage in sorted(stages)
    }
    return {"arms": {arm.name: scores for arm, scores in found.items()}, "fits": {name: fit for name, fit in fits.items() if fit}}
