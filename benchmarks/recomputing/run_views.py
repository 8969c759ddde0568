"""What a report says of each run before its tables: rows, failures, what could not be read, calls and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts
from gnomon.pages import RunView

__all__ = ["TABLE", "figures", "shown"]

TABLE = "runs"
_COUNTS = ("requests", "prompt_tokens", "completion_tokens")


def figures(runs: Runs) -> Figures:
    """Return the counts of every run from its rows."""
    found: Figures = {}
    for run, rows in runs.items():
        found |= counts(TABLE, run, rows)
        found |= {(TABLE, run, column): Found(value) for column, value in _spent(rows).items()}
    return found


def shown(view: RunView) -> dict[str, Any]:
    """Return what the report shows that a run spent."""
    names = (*_COUNTS, "cached", "seconds")
    return {f"{cost.role} {name}": getattr(cost, name) for cost in view.costs for name in names}


def _spent(rows: Sequence[Row]) -> dict[str, float]:
    found: dict[str, float] = {}
    for row in rows:
        for role, calls in row["calls"].items():
            spent = {name: calls["usage"][name] for name in _COUNTS}
            for name, value in (spent | {"cached": calls["cached"], "seconds": calls["seconds"]}).items():
                found[f"{role} {name}"] = found.get(f"{role} {name}", 0) + value
    return found
