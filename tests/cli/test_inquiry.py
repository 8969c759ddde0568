"""``gnomon inquiry run``, ``search`` and ``select``, without any model."""

import json

import pytest

from gnomon.models import FakeServer
from tests import command_line


def gnomon(*arguments):
    return command_line.gnomon("inquiry", *arguments)


PAIR = ("--student", "simulated", "--teacher", "simulated")


@pytest.mark.parametrize("command", ["run", "search", "select"])
def test_the_simulated_pair_needs_no_model(command, tmp_path):
    done = gnomon(command, "--task", "gsm8k", *PAIR, "--limit", "2", "--out", tmp_path / "out", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == 2
    assert "2 rows, 0 failed" in done.stderr


@pytest.mark.slow
def test_a_budgeted_search_is_compared_with_a_full_one(tmp_path):
    command = ("search", "--task", "gsm8k", *PAIR, "--limit", "3")
    gnomon(*command, "--out", tmp_path / "full")
    done = gnomon(*command, "--out", tmp_path / "budget", "--budget", "--full", tmp_path / "full", "--json")
    summary = json.loads(done.stdout)
    # the simulated student's samples are numbered, so both searches look at the same ones
    assert (summary["choices"]["turns"], summary["choices"]["different"]) == (15, 0)
    assert summary["samples_saved"] == summary["choices"]["samples_full"] - summary["choices"]["samples_budget"] > 0


def test_rows_of_a_simulation_say_so(tmp_path):
    gnomon("run", "--task", "geometry", *PAIR, "--limit", "1", "--out", tmp_path / "out")
    (row,) = [json.loads(line) for line in (tmp_path / "out" / "rows.jsonl").read_text("utf-8").splitlines()]
    assert row["simulated"] is True
    assert row["student"].startswith("simulated-")


def test_the_same_command_goes_on_and_another_one_is_refused(tmp_path):
    command = ("run", "--task", "gsm8k", *PAIR, "--limit", "1", "--out", tmp_path / "out")
    assert gnomon(*command).exit_code == gnomon(*command).exit_code == 0
    changed = gnomon(*command, "--scaffolded")
    assert changed.exit_code == 1
    assert "differs in config.scaffolding" in changed.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--part", "training"), "expected a selection"),
        (("--data", "/nowhere"), "found nothing; check the path"),
        (
            ("--student", "simulated:skil=1"),
            "'skil' is unknown; the simulated student of gsm8k has settings: skill, effect, focus",
        ),
        (("--student", "simulated:seed=1"), "'seed' is unknown"),
        (("--student", "simulated:skill=1,skill=0"), "'skill' is there twice"),
        (("--student", "simulated:skill=much"), "expected NAME=NUMBER"),
        (("--teacher", "simulated:skill=1"), "the simulated teacher of gsm8k has settings: clarity"),
        (("--task", "geometry", "--teacher", "simulated:clarity=1"), "the simulated teacher of geometry has no settings"),
        (("--task", "humaneval"), "there is no simulation for humaneval"),
        (("--sampling", "answer_tokens=0"), "sampling.answer_tokens: Input should be greater than or equal to 1"),
    ],
)
def test_what_does_not_fit_is_one_line_and_leaves_nothing(arguments, message, tmp_path):
    done = gnomon("run", "--task", "gsm8k", *PAIR, "--out", tmp_path / "out", *arguments)
    assert done.exit_code == 1
    assert message in done.stderr
    assert "__init__" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["run", "search", "select"])
def test_how_models_are_asked_is_set_and_recorded(command, tmp_path):
    settings = (
        "--sampling",
        "answer_temperature=0.9",
        "--sampling",
        "teacher_temperature=none",
        "--sampling",
        "message_tokens=77",
    )
    done = gnomon(command, "--task", "gsm8k", *PAIR, "--limit", "1", "--out", tmp_path / "out", *settings)
    assert done.exit_code == 0, done.output
    asked = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))["config"]["sampling"]
    assert (asked["answer_temperature"], asked["teacher_temperature"], asked["message_tokens"]) == (0.9, None, 77)
    assert (asked["answer_tokens"], asked["question_temperature"]) == (2048, 0.7)


@pytest.mark.parametrize("setting", ["temperature=1", "answer_tokens"])
def test_a_setting_of_sampling_that_is_not_there_is_one_line(setting, tmp_path):
    done = gnomon("run", "--task", "gsm8k", *PAIR, "--out", tmp_path / "out", "--sampling", setting)
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_dialogues_without_a_readable_answer_are_counted_and_warned_of(tmp_path):
    with FakeServer(["Hm."]) as server:
        models = ("--student", f"m@{server.url}", "--teacher", f"m@{server.url}")
        done = gnomon("run", "--task", "gsm8k", *models, "--limit", "1", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "1 row, 0 failed, 1 unreadable; results in" in done.stderr
    assert "warning: 1 of 1 row unreadable, over 20%" in done.stderr
