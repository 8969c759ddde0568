"""Ablations over a recipe (GeoDial 5.3): how much the data and each part of the context are worth. Pure: arms, tables and fits.

Sizes count dialogues, as Table 8 does, of whatever recipe; the smaller sets lie in the larger ones. Contexts are the sixteen
combinations of Table 15, what was said always being shown; with and without training they are the scores after and before.
Without the diagram the paper swaps the model for one that sees nothing; here the same model is trained throughout.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gnomon.metrics import CONTEXT_PARTS, LeastSquares, MetricInputError, least_squares
from gnomon.training.errors import TrainingError
from gnomon.training.evaluation.scores import Scores
from gnomon.training.evaluation.tables import markdown, shown_score
from gnomon.training.recipe import HighlightDecisionRows, HighlightPredictionRows, Recipe, TurnRows
from gnomon.training.rows import RowSet
from gnomon.tutor import ContextParts, context_combinations

Found = Mapping[str, Mapping[str, Scores]]
"""Scores of a training by split, then ``before`` and ``after``, then by name."""
_COUNTS = frozenset({"rows", "malformed"})
"""Not fitted: how many rows there are, and what is not a skill."""


@dataclass(frozen=True, eq=False)
class Arm:
    """One training of an ablation."""

    name: str
    """Of its folder."""
    changes: Mapping[str, Any]
    """Of the recipe, by dotted key."""
    dialogues: int | None = None
    """That are trained on; None for all."""
    parts: ContextParts | None = None
    """What is shown, in an arm about contexts."""
    scores_before: bool = True
    """Whether the model is asked before, too: in arms about sizes it is the same in each, and is asked once."""


def arms_of(recipe: Recipe, dialogues: int, *, step: int | None, with_contexts: bool) -> list[Arm]:
    """Return the trainings of an ablation.

    Args:
        recipe: to be varied.
        dialogues: that its training rows come from.
        step: of the sizes; the last size is all of them. None for no sizes.
        with_contexts: whether to vary what is shown.

    Raises:
        TrainingError: when nothing is varied, or the recipe shows no parts of a context.
    """
    if step is None and not with_contexts:
        raise TrainingError("nothing is varied: give --sizes, --contexts or both")
    arms = []
    if step is not None:
        sizes = [*range(step, dialogues, step), dialogues]
        width = len(str(dialogues))  # so that folders are listed in order
        arms = [Arm(f"size-{size:0{width}}", {}, size, scores_before=not place) for place, size in enumerate(sizes)]
    if with_contexts:
        if not isinstance(recipe.rows, TurnRows | HighlightPredictionRows | HighlightDecisionRows):
            raise TrainingError(
                f"{recipe.name}: --contexts varies what a tutor is shown, and the rows of this recipe show no such parts"
            )
        kept = [part for part in recipe.rows.shown.value if part not in CONTEXT_PARTS]
        for name, parts in context_combinations().items():
            shown = [part for part in CONTEXT_PARTS if getattr(parts, part)]
            arms.append(Arm(f"context-{name}", {"rows.shown": [*shown, *kept]}, parts=parts))
    return arms


def dialogue_of(recipe: Recipe, row_id: str) -> str:
    """Return the dialogue, or the tree of a search, that a row comes from: what its id begins with."""
    behind = 1 if recipe.data == "geodial" else 2  # a turn; a tutor and a dimension; a turn and a question
    return row_id.rsplit("/", behind)[0]


def dialogues_of(recipe: Recipe, found: RowSet) -> list[str]:
    """Return what training rows come from, ordered by hash: the same order on every run, whatever the data's own."""
    names = {dialogue_of(recipe, row.id) for row in found.rows.get("train", ())}
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())


def first_dialogues(recipe: Recipe, found: RowSet, count: int) -> RowSet:
    """Keep the training rows of so many dialogues; validation and test stay whole.

    Args:
        recipe: that the rows are of.
        found: all rows.
        count: of dialogues; of a smaller count all are in a larger one.
    """
    kept = set(dialogues_of(recipe, found)[:count])
    train = tuple(row for row in found.rows.get("train", ()) if dialogue_of(recipe, row.id) in kept)
    return replace(found, rows={**found.rows, "train": train})


