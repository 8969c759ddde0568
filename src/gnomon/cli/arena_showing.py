"""What the commands of ``gnomon arena`` print, and names that are separated by commas."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gnomon.cli.writing import write_at_once

if TYPE_CHECKING:
    from gnomon.pages import Report

_PRINTED = (
    "arena.outcome",
    "arena.faults",
    "arena.relevance",
    "arena.ranking",
    "arena.ranking_people",
    "arena.pair_agreement",
    "validation.differences",
    "validation.spreads",
    "validation.marks",
)
"""Tables for a terminal; page and JSON have all of them."""
_WIDTH = 120
"""Columns, where the tables fit."""


def names_in(text: str) -> tuple[str, ...]:
    """Return names that are separated by commas; none at all is refused."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise typer.BadParameter("expected names separated by commas, got none")
    return names


def tell(
    report: Report, html: Path | None, *, show: bool = False, as_json: bool = False, faults: dict[str, Any] | None = None
) -> None:
    """Print the figures of a report, and write its page where one is asked for."""
    from gnomon.pages import report_page

    if as_json:
        tables = {
            table.id: {
                row.name: {head.heading: cell.value for head, cell in zip(table.heads, row.cells, strict=True)}
                for row in table.rows
            }
            for table in report.tables
        }
        more = {} if faults is None else {"faults": faults}
        typer.echo(json.dumps({"notes": report.notes, "tables": tables, **more}, ensure_ascii=False, indent=1))
    else:
        _print_tables(report)
    if html is not None:
        write_at_once({html: report_page(report)})
        typer.echo(f"wrote {html}", err=True)
        if show:
            webbrowser.open(html.resolve().as_uri())


def _print_tables(report: Report) -> None:
    from rich.table import Table

    from gnomon.cli.console import console
    from gnomon.pages.report import cell_text

    screen = console(width=_WIDTH)
    for table in (each for each in report.tables if each.id in _PRINTED):
        shown = Table(title=f"{table.title} ({table.unit})", title_justify="left")
        for heading in ("", *table.columns):
            shown.add_column(heading, justify="right" if heading else "left")
        for row in table.rows:
            shown.add_row(row.name, *map(cell_text, row.cells))
        screen.print(shown)
    for note in report.notes:
        typer.echo(note)
