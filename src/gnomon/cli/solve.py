"""``gnomon solve``: the proof of one problem, or the rows of a whole file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.running import Ray, check_ray, progress
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.problem import Problem
    from gnomon.runs import Progress

_SECONDS_IN_A_FILE = 60.0  # for one problem: nobody watches a file being solved, and one hard problem must not hold up the rest


def solve(  # noqa: PLR0913  # one parameter an option
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
    ray: Ray = None,
    time_limit: Annotated[float | None, typer.Option(min=0.1, help="Seconds for one problem. [default: 60 with --out]")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many problems from the top, with --out.")] = None,
    blame: Annotated[
        bool, typer.Option("--blame", help="Search which givens contradict each other, with --out; slow. One problem: always.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Print the theorem behind each step and where to look.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the proof with a figure for each step to this new page.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the page where it exists.")] = False,
) -> None:
    """Prove the answer of a problem, or what it wants proved, step by step."""
    _check_page(html, out, force=force)
    check_ray(ray, jobs)
    if out is not None:
        _solve_to_file(problem, out, jobs or os.cpu_count() or 1, time_limit or _SECONDS_IN_A_FILE, limit, blame=blame, ray=ray)
        typer.echo(out.read_text("utf-8").rstrip() if as_json else str(out))
    elif jobs is not None or limit is not None or blame or ray is not None:
        raise typer.BadParameter("--jobs, --ray, --limit and --blame are for a file of problems and need --out OUT.json")
    else:
        _solve_one(problem, time_limit, html, as_json=as_json, explain=explain)


def _check_page(html: Path | None, out: Path | None, *, force: bool) -> None:
    if html is not None and out is not None:
        raise typer.BadParameter("--html shows the proof of one problem; leave it out with --out")
    if force and html is None:
        raise typer.BadParameter("--force goes with --html PAGE; results of --out are never overwritten")
    if html is not None:
        refuse_unwritable([html], force=force)


def _solve_one(reference: str, time_limit: float | None, html: Path | None, *, as_json: bool, explain: bool) -> None:
    from gnomon.geometry import solve_one
    from gnomon.problem import load_problem, require_goal

    problem = load_problem(reference)
    if not as_json:
        require_goal(problem, or_claim=True)
    row = solve_one(problem, time_limit)
    if html is not None and row["status"] == "solved":
        _write_page(problem, html)
    if as_json:
        typer.echo(json.dumps(row, ensure_ascii=False, indent=1))
    elif row["status"] == "solved":
        typer.echo("\n".join(_proof(problem, row, explain=explain)))
        for warning in problem.formal.warnings if problem.formal else ():
            typer.echo(f"note: {warning}", err=True)
    if row["status"] != "solved":
        raise CommandError(f"problem {problem.id}: {row['status'].replace('_', ' ')}: {row['reason']}")


def _write_page(problem: Problem, html: Path) -> None:
    """Write the page of a problem that has just been solved; a row has no figure steps, so it is solved once more."""
    from gnomon.geometry import solve as solve_problem
    from gnomon.pages import proof_page

    page = proof_page(solve_problem(problem))
    write_at_once({html: page})
    typer.echo(f"wrote {html}", err=True)


def _solve_to_file(
    reference: str, out: Path, jobs: int, time_limit: float, limit: int | None, *, blame: bool, ray: str | None
) -> None:
    from gnomon.geometry import solve_reference

    with progress("problems") as told:
        final = solve_reference(
            reference, out, jobs=jobs, time_limit_seconds=time_limit, blame=blame, limit=limit, progress=told, ray=ray
        )
    typer.echo(_counts(final), err=True)


def _proof(problem: Problem, row: dict[str, Any], *, explain: bool) -> list[str]:
    lines = [problem.question.text, "", *_helping_line(row)]
    for number, step in enumerate(row["steps"], 1):
        lines += _explained(number, step) if explain else _listed(number, step)
    notes = [f"Note: {note}." for note in row["notes"]]
    claim = problem.formal.claim if problem.formal else None
    last = f"Proved: {claim}" if claim else f"Answer: {_answer(problem, row)}"
    return [*lines, *([""] if row["steps"] else []), last, *notes]


def _helping_line(row: dict[str, Any]) -> list[str]:
    from gnomon.geometry import Construction

    drawn = row.get("construction")
    return [f"{Construction.model_validate(drawn)}."] if drawn else []


def _listed(number: int, step: dict[str, Any]) -> list[str]:
    return [f"{number}. {step['text']}", f"   {step['rule']}: {', '.join(step['uses'])}"]


def _explained(number: int, step: dict[str, Any]) -> list[str]:
    from gnomon.geometry import rules

    rule = rules().get(step["rule_id"])
    sources = [str(index + 1) for index in step["from"]]
    needs = f"It needs step{'s' if len(sources) > 1 else ''} {_listing(sources)}." if sources else "It needs only what is given."
    details = [rule.statement if rule else "", f"{needs} {_where(step)}"]
    return [f"{number}. {step['text']} [{step['rule']}]", *(f"   {detail}" for detail in details if detail)]


def _where(step: dict[str, Any]) -> str:
    from gnomon.figure import parse_element
    from gnomon.pages import element_in_words

    return f"Look at {_listing([element_in_words(parse_element(name)) for name in step['uses']])}."


def _listing(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _answer(problem: Problem, row: dict[str, Any]) -> str:
    from gnomon.algebra import show_number
    from gnomon.geometry import is_degrees

    goal = problem.formal.goal if problem.formal else None
    unit = "°" if goal and is_degrees(goal.expression) else problem.unit
    number = show_number(row["answer"])
    # 1e-9: decimals of 4/5 and of 7.5 are no rounded ones, whatever noise their doubles have.
    sign = "=" if abs(float(number.replace("−", "-")) - row["answer"]) < 1e-9 else "≈"
    written = f"= {row['exact']} {sign} {number}" if row["exact"] else f"{sign} {number}"
    return f"{goal} {written}{unit if unit == '°' else f' {unit}'}".rstrip()


def _counts(final: Progress) -> str:
    counts = sorted(final.counts.items(), key=lambda item: -item[1])
    noun = "problem" if final.total == 1 else "problems"
    return f"{final.total} {noun}: " + ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in counts)
