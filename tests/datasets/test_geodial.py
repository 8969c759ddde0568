"""GeoDial's dialogues: kept as recorded, with what is odd about them noted."""

import copy
from typing import Any

import pytest

from gnomon.datasets import load_geodial, split_by_problem
from gnomon.dialogue import StudentTurn, TutorTurn
from gnomon.figure import Highlights

ROW: dict[str, Any] = {
    "id": "d1",
    "problem": {"id": "p1", "text": "Find x.", "image": "p1.png", "answer": 34, "solution": "It is 34."},
    "student_solution": "I got 30.",
    "turns": [
        {"role": "teacher", "act": "Generic", "subact": "Introduce", "highlights": {}, "feedback": "none", "utterance": "Hello."},
        {"role": "student", "utterance": "Hi."},
        {
            "role": "teacher",
            "act": "SeeFigure",
            "subact": "AskRelation",
            "highlights": {"green": {"angles": ["CBA"]}, "brown": {"angles": ["CBD"], "missing": ["D"]}},
            "feedback": "negative",
            "utterance": "Compare the two.",
        },
    ],
    "outcome": "solved_untold",
}


@pytest.fixture
def load(write):
    """Return a function that loads one row, `ROW` with changes at paths such as ``turns.0.subact``."""

    def load_changed(changes=None, name="rows.jsonl"):
        row = copy.deepcopy(ROW)
        for path, value in (changes or {}).items():
            *outer, last = path.split(".")
            inside: Any = row
            for step in outer:
                inside = inside[int(step)] if step.isdigit() else inside[step]
            inside[last] = value
        return load_geodial(write([ROW | {"id": "whole"}, row], name))

    return load_changed


def notes_of(loaded):
    return [note.rule for note in loaded.notes if note.row == 2 and note.rule != "picture_missing"]


def test_a_dialogue_is_read_with_problem_turns_and_colours(load):
    item = load()[1]
    assert (item.problem_id, item.answer, item.correct_solution, item.student_solution) == ("p1", "34", "It is 34.", "I got 30.")
    first, second, third = item.dialogue.turns
    assert isinstance(first, TutorTurn)
    assert second == StudentTurn(utterance="Hi.")
    assert (third.highlights, third.highlights2) == (Highlights(angles=("ABC",)), Highlights(angles=("CBD",)))
    assert [notes.missing for notes in item.turn_notes] == [(), ("D",)]


def test_the_data_points_are_the_tutor_turns_with_what_went_before(load):
    (before_first, first), (before_second, second) = load()[1].contexts()
    assert (len(before_first.turns), first.subact) == (0, "Introduce")
    assert (len(before_second.turns), second.subact) == (2, "AskRelation")
    assert before_second.outcome is None  # how it ends is not known yet


def test_brown_alone_is_kept_and_noted(load):
    loaded = load({"turns.2.highlights": {"brown": {"lines": ["BA"]}}})
    turn = loaded[1].dialogue.tutor_turns()[1]
    assert (turn.highlights, turn.highlights2) == (Highlights(), Highlights(lines=("AB",)))
    assert notes_of(loaded) == ["ask_relation_needs_two", "brown_without_green"]


