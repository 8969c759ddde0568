"""Facts that go together in one figure, and facts that cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.algebra import Expression
from gnomon.drafting.facts import DraftFact
from gnomon.drafting.to_scale import has_points_together
from gnomon.drafting.writing import problem_with
from gnomon.geometry import ModelError, conflicts, nearest
from gnomon.problem import Problem, ProblemError, SourceLiteral, read_literals
from gnomon.problem.measures import Measure, number_of


def fits(data: Mapping[str, Any], facts: Sequence[DraftFact]) -> bool | None:
    """Whether some figure has all the facts; None where that cannot be told."""
    try:
        problem = problem_with(data, facts)
        found = nearest(problem)
    except (ProblemError, ModelError):
        return None
    # A figure whose points fall together has any facts.
    return found.fits and not (problem.question.figure and has_points_together(problem.question.figure, found.model))


def two_numbers(problem: Problem, facts: Sequence[DraftFact]) -> tuple[DraftFact, ...]:
    """Return two facts that give one part of the figure different numbers; nothing where there are none.

    The reader of problems leaves both out in silence, or believes one of them.
    """
    figure = problem.question.figure
    assert figure is not None
    known: dict[Expression, tuple[Measure, DraftFact]] = {}
    for fact in facts:
        givens = read_literals([SourceLiteral(fact.literal)], figure).description.givens
        measure = number_of([given.content for given in givens if given.source == fact.literal])
        if measure is None:
            continue
        value, other = known.setdefault(measure.quantity, (measure, fact))
        if not value.is_same(measure):
            return other, fact
    return ()


def conflicting(problem: Problem, facts: Sequence[DraftFact]) -> tuple[DraftFact, ...]:
    """Return facts that cannot hold together."""
    named = set(conflicts(problem))
    return tuple(fact for fact in facts if fact.literal in named)
