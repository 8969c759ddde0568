"""``gnomon bench``: run a benchmark, write the report."""

from __future__ import annotations

import json
import webbrowser
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.prompts import Replacing
from gnomon.cli.running import (
    Connections,
    MaxCost,
    MaxTokens,
    Prices,
    Ray,
    ReasoningEffort,
    Temperature,
    TopP,
    asking_of,
    check_ray,
    pace_of,
    prices_of,
    progress,
    refuse_folders,
    say_counts,
    say_what_was_there,
)
from gnomon.cli.showing import number_of
from gnomon.cli.trained import addresses_of, spec_of
from gnomon.cli.writing import folder_for_tables, refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.benchmark.benchmark import Row
    from gnomon.benchmark.results import RunConfig
    from gnomon.benchmark.running import RunOutcome
    from gnomon.runs import Pace

Ids = Annotated[Path | None, typer.Option("--ids", metavar="FILE", help="Only the items of these ids, one a line.")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="FIELD=VALUE", help="Only items with this value; may be repeated."),
]
_NO_JSON = 'lists and objects are JSON, their words in double quotes, such as \'KEY=["one", "two"]\''
app = typer.Typer(help="Grade tutors and judges by the papers' benchmarks.", no_args_is_help=True)


@app.command("list")
def list_benchmarks(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the benchmarks, those of tutors, of judges and of readers, with what each grades."""
    from gnomon.benchmark.catalogue import BENCHMARKS

    if as_json:
        rows = {
            name: {"grades": entry.roles[0], "options": entry.roles, "description": entry.description}
            for name, entry in BENCHMARKS.items()
        }
        typer.echo(json.dumps(rows, indent=1))
        return
    width = max(map(len, BENCHMARKS))
    for graded in ("tutor", "judge", "reader"):
        typer.echo(f"Benchmarks of {graded}s")
        for name, entry in BENCHMARKS.items():
            if entry.roles[0] == graded:
                options = " ".join(f"--{role}" for role in entry.roles)
                typer.echo(f"  {name:<{width}}  {options:<{len('--tutor --judge')}}  {entry.description}")


@app.command("run")
def run_benchmark(  # noqa: PLR0913  # one parameter an option
    task: Annotated[str, typer.Argument(metavar="TASK", help="A benchmark's name; see gnomon bench list.")],
    *,
    out: Annotated[Path, typer.Option(help="Folder for the results; the same command goes on after an interruption.")],
    tutor: Annotated[
        str | None,
        typer.Option(
            help="symbolic, MODULE:FACTORY, a server's URL, MODEL@URL, a trained model's folder, or a control of the benchmark."
        ),
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="A server's URL, MODEL@URL, a trained model's folder, or a baseline of the benchmark.")
    ] = None,
    reader: Annotated[
        str | None, typer.Option(help="Reads messages told in words: a server's URL or MODEL@URL. [default: none]")
    ] = None,
    ocr: Annotated[
        str | None,
        typer.Option(help="Reads pictures for variant=ocr of MMTutorBench: MODEL@URL, a URL, or 'command:PROGRAM {image} ...'."),
    ] = None,
    data: Annotated[
        str | None, typer.Option(help="'sample' or a path. [default: the copy that was added, else the sample]")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many rows from the top.")] = None,
    seed: Annotated[int, typer.Option(help="Of everything drawn at random.")] = 0,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of the benchmark; may be repeated."),
    ] = None,
    repeats: Annotated[
        int | None, typer.Option(min=2, help="Runs of the same with seeds one after the other, in folders OUT/seed-N.")
    ] = None,
    seeds: Annotated[str | None, typer.Option(metavar="N,N,...", help="The same with these seeds.")] = None,
    ids: Ids = None,
    where: Where = None,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    ray: Ray = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say what the run would ask and cost at most, and stop.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    own_prompts: Replacing = None,
) -> None:
    """Run a benchmark into a results folder, or go on with the run; rows that failed are asked again."""
    del own_prompts  # read when the option is
    from gnomon.benchmark.catalogue import dataset_of, roles_of
    from gnomon.benchmark.data import default_data
    from gnomon.benchmark.repeating import run_repeats
    from gnomon.benchmark.results import RunConfig
    from gnomon.benchmark.running import run
    from gnomon.benchmark.subsets import read_where

    check_ray(ray)
    graded, *others = roles_of(task)
    asking = asking_of(
        (graded, *others, "ocr"), (graded,), temperature=temperature, top_p=top_p, max_tokens=max_tokens,
        reasoning_effort=reasoning_effort,
    )  # fmt: skip
    chosen = str(Path(data).resolve()) if data not in (None, "sample") else data or default_data(dataset_of(task))
    config = RunConfig(
        task=task, tutor=tutor and spec_of(tutor), judge=judge and spec_of(judge), reader=reader, ocr=ocr, data=chosen,
        limit=limit, seed=seed, ids=ids_in(ids), where=read_where(where or []), asking=asking, options=settings_of(setting or []),
    )  # fmt: skip
    pace = pace_of(connections, max_cost, prices)
    several = _seeds_of(seed, repeats, seeds)
    if several is not None and ray is not None and max_cost is not None:
        raise typer.BadParameter("--max-cost with --ray is the limit of one run: give each seed a command of its own")
    if estimate:
        _show_estimate(config, pace, as_json=as_json)
        return
    remark = "grading the small sample that comes with gnomon; add the published data with gnomon data add"
    remark = remark if chosen == "sample" else ""
    with addresses_of([config.tutor, config.judge]) as addresses:
        refuse_folders(ray, addresses)
        pace = replace(pace, addresses=addresses)
        if several is not None:
            outcomes = run_repeats(
                config, out, several, pace, lambda each: progress(f"seed {each}", remark if each == several[0] else ""), ray=ray
            )
            _show_repeats(out, outcomes, as_json=as_json)
            return
        with progress("rows", remark) as told:
            outcome = run(config, out, pace, told, ray=ray)
    _show_outcome(outcome, as_json=as_json)


@app.command("resume", hidden=True)
def resume_benchmark(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Results folder of a run.")],
    *,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Go on with a run, as the command that began it does."""
    from gnomon.benchmark import read_record
    from gnomon.benchmark.running import run

    config, pace = read_record(folder).config, pace_of(connections, max_cost, prices)
    with addresses_of([config.tutor, config.judge]) as addresses, progress("rows") as told:
        outcome = run(config, folder, replace(pace, addresses=addresses), told)
    _show_outcome(outcome, as_json=as_json)


@app.command("report")
def report(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Results folders of finished runs of one benchmark.")],
    *,
    html: Annotated[Path, typer.Option(help="Page to write.")] = Path("report.html"),
    csv: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV files. [default: beside the page]")] = None,
    prices: Prices = None,
    ids: Ids = None,
    where: Where = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the page where it exists.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Write the report of one or more runs, compared with one another: a page that needs no other file, and CSV files."""
    from gnomon.benchmark.reporting import report_of
    from gnomon.benchmark.subsets import read_where
    from gnomon.pages import report_page, write_tables

    refuse_unwritable([html], force=force)
    tables = folder_for_tables([html], csv)
    made = report_of(folders, prices=prices_of(prices), ids=ids_in(ids), where=read_where(where or []))
    page = report_page(made)
    write_at_once({html: page})
    written = write_tables(made, tables)
    typer.echo(f"{html}")
    typer.echo(f"{number_of(len(written), 'table')} in {tables}", err=True)
    if show:
        webbrowser.open(html.resolve().as_uri())


def ids_in(path: Path | None) -> tuple[str, ...] | None:
    """Read the ids of a file, where one is given."""
    from gnomon.benchmark.subsets import read_ids

    return None if path is None else read_ids(path)


def _seeds_of(seed: int, repeats: int | None, seeds: str | None) -> tuple[int, ...] | None:
    """Return the seeds of repeats; None where there is one run."""
    if seeds is None:
        return None if repeats is None else tuple(range(seed, seed + repeats))
    if repeats is not None:
        raise typer.BadParameter("--repeats and --seeds say the same; give one of them")
    try:
        found = tuple(dict.fromkeys(int(each) for each in seeds.split(",")))
    except ValueError:
        raise typer.BadParameter(f"expected --seeds as whole numbers with commas, got {seeds!r}") from None
    return found


def _show_repeats(folder: Path, outcomes: Sequence[RunOutcome], *, as_json: bool) -> None:
    """Print each figure's mean and standard deviation over the repeats."""
    from statistics import fmean, stdev

    from gnomon.benchmark.figures import counts_of

    names = list(dict.fromkeys(name for outcome in outcomes for name in outcome.headline))
    values = {name: [each.headline[name] for each in outcomes if name in each.headline] for name in names}
    if as_json:
        typer.echo(json.dumps({"repeats": len(outcomes), "figures": values}, indent=1))
    else:
        for name, found in values.items():
            spread = f" sd {stdev(found):.3f}" if len(found) > 1 else ""
            typer.echo(f"{name}  {fmean(found):.3f}{spread}")
    rows = [row for outcome in outcomes for row in outcome.rows]
    say_counts(counts_of(rows), f"gnomon bench report {folder}")
    say_commonest_error(rows)
    say_what_was_there(sum(outcome.num_asked for outcome in outcomes), sum(row.error is not None for row in rows))


def _show_outcome(outcome: RunOutcome, *, as_json: bool) -> None:
    """Print the headline of a run: figures to stdout, where things are to stderr."""
    from gnomon.benchmark.figures import counts_of

    counts = counts_of(outcome.rows)
    if as_json:
        told = {"rows": counts.rows, "failed": counts.failed, "unreadable": counts.unreadable, "figures": dict(outcome.headline)}
        typer.echo(json.dumps(told, indent=1))
    else:
        for name, value in outcome.headline.items():
            typer.echo(f"{name}  {value:.3f}")
    say_counts(counts, f"gnomon bench report {outcome.folder}")
    say_commonest_error(outcome.rows)
    say_what_was_there(outcome.num_asked, counts.failed)


def say_commonest_error(rows: Sequence[Row]) -> None:
    """Say what most of the failed rows failed with."""
    errors = Counter(row.error.message for row in rows if row.error is not None)
    for message, count in errors.most_common(1):
        typer.echo(f"the commonest error, {number_of(count, 'time')}: {message}", err=True)


def settings_of(pairs: list[str]) -> dict[str, Any]:
    """Read KEY=VALUE; a value is JSON where it can be read as such, else text, but what begins a list or an object is no text."""
    settings: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise typer.BadParameter(f"expected --set KEY=VALUE, got {pair!r}")
        try:
            settings[key] = json.loads(text)
        except ValueError as error:
            if text.lstrip()[:1] in {"[", "{"}:
                raise typer.BadParameter(f"--set {pair}: {_NO_JSON} ({error})") from error
            settings[key] = text
    return settings


def _show_estimate(config: RunConfig, pace: Pace, *, as_json: bool) -> None:
    from gnomon.benchmark.estimating import estimate_run

    found = estimate_run(config, pace.prices)
    if as_json:
        typer.echo(json.dumps(found, indent=1))
        return
    for role, figures in found.items():
        cost = "no price given" if figures["cost"] is None else f"at most {figures['cost']:.4f}"
        typer.echo(
            f"{role}: {figures['requests']} requests, about {figures['prompt_tokens']} prompt tokens, at most "
            f"{figures['completion_tokens']} completion tokens, {cost}"
        )
