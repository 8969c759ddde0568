"""Values computed a second time, and intervals by the plain way: draw clusters, write their rows out, compute anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Found", "end_ranges", "resampled"]

RESAMPLES = 600


class Found(NamedTuple):
    """One figure."""

    value: float | str | None
    resampled: list[float] | None = None
    """Values of the resamples; None where the report has no interval."""


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
    return Found(compute(list(rows)), values or None)


def end_ranges(values: list[float]) -> tuple[float, float, float, float]:
    """Return between which values the .025 and the .975 quantile of another resampling may lie."""
    ends = np.quantile(values, [0.001, 0.06, 0.94, 0.999])
    low_from, low_to, high_from, high_to = (float(end) for end in ends)
    return low_from - 1e-9, low_to + 1e-9, high_from - 1e-9, high_to + 1e-9
