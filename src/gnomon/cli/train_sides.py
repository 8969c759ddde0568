"""``gnomon train side-by-side`` and ``preferences``: turns before and after training, which two people compare blind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.showing import number_of, table_as_json, table_as_text
from gnomon.cli.writing import refuse_unwritable, write_at_once

_PAGE, _SHEET, _KEY = "index.html", "marks.csv", "key.json"


def side_by_side(  # one parameter an option
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN|BASE TUNED", help="What `gnomon train geodial-tutor` left; or two runs of `gnomon bench run geodial`."
        ),
    ],
    *,
    out: Annotated[Path, typer.Option(help="Folder for the page, the sheet and the key.")],
    split: Annotated[Literal["test", "validation"], typer.Option(help="Of a training's answers.")] = "test",
    samples: Annotated[int, typer.Option(min=1, help="Turns to compare.")] = 100,
    seed: Annotated[int, typer.Option(help="Chooses the turns, and which side is whose.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> None:
    """Write a page of turns of the base and the tuned model, sides hidden, for two people to mark (GeoDial, App. M)."""
    from gnomon.training.evaluation.side_by_side import answers_of_runs, answers_of_training
    from gnomon.training.evaluation.side_by_side import side_by_side as made_of

    out.mkdir(parents=True, exist_ok=True)
    refuse_unwritable((out / name for name in (_PAGE, _SHEET, _KEY)), force=force)
    if len(runs) == 1:
        answers = answers_of_training(runs[0], split)
    elif len(runs) == 2:
        answers = answers_of_runs(*runs)
    else:
        raise CommandError(f"expected the folder of a training, or two runs of the benchmark, got {len(runs)} folders")
    made = made_of(answers, samples, seed)
    key = made.key.model_dump_json(indent=1) + "\n"
    write_at_once({out / _PAGE: made.page, out / _SHEET: made.sheet, out / _KEY: key})
    typer.echo(str(out / _PAGE))
    typer.echo(
        f"{number_of(len(made.key.tuned), 'turn')}; {_KEY} says which side is whose: keep it from those who mark", err=True
    )


def preferences(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the page, with its key.")],
    marks: Annotated[
        list[Path], typer.Argument(metavar="MARKS...", help="What each of two people saved: .json, or the sheet as .csv.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with intervals.")] = False,
) -> None:
    """Tell whose turns were preferred: shares, ties, agreement, with intervals; and the turns to talk about."""
    from gnomon.training.evaluation.preferences import Preferences, read_marks
    from gnomon.training.evaluation.side_by_side import Key

    try:
        key = Key.model_validate_json((folder / _KEY).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{folder}: expected the folder that `gnomon train side-by-side` wrote, with its {_KEY}") from error
    if len(marks) > 2:
        raise CommandError(f"expected the marks of two people, got {len(marks)} files")
    found = Preferences(key, tuple(read_marks(path, key) for path in marks))
    tables = [table for table in (found.table(), found.agreement()) if table is not None]
    if as_json:
        told = {table.id: table_as_json(table) for table in tables}
        notes = {each.reviewer: dict(each.notes) for each in found.marks}
        typer.echo(json.dumps({**told, "differing": found.differing(), "notes": notes}, indent=1, ensure_ascii=False))
        return
    for table in tables:
        typer.echo(table_as_text(table, with_intervals=True))
    if differing := found.differing():
        typer.echo(f"to talk about: {', '.join(differing)}")
    for each in found.marks:
        if left := len(key.tuned) - len(each.choices):
            typer.echo(f"{each.reviewer} has {number_of(left, 'turn')} left to mark", err=True)
