"""MRBench with scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import confusion_matrix

from benchmarks.recomputing import comparing
from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, marks_of
from benchmarks.recomputing.labels import accuracy, macro_f1, macro_f1_of, quick_macro_f1

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
            found |= _dimension(run, rows, dimension, title) | _confusion(run, rows, dimension)
        for group in ("tutor", "source"):
            for name, part in _parts(run, rows, group).items():
                found |= _part(f"mrbench.by_{group}", name, part)
    return found | comparing.figures(runs, _COMPARED)


def _dimension(run: str, rows: Sequence[Row], dimension: str, title: str) -> Figures:
    pairs, clusters = _pairs(rows, dimension)
    table = f"mrbench.{dimension}"
    found = counts(table, run, rows, dimension)
    if not pairs:
        return found
    found[table, run, "strict macro-F1"] = macro_f1(pairs, clusters, STRICT)
    found["plot mrbench.strict", run, title] = found[table, run, "strict macro-F1"]
    found[table, run, "strict accuracy"] = accuracy(pairs, clusters)
    lenient = [(_lenient(truth), _lenient(output)) for truth, output in pairs]
    found[table, run, "lenient macro-F1"] = macro_f1(lenient, clusters, LENIENT)
    found[table, run, "lenient accuracy"] = accuracy(lenient, clusters)
    readable = [pair for pair in pairs if pair[1] != UNREAD]
    found[table, run, "strict F1, readable only"] = Found(macro_f1_of(readable, STRICT) if readable else None)
    return found


def _part(table: str, name: str, rows: Sequence[Row]) -> Figures:
    found = counts(table, name, rows)
    for dimension, title in DIMENSIONS.items():
        pairs, clusters = _pairs(rows, dimension)
        found[table, name, f"{title}, responses"] = Found(len(pairs))
        if pairs:
            found[table, name, f"{title}, macro-F1"] = macro_f1(pairs, clusters, STRICT)
            found[table, name, f"{title}, accuracy"] = accuracy(pairs, clusters)
    return found


def _confusion(run: str, rows: Sequence[Row], dimension: str) -> Figures:
    table = f"mrbench.confusion_{dimension}"
    found: Figures = {}
    for name, part in {run: rows, **_parts(run, rows, "tutor"), **_parts(run, rows, "source")}.items():
        pairs, _ = _pairs(part, dimension)
        labels = [*STRICT, UNREAD]
        matrix = confusion_matrix(*zip(*pairs, strict=True), labels=labels) if pairs else np.zeros((4, 4), int)
        for truth, line in zip(STRICT, matrix.tolist(), strict=False):
            for given, count in zip(labels, line, strict=True):
                found[table, name, f"{truth}: {'no label' if given == UNREAD else given}"] = Found(count)
        found |= counts(table, name, part, dimension)
    return found


def _parts(run: str, rows: Sequence[Row], group: str) -> dict[str, list[Row]]:
    values = sorted({row["groups"][group] for row in rows if group in row["groups"]})
    return {f"{run}, {value}": [row for row in rows if row["groups"].get(group) == value] for value in values}


def _kept(rows: Sequence[Row], dimension: str) -> list[Row]:
    return [row for row in rows if dimension in row["truth"] and row["grade"]["status"].get(dimension) != "error"]


def _pairs(rows: Sequence[Row], dimension: str) -> tuple[list[tuple[str, str]], list[str]]:
    kept = _kept(rows, dimension)
    return [_pair(row, dimension) for row in kept], [row["cluster"] for row in kept]


def _pair(row: Row, dimension: str) -> tuple[str, str]:
    return row["truth"][dimension], marks_of(row).get(dimension) or UNREAD


def _rows_of(dimension: str) -> Callable[[Sequence[Row]], list[tuple[str, str, Any]]]:
    return lambda rows: [(row["id"], row["cluster"], _pair(row, dimension)) for row in _kept(rows, dimension)]


def _share_right(pairs: list[tuple[str, str]]) -> float:
    return sum(true == given for true, given in pairs) / len(pairs)


_COMPARED = {
    **{f"{name}.strict_macro_f1": comparing.Compared(_rows_of(name), quick_macro_f1(STRICT)) for name in DIMENSIONS},
    **{f"{name}.strict_accuracy": comparing.Compared(_rows_of(name), _share_right) for name in DIMENSIONS},
}


def _lenient(label: str) -> str:
    return label if label in ("No", UNREAD) else "some"
