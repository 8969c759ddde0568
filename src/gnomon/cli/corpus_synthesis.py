"""``gnomon corpus synthesise``: dialogues of the symbolic tutor with simulated learners."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.running import Ray, check_ray, progress
from gnomon.cli.showing import number_of


def synthesise(
    *,
    dialogues: Annotated[int, typer.Option(min=1, help="How many to simulate.")],
    out: Annotated[Path, typer.Option(help="Folder of the corpus; the same command goes on with one that was stopped.")],
    seed: Annotated[int, typer.Option(min=0, help="One seed, one corpus, whatever the jobs.")] = 0,
    problems: Annotated[
        str, typer.Option(metavar="bank|FILE", help="What they talk about: the bank, or a file of problems.")
    ] = "bank",
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Draw the figures, plain and with every turn's highlights.")
    ] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes. [default: 1]")] = None,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let the symbolic tutor teach simulated learners, and write the dialogues in GeoDial's form; no model is asked."""
    from gnomon.corpus.synthesis import DIALOGUES, SynthesisConfig
    from gnomon.corpus.synthesis import synthesise as run

    check_ray(ray, jobs)
    source = problems if problems == "bank" else str(Path(problems).resolve())
    config = SynthesisConfig(dialogues=dialogues, seed=seed, problems=source, pictures=pictures)
    with progress("blocks of dialogues") as told:
        summary = run(config, out, jobs=jobs or 1, told=told, ray=ray)
    if as_json:
        typer.echo(json.dumps(summary, ensure_ascii=False, indent=1))
        return
    typer.echo(f"{number_of(summary['dialogues'], 'dialogue')} in {out / DIALOGUES}")
    typer.echo(f"{summary['near_duplicates']:6}  left out: nearly the same as an earlier one, names and numbers aside")
    typer.echo(f"{summary['told']:6}  left out: a turn has the answer's number before question or learner have it")
    typer.echo(f"{summary['failed']:6}  failed")
    for name, count in summary["distinct"].items():
        typer.echo(f"{count:6}  different {name.replace('_', ' ')}")
    for name in ("subacts", "rules", "misconceptions"):
        typer.echo(f"{len(summary[name]):6}  {name}")
