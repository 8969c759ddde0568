"""``gnomon train``: recipes, rows and plans from the command line; nothing here needs torch."""

import json

import pytest

from tests.every import every

TEXT_RECIPES = ["bea-judge-grpo", "bea-judge-screen", "bea-judge-sft", "geodial-tutor", "geodial-utterance"]
FOCUSED = ["geodial-highlight-decision", "geodial-highlight-prediction"]


@pytest.fixture(scope="module")
def search(tmp_path_factory):
    from tests.command_line import gnomon

    folder = tmp_path_factory.mktemp("search") / "run"
    players = ("--student", "simulated", "--teacher", "simulated")
    result = gnomon("inquiry", "search", "--task", "gsm8k", *players, "--limit", "3", "-m", "3", "--out", folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def model(tmp_path):
    from tests.training.plan.test_shape import VISION

    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(VISION))
    return folder


def test_recipes_are_listed(gnomon):
    lines = gnomon("train", "recipes").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted([*TEXT_RECIPES, *FOCUSED, "odqs-dpo", "odqs-sft"])
    assert set(json.loads(gnomon("train", "recipes", "--json").stdout)) == {line.split()[0] for line in lines}


def test_a_recipe_shows_each_value_with_its_source(gnomon):
    shown = gnomon("train", "show", "geodial-tutor", "--set", "lora.rank=16").stdout
    assert "lora.rank = 16\n    set by the user\n" in shown
    assert "lora.alpha = 32\n    GeoDial, appendix K\n" in shown


@every(TEXT_RECIPES, one_in=3)
def test_every_recipe_makes_rows_and_a_plan_of_our_sample(name, gnomon, tmp_path):
    out = tmp_path / name
    result = gnomon("train", "rows", name, "--data", "sample", "--out", out, "--json")
    assert result.exit_code == 0, result.output
    counts = json.loads(result.stdout)["rows"]
    assert all(counts.values())
    assert {split: len((out / f"{split}.jsonl").read_text().splitlines()) for split in counts} == counts
    planned = gnomon("train", "plan", name, "--data", "sample", "--json")
    assert json.loads(planned.stdout)["rows"] == counts


@pytest.mark.slow
@every(FOCUSED)
def test_the_focused_recipes_take_their_words_from_truth_a_file_or_nowhere(name, gnomon, tmp_path):
    refused = gnomon("train", "plan", name, "--data", "sample")
    assert (refused.exit_code, "name the file of written utterances" in refused.stderr) == (1, True)
    for source in ("truth", "none"):
        assert gnomon("train", "plan", name, "--data", "sample", "--set", f"rows.utterance={source}").exit_code == 0
    written = tmp_path / "written.jsonl"
    written.write_text('{"id": "sample-00/1", "utterance": "Hello."}\n{"id": "sample-00/2", "utterance": null}\n')
    planned = gnomon("train", "plan", name, "--data", "sample", "--utterances", written, "--json")
    assert json.loads(planned.stdout)["left_out"]["no_written_utterance"] > 1
    written.write_text("Hello.\n")
    assert "line 1: expected" in gnomon("train", "plan", name, "--data", "sample", "--utterances", written).stderr


@pytest.mark.slow
@every(["odqs-sft", "odqs-dpo"])
def test_the_recipes_of_questions_take_a_search(name, gnomon, search, tmp_path):
    out = tmp_path / name
    result = gnomon("train", "rows", name, "--data", search, "--out", out)
    assert result.exit_code == 0, result.output
    record = json.loads((out / "rows.json").read_text())
    assert record["rows"]["train"] > 0
    assert record["left_out"].keys() <= {"same_samples", "too_many_replayed"}  # every conversation could be made again
    assert set(record["data_sha256"]) == {"dpo.jsonl", "rows.jsonl", "run.json", "sft.jsonl", "summary.json"}
    replayed = sum("replayed" in json.loads(line) for line in (out / "train.jsonl").read_text().splitlines())
    assert bool(replayed) == (name == "odqs-dpo")


