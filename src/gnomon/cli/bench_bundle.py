"""``gnomon bench bundle`` and ``verify``: a run as one file that others can check."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

_MOST_SHOWN = 20
"""Problems that are printed; JSON has all."""


def bundle(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Results folder of a finished run.")],
    *,
    out: Annotated[Path, typer.Option(help="Zip archive to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Pack a run with its prompts, raw replies and figures into one file, without keys; gnomon bench verify checks it."""
    from gnomon.benchmark.bundle import pack

    refuse_unwritable([out], force=force)
    packed = pack(folder)
    write_at_once({out: packed.content})
    note = packed.data
    held = "with the data" if note.is_included else "with texts and truth" if note.is_open else "with hashes of texts and truth"
    what = "the sample of gnomon" if note.is_sample else f"{note.name}, {note.licence}"
    typer.echo(f"{out}")
    typer.echo(f"{number_of(packed.rows, 'row')}, {packed.replies} replies, {held} ({what})", err=True)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle.")],
    *,
    data: Annotated[
        Path | None, typer.Option(help="Data of the run, where the bundle may not hold them. [default: the copy that was added]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Make the run of a bundle again from its raw replies, asking nobody; say OK, or what differs, with exit code 1."""
    from gnomon.benchmark.bundle import verify as verified

    found = verified(file, None if data is None else str(data.resolve()))
    if as_json:
        typer.echo(json.dumps({"ok": found.is_ok, **asdict(found)}, ensure_ascii=False, indent=1))
    else:
        for problem in found.problems[:_MOST_SHOWN]:
            typer.echo(problem)
        if len(found.problems) > _MOST_SHOWN:
            typer.echo(f"and {len(found.problems) - _MOST_SHOWN} more; --json has all")
        said = "OK" if found.is_ok else "NOT OK"
        typer.echo(f"{said}: {number_of(found.rows, 'row')}, {found.replies} replies, {number_of(found.figures, 'figure')}")
    for note in found.notes:
        typer.echo(note, err=True)
    if not found.is_ok:
        raise typer.Exit(1)
