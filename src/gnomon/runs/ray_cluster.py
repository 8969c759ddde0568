"""Jobs spread over a Ray cluster, by Ray Data: the one generic job of all runs.

The process that runs keeps the only pen: it hands out jobs in small blocks, and results come back a block at a time, in any
order, to be written by whoever writes the rows of one process too. What decides a row is in its job, so that neither the number
of workers nor their speed changes any. A run that is killed loses the blocks in flight, and of these no call that had ended: the
cache is the run's own folder, which workers on other machines need under the same path. Of a worker that dies the block is done
again.

A limit of cost holds for all workers together (`gnomon.runs.purse`). Ray is an extra (``scale``), imported when it is asked for.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import pickle
import socket
import sys
import warnings
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import gnomon
from gnomon.runs.errors import RunError
from gnomon.runs.pace import Pace
from gnomon.runs.purse import Purse
from gnomon.runs.ray_worker import Done, OpenPlace, Plan, Stopped, Worker
from gnomon.runs.working import Job, LoggedRow, Results

LOCAL = "local"
"""An address that starts a cluster on this machine, and ends it with the run."""
_FOUND = "auto"
"""An address for the cluster that this machine is part of."""
_JOBS_A_WINDOW, _BYTES_A_WINDOW = 16_384, 64 << 20
"""What the cluster holds at a time: the stream of jobs is never held whole. Workers are started anew for each window."""
_ROUNDS_A_BLOCK = 8
"""Jobs of a block, for each that a worker has in work: few are lost with a block, and Ray's part of its time is small."""
_BLOCKS_A_WORKER = 4
"""At least, where there are few jobs: so that a worker whose block was easy takes another."""
_MOST_LOSSES = 3
"""Times in a row that workers may die without a single result."""
_CONNECT_SECONDS = 5.0
"""In which a cluster's port answers, or never; Ray itself would try for minutes."""
_PASSED_ON = ("GNOMON_DATA_HOME", "GNOMON_PROMPTS")
"""Variables that workers get from here: folders. Keys of models are theirs to have, in the environment of their machines."""

JobT = TypeVar("JobT", bound=Job)
RowT = TypeVar("RowT", bound=LoggedRow)


@dataclass(frozen=True)
class Sharing:
    """How a run is shared over a cluster."""

    address: str
    """``local`` starts a cluster here, ``auto`` finds the one of this machine; else ``HOST:PORT``."""
    width: int = 1
    """Jobs that a worker has in work at a time."""
    shared: Path | None = None
    """A file that every worker must see under this path."""
    num_workers: int | None = None
    """Processes; None takes one for each CPU of the cluster."""


def on_cluster(open_place: OpenPlace, sharing: Sharing, pace: Pace | None = None) -> Results[JobT, RowT]:
    """Return what does jobs on a cluster; jobs and rows must be such that they can be pickled.

    Args:
        open_place: of each worker.
        sharing: which cluster, and how.
        pace: of each worker, but for the limit of cost, which is that of all together; None takes the usual one.

    Raises:
        RunError: when Ray is not installed; from the result, when the cluster cannot be reached, or a worker cannot go on.
    """
    require_ray()

    async def results(jobs: Iterator[JobT]) -> AsyncGenerator[RowT, None]:
        with closing(done_on_cluster(jobs, open_place, sharing, pace)) as found:
            for done in found:
                yield done.row.model_copy(update={"calls": done.spent})

    return results


