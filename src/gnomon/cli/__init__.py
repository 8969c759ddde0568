"""The command line: parse, call a library function, print. One file a group of commands."""

from typing import Annotated

import typer

import gnomon

__all__ = ["app", "main"]

app = typer.Typer(name="gnomon", no_args_is_help=True, add_completion=False)


def main() -> None:
    """Run the command line."""
    app()


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gnomon {gnomon.__version__}")
        raise typer.Exit


@app.callback()
def _gnomon(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Run, grade and train multimodal maths tutors."""
