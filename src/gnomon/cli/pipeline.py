"""``gnomon corpus run``, ``status``, ``decide``: pipelines that build a corpus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.bench import settings_of
from gnomon.cli.errors import CommandError
from gnomon.cli.running import Connections, MaxCost, Prices, Ray, check_ray, pace_of, progress
from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.corpus.pipeline import Pipeline, StageStatus, Status, Waiting
    from gnomon.studio.review.pipelines import Exchanged

_BAR = 24  # characters of the longest bar of the funnel: a line stays below 80
_Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a pipeline.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def recipes(*, as_json: _Json = False) -> None:
    """List the recipes of the package with their stages."""
    from gnomon.corpus.recipes import STAGES, packaged_recipes

    found = packaged_recipes()
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    for name, recipe in found.items():
        typer.echo(f"{name}: {recipe['title']}")
        for spec in recipe["stages"]:
            typer.echo(f"  {spec['name']:<16}  {STAGES[spec['stage']].what}")


def run(  # noqa: PLR0913  # one parameter an option
    recipe: Annotated[
        str, typer.Argument(metavar="RECIPE", help="A recipe's name, or its YAML file; see gnomon corpus recipes.")
    ],
    *,
    out: Annotated[Path, typer.Option(help="Folder of the pipeline; the same command goes on where it stopped.")],
    model: Annotated[
        list[str] | None, typer.Option(metavar="ROLE=MODEL@URL", help="Who has a role of the recipe; may be repeated.")
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="STAGE.PARAMETER=VALUE", help="Over the recipe's own; may be repeated.")
    ] = None,
    decisions: Annotated[
        list[Path] | None, typer.Option(help="What people have decided: a filled sheet, CSV or JSON Lines; may be repeated.")
    ] = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    ray: Ray = None,
) -> None:
    """Run a pipeline to its end, or to where a person decides; the same command goes on."""
    from gnomon.corpus.pipeline import Pipeline, status_of
    from gnomon.corpus.pipeline.output import write_output
    from gnomon.corpus.recipes import STAGES, WRITERS, open_recipe

    check_ray(ray)
    roles = dict(pair.split("=", 1) for pair in model or () if "=" in pair)
    if len(roles) < len(model or ()):
        raise typer.BadParameter("--model: expected ROLE=MODEL@URL, each role once")
    opened = open_recipe(recipe, models=roles, changes=settings_of(setting or []))
    pace = pace_of(connections, max_cost, prices)
    with progress("items") as told:
        waiting = Pipeline(opened, STAGES, out, pace, lambda _: told, ray).run(decisions or ())
    _show(status_of(out))
    if waiting is not None:
        _say_waiting(waiting, out)
        return
    typer.echo(f"finished: {write_output(out, WRITERS)}", err=True)


def status(folder: _Folder, *, as_json: _Json = False) -> None:
    """Show the funnel of a pipeline: how many items came to each stage, what became of them and why."""
    from gnomon.corpus.pipeline import status_of

    found = status_of(folder)
    if as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    else:
        _show(found)


def report(
    folder: _Folder,
    *,
    html: Annotated[Path, typer.Option(help="The page.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a page that exists.")] = False,
) -> None:
    """Write the funnel, the reasons, how far people agree, and samples with pictures, as one page."""
    from gnomon.corpus.pipeline import status_of
    from gnomon.corpus.pipeline.report import pipeline_report
    from gnomon.pages import report_page

    refuse_unwritable([html], force=force)
    write_at_once({html: report_page(pipeline_report(status_of(folder)))})
    typer.echo(f"wrote {html}", err=True)


def decide(
    folder: _Folder,
    decisions: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]...", help="Filled sheets, CSV or JSON Lines, to take in.")
    ] = None,
    *,
    by: Annotated[str | None, typer.Option(help="Whose sheet: what waits for this person.")] = None,
    from_studio: Annotated[
        str | None, typer.Option(metavar="STORE", help="Take in what was decided in a studio: its folder, or its database's URL.")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="Write what waits as a sheet: .csv, .jsonl, or .html to decide in a browser.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a sheet that exists.")] = False,
) -> None:
    """Take in what people have decided, or write the sheet of what waits for somebody."""
    from gnomon.corpus.pipeline import Pipeline, read_pipeline
    from gnomon.corpus.pipeline.review import sheet_for
    from gnomon.corpus.recipes import STAGES

    if sheet is not None:
        refuse_unwritable([sheet], force=force)
    pipeline = Pipeline(read_pipeline(folder), STAGES, folder)
    if from_studio is None:
        taken, waiting = pipeline.decide(decisions or ())
    else:
        taken, waiting, *_ = _exchanged(pipeline, from_studio, decisions or ())
    if decisions or from_studio is not None:
        typer.echo(f"{number_of(taken, 'new decision')}", err=True)
    if sheet is None:
        if waiting is not None:
            _say_waiting(waiting, folder)
        return
    if waiting is None:
        raise CommandError(f"{folder}: nothing waits for a person")
    write_at_once({sheet: sheet_for(waiting, sheet.suffix, by or "")})
    typer.echo(f"wrote {sheet}", err=True)


def queue(
    folder: _Folder,
    *,
    studio: Annotated[str, typer.Option(metavar="STORE", help="The studio's folder (its --data), or its database's URL.")],
) -> None:
    """Put what waits for people into a studio's review queue; what was decided there is taken in first."""
    from gnomon.corpus.pipeline import Pipeline, read_pipeline
    from gnomon.corpus.recipes import STAGES

    found = _exchanged(Pipeline(read_pipeline(folder), STAGES, folder), studio)
    if found.taken:
        typer.echo(f"{number_of(found.taken, 'new decision')} taken in", err=True)
    if found.waiting is None:
        raise CommandError(f"{folder}: nothing waits for a person; give the command that began it again")
    shown = "STORE" if "://" in studio else studio  # a URL may hold a password
    lost = f"; {found.changed} have other content now, what was decided about them is gone" if found.changed else ""
    typer.echo(
        f"stage {found.waiting.place.spec.name}: {number_of(len(found.waiting.questions), 'item')} in the studio under "
        f"/review/pipelines, {found.new} new{lost}; `gnomon corpus decide {folder} --from-studio {shown}` takes the decisions in",
        err=True,
    )


