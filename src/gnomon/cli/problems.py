"""``gnomon problems``: the problem bank, one problem as a learner sees it, a new problem, the check of an own file, siblings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.new_problem import new
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.figure import Figure
    from gnomon.problem import Problem

_WIDTH_IN_A_FILE = 120  # columns, where the titles of the bank fit: a file or a pipe has no width of its own, and Rich takes 80

_MOST_SIBLINGS = 100  # few problems have more with numbers of a school, and each takes up to a second

app = typer.Typer(invoke_without_command=True)


@app.callback()
def list_bank(
    context: typer.Context,
    *,
    topic: Annotated[str | None, typer.Option(help="Only problems of this topic, such as 'parallel lines'.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the problem bank, show one problem, make a new one, check an own file, or vary a problem."""
    if context.invoked_subcommand is not None:
        if topic or as_json:
            raise typer.BadParameter(f"--topic and --json before {context.invoked_subcommand!r} do nothing; write options last")
        return
    from gnomon.problem import bank, proofs

    found = _of_topic([*bank().values(), *proofs().values()], topic)
    if as_json:
        _print_json([{"id": each.id, "topic": each.topic, "level": each.level, "title": each.title} for each in found])
    else:
        _print_table(found)


@app.command()
def show(
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="An id of the bank, a file, or FILE#ID.")],
    *,
    answer: Annotated[bool, typer.Option("--answer", help="Print the answer too.")] = False,
) -> None:
    """Show what a learner sees of a problem, and what the engine may use."""
    from gnomon.problem import load_problem

    found = load_problem(problem)
    typer.echo("\n".join(_sheet(found)))
    if answer:
        typer.echo(f"\nAnswer\n  {_answer(found)}")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A YAML file of problems.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say what is wrong with an own problem file, line by line; exit code 1 when there are errors."""
    from gnomon.geometry import check_problem_file

    remarks = check_problem_file(file)
    if as_json:
        _print_json([remark._asdict() for remark in remarks])
    for remark in () if as_json else remarks:
        about = f"{remark.problem_id}: " if remark.problem_id else ""
        typer.echo(f"{file}:{remark.line}: {remark.severity}: {about}{remark.message}")
    counts = {severity: sum(remark.severity == severity for remark in remarks) for severity in ("error", "warning")}
    typer.echo(f"{file}: {_count(counts['error'], 'error')}, {_count(counts['warning'], 'warning')}", err=True)
    raise typer.Exit(1 if counts["error"] else 0)


app.command("new")(new)


@app.command()
def vary(
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="An id of the bank, a file, or FILE#ID.")],
    *,
    n: Annotated[int, typer.Option("--n", min=1, max=_MOST_SIBLINGS, help="How many siblings.")] = 5,
    seed: Annotated[int, typer.Option(help="One seed, one result.")] = 0,
    out: Annotated[Path | None, typer.Option(help="The .yaml file to write; without it the problems are printed.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Make siblings of a problem: other names and numbers, the figure turned, a proof of the same shape."""
    if out is not None and out.suffix.lower() not in {".yaml", ".yml"}:
        raise typer.BadParameter(f"--out: expected a file that ends in .yaml, got {str(out)!r}")
    refuse_unwritable([out] if out else [], force=force)
    from gnomon.problem import load_problem
    from gnomon.problem.entry_writing import written_entries
    from gnomon.variation import vary as variations_of

    found = variations_of(load_problem(problem), n, seed)
    content = written_entries(sibling.entry for sibling in found.siblings)
    if found.siblings and out is not None:
        write_at_once({out: content})
        typer.echo(str(out))
    elif found.siblings:
        typer.echo(content, nl=False)
    if len(found.siblings) < n:
        raise CommandError(f"problem {problem}: {len(found.siblings)} of {n} siblings found; the rest: {found.reason}")


def _of_topic(problems: list[Problem], topic: str | None) -> list[Problem]:
    if topic is None:
        return problems
    found = [problem for problem in problems if problem.topic.lower() == topic.lower()]
    if not found:
        raise CommandError(f"no topic {topic!r} in the bank; it has {', '.join(sorted({problem.topic for problem in problems}))}")
    return found


def _print_table(problems: list[Problem]) -> None:
    from rich import box
    from rich.table import Table

    from gnomon.cli.console import console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("id", no_wrap=True)
    for name in ("topic", "level", "title"):
        table.add_column(name)
    for problem in problems:
        table.add_row(problem.id, problem.topic, problem.level, problem.title)
    out = console(markup=False, highlight=False)
    out.width = out.width if out.is_terminal else max(out.width, _WIDTH_IN_A_FILE)
    out.print(table)


def _sheet(problem: Problem) -> list[str]:
    """Return the lines of a problem, its answer left out."""
    formal = problem.formal
    lines = [problem.id + (f": {problem.title}" if problem.title else "")]
    lines += [", ".join(part for part in (problem.topic, problem.level and f"{problem.level} school", problem.chapter) if part)]
    lines += ["", problem.question.text]
    if problem.question.choices:
        lines += ["", "Choices", *(f"  {choice}" for choice in problem.question.choices)]
    if formal is not None:
        lines += ["", "Given", *(f"  {given.content}{' (said in the text)' if given.in_text else ''}" for given in formal.givens)]
        lines += ["", "Prove" if formal.claim else "Find", f"  {formal.claim or formal.goal or 'nothing that can be computed'}"]
    if problem.question.figure is not None:
        lines += ["", "Figure", *(f"  {line}" for line in _figure_lines(problem.question.figure))]
    if formal is not None and formal.warnings:
        lines += ["", "Notes of the reader", *(f"  {warning}" for warning in formal.warnings)]
    return lines


def _figure_lines(figure: Figure) -> list[str]:
    circles = [f"about {circle.centre} through {', '.join(circle.points) or 'no named point'}" for circle in figure.circles]
    parts = {
        "points": list(figure.points),
        "lines": ["".join(line) for line in figure.lines],
        "circles": circles,
        "right angles marked": list(figure.marks.right_angles),
        "printed": [label.text + (f" at {label.element}" if label.element else "") for label in figure.labels],
    }
    return [f"{name}: {', '.join(values)}" for name, values in parts.items() if values]


def _answer(problem: Problem) -> str:
    if problem.answer is None:
        return "not known"
    number = f"{problem.answer:g}"
    written = f"{problem.exact} ≈ {number}" if problem.exact else number
    return f"{written}{problem.unit if problem.unit == '°' else f' {problem.unit}'}".rstrip()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _print_json(data: object) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
