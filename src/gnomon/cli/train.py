"""``gnomon train``: recipes with the source of every value, rows for trainers, the plan of a training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.bench import settings_of
from gnomon.cli.errors import CommandError
from gnomon.cli.showing import number_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.training import DataFiles, Recipe

_MOST_SHOWN = 5  # rows too long that are named; the file rows.json lists all

app = typer.Typer(help="Train tutors, students and judges as the papers do: recipes, their rows, their plans.")

_Recipe = Annotated[str, typer.Argument(metavar="RECIPE", help="A recipe's name, or the path of a recipe of your own (.yaml).")]
_Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a value, such as lora.rank=16; may be repeated.")
]
_Data = Annotated[
    str, typer.Option(help="File or folder of the recipe's data, `sample` for ours; for ODQS the folder of a search.")
]
_Written = Annotated[
    Path | None, typer.Option("--utterances", help='JSON Lines {"id", "utterance"} of an utterance model, where the recipe asks.')
]
_Folds = Annotated[Path | None, typer.Option(help="Cross-validation folds of the judge's data, such as folds4.json.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("recipes")
def show_recipes(*, as_json: _Json = False) -> None:
    """List the recipes."""
    from gnomon.training import recipes

    if as_json:
        _print_json({name: recipe.model_dump(mode="json") for name, recipe in recipes().items()})
        return
    width = max(map(len, recipes()))
    for name, recipe in recipes().items():
        typer.echo(f"{name:{width}}  {recipe.method:6}  {recipe.paper:7}  {recipe.title}")


@app.command()
def show(recipe: _Recipe, *, setting: _Set = None, as_json: _Json = False) -> None:
    """Show every value of a recipe and where it comes from; with --json in the form of a recipe of your own."""
    from gnomon.training import open_recipe

    found = open_recipe(recipe, settings_of(setting or []))
    if as_json:
        _print_json(found.model_dump(mode="json"))
        return
    typer.echo(f"{found.name}: {found.title} ({found.method}, {found.paper})\n{found.about}\n")
    for key, each in found.settings():
        origin = "; ".join(part for part in (each.source, each.why) if part)
        typer.echo(f"{key} = {json.dumps(each.model_dump(mode='json')['value'])}\n    {origin}")


@app.command()
def rows(  # noqa: PLR0913  # one parameter an option
    recipe: _Recipe,
    *,
    data: _Data,
    out: Annotated[Path, typer.Option(help="Folder for the rows; made where it is missing.")],
    form: Annotated[str, typer.Option(help="trl, ms-swift or llama-factory.")] = "trl",
    utterances: _Written = None,
    folds: _Folds = None,
    setting: _Set = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    as_json: _Json = False,
) -> None:
    """Write a recipe's rows for a trainer, by split; what gives no row is counted by its reason, and nothing is cut."""
    from gnomon.training import data_sha256, make_rows, row_files, rows_record, without_long_rows
    from gnomon.training.rows import REASONS, ROW_FORMS

    chosen = next((known for known in ROW_FORMS if known == form), None)
    if chosen is None:
        raise typer.BadParameter(f"--form: expected one of {', '.join(ROW_FORMS)}, got {form!r}")
    found, files = _opened(recipe, setting, data, utterances, folds)
    kept = without_long_rows(found, make_rows(found, files))
    record = rows_record(kept, found.model_dump(mode="json"), data_sha256(files))
    written = row_files(kept, chosen, out) | {out / "rows.json": json.dumps(record, ensure_ascii=False, indent=1) + "\n"}
    refuse_unwritable((path for path in written if path.parent.is_dir()), force=force)
    for folder in {path.parent for path in written}:
        folder.mkdir(parents=True, exist_ok=True)
    write_at_once(written)
    if as_json:
        _print_json({key: record[key] for key in ("rows", "training_rows_in_an_epoch", "left_out")})
        return
    counts = ", ".join(f"{count} {split}" for split, count in record["rows"].items())
    typer.echo(f"{counts}; {number_of(record['training_rows_in_an_epoch'], 'training row')} in an epoch")
    for reason, count in record["left_out"].items():
        typer.echo(f"{count:6}  {REASONS[reason]} ({reason})")
    for each in kept.too_long[:_MOST_SHOWN]:
        typer.echo(f"too long: {each.id}, about {each.tokens} tokens", err=True)
    typer.echo(f"rows in {out}", err=True)


@app.command()
def plan(
    recipe: _Recipe,
    *,
    data: _Data,
    model: Annotated[
        Path | None, typer.Option(help="Folder with the model's config.json, for parameters and memory; weights are not read.")
    ] = None,
    devices: Annotated[int, typer.Option(min=1, help="That share the rows of a step.")] = 1,
    utterances: _Written = None,
    folds: _Folds = None,
    setting: _Set = None,
    as_json: _Json = False,
) -> None:
    """Tell what a training will do before it starts: rows, steps, tokens, trained parameters, memory."""
    from gnomon.training import make_rows, plan_lines, plan_of, read_shape

    found, files = _opened(recipe, setting, data, utterances, folds)
    shape = None if model is None else read_shape(model)
    made = plan_of(found, make_rows(found, files), shape, devices=devices)
    if as_json:
        memory = None if made.memory is None else {**made.memory._asdict(), "total": made.memory.total}
        _print_json({**made.model_dump(mode="json"), "memory": memory})
        return
    for about, told in plan_lines(made).items():
        typer.echo(f"{about:18} {told}")


def _opened(
    recipe: str, setting: list[str] | None, data: str, utterances: Path | None, folds: Path | None
) -> tuple[Recipe, DataFiles]:
    from gnomon.training import DataFiles, open_recipe

    found = open_recipe(recipe, settings_of(setting or []))
    if data != "sample" and not Path(data).exists():
        raise CommandError(f"--data {data!r}: there is no such file or folder; this recipe takes {_TAKES[found.data]}")
    if data == "sample" and found.data == "inquiry":
        raise CommandError("there is no sample of a search; make one: `gnomon inquiry search --student simulated ... --out DIR`")
    return found, DataFiles(data, utterances, folds)


_TAKES = {
    "geodial": "dialogues in GeoDial's form",
    "inquiry": "the results folder of `gnomon inquiry search`",
    "mrbench": "labelled responses in MRBench's form",
}


def _print_json(value: Any) -> None:  # noqa: ANN401  # plain JSON
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
