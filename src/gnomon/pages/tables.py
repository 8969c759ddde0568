"""Tables and plots as values: what a report shows, before it is a page or a CSV file.

They are filled from `gnomon.pages.specifications`. Beside the name of each line of ours stand the same counts in every table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from gnomon.metrics import FEW_CLUSTERS

ALARMING_SHARE = 0.2
"""Of replies that could not be read, or of calls that failed: above it a page warns that the run's figures say little."""
Better = Literal["higher", "lower", ""]
PlotKind = Literal["line", "bar", "scatter", "heat"]
Subject = TypeVar("Subject")
"""What one line is of, such as the rows of a run."""


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
    missing: str = ""
    """Why there is no figure where one was to be; the page then says so in its place."""


class Bounded(Protocol):
    """A figure with its interval, such as `Cell` or `gnomon.metrics.Interval`."""

    @property
    def value(self) -> float | int | str | None:
        """None where there is no figure."""
        ...

    @property
    def low(self) -> float | None:
        """None where there is no interval."""
        ...

    @property
    def high(self) -> float | None:
        """As ``low``."""
        ...

    @property
    def clusters(self) -> int | None:
        """Dialogues or problems that the interval was resampled over; None without one."""
        ...


@runtime_checkable
class Estimated(Protocol):
    """A figure that is not resampled before it is shown."""

    def point(self) -> float | None:
        """Return the figure alone."""
        ...

    def interval(self) -> Bounded | None:
        """Return the figure with its interval; None where there is no figure."""
        ...


Measured = Estimated | Bounded | float | int | str | None


class Counts(NamedTuple):
    """What of a run's rows is in its figures as nothing, or not at all. Shown beside the run's name in every table."""

    rows: int
    unreadable: int = 0
    """A reply came from which no value could be read."""
    failed: int = 0
    """A call gave no reply."""
    partial: int = 0
    """A part of a reply could not be read; the rest counts."""
    not_applicable: int = 0
    """There was nothing to answer with, so that nobody was asked."""

    @property
    def alarms(self) -> Mapping[str, int]:
        """The counts that are more than `ALARMING_SHARE` of the rows, by what a page calls them."""
        found = {"unreadable": self.unreadable, "failed": self.failed}
        return {name: count for name, count in found.items() if count > ALARMING_SHARE * self.rows}

    def __str__(self) -> str:
        rest = {"read in part": self.partial, "not applicable": self.not_applicable}
        more = "".join(f", {count} {name}" for name, count in rest.items() if count)
        return f"{self.unreadable} unreadable, {self.failed} failed{more} of {self.rows}"


@dataclass(frozen=True)
class TableRow:
    """One line of a table."""

    name: str
    cells: tuple[Cell, ...]
    is_published: bool = False
    """Whether the figures were printed in the paper instead of measured here."""
    counts: Counts | None = None
    """None for published rows, and where a line is of no run."""


def _no_figure(of: Any) -> None:  # noqa: ANN401  # of whatever the line is
    """Measure nothing."""


@dataclass(frozen=True)
class Column(Generic[Subject]):
    """One column of a table, or one place on the axis of a plot."""

    heading: str
    measure: Callable[[Subject], Measured] = _no_figure
    """From what a line is of to its figure; a share is from 0 to 1 and shown in percent where that is the unit."""
    unit: str = ""
    """Of its figures; empty for the table's unit."""
    better: Better = "higher"
    """Which direction is better; empty where neither is."""
    digits: int | None = None
    """Decimals shown; None takes the table's."""


def counted(heading: str, measure: Callable[[Subject], Measured] = _no_figure, *, better: Better = "") -> Column[Subject]:
    """Return a column of whole numbers."""
    return Column(heading, measure, unit="count", better=better)


@dataclass(frozen=True)
class Table:
    """One table, with the paper's columns."""

    id: str
    """Permanent, such as ``mrbench.main``: names the CSV file."""
    title: str
    heads: tuple[Column[Any], ...]
    rows: tuple[TableRow, ...]
    note: str = ""
    """What a reader must know to read it right."""
    unit: str = ""
    """Of all columns that name none of their own; said in the heading."""
    is_beside: bool = False
    """Published rows stand under ours in the same table; else they are folded below."""

    def __post_init__(self) -> None:
        for row in self.rows:
            assert len(row.cells) == len(self.heads), (self.id, row.name)

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of the cells; the column of names has none."""
        return tuple(head.heading for head in self.heads)

    @property
    def ours(self) -> tuple[TableRow, ...]:
        """The rows that are ours."""
        return tuple(row for row in self.rows if not row.is_published)

    @property
    def published(self) -> tuple[TableRow, ...]:
        """The rows that a paper printed."""
        return tuple(row for row in self.rows if row.is_published)

    @property
    def warning(self) -> str:
        """What a reader must know where an interval rests on few dialogues or problems; else empty."""
        fewest = min(
            (cell.clusters for row in self.rows for cell in row.cells if cell.clusters is not None), default=FEW_CLUSTERS
        )
        if fewest >= FEW_CLUSTERS:
            return ""
        return (
            f"Intervals over fewer than {FEW_CLUSTERS} problems or dialogues are too narrow, a rough guide. A figure counts "
            f"only those in which there is what it is of: here one rests on as few as {fewest}."
        )


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

    @classmethod
    def of(cls, name: str, x: Sequence[float | str], points: Iterable[Bounded | None]) -> Series:
        """Return a series of figures with their intervals; words are no figures."""
        kept = [(None, None, None) if point is None else (point.value, point.low, point.high) for point in points]
        values, low, high = zip(*kept, strict=True)
        return cls(name, tuple(x), tuple(None if isinstance(value, str) else value for value in values), low, high)


@dataclass(frozen=True)
class Plot:
    """One plot of a report."""

    id: str
    title: str
    kind: PlotKind
    x_label: str
    """With the unit, where there is one."""
    y_label: str
    series: tuple[Series, ...]
    note: str = ""
