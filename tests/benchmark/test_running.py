"""Runs write a folder, resume with the same configuration alone, and lose nothing that was finished."""

import json
import random
import signal
import sys
import time

import pytest

from gnomon.benchmark import ResultsError, RunConfig, build, read_record, read_rows
from gnomon.benchmark.estimating import estimate_run
from gnomon.benchmark.running import run
from gnomon.models import Client, FakeModel, ModelError, RetryPolicy
from gnomon.models.fake_service import FakeServer, Fault, ServerBehaviour
from gnomon.runs import AllFailedError, Pace, Progress, RunError
from tests.benchmark.conftest import label_of
from tests.copies import original_with


def num_cached(folder):
    """Count the answers that lie in a run's cache; drafts that a kill left behind are none."""
    return len(list((folder / "cache").rglob("*.json")))


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
    again = run(config(judge), tmp_path / "r")
    assert judge_server.num_requests == asked
    assert (first.num_asked, again.num_asked) == (6, 0)
    assert identities(again.rows) == identities(first.rows)


def requests_of(rows):
    return sum(row.calls["judge"].usage.requests for row in rows)


def test_what_calls_cost_is_added_up_over_passes(tmp_path):
    with FakeServer(label_of, faults=lambda number: Fault(status=400) if number == 3 else None) as server:
        settings = config(f"fake-model@{server.url}")
        first = run(settings, tmp_path / "r", Pace(max_connections=1))
        assert sum(row.error is not None for row in first.rows) == 1
        again = run(settings, tmp_path / "r")
    assert again.num_asked == 1
    assert requests_of(again.rows) == server.num_requests == 6 * 4 + 1
    (spent,) = summary(tmp_path)["calls"]
    assert (spent["role"], spent["model"], spent["usage"]["requests"]) == ("judge", "fake-model", 25)
    assert (spent["failed"], spent["cached"]) == (1, 3)  # the call that failed; those of its row that had not
    assert summary(tmp_path)["last_pass"][0]["usage"]["requests"] == 1


def summary(tmp_path):
    return json.loads((tmp_path / "r" / "summary.json").read_text())


def test_the_client_is_closed_when_the_run_is_over(tmp_path, judge, monkeypatch):
    opened, closed = set(), []
    close, respond = Client.aclose, Client.respond

    async def noted_respond(self, request):
        opened.add(self)
        return await respond(self, request)

    async def noted_close(self):
        closed.append(self)
        await close(self)

    monkeypatch.setattr(Client, "respond", noted_respond)
    monkeypatch.setattr(Client, "aclose", noted_close)
    run(config(judge), tmp_path / "r")
    assert len(opened) == 1
    assert set(closed) == opened