def done_on_cluster(
    jobs: Iterable[Job], open_place: OpenPlace, sharing: Sharing, pace: Pace | None = None
) -> Generator[Done, None, None]:
    """Do jobs on a cluster and yield them as they end, in any order; arguments and errors are those of `on_cluster`."""
    require_ray()
    coming, plan = iter(jobs), _plan(open_place, sharing, pace or Pace())
    window = _next_window(coming)
    if not window:
        return
    with connected(sharing.address):
        cluster = _Cluster(plan, sharing)
        while window:
            yield from cluster.done(window)
            window = _next_window(coming)


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Hold one connection to a cluster for all that is shared over it inside; one that is there already is used, and stays.

    Raises:
        RunError: when Ray is not installed, or there is no cluster at this address.
    """
    require_ray()
    is_ours = not _is_connected()
    if is_ours:
        _connect(address)
    try:
        yield
    finally:
        if is_ours:
            _disconnect()


def _is_connected() -> bool:
    ray = sys.modules.get("ray")  # who has not imported it has no connection
    return ray is not None and bool(ray.is_initialized())


def _disconnect() -> None:
    import ray

    ray.shutdown()


def require_ray() -> None:
    """Refuse to go on without Ray.

    Raises:
        RunError: which says how to install it.
    """
    if importlib.util.find_spec("ray") is None:
        raise RunError("--ray needs Ray: pip install 'gnomon[scale]'")


def _plan(open_place: OpenPlace, sharing: Sharing, pace: Pace) -> Plan:
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    shared = None if sharing.shared is None else sharing.shared.resolve()
    return Plan(open_place, pace, sharing.width, shared, gnomon.__version__, passed_on)


def _next_window(jobs: Iterator[Job]) -> dict[str, bytes]:
    """Return the next pickled jobs by id; empty at the end."""
    window: dict[str, bytes] = {}
    size = 0
    for job in jobs:
        window[job.id] = pickle.dumps(job)
        size += len(window[job.id])
        if len(window) == _JOBS_A_WINDOW or size >= _BYTES_A_WINDOW:
            break
    return window


class _Cluster:
    """A cluster at work on one run."""

    def __init__(self, plan: Plan, sharing: Sharing) -> None:
        import ray
        import ray.data

        logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # what is wrong is said in one line, by us
        ray.data.DataContext.get_current().enable_progress_bars = False
        self._sharing = sharing
        self._settings: dict[str, Any] = {"plan": ray.cloudpickle.dumps(plan)}
        if plan.pace.max_cost is not None:
            self._settings["purse"] = ray.remote(num_cpus=0)(Purse).remote(plan.pace.max_cost)

    def done(self, window: dict[str, bytes]) -> Iterator[Done]:
        """Do the jobs of a window; where a worker dies, those without a result are handed out again."""
        import ray

        losses = 0
        while window:
            before = len(window)
            reason = "results are missing"
            try:
                for done in self._results(list(window.values())):
                    if window.pop(done.id, None) is not None:
                        yield done
            except ray.exceptions.RayError as error:
                reason = str(error).strip().splitlines()[0]
            losses = losses + 1 if len(window) == before else 0
            if losses == _MOST_LOSSES:
                raise RunError(f"the cluster ends its workers before they end a job ({reason}); `ray status` may say why")

    def _results(self, jobs: list[bytes]) -> Iterator[Done]:
        import ray

        workers = self._sharing.num_workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        small = _ROUNDS_A_BLOCK * self._sharing.width
        blocks = max(-(-len(jobs) // small), min(len(jobs), _BLOCKS_A_WORKER * workers))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of the last two settings, see the extra in pyproject.toml
            results = ray.data.from_items(jobs, override_num_blocks=blocks).map_batches(
                Worker,
                fn_constructor_kwargs=self._settings,
                batch_size=None,
                compute=ray.data.ActorPoolStrategy(size=min(workers, blocks)),
                max_restarts=0,  # Ray would hand the same job to worker after worker, and say so on stderr
                max_task_retries=0,
            )
        for row in results.iter_rows():
            found: Done | Stopped = pickle.loads(row["item"])  # noqa: S301 - it comes from a worker that we started
            if isinstance(found, Stopped):
                raise RunError(f"{found.message}; what is done is kept, the same command goes on")
            yield found


def _connect(address: str) -> None:
    _require_listening(address)
    import ray

    settings: Mapping[str, Any] = {"include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL, **settings)
    except (OSError, ValueError, RuntimeError) as error:
        raise _no_cluster(address, " ".join(str(error).split())) from error


def _require_listening(address: str) -> None:
    """Refuse an address where nobody listens before Ray tries it again and again."""
    if address in {LOCAL, _FOUND}:
        return
    try:
        place = urlsplit(address if "://" in address else f"//{address}")
        host, port = place.hostname, place.port
    except ValueError:
        host = port = None
    if host is None or port is None:
        raise _no_cluster(address, "expected HOST:PORT")
    try:
        socket.create_connection((host, port), timeout=_CONNECT_SECONDS).close()
    except OSError as error:
        raise _no_cluster(address, error.strerror or str(error)) from error


def _no_cluster(address: str, reason: str) -> RunError:
    return RunError(
        f"--ray: no Ray cluster at {address!r} ({reason}); 'local' starts one here, 'auto' finds this machine's, "
        "`ray start --head` prints the address of a new one"
    )
