"""MRBench in both formats, on small files and on the published data."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.datasets import BEA_DIMENSIONS, MRBENCH_LABELS, WrongFileError, load_folds, load_mrbench, parse_history
from tests.every import every

LABELS = dict(zip(BEA_DIMENSIONS, ("Yes", "No", "To some extent", "Yes"), strict=True))
ROW = {
    "conversation_id": "c1",
    "conversation_history": "Tutor: What is 2 + 2?\u00a0\n\u00a0Student: It is 5.\nI counted.",
    "tutor_responses": {"Ann": {"response": "Count again.", "annotation": LABELS}, "Bob": {"response": "No."}},
}


def test_a_dialogue_is_read_with_its_turns_and_responses(write):
    dialogue = load_mrbench(write([ROW], "a.json"))[0]
    assert [(turn.role, turn.text) for turn in dialogue.turns] == [
        ("tutor", "What is 2 + 2?"),
        ("student", "It is 5.\nI counted."),
    ]
    assert dialogue.response("Ann").labels == LABELS
    assert (dialogue.response("Bob").labels, dialogue.response("Cy")) == ({}, None)


def test_the_eight_dimensions_of_version_two_are_read(write):
    labels = {dimension: values[0] for dimension, values in MRBENCH_LABELS.items()}
    row = {key: ROW[key] for key in ("conversation_id", "conversation_history")} | {
        "Data": "Bridge",
        "Split": "test",
        "Topic": "Sums",
        "Ground_Truth_Solution": "4",
        "anno_llm_responses": {"Ann": {"response": "Hm.", "annotation": labels}},
    }
    loaded = load_mrbench(write([row], "a.json"))
    assert (loaded[0].responses[0].labels, loaded.notes) == (labels, ())
    assert (loaded[0].source, loaded[0].split, loaded[0].topic, loaded[0].solution) == ("Bridge", "test", "Sums", "4")


@every(
    [
        ("Tutor: a \n Turor: b \n Student : c", [("tutor", "a"), ("tutor", "b"), ("student", "c")], ("Turor",)),
        ("Teacher: a\nStudent: b", [("tutor", "a"), ("student", "b")], ()),
        ("Student: the answer is:\nAnswer: 4", [("student", "the answer is:\nAnswer: 4")], ()),
        ("Look here.\nStudent: b", [("other", "Look here."), ("student", "b")], ()),
        ("Tutor: \nStudent: b", [("tutor", ""), ("student", "b")], ()),
        ("Tutor: ask the Student: why?", [("tutor", "ask the Student: why?")], ()),
        ("", [], ()),
    ]
)
def test_a_history_is_parted_where_a_line_begins_with_a_speaker(history, turns, misspelt):
    parsed, names = parse_history(history)
    assert ([(turn.role, turn.text) for turn in parsed], names) == (turns, misspelt)


@given(st.text(alphabet="TutorSden :\n\u00a0xyz.4", max_size=80))
def test_no_word_of_a_history_is_lost(history):
    turns, _ = parse_history(history)
    kept = Counter("".join(f"{turn.speaker}{turn.text}" for turn in turns))
    assert Counter(sign for sign in history if sign not in " \n\u00a0:") == Counter(
        {sign: count for sign, count in kept.items() if sign not in " \n\u00a0:"}
    )


def test_a_label_that_does_not_exist_is_noted_and_kept(write):
    odd = {"Ann": {"response": "Hm.", "annotation": LABELS | {"Actionability": "Maybe"}}}
    loaded = load_mrbench(write([ROW | {"tutor_responses": odd}], "a.json"))
    assert [note.rule for note in loaded.notes] == ["label_unknown"]
    assert loaded[0].responses[0].labels["Actionability"] == "Maybe"


def test_a_history_that_ends_with_the_tutor_is_noted(write):
    loaded = load_mrbench(write([ROW | {"conversation_history": "Student: a\nTutor: b"}], "a.json"))
    assert [note.rule for note in loaded.notes] == ["history_ends_without_student"]


def test_a_dialogue_without_responses_is_a_bad_row(write):
    loaded = load_mrbench(write([ROW, {"conversation_id": "c2", "conversation_history": "Student: a"}], "a.json"))
    assert [row.reason for row in loaded.bad_rows] == ["expected a mapping under 'tutor_responses', got nothing"]


def test_folds_are_joined_by_conversation(write, tmp_path):
    folds = tmp_path / "folds.json"
    folds.write_text('{"note": "", "fold": {"c1": 3}}')
    loaded = load_mrbench(write([ROW, ROW | {"conversation_id": "c2"}], "a.json"), folds)
    assert [dialogue.fold for dialogue in loaded] == [3, None]
    assert [(note.rule, note.row) for note in loaded.notes] == [("fold_missing", 2)]


def test_a_file_that_holds_no_folds_is_refused(write):
    with pytest.raises(WrongFileError, match="expected folds"):
        load_folds(write([ROW], "a.json"))


def test_the_development_data_are_read_whole(data_folder):
    loaded = load_mrbench(data_folder / "mrbench/mrbench_v3_dev240.json", data_folder / "mrbench/folds4.json")
    responses = [response for dialogue in loaded for response in dialogue.responses]
    assert (len(loaded), len(responses), loaded.bad_rows) == (240, 1981, ())
    assert loaded.note_counts() == {"history_ends_without_student": 3, "speaker_misspelt": 1}
    assert {dialogue.fold for dialogue in loaded} == {0, 1, 2, 3}
    assert all(set(response.labels) == set(BEA_DIMENSIONS) for response in responses)
    assert Counter(response.labels["Mistake_Location"] for response in responses) == {
        "Yes": 1235,
        "No": 569,
        "To some extent": 177,
    }


def test_version_two_is_read_whole(data_folder):
    loaded = load_mrbench(data_folder / "mrbench/mrbench_v2_8dims.json")
    responses = [response for dialogue in loaded for response in dialogue.responses]
    assert (len(loaded), len(responses), loaded.bad_rows) == (157, 1298, ())
    assert all(set(response.labels) == set(MRBENCH_LABELS) for response in responses)
    assert all(dialogue.solution for dialogue in loaded)


def test_every_speaker_name_of_the_development_data_begins_a_turn(data_folder):
    loaded = load_mrbench(data_folder / "mrbench/mrbench_v3_dev240.json")
    for dialogue in loaded:
        named = sum(dialogue.history.count(f"{name}{space}:") for name in ("Tutor", "Student", "Turor") for space in ("", " "))
        assert (len(dialogue.turns), dialogue.id) == (named, dialogue.id)
