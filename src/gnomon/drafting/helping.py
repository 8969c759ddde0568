"""Lines that help: a segment between two points of the figure, drawn in addition where the proof needs it.

Any two points have a segment, so that one more drawn states nothing; it only lets the rules speak of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import combinations

from gnomon.figure import Figure
from gnomon.geometry import Solution, solve
from gnomon.problem import Problem

_MOST_TRIES = 15
"""Segments that are tried, each as long as solving the problem: the pairs of six points."""
_MOST_POINTS = 8
"""Of a figure that is helped: with nine, one try can take half a minute."""
_AGREES = 1e-6
"""Relative, between a proof and the numeric figure."""


def solved_with_a_line(problem: Problem, unproved: Solution) -> tuple[Solution, tuple[str, str]] | None:
    """Solve with one segment more; None where no single one leads to a proof.

    Args:
        problem: without a proof.
        unproved: what was found; nothing is tried where the givens do not settle the answer.
    """
    figure = problem.question.figure
    if figure is None or unproved.oracle is None or len(figure.points) > _MOST_POINTS:
        return None
    for pair in list(undrawn(figure))[:_MOST_TRIES]:
        more = problem.model_copy(update={"question": problem.question.model_copy(update={"figure": with_lines(figure, [pair])})})
        solution = solve(more, last_resorts=False)
        if solution.answer is not None and math.isclose(solution.answer, unproved.oracle, rel_tol=_AGREES, abs_tol=_AGREES):
            return solution, pair
    return None


def undrawn(figure: Figure) -> Iterator[tuple[str, str]]:
    """Yield the pairs of points that no drawn line joins, those with a centre of a circle first."""
    joined = {frozenset(pair) for line in figure.lines for pair in combinations(line, 2)}
    centres = {circle.centre for circle in figure.circles}
    pairs = [pair for pair in combinations(figure.points, 2) if frozenset(pair) not in joined]
    yield from sorted(pairs, key=centres.isdisjoint)


def with_lines(figure: Figure, pairs: Iterable[tuple[str, str]]) -> Figure:
    """Return the figure with segments drawn in addition."""
    return figure.model_copy(update={"lines": (*figure.lines, *pairs)})