def _exchanged(pipeline: Pipeline, studio: str, decisions: Sequence[Path] = ()) -> Exchanged:
    try:
        from gnomon.store import Store, StoreError
        from gnomon.studio.review.pipelines import exchange
    except ImportError as error:
        raise CommandError(f"a studio's queue needs {error.name}: pip install 'gnomon[studio]'") from error

    async def exchanged() -> Exchanged:
        async with Store(studio_database(studio)) as store:
            return await exchange(pipeline, store, decisions)

    try:
        return asyncio.run(exchanged())
    except StoreError as error:
        raise CommandError(str(error)) from error


def studio_database(studio: str) -> str:
    """Return the URL or path of a studio's database, given its folder or URL; none is made, for nobody would look into it.

    Raises:
        CommandError: where there is none.
    """
    if "://" in studio:
        return studio
    path = Path(studio) / "studio.db" if Path(studio).is_dir() else Path(studio)
    if not path.is_file():
        raise CommandError(f"{studio!r} is no studio: give the folder that `gnomon studio --data` has, or the database's URL")
    return str(path)


def _show(found: Status) -> None:
    typer.echo(f"{found.recipe.name}: {found.recipe.title}")
    most = max((stage.counts.rows for stage in found.stages), default=0)
    width = max(len(stage.place.spec.name) for stage in found.stages)
    for stage in found.stages:
        counts = stage.counts
        bar = "█" * round(_BAR * counts.kept / most) if most else ""
        typer.echo(f"{stage.place.spec.name:<{width}}  {_said_of(stage):<34}  {bar}".rstrip())
        for reason, count in counts.dropped.most_common():
            typer.echo(f"{'':<{width}}  {count:6}  dropped: {reason}")
        if agreed := counts.agreement():
            kappa = "" if agreed.kappa is None else f", kappa {agreed.kappa:.2f}"
            alpha = "" if agreed.alpha is None else f", alpha {agreed.alpha:.2f}"
            typer.echo(f"{'':<{width}}  {agreed.same} of {agreed.items} decided alike by two{kappa}{alpha}")


def _said_of(stage: StageStatus) -> str:
    counts = stage.counts
    if stage.state == "not begun":
        return f"{stage.waiting} waiting" if stage.waiting else "not begun"
    items = f", {counts.items} items" if counts.items != counts.kept else ""
    rest = [f"{count} {name}" for name, count in (("failed", counts.failed), ("waiting", stage.waiting)) if count]
    return ", ".join([f"{counts.kept} of {counts.rows} kept{items}", *rest])


def _say_waiting(waiting: Waiting, folder: Path) -> None:
    name = waiting.place.spec.name
    differ = sum(question.state == "differs" for question in waiting.questions)
    to_settle = f", {differ} of them to settle" if differ else ""
    typer.echo(
        f"stage {name} waits for people: {number_of(len(waiting.questions), 'item')}{to_settle}; fill in "
        f"{waiting.place.sheet('csv')}, give it to `gnomon corpus decide {folder} FILE`, then give the same command again",
        err=True,
    )
