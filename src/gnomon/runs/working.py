"""One pass over the jobs of a run: what is missing is done, so many at a time, and every row is kept as it ends.

Rows that were never tried come first, then those that failed before. A pass stops with the reason when the first rows that end
have all failed: whoever asks a dead server is told after a few rows, and where only these rows cannot be answered the next pass
begins with others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing
from typing import Any, NoReturn, Protocol, Self, TypeVar

from gnomon.models import Calls, add_calls, metered
from gnomon.runs.errors import AllFailedError
from gnomon.runs.pace import Progress, Told
from gnomon.runs.row_log import RowLog
from gnomon.runs.streaming import stream_results

ENOUGH_FAILED = 5
"""Rows that end before any other and all fail: more than a server loses by chance, and few enough to wait for."""


class Job(Protocol):
    """What a row is made from."""

    @property
    def id(self) -> str:
        """The id of the row."""
        ...


class LoggedRow(Protocol):
    """A row as runs need it: a pydantic model whose first field is its id."""

    @property
    def id(self) -> str:
        """The id of its job."""
        ...

    @property
    def error(self) -> Failure | None:
        """Why it failed."""
        ...

    @property
    def calls(self) -> Mapping[str, Calls]:
        """What its calls came to, by role."""
        ...

    def model_dump_json(self) -> str:
        """Return it as JSON."""
        ...

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        """Return it with other values."""
        ...


class Failure(Protocol):
    """Why a row failed."""

    @property
    def message(self) -> str:
        """One line."""
        ...


class FailureWatch:
    """Counts the rows of a pass that failed, and ends the pass where nothing but failures comes."""

    def __init__(self) -> None:
        self.num_rows = 0
        self.reasons = Counter[str]()
        """Of failed rows, with how often each was given."""

    @property
    def num_failed(self) -> int:
        """Rows that failed."""
        return self.reasons.total()

    def see(self, row: LoggedRow) -> None:
        """Look at a row that has ended.

        Raises:
            AllFailedError: when it is the last of the first `ENOUGH_FAILED`, and all of them failed.
        """
        self.num_rows += 1
        if row.error is not None:
            self.reasons[row.error.message] += 1
        if self.num_rows == self.num_failed == ENOUGH_FAILED:
            self._stop(f"the first {ENOUGH_FAILED} rows")

    def close(self) -> None:
        """Look at a pass that has ended.

        Raises:
            AllFailedError: when there were rows, and all of them failed.
        """
        if 0 < self.num_failed == self.num_rows:
            self._stop(f"all {self.num_rows} rows" if self.num_rows > 1 else "the only row")

    def _stop(self, rows: str) -> NoReturn:
        message, count = self.reasons.most_common(1)[0]
        most = f", {count} of them" if count < self.num_rows else ""
        raise AllFailedError(f"stopped: {rows} failed{most} with: {message}; mend it, then give the same command again")


JobT = TypeVar("JobT", bound=Job)
RowT = TypeVar("RowT", bound=LoggedRow)
Work = Callable[[JobT], Awaitable[RowT]]
Results = Callable[[Iterator[JobT]], AsyncGenerator[RowT, None]]
"""What does jobs as they are taken, and yields their rows as they end, in any order."""


async def run_jobs(
    log: RowLog, jobs: Iterable[JobT], results: Results[JobT, RowT], *, told: Told = lambda _: None, total: int | None = None
) -> int:
    """Do the jobs whose rows are missing, and put all rows in the order of the jobs.

    Args:
        log: of the run.
        jobs: all, those that are done too; taken as places become free.
        results: does them: `here`, or a cluster.
        told: is told how far the run is.
        total: number of jobs, where it is known.

    Returns:
        The number of rows that this pass has made.

    Raises:
        AllFailedError: when the first `ENOUGH_FAILED` rows of the pass, or all there are, have failed.
    """
    order: list[str] = []
    watch = FailureWatch()

    def tell() -> None:
        told(Progress(log.num_finished + watch.num_failed, total, {"failed": watch.num_failed}))

    tell()
    async with aclosing(results(_missing(log, jobs, order))) as rows:
        async for row in rows:
            if spent := log.spent_on(row.id):
                row = row.model_copy(update={"calls": add_calls([spent, row.calls])})  # noqa: PLW2901 - the row as it is kept
            log.append(row.id, row.model_dump_json(), failed=row.error is not None)
            watch.see(row)
            tell()
    if not log.num_finished:
        watch.close()
    log.put_in_order(order)
    return watch.num_rows


def here(log: RowLog, work: Work[JobT, RowT], width: int) -> Results[JobT, RowT]:
    """Return what does jobs in this process.

    Args:
        log: keeps what is spent on rows that are stopped under way.
        work: does one job.
        width: jobs in work at a time.
    """

    async def metered_work(job: JobT) -> RowT:
        with metered() as spent:
            try:
                row = await work(job)
            except BaseException:  # the pass is stopped
                log.spend(job.id, spent)
                raise
        return row.model_copy(update={"calls": spent})

    return lambda jobs: stream_results(jobs, metered_work, width)


def _missing(log: RowLog, jobs: Iterable[JobT], order: list[str]) -> Iterator[JobT]:
    """Yield the jobs without a row, then those whose row failed; note the ids of all."""
    failed: list[JobT] = []
    for job in jobs:
        order.append(job.id)
        if log.has_failed(job.id):
            failed.append(job)
        elif not log.is_finished(job.id):
            yield job
    yield from failed
