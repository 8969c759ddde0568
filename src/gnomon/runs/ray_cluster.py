"""Jobs spread over a Ray cluster, by Ray Data.

Each worker opens a place of its own and does the jobs of a block together; rows come back to the one process that writes them, a
block at a time. A run that is killed loses the rows of blocks in flight, and no call that had ended: the cache is the run's own
folder, so workers on other machines need it under the same path.

Ray is an extra (``scale``), imported when it is asked for.
"""

from __future__ import annotations

import asyncio
import importlib.util
import pickle
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from itertools import islice
from typing import Any, Protocol, TypedDict, TypeVar

from gnomon.models import metered
from gnomon.runs.errors import RunError
from gnomon.runs.streaming import stream_results
from gnomon.runs.working import Job, LoggedRow, Results

LOCAL = "local"
"""An address that starts a cluster on this machine."""
_JOBS_A_WINDOW = 4096
"""Jobs that the cluster holds at a time: the stream of jobs is never held whole."""
_BLOCKS_A_WORKER = 4
"""So that a worker whose block was easy takes another: the last one to end is waited for by all."""

JobT = TypeVar("JobT", bound=Job)
RowT = TypeVar("RowT", bound=LoggedRow)


class Place(Protocol):
    """Where a worker does jobs."""

    async def work(self, job: Any) -> Any:  # noqa: ANN401 - jobs and rows of whoever runs
        """Do one job, and return its row."""
        ...


OpenPlace = Callable[[], AbstractAsyncContextManager[Place]]
"""Opens a place in a worker: a function that can be pickled, such as a `functools.partial` of a class."""


class _Batch(TypedDict):
    """A batch as Ray Data hands it over: a column of pickled jobs, or of pickled rows."""

    item: Any


def on_cluster(open_place: OpenPlace, address: str, *, num_workers: int | None = None) -> Results[JobT, RowT]:
    """Return what does jobs on a cluster; jobs and rows must be such that they can be pickled.

    Args:
        open_place: of each worker.
        address: of the cluster; ``local`` starts one here, ``auto`` finds a running one.
        num_workers: processes; None takes one for each CPU of the cluster.

    Raises:
        RunError: when Ray is not installed; from the result, when the cluster cannot be reached.
    """
    if importlib.util.find_spec("ray") is None:
        raise RunError("--ray needs Ray: pip install 'gnomon[scale]'")

    async def results(jobs: Iterator[JobT]) -> AsyncGenerator[RowT, None]:
        import ray

        if not ray.is_initialized():
            _connect(address)
        workers = num_workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        settings = {"open_place": pickle.dumps(open_place)}
        while window := [pickle.dumps(job) for job in islice(jobs, _JOBS_A_WINDOW)]:
            blocks = min(len(window), _BLOCKS_A_WORKER * workers)
            rows = ray.data.from_items(window, override_num_blocks=blocks).map_batches(
                _Worker, fn_constructor_kwargs=settings, batch_size=None, concurrency=min(workers, blocks)
            )
            for row in rows.iter_rows():
                yield pickle.loads(row["item"])  # noqa: S301 - it comes from a worker that we started

    return results


def _connect(address: str) -> None:
    import ray

    try:
        if address == LOCAL:
            ray.init(include_dashboard=False, log_to_driver=False)
        else:
            ray.init(address=address, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise RunError(f"no Ray cluster at {address!r} ({error}); 'local' starts one on this machine") from error


class _Worker:
    """One process of the cluster."""

    def __init__(self, open_place: bytes) -> None:
        self._open_place: OpenPlace = pickle.loads(open_place)  # noqa: S301 - from the process that started us

    def __call__(self, batch: _Batch) -> _Batch:
        jobs = [pickle.loads(job) for job in batch["item"]]  # noqa: S301 - as above
        return {"item": asyncio.run(self._work(jobs))}

    async def _work(self, jobs: list[Any]) -> list[bytes]:
        async with self._open_place() as place:

            async def work(job: Any) -> bytes:  # noqa: ANN401 - a job of whoever runs
                with metered() as spent:
                    row = await place.work(job)
                return pickle.dumps(row.model_copy(update={"calls": spent}))

            return [row async for row in stream_results(jobs, work, len(jobs))]
