"""Runs write a folder, resume with the same configuration alone, and lose nothing that was finished."""

import json
import random
import signal
import subprocess
import sys
import time

import pytest

from gnomon.benchmark import ResultsError, Row, RunConfig, read_record, read_rows
from gnomon.benchmark.running import Watch, resume, run
from gnomon.models.fake_service import FakeServer, Fault, ServerBehaviour
from tests.benchmark.conftest import label_of


def identities(rows):
    return [row.identity() for row in rows]


def config(judge, **more):
    return RunConfig(task="mrbench", judge=judge, limit=6, **more)


def test_a_folder_holds_configuration_versions_prompts_rows_and_summary(tmp_path, judge):
    run(config(judge), tmp_path / "r")
    record = read_record(tmp_path / "r")
    assert record.config == config(judge)
    assert record.versions["gnomon"]
    assert all(len(digest) == 64 for digest in record.prompts.values())
    assert len(list(read_rows(tmp_path / "r"))) == 6
    assert json.loads((tmp_path / "r" / "summary.json").read_text())["rows"] == 6


def test_a_resumed_run_asks_nothing_again_and_gives_the_same_rows(tmp_path, judge, judge_server):
    first = run(config(judge), tmp_path / "r")
    asked = judge_server.num_requests
    again = resume(tmp_path / "r")
    assert judge_server.num_requests == asked
    assert identities(again.rows) == identities(first.rows)


def test_a_second_run_into_a_folder_is_refused_and_says_how_to_go_on(tmp_path, judge):
    run(config(judge), tmp_path / "r")
    with pytest.raises(ResultsError, match="gnomon bench resume"):
        run(config(judge), tmp_path / "r")
    with pytest.raises(ResultsError, match=r"differs in config\.seed"):
        run(config(judge, seed=7), tmp_path / "r")


def test_a_folder_with_other_files_is_left_alone(tmp_path, judge):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ResultsError, match="holds other files"):
        run(config(judge), tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("key", ["prompts", "data_sha256", "versions"])
def test_resuming_names_what_has_changed(tmp_path, judge, key):
    run(config(judge), tmp_path / "r")
    path = tmp_path / "r" / "run.json"
    record = json.loads(path.read_text())
    record[key] = {"gnomon": "0.0.0"} if isinstance(record[key], dict) else "0"
    path.write_text(json.dumps(record))
    with pytest.raises(ResultsError, match=key):
        resume(tmp_path / "r")


def test_a_failed_call_is_a_row_with_its_error_and_the_rest_goes_on(tmp_path):
    always = Fault(status=400, message="no such thing")
    with FakeServer(label_of, faults=lambda number: always if number == 3 else None) as server:
        rows = run(config(f"fake-model@{server.url}"), tmp_path / "r").rows
    failed = [row for row in rows if row.error]
    assert len(failed) == 1
    assert failed[0].error.boundary == "judge/pedagogy"
    assert sum(mark is not None for mark in failed[0].marks.values()) >= 2


def test_a_failed_row_is_asked_again_when_the_run_is_resumed(tmp_path):
    with FakeServer(label_of, faults=lambda number: Fault(status=400) if number < 2 else None) as server:
        first = run(config(f"fake-model@{server.url}"), tmp_path / "r")
        again = resume(tmp_path / "r")
    assert any(row.error for row in first.rows)
    assert not any(row.error for row in again.rows)


def test_rows_are_told_as_they_come(tmp_path, judge):
    seen: list[Row] = []
    totals: list[int] = []
    run(config(judge), tmp_path / "r", watch=Watch(totals.append, seen.append))
    assert totals == [6]
    assert len(seen) == 6


def test_an_unfinished_run_has_no_rows_to_report(tmp_path, judge):
    run(config(judge), tmp_path / "r")
    (tmp_path / "r" / "rows.jsonl").unlink()
    with pytest.raises(ResultsError, match="gnomon bench resume"):
        list(read_rows(tmp_path / "r"))


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_rows_of_an_undisturbed_one(tmp_path):
    """Ten random moments, kill -9: the rows are the same, and no finished call is asked twice."""
    draw = random.Random(20261121)
    behaviour = ServerBehaviour(latency_seconds=0.05)
    with FakeServer(label_of, behaviour=behaviour, keep_requests=False) as server:
        settings = ["mrbench", "--judge", f"fake-model@{server.url}", "--data", "sample", "--connections", "2"]
        began = time.monotonic()
        _gnomon("bench", "run", *settings, "--out", str(tmp_path / "whole")).wait()
        whole_seconds = time.monotonic() - began
        expected = identities(read_rows(tmp_path / "whole"))
        calls = server.num_requests
        for moment in range(10):
            folder = tmp_path / f"killed{moment}"
            process = _gnomon("bench", "run", *settings, "--out", str(folder))
            time.sleep(draw.uniform(0.3, 1.0) * whole_seconds)
            process.send_signal(signal.SIGKILL)
            process.wait()
            before = server.num_requests
            command = ["resume", str(folder)] if (folder / "run.json").exists() else ["run", *settings, "--out", str(folder)]
            assert _gnomon("bench", *command).wait() == 0
            assert identities(read_rows(folder)) == expected
            kept = len(list((folder / "cache").rglob("*")))
            assert server.num_requests - before <= calls
            assert kept


def _gnomon(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "gnomon.cli", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
