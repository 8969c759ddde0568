"""A report of one or more runs as one self-contained page and CSV files: tables, plots, cost, rows that failed, samples to read.

Computing is done before: the page shows `Table` and `Plot` values as they are. Plots are drawn by `plots`, which needs
matplotlib; without it the page says so and keeps their figures as tables.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from markupsafe import Markup

from gnomon.files import replacing
from gnomon.models import Price, Usage
from gnomon.pages.plots import PlotsUnavailableError, draw_plot
from gnomon.pages.rendering import render
from gnomon.pages.tables import Cell, Plot, Table, TableRow


@dataclass(frozen=True)
class RoleCost:
    """What one role's calls cost in a run."""

    role: str
    model: str
    requests: int
    """That reached the server, retries included."""
    cached: int
    """Samples that came from the cache."""
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    """Added up over calls, waiting included; calls run side by side."""
    cost: float | None
    """In the currency of the prices given; None when no price is known, or an answer came without token counts."""

    @classmethod
    def of(cls, role: str, model: str, usages: Sequence[Usage], *, cached: int, seconds: float, price: Price | None) -> Self:
        """Add up what a role's calls used.

        Args:
            role: such as ``judge``.
            model: by the name of the prices.
            usages: of its calls.
            cached: samples that came from the cache.
            seconds: added up over calls.
            price: of the model; None where none is given.
        """
        usage = sum(usages, Usage())
        return cls(
            role=role,
            model=model,
            requests=usage.requests,
            cached=cached,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            seconds=seconds,
            cost=None if price is None or usage.unreported else price.cost(usage),
        )


@dataclass(frozen=True)
class RunView:
    """One run, as the page introduces it."""

    name: str
    settings: tuple[tuple[str, str], ...]
    """Names and values, in order."""
    rows: int
    failed: int
    """Rows with an error."""
    unparseable: int
    """Replies or marks that could not be read at all."""
    partial: int
    """Replies of which a part could not be read."""
    costs: tuple[RoleCost, ...] = ()


@dataclass(frozen=True)
class SampleView:
    """One sample to read: what was asked, what came, what the judge said."""

    run: str
    id: str
    question: str
    reply: str
    marks: tuple[tuple[str, str], ...]
    """Names and values."""
    reason: str = ""
    """The judge's reason, or the error."""
    figure: Markup | None = None
    """The figure with the reply's highlights drawn."""
    pictures: tuple[str, ...] = ()
    """``data:`` URIs."""


@dataclass(frozen=True)
class Report:
    """All that one report shows."""

    title: str
    runs: tuple[RunView, ...]
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...] = ()
    samples: tuple[SampleView, ...] = ()
    notes: tuple[str, ...] = ()


class _PlotView(NamedTuple):
    plot: Plot
    drawing: Markup | None
    figures: Table


def report_page(report: Report) -> str:
    """Write a report as one HTML document without scripts or other files.

    Texts of models and data are escaped, so that no reply can carry markup into the page.
    """
    drawings = [_PlotView(plot, *_drawn(plot)) for plot in report.plots]
    return render(
        "report.html.jinja",
        report=report,
        plots=drawings,
        plots_missing=any(view.drawing is None for view in drawings),
        cell_text=cell_text,
        share=_share,
    )


def write_tables(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write each table as ``<id>.csv``, with ends of intervals in columns of their own and all decimals; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_write_table(table, folder / f"{table.id}.csv") for table in report.tables)


def cell_text(cell: Cell) -> str:
    """Return a figure as the page shows it; a dash where there is none."""
    if cell.value is None:
        return "–"
    if not isinstance(cell.value, float):
        return str(cell.value)
    return f"{cell.value:.{cell.digits}f}"


def _write_table(table: Table, path: Path) -> Path:
    with replacing(path) as draft, draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        ends = [f"{column} {end}" for column in table.columns for end in ("", "low", "high")]
        writer.writerow(["name", "published", *(heading.strip() for heading in ends)])
        for row in table.rows:
            values = [value for cell in row.cells for value in (cell.value, cell.low, cell.high)]
            name = f"'{row.name}" if row.name[:1] in "=+-@" else row.name  # a spreadsheet takes it for a formula otherwise
            writer.writerow([name, "yes" if row.is_published else "no", *("" if value is None else value for value in values)])
    return path


def _drawn(plot: Plot) -> tuple[Markup | None, Table]:
    try:
        return Markup(draw_plot(plot)), _figures_of(plot)  # noqa: S704 - matplotlib escapes every text that it writes
    except PlotsUnavailableError:
        return None, _figures_of(plot)


def _figures_of(plot: Plot) -> Table:
    """Return the plot's figures as a table: one line a series."""
    columns = tuple(dict.fromkeys(str(x) for series in plot.series for x in series.x))
    rows = []
    for series in plot.series:
        value_at = dict(zip(map(str, series.x), series.y, strict=True))
        cells = tuple(Cell(value_at.get(column)) for column in columns)
        rows.append(TableRow(series.name, cells, is_published=series.is_published))
    return Table(plot.id, plot.title, columns, tuple(rows), plot.note)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "0"
