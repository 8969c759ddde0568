"""Worker processes that solve problems, each problem within a time limit.

A problem that takes too long, exhausts the memory or crashes the interpreter costs its own row and nothing else: the
worker is ended and replaced. Nothing is written here; ``gnomon.geometry.batch`` does that.

A script that solves in workers keeps its own top level under ``if __name__ == "__main__":``, as `multiprocessing` asks.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, Self

from gnomon.geometry.solve import NO_PROOF, Status, solve
from gnomon.problem import Problem

Row = dict[str, Any]
"""What `Solution.as_json` gives."""

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What libraries of linear algebra read when they are loaded."""
_HEAVY = ("sympy", "scipy.optimize")
"""What the engine loads on first use; loading must not count against the time of a worker's first problem."""
_READY = None
"""What a worker sends before its first problem; then it sends rows."""


class WorkerError(RuntimeError):
    """Worker processes cannot be started here."""


class Task(NamedTuple):
    """One problem to solve."""

    id: str
    problem: Problem
    blame: bool = False
    """As `gnomon.geometry.solve.solve` takes it."""


def solve_in_workers(tasks: Iterable[Task], *, jobs: int, time_limit_seconds: float) -> Iterator[tuple[str, Row]]:
    """Solve problems in parallel processes.

    Args:
        tasks: what to solve.
        jobs: number of processes, at least 1.
        time_limit_seconds: wall-clock limit of one problem, positive.

    Yields:
        The id of each problem with its row (`Solution.as_json`), as they are done. A problem over the limit has status
        ``timeout``; one whose process dies has ``no_proof``, with the exit code in the reason.

    Raises:
        WorkerError: when a process ends before it takes its first problem.
    """
    waiting = deque(tasks)
    context = process_context(__name__)
    with one_thread_each():
        workers = [_Worker.start(context) for _ in range(min(jobs, len(waiting)))]
    try:
        while workers:
            for worker in _due(workers, time_limit_seconds):
                done = worker.listen(time_limit_seconds)
                if worker.has_ended and waiting:
                    with one_thread_each():
                        workers.append(_Worker.start(context))
                elif waiting:
                    worker.give(waiting.popleft())
                else:
                    worker.end()
                if worker.has_ended:
                    workers.remove(worker)
                if done:
                    yield done
    finally:
        for worker in workers:
            worker.end()


class Solver:
    """One process that solves one problem after the other, and is replaced where it ends; a context manager.

    Args:
        time_limit_seconds: wall-clock limit of one problem, positive.
    """

    def __init__(self, time_limit_seconds: float) -> None:
        self._limit = time_limit_seconds
        self._context = process_context(__name__)
        self._worker: _Worker | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._worker is not None:
            self._worker.end()

    def solve(self, task: Task) -> Row:
        """Return the row of a problem, as `solve_in_workers` gives it.

        Raises:
            WorkerError: when a process ends before it takes a problem.
        """
        if self._worker is None or self._worker.has_ended:
            with one_thread_each():
                self._worker = _Worker.start(self._context)
            wait([self._worker.connection])
            self._worker.listen(self._limit)
        self._worker.give(task)
        wait([self._worker.connection], self._limit)
        done = self._worker.listen(self._limit)
        assert done is not None, "a worker that has a task gives a row"
        return done[1]


def unsolved_row(status: Status, reason: str, seconds: float = 0.0) -> Row:
    """Make the row of a problem that the engine did not finish."""
    nothing: Row = {"answer": None, "exact": None, "oracle": None}
    return {"status": status, "reason": reason, **nothing, "seconds": round(seconds, 4), "notes": [], **NO_PROOF}


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    connection: Connection
    task: Task | None = None
    started: float = 0.0

    @classmethod
    def start(cls, context: ForkServerContext | SpawnContext) -> _Worker:
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours)

    @property
    def has_ended(self) -> bool:
        return self.connection.closed

    def seconds_left(self, limit: float) -> float:
        return self.started + limit - time.monotonic() if self.task else float("inf")

    def give(self, task: Task) -> None:
        self.task, self.started = task, time.monotonic()
        with contextlib.suppress(OSError):  # a process that has just died is noticed by `listen`
            self.connection.send(task)

    def listen(self, limit: float) -> tuple[str, Row] | None:
        """Return the id and row of the problem that is done; None from a worker that is only ready."""
        task, seconds = self.task, time.monotonic() - self.started
        try:
            if not self.connection.poll():
                self.end()
                row: Row | None = unsolved_row("timeout", f"stopped after {limit:g} s", seconds)
            else:
                row = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(1)
            code = self.process.exitcode
            self.end()
            if task is None:
                raise WorkerError(f"a worker process ended before its first problem, with exit code {code}") from None
            row = unsolved_row("no_proof", f"its worker process ended with exit code {code}", seconds)
        return (task.id, row) if task and row else None

    def end(self) -> None:
        if not self.has_ended:
            self.connection.close()
            self.process.kill()
            self.process.join()


def _due(workers: Sequence[_Worker], limit: float) -> list[_Worker]:
    """Wait for the workers that have something to say or are over the limit."""
    left = min(worker.seconds_left(limit) for worker in workers)
    speaking = wait([worker.connection for worker in workers], None if left == float("inf") else max(left, 0))
    return [worker for worker in workers if worker.connection in speaking or worker.seconds_left(limit) <= 0]


def process_context(module: str) -> ForkServerContext | SpawnContext:
    """Return how processes are started here, for work of a module, which is imported once and not by every process."""
    if sys.platform in {"win32", "darwin"}:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module, *_HEAVY])
    return context


@contextlib.contextmanager
def one_thread_each() -> Iterator[None]:
    """Let processes that start now do linear algebra on one thread each.

    The matrices are small: more threads only wait for one another, most of all where there is a worker a processor. What the
    user has set stays as it is.
    """
    added = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears the interruption and ends its workers
    with contextlib.suppress(EOFError, OSError):  # the parent has gone
        connection.send(_READY)
        while True:
            connection.send(_row(connection.recv()))


def _row(task: Task) -> Row:
    start = time.perf_counter()
    try:
        return solve(task.problem, blame=task.blame).as_json()
    except Exception as error:  # noqa: BLE001  # one broken problem must not end the run; the row says what happened
        return unsolved_row("no_proof", f"the engine failed: {type(error).__name__}: {error}", time.perf_counter() - start)
