"""The command line: parse, call a library function, print. One file a group of commands.

A command's file imports the library inside its functions: ``gnomon --help`` loads nothing but typer.
"""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

import gnomon
from gnomon.cli import (
    arena,
    bench,
    bench_bundle,
    bench_check_judge,
    bench_export,
    bench_grid,
    bench_overview,
    bench_score,
    corpus,
    data,
    demo,
    diagnose,
    draw,
    inquiry,
    judge,
    listen,
    models,
    problems,
    prompts,
    read,
    sandbox,
    serve,
    solve,
    studio,
    train,
    tutor,
)
from gnomon.cli.errors import OneLineErrors as _OneLineErrors

__all__ = ["app", "main"]

app = typer.Typer(
    name="gnomon",
    cls=_OneLineErrors,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help is shown in half the time
    pretty_exceptions_enable=False,
)
app.add_typer(problems.app, name="problems")
app.add_typer(draw.app, name="draw")
bench.app.command("check-judge")(bench_check_judge.check_judge)
bench.app.command("score")(bench_score.score)
bench.app.command("bundle")(bench_bundle.bundle)
bench.app.command("export")(bench_export.export)
bench.app.command("verify")(bench_bundle.verify)
bench.app.command("grid")(bench_grid.grid)
bench.app.command("overview")(bench_overview.overview)
app.add_typer(bench.app, name="bench")
app.add_typer(arena.app, name="arena")
app.add_typer(corpus.app, name="corpus")
app.add_typer(data.app, name="data")
app.add_typer(inquiry.app, name="inquiry")
app.add_typer(models.app, name="models")
app.add_typer(prompts.app, name="prompts")
app.add_typer(sandbox.app, name="sandbox")
app.add_typer(train.app, name="train")
app.command("judge")(judge.judge)
app.command("solve")(solve.solve)
app.command("diagnose")(diagnose.diagnose)
app.command("listen")(listen.listen)
app.command("read")(read.read)
app.command("tutor")(tutor.tutor)
app.command("serve")(serve.serve)
app.command("studio")(studio.studio)
app.command("demo")(demo.demo)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ∠ or √ shows a question mark, not a traceback
    app()


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gnomon {gnomon.__version__}")
        raise typer.Exit


@app.callback()
def _gnomon(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    own_prompts: prompts.Replacing = None,
) -> None:
    """Run, grade and train multimodal maths tutors."""
    del version, own_prompts
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)
