"""Scores before and after a training, screenings and ablations, from files to files with tiny models."""

import json
from dataclasses import replace

import pytest

from gnomon.training import DataFiles, TrainingError, make_rows, open_recipe
from gnomon.training.rows import RowSet
from gnomon.training.trainer import answering, draw, open_learner, save, train
from gnomon.training.trainer.ablating import ablate
from gnomon.training.trainer.running import Order, carry_out, prepare
from gnomon.training.trainer.screening import screen
from tests.training.evaluation.test_ablation import table_lines
from tests.training.rows.test_asking import rows_of, searched
from tests.training.trainer.test_running import words_of
from tests.training.trainer.tiny import text_learner
from tests.training.trainer.toys import ON_CPU

pytestmark = pytest.mark.training
FAST = {"training.effective_batch": 4, "training.learning_rate": 0.01}
ASKING = {**FAST, "lora": None}
LABEL = "<answer>Yes</answer>"


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """Return two folders with a model that knows the words of the judge's rows and of the tutor's."""
    folder = tmp_path_factory.mktemp("models")
    words = list(dict.fromkeys([LABEL, *words_of("bea-judge-sft"), *words_of("geodial-tutor")]))
    for seed, name in enumerate(("first", "second")):
        save(text_learner(words, seed, max_position_embeddings=4096), folder / name)
    return folder


def judge_order(models, out, **further):
    recipe = open_recipe("bea-judge-sft", FAST)
    return Order(recipe, DataFiles("sample"), str(models / "first"), out, ON_CPU, answer_tokens=4, **further)


def test_a_screening_scores_each_candidate_once_and_another_one_can_be_added(models, tmp_path, monkeypatch):
    recipe = open_recipe("bea-judge-screen", {"sampling.max_completion": 4})
    first, second = (str(models / name) for name in ("first", "second"))
    told: list[str] = []
    before = screen(recipe, DataFiles("sample"), [first], tmp_path / "out", "cpu", told.append)
    asked = []

    def watched(learner, prompts, **further):
        asked.extend(prompts)
        return draw(learner, prompts, **further)

    monkeypatch.setattr(answering, "draw", watched)
    both = screen(recipe, DataFiles("sample"), [first, second], tmp_path / "out", "cpu", told.append)
    assert len(asked) == len(make_rows(recipe, DataFiles("sample")).rows["validation"]) == 6  # of the second alone
    assert list(both) == [first, second]
    assert both[first] == before[first]
    assert both[first]["rows"] == 6
    assert 0 <= both[first]["malformed"] <= 1
    table = (tmp_path / "out" / "README.md").read_text()
    assert first in table
    assert second in table


def test_an_answer_that_was_lost_is_drawn_again_and_the_others_are_kept(models, tmp_path):
    recipe = open_recipe("bea-judge-screen", {"sampling.max_completion": 4})
    ask = lambda: screen(recipe, DataFiles("sample"), [str(models / "first")], tmp_path / "out", "cpu", lambda _: None)  # noqa: E731
    whole = ask()
    (rows,) = (tmp_path / "out").glob("*/rows.jsonl")
    text = rows.read_text()
    rows.write_text("".join(text.splitlines(keepends=True)[:4]))
    assert ask() == whole
    assert sorted(set(rows.read_text().splitlines())) == sorted(text.splitlines())


def test_a_recipe_that_trains_is_no_screening_and_a_folder_without_a_model_leaves_nothing(tmp_path):
    with pytest.raises(TrainingError, match="no screening"):
        screen(open_recipe("bea-judge-sft"), DataFiles("sample"), ["m"], tmp_path / "out", "cpu", print)
    (tmp_path / "empty").mkdir()
    with pytest.raises(TrainingError, match="expected a folder or name"):
        screen(open_recipe("bea-judge-screen"), DataFiles("sample"), [str(tmp_path / "empty")], tmp_path / "out", "cpu", print)
    assert not list((tmp_path / "out").glob("*/*"))


def test_a_training_ends_with_scores_before_and_after_on_validation_and_test(models, tmp_path):
    asked = []

    def asks(model, rows, folder):
        asked.append((model, folder.name))
        return {"Pass@5 at turn 1": len(asked) / 2 + len(rows.rows["train"]) * 0}

    order = judge_order(models, tmp_path / "out", teacher="t", asks=asks)
    metrics = carry_out(order, prepare(order))
    scores = metrics["scores"]
    assert asked == [(order.model, "asked-before"), (str(tmp_path / "out" / "model"), "asked-after")]
    assert [found["Pass@5 at turn 1"] for found in scores["validation"].values()] == [0.5, 1]
    assert {split: list(stages) for split, stages in scores.items()} == {
        split: ["before", "after"] for split in answering.HELD_OUT
    }
    assert json.loads((tmp_path / "out" / "metrics.json").read_text())["scores"] == scores
    # The untrained model says no label; the tuned one has learnt to, and is right as often as its answers are, counted anew.
    for split in answering.HELD_OUT:
        assert scores[split]["before"]["malformed"] == 1
        assert scores[split]["after"]["malformed"] < 1
        truth = {f"{row.id}#0": row.completion for row in prepare(order).rows.rows[split]}
        kept = [json.loads(line) for line in (tmp_path / "out" / "answers" / f"{split}-after.jsonl").read_text().splitlines()]
        right = sum("".join(each["text"].split()) == "".join(truth[each["id"]].split()) for each in kept)
        assert scores[split]["after"]["label accuracy"] == pytest.approx(right / len(kept))
    card = (tmp_path / "out" / "README.md").read_text()
    assert "## Before and after" in card
    assert "validation after" in card
    assert "scores:" not in card
    assert open_learner(tmp_path / "out" / "model") is not None