def size_table(found: Mapping[Arm, Found], split: str) -> str:
    """Return Table 8 of a split: a line a size, the first one without training."""
    lines: list[tuple[str, Scores]] = []
    for arm, scores in found.items():
        if arm.dialogues is None:
            continue
        if arm.scores_before:
            lines.append(("0", scores[split]["before"]))
        lines.append((str(arm.dialogues), scores[split]["after"]))
    return _scored_table(["dialogues"], [([size], scores) for size, scores in lines])


def context_table(found: Mapping[Arm, Found], split: str, stage: str) -> str:
    """Return Table 15 of a split: a line a combination, with training (``after``) or without (``before``)."""
    lines = [
        (["yes" if getattr(arm.parts, part) else "no" for part in CONTEXT_PARTS], scores[split][stage])
        for arm, scores in found.items()
        if arm.parts is not None
    ]
    return _scored_table([part.replace("_", " ") for part in CONTEXT_PARTS], lines)


def _scored_table(head: Sequence[str], lines: Sequence[tuple[Sequence[str], Scores]]) -> str:
    names = list(dict.fromkeys(name for _, scores in lines for name in scores))
    return markdown(
        [*head, *names], [[*cells, *(shown_score(name, scores.get(name)) for name in names)] for cells, scores in lines]
    )


def context_fits(found: Mapping[Arm, Found], split: str, stage: str) -> dict[str, LeastSquares]:
    """Fit every score on the parts that were shown, over the combinations.

    Args:
        found: scores by arm; those about sizes are passed over.
        split: validation or test.
        stage: ``before`` or ``after`` training.

    Returns:
        Fits by name of the score; a score that is not there in every combination has none.
    """
    lines = [(arm.parts, scores[split][stage]) for arm, scores in found.items() if arm.parts is not None]
    names = dict.fromkeys(name for _, scores in lines for name in scores if name not in _COUNTS)
    fits = {}
    for name in names:
        kept = [(parts, scores[name]) for parts, scores in lines if name in scores]
        settings = [[int(getattr(parts, part)) for part in CONTEXT_PARTS] for parts, _ in kept]
        try:
            fits[name] = least_squares(settings, [value for _, value in kept])
        except MetricInputError:
            continue
    return fits


def fit_table(fits: Mapping[str, LeastSquares]) -> str:
    """Return Table 3 with standard errors and t: a line a score and a part, the constant first, R squared with it."""
    lines = []
    for name, fit in fits.items():
        constant_t = fit.constant / fit.constant_error if fit.constant_error else None
        lines.append([name, "constant", *_shown(fit.constant, fit.constant_error, constant_t, fit.r_squared)])
        for part, slope in fit.coefficients.items():
            told = _shown(slope, fit.standard_errors.get(part), fit.t_values.get(part), None)
            lines.append(["", part.replace("_", " "), *told])
    return markdown(["score", "part", "coefficient", "standard error", "t", "R squared"], lines)


def _shown(*values: float | None) -> list[str]:
    return ["" if value is None else f"{value:.3f}" for value in values]


def ablation_lines(recipe: Recipe, found: Mapping[Arm, Found]) -> Iterator[str]:
    """Yield the page of an ablation in Markdown: sizes, combinations and fits, validation and test apart."""
    yield f"# Ablation of {recipe.name}\n\n{recipe.title}: {len(found)} trainings, each in its folder beside.\n"
    splits = list(dict.fromkeys(split for scores in found.values() for split in scores))
    for split in splits:
        if any(arm.dialogues is not None for arm in found):
            yield f"## Dialogues trained on, {split}\n\n{size_table(found, split)}"
        if any(arm.parts is not None for arm in found):
            for stage, told in (("after", "with training"), ("before", "without training")):
                yield f"## What is shown, {told}, {split}\n\n{context_table(found, split, stage)}"
                fits = context_fits(found, split, stage)
                freedom = 2 ** len(CONTEXT_PARTS) - 1 - len(CONTEXT_PARTS)
                yield f"Least squares over the combinations; t has {freedom} degrees of freedom.\n\n{fit_table(fits)}"
