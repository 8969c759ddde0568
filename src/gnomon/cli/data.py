"""``gnomon data``: which data sets there are, and telling gnomon where a copy of one lies. Nothing is downloaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.datasets import DatasetState, FileCheck

_MOST_SHOWN = 10  # bad rows: where a file is wrong throughout, the summary below them stays in sight
_NAME, _STATE = 14, 13
"""Widths of the columns."""

app = typer.Typer(help="List the data sets that gnomon reads, and add your copy of one.")


@app.command("list")
def list_datasets(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the data sets: what they are, whether a copy was added, where each is published.

    "sample only" means that our own small sample stands in; "absent" that there is none.
    """
    from gnomon.datasets import dataset_states

    states = dataset_states()
    if as_json:
        typer.echo(json.dumps([_state_row(state) for state in states], ensure_ascii=False, indent=1))
    else:
        typer.echo("\n".join(line for state in states for line in _state_lines(state)))


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name that `gnomon data list` shows.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The file or folder that you fetched.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check your copy of a data set and remember where it lies; nothing is copied.

    The path is remembered in the folder GNOMON_DATA_HOME, else XDG_CONFIG_HOME/gnomon, else ~/.config/gnomon.
    """
    from gnomon.datasets import add_dataset

    check = add_dataset(name, path)
    if as_json:
        typer.echo(json.dumps(_check_row(check), ensure_ascii=False, indent=1))
    else:
        typer.echo("\n".join(_check_lines(check)))


@app.command()
def card(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the data files; the card is written into it.")],
    *,
    licence: Annotated[str, typer.Option("--licence", "--license", help="Of the whole, such as CC-BY-4.0.")] = "",
    no_licence: Annotated[bool, typer.Option("--no-licence", help="Say in the card that none is granted.")] = False,
    title: Annotated[str, typer.Option(help="Of the data set; without it, the folder's name.")] = "",
    about: Annotated[str, typer.Option(help="What the data are and how they were made.")] = "",
    kind: Annotated[
        str, typer.Option(help="dialogues, or a format of `gnomon data list`; without it, what reads most rows.")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Write the card here instead.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a card that exists.")] = False,
) -> None:
    """Write the card of a data set: README.md with licence, splits, statistics, provenance, hashes, as the Hub reads it."""
    from gnomon.corpus.card import KINDS, card_of, card_text
    from gnomon.datasets.hub import front_matter

    if kind and kind not in KINDS:
        raise typer.BadParameter(f"--kind: expected one of {', '.join(KINDS)}, got {kind!r}")
    if licence and no_licence:
        raise typer.BadParameter("--licence and --no-licence cannot both hold; give one")
    written = out or folder / "README.md"
    refuse_unwritable([written] if written.parent.is_dir() else [], force=force)
    found = card_of(folder, kind=kind or None, licence=licence or None, has_licence=not no_licence)
    # What the libraries know of the columns, they know from the card that is replaced.
    kept = {name: value for name, value in front_matter(folder / "README.md").items() if name == "dataset_info"}
    write_at_once({written: card_text(found, title=title or folder.resolve().name, about=about, kept=kept)})
    typer.echo(f"{found.rows:,} rows of the kind {found.kind}, {found.bad_rows:,} unreadable; card in {written}")
    for (one, other), count in found.shared.items():
        if count:
            typer.echo(f"{count:,} problems of {other} are in {one}: see `gnomon corpus leakage`", err=True)


def _state_row(state: DatasetState) -> dict[str, Any]:
    record = state.record
    about = {"name": record.name, "state": state.state, "path": state.path, "rows": state.rows, "reason": state.reason}
    shown = {"title", "what", "publisher", "where", "licence", "files", "unit", "benchmarks"}
    return about | {"published_rows": record.rows} | record.model_dump(mode="json", include=shown)


def _state_lines(state: DatasetState) -> list[str]:
    """Return two lines, never cut: an address is there to be copied."""
    record = state.record
    where = f"{state.path}{f' ({state.reason})' if state.reason else ''}" if state.path else record.where
    return [f"{record.name:<{_NAME}}{state.state:<{_STATE}}{record.what}", f"{'':<{_NAME + _STATE}}{where}"]


def _check_row(check: FileCheck) -> dict[str, Any]:
    loaded = check.loaded
    return {
        "name": check.record.name,
        "path": str(check.path.resolve()),
        "rows_read": len(loaded),
        "bad_rows": [{"file": row.file, "row": row.row, "reason": row.reason} for row in loaded.bad_rows],
        "notes": loaded.note_counts(),
        "published_rows": check.record.rows,
        "part": check.part,
        "checksums": dict(check.checksums),
    }


def _check_lines(check: FileCheck) -> list[str]:
    record, loaded = check.record, check.loaded
    lines = [f"{record.name}: {record.unit} read {len(loaded):,}, bad rows {len(loaded.bad_rows):,}, from {check.path}"]
    lines += [f"  {row}" for row in loaded.bad_rows[:_MOST_SHOWN]]
    if len(loaded.bad_rows) > _MOST_SHOWN:
        lines.append(f"  and {len(loaded.bad_rows) - _MOST_SHOWN:,} more; --json lists all")
    lines.append(f"  published: {_published(check)}")
    lines += [f"  checksum of {name}: {'as published' if same else 'differs'}" for name, same in check.checksums.items()]
    lines += [f"  kept as written: {rule} ({count:,})" for rule, count in loaded.note_counts().items()]
    return lines


def _published(check: FileCheck) -> str:
    if not check.record.rows:
        return "no count known"
    counts = ", ".join(f"{part} {count:,}" for part, count in check.record.rows.items())
    found = f"this is {check.part}" if check.part else f"this copy has {check.loaded.rows:,} rows, another number"
    return f"{counts}; {found}"
