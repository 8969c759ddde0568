"""Every kind of recipe learns, on tiny models made on the spot, by a margin and with fixed seeds."""

import copy

import pytest
import torch

from gnomon.judge import LABELS
from gnomon.models import Message
from gnomon.training.errors import TrainingError
from gnomon.training.rewards import mark_batch
from gnomon.training.rows import Row, RowSet
from gnomon.training.trainer import Learner, draw, open_learner, save, train
from tests.training.trainer.tiny import seeing_learner, text_learner
from tests.training.trainer.toys import COLOURS, ON_CPU, WORDS, after, colours, recipe, share_right, training

pytestmark = pytest.mark.training

FAST = {"training__epochs": 40, "training__learning_rate": 5e-3}


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """Return the folder of a model that knows the next word, and what its training left."""
    folder = tmp_path_factory.mktemp("taught")
    learner = text_learner(WORDS)
    assert share_right(learner, after(1)) <= 0.2
    trained = train(
        recipe("bea-judge-sft", **FAST), training(*after(1)), learner, folder / "run", hardware=ON_CPU, keep=folder / "model"
    )
    return folder / "model", trained


@pytest.fixture(scope="module")
def adapted(taught, tmp_path_factory):
    """Return the folder of an adapter on it that knows the word after two more."""
    folder = tmp_path_factory.mktemp("adapted")
    learner = open_learner(taught[0])
    trained = train(
        recipe("odqs-sft", training__epochs=60, training__learning_rate=1e-2),
        training(*after(3)),
        learner,
        folder / "run",
        hardware=ON_CPU,
        keep=folder / "adapter",
    )
    return folder / "adapter", trained


def test_supervised_training_of_all_parameters_learns_what_comes_next(taught):
    folder, trained = taught
    assert share_right(trained.learner, after(1)) >= 0.9
    assert trained.curve[0]["loss"] > trained.curve[-1]["loss"] + 1
    assert share_right(open_learner(folder), after(1)) >= 0.9


def test_a_copy_of_a_trained_model_answers_by_its_own_weights(taught):
    _, trained = taught
    own = Learner(copy.deepcopy(trained.learner.model), trained.learner.processor)
    with torch.no_grad():
        for each in own.model.parameters():
            each.zero_()
    assert share_right(own, after(1)) <= 0.2
    assert share_right(trained.learner, after(1)) >= 0.9


def test_an_adapter_learns_over_a_model_that_stays_as_it_was(taught, adapted):
    folder, trained = adapted
    assert share_right(trained.learner, after(3)) >= 0.9
    assert share_right(open_learner(taught[0]), after(1)) >= 0.9
    assert share_right(open_learner(folder), after(3)) >= 0.9  # by the base that it names


def test_preferences_go_on_from_an_adapter_and_turn_it_round(adapted, tmp_path):
    folder, _ = adapted
    learner = open_learner(folder, continues=True)
    pairs = training(*after(5, worse=3))
    trained = train(
        recipe("odqs-dpo", training__epochs=60, training__learning_rate=1e-2),
        pairs,
        learner,
        tmp_path,
        hardware=ON_CPU,
        keep=tmp_path / "a",
    )
    assert share_right(trained.learner, after(5)) >= 0.9
    assert trained.curve[-1]["rewards/accuracies"] == 1
    assert share_right(open_learner(tmp_path / "a"), after(5)) >= 0.9
    assert not (tmp_path / "a" / "ref").exists()


def test_preferences_of_a_whole_model_are_measured_from_the_model_as_it_was(taught, tmp_path):
    learner = open_learner(taught[0])
    asked = recipe("odqs-dpo", lora=None, training__epochs=30, training__learning_rate=3e-3)
    trained = train(asked, training(*after(2, worse=1)), learner, tmp_path, hardware=ON_CPU)
    assert trained.curve[0]["rewards/margins"] == pytest.approx(0, abs=1e-4)
    assert trained.curve[-1]["rewards/margins"] > 0.1
    assert share_right(trained.learner, after(2)) >= 0.9


def test_a_weighted_row_counts_so_often_in_an_epoch(tmp_path):
    rows = after(1)
    weighted = RowSet({"train": rows}, weights={rows[0].id: 11})
    trained = train(recipe("bea-judge-sft", training__epochs=1), weighted, text_learner(WORDS), tmp_path, hardware=ON_CPU)
    assert trained.steps == 2  # 9 rows and one 11 times, ten a step


JUDGE_WORDS = [
    "judge",
    "good",
    "bad",
    "<think>",
    "</think>",
    "seen",
    "<answer>",
    "</answer>",
    "Yes",
    "No",
    "To",
    "some",
    "extent",
]


