"""The papers' benchmarks as Inspect tasks, their runs and reports; the only room that imports `inspect_ai`."""

from gnomon.benchmark.benchmark import Answer, Benchmark, Calls, Grade, Item, Options, Picture, Row, RowError, is_model
from gnomon.benchmark.catalogue import BENCHMARKS, build
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig, RunRecord, differing_key, read_record, read_rows

__all__ = [
    "BENCHMARKS",
    "Answer",
    "Benchmark",
    "Calls",
    "Grade",
    "Item",
    "Options",
    "Picture",
    "ResultsError",
    "Row",
    "RowError",
    "RunConfig",
    "RunRecord",
    "build",
    "differing_key",
    "is_model",
    "read_record",
    "read_rows",
]
