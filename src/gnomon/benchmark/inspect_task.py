"""A benchmark as an Inspect task: the solver lets the tutor answer, the scorer grades and keeps the row.

Rows travel in the scores' metadata, so that an Inspect log holds all that a report needs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import cast

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log_sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gnomon.benchmark.benchmark import EPOCH, Benchmark, Item, Row, RowError
from gnomon.benchmark.inspect_models import InspectModel
from gnomon.benchmark.metering import MeteredModel
from gnomon.models import Model, ModelError

_LOG = logging.getLogger(__name__)
_ROW = "gnomon_row"


def as_task(benchmark: Benchmark, *, limit: int | None = None, on_row: Callable[[Row], None] | None = None) -> Task:
    """Return the Inspect task of a benchmark.

    Args:
        benchmark: with its dataset and options.
        limit: first items only; None for all.
        on_row: called with every row as it is graded.
    """
    items = {item.id: item for item in benchmark.items()[:limit]}
    samples = [Sample(id=item.id, input=item.text, metadata=dict(item.groups)) for item in items.values()]
    return Task(
        dataset=MemoryDataset(samples, name=benchmark.name),
        solver=_answering(benchmark, items),
        scorer=_grading(benchmark, items, on_row),
        metrics=[_headline(benchmark)],
        name=benchmark.name,
        fail_on_error=False,
    )


def rows_of(log: EvalLog, benchmark: Benchmark, graded: Mapping[str, Row], limit: int | None = None) -> list[Row]:
    """Return the rows of a finished run in the dataset's order; a sample that crashed is a row with its error.

    Args:
        log: of the run; its head is enough.
        benchmark: that was run.
        graded: the rows that came to an end, by id.
        limit: as in `as_task`.
    """
    items = benchmark.items()[:limit]
    return [graded.get(item.id) or _crashed(item, log, benchmark) for item in items]


def _answering(benchmark: Benchmark, items: Mapping[str, Item]) -> Solver:
    @solver(name="answer")
    def answering() -> Solver:  # without arguments: Inspect writes them into the log of every sample
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            del generate
            item = items[str(state.sample_id)]
            models = _models(benchmark)
            row = _new_row(item, benchmark)
            EPOCH.set(state.epoch)
            try:
                answer = await benchmark.answer(item, models)
                row = row.model_copy(update={"answer": answer})
                state.output = ModelOutput.from_content(model=benchmark.name, content=answer.text)
            except ModelError as error:
                row = row.model_copy(update={"error": RowError(boundary="tutor", message=_one_line(error))})
                state.completed = True
            state.metadata[_ROW] = _with_calls(row, models).model_dump(mode="json")
            return state

        return solve

    return answering()


def _grading(benchmark: Benchmark, items: Mapping[str, Item], on_row: Callable[[Row], None] | None) -> Scorer:
    @scorer(metrics=[], name="grade")
    def grading() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            del target
            row = Row.model_validate(state.metadata.pop(_ROW))
            item = items[row.id]
            models = _models(benchmark)
            if row.answer is not None:
                grade = await benchmark.grade(item, row.answer, models)
                row = row.model_copy(update={"grade": grade, "error": grade.error})
            row = _with_calls(row, models)
            if on_row is not None:
                on_row(row)
            return _score_of(row)

        return score

    return grading()


def _headline(benchmark: Benchmark) -> Metric:
    @metric(name="headline")
    def headline() -> Metric:
        def figures(scores: list[SampleScore]) -> Value:
            rows = [Row.model_validate((score.score.metadata or {})[_ROW]) for score in scores]
            return cast("Value", dict(benchmark.headline(rows)))

        return figures

    return headline()


def _score_of(row: Row) -> Score:
    return Score(
        value=cast("Value", {name: mark for name, mark in row.marks.items() if isinstance(mark, str | int | float)}),
        answer=row.answer.text if row.answer else None,
        explanation=row.error.message if row.error else None,
        metadata={_ROW: row.model_dump(mode="json")},
    )


def _models(benchmark: Benchmark) -> dict[str, Model]:
    return {role: MeteredModel(InspectModel(role)) for role in benchmark.roles}


def _with_calls(row: Row, models: Mapping[str, Model]) -> Row:
    spent = {
        role: model.calls for role, model in models.items() if isinstance(model, MeteredModel) and model.calls.usage.requests
    }
    cached = {role: model.calls for role, model in models.items() if isinstance(model, MeteredModel) and model.calls.num_cached}
    return row.model_copy(update={"calls": {**row.calls, **cached, **spent}})


def _crashed(item: Item, log: EvalLog, benchmark: Benchmark) -> Row:
    error = read_eval_log_sample(log.location, item.id).error
    message = error.message.splitlines()[0] if error and error.message else "the sample was not graded"
    _LOG.warning("sample %s has no row: %s", item.id, message)
    return _new_row(item, benchmark).model_copy(update={"error": RowError(boundary="benchmark", message=message)})


def _new_row(item: Item, benchmark: Benchmark) -> Row:
    return Row(id=item.id, cluster=item.cluster, text=item.text, groups=dict(item.groups), truth=benchmark.truth(item))


def _one_line(error: ModelError) -> str:
    return " ".join(str(error).split())
