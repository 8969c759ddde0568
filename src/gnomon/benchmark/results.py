"""What the results folder of a benchmark holds beside what every run has: its configuration and its rows.

Reports read ``rows.jsonl`` and ``run.json`` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from gnomon import runs
from gnomon.benchmark.benchmark import Row
from gnomon.models import CallSettings
from gnomon.runs import ROWS, Record, RunFiles, require_finished


class RunConfig(BaseModel):
    """All that decides the rows of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    tutor: str | None = None
    """``symbolic``, ``MODULE:FACTORY``, a URL, ``MODEL@URL``, or a control's name; None where replies are recorded."""
    judge: str | None = None
    """A URL, ``MODEL@URL``, or a baseline's name; None where nothing is judged by a model."""
    reader: str | None = None
    """``MODEL@URL`` or a URL that reads learners' messages told in words; None: the grammar alone."""
    ocr: str | None = None
    """``MODEL@URL``, a URL or ``command:WORDS``, to read pictures to tutors that get text; None takes the texts of the data."""
    data: str = "sample"
    """``sample`` or the path of the dataset."""
    limit: int | None = None
    seed: int = 0
    ids: tuple[str, ...] | None = None
    """Of the items that are done; None for all."""
    where: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """By field of the items, the values of those that are done; empty for all."""
    asking: dict[str, CallSettings] = Field(default_factory=dict)
    """By role, settings of its model's calls in place of the benchmark's own."""
    options: dict[str, Any] = Field(default_factory=dict)  # plain JSON; checked by the benchmark's own options

    @property
    def models(self) -> dict[str, str | None]:
        """What was named for each role that a model may have."""
        return {"tutor": self.tutor, "judge": self.judge, "reader": self.reader, "ocr": self.ocr}


RunRecord = Record[RunConfig]
"""What ``run.json`` holds; its hash of the data is that of the items."""


def read_record(folder: Path) -> RunRecord:
    """Read ``run.json``.

    Raises:
        RunError: when the folder holds no run, or one that cannot be read.
    """
    return runs.read_record(RunFiles.in_folder(folder).record, RunRecord)


def read_rows(folder: Path) -> Iterator[Row]:
    """Yield the rows of a finished run.

    Raises:
        RunError: when the run is not finished, has lost rows, or a row cannot be read.
    """
    require_finished(folder)
    yield from runs.read_rows(folder / ROWS, Row)