def test_an_ablation_over_sizes_trains_each_once_and_tells_all_in_one_table(models, tmp_path, monkeypatch):
    order = judge_order(models, tmp_path / "out", most_steps=2)
    told: list[str] = []
    run = lambda: ablate(  # noqa: E731  # twice below
        order, lambda _: order.recipe, step=1, with_contexts=False, keeps_models=False, tell=told.append
    )
    page = run()
    figures = json.loads((tmp_path / "out" / "ablation.json").read_text())
    assert list(figures["arms"]) == [f"size-{size}" for size in range(1, len(told) + 1)]
    assert [line.split("|")[1].strip() for line in table_lines(page)][:3] == ["dialogues", "0", "1"]
    trained = [json.loads((tmp_path / "out" / name / "rows.json").read_text())["rows"]["train"] for name in figures["arms"]]
    assert trained == sorted(set(trained))
    assert not list((tmp_path / "out").glob("*/model"))
    monkeypatch.setattr("gnomon.training.trainer.running.train", None)  # would fail if anything were trained again
    assert run() == page


def test_an_ablation_over_contexts_trains_with_what_is_shown_alone(models, tmp_path, monkeypatch):
    def changed(changes):
        return open_recipe("geodial-utterance", {**FAST, **changes})

    base = changed({"rows.shown": ["question", "dialogue"]})
    order = Order(base, DataFiles("sample"), str(models / "first"), tmp_path, ON_CPU, most_steps=1, answer_tokens=2)
    arms = [arm for arm in answering_arms(base) if arm.parts is not None and not arm.parts.diagram][:2]
    monkeypatch.setattr("gnomon.training.trainer.ablating.arms_of", lambda *_, **__: arms)
    page = ablate(order, changed, step=None, with_contexts=True, keeps_models=False, tell=print)
    assert "What is shown, without training, validation" in page
    for arm in arms:
        config = json.loads((tmp_path / arm.name / "run.json").read_text())["config"]
        assert config["recipe"]["rows.shown"] == arm.changes["rows.shown"]
        assert (tmp_path / arm.name / "adapter").is_dir()


def answering_arms(recipe):
    from gnomon.training.evaluation import arms_of

    return arms_of(recipe, 1, step=None, with_contexts=True)


def test_rows_of_a_search_are_scored_before_and_after_by_the_loss_that_training_counts_and_by_pairs(tmp_path):
    trees = [searched(f"p{number}", ((0, 2, 3, 1), (0, 1, 5, 0))) for number in range(6)]
    rows = rows_of("odqs-dpo", *trees, validation=0.5)
    texts = [text for part in rows.rows.values() for row in part for text in (row.prompt[-1].text, row.completion, row.rejected)]
    learner = text_learner(list(dict.fromkeys(word for text in texts for word in text.split())))

    def scored(name, rows):
        recipe = open_recipe(name)
        return answering.held_out_scores(recipe, rows, {"now": lambda: learner}, tmp_path / name, most_tokens=1)["validation"][
            "now"
        ]

    before = scored("odqs-dpo", rows)
    train(open_recipe("odqs-dpo", {**ASKING, "training.epochs": 30}), rows, learner, tmp_path / "run", hardware=ON_CPU)
    (tmp_path / "odqs-dpo" / "validation-now.jsonl").unlink()
    after = scored("odqs-dpo", rows)
    assert after["pair accuracy"] == 1
    assert after["loss"] < before["loss"] / 2
    # The trainer counts the loss of the same rows by code of its own
    alone = RowSet({split: tuple(replace(row, rejected=None) for row in part) for split, part in rows.rows.items()})
    unmoved = open_recipe("odqs-sft", {**ASKING, "training.epochs": 1, "training.learning_rate": 1e-9})
    curve = train(unmoved, alone, learner, tmp_path / "sft", hardware=ON_CPU).curve
    counted = next(point["eval_loss"] for point in curve if "eval_loss" in point)
    assert scored("odqs-sft", alone)["loss"] == pytest.approx(counted, rel=1e-3)
