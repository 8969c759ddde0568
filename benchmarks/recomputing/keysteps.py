"""What both tasks of MMTutorBench share: lines, marks, totals and the tables of marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from benchmarks.recomputing import texts
from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, is_answered, marks_of, mean

__all__ = [
    "CRITERIA",
    "Line",
    "candidate",
    "gaps",
    "group",
    "lines_of",
    "marks_table",
    "persona_table",
    "read_score",
    "reference",
    "said_by",
    "texts_table",
    "total",
    "weighted",
    "zeros_table",
]

CRITERIA = {
    "Insight": ("insight_discovery", 0.25),
    "OpForm.": ("operation_formulation", 0.15),
    "OpExec.": ("operation_execution", 0.15),
    "Scope": ("solution_scope_control", 0.20),
    "Brevity": ("brevity", 0.10),
    "Coherence": ("coherence", 0.15),
}
"""By column: the mark, and its weight (MMTutorBench, Table 13)."""
_HEADING = re.compile(r"^\[(?:Insight Discovery|Operation Formulation|Operation Execution)\]: ", re.MULTILINE)


class Line(NamedTuple):
    """Rows that make one line."""

    name: str
    rows: Sequence[Row]


def lines_of(runs: Runs) -> list[Line]:
    """Part runs of recorded replies by who gave them."""
    lines: dict[str, list[Row]] = {}
    for run, rows in runs.items():
        for row in rows:
            tutor = row["groups"].get("tutor")
            lines.setdefault(f"{tutor}, {run}" if tutor else run, []).append(row)
    return [Line(*line) for line in lines.items()]


def group(rows: Iterable[Row], name: str, value: str) -> list[Row]:
    """Keep the rows of one group."""
    return [row for row in rows if row["groups"].get(name) == value]


def six(row: Row) -> list[int | None] | None:
    """Return the six marks; None where they were not judged."""
    marks = marks_of(row)
    names = [name for name, _ in CRITERIA.values()]
    return [marks[name] for name in names] if all(name in marks for name in names) else None


def total(row: Row) -> float | None:
    """Return the sum of the six marks; None where one is missing."""
    marks = six(row)
    read = [mark for mark in marks or () if mark is not None]
    return sum(read) if len(read) == len(CRITERIA) else None


def weighted(row: Row) -> float | None:
    """Return six times the weighted mean of the marks."""
    if total(row) is None:
        return None
    marks = marks_of(row)
    return 6 * sum(weight * float(marks[name]) for name, weight in CRITERIA.values())


def _mark(name: str) -> Callable[[Row], float | None]:
    return lambda row: None if total(row) is None else float(marks_of(row)[name])


def _is_zero(name: str) -> Callable[[Row], float | None]:
    return lambda row: None if total(row) is None else float(marks_of(row)[name] == 0)


def read_score(name: str) -> Callable[[Row], float | None]:
    """Return what reads a score beside the six marks."""
    return lambda row: marks_of(row).get(name)


def gaps(rows: Sequence[Row]) -> Found:
    """Count the judged replies of which a mark is missing."""
    return Found(sum(None in marks for row in rows if (marks := six(row)) is not None))


def said_by(row: Row) -> str | None:
    """Return who gave the reply and how they were asked; None where there is no answer."""
    if row["answer"] is None:
        return None
    extra = row["answer"]["extra"]
    return ", ".join(part for key in ("tutor", "variant", "persona") if (part := extra.get(key)) and part != "zero-shot")


def marks_table(table: str, lines: Iterable[Line]) -> Figures:
    """Compute total and marks, and what kept replies out of them."""
    found: Figures = {}
    for name, rows in lines:
        replies = [row for row in rows if is_answered(row)]
        found[table, name, "Tot."] = mean(rows, total)
        for column, (mark, _) in CRITERIA.items():
            found[table, name, column] = mean(rows, _mark(mark))
        found[table, name, "graded"] = Found(sum(total(row) is not None for row in rows))
        found[table, name, "parts missing"] = Found(sum(None in _parts(row) for row in replies))
        found[table, name, "marks with a gap"] = gaps(rows)
        found |= counts(table, name, rows)
    return found


def zeros_table(table: str, lines: Iterable[Line]) -> Figures:
    """Compute the shares of graded replies with a zero, for the table and its plot."""
    found: Figures = {}
    for name, rows in lines:
        for column, (mark, _) in CRITERIA.items():
            found[table, name, column] = found[f"plot {table}", name, column] = mean(rows, _is_zero(mark))
        found[table, name, "graded"] = Found(sum(total(row) is not None for row in rows))
        found[table, name, "marks with a gap"] = gaps(rows)
        found |= counts(table, name, rows)
    return found


def persona_table(table: str, lines: Iterable[Line]) -> Figures:
    """Compute insight and adaptivity over the replies of which adaptivity was judged."""
    found: Figures = {}
    for name, rows in lines:
        judged = [row for row in rows if "adaptivity" in marks_of(row)]
        if judged:
            unread = sum(marks_of(row)["adaptivity"] is None for row in judged)
            found[table, name, "Insight"] = mean(judged, _mark("insight_discovery"))
            found[table, name, "Adaptivity"] = mean(judged, read_score("adaptivity"))
            found[table, name, "replies"] = Found(len(judged))
            found[table, name, "Insight not read"] = gaps(judged)
            found[table, name, "Adaptivity not read"] = Found(unread)
            found |= counts(table, name, rows)
    return found


def texts_table(table: str, lines: Iterable[Line]) -> Figures:
    """Compute text metrics of the replies against the reference answers."""
    found: Figures = {}
    for name, rows in lines:
        replies = [row for row in rows if is_answered(row)]
        bert = texts.bert_scores([candidate(row) for row in replies], [reference(row) for row in replies], is_rescaled=False)
        by_id: Mapping[str, float] = {row["id"]: value for row, value in zip(replies, bert or [], strict=bool(bert))}
        found[table, name, "BLEU"] = mean(replies, lambda row: texts.sentence_bleu(candidate(row), reference(row), 4))
        found[table, name, "ROUGE-L"] = mean(replies, lambda row: texts.rouge(candidate(row), reference(row)))
        found[table, name, "BERTScore"] = mean(replies, lambda row, by_id=by_id: by_id.get(row["id"]))  # type: ignore[misc]
        found[table, name, "answered"] = Found(len(replies))
        found |= counts(table, name, rows)
    return found


def candidate(row: Row) -> str:
    """Return a reply without headings; as it stands where a part is missing."""
    parts = [part for part in _parts(row) if part]
    text: str = row["answer"]["text"]
    return "\n".join(parts) if len(parts) == 3 else text  # three parts


def reference(row: Row) -> str:
    """Return the reference answer without headings."""
    text: str = row["truth"]["reference"]
    return _HEADING.sub("", text)


def _parts(row: Row) -> list[str | None]:
    value = row["answer"]["value"] or {}
    return [value.get(name) for name in ("insight", "formulation", "execution")]
