"""Every benchmark against a real server: set GNOMON_TEST_URL (and GNOMON_TEST_MODEL), then `pytest -m network`."""

import os

import pytest

from gnomon.benchmark import BENCHMARKS, RunConfig
from gnomon.benchmark.running import run

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def address():
    url = os.environ.get("GNOMON_TEST_URL")
    if not url:
        pytest.skip("needs a server of models: set GNOMON_TEST_URL, and GNOMON_TEST_MODEL where it has several")
    model = os.environ.get("GNOMON_TEST_MODEL")
    return f"{model}@{url}" if model else url


@pytest.mark.parametrize("task", sorted(BENCHMARKS))
def test_a_benchmark_runs_end_to_end(task, address, tmp_path):
    tutor = None if task == "mrbench" else address
    judge = None if task == "geodial" else address
    rows = run(RunConfig(task=task, tutor=tutor, judge=judge, limit=2), tmp_path / "run").rows
    assert len(rows) == 2
    assert all(row.error is None and row.answer is not None for row in rows)
