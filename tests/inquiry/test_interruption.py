"""A run that is killed at any moment and run again has the rows of one that nobody disturbed."""

import random
import subprocess
import sys
import time

import pytest

from gnomon.inquiry import read_results, run_inquiry
from tests.copies import original_with

pytestmark = pytest.mark.slow

PROGRAM = """
import sys
from pathlib import Path
from gnomon.inquiry import InquiryConfig, run_inquiry
from gnomon.runs import Pace
run_inquiry(InquiryConfig.model_validate_json(sys.argv[1]), Path(sys.argv[2]), Pace(max_connections=2))
"""


def rows_in(folder):
    return {row.id: row.identity() for row in read_results(folder)}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Return a process whose copies are runs."""
    loaded = ("gnomon.inquiry.running", "gnomon.models.sdk", "openai.resources")
    with original_with(*loaded, folder=tmp_path_factory.mktemp("printed")) as started:
        yield started


@pytest.mark.parametrize("kind", ["run", "search"])
def test_ten_kills_change_no_row_and_lose_no_finished_call(config, slow_server, original, tmp_path, kind):
    settings = config(kind, url=slow_server.url, num_candidates=3, limit=8, assessment_turn=2)
    run_inquiry(settings, tmp_path / "undisturbed")
    expected, needed = rows_in(tmp_path / "undisturbed"), slow_server.num_requests
    moments = random.Random(7)
    kills = 0
    for _ in range(10):
        started = slow_server.num_requests
        process = original.start(settings.model_dump_json(), tmp_path / "killed", program=PROGRAM)
        enough = started + moments.randint(1, max(2, needed // 10))
        while process.poll() is None and slow_server.num_requests < enough:
            time.sleep(0.002)
        kills += process.poll() is None
        process.kill()
    assert kills >= 5  # the others found nothing left to do
    run_inquiry(settings, tmp_path / "killed")
    assert rows_in(tmp_path / "killed") == expected
    # each kill loses at most the calls in flight: two connections
    assert slow_server.num_requests - needed <= needed + 2 * kills


def test_memory_stays_flat_over_many_problems(tmp_path):
    program = f"""
import json, resource
from pathlib import Path
from gnomon.inquiry import InquiryConfig, run_inquiry
folder = Path({str(tmp_path)!r})
peaks = []
for count in (100, 400):
    path = folder / f"problems-{{count}}.jsonl"
    with path.open("w") as file:
        for n in range(count):
            row = {{"question": f"Number {{n}}: " + "word " * 400, "answer": f"{{n}} + 1 = {{n + 1}}\\n#### {{n + 1}}"}}
            file.write(json.dumps(row) + "\\n")
    config = InquiryConfig(kind="run", task="gsm8k", student="simulated", teachers=("simulated",), data=str(path))
    run_inquiry(config, folder / f"out-{{count}}")
    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
print(peaks[1] - peaks[0])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 5  # MiB, for three hundred more rows
