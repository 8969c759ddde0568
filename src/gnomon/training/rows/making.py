"""From a recipe and the path of its data to rows: the one place that opens files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gnomon.benchmark.data import opened
from gnomon.datasets import CodingTask, GeoDialItem, MRBenchDialogue, load_folds
from gnomon.inquiry import (
    CodeVerdict,
    CodingInquiry,
    GeometryInquiry,
    InquiryConfig,
    SearchTree,
    WordProblemInquiry,
    read_inquiry,
    read_results,
)
from gnomon.inquiry.sources import find_source
from gnomon.training.errors import TrainingError
from gnomon.training.recipe import JudgeRows, QuestionRows, Recipe
from gnomon.training.rows.asking import Replay, question_rows
from gnomon.training.rows.dialogues import dialogue_rows
from gnomon.training.rows.judging import judge_rows
from gnomon.training.rows.row import (
    ImageTokens,
    RowSet,
    TokenCounter,
    no_image_tokens,
    rough_tokens,
    without_long,
)


@dataclass(frozen=True)
class DataFiles:
    """What a recipe's rows are made of."""

    data: str
    """A file or folder, or ``sample`` for our own small one; for ODQS the results folder of a search."""
    written: Path | None = None
    """JSON Lines ``{"id", "utterance"}`` of an utterance model; the utterance is null where its reply was no turn."""
    folds: Path | None = None
    """Cross-validation folds of the judge's data."""


def make_rows(recipe: Recipe, files: DataFiles) -> RowSet:
    """Return all rows of a recipe, long ones included; see `gnomon.training.rows.without_long`.

    Raises:
        TrainingError: for files that do not fit the recipe.
        DatasetError: when the data hold no row of their format.
        RunError: when the folder holds no search.
    """
    rows = recipe.rows
    if isinstance(rows, QuestionRows):
        return _question_rows(recipe, rows, Path(files.data))
    if isinstance(rows, JudgeRows):
        dialogues = opened("mrbench", files.data, MRBenchDialogue)
        if files.folds is not None:
            fold_of = load_folds(files.folds)
            dialogues = tuple(each.model_copy(update={"fold": fold_of.get(each.id)}) for each in dialogues)
        return judge_rows(dialogues, rows)
    try:
        written = None if files.written is None else read_written(files.written)
        return dialogue_rows(opened("geodial", files.data, GeoDialItem), rows, written)
    except ValueError as error:
        raise TrainingError(str(error)) from error


def without_long_rows(
    recipe: Recipe, found: RowSet, count: TokenCounter = rough_tokens, image_tokens: ImageTokens = no_image_tokens
) -> RowSet:
    """Leave out and list the rows that are longer than the recipe allows, completions that are yet to be drawn included.

    Args:
        recipe: one that trains nothing leaves none out.
        found: all rows.
        count: of the model's tokenizer; the default estimates.
        image_tokens: of the model's pictures.
    """
    if recipe.training is None:
        return found
    drawn = recipe.sampling.max_completion.value if recipe.sampling else 0
    return without_long(found, recipe.training.max_length.value, count, image_tokens=image_tokens, reserve=drawn)


def read_written(path: Path) -> Mapping[str, str | None]:
    """Read the words of an utterance model, ``{"id": "d-17/3", "utterance": "..."}`` a line; an utterance may be null.

    Raises:
        OSError: when the file cannot be read.
        TrainingError: at the first line that is something else.
    """
    written: dict[str, str | None] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            row = json.loads(line) if line.strip() else None
            if row is not None:
                written[row["id"]] = row["utterance"]
        except (ValueError, TypeError, KeyError) as error:
            raise TrainingError(f'{path}, line {number}: expected {{"id": ..., "utterance": ...}}, got {line[:60]!r}') from error
    return written


def _question_rows(recipe: Recipe, rows: QuestionRows, folder: Path) -> RowSet:
    config = read_inquiry(folder).config
    if config.kind != "search":
        raise TrainingError(f"{folder}: expected the results folder of `gnomon inquiry search`, it holds a {config.kind}")
    trees = sorted((row for row in read_results(folder) if isinstance(row, SearchTree)), key=lambda tree: tree.id)
    share = 0.0 if recipe.preference is None else recipe.preference.replay_share.value
    return question_rows(trees, rows, folder / "images", _replay(config, share) if share else None)


def _replay(config: InquiryConfig, share: float) -> Replay:
    task = {
        "gsm8k": WordProblemInquiry(),
        "geometry": GeometryInquiry(),
        "humaneval": CodingInquiry(_never_run),
    }[config.task]
    problems = find_source(config.task, config.data).problems(config.limit)
    return Replay(share, {item.id: task.start(item) for item in problems}, task.view)


async def _never_run(task: CodingTask, program: str) -> CodeVerdict:
    """Stand where programs would be checked: rows are made of recorded verdicts."""
    raise AssertionError((task.id, program))


def data_sha256(files: DataFiles) -> dict[str, str]:
    """Return the hash of every file by its name, for rows' records and model cards; empty for our sample."""
    given = [path for path in (files.written, files.folds) if path is not None]
    given += [] if files.data == "sample" else _files(Path(files.data))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in given}


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(each for each in path.glob("*.json*") if each.is_file())
