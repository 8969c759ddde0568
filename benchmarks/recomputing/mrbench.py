"""MRBench with scikit-learn."""

from __future__ import annotations

from typing import Any

from sklearn.metrics import accuracy_score, f1_score

from benchmarks.recomputing.cells import Found, resampled

__all__ = ["figures"]

DIMENSIONS = ("Mistake_Identification", "Mistake_Location", "Providing_Guidance", "Actionability")
STRICT = ["Yes", "To some extent", "No"]
LENIENT = ["some", "No"]
UNREAD = "unreadable"


def figures(runs: dict[str, list[dict[str, Any]]]) -> dict[tuple[str, str, str], Found]:
    """Return every figure of the report by table, run and column."""
    found: dict[tuple[str, str, str], Found] = {}
    for run, rows in runs.items():
        failed = Found(sum(row["error"] is not None for row in rows) / len(rows))
        for dimension in DIMENSIONS:
            kept = [row for row in rows if dimension in row["truth"] and row["grade"]["status"].get(dimension) != "error"]
            pairs = [(row["truth"][dimension], row["grade"]["marks"].get(dimension) or UNREAD) for row in kept]
            clusters = [row["cluster"] for row in kept]
            table = f"mrbench.{dimension}"
            found[table, run, "failed"] = failed
            if not pairs:
                continue
            found[table, run, "strict macro-F1"] = resampled(pairs, clusters, _strict_f1)
            found[table, run, "strict accuracy"] = resampled(pairs, clusters, _accuracy)
            lenient = [(_lenient(truth), _lenient(output)) for truth, output in pairs]
            found[table, run, "lenient macro-F1"] = resampled(lenient, clusters, _lenient_f1)
            found[table, run, "lenient accuracy"] = resampled(lenient, clusters, _accuracy)
            readable = [pair for pair in pairs if pair[1] != UNREAD]
            found[table, run, "strict F1, readable only"] = Found(_strict_f1(readable) if readable else None)
            found[table, run, "unreadable"] = Found(1 - len(readable) / len(pairs))
    return found


def _lenient(label: str) -> str:
    return label if label in ("No", UNREAD) else "some"


def _strict_f1(pairs: list[tuple[str, str]]) -> float:
    truth, output = zip(*pairs, strict=True)
    return float(f1_score(truth, output, labels=STRICT, average="macro", zero_division=0))


def _lenient_f1(pairs: list[tuple[str, str]]) -> float:
    truth, output = zip(*pairs, strict=True)
    return float(f1_score(truth, output, labels=LENIENT, average="macro", zero_division=0))


def _accuracy(pairs: list[tuple[str, str]]) -> float:
    truth, output = zip(*pairs, strict=True)
    return float(accuracy_score(truth, output))
