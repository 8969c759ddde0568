"""Predictions of somebody else's system for a benchmark that needs no judge, scored as a run of it would be.

One JSON object a line: ``{"id", "text"}`` with the reply as it came, or ``{"id", FIELD}`` with what it says: ``turn`` for
``geodial``, ``keypoints`` for ``mathexplain_keypoints``. An item without a prediction counts as a reply that cannot be read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.benchmark.benchmark import Benchmark, Item, Row
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.errors import ResultsError, did_you_mean
from gnomon.benchmark.figures import counts_of
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.scoring.submission_file import text_of
from gnomon.pages import Cell, Counts, Estimated, Table

PREDICTED: Mapping[str, tuple[str, str | None]] = {"geodial": ("turn", None), "mathexplain_keypoints": ("keypoints", "exact")}
"""By benchmark, the field of a prediction that is no text, and the judge that asks no model."""
_MOST_EXAMPLES = 3
"""Of each count, to find them by; a line of a terminal holds no more."""


@dataclass(frozen=True)
class ScoredPredictions:
    """What a file of predictions comes to."""

    task: str
    gold: str
    rows: tuple[Row, ...]
    figures: Mapping[str, Cell]
    """The figures that name a run, with their intervals."""
    tables: tuple[Table, ...]
    counts: Mapping[str, int]
    """``missing``, ``unknown`` and ``repeated`` predictions; ``unread`` are lines of the file that are none."""
    examples: Mapping[str, Sequence[str]]

    @property
    def row_counts(self) -> Counts:
        """What of the rows could not be read."""
        return counts_of(self.rows)


def score_predictions(task: str, path: Path, gold: str, options: Mapping[str, Any]) -> ScoredPredictions:
    """Score a file of predictions.

    Args:
        task: a key of `PREDICTED`.
        path: of the file.
        gold: ``sample`` or the path of the data set.
        options: settings of the benchmark.

    Raises:
        ResultsError: when the benchmark takes none, the file is no such file, or no prediction is of an item.
        DatasetError: when the data cannot be read.
    """
    if task not in PREDICTED:
        known = ", ".join(["mrbench", *PREDICTED])
        raise ResultsError(f"{task} takes no file of predictions: {did_you_mean(task, ['mrbench', *PREDICTED])}there are {known}")
    field, judge = PREDICTED[task]
    benchmark = build(RunConfig(task=task, judge=judge, data=gold, options=dict(options)))
    given, unread, repeated = _predictions(path, field)
    items = benchmark.items()
    ids = {item.id for item in items}
    if not ids & given.keys():
        first = next(iter(given))
        raise ResultsError(f"{path}: no prediction is of an item of the data, such as {first!r}; name the data with --gold")
    rows = tuple(asyncio.run(_graded(benchmark, items, given)))
    missing, unknown = [item.id for item in items if item.id not in given], [name for name in given if name not in ids]
    found = {"missing": missing, "unknown": unknown, "repeated": repeated, "unread": unread}
    return ScoredPredictions(
        task=task,
        gold=gold,
        rows=rows,
        figures={name: _cell(measure(rows)) for name, measure in benchmark.shown().headline.items()},
        tables=benchmark.tables({path.name: rows}),
        counts={name: len(each) for name, each in found.items()},
        examples={name: each[:_MOST_EXAMPLES] for name, each in found.items() if each},
    )


async def _graded(benchmark: Benchmark, items: Sequence[Item], given: Mapping[str, str]) -> list[Row]:
    rows = []
    for item in items:
        answer = benchmark.read(item, given.get(item.id, ""))
        row = Row(
            id=item.id, cluster=item.cluster, text=item.text, groups=dict(item.groups), truth=benchmark.truth(item), answer=answer
        )
        rows.append(row.model_copy(update={"grade": await benchmark.grade(item, answer, {})}))
    return rows


def _cell(measured: object) -> Cell:
    interval = measured.interval() if isinstance(measured, Estimated) else None
    if interval is None:
        return Cell(measured if isinstance(measured, int | float) else None)
    return Cell(interval.value, interval.low, interval.high, clusters=interval.clusters)


def _predictions(path: Path, field: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Return replies by id, why lines are none, and ids that are there twice with different replies: those have none."""
    given: dict[str, str] = {}
    unread: list[str] = []
    repeated: list[str] = []
    for number, line in enumerate(text_of(path).split("\n"), 1):  # not splitlines: a text may hold U+2028
        if not line.strip():
            continue
        name, text = _prediction(line, field)
        if name is None:
            unread.append(f"line {number}: {text}")
        elif name in given and given[name] != text:
            repeated.append(name)
        else:
            given[name] = text
    if not given:
        reason = f"; {unread[0]}" if unread else ""
        raise ResultsError(f'{path}: expected a line {{"id", "text"}} or {{"id", "{field}"}} for each item, found none{reason}')
    return given | dict.fromkeys(repeated, ""), unread, list(dict.fromkeys(repeated))


def _prediction(line: str, field: str) -> tuple[str | None, str]:
    """Return id and reply of a line; without an id, why it is none."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return None, f"no JSON ({error})"
    if not isinstance(row, dict) or not isinstance(row.get("id"), str | int):
        return None, "expected an object with an id"
    if isinstance(row.get("text"), str):
        return str(row["id"]), row["text"]
    if field not in row:
        return None, f"expected a text or {field}"
    return str(row["id"]), json.dumps(row[field], ensure_ascii=False)
