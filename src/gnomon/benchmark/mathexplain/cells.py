"""What the tables of both tasks of MathExplain are made with: means of a mark, published rows, bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import cell, published, share_cell
from gnomon.metrics import mean_metric, value_of
from gnomon.pages import Cell, Series, TableRow


def mean_mark(rows: Sequence[Row], name: str) -> float | None:
    """Return the mean of a mark over the rows that have it readably; None where none has."""
    values = [row.marks[name] for row in _with(rows, name)]
    return value_of(mean_metric(values)) if values else None


def mean_cell(rows: Sequence[Row], name: str) -> Cell:
    """Return the mean of a mark with its interval over problems; an empty cell where no row has it readably."""
    kept = _with(rows, name)
    return cell(mean_metric([row.marks[name] for row in kept]), [row.cluster for row in kept])


def unanswered_share(rows: Sequence[Row]) -> Cell:
    """Return the share of answers that there was nothing to give for."""
    answers = [row.answer for row in rows if row.answer]
    return share_cell(sum(not answer.applies for answer in answers), len(answers))


def printed_rows(part: str, blanks: int) -> list[TableRow]:
    """Return the published rows of a part of the paper, with empty cells for columns that are ours."""
    paper = published("mathexplain")[part]
    return [
        TableRow(
            f"{row['name']} ({paper['table']})",
            (*(Cell(value) for value in (*row["figures"], *row.get("counts", ()))), *[Cell(None)] * blanks),
            is_published=True,
        )
        for row in paper["rows"]
    ]


def bars(names: tuple[str, ...], cells_by_run: Mapping[str, Sequence[Cell]]) -> tuple[Series, ...]:
    """Return one set of bars with intervals for each run that has a figure."""
    made = []
    for run, cells in cells_by_run.items():
        values = tuple(None if each.value is None else float(each.value) for each in cells)
        if any(value is not None for value in values):
            made.append(Series(run, names, values, tuple(each.low for each in cells), tuple(each.high for each in cells)))
    return tuple(made)


def _with(rows: Sequence[Row], name: str) -> list[Row]:
    return [row for row in rows if row.marks.get(name) is not None]
