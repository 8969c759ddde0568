"""MathExplain's first task: precision, recall and F1 from the matches of each problem."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.recomputing.cells import Figures, Found, Row, Runs, failed, is_answered, marks_of, resampled, share

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
        found |= {(TABLE, run, column): cell for column, cell in _counts(rows).items()}
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
    answers = [row for row in rows if row["answer"]]
    # The parsing or the matching of the model judge, where its words could not be read.
    judged = ["unparseable" in row["grade"]["status"].values() for row in rows if row["grade"] and "f1" in marks_of(row)]
    return {
        "repairs": Found(sum(number for name, number in repairs if name not in _DROPPED)),
        "repeats dropped": Found(sum(number for name, number in repairs if name in _DROPPED)),
        "nothing proposed": share(sum(not each["proposed"] for each in matched), len(matched)),
        "not answered": share(sum(not is_answered(row) for row in answers), len(answers)),
        "reply unreadable": share(sum(row["answer"]["status"] == "unparseable" for row in answers), len(answers)),
        "judge unreadable": share(sum(judged), len(judged)),
        "failed": failed(rows),
    }