@pytest.mark.parametrize(
    ("written", "act", "read"),
    [
        ("GetRelation", "SeeFigure", "AskRelation"),
        ("AskForExplan.", "Probing", "AskForExplanation"),
        ("Probing: AskForExplan.", "Probing", "AskForExplanation"),
        ("Self Correct", "probing", "SelfCorrect"),
        ("seek_strategy", "FOCUS", "SeekStrategy"),
    ],
)
def test_names_found_in_the_wild_are_read_and_noted(load, written, act, read):
    green = {"green": {"lines": ["AB"]}, **({"brown": {"lines": ["CD"]}} if read == "AskRelation" else {})}
    loaded = load({"turns.2.subact": written, "turns.2.act": act, "turns.2.highlights": green})
    assert loaded[1].dialogue.tutor_turns()[1].subact == read
    assert notes_of(loaded) == ["subact_alias"]


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        ({"turns.0.feedback": "positive"}, ["no_feedback_on_first"]),
        ({"turns.2.subact": "Introduce", "turns.2.act": "Generic", "turns.2.highlights": {}}, ["introduce_only_first"]),
        ({"turns.2.subact": "Guide", "turns.2.highlights": {}}, ["subact_belongs_to_act", "see_figure_needs_highlight"]),
        ({"turns.1.role": "tutor", "turns.1.subact": "Continue", "turns.1.act": "Generic"}, ["consecutive_turns"] * 2),
        ({"turns.2.act": None}, ["act_from_subact"]),
        ({"outcome": "who knows"}, ["outcome_unknown"]),
        ({"split": "half"}, ["split_unknown"]),
    ],
)
def test_a_broken_rule_is_noted_and_the_dialogue_kept_as_written(load, change, rules):
    loaded = load(change)
    assert len(loaded) == 2
    assert sorted(notes_of(loaded)) == sorted(rules)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"turns.2.subact": "Shout"}, "expected a subact of the vocabulary under 'turns[2].subact', got 'Shout'"),
        ({"turns.2.act": "Loud"}, "expected an act of the vocabulary under 'turns[2].act', got 'Loud'"),
        ({"turns.2.feedback": "warm"}, "expected 'positive', 'negative' or 'none' under 'turns[2].feedback', got 'warm'"),
        ({"turns.1.role": "parent"}, "expected 'teacher' or 'student' under 'turns[1].role', got 'parent'"),
        (
            {"turns.2.highlights": {"green": {"lines": 3}}},
            "expected a list of texts under 'turns[2].highlights.green.lines', got 3",
        ),
        ({"turns": []}, "expected at least one turn under 'turns', got nothing"),
        ({"problem": "p1"}, "expected a mapping under 'problem', got 'p1'"),
    ],
)
def test_a_row_that_cannot_be_read_says_what_was_expected(load, change, told):
    loaded = load(change)
    assert [(row.row, row.reason) for row in loaded.bad_rows] == [(2, told)]


def test_feedback_neutral_is_none_as_in_the_paper(load):
    assert load({"turns.2.feedback": "neutral"})[1].dialogue.tutor_turns()[1].feedback == "none"


def test_our_own_form_of_highlights_is_read_too(load):
    loaded = load({"turns.2.highlights": {"lines": ["BA"]}, "turns.2.highlights2": {"lines": ["DC"]}})
    turn = loaded[1].dialogue.tutor_turns()[1]
    assert (turn.highlights.lines, turn.highlights2.lines) == (("AB",), ("CD",))


def test_a_name_that_is_no_element_is_kept_as_written(load):
    assert load({"turns.2.highlights.green": {"lines": ["A-?"]}})[1].dialogue.tutor_turns()[1].highlights.lines == ("A-?",)


def test_the_file_gives_its_rows_the_split_and_the_field_wins(write):
    path = write([ROW, ROW | {"id": "d2", "split": "train", "problem": ROW["problem"] | {"id": "p2"}}], "dev.jsonl")
    assert [item.split for item in load_geodial(path)] == ["validation", "train"]


def test_a_problem_in_two_splits_is_noted(write):
    loaded = load_geodial(write([ROW | {"split": "train"}, ROW | {"id": "d2", "split": "test"}]))
    assert [(note.rule, note.row) for note in loaded.notes if note.rule != "picture_missing"] == [("problem_in_two_splits", 2)]


def test_a_missing_diagram_is_noted_and_its_path_kept(load, tmp_path):
    loaded = load()
    assert loaded.note_counts()["picture_missing"] == 2
    assert loaded[1].question.images == (str(tmp_path / "p1.png"),)


def test_a_split_by_problem_holds_every_dialogue_once_and_no_problem_twice(write):
    rows = [ROW | {"id": f"d{n}", "problem": ROW["problem"] | {"id": f"p{n % 10}"}} for n in range(25)]
    parts = split_by_problem(load_geodial(write(rows)), seed=3)
    assert sorted(item.id for part in parts.values() for item in part) == sorted(row["id"] for row in rows)
    problems = [{item.problem_id for item in part} for part in parts.values()]
    assert [len(part) for part in problems] == [8, 1, 1]  # .8, .1 and .1 of ten problems
    assert len(set.union(*problems)) == 10


def test_a_split_by_problem_depends_on_the_seed_and_not_on_the_order(write):
    items = load_geodial(write([ROW | {"id": f"d{n}", "problem": ROW["problem"] | {"id": f"p{n}"}} for n in range(20)]))
    tests = [
        {item.id for item in split_by_problem(each, seed=seed)["test"]}
        for each, seed in ((items, 0), (items[::-1], 0), (items, 1))
    ]
    assert tests[0] == tests[1] != tests[2]


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.9, 0.2, -0.1), (0.5, 0.2, 0.2)])
def test_shares_that_are_no_shares_are_refused(shares):
    with pytest.raises(ValueError, match="expected three shares with the sum 1"):
        split_by_problem([], shares)
