"""Where a figure would stand on a published leaderboard of which only some rows are known (``published/mrbench_boards.yaml``).

The boards of the BEA 2025 shared task are known by single rows with their ranks. So a place is a range: as many entries stand
above a figure as must, and as may.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from gnomon.benchmark.figures import published

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class BoardSource(BaseModel):
    """Who printed a row."""

    model_config = _FROZEN

    cite: str
    date: dt.date


class BoardRow(BaseModel):
    """One row of a board, as its source prints it."""

    model_config = _FROZEN

    name: str
    score: float
    rank: int | None = None
    """None where the source does not say."""
    source: str
    """A key of `Boards.sources`."""
    reranked: bool = False
    """No entry of the board: its authors put it among the others, in place of their own entry, which may stand above it."""

    @property
    def least_above(self) -> int:
        """Entries that certainly stand above it."""
        return 0 if self.rank is None else self.rank - 1

    @property
    def most_above(self) -> int | None:
        """Entries that may stand above it; None where nothing is known."""
        return None if self.rank is None else self.rank - 1 + self.reranked


class Board(BaseModel):
    """The board of one dimension."""

    model_config = _FROZEN

    entries: int = Field(ge=1)
    rows: dict[str, tuple[BoardRow, ...]]
    """By figure, such as ``strict_macro_f1``."""


class Boards(BaseModel):
    """All boards of one shared task."""

    model_config = _FROZEN

    task: str
    url: str
    split: str
    """What they were made on."""
    date: dt.date
    sources: dict[str, BoardSource]
    boards: dict[str, Board]
    """By dimension."""


class Place(BaseModel):
    """Where a figure would stand, from 1."""

    model_config = _FROZEN

    best: int
    worst: int
    entries: int
    """Of the board, without the figure."""

    def __str__(self) -> str:
        where = f"{self.best}" if self.best == self.worst else f"{self.best} to {self.worst}"
        return f"{where}, beside {self.entries} entries"


@cache
def mrbench_boards() -> Boards:
    """Return what is published of the boards of the BEA 2025 shared task."""
    return Boards.model_validate(published("mrbench_boards"))


def place_on(board: Board, figure: str, score: float) -> Place | None:
    """Return where a score would stand on a board; equal scores share the better place.

    With 44 entries, known ones being of rank 13 at .680 and of rank 37 at .587, a score of .600 has at least 13 entries above it
    and at most 36: place 14 to 37.

    Args:
        board: of one dimension.
        figure: such as ``strict_macro_f1``.
        score: from 0 to 1.

    Returns:
        None where no row of the figure is known.
    """
    rows = board.rows.get(figure, ())
    if not rows:
        return None
    above = [row for row in rows if row.score > score]
    rest = [row for row in rows if row.score <= score]
    # A ranked entry above the score stands above it with all before it; a re-ranked one is no entry itself.
    least = max((row.least_above + (not row.reranked) for row in above), default=0)
    least = max(least, sum(not row.reranked for row in above), *(row.least_above for row in rest if row.score == score), 0)
    most = board.entries - sum(not row.reranked for row in rest)
    most = min([most, *(row.most_above for row in rest if row.most_above is not None)])
    return Place(best=least + 1, worst=max(most, least) + 1, entries=board.entries)


def board_as_json(boards: Boards, dimension: str) -> Mapping[str, Any]:
    """Return a board with its sources and dates, as plain JSON."""
    board = boards.boards[dimension]
    rows = {
        figure: [{**row.model_dump(), **boards.sources[row.source].model_dump(mode="json")} for row in kept]
        for figure, kept in board.rows.items()
    }
    return {"entries": board.entries, "split": boards.split, "date": boards.date.isoformat(), "url": boards.url, "rows": rows}
