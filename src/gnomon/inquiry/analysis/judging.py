"""Asking a judging model about the questions of some conditions: their progress, and how alike they are to unscaffolded ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gnomon.inquiry.analysis.curves import Condition
from gnomon.inquiry.analysis.judges import JudgedProblem, Mark, judge_progress, judge_similarity
from gnomon.judge import JudgeSettings, ProgressJudge, SimilarityJudge
from gnomon.models import Cache, CallSettings, Ledger, Model, open_model


async def judge_questions(
    conditions: Sequence[Condition],
    judge: str,
    problems: Mapping[str, JudgedProblem],
    *,
    cache: Path,
    most: int,
    asking: CallSettings | None = None,
) -> tuple[Mark, ...]:
    """Open the judging model and have all questions judged.

    Args:
        conditions: whose questions.
        judge: ``MODEL@URL`` or a URL.
        problems: by id, with their recorded solutions.
        cache: folder for finished calls.
        most: problems of each condition, from the top.
        asking: how the model is asked where not as by default.

    Raises:
        ModelError: when the server cannot be asked at all; a call that fails is a judgement without a value.
        InquiryError: when a problem is not among them.
    """
    async with await open_model(judge, role="judge", cache=Cache(cache), ledger=Ledger()) as model:
        return await marks_by(model, conditions, problems, most=most, asking=asking)


async def marks_by(
    model: Model,
    conditions: Sequence[Condition],
    problems: Mapping[str, JudgedProblem],
    *,
    most: int,
    asking: CallSettings | None = None,
) -> tuple[Mark, ...]:
    """Have all questions judged by a model; arguments and errors as for `judge_questions`."""
    settings = JudgeSettings(**(asking or CallSettings()).model_dump(exclude_none=True))
    chosen = [replace(condition, rows=condition.rows[:most]) for condition in _same_order(conditions)]
    marks: list[Mark] = []
    for condition in chosen:
        marks += await judge_progress(condition.rows, ProgressJudge(model, settings), problems)
    for first, second in compared_with_unscaffolded(chosen):
        marks += await judge_similarity(first, second, SimilarityJudge(model, settings), problems)
    return tuple(marks)


def _same_order(conditions: Sequence[Condition]) -> list[Condition]:
    """Order rows by problem and seed: dialogues end in any order, and the same problems are to be judged in every condition."""
    return [
        replace(condition, rows=tuple(sorted(condition.rows, key=lambda row: (row.problem, row.seed))))
        for condition in conditions
    ]


def compared_with_unscaffolded(conditions: Sequence[Condition]) -> tuple[tuple[Condition, Condition], ...]:
    """Return each condition with the unscaffolded one without assessment of the same task, teacher and protocol (Figure 6).

    Where several students have such a condition, the first one's is taken.
    """
    found = []
    for condition in conditions:
        plain = next((other for other in conditions if other is not condition and _is_plain(other, condition)), None)
        if plain is not None and condition.setting.method != "unscaffolded":
            found.append((condition, plain))
    return tuple(found)


def _is_plain(other: Condition, condition: Condition) -> bool:
    mine, theirs = condition.setting, other.setting
    return theirs.method == "unscaffolded" and (mine.task, mine.teacher, mine.protocol) == (
        theirs.task,
        theirs.teacher,
        theirs.protocol,
    )
