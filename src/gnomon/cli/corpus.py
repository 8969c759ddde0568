"""``gnomon corpus``: filter recorded dialogues, part them by problem, count what is in them, change their format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli import audit as audit_command
from gnomon.cli import pipeline
from gnomon.cli.corpus_drafts import draft
from gnomon.cli.corpus_synthesis import synthesise
from gnomon.cli.corpus_video import boundaries, frames, transcript
from gnomon.cli.errors import CommandError
from gnomon.cli.leakage import leakage
from gnomon.cli.showing import number_of, table_as_json, table_as_text
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gnomon.corpus.exchange import Bundle, Format
    from gnomon.datasets import BadRow

_MOST_SHOWN = 10  # rows that could not be read: the counts after them stay in sight, and the files list all

app = typer.Typer(
    help="Filter, split, count and exchange recorded dialogues; build corpora by recipes, part lessons, audit keys, synthesise."
)
app.command("run")(pipeline.run)
app.command("status")(pipeline.status)
app.command("queue")(pipeline.queue)
app.command("decide")(pipeline.decide)
app.command("report")(pipeline.report)
app.command("recipes")(pipeline.recipes)
app.command("audit")(audit_command.audit)
app.command()(synthesise)
app.command()(draft)
app.command()(boundaries)
app.command()(transcript)
app.command()(frames)
app.command()(leakage)

_Sources = Annotated[
    list[str],
    typer.Argument(metavar="DIALOGUES...", help="Files or folders of dialogues; `geodial` is your copy, or our sample."),
]
_Out = Annotated[Path, typer.Option(help="Folder for the files; made where it is missing.")]
_Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("filter")
def filter_corpus(
    dialogues: _Sources,
    *,
    out: _Out,
    inspected: Annotated[
        Path | None, typer.Option(help="inspection.jsonl of an earlier run, with keep set to true or false.")
    ] = None,
    as_json: _Json = False,
    force: _Force = False,
) -> None:
    """Set aside interleaved batches, drop consecutive turns and lost diagrams; every row is in one of the files."""
    from gnomon.corpus import REASONS, filter_as_json, filter_dialogues, filter_files, load_entries_of, read_inspection

    loaded = load_entries_of(dialogues)
    filtered = filter_dialogues(loaded, {} if inspected is None else read_inspection(inspected))
    _write(filter_files(filtered, loaded.bad_rows, out), out, dialogues, force=force)
    if as_json:
        _print_json(filter_as_json(filtered, loaded.bad_rows))
        return
    counts = ", ".join(f"{count} {verdict}" for verdict, count in filtered.counts().items())
    typer.echo(f"{number_of(loaded.rows, 'row')}: {counts}, {len(loaded.bad_rows)} unreadable")
    typer.echo("\n".join(f"{count:6}  {REASONS[reason]} ({reason})" for reason, count in filtered.reasons().items()))
    signed, named = filtered.batches()
    typer.echo(f"{signed} of {named} named batches with signs of two conversations")
    if filtered.diagrams_not_told():
        typer.echo(f"{filtered.diagrams_not_told()} name a problem that is not to be found: their diagrams are not judged")
    _say_unreadable(loaded.bad_rows)
    typer.echo(f"dialogues, decisions and the sheet for inspection in {out}", err=True)


@app.command()
def split(
    dialogues: _Sources,
    *,
    out: _Out,
    shares: Annotated[str, typer.Option(help="Of the problems: training, validation, test.")] = "0.8,0.1,0.1",
    seed: Annotated[int, typer.Option(help="One seed, one result.")] = 0,
    as_json: _Json = False,
    force: _Force = False,
) -> None:
    """Part dialogues so that no problem, and no figure under other names, is in two parts."""
    from gnomon.corpus import bad_rows_as_json, load_entries_of, split_entries, split_files

    loaded = load_entries_of(dialogues)
    try:
        parts = split_entries(loaded, [float(share) for share in shares.split(",")], seed)
    except ValueError as error:
        raise typer.BadParameter(f"--shares: {error}") from error
    _write(split_files(parts, out), out, dialogues, force=force)
    joined = parts.joined()
    if as_json:
        bad = bad_rows_as_json(loaded.bad_rows)
        _print_json({"seed": seed, "parts": parts.counts(), "joined_by_figure": joined, "unreadable_rows": bad})
        return
    for name, counts in parts.counts().items():
        typer.echo(f"{name:12}" + "  ".join(f"{count:5} {noun}" for noun, count in counts.items()))
    for first, problems in joined.items():
        typer.echo(f"the same figure under other names: {', '.join([first, *(each for each in problems if each != first)])}")
    _say_unreadable(loaded.bad_rows)
    typer.echo(f"train.jsonl, validation.jsonl and test.jsonl in {out}", err=True)


@app.command()
def stats(
    dialogues: _Sources,
    *,
    html: Annotated[Path | None, typer.Option(help="Write the tables and plots to this new page.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV files.")] = None,
    as_json: _Json = False,
    force: _Force = False,
) -> None:
    """Count what is in dialogues: lengths, highlights, subacts, feedback, proposals, outcomes, debrief."""
    from gnomon.corpus import Statistics, bad_rows_as_json, load_entries_of, statistics_report
    from gnomon.pages import report_page, write_tables

    refuse_unwritable([html] if html else [], force=force)
    loaded = load_entries_of(dialogues)
    report = statistics_report(Statistics(loaded), len(loaded.bad_rows))
    if html is not None:
        write_at_once({html: report_page(report)})
        typer.echo(f"wrote {html}", err=True)
    if csv is not None:
        typer.echo(f"{number_of(len(write_tables(report, csv)), 'table')} in {csv}", err=True)
    if as_json:
        tables = {table.id: table_as_json(table) for table in report.tables}
        _print_json({"rows": loaded.rows, "unreadable_rows": bad_rows_as_json(loaded.bad_rows), "tables": tables})
    else:
        typer.echo("\n".join(map(table_as_text, report.tables)))
    _say_unreadable(loaded.bad_rows)


@app.command("export")
def export_corpus(
    dialogues: _Sources,
    *,
    to: Annotated[str, typer.Option(help="geodial, hf, csv, png, label-studio, mathdial, mrbench or bridge.")],
    out: _Out,
    as_json: _Json = False,
    force: _Force = False,
) -> None:
    """Write dialogues with their pictures as another program reads them; what does not come along is counted."""
    from gnomon.corpus import load_annotated
    from gnomon.corpus.exchange import bundle_of

    chosen = _format(to, "--to")
    loaded = load_annotated(dialogues)
    bundle = bundle_of(loaded)
    _write_all(chosen.write(bundle), out, dialogues, force=force)
    bundle.lost["unreadable"] += len(loaded.bad_rows)
    _say_exchanged(bundle, out, num_pictures=len(bundle.pictures) if chosen.is_whole else 0, as_json=as_json)
    _say_unreadable(loaded.bad_rows)


@app.command("import")
def import_corpus(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="What was exported: a folder, or its file.")],
    *,
    source: Annotated[str, typer.Option("--from", help="geodial, hf, csv, label-studio, mathdial, mrbench or bridge.")],
    out: _Out,
    as_json: _Json = False,
    force: _Force = False,
) -> None:
    """Read dialogues in another program's format and write them as GeoDial-style JSON Lines, with their pictures."""
    from zipfile import is_zipfile

    from gnomon.corpus.exchange import FORMATS

    read = _format(source, "--from").read
    if read is None:
        raise typer.BadParameter(
            f"--from: {source} holds pictures and no dialogues; give the format that they were exported from"
        )
    if path.is_file() and is_zipfile(path):
        raise CommandError(f"{str(path)!r} is packed: unpack it first (unzip {path.name} -d FOLDER) and give the folder")
    bundle = read(path)
    _write_all(FORMATS["geodial"].write(bundle), out, [str(path)], force=force)
    _say_exchanged(bundle, out, num_pictures=len(bundle.pictures), as_json=as_json)


