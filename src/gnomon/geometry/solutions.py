"""The engine's solutions, kept: whoever needs the solution of a problem again asks here, and each problem is solved once.

Kept are the solutions of the problems asked for last, for all users of the process together.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from threading import Lock

from gnomon.geometry.solve import Solution, solve
from gnomon.problem import Problem

_MOST = 512
"""The whole bank (339 problems) and some more; a solution with its deduction takes 0.2 MB, so 100 MB at most."""


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

    def solution(self, problem: Problem) -> Solution:
        """Return the solution; who asks while another thread solves the same problem waits for it."""
        with self._lock:
            kept = self._kept.get(problem.id)
            # Another problem of that id: an edited file, or two files with the same ids.
            if kept is None or (kept.problem is not problem and kept.problem != problem):
                kept = self._kept[problem.id] = _Kept(problem)
            self._kept.move_to_end(problem.id)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return kept.solution()


class _Kept:
    """One problem and, once it was asked for, its solution; a lock of its own lets other problems be solved meanwhile."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._solution: Solution | None = None
        self._lock = Lock()

    def solution(self) -> Solution:
        with self._lock:
            if self._solution is None:
                self._solution = solve(self.problem)
            return self._solution


_CACHE = SolutionCache()


def solution_of(problem: Problem) -> Solution:
    """Return the engine's solution, kept for the process; as `solve`, it never raises on a problem."""
    return _CACHE.solution(problem)


async def solved(problem: Problem) -> Solution:
    """Return the same with all that follows from the givens, found in a thread: other sessions on the event loop go on."""
    return await asyncio.to_thread(_whole, problem)


def _whole(problem: Problem) -> Solution:
    solution = solution_of(problem)
    solution.deduction  # noqa: B018  # kept by the solution once it was asked for
    return solution
