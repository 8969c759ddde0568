"""Work on a stream of jobs, so many at a time: nothing is held but the jobs in work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TypeVar

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")


async def stream_results(
    jobs: Iterable[JobT], work: Callable[[JobT], Awaitable[ResultT]], width: int
) -> AsyncGenerator[ResultT, None]:
    """Yield the results of jobs as they end, in any order.

    Args:
        jobs: are taken one by one as places become free.
        work: does one job. When it raises, the rest are cancelled and its error is raised.
        width: jobs in work at a time, at least 1.
    """
    ended: asyncio.Queue[asyncio.Task[ResultT]] = asyncio.Queue()
    under_way: set[asyncio.Task[ResultT]] = set()

    async def do(job: JobT) -> ResultT:
        return await work(job)

    try:
        for job in jobs:
            task = asyncio.create_task(do(job))
            under_way.add(task)
            task.add_done_callback(ended.put_nowait)
            while len(under_way) >= width or not ended.empty():
                yield _taken(await ended.get(), under_way)
        while under_way:
            yield _taken(await ended.get(), under_way)
    finally:
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


def _taken(task: asyncio.Task[ResultT], under_way: set[asyncio.Task[ResultT]]) -> ResultT:
    under_way.discard(task)
    return task.result()
