"""``gnomon solve``: the proof of one problem, or the rows of a whole file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from gnomon.cli.errors import CommandError

if TYPE_CHECKING:
    from gnomon.geometry import Progress
    from gnomon.problem import Problem

__all__ = ["solve"]

_SECONDS_IN_A_FILE = 60.0


def solve(
    problem: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEM", help="An id of the bank, a YAML file, or FILE#ID; with --out also a file of many problems."
        ),
    ],
    *,
    out: Annotated[
        Path | None, typer.Option(help="Write the results of every problem to this new JSON file; the same command resumes.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes, with --out. [default: one a processor]")] = None,
    time_limit: Annotated[float | None, typer.Option(min=0.1, help="Seconds for one problem. [default: 60 with --out]")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many problems from the top, with --out.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Print the theorem behind each step and where to look.")] = False,
) -> None:
    """Prove the answer of a problem, step by step."""
    if out is not None:
        _solve_to_file(problem, out, jobs or os.cpu_count() or 1, time_limit or _SECONDS_IN_A_FILE, limit, as_json=as_json)
    elif jobs is not None or limit is not None:
        raise typer.BadParameter("--jobs and --limit are for a file of problems and need --out OUT.json")
    else:
        _solve_one(problem, time_limit, as_json=as_json, explain=explain)


def _solve_one(reference: str, time_limit: float | None, *, as_json: bool, explain: bool) -> None:
    from gnomon.geometry import solve_one
    from gnomon.problem import load_problem, require_goal

    problem = load_problem(reference)
    if not as_json:
        require_goal(problem)
    row = solve_one(problem, time_limit)
    if as_json:
        typer.echo(json.dumps(row, ensure_ascii=False, indent=1))
    elif row["status"] == "solved":
        typer.echo("\n".join(_proof(problem, row, explain=explain)))
    if row["status"] != "solved":
        raise CommandError(f"problem {problem.id}: {row['status'].replace('_', ' ')}: {row['reason']}")


def _solve_to_file(reference: str, out: Path, jobs: int, time_limit: float, limit: int | None, *, as_json: bool) -> None:
    from gnomon.geometry import solve_reference

    try:
        with _Bar() as bar:
            final = solve_reference(reference, out, jobs=jobs, time_limit_seconds=time_limit, limit=limit, progress=bar.show)
    except KeyboardInterrupt:
        typer.echo("the rows so far are kept; the same command goes on from there", err=True)
        raise
    typer.echo(_counts(final), err=True)
    typer.echo(out.read_text("utf-8").rstrip() if as_json else str(out))


def _proof(problem: Problem, row: dict[str, Any], *, explain: bool) -> list[str]:
    lines = [problem.question.text, ""]
    for number, step in enumerate(row["steps"], 1):
        lines.append(f"{number}. {step['text']}")
        lines += [f"   {line}" for line in (_explanation(step) if explain else [f"{step['rule']}: {', '.join(step['uses'])}"])]
    return [*lines, *([""] if row["steps"] else []), f"Answer: {_answer(problem, row)}"]


def _explanation(step: dict[str, Any]) -> list[str]:
    from gnomon.geometry import rules

    rule = rules().get(step["rule_id"])
    steps = ", ".join(str(index + 1) for index in step["from"])
    return [
        f"{step['rule']}: {rule.statement}" if rule else f"{step['rule']}.",
        f"Look at {', '.join(step['uses'])}.",
        f"It needs {'step' if len(step['from']) == 1 else 'steps'} {steps}." if steps else "It needs only what is given.",
    ]


def _answer(problem: Problem, row: dict[str, Any]) -> str:
    from gnomon.answers import show_number
    from gnomon.geometry import is_degrees

    goal = problem.formal.goal if problem.formal else None
    unit = "°" if goal and is_degrees(goal.expression) else problem.unit
    number = show_number(row["answer"])
    written = f"{row['exact']} ≈ {number}" if row["exact"] else number
    return f"{goal} = {written}{unit if unit == '°' else f' {unit}'}".rstrip()


def _counts(progress: Progress) -> str:
    counts = sorted(progress.counts.items(), key=lambda item: -item[1])
    noun = "problem" if progress.total == 1 else "problems"
    return f"{progress.total} {noun}: " + ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in counts)


class _Bar:
    """A progress bar on stderr; silent where that is no terminal."""

    def __enter__(self) -> Self:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        console = Console(stderr=True)
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
        self._bar = RichProgress(*columns, console=console, disable=not console.is_terminal, transient=True)
        self._task = self._bar.add_task("", total=None)
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, progress: Progress) -> None:
        solved = f"{progress.counts.get('solved', 0)} solved"
        self._bar.update(self._task, completed=progress.done, total=progress.total, description=solved)
