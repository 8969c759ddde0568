"""``gnomon arena pairs``: people judge pairs of an arena's dialogues."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.errors import CommandError
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
