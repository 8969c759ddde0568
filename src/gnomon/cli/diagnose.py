"""``gnomon diagnose``: a class's final answers traced to wrong ideas, or wrong choices proposed with their reasons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.geometry import Solution
    from gnomon.tracing import ClassReport, Group, Hypothesis, Prediction, Trace

_SIBLINGS = 4  # so that each group finds one in whose numbers its explanations differ
_MOST_CHOICES = 10  # a question has letters A to J for its choices


def diagnose(  # one parameter an option
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="An id of the bank, a YAML file, or FILE#ID.")],
    *,
    answers: Annotated[
        Path | None, typer.Option(help="A CSV file with the columns learner and answer: final answers, no working.")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write the groups of learners to this new page, for the teacher.")] = None,
    distractors: Annotated[
        int | None, typer.Option(min=1, max=_MOST_CHOICES, help="Propose so many wrong choices with their reasons.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses the sibling problems, with --answers.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the page where it exists.")] = False,
) -> None:
    """Trace final answers to the wrong ideas behind them, or propose wrong choices."""
    if (answers is None) == (distractors is None):
        raise typer.BadParameter("give one of --answers ANSWERS.csv and --distractors N")
    if html is not None and answers is None:
        raise typer.BadParameter("--html shows the answers of a class and needs --answers ANSWERS.csv")
    if force and html is None:
        raise typer.BadParameter("--force goes with --html PAGE")
    if html is not None:
        refuse_unwritable([html], force=force)
    if answers is not None:
        _trace_answers(problem, answers, html, seed, as_json=as_json)
    else:
        _propose(problem, distractors or 0, as_json=as_json)


def _solved(reference: str) -> Solution:
    from gnomon.geometry import solution_of
    from gnomon.problem import load_problem, require_goal

    problem = load_problem(reference)
    require_goal(problem)
    solution = solution_of(problem)
    if solution.proof is None:
        reason = f"{solution.status.replace('_', ' ')}: {solution.reason}"
        raise CommandError(f"problem {problem.id} has no proof, and without one nothing is traced: {reason}")
    return solution


def _trace_answers(reference: str, answers: Path, html: Path | None, seed: int, *, as_json: bool) -> None:
    from gnomon.tracing import class_as_json, read_answer_sheet, trace_class

    sheet = read_answer_sheet(answers)
    solution = _solved(reference)
    report = trace_class(solution, sheet, _siblings(solution, seed))
    if html is not None:
        from gnomon.pages import diagnosis_page

        write_at_once({html: diagnosis_page(report)})
        typer.echo(f"wrote {html}", err=True)
    if as_json:
        _print_json(class_as_json(report))
    else:
        _print_table(report)
        typer.echo("\n".join(line for group in report.groups for line in _group(group)))


def _siblings(solution: Solution, seed: int) -> list[Solution]:
    """Return solved problems of the same proof, to set next; none, and the reason on stderr, where there are none."""
    from gnomon.variation import VariationError, vary

    try:
        found = vary(solution.problem, _SIBLINGS, seed)
    except VariationError as error:
        typer.echo(f"no sibling problem is set: {error}", err=True)
        return []
    return [sibling.solution for sibling in found.siblings]


def _propose(reference: str, count: int, *, as_json: bool) -> None:
    from gnomon.tracing import Hypotheses, distractors_as_json
    from gnomon.tracing import distractors as propose

    solution = _solved(reference)
    found = propose(Hypotheses(solution), count)
    if as_json:
        _print_json(distractors_as_json(found, solution.problem.question.text))
    for choice in () if as_json else found:
        typer.echo("\n".join([f"{choice.text}  {_named(choice.hypothesis)}", *_work(choice.hypothesis, solution)]))
    if len(found) < count:
        raise CommandError(f"problem {solution.problem.id}: only {len(found)} of {count} wrong choices have a reason")


def _print_table(report: ClassReport) -> None:
    from rich import box
    from rich.table import Table

    from gnomon.cli.console import console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("learner", "answer", "outcome", "most likely", "or"):
        table.add_column(name)
    for learner, trace in report.learners:
        first, others = _explanations(trace)
        table.add_row(learner, trace.text, trace.outcome.value.replace("_", " "), first, others)
    console(markup=False, highlight=False).print(table)


def _explanations(trace: Trace) -> tuple[str, str]:
    named = [_named(each.hypothesis) for each in trace.explanations]
    return (f"{named[0]} ({trace.explanations[0].chance:.0%} by chance)", "; ".join(named[1:])) if named else ("", "")


def _named(hypothesis: Hypothesis) -> str:
    return " + ".join(idea.name for idea in hypothesis.ideas)


def _work(hypothesis: Hypothesis, solution: Solution) -> Iterator[str]:
    from gnomon.tracing import derivation

    for line in derivation(hypothesis, solution.problem.question.text):
        yield f"   {line.work}{f'  ({line.idea.belief})' if line.idea else ''}"


def _group(group: Group) -> Iterator[str]:
    yield ""
    yield f"{' + '.join(idea.name for idea in group.ideas)}: {', '.join(each.learner for each in group.learners)}"
    yield f"  Ask: {group.question.text}"
    yield from _predictions(group.question.predictions)
    if group.sibling is not None:
        yield f"  Or set: {group.sibling.problem.question.text}"
        yield from _predictions(group.sibling.predictions)


def _predictions(predictions: Iterable[Prediction]) -> Iterator[str]:
    for prediction in predictions:
        yield f"    {prediction.says}: {' + '.join(idea.name for idea in prediction.ideas) or 'right'}"


def _print_json(data: object) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
