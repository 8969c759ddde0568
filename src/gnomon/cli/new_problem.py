"""``gnomon problems new``: a problem from facts in school notation, its figure laid out or taken from a GeoGebra file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.figure import Figure
    from gnomon.problem import Problem
    from gnomon.problem.entry import ProblemEntry

_DECIMALS = 9  # of an answer without an exact form, far more than a learner writes
_MOST_QUESTIONS = 8  # each settles a side; no figure of the bank needs more than three


def new(  # noqa: PLR0913  # one parameter an option
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Problems in YAML without figures; in place of --text, --fact and --find."),
    ] = None,
    *,
    text: Annotated[str | None, typer.Option(help="What the learner reads.")] = None,
    fact: Annotated[
        list[str] | None, typer.Option(help="A fact, such as 'AB = AC', '∠ABC = 52°' or 'D on BC'; may be repeated.")
    ] = None,
    find: Annotated[str | None, typer.Option(help="What to find: ∠ACB, AB, x, 'area of ABCD'.")] = None,
    name: Annotated[str, typer.Option("--id", help="The problem's id.")] = "new-problem",
    unit: Annotated[str | None, typer.Option(help="The answer's unit; degrees for an angle.")] = None,
    answer: Annotated[float | None, typer.Option(help="The answer, compared with what is proved.")] = None,
    figure: Annotated[
        Path | None, typer.Option(help="A GeoGebra file (.ggb) with the figure; without it one is laid out.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The .yaml file to write; without it the problem is printed.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
) -> None:
    """Make a problem from facts; where they allow two figures with different answers, ask which is meant."""
    if out is not None and out.suffix.lower() not in {".yaml", ".yml"}:
        raise typer.BadParameter(f"--out: expected a file that ends in .yaml, got {str(out)!r}")
    if (file is None) != bool(text and fact and find):
        raise typer.BadParameter("expected a FILE of problems, or --text, --fact and --find")
    refuse_unwritable([out] if out else [], force=force)
    from gnomon.problem.bank import load_entries
    from gnomon.problem.entry_writing import figure_entry, written_entries

    options = {"id": name, "text": text, "facts": fact, "find": find, "answer": answer, "unit": unit}
    drafts = [{key: value for key, value in options.items() if value is not None}] if file is None else load_entries(file)
    if figure is not None:
        drawn = figure_entry(_drawn(figure)).model_dump()
        drafts = [{**draft, "figure": drawn} for draft in drafts]
    content = written_entries([_made(draft) for draft in drafts])
    if out is None:
        typer.echo(content, nl=False)
        return
    write_at_once({out: content})
    typer.echo(str(out))


def _made(draft: dict[str, Any]) -> ProblemEntry:
    """Return a problem with coordinates, unit and proved answer; say what the engine found."""
    from gnomon.algebra import equal
    from gnomon.geometry import is_degrees, solve
    from gnomon.problem import problem_of, require_goal
    from gnomon.problem.entry import AUTO, ProblemEntry
    from gnomon.problem.entry_writing import figure_entry

    data = {"figure": AUTO, **draft}
    problem = require_goal(_settled(data))
    formal, figure = problem.formal, problem.question.figure
    assert formal is not None
    assert formal.goal is not None
    assert figure is not None
    if formal.left_out:
        raise CommandError("; ".join(formal.left_out))
    for warning in formal.warnings:
        typer.echo(f"{problem.id}: note: {warning}", err=True)
    if data["figure"] == AUTO:
        data["figure"] = figure_entry(figure.model_copy(update={"labels": ()})).model_dump()  # its labels come from the facts
    data.setdefault("unit", "°" if is_degrees(formal.goal.expression) else "")
    solution = solve(problem_of(data), blame=True)
    if solution.proof is None:
        typer.echo(f"{problem.id}: not proved: {solution.reason}", err=True)
        return ProblemEntry.model_validate(data)
    proved, stated = solution.proof.answer, data.get("answer")
    steps = len(solution.proof.steps)
    typer.echo(f"{problem.id}: proved in {steps} step{'' if steps == 1 else 's'}: {formal.goal} = {proved.text}", err=True)
    if stated is None:
        data |= {"answer": round(proved.number, _DECIMALS), "exact": proved.exact}
    elif equal(proved.number, stated, "rounded") is False:
        typer.echo(f"{problem.id}: the answer given is {stated:g}: correct it, or a fact", err=True)
    return ProblemEntry.model_validate(data)


def _settled(data: dict[str, Any]) -> Problem:
    """Read the problem; ask on which side points lie where the facts leave it open, and add what is said to the facts."""
    from gnomon.geometry.layout import OpenLayoutError
    from gnomon.problem import problem_of

    for _ in range(_MOST_QUESTIONS):
        try:
            return problem_of(data)
        except OpenLayoutError as error:
            if not sys.stdin.isatty():
                raise CommandError(f"{error} as a --fact") from error
            typer.echo(f"{error.told}. Which is meant?\n  1  {error.choices[0]}\n  2  {error.choices[1]}", err=True)
            while (meant := typer.prompt("1 or 2", err=True).strip()) not in {"1", "2"}:
                pass
            data["facts"] = [*data["facts"], error.choices[int(meant) - 1]]
    raise CommandError(
        "the facts still allow two figures with different answers; give coordinates, or a GeoGebra file as --figure"
    )


def _drawn(file: Path) -> Figure:
    from gnomon.drawing import read_geogebra

    found = read_geogebra(file.read_bytes())
    for name in found.left_out:
        typer.echo(f"{file}: left out {name}", err=True)
    return found.figure
