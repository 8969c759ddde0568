"""Values computed a second time, and intervals by the plain way: draw clusters, write their rows out, compute anew."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

COUNTS = ("rows", "unreadable", "failed", "partial", "not_applicable")
RESAMPLES = 600
_SEED = 7
Row = dict[str, Any]
"""One line of ``rows.jsonl``."""
Runs = Mapping[str, Sequence[Row]]


class Found(NamedTuple):
    """One figure."""

    value: float | str | None
    resampled: list[float] | None = None
    """Values of the resamples; None where the report has no interval."""


Figures = dict[tuple[str, str, str], Found]
"""By table or plot, line or series, column or place on the axis."""


def resampled(
    rows: Sequence[Any],
    clusters: Sequence[str],
    compute: Callable[[list[Any]], float | None],
    quickly: Callable[[list[Any]], float | None] | None = None,
) -> Found:
    """Compute a figure of rows and of resamples of their clusters.

    Args:
        rows: what the figure is of.
        clusters: dialogue or problem of each.
        compute: the figure of some rows, by a library.
        quickly: the same by plain counting, for the resamples; it must agree on all rows. None takes ``compute``.
    """
    value = compute(list(rows)) if rows else None
    compute = quickly or compute
    if quickly and value is not None:
        assert math.isclose(quickly(list(rows)) or 0.0, value, abs_tol=1e-12), (quickly(list(rows)), value)
    by_cluster: dict[str, list[Any]] = {}
    for row, cluster in zip(rows, clusters, strict=True):
        by_cluster.setdefault(cluster, []).append(row)
    names, draw = list(by_cluster), random.Random(_SEED)
    values = []
    for _ in range(RESAMPLES if len(names) > 1 else 0):
        drawn = [row for name in draw.choices(names, k=len(names)) for row in by_cluster[name]]
        again = compute(drawn)
        if again is not None:
            values.append(again)
    return Found(value, values or None)


def end_ranges(values: list[float]) -> tuple[float, float, float, float]:
    """Return between which values the .025 and the .975 quantile of another resampling may lie."""
    ends = np.quantile(values, [0.001, 0.06, 0.94, 0.999])
    low_from, low_to, high_from, high_to = (float(end) for end in ends)
    return low_from - 1e-9, low_to + 1e-9, high_from - 1e-9, high_to + 1e-9


def mean(rows: Sequence[Row], value: Callable[[Row], float | None]) -> Found:
    """Compute the mean over the rows that have a value; none of no such row."""
    kept = [(row["cluster"], found) for row in rows if (found := value(row)) is not None]
    clusters, values = [cluster for cluster, _ in kept], [found for _, found in kept]
    return resampled(values, clusters, lambda drawn: sum(drawn) / len(drawn))


def share(part: float, whole: int) -> Found:
    """Compute a share; none of nothing."""
    return Found(part / whole if whole else None)


def counts(table: str, line: str, rows: Sequence[Row], judgement: str | None = None) -> Figures:
    """Count what stands beside a line's name.

    Args:
        table: where the line stands.
        line: its name.
        rows: of the line.
        judgement: the one that the table is about; None for all replies of a row.
    """
    found = dict.fromkeys(COUNTS, 0)
    for row in rows:
        judged = row["grade"]["status"] if row["grade"] else {}
        read = [row["answer"]["status"]] if row["answer"] else []
        read += [status for name, status in judged.items() if judgement in (None, name)]
        found["rows"] += 1
        found["unreadable"] += "unparseable" in read
        found["failed"] += judged[judgement] == "error" if judgement in judged else row["error"] is not None
        found["partial"] += "partial" in read and "unparseable" not in read
        found["not_applicable"] += row["answer"] is not None and not is_answered(row)
    return {(table, line, f"beside the name: {name}"): Found(count) for name, count in found.items()}


def is_answered(row: Row) -> bool:
    """Say whether there is an answer: the call did not fail, and the tutor had something to answer with."""
    return row["answer"] is not None and "not_applicable" not in row["answer"]["flags"]


def marks_of(row: Row) -> Mapping[str, Any]:
    """Return a row's marks; none without a grade."""
    marks: Mapping[str, Any] = (row["grade"] or {}).get("marks", {})
    return marks
