"""What the tables of MMTutorBench read in rows: who answered, who judged, the six marks, totals, the texts that are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import cell, failed_share, share_cell
from gnomon.metrics import CRITERIA, mean_metric, rubric_total, weighted_total
from gnomon.pages import Cell
from gnomon.tutor import read_key_step

MARK_COLUMNS = ("Tot.", "Insight", "OpForm.", "OpExec.", "Scope", "Brevity", "Coherence")
STATE_COLUMNS = ("graded", "parts missing", "not applicable", "unreadable", "failed")


class Line(NamedTuple):
    """One line of a table: a run, or what one tutor said in a run of recorded replies."""

    name: str
    rows: Sequence[Row]


class _System(NamedTuple):
    """Who gave a reply, and how they were asked."""

    tutor: str
    variant: str | None
    persona: str | None

    def __str__(self) -> str:
        return ", ".join(part for part in self if part and part != "zero-shot")


def lines_of(runs: Mapping[str, Sequence[Row]]) -> list[Line]:
    """Part each run by the tutors of recorded replies."""
    lines: list[Line] = []
    for run, rows in runs.items():
        tutors = list(dict.fromkeys(row.groups["tutor"] for row in rows if "tutor" in row.groups))
        lines += [Line(f"{tutor}, {run}", [row for row in rows if row.groups.get("tutor") == tutor]) for tutor in tutors]
        lines += [] if tutors else [Line(run, rows)]
    return lines


def said_by(row: Row) -> _System | None:
    """Return who gave a reply; None where there is none."""
    if row.answer is None:
        return None
    extra = row.answer.extra
    return _System(str(extra.get("tutor", "")), extra.get("variant"), extra.get("persona"))


def answered(row: Row) -> bool:
    """Say whether there is a reply."""
    return row.answer is not None and row.answer.applies


def total(row: Row) -> int | None:
    """Return the plain total, 0 to 6; None where a mark is missing."""
    return rubric_total(_six(row))


def weighted(row: Row) -> float | None:
    """Return the weighted total, 0 to 6; None where a mark is missing."""
    return weighted_total(_six(row))


def is_graded(row: Row) -> bool:
    """Say whether all six marks could be read: only then is a reply in a mean."""
    return total(row) is not None


def mean_cell(rows: Sequence[Row], values: Sequence[float | None], *, digits: int = 3) -> Cell:
    """Return a mean with its interval over problems; rows without a value are in no mean."""
    kept = [(row.cluster, value) for row, value in zip(rows, values, strict=True) if value is not None]
    return cell(mean_metric([value for _, value in kept]), [cluster for cluster, _ in kept], digits=digits)


def mark_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    """Return mean total and mean marks over graded replies, in the order of `MARK_COLUMNS`."""
    graded = [row for row in rows if is_graded(row)]
    marks = [mean_cell(graded, [row.marks[name] for row in graded]) for name in CRITERIA]
    return (mean_cell(graded, [total(row) for row in graded]), *marks)


def state_cells(rows: Sequence[Row]) -> tuple[Cell, ...]:
    """Return how many replies are in the means, and the shares of what kept others out, as `STATE_COLUMNS`."""
    replies = [row for row in rows if row.answer is not None and answered(row)]
    incomplete = sum(row.answer.status != "ok" for row in replies if row.answer)
    return (
        Cell(sum(map(is_graded, rows))),
        share_cell(incomplete, len(replies)),
        share_cell(sum(row.answer is not None and not answered(row) for row in rows), len(rows)),
        unreadable_share(rows),
        failed_share(rows),
    )


def unreadable_share(rows: Sequence[Row]) -> Cell:
    """Return the share of judged replies of which a mark could not be read."""
    judged = [row for row in rows if _is_judged(row)]
    return share_cell(sum(not is_graded(row) for row in judged), len(judged))


def reply_text(row: Row) -> str:
    """Return the reply as text metrics see it: its three parts, or all of it where one is missing."""
    return "" if row.answer is None else _without_headings(row.answer.said)


def reference_text(row: Row) -> str:
    """Return the reference without its headings."""
    return _without_headings(row.truth["reference"])


def _without_headings(text: str) -> str:
    read = read_key_step(text)
    return text if read.missing else "\n".join(part for part in (read.insight, read.formulation, read.execution) if part)


def _is_judged(row: Row) -> bool:
    return all(name in row.marks for name in CRITERIA)


def _six(row: Row) -> dict[str, int | None] | None:
    return {name: row.marks[name] for name in CRITERIA} if _is_judged(row) else None
