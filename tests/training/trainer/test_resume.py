"""A killed training goes on from its last whole checkpoint, and its curve is that of one that nobody killed."""

import pytest

from gnomon.training.rows import Row, RowSet
from gnomon.training.trainer import last_checkpoint, open_learner, save, train
from tests.training.trainer.tiny import text_learner
from tests.training.trainer.toys import ON_CPU, WORDS, after, recipe, training

pytestmark = pytest.mark.training


class Killed(BaseException):
    """Ends a training as a kill does, between two steps."""


def kill_at(step):
    def on_point(point):
        if point["step"] == step:
            raise Killed

    return on_point


def reward(completions, truth, **_):
    return [float(name in each[0]["content"]) for each, name in zip(completions, truth, strict=True)]


def asked(row):
    return Row(row.id, row.group, row.prompt, None, None, {"truth": row.completion})


FOUR_A_STEP = {
    "training__effective_batch": 4,
    "training__device_batch": 2,
    "training__epochs": 2,
    "training__learning_rate": 1e-3,
}
KINDS = {
    "bea-judge-sft": (recipe("bea-judge-sft", **FOUR_A_STEP), training(*after(1)), {}),
    "odqs-sft": (recipe("odqs-sft", **FOUR_A_STEP), training(*after(1)), {}),
    "odqs-dpo": (recipe("odqs-dpo", **FOUR_A_STEP), training(*after(2, worse=1)), {}),
    "bea-judge-grpo": (
        recipe(
            "bea-judge-grpo",
            **(FOUR_A_STEP | {"training__effective_batch": 16, "training__device_batch": 8, "training__epochs": 1}),
            sampling__max_completion=4,
        ),
        training(*map(asked, after(1))),
        {"rewards": [reward]},
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_training_goes_on_to_the_same_curve(kind, tmp_path):
    made, rows, further = KINDS[kind]
    base = tmp_path / "base"
    save(text_learner(WORDS), base)

    def learner():
        return open_learner(base)

    whole = train(made, rows, learner(), tmp_path / "whole", hardware=ON_CPU, **further)
    out = tmp_path / "killed"
    with pytest.raises(Killed):
        train(made, rows, learner(), out, hardware=ON_CPU, save_steps=2, on_point=kill_at(4), **further)
    half = out / "checkpoints" / "checkpoint-9"
    half.mkdir()
    (half / "trainer_state.json").write_text('{"epoch": 1.')  # the kill came while one was written
    assert last_checkpoint(out).endswith("checkpoint-2")
    resumed = train(made, rows, learner(), out, hardware=ON_CPU, save_steps=2, **further)
    assert [point["step"] for point in resumed.curve] == [point["step"] for point in whole.curve]
    for ours, theirs in zip(resumed.curve, whole.curve, strict=True):
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)
    assert (out / "curve.jsonl").read_text().count("\n") == len(whole.curve)


def test_the_loss_on_validation_rows_is_told_after_every_epoch_also_when_a_kill_came_there(tmp_path):
    rows = RowSet({"train": after(1), "validation": after(1)[:3]})
    made, base = recipe("bea-judge-sft", **FOUR_A_STEP), tmp_path / "base"
    save(text_learner(WORDS), base)
    whole = train(made, rows, open_learner(base), tmp_path / "whole", hardware=ON_CPU)
    assert [point["step"] for point in whole.curve if "eval_loss" in point] == [3, 6]
    with pytest.raises(Killed):
        train(made, rows, open_learner(base), tmp_path / "killed", hardware=ON_CPU, save_steps=3, on_point=kill_at(4))
    resumed = train(made, rows, open_learner(base), tmp_path / "killed", hardware=ON_CPU, save_steps=3)
    assert len(resumed.curve) == len(whole.curve)
    for ours, theirs in zip(resumed.curve, whole.curve, strict=True):
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)


def test_an_adapter_that_is_trained_on_goes_on_after_a_kill_too(tmp_path):
    save(text_learner(WORDS), tmp_path / "base")
    first = recipe("odqs-sft", **FOUR_A_STEP)
    train(
        first, training(*after(1)), open_learner(tmp_path / "base"), tmp_path / "sft", hardware=ON_CPU, keep=tmp_path / "adapter"
    )
    made, rows, _ = KINDS["odqs-dpo"]

    def learner():
        return open_learner(tmp_path / "adapter", continues=True)

    whole = train(made, rows, learner(), tmp_path / "whole", hardware=ON_CPU)
    with pytest.raises(Killed):
        train(made, rows, learner(), tmp_path / "killed", hardware=ON_CPU, save_steps=2, on_point=kill_at(4))
    resumed = train(made, rows, learner(), tmp_path / "killed", hardware=ON_CPU, save_steps=2)
    assert len(resumed.curve) == len(whole.curve)
    for ours, theirs in zip(resumed.curve, whole.curve, strict=True):
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)
