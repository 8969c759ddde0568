"""What the folder of a pipeline holds: a results folder for each stage, what people have decided, what waits for them.

``run.json`` is the recipe as it was asked for, ``rows.jsonl`` has a row for each stage that is finished. The folder of a stage is
that of any run (``01-load`` and so on). ``decisions/`` holds what people said by stage, ``waiting/`` the sheets of what waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from gnomon.corpus.pipeline.deciding import Decision
from gnomon.corpus.pipeline.item import Item
from gnomon.corpus.pipeline.recipe import Recipe, StageSpec
from gnomon.files import write_whole
from gnomon.models import Calls
from gnomon.runs import ROWS, Record, RunFiles, read_record, read_rows

_FROZEN = ConfigDict(frozen=True, extra="forbid")
PipelineRecord = Record[Recipe]


class RowFailure(BaseModel):
    """Why an item has no outcome yet; the next pass tries again."""

    model_config = _FROZEN

    message: str


class StageRow(BaseModel):
    """What became of one item at one stage."""

    model_config = _FROZEN

    id: str
    kept: tuple[Item, ...] = ()
    """What goes on: the item, or what stands in its place."""
    dropped: str | None = None
    """The reason; None where it was kept, and where there is an error."""
    detail: str = ""
    said: tuple[Decision, ...] = ()
    """Of a person's stage: what everybody said."""
    error: RowFailure | None = None
    calls: dict[str, Calls] = {}


@dataclass(frozen=True)
class StageFolder:
    """One stage's place."""

    pipeline: Path
    place: int
    """From 1."""
    spec: StageSpec

    @property
    def path(self) -> Path:
        """The folder of its run."""
        return self.pipeline / f"{self.place:02}-{self.spec.name}"

    def rows(self) -> Iterator[StageRow]:
        """Yield its rows, one in memory at a time; none where it has not begun."""
        rows = self.path / ROWS
        return read_rows(rows, StageRow) if rows.exists() else iter(())

    def items(self) -> Iterator[Item]:
        """Yield what it has kept."""
        for row in self.rows():
            yield from row.kept

    def decisions(self) -> list[Decision]:
        """Return what people have said so far, in the order in which it was taken in."""
        path = self._decisions
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [Decision.model_validate_json(line) for line in lines]

    def keep_decisions(self, decisions: list[Decision]) -> None:
        """Write what people have said, all of it."""
        self._decisions.parent.mkdir(exist_ok=True)
        write_whole(self._decisions, "".join(f"{each.model_dump_json()}\n" for each in decisions))

    def sheet(self, ending: str) -> Path:
        """Return where the sheet of what waits lies: ``csv`` or ``jsonl``."""
        return self.pipeline / "waiting" / f"{self.spec.name}.{ending}"

    @property
    def _decisions(self) -> Path:
        return self.pipeline / "decisions" / f"{self.spec.name}.jsonl"


def read_pipeline(folder: Path) -> Recipe:
    """Return the recipe of a pipeline's folder.

    Raises:
        RunError: when the folder holds no pipeline.
    """
    return read_record(RunFiles.in_folder(folder).record, PipelineRecord).config


def stage_folders(folder: Path, recipe: Recipe) -> list[StageFolder]:
    """Return the places of all stages."""
    return [StageFolder(folder, place, spec) for place, spec in enumerate(recipe.stages, 1)]
