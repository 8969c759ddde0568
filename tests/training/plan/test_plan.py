"""The plan of a training: rows, steps and tokens, worked by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models import Image, Message
from gnomon.training import TrainingError, open_recipe, plan_lines, plan_of
from gnomon.training.plan import packed, shape_of
from gnomon.training.rows import Row, RowSet
from tests.every import every
from tests.training.plan.test_shape import LLAVA, QWEN2
from tests.training.rows.test_row import words


def row(name, length, images=()):
    """Return a row of so many tokens as `words` counts them: two messages and a completion of one word."""
    return Row(name, name, (Message(role="user", text="w " * (length - 3), images=images),), "yes")


def rows(*lengths, **splits: Any):
    train = tuple(row(str(place), length) for place, length in enumerate(lengths))
    held: dict[Any, tuple[Row, ...]] = {"train": train, "validation": (), "test": ()}
    return RowSet(held | splits)


# ceil(rows / batch) steps an epoch; the batch of eight by one device is eight steps of accumulation, by four it is two.
@every([(1, 1, 5, 8), (8, 1, 5, 8), (9, 1, 10, 8), (100, 4, 65, 2)])
def test_steps_are_batches_of_an_epoch_times_epochs(num_rows, devices, steps, accumulation):
    found = plan_of(
        open_recipe("geodial-tutor", {"training.packing": False}), rows(*[10] * num_rows), count=words, devices=devices
    )
    assert (found.steps, found.accumulation, found.sequences) == (steps, accumulation, num_rows)


def test_tokens_are_those_of_the_rows_as_often_as_they_count():
    weighted = RowSet({"train": (row("a", 10), row("b", 20)), "validation": (row("c", 99),)}, weights={"b": 3})
    found = plan_of(open_recipe("geodial-tutor"), weighted, count=words)
    assert (found.epoch_rows, found.prompt_tokens, found.is_counted) == (4, 10 + 3 * 20, True)


def test_rows_that_are_too_long_are_in_the_plan_and_not_in_its_counts():
    recipe = open_recipe("geodial-tutor", {"training.max_length": 15})
    found = plan_of(recipe, rows(10, 20), count=words)
    assert (found.rows["train"], found.left_out, found.too_long) == (1, {"too_long": 1}, (("1", "train", 20),))
    assert (found.longest, found.prompt_tokens) == (15, 10)  # packed: as long as the recipe allows


# Rows 9, 6, 4, 3, 1 in sequences of 10: 9 + 1, 6 + 4, 3.
def test_text_rows_are_packed_where_the_recipe_says_so():
    recipe = open_recipe("geodial-tutor", {"training.max_length": 10})
    assert plan_of(recipe, rows(9, 6, 4, 3, 4), count=words).sequences == 3
    assert packed([9, 6, 4, 3, 1], 10) == [[9, 1], [6, 4], [3]]


def test_rows_with_pictures_are_not_packed_and_pictures_are_tokens():
    picture = Image(data=b"unused by a model of 576 tokens a picture")
    seen = RowSet({"train": (row("a", 10, (picture,)), row("b", 10)), "validation": ()})
    found = plan_of(open_recipe("geodial-tutor"), seen, shape_of(LLAVA), count=words)
    assert (found.sequences, found.prompt_tokens, found.longest) == (2, 576 + 20, 586)
    assert found.notes == ("rows with pictures are not packed",)


@every([(QWEN2, "the model sees none"), (None, "pictures are not among the tokens")], name=lambda case: case[1])
def test_a_plan_says_where_pictures_do_not_fit_the_model(config, note):
    seen = RowSet({"train": (row("a", 10, (Image(data=b"x"),)),), "validation": ()})
    found = plan_of(open_recipe("geodial-tutor"), seen, config and shape_of(config), count=words)
    assert note in "; ".join(found.notes)


# 128 completions a step, eight of each prompt: 100 prompts are 800 completions, 7 steps an epoch (the last smaller), 49 in all.
def test_a_step_of_grpo_counts_completions():
    found = plan_of(open_recipe("bea-judge-grpo"), rows(*[10] * 100), count=words)
    assert (found.sequences, found.steps, found.accumulation) == (800, 49, 16)
    assert (found.drawn_tokens, found.longest) == (800 * 1024, 10 + 1024)


def test_a_screening_asks_for_what_may_be_looked_at_and_trains_nothing():
    held = {"validation": (row("v", 10),), "test": (row("t", 10),)}
    found = plan_of(open_recipe("bea-judge-screen"), rows(10, 10, **held), count=words)
    assert (found.epoch_rows, found.steps, found.prompt_tokens) == (3, 0, 30)
    assert plan_lines(found)["steps"] == "none, nothing is trained"


@every(
    [
        ("geodial-tutor", 3, "3 devices with 1 rows each cannot make a batch of 8"),
        ("bea-judge-grpo", 5, "5 devices with 8 rows each cannot make a batch of 128"),
    ]
)
def test_devices_that_cannot_make_the_batch_are_told(name, devices, message):
    with pytest.raises(TrainingError, match=message):
        plan_of(open_recipe(name), rows(10), devices=devices)


def test_a_batch_holds_whole_groups_of_completions():
    with pytest.raises(TrainingError, match="whole groups of 7"):
        plan_of(open_recipe("bea-judge-grpo", {"sampling.num_generations": 7}), rows(10))


def test_a_rate_for_all_parameters_with_an_adapter_is_noted():
    recipe = open_recipe("odqs-sft", {"training.learning_rate": 1e-5})
    assert "adapters hardly learn at a rate of 1e-05" in plan_of(recipe, rows(10)).notes[0]


def test_the_plan_in_words_has_its_estimates_marked():
    lines = plan_lines(plan_of(open_recipe("odqs-sft"), rows(10), shape_of(QWEN2)))
    assert lines["parameters"] == "40,370,176 trained of 7,615,616,512 (0.53%)"  # rank 16: twice the 20,185,088 of rank 8
    assert lines["tokens of an epoch"].startswith("about")
    assert lines["memory of a device"].startswith("about")


@given(st.lists(st.integers(1, 30), max_size=30))
def test_packing_keeps_every_row_whole_and_no_sequence_too_long(lengths):
    sequences = packed(lengths, 30)
    assert sorted(length for sequence in sequences for length in sequence) == sorted(lengths)
    assert all(0 < sum(sequence) <= 30 for sequence in sequences)
    # Best fit: two sequences that would fit into one are never left.
    sums = sorted(map(sum, sequences))
    assert len(sums) < 2 or sums[0] + sums[1] > 30
