"""What a teacher takes out of a class: its dialogues, as gnomon reads them, and a table of outcomes."""

from __future__ import annotations

import csv
import io
import re

from gnomon.dialogue import dialogue_lines
from gnomon.store import Classroom, Try
from gnomon.studio.studio import Studio
from gnomon.studio.teacher.overview import ideas_in, overview_of

_COLUMNS = (
    "learner", "problem", "title", "right_at_once", "right_a_week_later", "state", "dialogue", "begun", "ended", "ideas",
)  # fmt: skip
_FORMULA = re.compile(r"(^|[;\t\r\n])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where spreadsheets take what follows for a formula: at the start of a cell, and where some of them end one, as in German."""


async def dialogues_of(studio: Studio, classroom: Classroom) -> str:
    """Return the dialogues of a class as JSONL, with records and without names."""
    learners = {each.id for each in await studio.store.classes.learners(classroom.id)}
    rows = [row for row in await studio.store.conversations.of(class_id=classroom.id) if row.account_id in learners]
    return dialogue_lines(kept.dialogue() for kept in await studio.store.conversations.with_turns(rows[::-1]))


async def outcomes_of(studio: Studio, classroom: Classroom) -> str:
    """Return the table of outcomes as CSV: a row a learner and problem, with the ideas found in that dialogue by id."""
    seen = await overview_of(studio, classroom)
    ideas: dict[str, list[str]] = {}
    for found in (await ideas_in(studio, classroom, [row.learner for row in seen.rows])).found:
        for talk_id in {line.talk_id for line in found.lines}:
            ideas.setdefault(talk_id, []).append(found.idea.id)
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(_COLUMNS)
    for row in seen.rows:
        for column, cell in zip(seen.columns, row.cells, strict=True):
            talk = cell.talk
            table.writerow([
                _plain(row.learner.name), column.problem, _plain(column.title), _right(cell.at_once), _right(cell.later),
                cell.state, talk.id if talk else "", talk.started.isoformat() if talk else "",
                talk.ended.isoformat() if talk and talk.ended else "", " ".join(ideas.get(talk.id, [])) if talk else "",
            ])  # fmt: skip
    return written.getvalue()


def _right(attempted: Try | None) -> str:
    return "" if attempted is None or attempted.is_right is None else "yes" if attempted.is_right else "no"


def _plain(text: str) -> str:
    """Return a text that no spreadsheet computes."""
    return _FORMULA.sub(r"\1'", text)
