"""What the commands that run something have in common: the same command goes on, and a dead server is exit 1."""

import json

import pytest

from gnomon.models import FakeServer, Fault, RetryPolicy
from tests.inquiry.conftest import answer
from tests.inquiry.conftest import problems as problems  # noqa: PLC0414 - the fixture

DEAD = "fake-model@http://127.0.0.1:9/v1"
LABEL = "<think>The reply names the mistake.</think><answer>Yes</answer>"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(RetryPolicy, "wait_seconds", lambda *_: 0.0)


def bench(judge, out, *more):
    return ("bench", "run", "mrbench", "--judge", judge, "--data", "sample", "--limit", 6, "--out", out, *more)


def inquiry(kind, url, problems, out):
    pair = ("--student", f"student@{url}", "--teacher", f"teacher@{url}")
    return ("inquiry", kind, "--task", "gsm8k", *pair, "--data", problems, "--limit", 6, "--out", out)


def failed_in_one_line(result):
    """Whether a command failed as it should; a benchmark on a sample says first that it is one."""
    lines = [line for line in result.stderr.splitlines() if not line.startswith("grading the small sample")]
    return result.exit_code == 1 and len(lines) == 1 and lines[0].startswith("gnomon: error: ")


def test_a_dead_server_ends_a_benchmark_with_its_reason(gnomon, tmp_path):
    result = gnomon(*bench(DEAD, tmp_path / "r"))
    assert failed_in_one_line(result)
    assert "the first 5 rows failed" in result.stderr
    assert "127.0.0.1:9" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["run", "search", "select"])
def test_a_dead_server_ends_an_inquiry_with_its_reason(gnomon, problems, tmp_path, kind):
    result = gnomon(*inquiry(kind, "http://127.0.0.1:9/v1", problems, tmp_path / "r"))
    assert failed_in_one_line(result)
    assert "127.0.0.1:9" in result.stderr


@pytest.mark.slow
def test_a_server_that_always_fails_ends_a_benchmark_too(gnomon, tmp_path):
    with FakeServer(faults=[Fault(status=500, message="out of memory")] * 1000) as server:
        result = gnomon(*bench(f"fake-model@{server.url}", tmp_path / "r", "--connections", 1))
    assert failed_in_one_line(result)
    assert "out of memory" in result.stderr


def test_a_finished_benchmark_says_so_and_asks_nothing(gnomon, tmp_path):
    with FakeServer([LABEL]) as server:
        command = bench(f"fake-model@{server.url}", tmp_path / "r")
        first = gnomon(*command)
        asked = server.num_requests
        again = gnomon(*command)
        assert server.num_requests == asked
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert again.stdout == first.stdout
    assert "this run was finished before: nothing was asked" in again.stderr


def test_only_failed_rows_are_asked_again(gnomon, tmp_path):
    with FakeServer([LABEL], faults=lambda number: Fault(status=400) if number == 3 else None) as server:
        command = bench(f"fake-model@{server.url}", tmp_path / "r", "--connections", 1)
        first = gnomon(*command)
        asked = server.num_requests
        again = gnomon(*command)
        assert server.num_requests == asked + 1
    assert "6 rows, 1 failed" in first.stderr
    assert "the same command asks for the failed rows again" in first.stderr
    assert "6 rows, 0 failed" in again.stderr


def test_resume_stays_as_another_word_for_the_same_command(gnomon, tmp_path):
    with FakeServer([LABEL]) as server:
        gnomon(*bench(f"fake-model@{server.url}", tmp_path / "r"))
        result = gnomon("bench", "resume", tmp_path / "r", "--json")
    assert json.loads(result.stdout)["rows"] == 6
    assert "resume" not in gnomon("bench", "--help").stdout


def test_a_changed_option_is_named_with_both_values(gnomon, problems, tmp_path):
    with FakeServer(answer) as server:
        command = (*inquiry("run", server.url, problems, tmp_path / "r"), "--limit", 1)
        assert gnomon(*command).exit_code == 0
        result = gnomon(*command, "--seed", 7)
    assert failed_in_one_line(result)
    assert "differs in config.seed (0 there, 7 here)" in result.stderr


def test_a_finished_inquiry_says_so(gnomon, problems, tmp_path):
    with FakeServer(answer) as server:
        command = (*inquiry("run", server.url, problems, tmp_path / "r"), "--limit", 1)
        gnomon(*command)
        result = gnomon(*command)
    assert (result.exit_code, "nothing was asked" in result.stderr) == (0, True)


@pytest.mark.parametrize(
    "more", [("--student", "simulated:skil=1"), ("--selection", "/nowhere"), ("--student", "http://127.0.0.1:9/v1")]
)
def test_an_inquiry_that_is_refused_leaves_nothing_behind(gnomon, problems, tmp_path, more):
    words = inquiry("run", "http://127.0.0.1:9/v1", problems, tmp_path / "new" / "r")
    result = gnomon(*words, *more)
    assert failed_in_one_line(result)
    assert not (tmp_path / "new").exists()


def test_a_benchmark_without_its_model_leaves_nothing_behind(gnomon, tmp_path):
    result = gnomon("bench", "run", "geodial", "--data", "sample", "--out", tmp_path / "new" / "r")
    assert failed_in_one_line(result)
    assert not (tmp_path / "new").exists()


def test_an_inquiry_asks_each_role_as_it_was_told(gnomon, problems, tmp_path):
    with FakeServer(answer) as server:
        command = inquiry("run", server.url, problems, tmp_path / "r")
        result = gnomon(*command, "--limit", 1, "--top-p", "teacher=0.8", "--temperature", "0.2", "--reasoning-effort", "low")
        assert result.exit_code == 0, result.stderr
        bodies = [request.body for request in server.requests]
    assert {(body["model"], body.get("top_p"), body["temperature"], body["reasoning_effort"]) for body in bodies} == {
        ("student", None, 0.2, "low"),
        ("teacher", 0.8, 0.2, "low"),
    }
    record = json.loads((tmp_path / "r" / "run.json").read_text())
    assert record["asked"]["teacher"][0]["top_p"] == record["config"]["asking"]["teacher"]["top_p"] == 0.8


def test_an_arena_refuses_settings_that_no_model_would_hear(gnomon, tmp_path):
    command = ("arena", "--tutors", "symbolic", "--learners", "strong", "--out", tmp_path / "r")
    assert "no model is asked; leave it out" in gnomon(*command, "--temperature", "0.5").stderr
    assert "no model has the role 'judge'; roles: none" in gnomon(*command, "--temperature", "judge=0.5").stderr
    assert not (tmp_path / "r").exists()
