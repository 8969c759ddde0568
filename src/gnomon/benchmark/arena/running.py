"""An arena as a run: resumable, metered, in processes where no model is asked.

Rows lie in the results folder as those of a benchmark do. The same call goes on after an interruption.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.arena.pairing import PAIRS, judge_pairs
from gnomon.benchmark.arena.people import PersonJudgement, read_judgements
from gnomon.benchmark.arena.playing import Meeting, play
from gnomon.benchmark.arena.tutors import BUILT_IN, needs_model, open_arena_tutor, require_different
from gnomon.benchmark.benchmark import Item, Row
from gnomon.benchmark.data import fingerprint
from gnomon.benchmark.errors import ResultsError
from gnomon.files import write_whole
from gnomon.geometry import WorkerError, applicable, one_thread_each, process_context, solution_of
from gnomon.models import Cache, Client, Model, open_model
from gnomon.problem import Problem, bank, iterate_problems
from gnomon.runs import (
    CACHE,
    ROWS,
    SUMMARY,
    Pace,
    Record,
    Results,
    RowLog,
    RunFiles,
    Sharing,
    Told,
    claimed,
    here,
    on_cluster,
    read_record,
    read_rows,
    require_finished,
    run_jobs,
    versions_of,
)
from gnomon.student import named_student

ArenaRecord = Record[ArenaConfig]
_DEFAULT_PACE = Pace()


@dataclass(frozen=True)
class ArenaOutcome:
    """What an arena came to."""

    folder: Path
    rows: tuple[Row, ...]
    num_asked: int
    """Rows that this pass has made; 0 where the run was finished before."""


def run_arena(
    config: ArenaConfig,
    folder: Path,
    pace: Pace = _DEFAULT_PACE,
    *,
    jobs: int = 1,
    told: Told = lambda _: None,
    problems: Sequence[Problem] | None = None,
    ray: str | None = None,
) -> ArenaOutcome:
    """Let every tutor meet every learner, or go on with it; rows that failed are asked again.

    Args:
        config: who meets whom.
        folder: for the results: new, or that of this very run.
        pace: how fast and how dear models are asked.
        jobs: processes, at least 1, where no model is asked; they change nothing of the rows but the seconds.
        told: is told how far the run is.
        problems: with proofs and ideas that change their answers; None takes those that the configuration names.
        ray: address of a Ray cluster that shares the work in place of processes here (``local`` starts one on this machine).

    Raises:
        ResultsError: when the problems, tutors or learners cannot be used.
        RunError: when the folder holds another run, all rows fail, or Ray is not there.
        ProblemError: when the file of problems cannot be read.
        TutorSpecError: when there is no tutor of a name; UnknownStudentError: no learner.
        ModelError: when a server has to be asked for its models, and cannot be.
        WorkerError: when a process ends before its dialogue does.
    """
    _require_players(config)
    problems = problems_of(config) if problems is None else problems
    meetings = list(_meetings(config, problems))
    record = ArenaRecord(config=config, versions=versions_of(()), data_sha256=_fingerprint(problems))
    with claimed(RunFiles.in_folder(folder), record) as log:
        num_asked = asyncio.run(_pass(config, meetings, log, folder.resolve(), pace, told, jobs=jobs, ray=ray))
        rows = tuple(Row.model_validate_json(line) for line in log.lines(meeting.id for meeting in meetings))
    write_whole(folder / SUMMARY, json.dumps({"rows": len(rows), "problems": len(problems)}, indent=1) + "\n")
    if config.judge is not None:
        asyncio.run(judge_pairs(config, rows, folder, pace, Cache(folder / CACHE), told))
    return ArenaOutcome(folder, rows, num_asked)


def problems_of(config: ArenaConfig) -> list[Problem]:
    """Return the problems of an arena: those with a proof and a misconception that changes the answer, in a fixed random order.

    Raises:
        ResultsError: when there is none.
        ProblemError: when the file cannot be read.
    """
    name, _, topic = config.problems.partition(":")
    if name == "bank":
        found = [problem for problem in bank().values() if not topic or topic in {problem.topic, problem.chapter}]
    else:
        found = [problem for _, problem in iterate_problems(Path(config.problems)) if isinstance(problem, Problem)]
    random.Random("arena").shuffle(found)
    kept: list[Problem] = []
    for problem in found:
        if len(kept) == config.limit:
            break
        solution = solution_of(problem)
        if solution.proof is not None and solution.deduction is not None and applicable(solution.proof, solution.deduction):
            kept.append(problem)
    if not kept:
        raise ResultsError(f"{config.problems}: no problem with a proof and a misconception that changes its answer")
    return kept


class ArenaResults(NamedTuple):
    """A finished arena, as its folder holds it."""

    record: ArenaRecord
    rows: tuple[Row, ...]
    judged: tuple[Row, ...] = ()
    """Blind judgements of pairs by a model, those of the other order too."""
    prompts: Mapping[str, str] = {}
    """Hashes of the prompts of these."""
    people: tuple[PersonJudgement, ...] = ()
    """Blind judgements of pairs by people."""


def require_arena(folder: Path) -> ArenaResults:
    """Read a finished arena: its record, its rows, and the blind judgements of pairs where there are any.

    Raises:
        RunError: when the folder holds none, or it is not finished.
        ResultsError: when the judgements of people cannot be read.
    """
    record = read_record(RunFiles.in_folder(folder).record, ArenaRecord)
    require_finished(folder)
    judged: tuple[Row, ...] = ()
    prompts: Mapping[str, str] = {}
    if record.config.judge is not None:
        require_finished(folder / PAIRS)
        judged = tuple(read_rows(folder / PAIRS / ROWS, Row))
        prompts = read_record(RunFiles.in_folder(folder / PAIRS).record, ArenaRecord).prompts
    return ArenaResults(record, tuple(read_rows(folder / ROWS, Row)), judged, prompts, read_judgements(folder))


def _fingerprint(problems: Sequence[Problem]) -> str:
    """Return a hash of what is asked and what comes out: the dialogues are about nothing else."""
    answers = {problem.id: str(solution_of(problem).as_json()["answer"]) for problem in problems}
    return fingerprint(tuple(Item(each.id, each.id, each.question.text, {"answer": answers[each.id]}) for each in problems))


def _meetings(config: ArenaConfig, problems: Sequence[Problem]) -> Iterator[Meeting]:
    for problem in problems:
        for learner in config.learners:
            for seed in range(config.seeds):
                yield from (Meeting(tutor, learner, problem, seed) for tutor in config.tutors)


def _require_players(config: ArenaConfig) -> None:
    """Refuse what cannot be opened before anything is written."""
    require_different(config.tutors, "tutor")
    require_different(config.learners, "learner")
    for tutor in config.tutors:
        if tutor not in BUILT_IN and not needs_model(tutor):
            open_arena_tutor(tutor, _no_model, seed=0, dialogue="")
    for learner in config.learners:
        if not needs_model(learner):
            named_student(learner)


def _no_model(address: str) -> Model:
    raise ResultsError(f"{address}: a model where none was expected")


async def _pass(
    config: ArenaConfig,
    meetings: Sequence[Meeting],
    log: RowLog,
    folder: Path,
    pace: Pace,
    told: Told,
    *,
    jobs: int,
    ray: str | None,
) -> int:
    place, total = _Table(config, folder, pace), len(meetings)
    if ray is not None:
        shared = RunFiles.in_folder(folder).record if place.roles else None
        sharing = Sharing(ray, place.width, shared)
        results: Results[Meeting, Row] = on_cluster(partial(_Table, config, place.folder), sharing, pace)
        return await run_jobs(log, meetings, results, told=told, total=total)
    if not place.roles and jobs > 1:
        with one_thread_each(), _processes(jobs) as pool:

            async def work(meeting: Meeting) -> Row:
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, _played, meeting, config)
                except BrokenProcessPool as error:
                    raise WorkerError(
                        "a process ended, perhaps for want of memory; give the command again, with fewer --jobs"
                    ) from error

            # Twice as many as processes: none waits for its next dialogue.
            return await run_jobs(log, meetings, here(log, work, 2 * jobs), told=told, total=total)
    async with AsyncExitStack() as stack:
        if not all(log.is_finished(meeting.id) for meeting in meetings):
            await stack.enter_async_context(place)
        return await run_jobs(log, meetings, here(log, place.work, place.width), told=told, total=total)


class _Table:
    """Where dialogues are held: the models of an arena, open; an async context manager."""

    def __init__(self, config: ArenaConfig, folder: Path, pace: Pace) -> None:
        self.folder = folder
        self._config, self._pace = config, pace
        self._models: dict[str, Client] = {}
        # An address that plays both is counted as a tutor's.
        found = {
            address_of(spec): role for role, specs in (("learner", config.learners), ("tutor", config.tutors)) for spec in specs
        }
        self.roles = {address: role for address, role in found.items() if address}

    @property
    def width(self) -> int:
        """Dialogues at a time."""
        return self._pace.max_connections if self.roles else 1

    async def __aenter__(self) -> Self:
        cache, ledger = Cache(self.folder / CACHE) if self.roles else None, self._pace.ledger()
        async with AsyncExitStack() as stack:
            for address, role in sorted(self.roles.items()):
                asking, settings = self._config.asking.get(role), self._pace.settings()
                client = await open_model(address, role=role, cache=cache, ledger=ledger, settings=settings, asking=asking)
                self._models[address] = await stack.enter_async_context(client)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def work(self, meeting: Meeting) -> Row:
        """Hold one dialogue."""
        return await play(meeting, self._config, self._models.__getitem__)


def address_of(spec: str) -> str:
    """Return the address of a model without what stands before it; empty where there is none."""
    if not needs_model(spec):
        return ""
    name = spec.removeprefix("guarded+")
    for prefix in ("plain@", "grounded@", "focused@", "model@", "grounded+", "focused+"):
        name = name.removeprefix(prefix)
    return name


def _processes(jobs: int) -> ProcessPoolExecutor:
    # The process that started the others hears an interruption, and ends them.
    return ProcessPoolExecutor(jobs, process_context(__name__), signal.signal, (signal.SIGINT, signal.SIG_IGN))


def _played(meeting: Meeting, config: ArenaConfig) -> Row:
    return asyncio.run(play(meeting, config, _no_model))
