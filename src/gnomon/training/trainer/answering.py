"""Answers of a model to held-out rows, kept as they come: what was drawn before a kill is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from gnomon.runs import RowLog, read_rows
from gnomon.training.evaluation import Likelihood, Scores, likelihood_scores, scores_of
from gnomon.training.recipe import QuestionRows, Recipe
from gnomon.training.rows import Row, RowSet, Split
from gnomon.training.trainer.learner import Learner
from gnomon.training.trainer.likelihood import likelihood_of
from gnomon.training.trainer.sampling import draw

HELD_OUT: tuple[Split, ...] = ("validation", "test")
_AT_ONCE = 16
"""Answers drawn together and then kept: a dialogue with pictures is thousands of tokens, and a kill loses no more than these."""


class Answer(BaseModel):
    """One answer as it is kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Of the row, and which answer to it."""
    text: str
    tokens: int
    is_finished: bool
    """Whether it ended by itself; one that was cut is scored as it stands."""


def scored_answers(
    recipe: Recipe,
    rows: Sequence[Row],
    opened: Callable[[], Learner],
    log: RowLog,
    path: Path,
    *,
    most_tokens: int,
    num_samples: int = 1,
    temperature: float = 0.0,
) -> Scores:
    """Draw what is not yet in the log, and score all of it.

    Args:
        recipe: that the rows are of.
        rows: at least one.
        opened: gives the learner; called only where answers are missing.
        log: of answers, open.
        path: of the log.
        most_tokens: of an answer.
        num_samples: answers to a row.
        temperature: 0 takes the likeliest token.
    """
    learner: Learner | None = None
    each = max(_AT_ONCE // num_samples, 1)
    for start in range(0, len(rows), each):
        part = rows[start : start + each]
        names = [[f"{row.id}#{number}" for number in range(num_samples)] for row in part]
        if all(log.is_finished(name) for of_row in names for name in of_row):
            continue
        learner = learner or opened()
        prompts = [row.prompt for row in part]
        drawn = draw(learner, prompts, most_tokens=most_tokens, num_samples=num_samples, temperature=temperature, batch=_AT_ONCE)
        for of_row, answers in zip(names, drawn, strict=True):
            for name, answer in zip(of_row, answers, strict=True):
                log.append(name, Answer(id=name, **answer._asdict()).model_dump_json())
    texts = {answer.id: answer.text for answer in read_rows(path, Answer)}
    asked = [(row, f"{row.id}#{number}") for row in rows for number in range(num_samples)]
    return scores_of(recipe, [row for row, _ in asked], [texts[name] for _, name in asked])


def held_out_scores(
    recipe: Recipe, found: RowSet, models: Mapping[str, Callable[[], Learner]], folder: Path, *, most_tokens: int
) -> dict[str, dict[str, Scores]]:
    """Score models on validation and test rows apart, by their likeliest answers; rows of a search by how likely they are.

    Args:
        recipe: that the rows are of.
        found: the rows; a split without any is left out.
        models: by stage, ``before`` and ``after``.
        folder: for the answers; made where it is missing.
        most_tokens: of an answer.

    Returns:
        Scores by split, then stage.
    """
    folder.mkdir(parents=True, exist_ok=True)
    scores: dict[str, dict[str, Scores]] = {split: {} for split in HELD_OUT if found.rows.get(split)}
    for stage, opened in models.items():
        learner = _once(opened)
        for split, by_stage in scores.items():
            path = folder / f"{split}-{stage}.jsonl"
            with RowLog(path) as log:
                rows = found.rows[split]  # type: ignore[index]  # a key of HELD_OUT
                if isinstance(recipe.rows, QuestionRows):
                    by_stage[stage] = _weighed(rows, learner, log, path)
                else:
                    by_stage[stage] = scored_answers(recipe, rows, learner, log, path, most_tokens=most_tokens)
    return scores


def _weighed(rows: Sequence[Row], opened: Callable[[], Learner], log: RowLog, path: Path) -> Scores:
    """Score rows of a search by how likely the learner finds them, those that are in the log already aside."""
    for row in rows:
        if not log.is_finished(row.id):
            log.append(row.id, likelihood_of(opened(), row).model_dump_json())
    return likelihood_scores(rows, {each.id: each for each in read_rows(path, Likelihood)})


def _once(opened: Callable[[], Learner]) -> Callable[[], Learner]:
    """Open a model at the first call alone."""
    held: list[Learner] = []

    def learner() -> Learner:
        if not held:
            held.append(opened())
        return held[0]

    return learner