def _format(name: str, option: str) -> Format:
    from gnomon.corpus.exchange import FORMATS

    if name not in FORMATS:
        raise typer.BadParameter(f"{option}: expected one of {', '.join(FORMATS)}, got {name!r}")
    return FORMATS[name]


def _write_all(files: Iterable[tuple[str, str | bytes]], folder: Path, sources: Iterable[str], *, force: bool) -> None:
    """Write files one after the other, for their pictures may be more than memory holds; into a folder of their own."""
    from gnomon.files import write_whole

    if folder.resolve() in {Path(source).resolve() for source in sources}:
        raise CommandError(f"--out {str(folder)!r} is what is read; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not force:
        raise CommandError(f"{str(folder)!r} is not empty: name another folder, or --force to write over what is there")
    for name, content in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, content)


def _say_exchanged(bundle: Bundle, folder: Path, *, num_pictures: int, as_json: bool) -> None:
    from gnomon.corpus.exchange import LOSSES

    lost = {name: bundle.lost[name] for name in LOSSES if bundle.lost[name]}
    if as_json:
        _print_json({"dialogues": len(bundle.rows), "pictures": num_pictures, "lost": lost})
        return
    typer.echo(f"{number_of(len(bundle.rows), 'dialogue')}, {number_of(num_pictures, 'picture')} in {folder}")
    for name, count in lost.items():
        typer.echo(f"{count:6}  {LOSSES[name]} ({name})")


def _write(files: Mapping[Path, str], folder: Path, sources: Iterable[str], *, force: bool) -> None:
    """Write all files; none over what was read, and none beside it where a folder was read, for the next run would read them."""
    taken = {path.resolve() for path in (folder, *files)} & {Path(source).resolve() for source in sources}
    if taken:
        raise CommandError(f"--out {str(folder)!r} holds the dialogues that were read; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    refuse_unwritable(files, force=force)
    write_at_once(files)


def _say_unreadable(rows: Iterable[BadRow]) -> None:
    found = list(rows)
    for row in found[:_MOST_SHOWN]:
        typer.echo(f"unreadable: {row}", err=True)
    if len(found) > _MOST_SHOWN:
        typer.echo(f"unreadable: {len(found) - _MOST_SHOWN} more; --json lists all", err=True)


def _print_json(data: Any) -> None:  # noqa: ANN401  # plain JSON
    typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
