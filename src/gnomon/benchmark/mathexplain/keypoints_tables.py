"""Tables and plots of MathExplain's first task from its rows (MathExplain, Table 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import failed_share, share_cell
from gnomon.benchmark.mathexplain.cells import bars, mean_cell, mean_mark, printed_rows, unanswered_share
from gnomon.benchmark.mathexplain.problems import KINDS
from gnomon.pages import Cell, Plot, Table, TableRow

_FIGURES = {"precision": "P", "recall": "R", "f1": "F1"}
_GROUPS = ("overall", *KINDS)
_COUNTS = (
    "repairs",
    "repeats dropped",
    "nothing proposed",
    "not answered",
    "reply unreadable",
    "judge unreadable",
    "failed",
)
_DROPPED = ("duplicate_references", "duplicate_predictions")
_NOTE = (
    "Element matching: each figure is computed for a problem, then averaged over problems, F1 too. Intervals: percentile "
    "bootstrap over problems. An element named twice counts once; where a match uses an element twice the first stands. Repairs: "
    "entries of the matcher that had to be mended (used twice, unknown, left out); repeats dropped: elements named again; both "
    "are counts. An unreadable reply proposes nothing and scores 0; what the judge did not give readably is in no mean, and so "
    "are problems that were not answered, for example because they have no formal description. The judge exact compares names, "
    "without a model: its figures are a baseline's and are not those of the paper's judge."
)
Runs = Mapping[str, Sequence[Row]]


def headline(rows: Sequence[Row]) -> Mapping[str, float]:
    """Return mean precision, recall and F1, and F1 by kind, from 0 to 1; none where nothing was matched."""
    figures = {name: mean_mark(rows, name) for name in _FIGURES}
    figures |= {f"{kind}.f1": mean_mark(_of_group(rows, kind), "f1") for kind in KINDS}
    return {name: value for name, value in figures.items() if value is not None}


def tables(runs: Runs) -> tuple[Table, ...]:
    """Return element matching, overall and by kind: the runs, then the published rows."""
    columns = (*(f"{group} {short}" for group in _GROUPS for short in _FIGURES.values()), *_COUNTS)
    ours = [TableRow(run, (*_figure_cells(rows), *_count_cells(rows))) for run, rows in runs.items()]
    title = "Visual keypoint identification (MathExplain, Table 3)"
    return (Table("mathexplain_keypoints.main", title, columns, (*ours, *printed_rows("keypoints", len(_COUNTS))), _NOTE),)


def plots(runs: Runs) -> tuple[Plot, ...]:
    """Return F1 by kind of problem, one set of bars a run."""
    figures = {run: [mean_cell(_of_group(rows, group), "f1") for group in _GROUPS] for run, rows in runs.items()}
    series = bars(_GROUPS, figures)
    if not series:
        return ()
    return (Plot("mathexplain_keypoints.f1", "F1 by kind of problem", "bar", "kind of problem", "mean F1", series),)


def _figure_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    return tuple(mean_cell(_of_group(rows, group), name) for group in _GROUPS for name in _FIGURES)


def _count_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    matched = [row.marks["matching"] for row in rows if row.marks.get("matching")]
    repairs = {name: sum(each["repairs"][name] for each in matched) for name in (matched[0]["repairs"] if matched else ())}
    dropped = sum(repairs.get(name, 0) for name in _DROPPED)
    statuses = [row.answer.status for row in rows if row.answer]
    # What the judge gave unreadably has its marks as None; a failed call leaves them out.
    judged = [row.marks["f1"] for row in rows if "f1" in row.marks]
    return (
        Cell(sum(repairs.values()) - dropped),
        Cell(dropped),
        share_cell(sum(not each["predicted"] for each in matched), len(matched)),
        unanswered_share(rows),
        share_cell(statuses.count("unparseable"), len(statuses)),
        share_cell(judged.count(None), len(judged)),
        failed_share(rows),
    )


def _of_group(rows: Sequence[Row], group: str) -> list[Row]:
    return [row for row in rows if group == "overall" or row.groups.get("kind") == group]
