"""The papers' benchmarks, their runs and reports; `gnomon.benchmark.inspect` offers them as Inspect tasks."""

from gnomon.benchmark.benchmark import Answer, Benchmark, Grade, Item, Options, Picture, Row, RowError, is_model
from gnomon.benchmark.catalogue import BENCHMARKS, build
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig, RunRecord, read_record, read_rows

__all__ = [
    "BENCHMARKS",
    "Answer",
    "Benchmark",
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
    "is_model",
    "read_record",
    "read_rows",
]
