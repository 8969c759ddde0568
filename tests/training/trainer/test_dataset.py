"""Rows of every kind reach TRL as they are: nothing is cut, weights are indices, lengths are those of TRL's own tokens."""

import io

import pytest
from PIL import Image as PillowImage

from gnomon.training import DataFiles, make_rows, open_recipe, without_long_rows
from gnomon.training.rows import RowSet
from gnomon.training.trainer import image_counter, token_counter, train
from gnomon.training.trainer.dataset import epoch_table, table_of
from tests.training.trainer.tiny import picture, seeing_learner, text_learner
from tests.training.trainer.toys import COLOURS, ON_CPU, WORDS, after, colours, recipe, training

pytestmark = pytest.mark.training
KINDS = {
    "geodial-tutor": {},
    "geodial-utterance": {},
    "geodial-highlight-prediction": {"rows.utterance": "truth"},
    "geodial-highlight-decision": {"rows.utterance": "none"},
    "bea-judge-sft": {},
    "bea-judge-grpo": {},
}


def text_of(messages):
    said = messages[-1]["content"]
    return said if isinstance(said, str) else "".join(part["text"] for part in said if part["type"] == "text")


@pytest.mark.parametrize("name", KINDS)
def test_rows_of_our_sample_are_in_the_table_as_they_are(name):
    made = open_recipe(name, KINDS[name])
    rows = make_rows(made, DataFiles("sample")).rows["train"]
    seen = any(row.images for row in rows)
    table = table_of(rows, with_pictures=seen, with_columns=made.method == "grpo")
    for row, line in zip(rows, table, strict=True):
        assert text_of(line["prompt"]) == row.prompt[-1].text
        assert [message["role"] for message in line["prompt"]] == [message.role for message in row.prompt]
        if row.completion is not None:
            assert text_of(line["completion"]) == row.completion
        if seen:
            pixels = [PillowImage.open(io.BytesIO(image.data)).convert("RGB").tobytes() for image in row.images]
            assert [image.convert("RGB").tobytes() for image in line["images"]] == pixels
        if made.method == "grpo":
            assert line["truth"] == row.columns["truth"]


def test_pairs_are_in_the_table_as_they_are():
    rows = after(2, worse=1)
    table = table_of(rows, with_pictures=False, with_columns=False)
    assert [(text_of(line["chosen"]), text_of(line["rejected"])) for line in table] == [
        (row.completion, row.rejected) for row in rows
    ]


def test_a_weighted_row_is_named_as_often_as_it_counts_and_held_once():
    rows = after(1)
    table = epoch_table(RowSet({"train": rows}, weights={rows[2].id: 3}), with_columns=True)
    assert table["id"][:] == [row.id for row in rows for _ in range(3 if row is rows[2] else 1)]
    assert len(table.data) == len(rows)


def test_lengths_are_those_of_the_trainers_own_tokens(tmp_path):
    learner = text_learner(WORDS)
    made = recipe("bea-judge-sft", training__epochs=1)
    trained = train(made, training(*after(1)), learner, tmp_path, hardware=ON_CPU)
    count = token_counter(learner)
    counted = sum(
        count([{"role": "user", "content": row.prompt[0].text}, {"role": "assistant", "content": row.completion}])
        for row in after(1)
    )
    assert trained.curve[-1]["num_tokens"] == counted


def test_a_picture_is_counted_with_the_tokens_that_it_becomes(tmp_path):
    learner = seeing_learner(["what", "colour", *COLOURS])
    made = recipe("geodial-tutor", lora=None, training__epochs=1, training__effective_batch=8, training__device_batch=8)
    rows = colours()
    trained = train(made, training(*rows), learner, tmp_path, hardware=ON_CPU)
    count = token_counter(learner)
    said = count([{"role": "user", "content": "what colour"}, {"role": "assistant", "content": "red"}])
    assert image_counter(learner)(picture((1, 2, 3))) == 4
    assert trained.curve[-1]["num_tokens"] == len(rows) * (said + 4)


def test_a_row_that_is_too_long_is_listed_and_never_cut():
    learner = text_learner(WORDS)
    count = token_counter(learner)
    lengths = [count([{"role": "user", "content": "next of n1"}, {"role": "assistant", "content": "n2"}])]
    for longest, number in ((lengths[0], 0), (lengths[0] - 1, 10)):
        kept = without_long_rows(recipe("bea-judge-sft", training__max_length=longest), training(*after(1)), count)
        assert len(kept.too_long) == number
        assert len(kept.rows["train"]) == 10 - number
