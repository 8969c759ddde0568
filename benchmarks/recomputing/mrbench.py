"""MRBench with scikit-learn."""

from __future__ import annotations

from pathlib import Path

from benchmarks.recomputing.cells import Figures, Found, Runs, counts, marks_of
from benchmarks.recomputing.labels import accuracy, macro_f1, macro_f1_of

__all__ = ["figures"]

DIMENSIONS = {
    "Mistake_Identification": "Mistake identification",
    "Mistake_Location": "Mistake location",
    "Providing_Guidance": "Providing guidance",
    "Actionability": "Actionability",
}
STRICT = ["Yes", "To some extent", "No"]
LENIENT = ["some", "No"]
UNREAD = "unreadable"


def figures(runs: Runs, data: Path) -> Figures:
    """Return every figure of the report by table, run and column."""
    del data
    found: Figures = {}
    for run, rows in runs.items():
        for dimension, title in DIMENSIONS.items():
            kept = [row for row in rows if dimension in row["truth"] and row["grade"]["status"].get(dimension) != "error"]
            pairs = [(row["truth"][dimension], marks_of(row).get(dimension) or UNREAD) for row in kept]
            clusters = [row["cluster"] for row in kept]
            table = f"mrbench.{dimension}"
            found |= counts(table, run, rows, dimension)
            if not pairs:
                continue
            found[table, run, "strict macro-F1"] = macro_f1(pairs, clusters, STRICT)
            found["plot mrbench.strict", run, title] = found[table, run, "strict macro-F1"]
            found[table, run, "strict accuracy"] = accuracy(pairs, clusters)
            lenient = [(_lenient(truth), _lenient(output)) for truth, output in pairs]
            found[table, run, "lenient macro-F1"] = macro_f1(lenient, clusters, LENIENT)
            found[table, run, "lenient accuracy"] = accuracy(lenient, clusters)
            readable = [pair for pair in pairs if pair[1] != UNREAD]
            found[table, run, "strict F1, readable only"] = Found(macro_f1_of(readable, STRICT) if readable else None)
    return found


def _lenient(label: str) -> str:
    return label if label in ("No", UNREAD) else "some"
