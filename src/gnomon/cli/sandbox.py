"""``gnomon sandbox``: which isolation works here, and the verdict on one program."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from gnomon.cli.errors import CommandError

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _sandbox() -> None:
    """Run untrusted Python programs against trusted tests, isolated."""


@app.command()
def probe(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Say which levels of isolation are safe here, by running each; exit code 1 when none is."""
    from gnomon.sandbox import probe_levels

    rows = probe_levels()
    chosen = next((row.level for row in rows if row.state == "safe"), None)
    if as_json:
        typer.echo(
            json.dumps({"chosen": chosen, "levels": [dataclasses.asdict(row) for row in rows]}, ensure_ascii=False, indent=1)
        )
    else:
        for row in rows:
            typer.echo(f"{row.level:11} {row.state:9} {row.detail}")
            if row.fix:
                typer.echo(f"{'':21} fix: {row.fix}")
        typer.echo(f"chosen: {chosen or 'none is safe; untrusted programs are refused'}")
    raise typer.Exit(0 if chosen else 1)


@app.command()
def check(
    problem: Annotated[
        Path, typer.Argument(metavar="PROBLEM.json", help="A problem with tests: HumanEval, OpenCoder or asserts.")
    ],
    solution: Annotated[Path, typer.Argument(metavar="SOLUTION.py", help="What continues the prompt, or a whole program.")],
    *,
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds for the whole run.")] = 3.0,
    memory: Annotated[int, typer.Option(min=128, help="MiB of address space for a process.")] = 512,
    level: Annotated[
        str | None,
        typer.Option("--sandbox", metavar="LEVEL", help="bubblewrap, landlock, docker, podman or none. [default: best]"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, on one line.")] = False,
) -> None:
    """Run a problem's tests on a program: passed, failed, timeout, memory, not transferable or error (exit code 1)."""
    from gnomon.sandbox import open_sandbox, read_problem

    tested = read_problem(_read_row(problem))
    program = _read_text(solution)
    with open_sandbox(level) as sandbox:
        result = sandbox.check(tested, program, timeout_seconds=timeout, memory_bytes=memory * 2**20)
    if as_json:
        typer.echo(json.dumps(dataclasses.asdict(result)))
    else:
        isolated = "nothing isolated it" if result.level == "none" else f"isolated by {result.level}"
        typer.echo(f"{result.verdict} ({isolated}, {result.seconds:.2f} s){f': {result.reason}' if result.reason else ''}")
    raise typer.Exit(1 if result.verdict == "error" else 0)


def _read_row(path: Path) -> dict[str, Any]:
    try:
        row = json.loads(_read_text(path))
    except json.JSONDecodeError as error:
        raise CommandError(f"cannot read {str(path)!r}: {error}; it should hold one problem as a JSON object") from None
    if not isinstance(row, dict):
        raise CommandError(f"cannot read {str(path)!r}: expected one problem as a JSON object, got {type(row).__name__}")
    return row


def _read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"cannot read {str(path)!r}: it is no UTF-8 text ({error})") from None
