"""``gnomon train``: recipes with the source of every value, rows for trainers, the plan of a training, and the training."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from gnomon.cli.bench import settings_of
from gnomon.cli.errors import CommandError
from gnomon.cli.showing import number_of
from gnomon.cli.train_compare import judges, students
from gnomon.cli.train_demo import demo
from gnomon.cli.train_sides import preferences, side_by_side
from gnomon.cli.trained import addresses_of, spec_of
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.training import DataFiles, Plan, Recipe, RowSet
    from gnomon.training.evaluation import Scores
    from gnomon.training.trainer.running import Asks

_MOST_SHOWN = 5  # rows too long that are named; the file rows.json lists all


class _RecipeFirst(TyperGroup):
    """``gnomon train RECIPE`` is ``gnomon train run RECIPE``: what is no command has to be a recipe."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # a context of typer's
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            from gnomon.training import open_recipe

            open_recipe(args[0])  # a name that is neither is said before an option that it lacks
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_RecipeFirst,
    help="Train tutors, students and judges as the papers do: `gnomon train RECIPE` is `gnomon train run RECIPE`.",
)
app.command()(demo)
app.command()(students)
app.command()(judges)
app.command()(side_by_side)
app.command()(preferences)

_Recipe = Annotated[str, typer.Argument(metavar="RECIPE", help="A recipe's name, or the path of a recipe of your own (.yaml).")]
_Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change a value, such as lora.rank=16; lists are JSON: 'rows.shown=[\"question\"]'. May be repeated.",
    ),
]
_Data = Annotated[
    str, typer.Option(help="File or folder of the recipe's data, `sample` for ours; for ODQS the folder of a search.")
]
_Written = Annotated[
    Path | None, typer.Option("--utterances", help='JSON Lines {"id", "utterance"} of an utterance model, where the recipe asks.')
]
_Folds = Annotated[Path | None, typer.Option(help="Cross-validation folds of the judge's data, such as folds4.json.")]
_Out = Annotated[Path, typer.Option(help="Folder for what comes of it; the same command again goes on after a kill.")]
_Device = Annotated[Literal["gpu", "cpu"], typer.Option(help="A CPU is for tiny models: fp32, nothing computed twice.")]
_Steps = Annotated[int | None, typer.Option(min=1, help="Stop after so many. [default: all epochs]")]
_SaveSteps = Annotated[int | None, typer.Option(min=1, help="Between checkpoints. [default: a tenth of all]")]
_AnswerTokens = Annotated[
    int | None, typer.Option(min=1, help="Most tokens of an answer that is scored. [default: the recipe's, or 1024]")
]
_Teacher = Annotated[
    str | None,
    typer.Option(
        help="Of odqs recipes: let the student ask this teacher about the validation problems, scaffolded, and score Pass@k by "
        "turn; MODEL@URL, a URL or a simulation. [default: not asked]"
    ),
]
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
    from gnomon.training import make_rows, plan_of, read_shape

    found, files = _opened(recipe, setting, data, utterances, folds)
    shape = None if model is None else read_shape(model)
    made = plan_of(found, make_rows(found, files), shape, devices=devices)
    if as_json:
        memory = None if made.memory is None else {**made.memory._asdict(), "total": made.memory.total}
        _print_json({**made.model_dump(mode="json"), "memory": memory})
        return
    _show_plan(made)


def _show_plan(made: Plan, *, err: bool = False) -> None:
    from gnomon.training import plan_lines

    for about, told in plan_lines(made).items():
        typer.echo(f"{about:18} {told}", err=err)
    for each in made.too_long[:_MOST_SHOWN]:
        about_it = "" if made.is_counted else "about "
        typer.echo(f"too long: {each.id}, {about_it}{each.tokens} tokens", err=True)