def judged(number=24):
    """Return prompts of replies that are good, and those that are bad; the label follows."""
    return tuple(
        Row(
            f"j{place}",
            "g",
            (Message(role="user", text=f"judge {'good' if place % 2 else 'bad'}"),),
            None,
            None,
            {"truth": "Yes" if place % 2 else "No"},
        )
        for place in range(number)
    )


def marks(learner, asked):
    rows = judged()
    drawn = draw(learner, [row.prompt for row in rows], most_tokens=10, temperature=1.0, num_samples=4)
    texts = [each.text for samples in drawn for each in samples]
    return mark_batch(texts, [row.columns["truth"] for row in rows for _ in range(4)], asked.rewards)


def test_rewards_teach_a_judge_that_knows_the_form_which_label_is_right(tmp_path):
    learner = text_learner(JUDGE_WORDS)
    formed = training(
        *(
            Row(f"f{place}/{label}", "g", row.prompt, f"<think> seen </think> <answer> {label} </answer>")
            for place, row in enumerate(judged(2))
            for label in LABELS
        )
    )
    train(
        recipe("bea-judge-sft", training__epochs=80, training__learning_rate=5e-3),
        formed,
        learner,
        tmp_path / "form",
        hardware=ON_CPU,
    )
    asked = recipe(
        "bea-judge-grpo",
        training__epochs=12,
        training__learning_rate=5e-3,
        training__effective_batch=48,
        training__device_batch=48,
        sampling__max_completion=10,
    )
    before = marks(learner, asked)
    trained = train(asked, training(*judged()), learner, tmp_path / "rewards", hardware=ON_CPU)
    now = marks(trained.learner, asked)
    assert before.format_rate >= 0.7
    assert before.classification.accuracy <= 0.6
    assert now.classification.accuracy >= before.classification.accuracy + 0.3
    assert now.reward > before.reward + 0.5
    last = trained.curve[-1]
    assert {
        "reward",
        "rewards/reward_right/mean",
        "rewards/reward_wrong/mean",
        "watched/format_rate",
        "watched/confusion/Yes/No",
    } <= last.keys()
    assert last["watched/label_accuracy"] >= 0.7


def test_pictures_reach_the_model_and_shuffled_ones_destroy_its_score(tmp_path):
    seen = {"training__effective_batch": 8, "training__device_batch": 8, "training__epochs": 40, "training__learning_rate": 1e-2}
    asked = recipe("geodial-tutor", lora=None, training__frozen=["vision_tower"], **seen)
    learner = seeing_learner(["what", "colour", *COLOURS])
    trained = train(asked, training(*colours()), learner, tmp_path / "run", hardware=ON_CPU, keep=tmp_path / "model")
    assert share_right(trained.learner, colours()) == 1
    assert share_right(trained.learner, colours(shift=1)) == 0
    assert share_right(open_learner(tmp_path / "model"), colours()) == 1  # the processor survives too


def test_rewards_reach_a_model_that_sees(tmp_path):
    rows = tuple(Row(row.id, "g", row.prompt, None, None, {"truth": row.completion}) for row in colours())
    asked = recipe(
        "bea-judge-grpo", training__epochs=2, training__effective_batch=16, training__device_batch=16, sampling__max_completion=3
    )

    def reward(completions, truth, **_):
        said = [each[0]["content"] for each in completions]
        return [float(name in str(text)) for text, name in zip(said, truth, strict=True)]

    learner = seeing_learner(["what", "colour", *COLOURS])
    trained = train(asked, training(*rows), learner, tmp_path, hardware=ON_CPU, rewards=[reward])
    assert trained.steps == 8
    assert "rewards/reward/mean" in trained.curve[-1]


def test_a_model_of_which_nothing_would_be_trained_is_refused(adapted, tmp_path):
    asked_only = open_learner(adapted[0])
    with pytest.raises(TrainingError, match="nothing would be trained"):
        train(recipe("odqs-sft"), training(*after(1)), asked_only, tmp_path, hardware=ON_CPU)
    with pytest.raises(TrainingError, match="merge it first"):
        train(recipe("bea-judge-sft"), training(*after(1)), asked_only, tmp_path, hardware=ON_CPU)
    with pytest.raises(TrainingError, match="sees none"):
        train(recipe("bea-judge-sft"), training(*colours()), text_learner(WORDS), tmp_path, hardware=ON_CPU)
    with pytest.raises(TrainingError, match="no row is left"):
        train(recipe("bea-judge-sft"), training(), text_learner(WORDS), tmp_path, hardware=ON_CPU)


def test_the_saved_model_can_be_asked_with_the_words_that_it_was_taught(taught, tmp_path):
    learner = open_learner(taught[0])
    save(learner, tmp_path)
    asked = [row.prompt for row in after(1)]
    assert draw(open_learner(tmp_path), asked, most_tokens=3) == draw(learner, asked, most_tokens=3)
