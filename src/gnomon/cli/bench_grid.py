"""``gnomon bench grid``: all runs of a published table or figure, and the table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.bench import settings_of
from gnomon.cli.prompts import Replacing
from gnomon.cli.running import Connections, MaxCost, Prices, pace_of, progress
from gnomon.cli.showing import number_of, table_as_json, table_as_text
from gnomon.cli.trained import addresses_of, spec_of

if TYPE_CHECKING:
    from gnomon.benchmark.grids import Chosen, Grid, GridEstimate, GridOutcome, GridProgress, GridTold
    from gnomon.pages import Report

_Named = list[str] | None
_COMMA = re.compile(r",(?!\s*\w+=)")
"""Between two names; one before ``effect=0.6`` is inside the settings of a simulation."""


def grid(  # noqa: PLR0913  # one parameter an option
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A grid's name; see --list.")] = None,
    *,
    out: Annotated[
        Path | None, typer.Option(help="Folder for runs, table and report; the same command goes on after an interruption.")
    ] = None,
    models: Annotated[
        _Named,
        typer.Option(
            "--model",
            help="Who is graded, or asks: MODEL@URL, a trained model's folder or a baseline; several with commas, or again.",
        ),
    ] = None,
    judges: Annotated[_Named, typer.Option("--judge", help="Who grades; where a grid compares judges, several.")] = None,
    teachers: Annotated[_Named, typer.Option("--teacher", help="Of students that ask (ODQS); several are compared.")] = None,
    trained: Annotated[
        _Named, typer.Option("--trained", help="Students that were trained from the first --model (ODQS).")
    ] = None,
    peer: Annotated[str | None, typer.Option(help="Who proposes questions in a search (ODQS).")] = None,
    text_models: Annotated[
        _Named, typer.Option("--text-model", help="Asked where no diagram is shown, one for each --model (GeoDial).")
    ] = None,
    ocr: Annotated[str | None, typer.Option(help="Reads pictures where text is shown in their place (MMTutorBench).")] = None,
    data: Annotated[
        str | None, typer.Option(help="'sample' or a path. [default: the copy that was added, else the sample]")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many rows from the top, in each run.")] = None,
    seed: Annotated[int, typer.Option(help="Of everything drawn at random.")] = 0,
    setting: Annotated[_Named, typer.Option("--set", metavar="KEY=VALUE", help="A setting of all runs; may be repeated.")] = None,
    all_problems: Annotated[
        bool, typer.Option("--all-problems", help="Also those that the student solves, or the teacher does not (ODQS).")
    ] = False,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what the runs would ask and cost at most together, and stop.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List the grids: paper, table, what varies, what stands beside.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    own_prompts: Replacing = None,
) -> None:
    """Make all runs of a published table or figure, and the table with the published rows beside ours."""
    del own_prompts  # read when the option is
    if listed:
        _show_list(as_json=as_json)
        return
    if name is None:
        raise typer.BadParameter("expected the name of a grid; gnomon bench grid --list shows them")
    from gnomon.benchmark.grids import estimate_grid, grid_named, run_grid, write_report

    found = grid_named(name)
    chosen = _chosen(
        found, models=models, judges=judges, teachers=teachers, trained=trained, peers=[peer] if peer else None,
        text_models=text_models, ocr=ocr, data=data, limit=limit, seed=seed, settings=settings_of(setting or []),
        all_problems=all_problems,
    )  # fmt: skip
    pace = pace_of(connections, max_cost, prices)
    if estimate:
        _show_estimate(estimate_grid(found, chosen, out or Path(), pace.prices), as_json=as_json)
        return
    if out is None:
        raise typer.BadParameter("expected --out DIR for the runs, the table and the report")
    with addresses_of(chosen.specs) as addresses, _told() as told:
        outcome = run_grid(found, chosen, out, replace(pace, addresses=addresses), told)
    page, report = write_report(outcome, pace.prices)
    _show(outcome, report, page, as_json=as_json)


def _chosen(found: Grid, *, data: str | None, **named: Any) -> Chosen:  # noqa: ANN401  # options by their names
    from gnomon.benchmark.catalogue import dataset_of
    from gnomon.benchmark.data import default_data
    from gnomon.benchmark.grids import Chosen

    dataset = str(found.set["task"]) if found.is_inquiry else dataset_of(found.task)
    path = str(Path(data).resolve()) if data not in (None, "sample") else data or default_data(dataset)
    roles = ("models", "judges", "teachers", "trained", "peers", "text_models")
    specs = {role: tuple(spec_of(each) for each in _parted(named[role])) for role in roles}
    return Chosen(**{**named, **specs, "data": path})


def _parted(given: Sequence[str] | None) -> Iterator[str]:
    """Part what was named at commas; those inside a simulation's settings part nothing."""
    for each in given or ():
        yield from (part for part in map(str.strip, _COMMA.split(each)) if part)


