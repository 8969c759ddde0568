"""Running an inquiry over a stream of problems into a results folder; the same call goes on after an interruption."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gnomon.datasets import BadRow
from gnomon.files import write_whole
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.finishing import finish
from gnomon.inquiry.folder import record_of
from gnomon.inquiry.protocol.tasks import CodingInquiry, GeometryInquiry, WordProblemInquiry
from gnomon.inquiry.sources import ProblemSource, find_source, kept_problems
from gnomon.inquiry.workplace import Job, Workplace
from gnomon.pages import Counts
from gnomon.runs import ROWS, SUMMARY, Pace, RowLog, RunFiles, Sharing, Told, claimed, here, on_cluster, run_jobs

_LONGEST_REASON = 80
"""Characters of the reason why a problem cannot be used: reasons that differ in their ends are counted as one."""
_DIALOGUES_PER_CONNECTION = 2
"""A dialogue waits for one call most of the time, and works between calls."""


@dataclass(frozen=True)
class InquiryOutcome:
    """What a run came to."""

    folder: Path
    summary: Mapping[str, Any]
    counts: Counts
    """What of its rows is in no figure."""
    num_asked: int
    """Rows that this pass has made; 0 where the run was finished before."""


def run_inquiry(
    config: InquiryConfig, folder: Path, pace: Pace | None = None, *, told: Told = lambda _: None, ray: str | None = None
) -> InquiryOutcome:
    """Run, or go on with, an inquiry.

    Args:
        config: what to run.
        folder: for the results: new, or one with this very run.
        pace: how fast and how dear.
        told: is told how far the run is.
        ray: address of a Ray cluster (``local`` starts one here) that shares the work; None works in this process alone. Its
            workers need the folder under the same path.

    Raises:
        RunError: when the folder holds another run, with the key that differs; when all rows fail; or Ray is not there.
        InquiryError: when a setting cannot be used.
        DatasetError: when the problems cannot be read.
        ModelError: when a server has to be asked for its models, and cannot be.
        SandboxError: when no level of the sandbox works.
    """
    source = find_source(config.task, config.data)
    views = {"gsm8k": WordProblemInquiry.view, "geometry": GeometryInquiry.view, "humaneval": CodingInquiry.view}
    selected = () if config.selection is None else (Path(config.selection) / ROWS,)
    record = record_of(config, views[config.task].prompt_names, (*source.files, *selected))
    with claimed(RunFiles.in_folder(folder), record) as log:
        return asyncio.run(_pass(Workplace(config, folder.resolve(), pace or Pace()), source, log, told, ray))


async def _pass(place: Workplace, source: ProblemSource, log: RowLog, told: Told, ray: str | None) -> InquiryOutcome:
    config, folder, pace = place.config, place.folder, place.pace
    bad_rows: Counter[str] = Counter()
    async with place:
        width = _DIALOGUES_PER_CONNECTION * pace.max_connections
        if ray is None:
            results = here(log, place.work, width)
        else:
            sharing = Sharing(ray, width, RunFiles.in_folder(folder).record)
            results = on_cluster(partial(Workplace, config, folder), sharing, pace)
        jobs = _jobs(place, source, lambda row: bad_rows.update([row.reason[:_LONGEST_REASON]]))
        num_asked = await run_jobs(log, jobs, results, told=told)
    totals, counts = finish(folder, config.kind)
    summary: dict[str, Any] = {
        **totals,
        "bad_rows": dict(bad_rows),
        **({"sandbox": place.level} if place.level else {}),
        **({"cost": place.ledger.cost} if pace.prices else {}),
    }
    write_whole(folder / SUMMARY, json.dumps(summary, ensure_ascii=False, indent=2) + "\n")
    return InquiryOutcome(folder, summary, counts, num_asked)


def _jobs(place: Workplace, source: ProblemSource, on_bad_row: Callable[[BadRow], None]) -> Iterator[Job]:
    """Yield every problem with each teacher."""
    config = place.config
    kept = None if config.selection is None else kept_problems(Path(config.selection), config.part)
    for item in source.problems(config.limit, on_bad_row):
        if config.only is not None and item.id not in config.only:
            continue
        for teacher in config.teachers:
            players = place.cast.players(item, teacher)
            student = config.selected_for or players.student.name
            if kept is None or item.id in _kept_for(kept, student, players.teacher.name):
                yield Job(f"{item.id}|{players.teacher.name}", item, teacher)


def _kept_for(kept: Mapping[str, Mapping[str, set[str]]], student: str, teacher: str) -> set[str]:
    of_student = kept.get(student, {})
    if teacher not in of_student:
        known = sorted({f"{one} with {other}" for one, others in kept.items() for other in others})
        there = ", ".join(known) or "nobody"
        raise InquiryError(f"expected a selection for {student} with {teacher}, it is for {there}; see --selected-for")
    return of_student[teacher]
