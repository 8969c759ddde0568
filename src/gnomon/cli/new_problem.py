"""``gnomon problems new``: a problem from a picture and words, or from facts in school notation with a figure laid out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.drafting import Asked, Helper, batch_of_drafts, drafted_problem
from gnomon.cli.errors import CommandError
from gnomon.cli.proving import with_answer
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.figure import Figure
    from gnomon.problem import Problem
    from gnomon.problem.entry import ProblemEntry

_MOST_QUESTIONS = 8  # each settles a side; no figure of the bank needs more than three


def new(  # noqa: PLR0913  # one parameter an option
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Problems in YAML without figures; in place of --text, --fact and --find."),
    ] = None,
    *,
    text: Annotated[
        str | None, typer.Option(help="What the learner reads; without it facts and what to find are written out.")
    ] = None,
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
    picture: Annotated[
        Path | None, typer.Option(help="A PNG or JPEG of the figure, read with --text; needs the extra read.")
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(help="A .json file with answers to questions about picture and text, by their ids.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL@URL", help="A model, best one that sees, that drafts facts too; what only it says is asked."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing: leave out what is unsure in picture and text.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page of what was read, with questions and proof.")] = None,
    batch: Annotated[
        Path | None, typer.Option(help="Texts by id in .json ({id: {text}}); writes what came of each to --out, as .json.")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Of --batch: the folder with a picture ID.png or ID.jpg for each.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The .yaml file to write; without it the problem is printed.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> None:
    """Make a problem from a picture and its text, or from facts; what is open is asked."""
    if batch is not None:
        batch_of_drafts(batch, pictures, out, model, leave_unsure=yes, force=force)
        return
    if out is not None and out.suffix.lower() not in {".yaml", ".yml"}:
        raise typer.BadParameter(f"--out: expected a file that ends in .yaml, got {str(out)!r}")
    refuse_unwritable([path for path in (out, html) if path], force=force)
    if file is None and text and not (fact or find or figure):
        key = {name: value for name, value in {"answer": answer, "unit": unit}.items() if value is not None}
        asked = Asked(text, picture, name)
        _write([drafted_problem(asked, answers, key, Helper.beside(out, model), leave_unsure=yes, page=html)], out)
        return
    if picture or answers or html or model:
        raise typer.BadParameter(
            "--picture, --answers, --model and --html go with --text alone, without FILE, --fact, --find and --figure"
        )
    if (file is None) != bool(fact and find):
        raise typer.BadParameter(
            "expected a FILE of problems, --fact and --find with or without --text, or --text alone or with --picture"
        )
    from gnomon.problem.bank import load_entries
    from gnomon.problem.entry_writing import figure_entry

    text = text or (_in_words(fact, find) if fact and find else None)
    options = {"id": name, "text": text, "facts": fact, "find": find, "answer": answer, "unit": unit}
    drafts = [{key: value for key, value in options.items() if value is not None}] if file is None else load_entries(file)
    if figure is not None:
        drawn = figure_entry(_drawn(figure)).model_dump()
        drafts = [{**draft, "figure": drawn} for draft in drafts]
    _write([_made(draft) for draft in drafts], out)


def _in_words(facts: list[str], find: str) -> str:
    """Return the text of a problem of facts: they themselves, as a school writes them, and what to find."""
    given = "; ".join(fact.partition("text:")[2].strip() or fact.strip() for fact in facts)
    return f"Given: {given}. Find {'the ' if ' of ' in find else ''}{find.strip()}."


def _write(entries: list[ProblemEntry], out: Path | None) -> None:
    from gnomon.problem.entry_writing import written_entries

    content = written_entries(entries)
    if out is None:
        typer.echo(content, nl=False)
        return
    write_at_once({out: content})
    typer.echo(str(out))


def _made(draft: dict[str, Any]) -> ProblemEntry:
    """Return a problem with coordinates, unit and proved answer; say what the engine found."""
    from gnomon.geometry import is_degrees, solve
    from gnomon.problem import problem_of, require_goal
    from gnomon.problem.entry import AUTO
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
    return with_answer(solve(problem_of(data), blame=True), data)


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
