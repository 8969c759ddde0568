"""Running an inquiry over a stream of problems into a results folder, and going on after an interruption.

The same configuration and the same folder go on where a run was interrupted: finished rows are passed over, calls that had ended
come from the cache, those in flight are asked again. So the rows are those of a run that nobody disturbed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.datasets import BadRow
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.finishing import finish
from gnomon.inquiry.folder import InquiryRecord, RowLog, begin, write_json
from gnomon.inquiry.protocol.tasks import CodingInquiry, GeometryInquiry, WordProblemInquiry
from gnomon.inquiry.sources import ProblemSource, find_source, kept_problems
from gnomon.inquiry.streaming import stream_results
from gnomon.inquiry.workplace import AnyRow, InquiryPace, Job, Workplace

_LONGEST_REASON = 80
_DIALOGUES_PER_CONNECTION = 2
"""A dialogue waits for one call most of the time, and works between calls."""


@dataclass(frozen=True)
class InquiryOutcome:
    """What a run came to."""

    folder: Path
    summary: Mapping[str, Any]


def run_inquiry(
    config: InquiryConfig,
    folder: Path,
    pace: InquiryPace | None = None,
    *,
    on_row: Callable[[AnyRow], None] = lambda _: None,
    ray: str | None = None,
) -> InquiryOutcome:
    """Run, or go on with, an inquiry.

    Args:
        config: what to run.
        folder: for the results: new, or one with this very run.
        pace: how fast and how dear.
        on_row: is told of each row as it ends.
        ray: address of a Ray cluster (``local`` starts one here) that shares the work; None works in this process alone. Its
            workers need the folder under the same path.

    Raises:
        InquiryError: when the folder holds another run, with the key that differs; or a setting cannot be used.
        DatasetError: when the problems cannot be read.
        ModelError: when a server cannot be asked at all.
        SandboxError: when no level of the sandbox works.
    """
    pace = pace or InquiryPace()
    source = find_source(config.task, config.data)
    begin(folder, InquiryRecord.of(config, _prompt_names(config), (*source.files, *_selection_files(config))))
    return asyncio.run(_run(config, source, folder, pace, on_row, ray))


async def _run(
    config: InquiryConfig,
    source: ProblemSource,
    folder: Path,
    pace: InquiryPace,
    on_row: Callable[[AnyRow], None],
    ray: str | None,
) -> InquiryOutcome:
    bad_rows: Counter[str] = Counter()
    async with Workplace(config, folder, pace) as place:
        with RowLog[Any](folder) as log:
            jobs = _jobs(place, source, log.finished, lambda row: bad_rows.update([row.reason[:_LONGEST_REASON]]))
            async for row in _rows(place, jobs, ray):
                log.append(row)
                on_row(row)
        level, cost = place.level, place.ledger.cost
    summary: dict[str, Any] = {
        **finish(folder, config.kind),
        "bad_rows": dict(bad_rows),
        **({"sandbox": level} if level else {}),
        **({"cost": cost} if pace.prices else {}),
    }
    write_json(folder / "summary.json", summary)
    return InquiryOutcome(folder, summary)


async def _rows(place: Workplace, jobs: Iterator[Job], ray: str | None) -> AsyncIterator[AnyRow]:
    if ray is None:
        async for row in stream_results(jobs, place.work, max(1, _DIALOGUES_PER_CONNECTION * place.pace.max_connections)):
            yield row
        return
    from gnomon.inquiry.ray_cluster import ray_results

    for row in ray_results(place.config, place.folder, place.pace, jobs, ray):
        yield row


def _jobs(place: Workplace, source: ProblemSource, finished: set[str], on_bad_row: Callable[[BadRow], None]) -> Iterator[Job]:
    """Yield what is left to do."""
    config = place.config
    kept = None if config.selection is None else kept_problems(Path(config.selection), config.part)
    for item in source.problems(config.limit, on_bad_row):
        for teacher in config.teachers:
            players = place.cast.players(item, teacher)
            row_id = f"{item.id}|{players.teacher.name}"
            if kept is not None and item.id not in _kept_for(kept, players.student.name, players.teacher.name):
                continue
            if row_id not in finished:
                yield Job(row_id, item, teacher)


def _kept_for(kept: Mapping[str, Mapping[str, set[str]]], student: str, teacher: str) -> set[str]:
    of_student = kept.get(student, {})
    if teacher not in of_student:
        known = sorted({f"{one} with {other}" for one, others in kept.items() for other in others})
        raise InquiryError(f"expected a selection for {student} with {teacher}, it is for {', '.join(known) or 'nobody'}")
    return of_student[teacher]


def _prompt_names(config: InquiryConfig) -> tuple[str, ...]:
    views = {"gsm8k": WordProblemInquiry.view, "geometry": GeometryInquiry.view, "humaneval": CodingInquiry.view}
    return views[config.task].prompt_names


def _selection_files(config: InquiryConfig) -> tuple[Path, ...]:
    return () if config.selection is None else (Path(config.selection) / "rows.jsonl",)
