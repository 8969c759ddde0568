"""Verdicts beside those of the official HumanEval harness."""

import gzip
import json

import pytest

from gnomon.sandbox import read_problem

pytestmark = pytest.mark.slow


def test_492_completions_get_the_verdict_of_the_official_harness(sandbox, data_folder):
    folder = data_folder / "humaneval"
    lines = gzip.decompress((folder / "HumanEval.jsonl.gz").read_bytes()).splitlines()
    problems = {row["task_id"]: row for row in map(json.loads, lines)}
    rows = [json.loads(line) for line in (folder / "official_verdicts.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 492
    verdicts = [
        sandbox.check(read_problem(problems[row["task_id"]]), row["completion"], timeout_seconds=10).verdict for row in rows
    ]
    told = ["failed" if verdict == "timeout" else verdict for verdict in verdicts]  # that harness has one word for both
    differing = [row["task_id"] for row, verdict in zip(rows, told, strict=True) if verdict != row["official"]]
    assert differing == []