def test_a_run_needs_no_inspect(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    assert len(run(config("majority"), tmp_path / "r").rows) == 6


def test_an_estimate_tries_at_most_twenty_rows(judge, monkeypatch):
    tried = []
    respond = FakeModel.respond

    async def noted(self, request):
        tried.append(request)
        return await respond(self, request)

    monkeypatch.setattr(FakeModel, "respond", noted)
    num_items = len(build(RunConfig(task="mrbench", judge=judge)).items())
    assert num_items > 20
    found = estimate_run(RunConfig(task="mrbench", judge=judge))
    assert len(tried) <= 20 * 4
    assert found["judge"]["requests"] == num_items * 4


def test_another_run_into_a_folder_is_refused_by_the_key_that_differs(tmp_path, judge):
    run(config(judge), tmp_path / "r")
    with pytest.raises(RunError, match=r"differs in config\.seed \(0 there, 7 here\)"):
        run(config(judge, seed=7), tmp_path / "r")


@pytest.mark.parametrize("judge", [None, "fake-model", "http://127.0.0.1:9/v1"])
def test_a_run_that_is_refused_leaves_nothing_behind(tmp_path, judge, monkeypatch):
    monkeypatch.setattr(RetryPolicy, "wait_seconds", lambda *_: 0.0)
    with pytest.raises((ResultsError, ModelError)):
        run(config(judge), tmp_path / "new" / "r")
    assert not list(tmp_path.iterdir())


def test_a_dead_server_stops_a_run_after_a_few_rows_with_the_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(RetryPolicy, "wait_seconds", lambda *_: 0.0)
    with pytest.raises(AllFailedError, match=r"the first 5 rows failed.*127\.0\.0\.1:9"):
        run(config("fake-model@http://127.0.0.1:9/v1"), tmp_path / "r")
    with pytest.raises(RunError, match="not finished"):
        list(read_rows(tmp_path / "r"))


@pytest.mark.slow
def test_after_a_stop_the_next_pass_begins_with_rows_that_were_not_tried(tmp_path):
    with FakeServer(label_of, faults=lambda number: Fault(status=400) if number < 20 else None) as server:
        settings = RunConfig(task="mrbench", judge=f"fake-model@{server.url}", limit=8)
        with pytest.raises(AllFailedError):
            run(settings, tmp_path / "r", Pace(max_connections=1))
        done = run(settings, tmp_path / "r", Pace(max_connections=1))
    assert [row.error for row in done.rows] == [None] * 8
    assert [row.id for row in done.rows] == [item.id for item in build(settings).items()[:8]]


def test_a_folder_with_other_files_is_left_alone(tmp_path, judge):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunError, match="holds other files"):
        run(config(judge), tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("key", ["prompts", "data_sha256", "versions"])
def test_resuming_names_what_has_changed(tmp_path, judge, key):
    run(config(judge), tmp_path / "r")
    path = tmp_path / "r" / "run.json"
    record = json.loads(path.read_text())
    record[key] = {"gnomon": "0.0.0"} if isinstance(record[key], dict) else "0"
    path.write_text(json.dumps(record))
    with pytest.raises(RunError, match=key):
        run(config(judge), tmp_path / "r")


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
        settings = config(f"fake-model@{server.url}")
        first = run(settings, tmp_path / "r")
        again = run(settings, tmp_path / "r")
    assert any(row.error for row in first.rows)
    assert not any(row.error for row in again.rows)


def test_progress_moves_from_the_first_row_and_counts_those_there(tmp_path):
    first: list[Progress] = []
    second: list[Progress] = []
    with FakeServer(label_of, faults=lambda number: Fault(status=400) if number == 3 else None) as server:
        settings = config(f"fake-model@{server.url}")
        run(settings, tmp_path / "r", Pace(max_connections=1), first.append)
        run(settings, tmp_path / "r", told=second.append)
    assert [progress.done for progress in first] == [0, 1, 2, 3, 4, 5, 6]
    assert {progress.total for progress in first} == {6}
    assert first[-1].counts == {"failed": 1}
    assert [progress.done for progress in second] == [5, 6]


def test_an_unfinished_run_has_no_rows_to_report(tmp_path, judge):
    run(config(judge), tmp_path / "r")
    (tmp_path / "r" / "summary.json").unlink()
    with pytest.raises(RunError, match="the command that began it"):
        list(read_rows(tmp_path / "r"))


def test_a_row_that_was_cut_off_comes_from_the_cache(tmp_path, judge, judge_server):
    first = run(config(judge), tmp_path / "r")
    asked, path = judge_server.num_requests, tmp_path / "r" / "rows.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    again = run(config(judge), tmp_path / "r")
    assert again.num_asked == 1
    assert judge_server.num_requests == asked
    assert identities(again.rows) == identities(first.rows)


def test_a_crash_at_one_item_is_a_row_with_its_error(tmp_path, judge, monkeypatch):
    from gnomon.benchmark.mrbench.task import MRBench

    grade = MRBench.grade

    async def crashing(self, item, answer, models):
        if item.id == self.items()[2].id:
            raise KeyError("no such thing")
        return await grade(self, item, answer, models)

    monkeypatch.setattr(MRBench, "grade", crashing)
    rows = run(config(judge), tmp_path / "r").rows
    assert [row.error.boundary for row in rows if row.error] == ["benchmark"]
    assert "KeyError" in rows[2].error.message


@pytest.fixture
def original(tmp_path_factory):
    """Return a process whose copies are the command line."""
    with original_with(*LOADED, folder=tmp_path_factory.mktemp("printed")) as started:
        yield started


LOADED = ("gnomon.cli.bench", "gnomon.benchmark.running", "gnomon.benchmark.mrbench", "gnomon.models.sdk", "openai.resources")


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_rows_of_an_undisturbed_one(original, tmp_path):
    """Killed with -9 after ten random numbers of calls: the rows are the same, and no finished call is asked twice."""
    draw = random.Random(20261121)
    behaviour = ServerBehaviour(latency_seconds=0.01)
    with FakeServer(label_of, behaviour=behaviour, keep_requests=False) as server:
        settings = ["mrbench", "--judge", f"fake-model@{server.url}", "--data", "sample", "--limit", "12", "--connections", "2"]
        assert original.run("bench", "run", *settings, "--out", tmp_path / "whole").returncode == 0
        expected = identities(read_rows(tmp_path / "whole"))
        calls, kept_anywhere = server.num_requests, 0
        for moment in range(10):
            folder = tmp_path / f"killed{moment}"
            asked, enough = server.num_requests, draw.randint(1, calls)
            process = original.start("bench", "run", *settings, "--out", folder)
            while server.num_requests - asked < enough and process.poll() is None:
                time.sleep(0.001)
            process.kill()
            kept, before = num_cached(folder), server.num_requests
            assert original.run("bench", "run", *settings, "--out", folder).returncode == 0
            assert identities(read_rows(folder)) == expected
            assert server.num_requests - before == calls - kept
            kept_anywhere += kept
    assert kept_anywhere


@pytest.mark.slow
def test_an_interrupted_run_ends_with_130_and_keeps_what_its_rows_cost(original, tmp_path):
    behaviour = ServerBehaviour(latency_seconds=0.05)
    with FakeServer(label_of, behaviour=behaviour, keep_requests=False) as server:
        settings = ["mrbench", "--judge", f"fake-model@{server.url}", "--data", "sample", "--connections", "2"]
        process = original.start("bench", "run", *settings, "--out", tmp_path / "r")
        while server.num_requests < 10:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        asked = server.num_requests
        assert original.run("bench", "resume", tmp_path / "r").returncode == 0
    rows = list(read_rows(tmp_path / "r"))
    assert 0 < asked < server.num_requests
    assert requests_of(rows) == summary(tmp_path)["calls"][0]["usage"]["requests"] == server.num_requests


def test_a_copy_added_as_one_file_is_run_whatever_lies_beside_it(tmp_path, monkeypatch):
    from gnomon.benchmark.data import default_data, opened
    from gnomon.datasets import MRBenchDialogue, add_dataset, open_dataset

    monkeypatch.setenv("GNOMON_DATA_HOME", str(tmp_path / "home"))
    sample = open_dataset("mrbench", sample=True).record.sample_path()
    file = next(path for path in [sample, *sample.glob("*.json")] if path.is_file())
    copy = tmp_path / "data" / "mine.json"
    copy.parent.mkdir()
    copy.write_bytes(file.read_bytes())
    (tmp_path / "data" / "folds.json").write_text('{"fold": {}}')
    add_dataset("mrbench", copy)
    assert opened("mrbench", default_data("mrbench"), MRBenchDialogue)
