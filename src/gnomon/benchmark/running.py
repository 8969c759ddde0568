"""Running a benchmark into a results folder; the same call goes on after an interruption.

Every finished call lies in the folder's cache before its answer is used, and every row in the log before the next one is looked
at, so that the rows of a run that was killed and done again are those of an undisturbed one.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from gnomon.benchmark.benchmark import Answer, Benchmark, Item, Row, RowError, is_model
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.data import fingerprint
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig, RunRecord
from gnomon.benchmark.subsets import chosen
from gnomon.files import write_whole
from gnomon.models import Cache, Ledger, Model, ModelError, add_calls, model_name, open_model
from gnomon.prompts import load
from gnomon.prompts import names as names_of_prompts
from gnomon.runs import (
    CACHE,
    SUMMARY,
    Pace,
    Results,
    RowLog,
    RunFiles,
    Sharing,
    Told,
    claimed,
    here,
    on_cluster,
    run_jobs,
    versions_of,
)

PROMPTS = "prompts.json"
"""The whole text of each prompt of a run, by name, in its results folder."""
_LOG = logging.getLogger(__name__)
_LIBRARIES = ("openai", "numpy", "sacrebleu", "rouge-score", "nltk")
"""Whose versions a figure may depend on."""
_DEFAULT_PACE = Pace()


@dataclass(frozen=True)
class RunOutcome:
    """What a run came to."""

    folder: Path
    rows: tuple[Row, ...]
    headline: Mapping[str, float]
    num_asked: int
    """Rows that this pass has made; 0 where the run was finished before."""
    cost: float | None = None
    """Of this pass, in the currency of the prices; None where it is not known."""


def run(
    config: RunConfig,
    folder: Path,
    pace: Pace = _DEFAULT_PACE,
    told: Told = lambda _: None,
    make: Callable[[RunConfig], Benchmark] = build,
    *,
    ray: str | None = None,
) -> RunOutcome:
    """Run a benchmark, or go on with the run; of a finished one, rows that failed are asked again.

    Args:
        config: what to run.
        folder: for the results: new, or that of this very run.
        pace: how fast and how dear.
        told: is told how far the run is.
        make: makes the benchmark of a configuration, where it is none of the catalogue.
        ray: address of a Ray cluster that shares the work (``local`` starts one here); None works in this process alone. Its
            workers need the folder and the data under the same paths.

    Raises:
        ResultsError: when the configuration does not fit.
        RunError: when the folder holds another run, with the key that differs, when all rows fail, or Ray is not there.
        DatasetError: when the data cannot be read.
        ModelError: when a server has to be asked for its models, and cannot be.
    """
    benchmark = make(config)
    place = _Workplace(config, benchmark, folder, pace)  # without a model it is refused before anything is read
    items = items_of(config, benchmark)
    record = RunRecord(
        config=config,
        versions=versions_of(_LIBRARIES),
        prompts=dict(benchmark.prompts),
        data_sha256=fingerprint(tuple(items)),
    )
    with claimed(RunFiles.in_folder(folder), record) as log:
        elsewhere = None if ray is None else _elsewhere(ray, config, make, folder, pace)
        num_asked = asyncio.run(_pass(place, items, log, told, elsewhere))
        texts = {name: load(name).text for name in record.prompts if name in names_of_prompts()}  # their hashes are in the record
        write_whole(folder / PROMPTS, json.dumps(texts, ensure_ascii=False, indent=1) + "\n")
        rows = tuple(Row.model_validate_json(line) for line in log.lines(item.id for item in items))
    headline = dict(benchmark.headline(rows))
    if num_asked or not (folder / SUMMARY).exists():
        summary = _summary(rows, headline, place.specs, place.ledger)
        write_whole(folder / SUMMARY, json.dumps(summary, ensure_ascii=False, indent=2) + "\n")
    return RunOutcome(folder, rows, headline, num_asked, place.ledger.cost)


def items_of(config: RunConfig, benchmark: Benchmark) -> list[Item]:
    """Return the items that a configuration asks for: by ids and fields, then as many as it says.

    Raises:
        ResultsError: for an id, a field or a value that no item has.
    """
    return chosen(benchmark.items(), config.ids, config.where)[: config.limit]


class _Workplace:
    """Where items are answered and graded: a benchmark with its models open; an async context manager."""

    def __init__(self, config: RunConfig, benchmark: Benchmark, folder: Path, pace: Pace) -> None:
        self.benchmark, self.folder, self.pace = benchmark, folder, pace
        self.specs = _specs(config, benchmark)
        self._asking = config.asking
        self.ledger = pace.ledger()

    async def __aenter__(self) -> Self:
        self._models: dict[str, Model] = {}
        cache, settings = Cache(self.folder / CACHE), self.pace.settings()
        async with AsyncExitStack() as stack:  # where one cannot be opened, those that are open are closed
            for role, spec in self.specs.items():
                address, asking = self.pace.address(spec), self._asking.get(role)
                client = await open_model(address, role=role, cache=cache, ledger=self.ledger, settings=settings, asking=asking)
                self._models[role] = await stack.enter_async_context(client)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def work(self, item: Item) -> Row:
        """Return the row of an item, whatever comes of it."""
        try:
            answer = await answered(self.benchmark, item, self._models)
            return await graded(self.benchmark, item, answer, self._models)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other items go on
            _LOG.exception("item %s has no row", item.id)
            return crashed(self.benchmark, item, error)


def _elsewhere(
    address: str, config: RunConfig, make: Callable[[RunConfig], Benchmark], folder: Path, pace: Pace
) -> Results[Item, Row]:
    """Return what does items on a cluster, whose workers make the benchmark for themselves."""
    sharing = Sharing(address, pace.max_connections, RunFiles.in_folder(folder).record)
    return on_cluster(partial(_open_place, config, make, folder.resolve()), sharing, pace)


def _open_place(config: RunConfig, make: Callable[[RunConfig], Benchmark], folder: Path, pace: Pace) -> _Workplace:
    return _Workplace(config, make(config), folder, pace)


async def _pass(place: _Workplace, items: Sequence[Item], log: RowLog, told: Told, elsewhere: Results[Item, Row] | None) -> int:
    """Do the items whose rows are missing; without any, no server is asked."""
    async with AsyncExitStack() as stack:
        if elsewhere is None and not all(log.is_finished(item.id) for item in items):
            await stack.enter_async_context(place)
        results = elsewhere or here(log, place.work, place.pace.max_connections)
        return await run_jobs(log, items, results, told=told, total=len(items))


async def answered(benchmark: Benchmark, item: Item, models: Mapping[str, Model]) -> Row:
    """Let the tutor answer an item; when it cannot be asked, the row has the error."""
    try:
        return _new_row(benchmark, item, answer=await benchmark.answer(item, models))
    except ModelError as error:
        return _new_row(benchmark, item, error=RowError(boundary="tutor", message=" ".join(str(error).split())))


async def graded(benchmark: Benchmark, item: Item, row: Row, models: Mapping[str, Model]) -> Row:
    """Grade the answer of a row, where it has one."""
    if row.answer is None:
        return row
    grade = await benchmark.grade(item, row.answer, models)
    return row.model_copy(update={"grade": grade, "error": grade.error})


def crashed(benchmark: Benchmark, item: Item, error: Exception) -> Row:
    """Return the row of an item at which the benchmark itself has failed: the others go on."""
    message = " ".join(f"{type(error).__name__}: {error}".split())
    return _new_row(benchmark, item, error=RowError(boundary="benchmark", message=message))


def _new_row(benchmark: Benchmark, item: Item, *, answer: Answer | None = None, error: RowError | None = None) -> Row:
    return Row(
        id=item.id,
        cluster=item.cluster,
        text=item.text,
        groups=dict(item.groups),
        truth=benchmark.truth(item),
        answer=answer,
        error=error,
    )


def _specs(config: RunConfig, benchmark: Benchmark) -> dict[str, str]:
    specs = {}
    for role in benchmark.roles:
        spec = config.models.get(role)
        if spec is None or not is_model(spec):
            instead = f", or {' or '.join(names)} in its place" if (names := benchmark.baselines.get(role)) else ""
            raise ResultsError(f"{config.task} needs a model for the role {role}: name one with --{role} MODEL@URL{instead}")
        specs[role] = spec
    if unused := sorted(config.asking.keys() - specs.keys()):
        roles = ", ".join(specs) or "none"
        raise ResultsError(f"no model is asked in the role {unused[0]}, so nothing can be set of its calls; roles asked: {roles}")
    return specs


def _summary(rows: Sequence[Row], headline: Mapping[str, float], specs: Mapping[str, str], ledger: Ledger) -> dict[str, object]:
    """Return headline and counts; ``calls`` are of all passes, ``last_pass`` is the ledger of this one."""
    names = {role: model_name(spec) for role, spec in specs.items()} | {row.role: row.model for row in ledger.rows}
    prices = {role: ledger.prices.get(name) for role, name in names.items()}
    calls = add_calls(row.calls for row in rows)
    return {
        "rows": len(rows),
        "failed": sum(row.error is not None for row in rows),
        "figures": dict(headline),
        "calls": [
            {
                "role": role,
                "model": names.get(role),
                **spent.model_dump(),
                "cost": price.cost(spent.usage) if (price := prices.get(role)) and not spent.usage.unreported else None,
            }
            for role, spent in calls.items()
        ],
        "last_pass": [row.model_dump() for row in ledger.rows],
    }
