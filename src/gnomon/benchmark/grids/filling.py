"""Filling a grid's tables: each cell is a figure of the benchmark's own tables over one run, or says why it is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from gnomon.benchmark.catalogue import build
from gnomon.benchmark.figures import NO_BERT, bert_model, published
from gnomon.benchmark.grids.grid import ColumnsOf, Layout
from gnomon.benchmark.grids.running import GridOutcome, MadeRun
from gnomon.benchmark.results import RunConfig
from gnomon.inquiry.analysis.curves import USUAL
from gnomon.inquiry.analysis.findings import Findings
from gnomon.inquiry.report.details import detail_tables, judged_tables
from gnomon.inquiry.report.plots import plots_of
from gnomon.inquiry.report.published import printed_training_rows
from gnomon.inquiry.report.report import findings_of_runs, tables_of
from gnomon.inquiry.report.tables import deviation_table, main_tables
from gnomon.inquiry.search.preferences import PreferenceCounts, training_rows
from gnomon.pages import (
    Cell,
    Column,
    Counts,
    Line,
    Plot,
    Printed,
    Table,
    TableRow,
    TableSpec,
    cell_of,
    counted,
    filled,
    printed_rows,
)

_NOTHING_MEASURED = "no row of the run has it, or what measures it is not installed"
_NO_LINE = "no row of the run has what this table shows"
_TRAINING_ROWS = "grid.training_rows"


class _Head(NamedTuple):
    """One column of a layout: where its figure comes from."""

    spec: TableSpec[Any, Any]
    column: Column[Any]
    heading: str

    @property
    def digits(self) -> int:
        return self.spec.digits if self.column.digits is None else self.column.digits


@dataclass(frozen=True)
class _Filled:
    """The runs of a grid as tables are filled from them."""

    outcome: GridOutcome

    @cached_property
    def specs(self) -> Mapping[str, TableSpec[Any, Any]]:
        """Return the tables of the benchmark by id."""
        if self.outcome.grid.is_inquiry:
            found = (*main_tables(USUAL), *detail_tables(), deviation_table(), *judged_tables(self.all), _training_table())
            return {spec.id: spec for spec in found}
        return {spec.id: spec for spec in self.benchmark.shown().tables}

    @cached_property
    def benchmark(self) -> Any:  # noqa: ANN401 - a benchmark; its type is of rows
        """The benchmark of the first run that is there."""
        config = self.outcome.finished[0].run.config
        assert isinstance(config, RunConfig)
        return build(config)

    @cached_property
    def all(self) -> Any:  # noqa: ANN401 - whatever the tables are filled from
        """Return what tables over all runs are filled from."""
        return self.source(self.outcome.finished)

    def source(self, made: Sequence[MadeRun]) -> Any:  # noqa: ANN401 - as `all`
        """Return what tables over some runs are filled from."""
        if not self.outcome.grid.is_inquiry:
            return {each.run.name: each.rows for each in made}
        inquiries = [each.inquiry for each in made if each.inquiry is not None]
        baseline = _baseline(self.outcome) if len(made) > 1 else None
        return findings_of_runs(inquiries, marks=self.outcome.marks, baseline=baseline)


def tables_of_grid(outcome: GridOutcome) -> tuple[tuple[Table, ...], tuple[Plot, ...]]:
    """Return the tables and plots of a grid: first those in the paper's layout, then those over all runs together.

    Args:
        outcome: with at least one finished run.
    """
    found, grid = _Filled(outcome), outcome.grid
    tables = [_table(found, layout) for layout in grid.tables]
    if grid.is_inquiry:
        more = tuple(table for table in tables_of(found.all) if table.id.startswith(grid.more)) if grid.more else ()
        plots = tuple(plot for plot in plots_of(found.all) if plot.id.startswith(grid.plots)) if grid.plots else ()
    else:
        by_id = {spec.id: spec for spec in found.benchmark.shown().plots}
        more = filled([found.specs[name] for name in grid.more], found.all)
        plots = filled([by_id[name] for name in grid.plots], found.all)
    return (*tables, *(replace(each, is_beside=True) for each in more)), plots


def _baseline(outcome: GridOutcome) -> str | None:
    """Return whom trained students, or teachers, are compared with: the first that was named, as rows have it."""
    rows = [row for each in outcome.finished if each.inquiry for row in each.inquiry.results]
    if outcome.chosen.trained or len(outcome.chosen.teachers) > 1:
        of = "student" if outcome.chosen.trained else "teacher"
        return next((str(getattr(row, of)) for row in rows), None)
    return None


# one table


def _table(found: _Filled, layout: Layout) -> Table:
    heads = [head for columns in layout.columns for head in _heads(found, columns, is_axis=bool(layout.by))]
    unit = heads[0].spec.unit
    if layout.by:
        values = [value.name for value in found.outcome.grid.axes[layout.by]]
        columns = tuple(replace(heads[0].column, heading=value, unit="") for value in values)
        rows = tuple(_rows_by(found, layout, heads[0], values))
    else:
        words: Iterator[Column[Any]] = (Column(heading, unit="shown", better="") for heading in layout.shown)
        columns = (*words, *(_column(head, unit) for head in heads))
        rows = tuple(row for each in found.outcome.made if not each.run.selects for row in _rows(found, layout, heads, each))
    theirs = tuple(_published(found, layout, heads, [column.heading for column in columns]))
    note = " ".join(filter(None, [layout.note, *_why(rows, columns)]))
    return Table(layout.id, layout.title, columns, (*rows, *theirs), note, unit, is_beside=True)


def _heads(found: _Filled, columns: ColumnsOf, *, is_axis: bool) -> Iterator[_Head]:
    spec = found.specs[columns.table]
    by_heading = {column.heading: column for column in spec.columns}
    for heading in columns.headings or tuple(by_heading):
        name = heading if is_axis or not columns.under else f"{columns.under}: {heading}"
        yield _Head(spec, by_heading[heading], name)


def _column(head: _Head, unit: str) -> Column[Any]:
    own = head.column.unit or ("" if head.spec.unit == unit else head.spec.unit)
    return replace(head.column, heading=head.heading, unit=own)


def _rows(found: _Filled, layout: Layout, heads: Sequence[_Head], made: MadeRun) -> Iterator[TableRow]:
    """Yield the lines of one run: as many as the first table of the layout has of it."""
    words = tuple(Cell(made.run.shown.get(heading)) for heading in layout.shown)
    lines = {} if made.missing else _lines(found, heads, made)
    first = lines.get(heads[0].spec.id, ())
    if not first:
        why = made.missing or _NO_LINE
        yield TableRow(made.run.name, (*words, *(Cell(None, missing=why) for _ in heads)), counts=_counts(made))
        return
    for place, line in enumerate(first):
        name = made.run.name if len(first) == 1 else line.name
        cells = (_cell(head, lines[head.spec.id], place) for head in heads)
        yield TableRow(name, (*words, *cells), counts=line.counts or _counts(made))


def _lines(found: _Filled, heads: Sequence[_Head], made: MadeRun) -> dict[str, Sequence[Line[Any]]]:
    source = found.source([made])
    return {spec.id: tuple(spec.lines(source)) for spec in {head.spec.id: head.spec for head in heads}.values()}


def _cell(head: _Head, lines: Sequence[Line[Any]], place: int) -> Cell:
    if place >= len(lines):
        return Cell(None, missing=_NO_LINE)
    cell = cell_of(head.column.measure(lines[place].of), head.column.unit or head.spec.unit, head.digits)
    if cell.value is not None:
        return cell
    is_bert = head.column.heading.startswith("BERTScore") and bert_model() is None
    return replace(cell, missing=NO_BERT.rstrip(".") if is_bert else _NOTHING_MEASURED)


def _rows_by(found: _Filled, layout: Layout, head: _Head, values: Sequence[str]) -> Iterator[TableRow]:
    """Yield one line for all runs that differ in the axis of the columns alone."""
    by_name: dict[str, dict[str, MadeRun]] = defaultdict(dict)
    for each in found.outcome.made:
        if not each.run.selects:
            by_name[each.run.name_without(layout.by)][each.run.place.get(layout.by, "")] = each
    for name, runs in by_name.items():
        cells = (_cell_of_run(found, head, runs.get(value)) for value in values)
        counts = Counts(*map(sum, zip(*(each.counts for each in runs.values()), strict=True)))
        yield TableRow(name, tuple(cells), counts=counts)


def _cell_of_run(found: _Filled, head: _Head, made: MadeRun | None) -> Cell:
    if made is None or made.missing:
        return Cell(None, missing=made.missing if made else "there is no such run")
    return _cell(head, _lines(found, [head], made)[head.spec.id], 0)


def _counts(made: MadeRun) -> Counts | None:
    return made.counts if made.counts.rows else None


def _why(rows: Sequence[TableRow], columns: Sequence[Column[Any]]) -> Iterator[str]:
    """Say why cells are missing, each reason once, with the cells."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        gaps = [column.heading for column, cell in zip(columns, row.cells, strict=True) if cell.missing]
        reasons = dict.fromkeys(cell.missing for cell in row.cells if cell.missing)
        for reason in reasons:
            own = [column.heading for column, cell in zip(columns, row.cells, strict=True) if cell.missing == reason]
            all_measured = len(gaps) == len(own) == sum(column.unit != "shown" for column in columns)
            by_reason[reason].append(row.name if all_measured else f"{row.name} ({', '.join(own)})")
    for reason, cells in by_reason.items():
        yield f"Missing: {'; '.join(cells)}: {reason}."


