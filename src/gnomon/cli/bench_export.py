"""``gnomon bench export``: runs as rows of a leaderboard, tables for papers, and marks of every item."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable, write_at_once


class Format(StrEnum):
    """What runs can be written as."""

    leaderboard = "leaderboard"
    latex = "latex"
    markdown = "markdown"
    csv = "csv"


def export(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Results folders of finished runs.")],
    *,
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="leaderboard: JSON, a row a run. latex, markdown: the report's tables. csv: a row an item, all marks.",
        ),
    ],
    out: Annotated[Path, typer.Option(help="File to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Write runs in a form that others use; for one file that can be checked see gnomon bench bundle."""
    from gnomon.benchmark.exporting import exported

    refuse_unwritable([out], force=force)
    write_at_once({out: exported(folders, form.value)})
    typer.echo(f"{out}")
    typer.echo(f"{number_of(len(set(folders)), 'run')} as {form.value}", err=True)
