"""Rows of the pedagogical judge (bea-jh 3.2, 4.1): a response and a dimension, the label as answer or as a column for rewards.

Who wrote a response is in no row: a judge that knows the tutor's name learns the names. Rows are parted by whole folds, which
keep dialogues of one problem together; where the data bring no folds, dialogues that open in the same words are one group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnomon.datasets import MRBenchDialogue
from gnomon.judge import LABELS, Dimension, DimensionJudge, PedagogyCase
from gnomon.judge.checks import grouped_folds
from gnomon.models import FakeModel
from gnomon.training.errors import TrainingError
from gnomon.training.recipe import JudgeRows
from gnomon.training.rows.row import Dropped, Row, RowSet, Split, sorted_out

NUM_FOLDS = 4
"""Where the data bring none: as many as the published folds of the development set."""


def judge_rows(dialogues: Sequence[MRBenchDialogue], settings: JudgeRows) -> RowSet:
    """Return one row a response and dimension, by split.

    Args:
        dialogues: with labels; all of them with a fold, or none.
        settings: dimensions, folds, and whether the label is the answer.

    Raises:
        TrainingError: for a fold that the data do not have, and one fold for both splits.
    """
    folds = folds_of(dialogues)
    known = sorted({fold for fold in folds if fold is not None})
    held_out = {settings.test_fold.value: "test", settings.validation_fold.value: "validation"}
    if len(held_out) < 2 or not set(held_out) <= set(known):
        raise TrainingError(f"rows.validation_fold and rows.test_fold: expected two of the folds {known}, got {list(held_out)}")
    split_by_group: dict[str, Split] = {f"fold {fold}": held_out.get(fold, "train") for fold in known}  # type: ignore[misc]  # as above
    found = (
        row
        for dialogue, fold in zip(dialogues, folds, strict=True)
        for dimension in settings.dimensions.value
        for row in _rows(dialogue, fold, dimension, settings)
    )
    return sorted_out(found, lambda row: split_by_group[row.group])


def folds_of(dialogues: Sequence[MRBenchDialogue]) -> list[int | None]:
    """Return the fold of each dialogue: the data's own; where none has one, they are parted by their openings.

    Raises:
        TrainingError: for data of fewer problems than there are to be folds.
    """
    if any(dialogue.fold is not None for dialogue in dialogues):
        return [dialogue.fold for dialogue in dialogues]
    groups = [_opening(dialogue) for dialogue in dialogues]
    if len(set(groups)) < NUM_FOLDS:
        raise TrainingError(f"expected dialogues of at least {NUM_FOLDS} problems, to part them, got {len(set(groups))}")
    return [*grouped_folds(groups, NUM_FOLDS)]


def _opening(dialogue: MRBenchDialogue) -> str:
    """Return the first turn, spaces and case aside: it states the problem, or is that of the same session."""
    first = dialogue.turns[0].text if dialogue.turns else dialogue.history
    return " ".join(first.casefold().split())


def _rows(dialogue: MRBenchDialogue, fold: int | None, dimension: Dimension, settings: JudgeRows) -> Iterator[Row | Dropped]:
    judge = DimensionJudge(FakeModel(""), dimension=dimension)  # its request is wanted, nobody is asked
    for response in dialogue.responses:
        name, label = f"{dialogue.id}/{response.tutor}/{dimension}", response.labels.get(dimension)
        if label not in LABELS:
            yield Dropped(name, "no_label")
        elif fold is None:
            yield Dropped(name, "no_fold")
        else:
            prompt = judge.request(PedagogyCase(history=dialogue.history, reply=response.text)).messages
            completion = f"<answer>{label}</answer>" if settings.kind == "judgements" else None
            yield Row(name, f"fold {fold}", prompt, completion, columns={"truth": label, "dimension": dimension})
