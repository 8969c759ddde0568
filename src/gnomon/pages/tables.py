"""Tables and plots as values: what a report shows, before it is a page or a CSV file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gnomon.metrics import FEW_CLUSTERS


@dataclass(frozen=True)
class Cell:
    """One figure. None means that there is none to show: not measured, or nothing readable."""

    value: float | int | str | None
    low: float | None = None
    """Lower end of the interval; None when no interval was computed."""
    high: float | None = None
    digits: int = 3
    """Decimals shown; the CSV file keeps all."""
    clusters: int | None = None
    """Dialogues or problems that the interval was resampled over; None where there is none."""


@dataclass(frozen=True)
class TableRow:
    """One line of a table."""

    name: str
    cells: tuple[Cell, ...]
    is_published: bool = False
    """Whether the figures were printed in the paper instead of measured here."""


@dataclass(frozen=True)
class Table:
    """One table, with the paper's columns."""

    id: str
    """Permanent, such as ``mrbench.main``: names the CSV file."""
    title: str
    columns: tuple[str, ...]
    """Headings of the cells; the column of names has none."""
    rows: tuple[TableRow, ...]
    note: str = ""
    """What a reader must know to read it right."""

    def __post_init__(self) -> None:
        for row in self.rows:
            assert len(row.cells) == len(self.columns), (self.id, row.name)

    @property
    def warning(self) -> str:
        """What a reader must know where an interval rests on few dialogues or problems; else empty."""
        fewest = min(
            (cell.clusters for row in self.rows for cell in row.cells if cell.clusters is not None), default=FEW_CLUSTERS
        )
        if fewest >= FEW_CLUSTERS:
            return ""
        return f"Intervals over fewer than {FEW_CLUSTERS} problems or dialogues, here {fewest}, are too narrow: a rough guide."


@dataclass(frozen=True)
class Series:
    """One line, or one set of bars, of a plot."""

    name: str
    x: tuple[float | str, ...]
    y: tuple[float | None, ...]
    low: tuple[float | None, ...] = ()
    """Lower ends of the intervals; empty when there are none."""
    high: tuple[float | None, ...] = ()
    is_published: bool = False


@dataclass(frozen=True)
class Plot:
    """One plot of a report."""

    id: str
    title: str
    kind: Literal["line", "bar", "scatter", "heat"]
    x_label: str
    """With the unit, where there is one."""
    y_label: str
    series: tuple[Series, ...]
    note: str = ""
