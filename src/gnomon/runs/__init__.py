"""One run layer: what was asked for and what differs, the log of rows, resume, pace and progress, interruption, a Ray cluster.

It knows no mathematics. A run is done by the same command as often as it takes: rows that are there are passed over, calls that
had ended come from the cache, and those in flight are asked again, so that the rows are those of a run that nobody disturbed.
"""

from gnomon.runs.claiming import CACHE, ROWS, SUMMARY, RunFiles, claimed, require_finished
from gnomon.runs.errors import AllFailedError, RunError
from gnomon.runs.pace import Pace, Progress, Told
from gnomon.runs.ray_cluster import Sharing, connected, done_on_cluster, on_cluster, require_ray
from gnomon.runs.record import Record, difference, read_record, versions_of
from gnomon.runs.row_log import RowLog, as_line, read_lines, read_rows, row_places
from gnomon.runs.streaming import stream_results
from gnomon.runs.working import ENOUGH_FAILED, FailureWatch, Results, here, run_jobs

__all__ = [
    "CACHE",
    "ENOUGH_FAILED",
    "ROWS",
    "SUMMARY",
    "AllFailedError",
    "FailureWatch",
    "Pace",
    "Progress",
    "Record",
    "Results",
    "RowLog",
    "RunError",
    "RunFiles",
    "Sharing",
    "Told",
    "as_line",
    "claimed",
    "connected",
    "difference",
    "done_on_cluster",
    "here",
    "on_cluster",
    "read_lines",
    "read_record",
    "read_rows",
    "require_finished",
    "require_ray",
    "row_places",
    "run_jobs",
    "stream_results",
    "versions_of",
]
