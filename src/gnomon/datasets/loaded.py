"""What a loader gives: the items, the rows it could not read, and what it noticed about those it could."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, overload

from pydantic import BaseModel, ConfigDict, Field


class DatasetItem(BaseModel):
    """What the items of all data sets have in common."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """As published; where a row has none, the file's name without endings and the row's number."""
    extra: dict[str, Any] = Field(default_factory=dict, repr=False)
    """Fields of the row that the loader does not know, as written."""


ItemT = TypeVar("ItemT", bound=DatasetItem)
ItemT_co = TypeVar("ItemT_co", bound=DatasetItem, covariant=True)


class BadRow(NamedTuple):
    """A row that could not be read; it is in no score, and every report counts it."""

    file: str
    """Name of the file, without its folder."""
    row: int
    """Line of a JSONL file, place in a JSON list, or row of a table through all shards of its split, from 1."""
    reason: str
    """What was expected and what is there."""
    raw: Any = None
    """The row as written; nothing is thrown away."""

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}: {self.reason}"


class RowNote(NamedTuple):
    """Something about a row that was read: a broken rule that was kept, a name read by its alias, a missing picture."""

    file: str
    row: int
    rule: str
    """Short permanent name, such as ``introduce_only_first`` or ``picture_missing``."""
    message: str

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}: {self.rule}: {self.message}"


@dataclass(frozen=True)
class Loaded(Sequence[ItemT_co], Generic[ItemT_co]):
    """A sequence of items that remembers what went wrong while they were read."""

    items: tuple[ItemT_co, ...]
    path: Path
    """What the loader was given."""
    bad_rows: tuple[BadRow, ...] = ()
    notes: tuple[RowNote, ...] = ()

    @property
    def rows(self) -> int:
        """Rows seen, good and bad."""
        return len(self.items) + len(self.bad_rows)

    def note_counts(self) -> Mapping[str, int]:
        """Return how often each rule was noted, the most frequent first."""
        return dict(Counter(note.rule for note in self.notes).most_common())

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> ItemT_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ItemT_co, ...]: ...
    def __getitem__(self, index: int | slice) -> ItemT_co | tuple[ItemT_co, ...]:
        return self.items[index]

    def __iter__(self) -> Iterator[ItemT_co]:
        return iter(self.items)
