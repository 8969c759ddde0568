"""Transcripts of any product as rows of an arena: one JSON object a line.

``{"problem": ID, "turns": [{"role": "tutor", "utterance": ...}, {"role": "student", "utterance": ...}]}`` is enough; the rest is
as in a dialogue of gnomon: ``attempt``, ``tutor``, ``student``, ``seed``, and of a turn ``act``, ``subact``, ``highlights``,
``feedback``. What nobody can tell from the words stays empty: the sibling, the turn of the repair, and without subacts the moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from gnomon.benchmark.arena.grading import grade_dialogue
from gnomon.benchmark.arena.playing import faults_in_words
from gnomon.benchmark.benchmark import Answer, Grade, Row, RowError
from gnomon.dialogue import Dialogue, DialogueError
from gnomon.geometry import solution_of
from gnomon.problem import ProblemError, load_problem
from gnomon.tutor import NoProofError

_UNKNOWN_MOVE = {"act": "Generic", "subact": "Continue"}
"""Of a turn whose product knows no moves."""


class Transcript(NamedTuple):
    """One line of a file."""

    id: str
    dialogue: Dialogue
    has_moves: bool
    """Whether its tutor's turns name their subacts."""


def read_transcripts(path: Path) -> Iterator[Transcript]:
    """Yield the transcripts of a file; blank lines are skipped.

    Raises:
        DialogueError: at the first line that is none, with its number.
        OSError: when the file cannot be read.
    """
    with path.open("rb") as lines:  # bytes that are no text are the fault of their line
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                yield _transcript(row, number)
            except (ValueError, TypeError, AttributeError, KeyError, ValidationError) as error:
                why = str(error).splitlines()[0]
                raise DialogueError(f"{path}, line {number}: expected a transcript with `problem` and `turns` ({why})") from error


def _transcript(row: dict[str, Any], number: int) -> Transcript:
    turns = row["turns"]
    tutors = [turn for turn in turns if turn.get("role") == "tutor"]
    has_moves = all("subact" in turn for turn in tutors)
    filled = [_UNKNOWN_MOVE | turn if turn.get("role") == "tutor" and "subact" not in turn else turn for turn in turns]
    return Transcript(str(row.get("id") or number), Dialogue.model_validate({**row, "turns": filled}), has_moves)


def graded_rows(transcripts: Iterator[Transcript]) -> Iterator[Row]:
    """Yield a row for each transcript; one whose problem cannot be read or solved is a failed row, with the reason."""
    for name, dialogue, has_moves in transcripts:
        seed = "" if dialogue.seed is None else str(dialogue.seed)
        groups = {"tutor": dialogue.tutor or "tutor", "learner": dialogue.student or "learner", "seed": seed}
        row = Row(id=name, cluster=dialogue.problem, groups=groups)
        try:
            solution = solution_of(load_problem(dialogue.problem))
            found = grade_dialogue(dialogue, solution, has_moves=has_moves)
        except (ProblemError, NoProofError) as error:
            yield row.model_copy(update={"error": RowError(boundary="benchmark", message=" ".join(str(error).split()))})
            continue
        said = dialogue.model_dump(mode="json", exclude_none=True)
        grade = Grade(marks=found.marks, reasons=faults_in_words(found.faults))
        answer = Answer(text=dialogue.outcome or "", value=said)
        yield row.model_copy(update={"text": solution.problem.question.text, "answer": answer, "grade": grade})
