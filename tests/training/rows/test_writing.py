"""Rows in the forms of trainers: TRL's conversational types, ms-swift's messages, LLaMA-Factory's OpenAI form."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models import Image, Message
from gnomon.training import TrainingError
from gnomon.training.rows import ROW_FORMS, Row, RowSet, row_files
from gnomon.training.rows.writing import as_written
from tests.every import every

PICTURE = Image(data=b"picture", media_type="image/jpeg")
NAME = f"images/{PICTURE.sha256}.jpg"
SYSTEM, USER = Message(role="system", text="Judge."), Message(role="user", text="Is it right?")
SEEN = Message(role="user", text="Which line?", images=(PICTURE,))
OUT = Path("/out")

ANSWER = Row("a", "p", (SYSTEM, USER), "Yes", columns={"truth": "Yes"})
PAIR = Row("b", "p", (USER,), "Yes", "No")
DRAWN = Row("c", "p", (USER,), columns={"truth": "No"})
LOOKED = Row("d", "p", (SEEN,), "AB")


def said(role, text):
    return {"role": role, "content": text}


def parts(role, *contents):
    return {"role": role, "content": [{"type": "image"} if text is None else {"type": "text", "text": text} for text in contents]}


ASKED = [said("system", "Judge."), said("user", "Is it right?")]


@every(
    [
        (ANSWER, {"prompt": ASKED, "completion": [said("assistant", "Yes")], "id": "a", "group": "p", "truth": "Yes"}),
        (
            PAIR,
            {
                "prompt": [ASKED[1]],
                "chosen": [said("assistant", "Yes")],
                "rejected": [said("assistant", "No")],
                "id": "b",
                "group": "p",
            },
        ),
        (DRAWN, {"prompt": [ASKED[1]], "id": "c", "group": "p", "truth": "No"}),
    ],
    name=lambda case: case[0].id,
)
def test_trl_gets_its_conversational_types(row, written):
    assert as_written(row, "trl", OUT, with_pictures=False) == written


def test_trl_gets_lists_of_parts_in_every_row_of_a_set_with_pictures():
    assert as_written(LOOKED, "trl", OUT, with_pictures=True) == {
        "prompt": [parts("user", None, "Which line?")],
        "completion": [parts("assistant", "AB")],
        "images": [NAME],
        "id": "d",
        "group": "p",
    }
    plain = as_written(ANSWER, "trl", OUT, with_pictures=True)
    assert (plain["prompt"][0], plain["images"]) == (parts("system", "Judge."), [])


@every(
    [
        (ANSWER, {"messages": [*ASKED, said("assistant", "Yes")], "id": "a", "truth": "Yes"}),
        (PAIR, {"messages": [ASKED[1], said("assistant", "Yes")], "rejected_response": "No", "id": "b"}),
        (DRAWN, {"messages": [ASKED[1]], "id": "c", "truth": "No"}),
    ],
    name=lambda case: case[0].id,
)
def test_ms_swift_gets_messages_with_the_answer_last(row, written):
    assert as_written(row, "ms-swift", OUT, with_pictures=False) == written


def test_ms_swift_gets_a_mark_for_each_picture_and_its_whole_path():
    written = as_written(LOOKED, "ms-swift", OUT, with_pictures=True)
    assert (written["messages"][0]["content"], written["images"]) == ("<image>Which line?", [f"/out/{NAME}"])


@every(
    [
        (ANSWER, {"messages": [*ASKED, said("assistant", "Yes")]}),
        (PAIR, {"messages": [ASKED[1]], "chosen": said("assistant", "Yes"), "rejected": said("assistant", "No")}),
    ],
    name=lambda case: case[0].id,
)
def test_llama_factory_gets_its_openai_form(row, written):
    assert as_written(row, "llama-factory", OUT, with_pictures=False) == written


def test_llama_factory_gets_a_description_of_each_file():
    files = row_files(RowSet({"train": (PAIR,), "validation": (), "test": (PAIR,)}), "llama-factory", OUT)
    info = json.loads(files[OUT / "dataset_info.json"])
    assert {name: each["file_name"] for name, each in info.items()} == {
        "gnomon_train": "train.jsonl", "gnomon_test": "test.jsonl",
    }  # fmt: skip
    assert info["gnomon_train"]["ranking"] is True
    assert info["gnomon_train"]["columns"] == {"messages": "messages", "chosen": "chosen", "rejected": "rejected"}


def test_llama_factory_does_not_train_by_rewards():
    with pytest.raises(TrainingError, match="take --form trl or ms-swift"):
        row_files(RowSet({"train": (DRAWN,)}), "llama-factory", OUT)


@every(ROW_FORMS)
def test_a_weighted_row_is_written_as_often_as_it_counts_and_a_picture_once(form):
    files = row_files(RowSet({"train": (LOOKED, ANSWER)}, weights={"d": 3}), form, OUT)
    assert len(str(files[OUT / "train.jsonl"]).splitlines()) == 4
    assert files[OUT / NAME] == PICTURE.data
    assert OUT / "validation.jsonl" not in files


TEXT = st.text(max_size=30) | st.sampled_from(["Look at <image> again.", "<image><image>", "</image> <video>"])
MESSAGES = st.lists(
    st.builds(
        Message,
        role=st.sampled_from(["system", "user", "assistant"]),
        text=TEXT,
        images=st.lists(st.builds(Image, data=st.binary(min_size=1, max_size=3)), max_size=2).map(tuple),
    ),
    min_size=1,
    max_size=3,
)
ROWS = st.lists(st.builds(Row, id=TEXT, group=TEXT, prompt=MESSAGES.map(tuple), completion=TEXT), min_size=1, max_size=4)


def read_back(rows, form):
    lines = str(row_files(RowSet({"train": tuple(rows)}), form, OUT)[OUT / "train.jsonl"]).split("\n")
    return [json.loads(line) for line in lines if line]


@given(ROWS)
def test_trl_rows_are_read_back_word_for_word_with_one_type_a_column(rows):
    read = read_back(rows, "trl")
    for row, line in zip(rows, read, strict=True):
        contents = [message["content"] for message in (*line["prompt"], *line["completion"])]
        assert [_text(content) for content in contents] == [*(message.text for message in row.prompt), row.completion]
        places = sum(part["type"] == "image" for content in contents if isinstance(content, list) for part in content)
        assert places == len(line.get("images", [])) == len(row.images)
    assert len({frozenset(line) for line in read}) == 1
    assert len({type(message["content"]) for line in read for message in line["prompt"]}) == 1


def _text(content):
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


@given(ROWS, st.sampled_from(["ms-swift", "llama-factory"]))
def test_other_tools_find_one_mark_a_picture_whatever_people_wrote(rows, form):
    for row, line in zip(rows, read_back(rows, form), strict=True):
        marks = sum(message["content"].count("<image>") for message in line["messages"])
        assert marks == len(line.get("images", [])) == len(row.images)
