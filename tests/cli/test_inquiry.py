"""``gnomon inquiry run``, ``search`` and ``select``, without any model."""

import json

import pytest
from typer.testing import CliRunner

from gnomon.cli import app


def gnomon(*arguments):
    return CliRunner().invoke(app, ["inquiry", *map(str, arguments)])


PAIR = ("--student", "simulated", "--teacher", "simulated")


@pytest.mark.parametrize("command", ["run", "search", "select"])
def test_the_simulated_pair_needs_no_model(command, tmp_path):
    done = gnomon(command, "--task", "gsm8k", *PAIR, "--limit", "2", "--out", tmp_path / "out", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == 2
    assert "2 rows, 0 failed" in done.stderr


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--part", "training"), "expected a selection"),
        (("--data", "/nowhere"), "found nothing; check the path"),
        (("--student", "simulated:skil=1"), "a setting of a simulation is unknown"),
        (("--student", "simulated:skill=much"), "expected NAME=NUMBER"),
    ],
)
def test_what_does_not_fit_is_one_line(arguments, message, tmp_path):
    done = gnomon("run", "--task", "gsm8k", *PAIR, "--out", tmp_path / "out", *arguments)
    assert done.exit_code == 1
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
