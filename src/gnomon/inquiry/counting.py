"""What of an inquiry's rows is in no figure, counted the same way for the terminal and for reports."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.inquiry.folder import AnyRow
from gnomon.inquiry.search.selection import SelectionRow
from gnomon.pages import Counts


def counts_of(rows: Sequence[AnyRow]) -> Counts:
    """Count what failed, and whose samples held no answer: all of them (unreadable), or some (read in part)."""
    samples = [_samples(row) for row in rows]
    return Counts(
        rows=len(rows),
        unreadable=sum(0 < unread == drawn for unread, drawn in samples),
        failed=sum(row.error is not None for row in rows),
        partial=sum(0 < unread < drawn for unread, drawn in samples),
    )


def _samples(row: AnyRow) -> tuple[int, int]:
    """Return how many of a row's samples held no answer, and how many were drawn."""
    if isinstance(row, SelectionRow):
        return row.unread, row.teacher_samples + row.student_samples
    return sum(each.num_unread for each in row.evaluations), sum(each.num_samples for each in row.evaluations)
