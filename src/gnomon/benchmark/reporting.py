"""The report of one or more finished runs: their tables and plots, what they cost, and samples to read."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from gnomon.benchmark.benchmark import Benchmark, Row
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.comparing import Arm, tables_of
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.figures import counts_of, statuses_of
from gnomon.benchmark.judge_check import check_note
from gnomon.benchmark.repeating import run_folders
from gnomon.benchmark.results import RunConfig, RunRecord, read_record, read_rows
from gnomon.benchmark.subsets import chosen
from gnomon.models import Price, model_name
from gnomon.pages import Report, RunView, SampleView, drawn, folder_names

_MOST_IN_TITLE = 3
"""Runs named in the heading; more would fill the first screen, and every table names them."""
_MOST_SAMPLES = 25
"""Of each run: what one reads in a sitting, and a page with pictures stays a few megabytes."""
_FIGURE_WIDTH = 320
"""Pixels of the narrow column beside a sample."""
Run = tuple[RunRecord, tuple[Row, ...]]


def report_of(
    folders: Sequence[Path],
    *,
    prices: Mapping[str, Price] | None = None,
    samples: int = _MOST_SAMPLES,
    ids: Collection[str] | None = None,
    where: Mapping[str, Sequence[str]] | None = None,
) -> Report:
    """Read the runs of one benchmark and compute their report from the rows alone.

    Args:
        folders: results folders of finished runs of one benchmark, or of the repeats of one.
        prices: by model; None leaves the cost open.
        samples: most samples to show of each run: failed ones first, then those with the lowest marks.
        ids: of the rows that count; None for all.
        where: by field the values of the rows that count; None for all.

    Raises:
        ResultsError: when a folder holds no finished run, or the runs are of different benchmarks.
        DatasetError: when a run's data are gone; its tables need them for figures and texts.
    """
    whole = [each for folder in folders for each in run_folders(folder)]
    found = [(folder, read_record(folder)) for folder in {folder.resolve(): folder for folder in whole}.values()]
    names = _names(found)
    kept = [tuple(chosen(tuple(read_rows(folder)), ids, where or {})) for folder, _ in found]
    runs = {name: (record, rows) for name, (_, record), rows in zip(names, found, kept, strict=True)}
    tasks = sorted({record.config.task for record, _ in runs.values()})
    if len(tasks) != 1:
        raise ResultsError(f"expected runs of one benchmark, got {', '.join(tasks) or 'none'}; make a report of each")
    benchmarks = {name: build(record.config) for name, (record, _) in runs.items()}
    first = next(iter(benchmarks.values()))
    rows = {name: kept for name, (_, kept) in runs.items()}
    return Report(
        title=f"{tasks[0]}: {'; '.join(runs) if len(runs) <= _MOST_IN_TITLE else f'{len(runs)} runs'}",
        runs=tuple(_run_view(name, record, kept, prices or {}) for name, (record, kept) in runs.items()),
        tables=(*first.tables(rows), *tables_of(_arms(runs), first.shown().tested)),
        plots=first.plots(rows),
        samples=tuple(view for name, kept in rows.items() for view in _samples(name, benchmarks[name], kept, samples)),
        notes=(*_part_note(ids, where or {}), *_notes(runs)),
    )


def _arms(runs: Mapping[str, Run]) -> list[Arm]:
    """Put runs together that differ in their seed alone; one of several is named without its seed."""
    found: dict[str, list[str]] = {}
    for name, (record, _) in runs.items():
        config = record.config.model_dump(mode="json", exclude={"seed"})
        found.setdefault(json.dumps([config, record.prompts, record.data_sha256], sort_keys=True), []).append(name)
    arms = []
    for names in found.values():
        alone = _label(runs[names[0]][0].config, with_seed=False) or names[0]
        arms.append((names[0] if len(names) == 1 else alone, tuple(runs[name][1] for name in names)))
    given = [name for name, _ in arms]
    return [Arm(name if given.count(name) == 1 else f"{name} ({place})", rows) for place, (name, rows) in enumerate(arms, 1)]


def _label(config: RunConfig, *, with_seed: bool) -> str:
    parts = [model_name(part) for part in (config.tutor, config.judge, config.reader) if part]
    settings = {**config.options, **({"seed": config.seed} if with_seed else {})}
    return ", ".join([*parts, *(f"{key}={value}" for key, value in sorted(settings.items()))])


def _names(found: Sequence[tuple[Path, RunRecord]]) -> list[str]:
    """Name runs by what was graded, who graded it and the seed; by their folders too where that is not enough."""
    seeds = {record.config.seed for _, record in found}
    names = [_label(record.config, with_seed=seeds != {0}) for _, record in found]
    where = folder_names([folder for folder, _ in found])
    return [
        f"{name} ({place})" if name and names.count(name) > 1 else name or place for name, place in zip(names, where, strict=True)
    ]


def _part_note(ids: Collection[str] | None, where: Mapping[str, Sequence[str]]) -> Iterable[str]:
    parts = [*([f"of {len(ids)} given ids"] if ids is not None else []), *(f"{k} {' or '.join(v)}" for k, v in where.items())]
    if parts:
        yield f"These figures are of a part of the rows: {'; '.join(parts)}."


def _notes(runs: Mapping[str, Run]) -> Iterable[str]:
    if any(record.config.data == "sample" for record, _ in runs.values()):
        yield "These figures are of a small sample that comes with gnomon, partly made by its own tutor: they show that it runs."
    if len({record.data_sha256 for record, _ in runs.values()}) > 1:
        yield "The runs are of different items: only the comparisons, of rows that both have, set like against like."
    yield from dict.fromkeys(note for record, _ in runs.values() if (note := _check_note(record)))


def _check_note(record: RunRecord) -> str | None:
    """Say what the last check of a run's judge found, or that there is none; nothing of a run without a judge."""
    judge = record.config.judge
    if judge is None or not any(name.startswith("judge/") for name in record.prompts):
        return None
    return check_note(judge, record.prompts)


