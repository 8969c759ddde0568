"""A user's own file of responses, graded: the shared task's submission format (BEA 2025; bea-jh 4.3).

The run lies in a results folder beside the submission, so that an interrupted one goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.running import run
from gnomon.datasets import BEA_DIMENSIONS
from gnomon.runs import Pace, Told


@dataclass(frozen=True)
class Graded:
    """A graded file."""

    rows: tuple[Row, ...]
    submission: list[dict[str, Any]]
    folder: Path
    """The results folder."""

    def label_counts(self) -> dict[str, dict[str, int]]:
        """Return how often each label was given, by dimension; ``no label`` among them: unreadable, failed or abstained."""
        counts = {name: Counter(row.marks.get(name) or "no label" for row in self.rows) for name in BEA_DIMENSIONS}
        return {name: dict(count.most_common()) for name, count in counts.items()}


def grade_file(config: RunConfig, folder: Path, pace: Pace, told: Told) -> Graded:
    """Grade the responses of a file, going on where an earlier call with the same settings was interrupted.

    Args:
        config: of the task ``mrbench``, its data being the file.
        folder: for the results.
        pace: how fast and how dear.
        told: is told how far the run is.

    Raises:
        RunError: when the folder holds a run with other settings; the message names the setting.
        DatasetError: when the file holds no responses.
    """
    outcome = run(config, folder, pace, told)
    return Graded(outcome.rows, submission_of(outcome.rows), folder)


def submission_of(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the shared task's form: one dialogue with its tutors' responses and labels; a label that is missing is null.

    Where a conversation id is there with several histories, or a tutor with several responses, each has an entry of its own.
    """
    dialogues: dict[tuple[str, str, int], dict[str, Any]] = {}
    seen: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        tutor = row.groups["tutor"]
        number = seen[row.cluster, row.text, tutor]
        seen[row.cluster, row.text, tutor] += 1
        dialogue = dialogues.setdefault(
            (row.cluster, row.text, number),
            {"conversation_id": row.cluster, "conversation_history": row.text, "tutor_responses": {}},
        )
        labels = {name: row.marks.get(name) for name in BEA_DIMENSIONS}
        response = row.answer.text if row.answer else ""
        dialogue["tutor_responses"][tutor] = {"response": response, "annotation": labels}
    return list(dialogues.values())