@pytest.mark.slow
def test_rows_are_the_same_on_every_run_and_never_written_over_unasked(gnomon, tmp_path):
    command = ["train", "rows", "geodial-tutor", "--data", "sample", "--out"]
    assert gnomon(*command, tmp_path / "a").exit_code == gnomon(*command, tmp_path / "b").exit_code == 0
    files = {path.relative_to(tmp_path / "a"): path.read_bytes() for path in (tmp_path / "a").rglob("*.*")}
    assert files == {path.relative_to(tmp_path / "b"): path.read_bytes() for path in (tmp_path / "b").rglob("*.*")}
    refused = gnomon(*command, tmp_path / "a")
    assert (refused.exit_code, "--force" in refused.stderr) == (1, True)
    assert gnomon(*command, tmp_path / "a", "--force").exit_code == 0


def test_rows_that_are_too_long_are_counted_and_named(gnomon, tmp_path):
    result = gnomon(
        "train", "rows", "geodial-tutor", "--data", "sample", "--out", tmp_path / "o", "--set", "training.max_length=2200"
    )
    counted = json.loads((tmp_path / "o" / "rows.json").read_text())
    assert counted["left_out"] == {"too_long": len(counted["too_long"])}
    assert counted["too_long"]
    assert f"too long: {counted['too_long'][0]['id']}, about" in result.stderr


def test_a_plan_tells_parameters_and_memory_of_a_model_without_weights(gnomon, model):
    shown = gnomon("train", "plan", "geodial-tutor", "--data", "sample", "--model", model).stdout
    assert "21,823,488 trained of 8,767,123,696 (0.25%)" in shown
    planned = json.loads(gnomon("train", "plan", "geodial-tutor", "--data", "sample", "--model", model, "--json").stdout)
    memory = planned["memory"]
    assert memory["total"] == sum(memory[part] for part in ("frozen_weights", "trained", "activations", "logits"))


@every(
    [
        (["show", "geodial-tutr"], "did you mean geodial-tutor"),
        (["show", "geodial-tutor", "--set", "lora.rnak=2"], "did you mean rank"),
        (["show", "geodial-tutor", "--set", "rows.shown=[question, dialogue]"], "are JSON, their words in double quotes"),
        (["show", "geodial-tutor", "--set", "rows.shown=question"], 'expected a list, such as ["one", "two"] (JSON), got'),
        (["show", "absent.yaml"], "absent.yaml"),
        (["plan", "geodial-tutor", "--data", "absent"], "there is no such file or folder"),
        (["plan", "odqs-sft", "--data", "sample"], "make one: `gnomon inquiry search"),
        (["plan", "geodial-tutor", "--data", "sample", "--model", "absent"], "absent"),
        (
            ["rows", "geodial-tutor", "--data", "sample", "--form", "axolotl", "--out", "x"],
            "expected one of trl, ms-swift, llama-factory",
        ),
        (["rows", "bea-judge-grpo", "--data", "sample", "--form", "llama-factory", "--out", "x"], "does not train by rewards"),
    ],
    name=lambda case: " ".join(case[0]),
)
def test_what_cannot_be_done_is_one_line(words, message, gnomon, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = gnomon("train", *words)
    assert result.exit_code in {1, 2}
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_rows_of_the_published_judge_data_keep_their_folds(gnomon, data_folder):
    folds, data = data_folder / "mrbench" / "folds4.json", data_folder / "mrbench" / "mrbench_v3_dev240.json"
    if not folds.exists():
        pytest.skip(f"needs {folds}")
    planned = gnomon("train", "plan", "bea-judge-sft", "--data", data, "--folds", folds, "--json")
    rows = json.loads(planned.stdout)["rows"]
    assert sum(rows.values()) == 1981  # every response of the 240 dialogues is labelled
    assert rows["train"] > rows["test"] + rows["validation"] - 10
