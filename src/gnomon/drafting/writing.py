"""A draft as a file of problems holds it: its facts in school notation, its figure to scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gnomon.drafting.facts import DraftFact, distinct, in_school_notation, terms_of
from gnomon.drafting.to_scale import is_collapsed, is_to_scale, to_scale
from gnomon.figure import Figure
from gnomon.geometry import Solution, is_degrees
from gnomon.problem import Problem, problem_of
from gnomon.problem.entry_writing import figure_entry
from gnomon.problem.school import read_school
from gnomon.problem.terms import UnreadError

_DECIMALS = 9
"""Of a letter's value in a file, which is checked against the coordinates."""


def problem_with(data: Mapping[str, Any], facts: Iterable[DraftFact]) -> Problem:
    """Return the problem of a file's fields and of facts.

    Raises:
        OpenLayoutError: where its figure is not drawn, and what it says allows two.
        ProblemError: where it is none.
    """
    return problem_of({**data, "facts": _written(facts)})


def file_fields(
    data: Mapping[str, Any], facts: Iterable[DraftFact], problem: Problem, solution: Solution, own: Figure | None
) -> dict[str, Any] | None:
    """Return what a file holds of a problem that was solved, its figure to scale where the answer is proved.

    Args:
        data: the fields without facts.
        facts: with their sources.
        problem: made of both.
        solution: what solving it gave.
        own: the figure that somebody placed; it is left as it is as long as the facts hold there.

    Returns:
        The fields; None where the facts hold only when all points of the figure fall together.
    """
    given = list(facts)
    goal = problem.formal.goal if problem.formal else None
    unit = "°" if goal and is_degrees(goal.expression) else ""
    fields = {**data, "find": in_school_notation(data["find"]), "facts": _in_school_notation(given), "unit": unit}
    if problem.question.figure is None:
        return fields
    figure = _labelled(problem.question.figure, given, own)
    if solution.proof is None or solution.to_goal is None:
        return fields | {"figure": figure_entry(figure).model_dump()}
    model = solution.to_goal.model
    if is_collapsed(figure, model):
        return None
    letters = {name: round(value, _DECIMALS) for name, value in model.letters.items()}
    figure = figure if own is not None and is_to_scale(figure, model) else to_scale(figure, model)
    return fields | {"letters": letters, "figure": figure_entry(figure).model_dump()}


def _labelled(figure: Figure, facts: Iterable[DraftFact], own: Figure | None) -> Figure:
    """Return the figure with the labels that somebody placed; further ones come from the facts."""
    if own is not None:
        return figure.model_copy(update={"labels": own.labels, "hidden": own.hidden})
    of_sizes = terms_of(fact.literal for fact in facts if fact.origin.kind == "size")
    return figure.model_copy(update={"labels": (), "hidden": tuple(str(term.arguments[0]) for term in of_sizes)})


def _written(facts: Iterable[DraftFact]) -> list[str | dict[str, str]]:
    return [fact.literal if fact.origin.is_drawn else {"text": fact.literal} for fact in distinct(facts)]


def _in_school_notation(facts: Iterable[DraftFact]) -> list[str | dict[str, str]]:
    """Return facts as a teacher writes them in a file; what would read otherwise there stays as it is."""
    return _written(fact._replace(literal=fact.shown) if _reads_back(fact) else fact for fact in facts)


def _reads_back(fact: DraftFact) -> bool:
    try:
        return [str(term) for term in read_school(fact.shown) or ()] == [fact.literal]
    except UnreadError:
        return False
