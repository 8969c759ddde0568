"""``gnomon judge``: labels for a user's own file of tutor responses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.bench import say_commonest_error, settings_of
from gnomon.cli.prompts import Replacing
from gnomon.cli.running import (
    Connections,
    MaxCost,
    MaxTokens,
    Prices,
    ReasoningEffort,
    Temperature,
    TopP,
    asking_of,
    pace_of,
    progress,
)
from gnomon.cli.showing import number_of
from gnomon.cli.trained import addresses_of, spec_of
from gnomon.cli.writing import refuse_unwritable, write_at_once


def judge(  # noqa: PLR0913  # one parameter an option
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The shared task's JSON, JSONL with {history, response} a line, or CSV with such columns."
        ),
    ],
    *,
    by: Annotated[
        str,
        typer.Option("--judge", help="A URL, MODEL@URL, a trained model's folder, embedded (offline), or the control majority."),
    ],
    out: Annotated[Path, typer.Option(help="File for the labels, in the shared task's format; beside it OUT.run with all rows.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many responses from the top.")] = None,
    abstain_below: Annotated[
        float | None,
        typer.Option("--abstain-below", min=0, max=1, help="The embedded judge gives no label that is less probable."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the judge's samples.")] = 0,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="votes or temperature; may come several times.")
    ] = None,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    own_prompts: Replacing = None,
) -> None:
    """Label tutor responses on four dimensions; the same command goes on after an interruption."""
    del own_prompts  # read when the option is
    from gnomon.benchmark.results import RunConfig
    from gnomon.benchmark.submission import grade_file

    refuse_unwritable([out], force=force)
    options = settings_of(setting or []) | ({} if abstain_below is None else {"abstain_below": abstain_below})
    asking = asking_of(
        ("judge",), ("judge",), temperature=temperature, top_p=top_p, max_tokens=max_tokens, reasoning_effort=reasoning_effort
    )
    config = RunConfig(
        task="mrbench", judge=spec_of(by), data=str(file.resolve()), limit=limit, seed=seed, asking=asking, options=options
    )
    pace = pace_of(connections, max_cost, prices)
    with addresses_of([config.judge]) as addresses, progress("responses") as told:
        graded = grade_file(config, out.with_name(f"{out.name}.run"), replace(pace, addresses=addresses), told)
    text = json.dumps(graded.submission, ensure_ascii=False, indent=1) + "\n"
    write_at_once({out: text})
    if as_json:
        typer.echo(json.dumps(graded.label_counts(), indent=1))
    else:
        for name, counts in graded.label_counts().items():
            typer.echo(f"{name}: " + ", ".join(f"{label} {count}" for label, count in counts.items()))
    failed = sum(row.error is not None for row in graded.rows)
    typer.echo(f"{number_of(len(graded.rows), 'response')}, {failed} failed; labels in {out}", err=True)
    say_commonest_error(graded.rows)
    if failed:
        typer.echo("the same command with --force asks for the failed ones again", err=True)
