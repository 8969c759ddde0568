"""What stands in tables and plots, as data: columns with their measures, where the lines come from, and their words.

Filling a specification computes every cell, so that a new table is a new record. What a line is of is the specification's own:
the rows of a run, a condition of an inquiry. Titles, units and notes stand in a file (`Wording`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from gnomon.pages.tables import Cell, Column, Counts, Estimated, Measured, Plot, PlotKind, Series, Subject, Table, TableRow

Figure = TypeVar("Figure", float | None, float | int | str | None)
Source = TypeVar("Source")
"""What a specification is filled from, such as runs by name."""


class Line(NamedTuple, Generic[Subject]):
    """One line of ours before its figures are computed."""

    name: str
    of: Subject
    counts: Counts | None = None


class Printed(NamedTuple):
    """One published row."""

    name: str
    values: Sequence[Any]  # numbers, words or None
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
        return tuple(cell_of(column.measure(of), column.unit or self.unit, self._digits(column)) for column in self.columns)

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
    unit: str = ""
    """Where it is ``percent``, shares from 0 to 1 are shown so."""
    printed: Callable[[Source], Iterable[Printed]] = nothing_printed
    note: str = ""

    def fill(self, source: Source) -> Plot | None:
        """Compute the plot; None where no line of ours has a figure. Lines without one are left out."""
        x = tuple(self.points)
        ours = []
        for line in self.lines(source):
            cells = [cell_of(measure(line.of), self.unit) for measure in self.points.values()]
            ours += [Series.of(line.name, x, cells)] if any(cell.value is not None for cell in cells) else []
        theirs = (Series(row.name, x, tuple(row.values), is_published=True) for row in self.printed(source))
        return Plot(self.id, self.title, self.kind, self.x_label, self.y_label, (*ours, *theirs), self.note) if ours else None


@dataclass(frozen=True)
class Wording:
    """The words of a paper's tables and plots, as their file has them: ``tables``, ``plots`` and ``notes`` by name."""

    words: Mapping[str, Any]
    published: Mapping[str, Any] = field(default_factory=dict)
    """Printed rows by part."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What titles and notes name in braces beside other notes."""

    def table(
        self,
        table_id: str,
        columns: Iterable[Column[Any]],
        lines: Callable[[Any], Iterable[Line[Any]]],
        *,
        printed: Callable[[Any], Iterable[Printed]] | None = None,
        note: Callable[[Sequence[Line[Any]]], str] | None = None,
    ) -> TableSpec[Any, Any]:
        """Return a table.

        Args:
            table_id: permanent, such as ``mrbench.main``.
            columns: in order.
            lines: from what the table is filled with.
            printed: what gives the published rows; None takes the part that the words name, if any.
            note: what the lines add to the note; None for nothing.
        """
        words = self.words["tables"][table_id]
        said = self._text(words.get("note", ""))
        told = said if note is None else lambda found: f"{said} {note(found)}".rstrip()
        title, theirs = self._text(words["title"]), printed or self._printed(words)
        return TableSpec(table_id, title, words["unit"], tuple(columns), lines, theirs, told, words.get("digits", 3))

    def plot(
        self,
        plot_id: str,
        points: Mapping[Any, Callable[[Any], Measured]],
        lines: Callable[[Any], Iterable[Line[Any]]],
        *,
        printed: Callable[[Any], Iterable[Printed]] | None = None,
    ) -> PlotSpec[Any, Any]:
        """Return a plot; arguments as for a table, with a measure by place on the axis."""
        words = self.words["plots"][plot_id]
        labels = words["title"], words["kind"], words["x_label"], words["y_label"]
        theirs, note = printed or self._printed(words), self._text(words.get("note", ""))
        return PlotSpec(plot_id, *labels, points, lines, words.get("unit", ""), theirs, note)

    def _printed(self, words: Mapping[str, Any]) -> Callable[[Any], Iterable[Printed]]:
        part = words.get("published")
        return nothing_printed if part is None else lambda _: printed_rows(self.published[part])

    def _text(self, text: str) -> str:
        while "{" in text:  # a note that is quoted may quote another
            text = text.format_map({**self.words.get("notes", {}), **self.values})
        return text


def printed_rows(part: Mapping[str, Any], places: Sequence[int] | None = None) -> list[Printed]:
    """Return published rows with their table behind the name.

    Args:
        part: ``rows``, and what holds for all of them: ``table``, ``digits``.
        places: which values; None takes all.
    """
    where = f" ({part['table']})" if "table" in part else ""
    return [
        Printed(
            row["name"] + where,
            row["values"] if places is None else [row["values"][place] for place in places],
            part.get("digits"),
        )
        for row in part["rows"]
    ]


def filled(specs: Iterable[TableSpec[Source, Any]] | Iterable[PlotSpec[Source, Any]], source: Source) -> tuple[Any, ...]:
    """Return the tables, or plots, of specifications that have something to show."""
    return tuple(made for spec in specs if (made := spec.fill(source)) is not None)


def cell_of(found: Measured, unit: str, digits: int = 3) -> Cell:
    """Return a figure as it is shown.

    Args:
        found: by a column's measure.
        unit: of the table or the column; where it is ``percent``, a share from 0 to 1 is shown so.
        digits: decimals shown.
    """
    shown = found.interval() if isinstance(found, Estimated) else found
    if shown is None or isinstance(shown, float | int | str):
        return Cell(_in_unit(shown, unit), digits=digits)
    return Cell(_in_unit(shown.value, unit), _in_unit(shown.low, unit), _in_unit(shown.high, unit), digits, shown.clusters)


def _in_unit(number: Figure, unit: str) -> Figure:
    return 100 * number if unit == "percent" and isinstance(number, float | int) else number
