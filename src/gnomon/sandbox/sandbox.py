"""Check untrusted Python programs against trusted tests.

The candidate runs alone in one sandbox and answers calls over a channel; the tests run in another, a proxy in its place;
values cross as tagged JSON, and the verdict leaves by a pipe that the candidate does not have. So a candidate that exits, prints
a verdict, patches built-ins, returns objects that equal everything, or looks for the tests in memory only harms itself.

Not there: packages outside the standard library, files to write, new processes, sockets and with them ``asyncio``. What a
candidate prints is thrown away.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from typing import Self, TypeVar

from gnomon.sandbox.errors import LevelError
from gnomon.sandbox.levels import Level
from gnomon.sandbox.limits import DEFAULT_MEMORY_BYTES, DEFAULT_TIMEOUT_SECONDS, Limits
from gnomon.sandbox.pair import Pair
from gnomon.sandbox.problem import TestedProblem
from gnomon.sandbox.program import ProgramResult
from gnomon.sandbox.verdict import CheckResult, Verdict

_Result = TypeVar("_Result", CheckResult, ProgramResult)


class Sandbox:
    """A pool of warm servers of one level. It may be used from several threads; each check takes a pair of servers for itself.

    `open_sandbox` chooses a level that holds; this class takes the one it is given.

    Args:
        level: what isolates.
        workers: checks that run at the same time, at most.
        first: a pair that runs already.
    """

    def __init__(self, level: Level, workers: int = 1, first: Pair | None = None) -> None:
        if workers < 1:
            raise ValueError(f"expected at least one worker, got {workers}")
        self.level = level
        self._counts: Counter[Verdict] = Counter()
        self._lock = threading.Lock()
        self._closed = False
        self._places = threading.BoundedSemaphore(workers)
        self._idle = [first] if first else []

    @property
    def counts(self) -> dict[Verdict, int]:
        """How often each verdict was given so far."""
        with self._lock:
            return dict(self._counts)

    def check(
        self,
        problem: TestedProblem,
        solution: str,
        *,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
    ) -> CheckResult:
        """Run a problem's tests on a solution.

        Args:
            problem: the trusted side.
            solution: what continues the problem's prompt, or a whole program.
            timeout_seconds: as in `Limits`.
            memory_bytes: as in `Limits`.

        Returns:
            The verdict. ``error`` when the sandbox itself fails twice.

        Raises:
            ValueError: when a limit is too small, or the sandbox has been closed.
        """
        limits = Limits(timeout_seconds, memory_bytes)
        try:
            result = self._twice(lambda pair: pair.check(problem, solution, limits), limits)
        except LevelError as error:
            result = CheckResult("error", self.level.name, f"the sandbox failed: {error}", 0.0)
        with self._lock:
            self._counts[result.verdict] += 1
        return result

    def run(
        self,
        source: str,
        *,
        stdin: str = "",
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
    ) -> ProgramResult:
        """Run one program alone, for its output.

        Args:
            source: its text; it runs as ``__main__``.
            stdin: what it can read.
            timeout_seconds: as in `Limits`.
            memory_bytes: as in `Limits`.

        Raises:
            ValueError: when a limit is too small, or the sandbox has been closed.
            LevelError: when the sandbox itself fails twice.
        """
        limits = Limits(timeout_seconds, memory_bytes)
        return self._twice(lambda pair: pair.run(source, stdin, limits), limits)

    def _twice(self, action: Callable[[Pair], _Result], limits: Limits) -> _Result:
        """Do it again where a server has failed, which may have been killed from outside: a fresh pair decides."""
        limits.require_usable()
        if self._closed:
            raise ValueError("the sandbox has been closed")
        with self._places, contextlib.suppress(LevelError):
            return self._once(action)
        with self._places:
            return self._once(action)

    def _once(self, action: Callable[[Pair], _Result]) -> _Result:
        pair = self._take()
        result = action(pair)  # where it raises, it has ended its servers
        self._give_back(pair)
        return result

    def _take(self) -> Pair:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return Pair(self.level)

    def _give_back(self, pair: Pair) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(pair)
                return
        pair.close()

    def close(self) -> None:
        """End all servers that are idle; those at work end with their check. It can be called again."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for pair in idle:
            pair.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
