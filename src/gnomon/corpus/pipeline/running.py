"""Running a pipeline: one run of the run layer after the other, each on the items that the one before it kept.

The same command goes on after an interruption, and after people have decided; what it makes is what an undisturbed run makes.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

import gnomon
from gnomon.corpus.pipeline.asking import ModelAsker
from gnomon.corpus.pipeline.counting import count_rows
from gnomon.corpus.pipeline.deciding import Question, questions
from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.folder import PipelineRecord, RowFailure, StageFolder, StageRow, stage_folders
from gnomon.corpus.pipeline.item import Event, Item, changed_fields
from gnomon.corpus.pipeline.recipe import Recipe, StageSpec
from gnomon.corpus.pipeline.sheets import read_decisions, sheet_csv, sheet_jsonl
from gnomon.corpus.pipeline.stage import (
    BatchStage,
    CodeStage,
    Context,
    Dropped,
    ModelStage,
    PersonStage,
    Registry,
    Result,
    SourceStage,
    Stage,
    Unread,
)
from gnomon.files import write_whole
from gnomon.models import Cache, Model, ModelError, model_name, open_model
from gnomon.prompts import Prompt, load, read
from gnomon.runs import (
    CACHE,
    SUMMARY,
    Pace,
    Record,
    Results,
    RowLog,
    RunError,
    RunFiles,
    Sharing,
    Told,
    as_line,
    claimed,
    connected,
    here,
    on_cluster,
    require_finished,
    run_jobs,
    versions_of,
)

_LOG = logging.getLogger(__name__)
_LIBRARIES = ("openai", "numpy", "av", "opencv-python-headless")
"""Whose versions a stage's rows may depend on."""
_CODE = f"gnomon {gnomon.__version__}"


