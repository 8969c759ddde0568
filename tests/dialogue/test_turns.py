"""Turns and dialogues survive a file; a bad line is named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gnomon.dialogue import Dialogue, DialogueError, StudentTurn, TurnRecord, TutorTurn, read_dialogues, subacts, write_dialogues
from gnomon.figure import Highlights

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
    record=st.none() | RECORDS,
)
DIALOGUES = st.builds(
    Dialogue,
    problem=st.text(),
    attempt=st.text(),
    turns=st.lists(TUTOR | st.builds(StudentTurn, utterance=st.text()), max_size=4).map(tuple),
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


def test_the_turn_alone_has_no_role_and_no_record():
    turn = TutorTurn(act="Focus", subact="Guide", utterance="Go on.", record=TurnRecord(step=1))
    assert list(turn.turn_json()) == ["act", "subact", "highlights", "feedback", "utterance"]


def test_an_unknown_subact_is_refused():
    with pytest.raises(ValidationError, match="subact"):
        TutorTurn(act="Focus", subact="Lecture", utterance="Listen.")


def test_turns_are_told_apart_by_role():
    said = Dialogue(problem="p", turns=(StudentTurn(utterance="Hi."), TutorTurn(act="Focus", subact="Guide", utterance="Go on.")))
    read = Dialogue.model_validate(json.loads(said.model_dump_json()))
    assert [turn.role for turn in read.turns] == ["student", "tutor"]
    assert len(read.tutor_turns()) == len(read.student_turns()) == 1
