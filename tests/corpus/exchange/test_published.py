"""MathDial, MRBench and Bridge come in and go out again as they were; what a form cannot carry is counted."""

import json
from pathlib import Path
from typing import Any

import pytest

from gnomon.corpus import load_entries_of
from gnomon.corpus.exchange import FORMATS, LOSSES
from gnomon.datasets import dataset_record, load_mathdial, load_mrbench

MATHDIAL = {
    "qid": 17,
    "scenario": 2,
    "question": "Ann has 3 apples and buys 4. How many has she?",
    "ground_truth": "3 + 4 = 7",
    "student_incorrect_solution": "3 x 4 = 12",
    "student_profile": "Bo is in 7th grade.",
    "teacher_described_confusion": "multiplies",
    "self-correctness": "Yes, but I had to reveal the answer",
    "self-typical-confusion": 4.0,
    "self-typical-interactions": None,
    "conversation": "Teacher: (generic)Hi Bo|EOM|Bo: I multiplied.|EOM|Teacher: (telling)Add them.|EOM|Student: 7",
}
MRBENCH = {
    "conversation_id": "c-1",
    "conversation_history": "Tutor: Hi! The question is: Ann has 3 apples and buys 4. How many has she?\n Student: 12",
    "Data": "MathDial",
    "tutor_responses": {
        "A": {"response": "Why 12?", "annotation": {"Mistake_Identification": "Yes"}},
        "B": {"response": "7."},
    },
}
BRIDGE = {
    "c_id": "b-1",
    "lesson_topic": "Addition",
    "c_h": [{"id": 0, "user": "tutor", "text": "What is 3 + 4?"}, {"id": 1, "user": "student", "text": "12"}],
    "c_r": [{"id": 2, "user": "tutor", "text": "No."}],
    "c_r_": [{"id": 2, "user": "tutor", "text": "How did you get 12?"}],
    "e": "guess",
    "z_what": "ask_question",
    "z_why": "diagnose",
}
WRITTEN: dict[str, dict[str, Any]] = {"mathdial": MATHDIAL, "mrbench": MRBENCH, "bridge": BRIDGE}


def moved(form: str, path: Path, folder: Path) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Bring a file into our rows, through a file of ours, and out again."""
    read = FORMATS[form].read
    assert read is not None
    bundle = read(path)
    lost = {name: count for name, count in bundle.lost.items() if count}
    assert set(lost) <= set(LOSSES)
    folder.mkdir()
    for name, content in FORMATS["geodial"].write(bundle):
        assert isinstance(content, str)
        (folder / name).write_text(content, "utf-8")
    back = FORMATS["geodial"].read
    assert back is not None
    [(_, content)] = FORMATS[form].write(back(folder / "dialogues.jsonl"))
    assert isinstance(content, str)
    rows = json.loads(content) if content.startswith("[") else [json.loads(line) for line in content.splitlines()]
    return rows, lost


@pytest.mark.parametrize("form", WRITTEN)
def test_a_row_comes_back_as_it_was(form, tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([WRITTEN[form], {"broken": True}]), "utf-8")
    rows, lost = moved(form, path, tmp_path / "ours")
    assert rows == [WRITTEN[form]]
    assert lost["unreadable"] == 1
    assert lost["subact_not_told"] == (2 if form == "mathdial" else 1 if form == "mrbench" else 2)


def test_a_dialogue_of_mathdial_is_one_of_ours(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(MATHDIAL), "utf-8")
    moved("mathdial", path, tmp_path / "ours")
    [entry] = load_entries_of([str(tmp_path / "ours")])
    assert (entry.problem_id, entry.dialogue.attempt, entry.dialogue.outcome) == ("17", "3 x 4 = 12", "solved_told")
    assert [(turn.act, turn.utterance) for turn in entry.dialogue.tutor_turns()] == [
        ("Generic", "Hi Bo"),
        ("Telling", "Add them."),
    ]


def test_what_the_problem_of_an_mrbench_dialogue_is_stands_after_its_marker(tmp_path):
    path = tmp_path / "rows.json"
    unstated = MRBENCH | {"conversation_id": "c-2", "conversation_history": "Tutor: What is 3 + 4?\n Student: 12"}
    path.write_text(json.dumps([MRBENCH, unstated]), "utf-8")
    _, lost = moved("mrbench", path, tmp_path / "ours")
    stated = [entry.question.text for entry in load_entries_of([str(tmp_path / "ours")]) if entry.question]
    assert stated == ["Ann has 3 apples and buys 4. How many has she?", "What is 3 + 4?"]
    assert (lost["problem_in_opening"], lost["responses_beside"]) == (1, 4)


@pytest.mark.parametrize("form", WRITTEN)
def test_our_own_dialogues_go_out_and_are_read_by_the_loader_with_what_is_lost_counted(form, tmp_path):
    read = FORMATS["geodial"].read
    sample = dataset_record("geodial").sample_path()
    assert read is not None
    assert sample is not None
    bundle = read(sample)
    [(name, content)] = FORMATS[form].write(bundle)
    assert isinstance(content, str)
    (tmp_path / name).write_text(content, "utf-8")
    assert bundle.lost["highlights_dropped"] == 24  # as `gnomon corpus stats` counts highlighted utterances of the sample
    again = FORMATS[form].read
    assert again is not None
    found = again(tmp_path / name)
    assert len(found.rows) == len(bundle.rows)
    said = [[turn["utterance"] for turn in row["turns"]] for row in bundle.rows]
    told = [[turn["utterance"] for turn in row["turns"]] for row in found.rows]
    assert all(ours[: len(theirs)] == theirs for ours, theirs in zip(said, told, strict=True))


@pytest.mark.slow
def test_the_published_dialogues_come_back_as_they_were(data_folder, tmp_path):
    mathdial, mrbench = data_folder / "mathdial" / "test.jsonl", data_folder / "mrbench" / "mrbench_v3_dev240.json"
    rows, _ = moved("mrbench", mrbench, tmp_path / "mrbench")
    assert rows == json.loads(mrbench.read_text("utf-8"))
    assert len(load_mrbench(mrbench)) == len(rows)
    rows, _ = moved("mathdial", mathdial, tmp_path / "mathdial")
    written = [json.loads(line) for line in mathdial.read_text("utf-8").splitlines()]
    assert len(load_mathdial(mathdial)) == len(rows)
    differing = [(ours, theirs) for ours, theirs in zip(rows, written, strict=True) if ours != theirs]
    assert len(differing) < 10  # spaces after a speaker's name
    for ours, theirs in differing:
        assert "".join(ours.pop("conversation").split()) == "".join(theirs.pop("conversation").split())
        assert ours == theirs
