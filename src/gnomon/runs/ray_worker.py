"""One process of a cluster: it opens its place once, and does the jobs of one block after the other.

Nothing is written here but what a place itself writes. Whatever stops a worker comes back behind the rows that it had ended, in
words; the process that started it says them and ends the run.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import socket
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypedDict

import gnomon
from gnomon.models import Calls, metered
from gnomon.runs.errors import RunError
from gnomon.runs.pace import Pace
from gnomon.runs.streaming import stream_results


class Place(Protocol):
    """Where a worker does jobs."""

    async def work(self, job: Any) -> Any:  # noqa: ANN401 - jobs and rows of whoever runs
        """Do one job, and return its row."""
        ...


OpenPlace = Callable[[Pace], AbstractAsyncContextManager[Place]]
"""Opens a place in a worker, at the pace of that worker; it must be such that it can be pickled."""


class Plan(NamedTuple):
    """What all workers of a run have in common."""

    open_place: OpenPlace
    pace: Pace
    width: int
    """Jobs in work at a time."""
    shared: Path | None
    """A file that every worker must see under this path; None where none is needed."""
    version: str
    """Of gnomon, where the rows are written."""
    environment: Mapping[str, str]
    """Variables that name folders."""


class Done(NamedTuple):
    """A job that has ended."""

    id: str
    row: Any
    spent: dict[str, Calls]
    """What its calls came to, by role."""


class Stopped(NamedTuple):
    """Why a worker cannot go on."""

    message: str


class Batch(TypedDict):
    """A batch as Ray Data hands it over: a column of pickled jobs, or of pickled results."""

    item: Any


class Worker:
    """Does blocks of jobs.

    Args:
        plan: a pickled `Plan`.
        purse: an actor with what the run may still cost; None where that has no limit.
    """

    def __init__(self, plan: bytes, purse: Any = None) -> None:  # noqa: ANN401 - Ray is read as untyped
        self._pickled, self._purse = plan, purse
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._place: Place | None = None
        self._width = 1
        self._is_closed = False

    def __call__(self, batch: Batch) -> Batch:
        """Do the jobs of a block together, and return their results as they have ended."""
        import numpy as np

        found = self._runner.run(self._results(batch["item"]))
        pickled = np.empty(len(found), dtype=object)  # an array of bytes would make each as long as the longest
        pickled[:] = [pickle.dumps(each) for each in found]
        return {"item": pickled}

    def close(self) -> None:
        """Close what is open; closed again, it does nothing."""
        if not self._is_closed:
            self._is_closed = True
            self._runner.run(self._stack.aclose())
            self._runner.close()

    def __del__(self) -> None:  # this is how Ray Data lets a worker close what it has open
        with contextlib.suppress(Exception):
            self.close()

    async def _results(self, jobs: Any) -> list[Done | Stopped]:  # noqa: ANN401 - an array of bytes
        found: list[Done | Stopped] = []
        try:
            place = self._place = self._place or await self._opened()

            async def work(job: Any) -> Done:  # noqa: ANN401 - a job of whoever runs
                with metered() as spent:
                    row = await place.work(job)
                return Done(job.id, row, spent)

            read = [pickle.loads(job) for job in jobs]  # noqa: S301 - from the process that started us
            async with aclosing(stream_results(read, work, self._width)) as results:
                async for done in results:
                    found.append(done)  # noqa: PERF401 - what has ended before a fault is kept
        except Exception as error:  # noqa: BLE001 - said where the run is
            ours = type(error).__module__.startswith("gnomon.")
            reason = " ".join(str(error).split()) if ours else " ".join(f"{type(error).__name__}: {error}".split())
            found.append(Stopped(f"the worker on {socket.gethostname()} stopped: {reason}"))
        return found

    async def _opened(self) -> Place:
        plan: Plan = pickle.loads(self._pickled)  # noqa: S301 - from the process that started us
        os.environ.update(plan.environment)
        if plan.version != gnomon.__version__:
            raise RunError(f"it has gnomon {gnomon.__version__}, the run {plan.version}; install one version everywhere")
        if plan.shared is not None and not plan.shared.exists():
            raise RunError(f"it does not see {plan.shared}; the results folder must lie under one path on all machines")
        self._width = plan.width
        pace = plan.pace if self._purse is None else replace(plan.pace, max_cost=0.0, more=self._more)
        return await self._stack.enter_async_context(plan.open_place(pace))

    async def _more(self, wanted: float) -> float:
        given: float = await self._purse.take.remote(wanted)
        return given
