"""Tables and plots: as specifications, which say what stands in them, and as values, which a page or a CSV file shows.

A specification is data: columns, each with its heading, unit and measure, and where the lines come from. Filling it computes
every cell, so that a new table is a new record. What a line is of is the specification's own: the rows of a run, a condition
of an inquiry. Beside the name of each line of ours stand the same counts in every table (`Counts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

ALARMING_SHARE = 0.2
"""Of replies that could not be read, or of calls that failed: above it a page warns that the run's figures say little."""
Better = Literal["higher", "lower", ""]
PlotKind = Literal["line", "bar", "scatter", "heat"]
Source = TypeVar("Source")
"""What a specification is filled from, such as runs by name."""
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

    def times(self, factor: float) -> Cell:
        """Return a figure in another unit; words stay."""
        if not isinstance(self.value, int | float):
            return self
        low, high = (None if end is None else factor * end for end in (self.low, self.high))
        return Cell(factor * self.value, low, high, self.digits)


@runtime_checkable
class Estimated(Protocol):
    """A figure that is not resampled before it is shown."""

    def cell(self) -> Cell:
        """Return the figure with its interval."""
        ...


Measured = Estimated | Cell | float | int | str | None


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

    @property
    def is_empty(self) -> bool:
        """Whether it has no figure at all."""
        return all(value is None for value in self.y)


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


class Line(NamedTuple, Generic[Subject]):
    """One line of ours before its figures are computed."""

    name: str
    of: Subject
    counts: Counts | None = None


class Printed(NamedTuple):
    """One published row."""

    name: str
    values: Sequence[float | int | str | None]
    """In the order of the columns, in the table's units; columns after the last have none."""
    digits: int | None = None
    """Decimals that were printed; None takes those of the column."""


def nothing_printed(_: Any) -> Iterable[Printed]:  # noqa: ANN401  # whatever a specification is filled from
    """Return no published row."""
    return ()


@dataclass(frozen=True)
class TableSpec(Generic[Source, Subject]):
    """What stands in a table."""

    id: str
    title: str
    unit: str
    """``fraction`` (0 to 1), ``percent``, ``points`` or what else all figures are in. Columns that count say so themselves."""
    columns: tuple[Column[Subject], ...]
    lines: Callable[[Source], Iterable[Line[Subject]]]
    printed: Callable[[Source], Iterable[Printed]] = nothing_printed
    note: str | Callable[[Sequence[Line[Subject]]], str] = ""
    """What a reader must know, or what says it from the lines of ours."""
    digits: int = 3

    def fill(self, source: Source) -> Table | None:
        """Compute the table; None where there is no line of ours, since printed figures alone compare with nothing."""
        lines = tuple(self.lines(source))
        if not lines:
            return None
        ours = (TableRow(line.name, self._cells(line.of), counts=line.counts) for line in lines)
        theirs = (self._printed_row(row) for row in self.printed(source))
        note = self.note if isinstance(self.note, str) else self.note(lines)
        return Table(self.id, self.title, self.columns, (*ours, *theirs), note, self.unit)

    def _cells(self, of: Subject) -> tuple[Cell, ...]:
        return tuple(
            measured(column.measure, of, unit=column.unit or self.unit, digits=self._digits(column)) for column in self.columns
        )

    def _printed_row(self, row: Printed) -> TableRow:
        values = [*row.values, *[None] * (len(self.columns) - len(row.values))]
        digits = [self._digits(column) if row.digits is None else row.digits for column in self.columns]
        cells = tuple(Cell(value, digits=each) for value, each in zip(values, digits, strict=True))
        return TableRow(row.name, cells, is_published=True)

    def _digits(self, column: Column[Subject]) -> int:
        return self.digits if column.digits is None else column.digits


@dataclass(frozen=True)
class PlotSpec(Generic[Source, Subject]):
    """What stands in a plot: one series a line, one place on the axis for each measure."""

    id: str
    title: str
    kind: PlotKind
    x_label: str
    y_label: str
    points: Mapping[Any, Callable[[Subject], Measured]]
    """By place on the axis, a number or words."""
    lines: Callable[[Source], Iterable[Line[Subject]]]
    unit: str = "fraction"
    printed: Callable[[Source], Iterable[Printed]] = nothing_printed
    note: str = ""

    def fill(self, source: Source) -> Plot | None:
        """Compute the plot; None where no line of ours has a figure. Lines without one are left out."""
        x = tuple(self.points)
        ours = [self._series(line) for line in self.lines(source)]
        kept = [series for series in ours if not series.is_empty]
        theirs = (Series(row.name, x, tuple(map(_number, row.values)), is_published=True) for row in self.printed(source))
        shown = (*kept, *theirs)
        return Plot(self.id, self.title, self.kind, self.x_label, self.y_label, shown, self.note) if kept else None

    def _series(self, line: Line[Subject]) -> Series:
        cells = [measured(measure, line.of, unit=self.unit) for measure in self.points.values()]
        values, low, high = (tuple(map(get, cells)) for get in (_value, lambda cell: cell.low, lambda cell: cell.high))
        return Series(line.name, tuple(self.points), values, low, high)


def filled(specs: Iterable[TableSpec[Source, Any]] | Iterable[PlotSpec[Source, Any]], source: Source) -> tuple[Any, ...]:
    """Return the tables, or plots, of specifications that have something to show."""
    return tuple(made for spec in specs if (made := spec.fill(source)) is not None)


def measured(measure: Callable[[Subject], Measured], of: Subject, *, unit: str, digits: int = 3) -> Cell:
    """Return a figure as it is shown.

    Args:
        measure: of a share from 0 to 1 where the unit is ``percent``.
        of: what is measured.
        unit: of the cell.
        digits: decimals shown.
    """
    found = measure(of)
    cell = found.cell() if isinstance(found, Estimated) else found if isinstance(found, Cell) else Cell(found)
    return replace(cell.times(100) if unit == "percent" else cell, digits=digits)


def _value(cell: Cell) -> float | None:
    return _number(cell.value)


def _number(value: float | str | None) -> float | None:
    return float(value) if isinstance(value, int | float) else None
