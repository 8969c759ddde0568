"""The same work spread over a Ray cluster, by Ray Data over problems.

Each worker opens its own clients and does the jobs of a block together; rows come back to the one process that writes them, a
block at a time. The cache is the run's own folder, so workers on other machines need it under the same path; a run that is killed
loses the rows of blocks in flight, and no call that had ended. Calls at a time are counted for each worker.

Ray is an extra (``scale``), imported when it is asked for.
"""

from __future__ import annotations

import asyncio
import importlib.util
import pickle
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypedDict

from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.folder import ROW_TYPES
from gnomon.inquiry.streaming import stream_results
from gnomon.inquiry.workplace import AnyRow, InquiryPace, Job, Workplace

LOCAL = "local"
"""An address that starts a cluster on this machine."""
_JOBS_A_WINDOW = 4096
"""Jobs that the cluster holds at a time: the stream of problems is never held whole."""
_BLOCKS_A_WORKER = 4


class _Batch(TypedDict):
    """A batch as Ray Data hands it over: a column of pickled jobs, or of rows as JSON."""

    item: Any


def ray_results(
    config: InquiryConfig, folder: Path, pace: InquiryPace, jobs: Iterator[Job], address: str, *, num_workers: int | None = None
) -> Iterator[AnyRow]:
    """Yield the rows of jobs as their blocks end.

    Args:
        config: of the run.
        folder: of its results.
        pace: of each worker.
        jobs: are taken in windows.
        address: of the cluster; ``local`` starts one here, ``auto`` finds a running one.
        num_workers: processes; None takes one for each CPU of the cluster.

    Raises:
        InquiryError: when Ray is not installed or the cluster cannot be reached.
    """
    if importlib.util.find_spec("ray") is None:
        raise InquiryError("--ray needs Ray: pip install 'gnomon[scale]'")
    import ray

    if not ray.is_initialized():
        _connect(address)
    workers = num_workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    kind = ROW_TYPES[config.kind]
    settings = {"config": config.model_dump_json(), "folder": str(folder.resolve()), "pace": pickle.dumps(pace)}
    while window := [pickle.dumps(job) for job in islice(jobs, _JOBS_A_WINDOW)]:
        blocks = min(len(window), _BLOCKS_A_WORKER * workers)
        rows = ray.data.from_items(window, override_num_blocks=blocks).map_batches(
            _Worker, fn_constructor_kwargs=settings, batch_size=None, concurrency=min(workers, blocks)
        )
        for row in rows.iter_rows():
            yield kind.model_validate_json(row["item"])


def _connect(address: str) -> None:
    import ray

    try:
        if address == LOCAL:
            ray.init(include_dashboard=False, log_to_driver=False)
        else:
            ray.init(address=address, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise InquiryError(f"no Ray cluster at {address!r} ({error}); 'local' starts one on this machine") from error


class _Worker:
    """One process of the cluster."""

    def __init__(self, config: str, folder: str, pace: bytes) -> None:
        self._config = InquiryConfig.model_validate_json(config)
        self._folder = Path(folder)
        self._pace: InquiryPace = pickle.loads(pace)  # noqa: S301  # it comes from the process that started us

    def __call__(self, batch: _Batch) -> _Batch:
        jobs = [pickle.loads(job) for job in batch["item"]]  # noqa: S301  # as above
        return {"item": asyncio.run(self._work(jobs))}

    async def _work(self, jobs: list[Job]) -> list[str]:
        async with Workplace(self._config, self._folder, self._pace) as place:
            rows = stream_results(jobs, place.work, len(jobs))
            return [row.model_dump_json() async for row in rows]
