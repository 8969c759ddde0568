"""Ways out where givens contradict each other: few equations whose leaving out lets all that is left hold.

Only equations are left out: a value is rounded or copied wrongly far more often than structure is. The ways are found by a
hitting-set tree (Reiter 1987, A theory of diagnosis from first principles, Artificial Intelligence 32(1)): whatever mends a
compromise leaves out something that the compromise misses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gnomon.geometry.model import TOLERANCE, Model, Nearest, NoPositionsError, compromise
from gnomon.problem import Equation, Expression, FormalDescription, Given, Problem, Quantity

MOST_LEFT_OUT = 2
"""Equations that may be left out, beside those that nearly hold without. Of development problems where three or four had to go,
4 of 11 answers were right: there the facts themselves are wrong, such as a line through points that are not on it."""
NEARLY = 0.05
"""Largest misfit that passes for rounding: relative length, or radians."""
_MOST_FIGURES = 60
"""Compromises to look at, each one descent: about as much work as finding out that the givens contradict each other. One or two
more for a way out of two equations show whether it needs both."""
_NOTICEABLE = 1e-3
"""Share of the largest misfit below which leaving a given out cannot mend much."""


class Way(NamedTuple):
    """One way out."""

    left_out: tuple[Given, ...]
    """In the problem's order."""
    figure: Nearest
    """Satisfies everything else, and measures how far what is left out is from holding."""

    @property
    def sources(self) -> frozenset[str]:
        """Sources of what is left out."""
        return frozenset(given.source for given in self.left_out)

    @property
    def model(self) -> Model:
        """The figure of the others."""
        return self.figure.model


class Resolution(NamedTuple):
    """A contradiction with the ways out of it."""

    compromise: Nearest
    """The figure that comes nearest to all givens."""
    ways: tuple[Way, ...]
    """None leaves out more than it needs to; those that leave out fewest first."""
    is_complete: bool
    """Whether these are all, as far as compromises show; False where there were too many to look at."""

    @property
    def misfit(self) -> float:
        """Largest misfit of the compromise: relative length, or radians."""
        return max(self.compromise.misfits.values(), default=0.0)


def without(description: FormalDescription, left_out: frozenset[str]) -> FormalDescription:
    """Return a description without the givens of some sources."""
    return replace(description, givens=tuple(given for given in description.givens if given.source not in left_out))


def resolve(problem: Problem) -> Resolution:
    """Find the smallest ways out of the contradiction of ``problem``, whose fit fails; the work is bounded by a count.

    Raises:
        NoPositionsError: as `gnomon.geometry.model.fit`.
    """
    return _Tree(problem).resolution()


def _quantities(given: Given, model: Model) -> set[Expression]:
    """Return the sides of an equation that are a quantity, by their canonical names."""
    sides = given.content if isinstance(given.content, Equation) else ()
    return {model.diagram.canonical(side) for side in sides if isinstance(side, Quantity)}


class _Branch(NamedTuple):
    left_out: frozenset[str]
    figure: Nearest


class _Tree:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        givens = problem.formal.givens if problem.formal else ()
        stated = {given.source for given in givens if not isinstance(given.content, Equation)}
        self.equations = {given.source for given in givens} - stated
        self.count = {source: sum(given.source == source for given in givens) for source in self.equations}
        self.ways: list[_Branch] = []
        self.left = _MOST_FIGURES
        self.is_complete = True

    def resolution(self) -> Resolution:
        root = compromise(self.problem)
        level = [_Branch(frozenset(), root)]
        while level:
            level = list(self._next(level))
        found = Resolution(root, tuple(self._way(branch) for branch in self.ways), self.is_complete)
        # One figure may serve several problems; the text is this problem's own. Of values that are rounded neither is wrong.
        believing = tuple(way for way in found.ways if self._only_outdoes_labels(way))
        return found._replace(ways=believing) if believing and found.misfit > NEARLY else found

    def _only_outdoes_labels(self, way: Way) -> bool:
        """Whether all that is left out are labels of quantities to which the text gives another value."""
        givens = self.problem.formal.givens if self.problem.formal else ()
        told = {side for given in givens if given.in_text for side in _quantities(given, way.model)}
        return all(not given.in_text and told & _quantities(given, way.model) for given in way.left_out)

    def _next(self, level: list[_Branch]) -> Iterator[_Branch]:
        """Yield the branches with one equation more left out that do not hold yet; keep those that do as ways out."""
        candidates: dict[frozenset[str], tuple[float, Nearest]] = {}
        for branch in level:
            for share, source in self._missed(branch):
                left_out = branch.left_out | {source}
                if sum(self.count[each] for each in left_out) <= MOST_LEFT_OUT:
                    candidates.setdefault(left_out, (share, branch.figure))
        for left_out, (_, near) in sorted(candidates.items(), key=lambda item: (-item[1][0], sorted(item[0]))):
            if any(way.left_out < left_out for way in self.ways):
                continue
            if self.left == 0:
                self.is_complete = False
                return
            self.left -= 1
            figure = self._compromise(left_out, near)
            if figure is None:
                continue
            if figure.fits:
                self._keep(_Branch(left_out, figure))
            else:
                yield _Branch(left_out, figure)

    def _keep(self, way: _Branch) -> None:
        """Keep a way out, or a smaller one that is found only from its figure: a wrong value may have led the descents astray."""
        for source in sorted(way.left_out) if len(way.left_out) > 1 else ():
            figure = self._compromise(way.left_out - {source}, way.figure)
            if figure is not None and figure.fits:
                way = _Branch(way.left_out - {source}, figure)
                break
        self.ways = [known for known in self.ways if not way.left_out <= known.left_out] + [way]

    def _compromise(self, left_out: frozenset[str], near: Nearest) -> Nearest | None:
        try:
            return compromise(self.problem, without=left_out, near=near.model)
        except NoPositionsError:
            return None

    def _missed(self, branch: _Branch) -> Iterator[tuple[float, str]]:
        """Yield the equations that a compromise misses, with their share of the largest misfit."""
        kept = {source: misfit for source, misfit in branch.figure.misfits.items() if source not in branch.left_out}
        largest = max(kept.values(), default=0.0)
        for source, misfit in kept.items():
            if source in self.equations and misfit > max(TOLERANCE, _NOTICEABLE * largest):
                yield misfit / largest, source

    def _way(self, branch: _Branch) -> Way:
        givens = self.problem.formal.givens if self.problem.formal else ()
        return Way(tuple(given for given in givens if given.source in branch.left_out), branch.figure)