# what is published


class _Theirs(NamedTuple):
    """One printed row."""

    name: str
    values: dict[str, Any]  # numbers or None
    """By our headings."""
    digits: int | None


def _published(found: _Filled, layout: Layout, heads: Sequence[_Head], headings: Sequence[str]) -> Iterator[TableRow]:
    """Yield the printed rows, their figures under our headings; a row that has none of them is left out."""
    own = {head.heading: head.digits for head in heads}
    usual = heads[0].digits
    for row in (row for row in _theirs(found, layout, heads) if layout.printed_in in row.name):
        digits = [own.get(heading, usual) if row.digits is None else row.digits for heading in headings]
        cells = tuple(Cell(row.values.get(heading), digits=place) for heading, place in zip(headings, digits, strict=True))
        if any(cell.value is not None for cell in cells):
            yield TableRow(row.name, cells, is_published=True)


def _theirs(found: _Filled, layout: Layout, heads: Sequence[_Head]) -> Iterator[_Theirs]:
    if "/" in layout.published:
        rows, names = _part(layout.published), [head.heading for head in heads]
    elif layout.published:
        spec = found.specs[layout.published]
        rows, names = tuple(spec.printed(found.all)), [column.heading for column in spec.columns]
    else:
        yield from _joined(found, heads)
        return
    yield from (_Theirs(row.name, dict(zip(names, row.values, strict=False)), row.digits) for row in rows)


