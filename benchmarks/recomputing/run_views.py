"""What a report says of each run before its tables: rows, failures, what could not be read, calls and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.recomputing.cells import Figures, Found, Row, Runs
from gnomon.pages import RunView

__all__ = ["TABLE", "figures", "shown"]

TABLE = "runs"
_COUNTS = ("requests", "prompt_tokens", "completion_tokens")


def figures(runs: Runs) -> Figures:
    """Return the counts of every run from its rows."""
    return {(TABLE, run, column): Found(value) for run, rows in runs.items() for column, value in _counts(rows).items()}


def shown(view: RunView) -> dict[str, Any]:
    """Return the counts that the report shows."""
    counts = {"rows": view.rows, "failed": view.failed, "unparseable": view.unparseable, "partial": view.partial}
    names = (*_COUNTS, "cached", "seconds")
    return counts | {f"{cost.role} {name}": getattr(cost, name) for cost in view.costs for name in names}


def _counts(rows: Sequence[Row]) -> dict[str, float]:
    found: dict[str, float] = {"rows": len(rows), "failed": 0, "unparseable": 0, "partial": 0}
    for row in rows:
        read = [*([row["answer"]["status"]] if row["answer"] else []), *(row["grade"]["status"].values() if row["grade"] else [])]
        found["failed"] += row["error"] is not None
        found["unparseable"] += "unparseable" in read
        found["partial"] += "partial" in read and "unparseable" not in read
        for role, calls in row["calls"].items():
            spent = {name: calls["usage"][name] for name in _COUNTS}
            for name, value in (spent | {"cached": calls["cached"], "seconds": calls["seconds"]}).items():
                found[f"{role} {name}"] = found.get(f"{role} {name}", 0) + value
    return found
