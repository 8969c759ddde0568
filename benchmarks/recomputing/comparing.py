"""Comparisons of two runs by brute force: every exchange of the runs within clusters, and Holm's correction step by step.

The bootstrap's p values and the intervals come from random numbers and a correction; `benchmarks/null_tests.py` tests them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from benchmarks.recomputing.cells import Figures, Found, Row, Runs

__all__ = ["TABLE", "UNTESTED", "Compared", "figures", "line_name"]

TABLE = "comparisons"
UNTESTED = ("run A", "run B", "p, bootstrap")
_MOST_CLUSTERS = 14
"""Of which all exchanges are tried."""


class Compared(NamedTuple):
    """A figure in which runs are compared."""

    kept: Callable[[Sequence[Row]], list[tuple[str, str, Any]]]
    """Id, cluster and what counts of each row that is in the figure."""
    compute: Callable[[list[Any]], float]


def line_name(metric: str, first: object, second: object) -> str:
    """Return a name for a line of the table, in which each metric stands once a pair of runs."""
    return f"{metric}: {first} less {second}"


def figures(runs: Runs, compared: Mapping[str, Compared]) -> Figures:
    """Compare every two runs in each figure."""
    found: Figures = {}
    p_values: dict[str, float] = {}
    for metric, of in compared.items():
        for first, second in combinations(runs, 2):
            name = line_name(metric, first, second)
            cells = _compared(of, runs[first], runs[second])
            found |= {(TABLE, name, column): Found(value) for column, value in cells.items()}
            p_values[name] = float(cells["p, sign flip"])
    return found | {(TABLE, name, "p, Holm"): Found(p) for name, p in _holm(p_values).items()}


def _compared(of: Compared, first: Sequence[Row], second: Sequence[Row]) -> dict[str, float]:
    one, two = ({key: (cluster, value) for key, cluster, value in of.kept(rows)} for rows in (first, second))
    pairs = [(one[key][0], one[key][1], two[key][1]) for key in one if key in two]
    clusters = list(dict.fromkeys(cluster for cluster, *_ in pairs))
    assert len(clusters) <= _MOST_CLUSTERS, "too many dialogues to try all exchanges"

    def difference(exchanged: set[str]) -> float:
        sides = [(theirs, ours) if cluster in exchanged else (ours, theirs) for cluster, ours, theirs in pairs]
        return of.compute([ours for ours, _ in sides]) - of.compute([theirs for _, theirs in sides])

    found = difference(set())
    ways = [
        {cluster for cluster, is_out in zip(clusters, way, strict=True) if is_out}
        for way in product((0, 1), repeat=len(clusters))
    ]
    as_large = sum(abs(difference(way)) >= abs(found) - 1e-12 for way in ways)
    unpaired = len({row["id"] for row in (*first, *second)} - (one.keys() & two.keys()))
    return {
        "pairs": len(pairs),
        "unpaired": unpaired,
        "dialogues or problems": len(clusters),
        "difference": found,
        "p, sign flip": as_large / len(ways),
    }


def _holm(p_values: Mapping[str, float]) -> dict[str, float]:
    found: dict[str, float] = {}
    left = sorted(p_values, key=lambda name: p_values[name])
    at_least = 0.0
    while left:
        name = left[0]
        at_least = found[name] = min(1.0, max(at_least, p_values[name] * len(left)))
        left = left[1:]
    return found