class StageConfig(BaseModel):
    """All that a stage's rows depend on beside its items."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pipeline: str
    stage: StageSpec
    seed: int
    models: dict[str, str | None] = {}


class _Job(NamedTuple):
    id: str
    comes: Item | Unread


class Waiting(NamedTuple):
    """A person is needed."""

    place: StageFolder
    questions: tuple[Question, ...]
    """All that are not settled."""


@dataclass(frozen=True)
class Pipeline:
    """A recipe with its stages, in a folder."""

    recipe: Recipe
    stages: Registry
    folder: Path
    pace: Pace = field(default_factory=Pace)
    told: Callable[[str], Told] = lambda _: lambda _: None
    """Gives for each stage, by its name, who is told how far it is."""
    ray: str | None = None
    """Address of a Ray cluster that shares the stages which look at each item for itself, by code or a model (``local`` starts
    one here); None works in this process alone. Its workers need the folder under the same path."""

    def run(self, decisions: Sequence[Path] = ()) -> Waiting | None:
        """Run, or go on.

        Args:
            decisions: files of what people have decided, about any of the stages.

        Returns:
            Where a person is needed; None where all stages are finished.

        Raises:
            PipelineError: when decisions do not fit, or a stage gives what no stage may give.
            RunError: when the folder holds something else, or rows of a stage failed.
            ModelError: when a server has to be asked for its models, and cannot be.
        """
        prompts = {prompt.name: prompt.sha256 for spec in self.recipe.stages if (prompt := self.prompt(spec))}
        record = PipelineRecord(config=self.recipe, versions=versions_of(_LIBRARIES), prompts=prompts)
        with claimed(RunFiles.in_folder(self.folder), record) as log, ExitStack() as stack:
            if self.ray is not None:  # one connection for all stages
                stack.enter_context(connected(self.ray))
            before: StageFolder | None = None
            for place in stage_folders(self.folder, self.recipe):
                run = _StageRun(self, place, before)
                is_done = log.is_finished(place.spec.name)
                run.take(decisions, is_done=is_done)
                if is_done:
                    require_finished(place.path)
                elif waiting := run.go_on():
                    return waiting
                else:
                    log.append(place.spec.name, as_line({"id": place.spec.name}))
                before = place
        return None

    def decide(self, decisions: Sequence[Path] = ()) -> tuple[int, Waiting | None]:
        """Take in what people have decided, and say what still waits for them; nothing is run.

        Args:
            decisions: files of what people have decided, about any of the stages.

        Returns:
            How many decisions are new, and the stage that waits; None where none does.

        Raises:
            PipelineError: when decisions do not fit.
            RunError: when the rows of a stage cannot be read.
        """
        before: StageFolder | None = None
        taken = 0
        for place in stage_folders(self.folder, self.recipe):
            run, is_done = _StageRun(self, place, before), (place.path / SUMMARY).exists()
            taken += run.take(decisions, is_done=is_done)
            if not is_done:
                return taken, run.waiting()
            before = place
        return taken, None

    def prompt(self, spec: StageSpec) -> Prompt | None:
        """Return what the models of a stage are asked with; None where it asks none."""
        stage = self.stages[spec.stage]
        if not isinstance(stage, ModelStage):
            return None
        return load(stage.prompt) if spec.asking.prompt is None else read(Path(spec.asking.prompt))


@dataclass(frozen=True)
class _StageRun:
    """One stage on its way."""

    pipeline: Pipeline
    place: StageFolder
    before: StageFolder | None
    """None of a source."""

    @property
    def stage(self) -> Stage:
        return self.pipeline.stages[self.place.spec.stage]

    @cached_property
    def params(self) -> Any:  # noqa: ANN401 - of the stage's own type
        return self.stage.params.model_validate(self.place.spec.params)

    @property
    def context(self) -> Context:
        return Context(self.pipeline.folder, self.pipeline.recipe.seed)

    def go_on(self) -> Waiting | None:
        """Do what is missing; return where a person is needed."""
        if waiting := self.waiting():
            return waiting
        spec, recipe, prompt = self.place.spec, self.pipeline.recipe, self.pipeline.prompt(self.place.spec)
        models = {role: recipe.models[role] for role in spec.models}
        record = Record[StageConfig](
            config=StageConfig(pipeline=recipe.name, stage=spec, seed=recipe.seed, models=models),
            versions=versions_of(_LIBRARIES),
            prompts={} if prompt is None else {prompt.name: prompt.sha256},
            data_sha256=self._fingerprint(),
        )
        with claimed(RunFiles.in_folder(self.place.path), record) as log:
            asyncio.run(self._pass(log, prompt))
        counts = count_rows(self.place.rows())
        write_whole(self.place.path / SUMMARY, json.dumps(counts.as_json(), ensure_ascii=False, indent=2) + "\n")
        if counts.failed:
            reason, _ = counts.errors.most_common(1)[0]
            raise RunError(
                f"stage {spec.name}: {counts.failed} of {counts.rows} rows failed, most with: {reason}; "
                "mend it, then give the same command again"
            )
        return None

    def take(self, paths: Sequence[Path], *, is_done: bool) -> int:
        """Take in what people have decided, and return how many decisions are new; those in the same words are passed over."""
        if not paths or not isinstance(self.stage, PersonStage):
            return 0
        name, items = self.place.spec.name, {item.id: item for item in self._items()}
        known, all_stages = self.place.decisions(), self.pipeline.stages
        stages = [spec.name for spec in self.pipeline.recipe.stages if isinstance(all_stages[spec.stage], PersonStage)]
        told = [each for path in paths for each in read_decisions(path, items, self.params, name, stages)]
        new = [each for number, each in enumerate(told) if each not in known and each not in told[:number]]
        if new and is_done:
            raise PipelineError(f"stage {name} is finished, its decisions cannot change any more; begin anew with another --out")
        if new:
            self.place.keep_decisions([*known, *new])
        return len(new)

    def waiting(self) -> Waiting | None:
        """Write the sheets of what is not settled, and return it; None where this is no stage of people, or all is."""
        if not isinstance(self.stage, PersonStage):
            return None
        left = tuple(each for each in self._questions.values() if each.state != "settled")
        csv, jsonl = self.place.sheet("csv"), self.place.sheet("jsonl")
        if not left:
            for path in (csv, jsonl):
                path.unlink(missing_ok=True)
            return None
        csv.parent.mkdir(exist_ok=True)
        write_whole(csv, sheet_csv(self.place.spec.name, left, self.params))
        write_whole(jsonl, sheet_jsonl(self.place.spec.name, left, self.params))
        return Waiting(self.place, left)

    @cached_property
    def _questions(self) -> Mapping[str, Question]:
        asked = questions(self._items(), self.place.decisions(), self.params, self.pipeline.recipe.seed)
        return {question.item.id: question for question in asked}

    def _items(self) -> Iterator[Item]:
        return iter(()) if self.before is None else self.before.items()

    def _fingerprint(self) -> str:
        """Return a hash of what comes in: the files of a source, else the items."""
        digest = hashlib.sha256()
        if isinstance(self.stage, SourceStage):
            for path in self.stage.files(self.params):
                with path.open("rb") as stream:
                    while chunk := stream.read(1 << 20):  # a video may be larger than the memory
                        digest.update(chunk)
        for item in self._items():
            digest.update(item.model_dump_json().encode())
        return digest.hexdigest()

    async def _pass(self, log: RowLog, prompt: Prompt | None) -> None:
        pipeline, told = self.pipeline, self.pipeline.told(self.place.spec.name)
        if pipeline.ray is not None and isinstance(self.stage, ModelStage | CodeStage):
            there = replace(pipeline, folder=pipeline.folder.resolve(), told=_nobody)
            sharing = Sharing(pipeline.ray, self._width, RunFiles.in_folder(self.place.path).record)
            results: Results[_Job, StageRow] = on_cluster(partial(_Bench, there, self.place.place), sharing, pipeline.pace)
            await run_jobs(log, self._jobs(), results, told=told)
            return
        async with self.opened(pipeline.pace) as models:
            await run_jobs(log, self._jobs(), here(log, self.work(prompt, models), self._width), told=told)

    @property
    def _width(self) -> int:
        return self.pipeline.pace.max_connections if self.place.spec.models else 1

    @asynccontextmanager
    async def opened(self, pace: Pace) -> AsyncIterator[Mapping[str, Model]]:
        """Open the models of the stage, by role."""
        cache, ledger = Cache(self.place.path / CACHE), pace.ledger()
        async with AsyncExitStack() as stack:
            models: dict[str, Model] = {}
            for role in self.place.spec.models:
                address = self.pipeline.recipe.models[role]
                assert address is not None, "a checked recipe names every model that it asks"
                client = await open_model(address, role=role, cache=cache, ledger=ledger, settings=pace.settings())
                models[role] = await stack.enter_async_context(client)
            yield models

    def _jobs(self) -> Iterator[_Job]:
        seen: set[str] = set()
        for comes in self.stage.load(self.params) if isinstance(self.stage, SourceStage) else self._items():
            if comes.id in seen:
                raise PipelineError(f"stage {self.place.spec.name}: two items have the id {comes.id!r}; ids are unique")
            seen.add(comes.id)
            yield _Job(comes.id, comes)

    def work(self, prompt: Prompt | None, models: Mapping[str, Model]) -> Callable[[_Job], Awaitable[StageRow]]:
        """Return what makes the row of an item, whatever comes of it."""
        decide = self._decider(prompt, models)

        async def work(job: _Job) -> StageRow:
            if isinstance(job.comes, Unread):
                return StageRow(id=job.id, dropped=job.comes.reason, detail=job.comes.detail)
            try:
                return await decide(job.comes)
            except ModelError as error:
                return StageRow(id=job.id, error=RowFailure(message=" ".join(str(error).split())))
            except Exception as error:  # noqa: BLE001 - whatever it is, the other items go on
                _LOG.exception("stage %s: item %s has no row", self.place.spec.name, job.id)
                return StageRow(id=job.id, error=RowFailure(message=" ".join(f"{type(error).__name__}: {error}".split())))

        return work

    def _decider(self, prompt: Prompt | None, models: Mapping[str, Model]) -> Callable[[Item], Awaitable[StageRow]]:
        """Return what makes the row of an item at a stage of this kind."""
        stage, params, context = self.stage, self.params, self.context
        if isinstance(stage, ModelStage):
            assert prompt is not None
            asker = ModelAsker(stage, params, self.place.spec.asking, prompt, models)
            names = ", ".join(model_name(model.name) for model in models.values())

            async def by_model(item: Item) -> StageRow:
                result, was_asked = await asker.result(item, context)
                who = Event(stage=self.place.spec.name, kind="model", by=names, prompt_sha256=prompt.sha256)
                return self._row(item, result, who if was_asked else self._by_code)

            return by_model

        async def at_once(item: Item) -> StageRow:
            if isinstance(stage, CodeStage):
                result = stage.work(item, params, context)
                return self._row(item, await result if isinstance(result, Awaitable) else result, self._by_code)
            if isinstance(stage, BatchStage):
                return self._row(item, self._together[item.id], self._by_code)
            if isinstance(stage, PersonStage):
                question = self._questions[item.id]
                row = self._row(item, question.final.carried_out(item), None)
                return row.model_copy(update={"said": question.everything})
            return self._row(item, item, None)

        return at_once

    @property
    def _by_code(self) -> Event:
        return Event(stage=self.place.spec.name, kind="code", by=_CODE)

    @cached_property
    def _together(self) -> Mapping[str, Result]:
        """What becomes of each item, where all are looked at together."""
        stage, items = self.stage, list(self._items())
        assert isinstance(stage, BatchStage)
        return {item.id: result for item, result in zip(items, stage.work(items, self.params, self.context), strict=True)}

    def _row(self, item: Item, result: Result, event: Event | None) -> StageRow:
        """Return the row of an item, and note in what is new who made it."""
        if isinstance(result, Dropped):
            return StageRow(id=item.id, dropped=result.reason, detail=result.detail)
        kept = (result,) if isinstance(result, Item) else tuple(result)
        if not kept:
            raise PipelineError("a stage must say why it drops an item; it gave an empty list")
        if event is not None:
            kept = tuple(_noted(each, item, event) for each in kept)
        return StageRow(id=item.id, kept=kept)


class _Bench:
    """Where a worker of a cluster does a stage; an async context manager that opens its models."""

    def __init__(self, pipeline: Pipeline, place: int, pace: Pace) -> None:
        stage = stage_folders(pipeline.folder, pipeline.recipe)[place - 1]
        self._run, self._pace = _StageRun(pipeline, stage, None), pace  # what comes in is in the jobs

    async def __aenter__(self) -> Self:
        self._stack = AsyncExitStack()
        models = await self._stack.enter_async_context(self._run.opened(self._pace))
        self._work = self._run.work(self._run.pipeline.prompt(self._run.place.spec), models)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def work(self, job: _Job) -> StageRow:
        """Return the row of an item."""
        return await self._work(job)


def _nobody(stage: str) -> Told:
    """Tell nobody: workers do not know how far the run is."""
    del stage
    return lambda _: None


def _noted(new: Item, old: Item, event: Event) -> Item:
    """Note what was done to an item; code that only lets it pass leaves no trace in it."""
    changed = changed_fields(old.data, new.data)
    return (
        new
        if event.kind == "code" and not changed and new.id == old.id
        else new.noted(event.model_copy(update={"changed": changed}))
    )
