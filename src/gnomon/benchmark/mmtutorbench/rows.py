"""What the tables of MMTutorBench read in rows: who answered, the six marks, totals, the texts that are compared."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.benchmark.benchmark import Measure, Row
from gnomon.benchmark.figures import RowColumn, Value, mean, number
from gnomon.metrics import CRITERIA, rubric_total, weighted_total
from gnomon.pages import Column, counted
from gnomon.tutor import read_key_step


class _System(NamedTuple):
    """Who gave a reply, and how they were asked."""

    tutor: str
    variant: str | None
    persona: str | None

    def __str__(self) -> str:
        return ", ".join(part for part in self if part and part != "zero-shot")


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


def has_gap(row: Row) -> bool:
    """Say whether a mark of a judged reply could not be read."""
    return _is_judged(row) and not is_graded(row)


def graded_mark(name: str) -> Value:
    """Return what reads one of the six marks; None unless all could be read."""
    return lambda row: row.marks[name] if is_graded(row) else None


def is_zero(name: str) -> Value:
    """Return what says 1 where a mark of a graded reply is 0, else 0."""
    return lambda row: 1 - row.marks[name] if is_graded(row) else None


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


TITLES = dict(zip(CRITERIA, ("Insight", "OpForm.", "OpExec.", "Scope", "Brevity", "Coherence"), strict=True))
"""Of the six marks, as the paper heads them."""
TOTAL: Measure = mean(total)
GRADED: RowColumn = counted("graded", number(is_graded))
MARKS_WITH_GAP: RowColumn = counted("marks with a gap", number(has_gap), better="lower")
MARK_COLUMNS: tuple[RowColumn, ...] = (
    Column("Tot.", TOTAL),
    *(Column(title, mean(graded_mark(name))) for name, title in TITLES.items()),
    GRADED,
    MARKS_WITH_GAP,
    counted(
        "parts missing",
        number(lambda row: answered(row) and row.answer is not None and row.answer.status != "ok"),
        better="lower",
    ),
)
"""Mean total and marks over graded replies, how many these are, and what kept others out."""
