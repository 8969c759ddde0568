"""The rows of ODQS: each is run by its command with the simulated pair, which needs no model."""

import json

import pytest
from typer.testing import CliRunner

from gnomon.cli import app

PAIR = ["--task", "gsm8k", "--student", "simulated", "--teacher", "simulated", "--limit", "2"]


def run(*words):
    """Run a command; what it printed."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def dialogues(tmp_path_factory):
    """Hold two dialogues; their folder."""
    folder = tmp_path_factory.mktemp("inquiry") / "run"
    run("inquiry", "run", *PAIR, "--out", folder)
    return folder


def rows_of(folder):
    return [json.loads(line) for line in (folder / "rows.jsonl").read_text("utf-8").splitlines()]


def test_q1_a_dialogue_has_five_questions_and_six_evaluations_of_five_samples(dialogues):
    for row in rows_of(dialogues):
        assert len(row["exchanges"]) == 5
        assert [evaluation["turn"] for evaluation in row["evaluations"]] == [0, 1, 2, 3, 4, 5]
        assert all(len(evaluation["samples"]) == 5 for evaluation in row["evaluations"])
        assert row["simulated"]


def test_q2_problems_are_kept_that_the_teacher_solves_and_the_student_does_not(tmp_path):
    run("inquiry", "select", *PAIR, "--out", tmp_path / "selected")
    summary = json.loads((tmp_path / "selected" / "summary.json").read_text("utf-8"))
    assert summary


def test_q3_a_search_chooses_the_best_of_several_questions_and_writes_rows_to_train_with(tmp_path):
    folder = tmp_path / "search"
    run("inquiry", "search", *PAIR, "-m", "3", "--out", folder)
    for tree in rows_of(folder):
        for turn in tree["turns"]:
            scores = {candidate["index"]: candidate["score"] for candidate in turn["candidates"]}
            assert scores[turn["best"]] == max(scores.values())
    assert {"sft.jsonl", "dpo.jsonl"} <= {path.name for path in folder.iterdir()}


def test_q5_a_report_shows_curves_beside_published_ones(dialogues, tmp_path):
    page = tmp_path / "report.html"
    run("inquiry", "report", dialogues, "--html", page)
    assert "published" in page.read_text("utf-8")
