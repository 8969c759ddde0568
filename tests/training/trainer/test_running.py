"""``gnomon train RECIPE`` from files to files: what it leaves, going on after a kill, two processes as one, and refusals."""

import json
import signal
import subprocess
import sys

import pytest

from gnomon.training import DataFiles, make_rows, open_recipe
from gnomon.training.trainer import open_learner, save
from tests.training.trainer.tiny import seeing_learner, text_learner

pytestmark = pytest.mark.training


def words_of(name):
    rows = make_rows(open_recipe(name), DataFiles("sample"))
    texts = [
        text for part in rows.rows.values() for row in part for text in (*(m.text for m in row.prompt), row.completion or "")
    ]
    return list(dict.fromkeys(word for text in texts for word in text.split()))


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    save(text_learner(words_of("bea-judge-sft"), max_position_embeddings=2048), folder)
    return folder


def command(model, out, *further, recipe="bea-judge-sft"):
    settings = ["--set", "training.effective_batch=4", "--set", "training.epochs=2"]
    words = ["train", recipe, "--data", "sample", "--model", model, "--out", out, "--device", "cpu", "--save-steps", "1"]
    return [sys.executable, "-m", "gnomon.cli", *map(str, words), *settings, *further]


def run(*words, **further):
    return subprocess.run(words, capture_output=True, text=True, check=False, **further)


def curve(out):
    return [json.loads(line) for line in (out / "curve.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def whole(model, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "out"
    done = run(*command(model, out))
    assert done.returncode == 0, done.stderr
    return out, done


def test_a_training_shows_its_plan_and_leaves_model_card_curve_and_metrics(whole, model):
    out, done = whole
    plan, points = done.stderr.split("step 1/6")
    assert "12 train, 6 validation, 6 test" in plan
    assert "telemetry          of the libraries is off" in plan
    assert "validation loss" in points
    assert {path.name for path in out.iterdir()} == {
        "README.md", "curve.jsonl", "metrics.json", "model", "plan.json", "rows.json", "run.json"
    }  # fmt: skip
    metrics = json.loads((out / "metrics.json").read_text())
    assert (metrics["steps"], metrics["last"]["step"]) == (6, 6)
    assert metrics["trained_parameters"] == sum(each.numel() for each in open_learner(model).model.parameters())
    card = (out / "README.md").read_text()
    for told in (
        "bea-judge-sft",
        "## Licences",
        "gnomon's own sample, MIT",
        "`training.learning_rate` | 1e-05 | bea-jh 4.1",
        "eval_loss",
    ):
        assert told in card


def test_the_same_command_again_finds_it_done_and_another_one_is_refused(whole, model):
    out, done = whole
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    again = run(*command(model, out))
    assert (again.returncode, again.stdout) == (0, done.stdout)
    other = run(*command(model, out, "--set", "training.learning_rate=0.001"))
    assert other.returncode == 1
    assert other.stderr.splitlines()[-1].endswith(
        "differs in config.recipe.training.learning_rate (1e-05 there, 0.001 here); name another place with --out"
    )
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before


def test_a_training_that_is_killed_goes_on_to_the_same_curve(whole, model, tmp_path):
    out = tmp_path / "killed"
    with subprocess.Popen(command(model, out), stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("step 4/6"):
                process.send_signal(signal.SIGKILL)
                break
    assert not (out / "metrics.json").exists()
    again = run(*command(model, out))
    assert again.returncode == 0
    assert "step 1/6" not in again.stderr
    assert len(curve(out)) == len(curve(whole[0]))
    for ours, theirs in zip(curve(out), curve(whole[0]), strict=True):
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)


def test_two_processes_learn_what_one_learns(whole, model, tmp_path):
    done = run(*command(model, tmp_path / "two", "--parallel", "ddp", "--processes", "2"))
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("step 1/6") == 1  # one of them tells
    assert "each of 2 device batches" in done.stderr
    ours, theirs = ([point["loss"] for point in curve(out) if "loss" in point] for out in (tmp_path / "two", whole[0]))
    assert ours == pytest.approx(theirs, rel=1e-3)


def test_a_tutor_that_sees_leaves_an_adapter_and_a_merged_model(tmp_path):
    save(seeing_learner(words_of("geodial-tutor"), max_position_embeddings=4096), tmp_path / "model")
    out = tmp_path / "out"
    done = run(*command(tmp_path / "model", out, "--steps", "2", recipe="geodial-tutor"))
    assert done.returncode == 0, done.stderr
    assert open_learner(out / "adapter").sees_pictures
    assert open_learner(out / "model").sees_pictures
    assert (out / "adapter" / "README.md").read_text() == (out / "README.md").read_text()


def test_what_cannot_be_done_here_is_one_line(model, tmp_path):
    import torch

    cases = [(["--parallel", "fsdp", "--processes", "2"], "needs GPUs"), (["--quantised", "4bit"], "trains all parameters")]
    if not torch.cuda.is_available():
        cases.append((["--device", "gpu"], "no GPU is found: give --device cpu"))
    for further, message in cases:
        refused = run(*command(model, tmp_path / "out", *further))
        assert refused.returncode == 1
        assert message in refused.stderr
        assert len(refused.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()
