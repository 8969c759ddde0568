"""Values computed a second time, and intervals by the plain way: draw clusters, write their rows out, compute anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Figures", "Found", "Row", "Runs", "defined", "end_ranges", "failed", "marks_of", "mean", "resampled", "share"]

RESAMPLES = 600
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


def resampled(rows: Sequence[Any], clusters: Sequence[str], compute: Callable[[list[Any]], float | None], seed: int = 7) -> Found:
    """Compute a figure of rows and of resamples of their clusters."""
    by_cluster: dict[str, list[Any]] = {}
    for row, cluster in zip(rows, clusters, strict=True):
        by_cluster.setdefault(cluster, []).append(row)
    names, draw = list(by_cluster), random.Random(seed)
    values = []
    for _ in range(RESAMPLES if len(names) > 1 else 0):
        drawn = [row for name in draw.choices(names, k=len(names)) for row in by_cluster[name]]
        value = compute(drawn)
        if value is not None:
            values.append(value)
    return Found(compute(list(rows)) if rows else None, values or None)


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


def failed(rows: Sequence[Row]) -> Found:
    """Compute the share of rows with an error."""
    return share(sum(row["error"] is not None for row in rows), len(rows))


def marks_of(row: Row) -> Mapping[str, Any]:
    """Return a row's marks; none without a grade."""
    marks: Mapping[str, Any] = (row["grade"] or {}).get("marks", {})
    return marks


def defined(value: float) -> float | None:
    """Return a number; None in place of one that is none."""
    return None if np.isnan(value) else float(value)
