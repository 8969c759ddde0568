"""A corpus is read from both forms, and says what it could not read and what a row does not tell."""

import pytest

from gnomon.corpus import load_entries_of
from gnomon.datasets import WrongFileError
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn, write_dialogues
from gnomon.figure import Highlights
from tests.corpus.conftest import answered, row, said

BANK_ID = "triangle-sum-klm"
OURS = Dialogue(
    problem=BANK_ID,
    tutor="symbolic",
    turns=(
        TutorTurn(act="Focus", subact="Guide", highlights=Highlights(lines=("KL",)), utterance="Look."),
        StudentTurn(utterance="Yes."),
    ),
)


def test_our_own_dialogues_are_read_with_the_question_of_the_bank(tmp_path):
    path = tmp_path / "d.jsonl"
    write_dialogues(path, [OURS])
    (entry,) = load_entries_of([str(path)])
    assert (entry.dialogue, entry.problem_id, entry.teacher, entry.id) == (OURS, BANK_ID, "symbolic", "d-1")
    assert entry.question is not None
    assert entry.question.figure is not None
    assert entry.told == {"highlights", "feedback"}


def test_both_forms_may_stand_in_one_file(load):
    entries = load(row("a"), OURS.model_dump(mode="json", exclude_none=True))
    assert [entry.has_own_problem for entry in entries] == [True, False]


def test_a_dialogue_that_cannot_be_read_is_listed_with_its_line_and_the_others_are_read(load):
    loaded = load(row("a"), "{no json", row("b", said("Juggle")), {"problem": "p", "turns": 3}, row("c"))
    assert [entry.id for entry in loaded] == ["a", "c"]
    assert [(bad.file, bad.row) for bad in loaded.bad_rows] == [("rows.jsonl", 2), ("rows.jsonl", 3), ("rows.jsonl", 4)]
    assert "Juggle" in loaded.bad_rows[1].reason


def test_a_file_without_any_dialogue_is_an_error_of_one_line(load):
    with pytest.raises(WrongFileError, match=r"expected dialogues, our own .* or GeoDial's"):
        load({"name": "Ada"})


def test_a_problem_that_is_not_to_be_found_leaves_the_question_open(load):
    (entry,) = load({"problem": "no-such-problem", "turns": []})
    assert entry.question is None


def test_what_no_turn_of_a_row_has_is_not_told(load):
    bare = said("Guide")
    del bare["feedback"], bare["highlights"]
    entries = load(
        row("a", bare), row("b", said("Guide", highlights={"green": {"missing": ["D"]}}, proposals={"m": "Hm."}, proposer="m"))
    )
    assert [set(entry.told) for entry in entries] == [set(), {"feedback", "highlights", "missing", "proposals", "chosen"}]


def test_times_and_batches_of_geodials_rows_are_kept(load):
    timed = row("a", said("Guide", at="2026-01-31T09:30:00Z"), answered(at="yesterday"), batch=7)
    loaded = load(timed)
    assert loaded[0].batch == "7"
    assert [turn.at is None for turn in loaded[0].dialogue.turns] == [False, True]
    assert [note.rule for note in loaded.notes] == ["time_unread"]


def test_the_name_geodial_stands_for_the_sample_where_no_copy_was_added(tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_DATA_HOME", str(tmp_path))
    assert len(load_entries_of(["geodial"])) == 12