@app.command()
def run(  # noqa: PLR0913  # one parameter an option
    recipe: _Recipe,
    *,
    data: _Data,
    model: Annotated[
        list[str],
        typer.Option(help="Folder or name; the folder of an adapter is trained on. A screening takes one for each candidate."),
    ],
    out: _Out,
    utterances: _Written = None,
    folds: _Folds = None,
    setting: _Set = None,
    device: _Device = "gpu",
    parallel: Annotated[
        Literal["ddp", "fsdp", "deepspeed"] | None, typer.Option(help="How several processes share the work, with --processes.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="Of --parallel: one for each GPU.")] = 1,
    quantised: Annotated[
        Literal["4bit", "8bit"] | None, typer.Option(help="Frozen weights of so many bits under an adapter; needs bitsandbytes.")
    ] = None,
    vllm: Annotated[bool, typer.Option("--vllm", help="Let vLLM draw the completions of GRPO.")] = False,
    steps: _Steps = None,
    save_steps: _SaveSteps = None,
    scores: Annotated[
        bool, typer.Option("--scores/--no-scores", help="Answer validation and test rows before and after, and score them.")
    ] = True,
    answer_tokens: _AnswerTokens = None,
    teacher: _Teacher = None,
    as_json: _Json = False,
) -> None:
    """Train by a recipe: the plan is shown, then it trains; adapter, merged model, curve, metrics and a card are left in --out.

    Validation and test rows are then answered by the model before and after, and scored. A screening trains nothing: each
    --model answers the validation rows, and the table of their scores is left. Telemetry of the libraries below is off, unless
    HF_HUB_DISABLE_TELEMETRY says otherwise.
    """
    from gnomon.training.launching import is_first, is_launched, launch, num_processes

    found, files = _opened(recipe, setting, data, utterances, folds)
    if found.method == "screen":
        _screen(found, files, model, out, device, as_json=as_json)
        return
    if len(model) > 1:
        raise CommandError(f"--model: {found.name} trains one model; only a screening takes several")
    if quantised and found.lora is None:
        raise CommandError(f"--quantised: {found.name} trains all parameters, and those of few bits cannot be trained")
    if vllm and found.method != "grpo":
        raise CommandError(f"--vllm: {found.name} draws no completions")
    if parallel and processes > 1 and not is_launched():
        code = launch(sys.argv[1:], parallel, processes, on_cpu=device == "cpu")
        if code:
            raise CommandError(f"a process of the training has failed (exit code {code}); see above")
        return
    with _trainers():
        from gnomon.training.trainer import Hardware, telemetry_is_off
        from gnomon.training.trainer.running import Order, carry_out, prepare
    hardware = Hardware(device, num_processes(), with_vllm=vllm)
    tokens = _answer_tokens(found, answer_tokens) if scores else None
    order = Order(
        found,
        files,
        model[0],
        out,
        hardware,
        quantised,
        steps,
        save_steps,
        answer_tokens=tokens,
        asks=_asks(found, files, teacher),
    )
    prepared = prepare(order)
    if is_first():
        _show_plan(prepared.plan, err=True)
        typer.echo(
            f"{'telemetry':18} of the libraries is {'off' if telemetry_is_off() else 'on, as the environment says'}", err=True
        )
    metrics = carry_out(order, prepared, _teller(steps or prepared.plan.steps))
    if is_first():
        _tell_metrics(metrics, out, as_json=as_json)


def _asks(found: Recipe, files: DataFiles, teacher: str | None) -> Asks | None:
    """Return what lets a student ask, where a teacher is named."""
    from gnomon.training.recipe import QuestionRows

    if teacher is None:
        return None
    if not isinstance(found.rows, QuestionRows):
        raise CommandError(f"--teacher: {found.name} trains no student that asks")

    def asked(model: str, rows: RowSet, folder: Path) -> Scores:
        from gnomon.inquiry import run_inquiry
        from gnomon.runs import Pace
        from gnomon.training.evaluation.students import asked_again, pass_scores

        problems = sorted({row.group for row in rows.rows["validation"]})
        config = asked_again(Path(files.data), problems, teacher, spec_of(model))
        with addresses_of([config.student]) as addresses:
            run_inquiry(config, folder, Pace(addresses=addresses))
        return pass_scores(folder, config.num_samples)

    return asked


def _tell_metrics(metrics: Mapping[str, Any], out: Path, *, as_json: bool) -> None:
    from gnomon.training.evaluation import before_and_after

    if as_json:
        _print_json(metrics)
    else:
        last = ", ".join(f"{name} {value:.4g}" for name, value in metrics["last"].items() if name in _TOLD)
        typer.echo(f"{number_of(metrics['steps'], 'step')}: {last}; what came of it is in {out}")
        if metrics.get("scores"):
            typer.echo(before_and_after(metrics["scores"]), nl=False)


@app.command()
def ablate(  # noqa: PLR0913  # one parameter an option
    recipe: _Recipe,
    *,
    data: _Data,
    model: Annotated[str, typer.Option(help="Folder or name of the model that every training begins with.")],
    out: _Out,
    sizes: Annotated[
        int | None,
        typer.Option(min=1, help="Train on so many dialogues, twice as many, and so on up to all; the paper's are 200."),
    ] = None,
    contexts: Annotated[
        bool, typer.Option("--contexts", help="Train and ask with each of the 16 combinations of what is shown.")
    ] = False,
    utterances: _Written = None,
    folds: _Folds = None,
    setting: _Set = None,
    device: _Device = "gpu",
    steps: _Steps = None,
    save_steps: _SaveSteps = None,
    answer_tokens: _AnswerTokens = None,
    teacher: _Teacher = None,
    keep_models: Annotated[
        bool, typer.Option("--keep-models", help="Keep every whole model once it is scored; adapters are kept anyway.")
    ] = False,
) -> None:
    """Train a recipe over sizes of its data or over what is shown, each in a folder, and tell what it was worth.

    The page has every size and combination, validation and test apart, with and without training, and a least-squares fit on
    the parts with standard errors, t and R squared. The same command again goes on where it was stopped.
    """
    from gnomon.training import open_recipe

    found, files = _opened(recipe, setting, data, utterances, folds)
    if found.training is None:
        raise CommandError(f"{found.name} trains nothing: there is nothing to leave out")
    with _trainers():
        from gnomon.training.trainer import Hardware
        from gnomon.training.trainer.ablating import ablate as carry_out_all
        from gnomon.training.trainer.running import Order
    tokens = _answer_tokens(found, answer_tokens)
    order = Order(
        found,
        files,
        model,
        out,
        Hardware(device),
        None,
        steps,
        save_steps,
        answer_tokens=tokens,
        asks=_asks(found, files, teacher),
    )
    changes = settings_of(setting or [])
    page = carry_out_all(
        order,
        lambda more: open_recipe(recipe, {**changes, **more}),
        step=sizes,
        with_contexts=contexts,
        keeps_models=keep_models,
        tell=lambda line: typer.echo(line, err=True),
    )
    typer.echo(page, nl=False)


def _screen(
    found: Recipe, files: DataFiles, models: list[str], out: Path, device: Literal["gpu", "cpu"], *, as_json: bool
) -> None:
    from gnomon.training.evaluation import screening_table

    with _trainers():
        from gnomon.training.trainer.screening import screen
    scores = screen(found, files, models, out, device, lambda line: typer.echo(line, err=True))
    if as_json:
        _print_json(scores)
    else:
        typer.echo(screening_table(scores), nl=False)


@contextmanager
def _trainers() -> Iterator[None]:
    """Say which package is missing where what trains is imported."""
    try:
        yield
    except ImportError as error:
        raise CommandError(
            f"`gnomon train` needs {error.name}: pip install 'gnomon[train]', torch first where there is no GPU"
        ) from error


def _answer_tokens(found: Recipe, chosen: int | None) -> int:
    return chosen or (found.sampling.max_completion.value if found.sampling else _ANSWER_TOKENS)


_ANSWER_TOKENS = 1024
"""Where a recipe draws nothing: as bea-judge-grpo's, for a base model reasons before it answers; a turn as JSON has 200."""


_TOLD = ("loss", "reward", "watched/label_accuracy", "watched/format_rate", "rewards/accuracies")
"""Of a point of the curve, on the terminal; the file has all."""
_TELLINGS = 20
"""Lines of progress: enough to see where a curve goes, whatever its length."""


def _teller(steps: int) -> Callable[[Mapping[str, float]], None]:
    every = max(steps // _TELLINGS, 1)

    def tell(point: Mapping[str, float]) -> None:
        step = round(point["step"])
        if "eval_loss" in point:
            typer.echo(f"step {step}/{steps}  validation loss {point['eval_loss']:.4g}", err=True)
        elif step == 1 or step % every == 0:
            shown = "  ".join(f"{name} {point[name]:.4g}" for name in _TOLD if name in point)
            typer.echo(f"step {step}/{steps}  {shown}", err=True)

    return tell


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
