"""``gnomon arena``: tutors against the same learners on the same problems, and transcripts graded the same way."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.bench import say_commonest_error
from gnomon.cli.errors import CommandError
from gnomon.cli.running import (
    Connections,
    MaxCost,
    Prices,
    Ray,
    check_ray,
    pace_of,
    prices_of,
    progress,
    say_counts,
    say_what_was_there,
)
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.pages import Report

app = typer.Typer(invoke_without_command=True)
_TUTORS = "symbolic,without-highlights,not-listening,random-turn,silent,refuser,teller"
_LEARNERS = "strong,middle,weak"
Html = Annotated[Path | None, typer.Option(metavar="PAGE", help="Write the report to this page.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the page where it exists.")]
Show = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]
_PRINTED = ("arena.outcome", "arena.faults", "arena.ranking")
"""Tables for a terminal; page and JSON have all of them."""
_WIDTH = 120
"""Columns, where the tables fit."""
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.callback()
def arena(  # noqa: PLR0913  # one parameter an option
    context: typer.Context,
    *,
    tutors: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Separated by commas: symbolic, without-highlights, not-listening, random-turn, silent, refuser, teller, "
            "plain@URL, grounded@URL, focused@URL (or MODEL@URL after the @), module:factory; guarded+ before one guards it. The "
            "others are compared with the first.",
        ),
    ] = _TUTORS,
    learners: Annotated[
        str, typer.Option(metavar="NAMES", help="Separated by commas: strong, middle, weak, model@URL (or MODEL@URL).")
    ] = _LEARNERS,
    problems: Annotated[str, typer.Option(metavar="bank[:TOPIC]|FILE", help="What they talk about.")] = "bank",
    seeds: Annotated[int, typer.Option(min=1, help="Dialogues of each tutor with each learner on each problem.")] = 5,
    limit: Annotated[int | None, typer.Option(min=1, help="Problems at most. [default: all]")] = None,
    turns: Annotated[int, typer.Option(min=1, help="Tutor turns at most.")] = 20,
    judge: Annotated[
        str | None, typer.Option(metavar="MODEL@URL", help="Says blindly which of two dialogues is better: a ranking.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Results folder, new or that of this very arena.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes, where no model is asked. [default: 1]")] = None,
    ray: Ray = None,
    html: Html = None,
    force: Force = False,
    show: Show = False,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: AsJson = False,
) -> None:
    """Let tutors meet the same learners on the same problems with the same seeds, or grade transcripts (gnomon arena grade)."""
    if context.invoked_subcommand is not None:
        if out is not None or html is not None or as_json:
            raise typer.BadParameter(f"options before {context.invoked_subcommand!r} do nothing; write them last")
        return
    if out is None:
        raise typer.BadParameter("expected --out DIR, a folder for the results")
    from gnomon.benchmark.arena import ArenaConfig, arena_report, run_arena
    from gnomon.benchmark.figures import counts_of

    check_ray(ray, jobs)
    if html is not None:
        refuse_unwritable([html], force=force)
    config = ArenaConfig(
        tutors=_names(tutors),
        learners=_names(learners),
        problems=problems if problems.partition(":")[0] == "bank" else str(Path(problems).resolve()),
        limit=limit,
        seeds=seeds,
        judge=judge,
        most_tutor_turns=turns,
    )
    with progress("dialogues") as told:
        outcome = run_arena(config, out, pace_of(connections, max_cost, prices), jobs=jobs or 1, told=told, ray=ray)
    counts = counts_of(outcome.rows)
    _tell(arena_report(out, prices=prices_of(prices)), html, show=show, as_json=as_json)
    say_counts(counts, str(out))
    say_commonest_error(outcome.rows)
    say_what_was_there(outcome.num_asked, counts.failed)


@app.command("grade")
def grade(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSONL, a transcript a line: problem, turns with role and utterance.")
    ],
    *,
    html: Html = None,
    force: Force = False,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Grade transcripts of any product by the same marks: leaks, false praise and blame, highlights, moves."""
    from gnomon.benchmark.arena import graded_rows, read_transcripts, report_of_rows
    from gnomon.benchmark.figures import counts_of

    if html is not None:
        refuse_unwritable([html], force=force)
    rows = list(graded_rows(read_transcripts(file)))
    if not rows:
        raise CommandError(f"{file}: holds no transcript")
    report = report_of_rows(rows)
    faults = {row.id: list(row.grade.reasons.items()) for row in rows if row.grade and row.grade.reasons}
    _tell(report, html, show=show, as_json=as_json, faults=faults)
    if not as_json:
        for name, found in faults.items():
            for kind, words in found:
                typer.echo(f"{name}: {kind.split()[0]}: {words}")
    say_counts(counts_of(rows), "each fault stands above with its turn" if faults else "no fault was found")
    say_commonest_error(rows)


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise typer.BadParameter("expected names separated by commas, got none")
    return names


def _tell(report: Report, html: Path | None, *, show: bool, as_json: bool, faults: dict[str, Any] | None = None) -> None:
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
