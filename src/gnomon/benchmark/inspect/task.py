"""A benchmark as an Inspect task: the solver lets the tutor answer, the scorer grades and keeps the row.

Rows travel in the scores' metadata, so that an Inspect log holds all that a report needs. An eval whose first rows have all
failed is ended with the reason, as our own runs are.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import cast

import click
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from gnomon.benchmark.benchmark import EPOCH, Benchmark, Item, Row
from gnomon.benchmark.inspect.models import InspectModel
from gnomon.benchmark.running import answered, crashed, graded
from gnomon.models import Model, add_calls, metered
from gnomon.runs import AllFailedError, FailureWatch

_ROW = "gnomon_row"


def as_task(benchmark: Benchmark, *, limit: int | None = None) -> Task:
    """Return the Inspect task of a benchmark.

    Args:
        benchmark: with its dataset and options.
        limit: first items only; None for all.
    """
    items = {item.id: item for item in benchmark.items()[:limit]}
    samples = [Sample(id=item.id, input=item.text, metadata=dict(item.groups)) for item in items.values()]
    return Task(
        dataset=MemoryDataset(samples, name=benchmark.name),
        solver=_answering(benchmark, items),
        scorer=_grading(benchmark, items),
        metrics=[_headline(benchmark)],
        name=benchmark.name,
        fail_on_error=True,  # a failed call is data in its row; what is raised is meant to end the eval
    )


def _answering(benchmark: Benchmark, items: Mapping[str, Item]) -> Solver:
    @solver(name="answer")
    def answering() -> Solver:  # without arguments: Inspect writes them into the log of every sample
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            del generate
            item = items[str(state.sample_id)]
            EPOCH.set(state.epoch)
            with metered() as spent:
                try:
                    row = await answered(benchmark, item, _models(benchmark))
                except LimitExceededError:
                    raise  # Inspect's own way to end a sample
                except Exception as error:  # noqa: BLE001 - whatever it is, the other samples go on
                    row = crashed(benchmark, item, error)
            if row.answer is None:
                state.completed = True
            else:
                state.output = ModelOutput.from_content(model=benchmark.name, content=row.answer.text)
            state.metadata[_ROW] = row.model_copy(update={"calls": spent}).model_dump(mode="json")
            return state

        return solve

    return answering()


def _grading(benchmark: Benchmark, items: Mapping[str, Item]) -> Scorer:
    watch = FailureWatch()
    _fail_the_command(watch)

    @scorer(metrics=[], name="grade")
    def grading() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            del target
            row = Row.model_validate(state.metadata.pop(_ROW))
            with metered() as spent:
                try:
                    row = await graded(benchmark, items[row.id], row, _models(benchmark))
                except LimitExceededError:
                    raise
                except Exception as error:  # noqa: BLE001 - as above
                    row = crashed(benchmark, items[row.id], error)
            row = row.model_copy(update={"calls": add_calls([row.calls, spent])})
            watch.see(row)
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


def _fail_the_command(watch: FailureWatch) -> None:
    """Let ``inspect eval``, where it is what runs, exit with 1 and the reason when all rows failed: by itself it exits with 0."""
    command = click.get_current_context(silent=True)
    if command is None:
        return

    def fail() -> None:
        try:
            watch.close()
        except AllFailedError as error:
            sys.exit(f"gnomon: {error}")

    command.call_on_close(fail)


def _score_of(row: Row) -> Score:
    return Score(
        value=cast("Value", {name: mark for name, mark in row.marks.items() if isinstance(mark, str | int | float)}),
        answer=row.answer.text if row.answer else None,
        explanation=row.error.message if row.error else None,
        metadata={_ROW: row.model_dump(mode="json")},
    )


def _models(benchmark: Benchmark) -> dict[str, Model]:
    return {role: InspectModel(role) for role in benchmark.roles}
