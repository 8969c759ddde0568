"""What MathExplain's first task shows: element matching, overall and by kind of problem (MathExplain, Table 3)."""

from __future__ import annotations

from typing import Any

from gnomon.benchmark.benchmark import Measure, Rows, Shown
from gnomon.benchmark.figures import mark, mean, plot, table, within
from gnomon.benchmark.mathexplain.problems import KINDS
from gnomon.pages import Column, counted

_FIGURES = {"precision": "P", "recall": "R", "f1": "F1"}
_DROPPED = ("duplicate_references", "duplicate_predictions")
"""Of the repairs, those that leave a repeat out; the others mend an entry of the matcher."""


def _by_kind(name: str) -> dict[str, Measure]:
    of_mark = mean(mark(name))
    return {"overall": of_mark, **{kind: within(of_mark, kind=kind) for kind in KINDS}}


def _matched(rows: Rows) -> list[dict[str, Any]]:
    return [row.marks["matching"] for row in rows if row.marks.get("matching")]


def _repairs(rows: Rows, *, dropped: bool) -> int:
    pairs = (pair for each in _matched(rows) for pair in each["repairs"].items())
    return sum(count for name, count in pairs if (name in _DROPPED) == dropped)


_F1 = _by_kind("f1")
SHOWN = Shown(
    headline={**{name: mean(mark(name)) for name in _FIGURES}, **{f"{kind}.f1": _F1[kind] for kind in KINDS}},
    tables=(
        table(
            "mathexplain_keypoints.main",
            (
                *(
                    Column(f"{group} {short}", _by_kind(name)[group])
                    for group in ("overall", *KINDS)
                    for name, short in _FIGURES.items()
                ),
                counted("repairs", lambda rows: _repairs(rows, dropped=False), better="lower"),
                counted("repeats dropped", lambda rows: _repairs(rows, dropped=True), better="lower"),
                counted("nothing proposed", lambda rows: sum(not each["predicted"] for each in _matched(rows)), better="lower"),
            ),
        ),
    ),
    plots=(plot("mathexplain_keypoints.f1", _F1),),
)
