"""MathExplain's first task: precision, recall and F1 from the matches of each problem."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, marks_of, resampled

__all__ = ["figures"]

TABLE, PLOT = "mathexplain_keypoints.main", "plot mathexplain_keypoints.f1"
KINDS = ("overall", "geometry", "graph")
_DROPPED = ("duplicate_references", "duplicate_predictions")


def figures(runs: Runs, data: Path) -> Figures:
    """Return every figure of the report by table, run and column."""
    del data
    found: Figures = {}
    for run, rows in runs.items():
        for kind in KINDS:
            inside = [row for row in rows if kind in ("overall", row["groups"]["kind"]) and "matching" in marks_of(row)]
            clusters = [row["cluster"] for row in inside]
            scores = [_scores(row) for row in inside]
            for place, column in enumerate(("P", "R", "F1")):
                values = [score[place] for score in scores]
                found[TABLE, run, f"{kind} {column}"] = resampled(values, clusters, fmean)
            found[PLOT, run, kind] = found[TABLE, run, f"{kind} F1"]
        found |= {(TABLE, run, column): cell for column, cell in _counts(rows).items()} | counts(TABLE, run, rows)
    return found


def _scores(row: Row) -> tuple[float, float, float]:
    """Return precision, recall and F1 of one problem from the pairs that were matched."""
    matching = marks_of(row)["matching"]
    elements = [element for element, _ in matching["pairs"]]
    matched = [match for _, match in matching["pairs"] if match is not None]
    assert len(set(matched)) == len(matched), (row["id"], "an element is matched twice")
    assert len(set(elements)) == len(elements), (row["id"], "a reference element counts twice")
    precision = len(matched) / matching["predicted"] if matching["predicted"] else 0.0
    recall = len(matched) / len(elements) if elements else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if matched else 0.0


def _counts(rows: Sequence[Row]) -> dict[str, Found]:
    matched = [marks_of(row)["matching"] for row in rows if "matching" in marks_of(row)]
    repairs = [(name, number) for each in matched for name, number in each["repairs"].items()]
    return {
        "repairs": Found(sum(number for name, number in repairs if name not in _DROPPED)),
        "repeats dropped": Found(sum(number for name, number in repairs if name in _DROPPED)),
        "nothing proposed": Found(sum(not each["proposed"] for each in matched)),
    }
