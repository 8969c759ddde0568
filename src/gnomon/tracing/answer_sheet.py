"""A class's final answers, read from a CSV file: one row a learner, with what it wrote.

The header may name the columns in a few ways, in any order and case; commas, semicolons and tabs are all separators. What a
learner wrote is kept as it is: whether it is a number is the tracer's business.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import NamedTuple

_NAMES = {
    "learner": ("learner", "student", "pupil", "name", "id"),
    "answer": ("answer", "response", "final answer", "result"),
}
_MOST_BYTES = 10_000_000
"""Of a file: a hundred thousand learners and more; anything larger is some other file."""


class AnswerSheetError(ValueError):
    """A file that is no list of answers; the message is one line with what to do."""


class LearnerAnswer(NamedTuple):
    """What one learner wrote."""

    learner: str
    answer: str
    """As written; empty where the learner wrote nothing."""


def read_answer_sheet(path: Path) -> tuple[LearnerAnswer, ...]:
    """Read a file of answers; empty lines are passed over.

    Raises:
        AnswerSheetError: for a file that cannot be read, without the two columns, or without a row.
    """
    return answers_in(_text(path), repr(str(path)))


def answers_in(text: str, name: str) -> tuple[LearnerAnswer, ...]:
    """Read the same of a text, with the ``name`` that messages call it by.

    Raises:
        AnswerSheetError: without the two columns, or without a row.
    """
    # The header alone: a decimal comma in an answer would mislead a look at the rows.
    header = text.partition("\n")[0]
    separator = max(",;\t", key=header.count)
    try:
        rows = [
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if any(cell.strip() for cell in row)
        ]
    except csv.Error as error:
        raise AnswerSheetError(f"{name} is not CSV: {error}") from error
    columns = _columns(name, rows[0] if rows else [])
    found = [LearnerAnswer(*(row[column].strip() if column < len(row) else "" for column in columns)) for row in rows[1:]]
    if not found:
        raise AnswerSheetError(f"{name} has no answers under its header: write one row a learner, such as 'Ada,57'")
    return tuple(LearnerAnswer(each.learner or f"row {place}", each.answer) for place, each in enumerate(found, 2))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise AnswerSheetError(f"{str(path)!r} has more than {_MOST_BYTES // 10**6} MB; give a file of learners and answers")
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise AnswerSheetError(f"cannot open {str(path)!r}: {error.strerror}; check the path") from error
    except UnicodeDecodeError as error:
        raise AnswerSheetError(f"{str(path)!r} is not UTF-8 text; save it as 'CSV UTF-8'") from error


def _columns(name: str, header: list[str]) -> tuple[int, int]:
    titles = [" ".join(cell.lower().split()) for cell in header]
    places = {wanted: next((titles.index(each) for each in known if each in titles), None) for wanted, known in _NAMES.items()}
    learner, answer = places["learner"], places["answer"]
    if learner is None or answer is None:
        got = ", ".join(header) or "an empty file"
        raise AnswerSheetError(f"{name}: expected a first line with the columns learner,answer, got {got[:80]!r}")
    return learner, answer
