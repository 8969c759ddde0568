"""Run the command line inside a test."""

from functools import cache

import typer.main
import typer.testing

from gnomon.cli import app

# Typer's runner would build the tree of all commands anew each time: 30 ms, more than most commands of tests take.
typer.testing._get_command = cache(typer.main.get_command)  # type: ignore[attr-defined]  # its name for it is not public


def gnomon(*arguments: object, typed: str | bytes | None = None) -> typer.testing.Result:
    """Run a command with what is typed on stdin; the result has ``exit_code``, ``stdout``, ``stderr``, and ``output`` of both."""
    return typer.testing.CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