@contextmanager
def _told() -> Iterator[GridTold]:
    """Show the bar of each run, and name each run as it begins."""
    begun = 0
    with progress("rows") as told:

        def tell(so_far: GridProgress) -> None:
            nonlocal begun
            if so_far.number != begun:
                begun = so_far.number
                typer.echo(f"run {begun} of {so_far.of}: {so_far.name}", err=True)
            told(so_far.run)

        yield tell


def _show(outcome: GridOutcome, report: Report, page: Path, *, as_json: bool) -> None:
    from gnomon.benchmark.grids import asked_in

    counts, missing = asked_in(outcome), {each.run.name: each.missing for each in outcome.made if each.missing}
    if as_json:
        tables = {table.id: table_as_json(table) for table in report.tables}
        told = {"grid": outcome.grid.name, "runs": counts, "missing": missing, "report": str(page), "tables": tables}
        typer.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        for table in report.tables[: len(outcome.grid.tables)]:
            typer.echo(table_as_text(table))
    for name, reason in missing.items():
        typer.echo(f"missing: {name}: {reason}", err=True)
    there = ", ".join(f"{count} {name}" for name, count in counts.items() if name != "runs" and count)
    typer.echo(f"{number_of(counts['runs'], 'run')}: {there}; {page}", err=True)
    failed = sum(each.counts.failed for each in outcome.made)
    if failed or any(each.run.config for each in outcome.made if each.missing):
        typer.echo("the same command asks for failed rows and missing runs again", err=True)


def _show_list(*, as_json: bool) -> None:
    from gnomon.benchmark.grids import grids

    if as_json:
        fields = {"names", "paper", "shows", "varies", "beside", "task", "needs", "takes"}
        typer.echo(json.dumps([each.model_dump(mode="json", include=fields) for each in grids().values()], indent=1))
        return
    for paper in dict.fromkeys(each.paper for each in grids().values()):
        typer.echo(paper)
        for each in grids().values():
            if each.paper == paper:
                _show_grid(each)


def _show_grid(each: Grid) -> None:
    options = " ".join(f"--{role.replace('_', '-')}" for role in each.needs)
    also = " ".join(f"[--{role.replace('_', '-')}]" for role in each.takes)
    typer.echo(f"  {each.name}  {' '.join(filter(None, (options, also)))}\n    {each.shows}")
    typer.echo(f"    varies: {each.varies}\n    published beside: {each.beside}")
    if len(each.names) > 1:
        typer.echo(f"    also named: {', '.join(each.names[1:])}")


def _show_estimate(found: GridEstimate, *, as_json: bool) -> None:
    rows = [{"role": role, "model": model, **asked._asdict()} for (role, model), asked in found.asked.items()]
    if as_json:
        told = {"runs": found.runs, "finished": found.finished, "missing": found.missing, "cost": found.cost, "asked": rows}
        typer.echo(json.dumps(told, indent=1))
        return
    typer.echo(f"{number_of(found.runs, 'run')}, {found.finished} of them finished and in no figure below")
    for row in rows:
        cost = "no price given" if row["cost"] is None else f"at most {row['cost']:.4f}"
        typer.echo(
            f"{row['role']} {row['model']}: {row['requests']} requests, about {row['prompt_tokens']} prompt tokens, at most "
            f"{row['completion_tokens']} completion tokens, {cost}"
        )
    if found.cost is not None and rows:
        typer.echo(f"in all at most {found.cost:.4f}")
    for name, reason in found.missing.items():
        typer.echo(f"missing: {name}: {reason}", err=True)
    if not rows and found.runs == found.finished:
        typer.echo("nothing is left to ask", err=True)
