"""``gnomon corpus leakage``: whether problems of a test are in training."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from gnomon.cli.showing import number_of

_MOST_SHOWN = 20  # leaks: the counts above them stay in sight, and --json lists all
_SOURCE = "A file or folder of dialogues, a problem file, `bank`, a data set's name, or NAME:PATH."


def leakage(
    train: Annotated[str, typer.Argument(metavar="TRAIN", help=_SOURCE)],
    test: Annotated[str, typer.Argument(metavar="TEST", help="As TRAIN.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find problems of a test that are in training, also renamed, turned, mirrored or scaled. Exit code 1 where there are any.

    NAME:PATH names files in the form of a data set of `gnomon data list`, such as gsm8k:train.jsonl.
    """
    from gnomon.corpus import asked_in, find_leaks

    known, asked = asked_in(train), asked_in(test)
    found = find_leaks(known.problems, asked.problems)
    if as_json:
        sides = {"train": known, "test": asked}
        counted = {
            name: {"problems": len(side.problems), "unreadable": side.unreadable, "not_told": side.unknown}
            for name, side in sides.items()
        }
        report = {**counted, "kinds": found.counts(), "leaks": [leak._asdict() for leak in found.leaks]}
        typer.echo(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        typer.echo(
            f"{len(found.leaks):,} of {number_of(found.test, 'problem')} of the test are among {found.train:,} in training"
        )
        for kind, count in found.counts().items():
            typer.echo(f"{count:6,}  {kind}")
        for leak in found.leaks[:_MOST_SHOWN]:
            typer.echo(f"{leak.test}: {leak.reason} as {leak.train}")
        if len(found.leaks) > _MOST_SHOWN:
            typer.echo(f"and {len(found.leaks) - _MOST_SHOWN:,} more; --json lists all")
        for name, side in (("training", known), ("test", asked)):
            if side.unreadable or side.unknown:
                typer.echo(
                    f"{name}: {side.unreadable:,} rows unreadable, {side.unknown:,} without a problem to compare", err=True
                )
    if found.leaks:
        raise typer.Exit(1)
