"""``gnomon arena pairs`` and ``validate-learners``: people judge pairs of dialogues, and learners are compared with people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.arena_showing import names_in, tell
from gnomon.cli.errors import CommandError
from gnomon.cli.running import Connections, MaxCost, Prices, pace_of, progress
from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from types import ModuleType

    from gnomon.benchmark.arena import DrawnPairs
    from gnomon.store import Store


def pairs(  # noqa: PLR0913  # one parameter an option
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Results folder of a finished arena.")],
    *,
    out: Annotated[Path | None, typer.Option(metavar="CSV", help="Write the pairs as a sheet to be filled in.")] = None,
    studio: Annotated[
        str | None, typer.Option(metavar="STORE", help="Put the pairs into a studio's review room: its folder, or its URL.")
    ] = None,
    marks: Annotated[
        list[Path] | None, typer.Option("--marks", metavar="CSV", help="Take in a filled sheet; may be repeated.")
    ] = None,
    from_studio: Annotated[str | None, typer.Option(metavar="STORE", help="Take in what was chosen in a studio.")] = None,
    count: Annotated[int, typer.Option(min=1, help="Pairs at most, evenly over every two tutors.")] = 60,
    people: Annotated[int, typer.Option(min=1, help="How many judge each pair in the studio.")] = 2,
    seed: Annotated[int, typer.Option(help="Of which pairs, sides and order.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace a sheet that exists.")] = False,
) -> None:
    """Let people judge pairs of dialogues blindly, in a sheet or in the studio; the arena's report ranks by them as well."""
    from gnomon.benchmark.arena import draw_pairs, keep_key, read_key, read_sheet, require_arena, take_in

    if out is None and studio is None and not marks and from_studio is None:
        raise typer.BadParameter("expected --out CSV or --studio STORE, or to take in --marks CSV or --from-studio STORE")
    if out is not None:
        refuse_unwritable([out], force=force)
    rows = require_arena(folder).rows
    if out is not None or studio is not None:
        drawn = draw_pairs(rows, count, seed)
        keep_key(folder, drawn.key)
        _hand_out(drawn, folder, out, studio, people)
    if marks or from_studio is not None:
        key = read_key(folder)
        marked = [each for path in marks or () for each in read_sheet(path)]
        if from_studio is not None:
            marked += _with_store(from_studio, lambda store, exchange: exchange.chosen_pairs(store, key))
        new = take_in(folder, key, rows, marked)
        typer.echo(f"{number_of(len(marked), 'choice')} read, {new} new or changed", err=True)


def validate_learners(  # noqa: PLR0913  # one parameter an option
    dialogues: Annotated[
        Path, typer.Argument(metavar="DIALOGUES", help="Logs of tutoring: JSONL of dialogues or transcripts, or MathDial's rows.")
    ],
    *,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Results folder, new or that of this very validation.")],
    learners: Annotated[
        str, typer.Option(metavar="NAMES", help="Separated by commas, as for gnomon arena.")
    ] = "strong,middle,weak",
    count: Annotated[int, typer.Option(min=2, help="Dialogues of each simulated learner.")] = 40,
    limit: Annotated[int | None, typer.Option(min=1, help="Dialogues of the logs at most, from the top. [default: all]")] = None,
    people: Annotated[
        int | None, typer.Option(min=1, help="How many people the learners of the logs were, where the logs hold no names.")
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="CSV", help="Write a sheet on which people mark learners as real or simulated, blindly."),
    ] = None,
    per_side: Annotated[int, typer.Option(min=1, help="Real learners on the sheet, and as many simulated ones.")] = 20,
    marks: Annotated[
        list[Path] | None, typer.Option("--marks", metavar="CSV", help="A filled sheet, one a person; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the sheet and the resampling.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes, where no model plays a learner.")] = 1,
    html: Annotated[Path | None, typer.Option(metavar="PAGE", help="Write the report to this page.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace page and sheet where they exist.")] = False,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare simulated learners with logs: errors, lengths, persistence, kinds of message, blind real-or-simulated marks."""
    from gnomon.benchmark.arena.validation.reporting import validation_report
    from gnomon.benchmark.arena.validation.running import FILE, Asked, validate_learners

    refuse_unwritable([path for path in (sheet, html) if path is not None], force=force)
    asked = Asked(dialogues, names_in(learners), count, limit, people, seed)
    with progress("dialogues") as told:
        found = validate_learners(
            asked,
            out,
            pace_of(connections, max_cost, prices),
            jobs=jobs,
            per_side=None if sheet is None else per_side,
            marks=marks or (),
            told=told,
        )
    tell(validation_report(found.validation), html, as_json=as_json)
    if sheet is not None and found.sheet is not None:
        write_at_once({sheet: found.sheet.csv})
        typer.echo(f"wrote {sheet}; each marker fills a copy of it, then give --marks COPY.csv", err=True)
    typer.echo(f"wrote {out / FILE}; gnomon arena ... --validated {out / FILE} tells of it", err=True)


def _hand_out(drawn: DrawnPairs, folder: Path, out: Path | None, studio: str | None, people: int) -> None:
    from gnomon.benchmark.arena import sheet_of

    told = number_of(len(drawn.shown), "pair")
    if out is not None:
        write_at_once({out: sheet_of(drawn.shown)})
        typer.echo(f"wrote {out}: {told}; fill in better (1, 2 or 0) and by, then give --marks {out}", err=True)
    if studio is not None:
        new = _with_store(studio, lambda store, exchange: exchange.put_pairs(store, drawn.key, drawn.shown, people))
        shown = "STORE" if "://" in studio else studio  # a URL may hold a password
        back = f"`gnomon arena pairs {folder} --from-studio {shown}` takes the choices in"
        typer.echo(f"{told} in the studio under /review/pairs, {new} new; {back}", err=True)


def _with_store(studio: str, work: Callable[[Store, ModuleType], Awaitable[Any]]) -> Any:  # noqa: ANN401  # whatever the work gives
    from gnomon.cli.pipeline import studio_database

    try:
        from gnomon.store import Store, StoreError
        from gnomon.studio.review import pair_exchange
    except ImportError as error:
        raise CommandError(f"a studio's queue needs {error.name}: pip install 'gnomon[studio]'") from error

    async def worked() -> Any:  # noqa: ANN401  # as above
        async with Store(studio_database(studio)) as store:
            return await work(store, pair_exchange)

    try:
        return asyncio.run(worked())
    except StoreError as error:
        raise CommandError(str(error)) from error
