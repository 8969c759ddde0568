"""The engine's solutions, kept for tutors that need one at every call: each problem is solved once, beside the event loop.

Kept are the solutions of the problems asked for last, for all tutors of the process together.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from threading import Lock

from gnomon.geometry import Solution, solve
from gnomon.problem import Problem

_MOST = 64


class SolutionCache:
    """Solutions of problems, by the problem's id and content; may be used from several threads.

    Args:
        most: how many are kept; of more the one that was asked for longest ago is dropped. At least 1.
    """

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def solve(self, problem: Problem) -> Solution:
        """Return the solution; who asks while another thread solves the same problem waits for it."""
        return self._entry(problem).solution()

    def _entry(self, problem: Problem) -> _Kept:
        with self._lock:
            known = self._kept.get(problem.id)
            if known is None or not known.is_of(problem):
                known = self._kept[problem.id] = _Kept(problem)
            self._kept.move_to_end(problem.id)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return known


class _Kept:
    """One problem and, once it was asked for, its solution."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._solution: Solution | None = None
        self._lock = Lock()

    def is_of(self, problem: Problem) -> bool:
        return self._problem is problem or self._problem == problem

    def solution(self) -> Solution:
        with self._lock:
            if self._solution is None:
                self._solution = solve(self._problem)
            return self._solution


_CACHE = SolutionCache()


async def solved(problem: Problem) -> Solution:
    """Return the engine's solution, solved in a thread, so that other calls go on."""
    return await asyncio.to_thread(_CACHE.solve, problem)
