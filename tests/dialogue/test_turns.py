"""Turns and dialogues survive a file; a bad line is named."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gnomon.dialogue import Dialogue, DialogueError, StudentTurn, TurnRecord, TutorTurn, read_dialogues, subacts, write_dialogues
from gnomon.figure import Highlights

TIMES = st.datetimes(timezones=st.just(UTC))
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NAMES = st.lists(st.sampled_from(["AB", "BC", "CD"]), max_size=3).map(tuple)
HIGHLIGHTS = st.builds(Highlights, lines=NAMES, labels=st.lists(st.text(), max_size=2).map(tuple))
RECORDS = st.builds(TurnRecord, step=st.none() | st.integers(0, 9), guard=st.lists(st.text(), max_size=2).map(tuple))
TUTOR = st.builds(
    lambda row, **parts: TutorTurn(act=row.act, subact=row.name, **parts),
    st.sampled_from(list(subacts().values())),
    highlights=HIGHLIGHTS,
    highlights2=st.none() | HIGHLIGHTS,
    feedback=st.sampled_from(["positive", "negative", "none"]),
    utterance=st.text(),
    at=st.none() | TIMES,
    record=st.none() | RECORDS,
)
DIALOGUES = st.builds(
    Dialogue,
    id=st.none() | st.text(),
    version=st.integers(0, 99),
    problem=st.text(),
    attempt=st.text(),
    turns=st.lists(TUTOR | st.builds(StudentTurn, utterance=st.text(), at=st.none() | TIMES), max_size=4).map(tuple),
    outcome=st.none() | st.sampled_from(["solved_untold", "solved_told", "not_solved"]),
    seed=st.none() | st.integers(),
)


@given(st.lists(DIALOGUES, max_size=3))
def test_dialogues_are_read_back_as_they_were_written(tmp_path_factory, dialogues):
    path = tmp_path_factory.mktemp("dialogues") / "d.jsonl"
    write_dialogues(path, dialogues)
    assert list(read_dialogues(path)) == dialogues


def test_a_dialogue_takes_one_line_even_where_a_turn_has_line_breaks(tmp_path):
    path = tmp_path / "d.jsonl"
    write_dialogues(path, [Dialogue(problem="p", attempt="x = 3\nso\u2028y = 4")] * 2)
    assert path.read_bytes().count(b"\n") == 2
    assert [found.attempt for found in read_dialogues(path)] == ["x = 3\nso\u2028y = 4"] * 2


@pytest.mark.parametrize("line", ["{", "[]", "7", '{"attempt": "no problem"}', '{"problem": "p", "turns": [{"role": "judge"}]}'])
def test_a_malformed_line_is_named_with_its_file(tmp_path, line):
    path = tmp_path / "odd.jsonl"
    path.write_text(f'{{"problem": "p"}}\n\n{line}\n', encoding="utf-8")
    with pytest.raises(DialogueError, match=r"odd\.jsonl, line 3"):
        list(read_dialogues(path))


def test_the_turn_alone_has_no_role_no_time_and_no_record():
    turn = TutorTurn(act="Focus", subact="Guide", utterance="Go on.", at=NOW, record=TurnRecord(step=1))
    assert list(turn.turn_json()) == ["act", "subact", "highlights", "feedback", "utterance"]


def test_an_unknown_subact_is_refused():
    with pytest.raises(ValidationError, match="subact"):
        TutorTurn(act="Focus", subact="Lecture", utterance="Listen.")


def test_turns_are_told_apart_by_role():
    said = Dialogue(problem="p", turns=(StudentTurn(utterance="Hi."), TutorTurn(act="Focus", subact="Guide", utterance="Go on.")))
    read = Dialogue.model_validate(json.loads(said.model_dump_json()))
    assert [turn.role for turn in read.turns] == ["student", "tutor"]
    assert len(read.tutor_turns()) == len(read.student_turns()) == 1


OLD_LINE = {
    "problem": "p",
    "attempt": "x = 3",
    "turns": [
        {"role": "tutor", "act": "Focus", "subact": "Guide", "feedback": "none", "utterance": "Go on.", "record": {"step": 1}},
        {"role": "student", "utterance": "hm"},
    ],
    "outcome": "not_solved",
    "student": "person",
    "seed": 0,
}


def test_a_line_from_before_ids_versions_and_times_is_read(tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps(OLD_LINE), "utf-8")
    (old,) = read_dialogues(path)
    assert (old.id, old.version, [turn.at for turn in old.turns]) == (None, 0, [None, None])
    assert old.with_turn(StudentTurn(utterance="x = 4")).version == 1


def test_every_turn_makes_a_new_version_and_may_have_its_time():
    first = Dialogue(id="d", problem="p").with_turn(StudentTurn(utterance="Hi."))
    second = first.with_turn(StudentTurn(utterance="Hello?"), at=NOW)
    assert [(each.id, each.version) for each in (first, second)] == [("d", 1), ("d", 2)]
    assert [turn.at for turn in second.turns] == [None, NOW]


def test_a_time_without_its_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        Dialogue(problem="p").with_turn(StudentTurn(utterance="Hi."), at=NOW.replace(tzinfo=None))


def test_the_student_sees_neither_records_nor_the_misconception():
    turn = TutorTurn(act="Focus", subact="Guide", utterance="Go on.", record=TurnRecord(step=1))
    seen = Dialogue(problem="p", turns=(turn, StudentTurn(utterance="hm")), misconception="m").for_student()
    assert seen.misconception is None
    assert [getattr(each, "record", None) for each in seen.turns] == [None, None]
    assert [each.utterance for each in seen.turns] == ["Go on.", "hm"]
