"""Base and tuned turns on one page, sides hidden: from a training's folder, or from two runs of the benchmark."""

import json
import re

import pytest
from typer.testing import CliRunner

from gnomon.cli import app
from gnomon.datasets import open_dataset
from gnomon.training import TrainingError
from gnomon.training.evaluation.side_by_side import Answers, answers_of_training, side_by_side

BASE, TUNED = "The base angles are equal, so it is 70°. <script>", "Which two sides of the figure look equal?"
GIVEN = {"act": "SeeFigure", "subact": "AskLength", "highlights": {}, "feedback": "none", "utterance": TUNED}


def answers():
    """Return the sample's test turns, of which the base model wrote plain text and the tuned one a turn."""
    found = [item for item in open_dataset("geodial", sample=True).items if item.split == "test"]
    names = [f"{item.id}/{number}" for item in found for number in range(1, len(item.contexts()) + 1)]
    return Answers("sample", "test", dict.fromkeys(names, BASE), dict.fromkeys(names, json.dumps(GIVEN)))


def sides(page):
    """Return which side of each sample says what the tuned model said."""
    samples = re.split(r'<article class="sample"', page)[1:]
    first = [re.findall(r'aria-label="(left|right)">.*?<div class="bubble"><p>(.*?)</p>', each, re.DOTALL) for each in samples]
    names = [re.search(r'data-id="(.*?)"', each)[1] for each in samples]
    return {name: {said: side for side, said in pair}[TUNED] for name, pair in zip(names, first, strict=True)}


def test_the_page_shows_both_sides_where_the_key_says_and_does_not_say_which_is_which():
    made = side_by_side(answers(), 100, seed=3)
    assert sides(made.page) == made.key.tuned
    assert {"left", "right"} == set(made.key.tuned.values())
    assert "<script>" not in made.page.partition("<main>")[2].partition("</main>")[0]
    assert not re.search(r"\b(tuned|base model)\b", made.page)
    assert re.findall(r"src=|href=", made.page.replace('src="data:', "")) == []  # no other file is asked for
    assert made.sheet.splitlines()[1:] == [f"{made.key.page},{name},," for name in made.key.tuned]


def test_samples_and_sides_follow_from_the_seed_and_another_page_has_another_id():
    first, again, other = (side_by_side(answers(), 5, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert len(first.key.tuned) == 5
    assert first.key.page != other.key.page
    assert list(first.key.tuned) != list(other.key.tuned)


def test_a_folder_that_holds_no_turns_is_refused(tmp_path):
    with pytest.raises(TrainingError, match="expected what `gnomon train geodial-tutor` left"):
        answers_of_training(tmp_path, "test")
    (tmp_path / "run.json").write_text('{"config": {"data": "sample"}}')
    (tmp_path / "rows.json").write_text('{"recipe": {"rows": {"kind": "judgements"}}}')
    with pytest.raises(TrainingError, match="its rows are no turns"):
        answers_of_training(tmp_path, "test")
    (tmp_path / "rows.json").write_text('{"recipe": {"rows": {"kind": "turn"}}}')
    with pytest.raises(TrainingError, match="has no answers to test rows"):
        answers_of_training(tmp_path, "test")


@pytest.mark.slow
def test_two_runs_of_the_benchmark_go_side_by_side_and_marks_come_back_as_shares(tmp_path):
    run = CliRunner()

    def does(*words):
        done = run.invoke(app, [str(word) for word in words])
        assert done.exit_code == 0, done.output
        return done.output

    for seed in (1, 2):  # the control, which draws its turns by seed
        does(
            "bench",
            "run",
            "geodial",
            "--tutor",
            "random-turn",
            "--data",
            "sample",
            "--seed",
            seed,
            "--out",
            tmp_path / f"run{seed}",
        )
    does("train", "side-by-side", tmp_path / "run1", tmp_path / "run2", "--out", tmp_path / "page")
    key = json.loads((tmp_path / "page" / "key.json").read_text())
    for who in ("Ann", "Ben"):
        marks = {name: {"choice": side, "note": "why"} for name, side in key["tuned"].items()}
        (tmp_path / f"{who}.json").write_text(json.dumps({"page": key["page"], "reviewer": who, "marks": marks}))
    told = json.loads(does("train", "preferences", tmp_path / "page", tmp_path / "Ann.json", tmp_path / "Ben.json", "--json"))
    assert [row["tuned"] for row in told["training.preferences"]] == [[1, 1, 1]] * 3
    assert told["training.agreement"][0]["alike"] == [1, 1, 1]
    assert told["training.agreement"][0]["kappa"] is None
    assert told["differing"] == []