def _joined(found: _Filled, heads: Sequence[_Head]) -> Iterator[_Theirs]:
    """Yield the printed rows of all tables that the columns are of; rows of one name are one."""
    joined: dict[str, _Theirs] = {}
    for spec in {head.spec.id: head.spec for head in heads}.values():
        places = [(head, spec.columns.index(head.column)) for head in heads if head.spec is spec]
        for row in spec.printed(found.all):
            values = joined.setdefault(row.name, _Theirs(row.name, {}, row.digits)).values
            values |= {head.heading: row.values[place] for head, place in places if place < len(row.values)}
    yield from joined.values()


def _part(name: str) -> Sequence[Printed]:
    file, _, part = name.partition("/")
    return printed_training_rows(part) if file == "odqs" else printed_rows(published(file)[part])


# searches


def _training_table() -> TableSpec[Findings, PreferenceCounts]:
    """Return how many training rows the searches give (ODQS, Table 2)."""

    def lines(findings: Findings) -> Iterator[Line[PreferenceCounts]]:
        if findings.trees:
            counts = PreferenceCounts()
            for _ in training_rows(findings.trees, counts):
                pass
            yield Line("search", counts)

    columns: tuple[Column[PreferenceCounts], ...] = (
        counted("DPO rows", lambda counts: counts.dpo),
        counted("SFT rows", lambda counts: counts.sft),
        counted("questions", lambda counts: counts.turns),
        counted("questions that helped nobody", lambda counts: counts.unsolved),
    )
    return TableSpec(_TRAINING_ROWS, "Training rows", "count", columns, lines)
