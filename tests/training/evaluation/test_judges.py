"""Judges are compared dimension by dimension on one fold, each with the model that it has for it."""

import json

import pytest
from typer.testing import CliRunner

from gnomon.cli import app
from gnomon.judge import dimensions
from gnomon.models import FakeServer
from gnomon.training import DataFiles, TrainingError, make_rows, open_recipe
from gnomon.training.evaluation.judges import Comparison, JudgeModel
from tests.every import every

MODEL = "m@http://h/v1"


@every(["", "sft", "sft=", "=x", f"embedded={MODEL}", f"sft:Kindness={MODEL}", "sft=somewhere"])
def test_a_judge_that_is_named_otherwise_is_refused(text):
    with pytest.raises(TrainingError, match="--judge"):
        JudgeModel.read(text, str)


def test_a_judge_has_one_model_for_all_dimensions_or_one_for_each():
    assert JudgeModel.read(f"base={MODEL}", str).dimensions == tuple(dimensions())
    one = JudgeModel.read(f"sft:actionability={MODEL}", str)
    assert one.dimensions == ("Actionability",)
    with pytest.raises(TrainingError, match="sft is given two models for Actionability"):
        Comparison((one, one), "sample", None, 0)


def judged(request, _):
    """Be right about what the reply says where the model is called so, and say Yes elsewhere."""
    if request.body["model"] == "knowing":
        return f"<think>I know.</think><answer>{next(label for text, label in KNOWN if text in request.prompt)}</answer>"
    return "no label here" if request.body["model"] == "mute" else "<answer>Yes</answer>"


KNOWN: list[tuple[str, str]] = []


@pytest.mark.slow
def test_the_table_has_every_judge_by_dimension_on_the_rows_that_training_holds_out(tmp_path):
    held_out = make_rows(open_recipe("bea-judge-sft"), DataFiles("sample")).rows["test"]
    KNOWN.extend((row.prompt[-1].text, row.columns["truth"]) for row in held_out)
    words = ["train", "judges", "--data", "sample", "--out", str(tmp_path / "out"), "--json"]
    with FakeServer(judged) as server:
        for name, model in (("strong", "yes"), ("sft:Actionability", "knowing"), ("grpo:Actionability", "mute")):
            words += ["--judge", f"{name}={model}@{server.url}"]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
        asked = len(server.requests)
        assert CliRunner().invoke(app, words).stdout == done.stdout
        assert len(server.requests) == asked == len(held_out) * (len(dimensions()) + 2)
    ours = {row["name"]: row for row in json.loads(done.stdout) if not row["published"]}
    free = [f"{record.title}: {judge}" for record in dimensions().values() for judge in ("strong", "embedded", "majority")]
    assert set(ours) == {*free, "Actionability: sft", "Actionability: grpo"}
    assert ours["Actionability: sft"]["strict accuracy"][0] == 1
    assert (ours["Actionability: grpo"]["malformed"], ours["Actionability: grpo"]["strict accuracy"][0]) == (1, 0)
    share_of_yes = sum(row.columns["truth"] == "Yes" for row in held_out) / len(held_out)
    assert ours["Actionability: strong"]["strict accuracy"][0] == pytest.approx(share_of_yes)
    assert {row["responses"] for row in ours.values()} == {len(held_out)}
