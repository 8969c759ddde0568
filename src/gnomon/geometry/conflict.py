"""Which givens contradict each other: a search of many fits, so on request only, where somebody will correct the problem."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.geometry.model import QUICK, NoPositionsError, nearest
from gnomon.problem import Problem


def conflicts(problem: Problem) -> tuple[str, ...]:
    """Return the sources of a small set of givens that cannot hold together: leaving out any one of them mends the figure.

    Args:
        problem: whose fit fails (`gnomon.geometry.model.InconsistentError`).

    Returns:
        In the problem's order. Empty where no single given is to blame.

    Raises:
        NoPositionsError: as `gnomon.geometry.model.fit`.
    """
    sources = dict.fromkeys(given.source for given in problem.formal.givens) if problem.formal else {}
    return tuple(source for source in sources if _mends(problem, source))


def _mends(problem: Problem, source: str) -> bool:
    try:
        found = nearest(problem, without={source}, effort=QUICK)
    except NoPositionsError:  # other givens measure what this one puts there
        return False
    return found.fits


def conflict_in_words(problem: Problem) -> str:
    """Say in one line which givens contradict each other and what to do; see `conflicts`."""
    named = conflicts(problem)
    if named:
        return f"the givens contradict each other: {_shown(problem, named)}. Correct one of them."
    missed = _shown(problem, nearest(problem).most_missed())
    return f"the givens contradict each other, and no single one is to blame; the figure is farthest from {missed}."


def _shown(problem: Problem, sources: Sequence[str]) -> str:
    assert problem.formal is not None
    return "; ".join(map(problem.formal.shown, sources))
