"""The spec rows of training, on the way a user would take."""

import json

import pytest

from tests.command_line import gnomon


def rows_of(name, out, *words):
    result = gnomon("train", "rows", name, "--out", out, *words)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in (out / "train.jsonl").read_text("utf-8").splitlines()]


def test_g11_weighted_prediction_sees_each_positive_three_times_an_epoch(tmp_path):
    truth = ("--data", "sample", "--set", "rows.utterance=truth")
    weighted = rows_of("geodial-highlight-prediction", tmp_path / "weighted", *truth)
    plain = rows_of("geodial-highlight-prediction", tmp_path / "plain", *truth, "--set", "rows.positive_weight=1")
    said = [[row["completion"][0]["content"][0]["text"] for row in rows] for rows in (weighted, plain)]
    assert said[0].count("yes") == 3 * said[1].count("yes") > 0
    assert said[0].count("no") == said[1].count("no")
    shown = gnomon("train", "show", "geodial-tutor").stdout
    assert "lora.rank = 8\n    GeoDial, appendix K\n" in shown


@pytest.mark.slow
def test_q4_a_search_becomes_rows_for_sft_and_then_dpo(tmp_path):
    players = ("--student", "simulated", "--teacher", "simulated")
    searched = gnomon("inquiry", "search", "--task", "gsm8k", *players, "--limit", "3", "-m", "3", "--out", tmp_path / "search")
    assert searched.exit_code == 0, searched.output
    imitated = rows_of("odqs-sft", tmp_path / "sft", "--data", tmp_path / "search")
    pairs = rows_of("odqs-dpo", tmp_path / "dpo", "--data", tmp_path / "search")
    assert all({"prompt", "completion"} <= row.keys() for row in imitated)
    assert all({"prompt", "chosen", "rejected"} <= row.keys() for row in pairs)


def test_b3_rewards_are_for_the_form_first_and_then_for_the_label(tmp_path):
    from gnomon.training import open_recipe
    from gnomon.training.rewards import reward_of

    (row, *_) = rows_of("bea-judge-grpo", tmp_path / "rows", "--data", "sample")
    rewards, other = open_recipe("bea-judge-grpo").rewards, {"Yes": "No", "No": "Yes", "To some extent": "No"}[row["truth"]]
    assert rewards is not None
    texts = ["", "<answer>?</answer>", f"<answer>{row['truth']}</answer>"]
    texts += [f"<think>x</think><answer>{label}</answer>" for label in (other, row["truth"])]
    values = [reward_of(text, row["truth"], rewards).value for text in texts]
    assert values == sorted(values)
    assert values[0] < values[-2] < 0 < values[-1]
