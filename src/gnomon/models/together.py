"""Several calls at the same time, which end together."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


async def all_of(jobs: Iterable[Coroutine[Any, Any, ResultT]]) -> tuple[ResultT, ...]:
    """Await all jobs together, results in order; when one raises, the rest are cancelled and its error is raised.

    Raises:
        BaseException: the first error of a job, as it was raised.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job) for job in jobs]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return tuple(task.result() for task in tasks)
