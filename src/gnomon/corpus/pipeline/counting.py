"""The funnel: how many items came to each stage, what became of them and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from gnomon.corpus.pipeline.deciding import Agreement, Decision, agreement
from gnomon.corpus.pipeline.folder import StageFolder, StageRow, read_pipeline, stage_folders
from gnomon.corpus.pipeline.recipe import Recipe
from gnomon.models import Calls, add_calls
from gnomon.runs import SUMMARY

State = Literal["not begun", "under way", "finished"]


@dataclass
class StageCounts:
    """What became of the items that came to a stage. Rows are kept, dropped or failed; nothing else."""

    rows: int = 0
    kept: int = 0
    items: int = 0
    """What stands in place of the kept ones: what the next stage gets."""
    dropped: Counter[str] = field(default_factory=Counter)
    """By reason."""
    errors: Counter[str] = field(default_factory=Counter)
    """Of rows that failed, by message."""
    corrected: int = 0
    """Of the kept ones, those that a person has changed."""
    said: list[tuple[Decision, ...]] = field(default_factory=list)
    """By item, where people decide."""
    calls: Mapping[str, Calls] = field(default_factory=dict)
    """By role of a model."""

    @property
    def failed(self) -> int:
        """Rows that the next pass tries again."""
        return self.errors.total()

    def agreement(self) -> Agreement | None:
        """Return how far people agree; None where none decided about the same item."""
        return agreement([decision for decision in said if not decision.settles] for said in self.said)

    def as_json(self) -> dict[str, Any]:
        """Return the counts."""
        agreed = self.agreement()
        return {
            "rows": self.rows,
            "kept": self.kept,
            "dropped": dict(self.dropped.most_common()),
            "failed": self.failed,
            "items": self.items,
            **({"corrected": self.corrected} if self.said else {}),
            **({"agreement": {**agreed._asdict(), "share": agreed.share}} if agreed else {}),
            **({"calls": {role: each.model_dump(mode="json") for role, each in self.calls.items()}} if self.calls else {}),
        }


def count_rows(rows: Iterable[StageRow]) -> StageCounts:
    """Count what became of items."""
    counts = StageCounts()
    for row in rows:
        counts.rows += 1
        counts.calls = add_calls([counts.calls, row.calls])
        if row.error is not None:
            counts.errors[row.error.message] += 1
        elif row.dropped is not None:
            counts.dropped[row.dropped] += 1
        else:
            counts.kept += 1
            counts.items += len(row.kept)
        if row.said:
            counts.said.append(row.said)
            counts.corrected += row.dropped is None and bool(_final(row).changes)
    return counts


def _final(row: StageRow) -> Decision:
    return next((each for each in row.said if each.settles), row.said[0])


@dataclass(frozen=True)
class StageStatus:
    """How far one stage is."""

    place: StageFolder
    state: State
    counts: StageCounts
    comes: int | None
    """Items that come to it; None of a source, and where the stage before it is not finished."""

    @property
    def waiting(self) -> int:
        """Items without an outcome; 0 where it is not known how many come."""
        return 0 if self.comes is None else self.comes - self.counts.rows

    def as_json(self) -> dict[str, Any]:
        """Return it for machines."""
        spec = self.place.spec
        return {"name": spec.name, "stage": spec.stage, "state": self.state, "comes": self.comes, "waiting": self.waiting} | (
            self.counts.as_json()
        )


@dataclass(frozen=True)
class Status:
    """How far a pipeline is."""

    folder: Path
    recipe: Recipe
    stages: tuple[StageStatus, ...]

    @property
    def is_finished(self) -> bool:
        """Whether all stages are."""
        return all(stage.state == "finished" for stage in self.stages)

    def as_json(self) -> dict[str, Any]:
        """Return it for machines."""
        return {"recipe": self.recipe.name, "finished": self.is_finished, "stages": [each.as_json() for each in self.stages]}


def status_of(folder: Path) -> Status:
    """Look how far a pipeline is.

    Raises:
        RunError: when the folder holds no pipeline, or rows that cannot be read.
    """
    recipe = read_pipeline(folder)
    found: list[StageStatus] = []
    comes: int | None = None
    for place in stage_folders(folder, recipe):
        counts = count_rows(place.rows())
        state: State = (
            "finished" if (place.path / SUMMARY).exists() and not counts.failed else "under way" if counts.rows else "not begun"
        )
        found.append(StageStatus(place, state, counts, comes))
        comes = counts.items if state == "finished" else None
    return Status(folder, recipe, tuple(found))
