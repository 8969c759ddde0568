"""``gnomon read``: pictures of figures to points, lines, circles and labels."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from collections.abc import Sequence


def read(
    pictures: Annotated[
        list[Path], typer.Argument(metavar="PICTURE...", help="PNG or JPEG files: drawn, printed or photographed.")
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option(help="Write what was read to this .json file. Without it, print it."),
    ] = None,
    names: Annotated[str | None, typer.Option(help="Names of points that the problem's text has, such as A,B,C.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with --out too.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Read pictures of figures: named points, lines, circles, printed labels, and what is unsure."""
    told = names_of(names)
    if force and out is None:
        raise typer.BadParameter("--force goes with --out FILE")
    if out is not None:
        refuse_unwritable([out], force=force)
    _require_different_names(pictures)
    found, unread = _read_all(pictures, told)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    if out is not None:
        write_at_once({out: text + "\n"})
    typer.echo(text if out is None or as_json else str(out))
    if unread:
        raise CommandError(f"{unread} of {len(pictures)} pictures could not be read and are left out")


def _read_all(pictures: Sequence[Path], told: list[str] | None) -> tuple[dict[str, Any], int]:
    """Return what was read by file name; of several pictures, those that cannot be read are said and counted."""
    from gnomon.reading import PictureError, prepare

    prepare()
    found, unread = {}, 0
    for picture in pictures:
        try:
            found[picture.name] = _read(picture, told)
        except (PictureError, OSError) as error:
            if len(pictures) == 1:
                raise
            unread += 1
            typer.echo(f"left out: {error}", err=True)
    return found, unread


def names_of(names: str | None) -> list[str] | None:
    """Read the names of ``--names``, ``A,B,C``; None where none were given."""
    from gnomon.figure import ElementNameError, parse_element

    if names is None:
        return None
    told = [name.strip() for name in names.split(",") if name.strip()]
    try:
        for name in told:
            parse_element(f"point:{name}")
    except ElementNameError as error:
        raise typer.BadParameter(f"--names: {error}") from error
    return told


def _require_different_names(pictures: Sequence[Path]) -> None:
    """Refuse two files of one name: the result has them by name."""
    names = [picture.name for picture in pictures]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise typer.BadParameter(f"two pictures are named {twice!r}; results are kept by name: read them one at a time")


def _read(picture: Path, told: list[str] | None) -> dict[str, Any]:
    from gnomon.reading import read_picture

    began = time.perf_counter()
    found = read_picture(picture, told)
    return {**found.to_json(), "seconds": round(time.perf_counter() - began, 3)}