def _run_view(name: str, record: RunRecord, rows: Sequence[Row], prices: Mapping[str, Price]) -> RunView:
    calls = (row.calls for row in rows)
    return RunView.of(name, record, counts_of(rows), calls=calls, models=record.config.models, prices=prices)


def _samples(name: str, benchmark: Benchmark, rows: Sequence[Row], most: int) -> Iterable[SampleView]:
    """Show the rows worth reading: failed ones, unreadable ones, then the lowest marks."""
    items = {item.id: item for item in benchmark.items()}
    for row in sorted(rows, key=_worth)[:most]:
        item = items.get(row.id)
        picture = benchmark.picture(item, row) if item else None
        yield SampleView(
            run=name,
            id=row.id,
            question=row.text,
            reply=row.answer.text if row.answer else "",
            marks=tuple(_marks(row)),
            reason=_reason(row),
            figure=drawn(picture.figure, picture.highlights, picture.highlights2, _FIGURE_WIDTH) if picture else None,
            pictures=picture.images if picture else (),
        )


def _worth(row: Row) -> tuple[bool, bool, float]:
    """Order rows for reading: failed, unreadable, then those with the lowest marks or the most that differ from people's."""
    truth = row.truth if isinstance(row.truth, dict) else {}
    numbers = [float(mark) for mark in row.marks.values() if isinstance(mark, int | float)]
    agreements = [float(mark == truth[key]) for key, mark in row.marks.items() if isinstance(mark, str) and key in truth]
    found = numbers + agreements
    return row.error is None, "unparseable" not in statuses_of(row), sum(found) if found else math.inf


def _marks(row: Row) -> Iterable[tuple[str, str]]:
    truth = row.truth if isinstance(row.truth, dict) else {}
    for key, mark in row.marks.items():
        if isinstance(mark, dict | list):
            continue
        shown = "not readable" if mark is None else str(mark)
        expected = truth.get(key)
        yield key, f"{shown} (people: {expected})" if isinstance(expected, str | int) and expected != mark else shown
    if row.answer and row.answer.flags:
        yield "flags", ", ".join(f"{flag}" for flag in Counter(row.answer.flags))


def _reason(row: Row) -> str:
    if row.error is not None:
        return f"{row.error.boundary}: {row.error.message}"
    return "\n\n".join(f"{name}: {reason}" for name, reason in row.grade.reasons.items()) if row.grade else ""
