"""Ways out of a contradiction that keep what the goal needs, where leaving out few equations does not give the goal.

In a figure with many rounded values hardly any three of them agree exactly, and nearly all would have to go. But the facts and
the few values that the cheapest derivation of the goal needs do agree as a rule, and the others then nearly hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from gnomon.geometry.contradiction import Attempt
from gnomon.geometry.deduction import deduce
from gnomon.geometry.model import Nearest, NoPositionsError, compromise
from gnomon.geometry.resolution import MOST_LEFT_OUT, NEARLY, Resolution, Way, without
from gnomon.problem import Equation, Expression, FormalDescription, Problem, Quantity

_MOST_NEEDED = 4
"""Equations that the cheapest derivation of the goal may need: with each more, one of them is more likely in dispute."""
_MOST_FIGURES = 60
"""Figures to fit, as many as the search for small ways out may look at."""


def resolve_for(problem: Problem, goal: Expression, resolution: Resolution) -> Resolution:
    """Find ways out that keep what a derivation of the goal needs; the work is bounded by a count.

    The first keeps what the cheapest derivation needs; each of the others does without one equation of that. A way leaves out
    what does not hold with all it keeps: at most `gnomon.geometry.resolution.MOST_LEFT_OUT` equations that do not nearly hold
    there either. There is no way where the facts alone, or what the cheapest derivation needs, contradict each other.

    Args:
        problem: whose fit fails.
        goal: what is asked for.
        resolution: its compromise, with the small ways out.
    """
    assert problem.formal is not None
    search = _Search(problem, problem.formal, goal, resolution.compromise)
    ways = tuple(search.ways())
    return resolution._replace(ways=ways, is_complete=search.left > 0)


class _Search:
    def __init__(self, problem: Problem, description: FormalDescription, goal: Expression, near: Nearest) -> None:
        self.problem, self.description, self.goal, self.near = problem, description, goal, near
        stated = {given.source for given in description.givens if not isinstance(given.content, Equation)}
        self.equations = frozenset(given.source for given in description.givens) - stated
        self.left = _MOST_FIGURES

    def ways(self) -> Iterator[Way]:
        frame = self._frame()
        first = self._needed(frame, frozenset()) if frame else None
        if frame is None or first is None or len(first) > _MOST_NEEDED:
            return
        way = self._keeping(first)
        if way is None:
            return
        yield way
        for source in sorted(first):
            needed = self._needed(frame, frozenset({source}))
            other = self._keeping(needed) if needed is not None else None
            if other is not None:
                yield other

    def _frame(self) -> Nearest | None:
        """Return a figure of the facts, and of the equations without numbers where these go with them; None without any."""
        relations = {
            given.source
            for given in self.description.givens
            if isinstance(given.content, Equation) and all(isinstance(side, Quantity) for side in given.content)
        }
        for left_out in (self.equations - relations, self.equations):
            figure = self._first_figure(left_out)
            if figure is not None:
                return figure
        return None

    def _needed(self, frame: Nearest, avoided: frozenset[str]) -> frozenset[str] | None:
        """Return the equations that the cheapest derivation needs; None where none is found without those to be avoided."""
        deduction = deduce(frame.model, without(self.description, avoided), to_goal=True)
        goal = frame.model.diagram.canonical(self.goal)
        return Attempt(Way((), frame), deduction, goal).sources & self.equations if deduction.knows(goal) else None

    def _keeping(self, needed: frozenset[str]) -> Way | None:
        """Return a way that keeps some equations and as many of the others as hold with them, the least missed first."""
        left_out = self.equations - needed
        figure = self._first_figure(left_out)
        if figure is None:
            return None
        for source in sorted(left_out, key=lambda source: (self.near.misfits[source], source)):
            fuller = self._figure(left_out - {source}, figure)
            if fuller is not None:
                left_out, figure = left_out - {source}, fuller
        gone = tuple(given for given in self.description.givens if given.source in left_out)
        wrong = sum(figure.misfits[given.source] > NEARLY for given in gone)
        return Way(gone, figure) if wrong <= MOST_LEFT_OUT else None

    def _first_figure(self, left_out: frozenset[str]) -> Nearest | None:
        # What is wrong may have pulled the compromise into a valley of its own, where the drawing lies in the right one.
        return self._figure(left_out, self.near) or self._figure(left_out, None)

    def _figure(self, left_out: frozenset[str], near: Nearest | None) -> Nearest | None:
        """Return a figure of what is not left out; None where there is none near, or after too many looks."""
        if self.left == 0:
            return None
        self.left -= 1
        try:
            figure = compromise(self.problem, without=left_out, near=near.model if near else None)
        except NoPositionsError:
            return None
        return figure if figure.fits else None
