"""Interleaved batches are inspected, consecutive turns and lost diagrams dropped, and every row is in exactly one place."""

import json
from typing import Any

import pytest

from gnomon.corpus import (
    REASONS,
    SIGNS,
    FilterError,
    filter_as_json,
    filter_dialogues,
    filter_files,
    load_entries_of,
    read_inspection,
)
from tests.corpus.conftest import TRIANGLE, answered, row, said
from tests.every import every

HELLO, BYE = said("Introduce", "Generic"), said("Farewell", "Generic")
OTHER: dict[str, Any] = {"points": {"P": [0, 0], "Q": [4, 0]}, "lines": [["P", "Q"]]}
TWICE = [HELLO, said("Guide"), answered(), BYE]


def at(minute):
    return {"at": f"2026-01-31T09:{minute:02}:00Z"}


def verdicts(entries, inspected=None):
    return {each.entry.id: (each.verdict, *each.reasons) for each in filter_dialogues(entries, inspected).decisions}


def test_a_clean_dialogue_is_kept(load):
    assert verdicts(load(row("a"))) == {"a": ("kept",)}


def test_consecutive_turns_of_either_side_are_dropped(load):
    entries = load(row("tutor", *TWICE), row("student", HELLO, answered(), answered(), BYE))
    assert set(verdicts(entries).values()) == {("dropped", "consecutive_turns")}


def test_a_dialogue_whose_diagram_is_lost_is_dropped(load, tmp_path):
    (tmp_path / "there.png").write_bytes(b"picture")
    pictured = {name: row(name, figure=None) for name in ("there", "gone")}
    for name, each in pictured.items():
        each["problem"]["image"] = f"{name}.png"
    found = verdicts(load(*pictured.values(), row("none", figure=None)))
    assert found == {"there": ("kept",), "gone": ("dropped", "diagram_lost"), "none": ("dropped", "diagram_lost")}


def test_a_dialogue_whose_highlighted_pictures_were_not_saved_is_dropped_unless_the_highlights_are_written(load):
    drawn = said("Guide", image="not-saved.png")
    written = drawn | {"highlights": {"lines": ["AB"]}}
    found = verdicts(load(row("lost", HELLO, answered(), drawn), row("written", HELLO, answered(), written)))
    assert found == {"lost": ("dropped", "highlights_lost"), "written": ("kept",)}


def test_a_reference_that_leads_nowhere_drops_nothing_and_is_counted(load):
    filtered = filter_dialogues(load({"problem": "no-such-problem", "turns": []}))
    assert (filtered.counts()["kept"], filtered.diagrams_not_told()) == (1, 1)


SHOWN = {
    "times_overlap": [
        row("a", HELLO | at(1), answered(**at(5)), batch="x"),
        row("b", HELLO | at(3), answered(**at(9)), batch="x"),
    ],
    "times_backwards": [row("a", HELLO | at(4), answered(**at(3)), batch="x"), row("b", batch="x")],
    "foreign_figure": [
        row("a", HELLO, answered(), said("Guide", highlights={"lines": ["PQ"]}), batch="x"),
        row("b", figure=OTHER, batch="x"),
    ],
    "introduced_again": [row("a", HELLO, answered(), HELLO, answered(), BYE, batch="x"), row("b", batch="x")],
    "on_after_farewell": [row("a", HELLO, answered(), BYE, answered(), said("Guide"), batch="x"), row("b", batch="x")],
}


@every(SHOWN.items())
def test_each_sign_sends_its_whole_batch_and_no_other_to_inspection(sign, rows, load):
    filtered = filter_dialogues(load(*rows, row("elsewhere", batch="y"), row("alone")))
    assert [each.verdict for each in filtered.decisions] == ["to inspect", "to inspect", "kept", "kept"]
    assert {name for name, count in filtered.signs().items() if count} == {sign}
    assert filtered.batches() == (1, 2)


def test_every_sign_has_its_case():
    assert SHOWN.keys() == SIGNS.keys()


NO_SIGN = {
    "the same points in both figures": [
        row("a", HELLO, answered(), said("Guide", highlights={"lines": ["AB"]}), batch="x"),
        row("b", batch="x"),
    ],
    "one after the other": [
        row("a", HELLO | at(1), answered(**at(3)), batch="x"),
        row("b", HELLO | at(3), answered(**at(9)), batch="x"),
    ],
    "the second written before the first": [
        row("a", HELLO | at(3), answered(**at(9)), batch="x"),
        row("b", HELLO | at(1), answered(**at(3)), batch="x"),
    ],
    "two farewells at the end": [row("a", HELLO, answered(), BYE, answered(), BYE, batch="x")],
    "a point that no figure has": [row("a", HELLO, answered(), said("Guide", highlights={"lines": ["AZ"]}), batch="x")],
}


@every(NO_SIGN.values())
def test_what_is_no_sign(rows, load):
    assert {each.verdict for each in filter_dialogues(load(*rows)).decisions} == {"kept"}


def test_an_interleaved_batch_is_inspected_whole_also_what_has_consecutive_turns(load):
    entries = load(*SHOWN["introduced_again"], row("c", *TWICE, batch="x"))
    assert verdicts(entries)["c"] == ("to inspect", "interleaved_batch", "consecutive_turns")


def test_who_inspected_keeps_or_drops_and_lifts_no_other_reason(load):
    entries = load(*SHOWN["introduced_again"], row("c", *TWICE, batch="x"))
    assert verdicts(entries, {"a": True, "b": False, "c": True}) == {
        "a": ("kept",),
        "b": ("dropped", "found_unclean"),
        "c": ("dropped", "consecutive_turns"),
    }


@every([{"nobody": True}, {"a": True}])
def test_an_inspected_id_that_is_not_one_dialogue_is_refused(inspected, load):
    with pytest.raises(FilterError, match="expected one dialogue of the id"):
        filter_dialogues(load(row("a"), row("a")), inspected)


@pytest.fixture
def mixed(load):
    """Return a corpus with something for every file."""
    return load(row("kept"), row("dropped", *TWICE), *SHOWN["introduced_again"], "{no json")


def test_every_row_is_written_to_exactly_one_file(mixed, tmp_path):
    files = filter_files(filter_dialogues(mixed), mixed.bad_rows, tmp_path / "out")
    lines = {path.name: text.splitlines() for path, text in files.items()}
    ids = {name: [json.loads(line)["id"] for line in lines[name]] for name in ("kept.jsonl", "dropped.jsonl", "to_inspect.jsonl")}
    assert ids == {"kept.jsonl": ["kept"], "dropped.jsonl": ["dropped"], "to_inspect.jsonl": ["a", "b"]}
    assert lines["unreadable.jsonl"] == ["{no json"]
    assert sum(map(len, ids.values())) + 1 == mixed.rows


def test_every_decision_is_counted_by_its_reason(mixed):
    told = filter_as_json(filter_dialogues(mixed), mixed.bad_rows)
    assert (told["rows"], told["kept"], told["to_inspect"], told["dropped"], told["unreadable"]) == (5, 1, 2, 1, 1)
    assert told["reasons"] == dict.fromkeys(REASONS, 0) | {"consecutive_turns": 1, "interleaved_batch": 2}
    assert [(each["id"], each["row"], each["verdict"]) for each in told["decisions"]][1] == ("dropped", 2, "dropped")
    assert told["unreadable_rows"][0]["row"] == 5


def test_written_rows_load_again_as_they_were_also_with_pictures_and_from_another_folder(write, tmp_path):
    (tmp_path / "in" / "images").mkdir(parents=True)
    for name in ("p", "t"):
        (tmp_path / "in" / "images" / f"{name}.png").write_bytes(b"picture")
    pictured = row(
        "a", HELLO, answered(), said("Guide", image="images/t.png"), teacher="t3", debrief={"Q1": 5}, unknown={"x": [1]}
    )
    pictured["problem"]["images"] = ["images/p.png"]
    before = load_entries_of([str(write([pictured], "in/rows.jsonl"))])
    (tmp_path / "out" / "deep").mkdir(parents=True)
    files = filter_files(filter_dialogues(before), (), tmp_path / "out" / "deep")
    for path, text in files.items():
        path.write_text(text, "utf-8")
    after = load_entries_of([str(tmp_path / "out" / "deep" / "kept.jsonl")])
    assert not after.notes  # a picture that is not found would be noted
    same = {"dialogue", "debrief", "teacher", "told", "extra", "problem_id"}
    assert after[0].model_dump(include=same) == before[0].model_dump(include=same)
    assert after[0].written["unknown"] == {"x": [1]}


def test_the_sheet_for_inspection_is_read_back(write):
    sheet = write([{"id": "a", "batch": "x", "signs": [], "keep": True}, {"id": "b", "keep": None}, {"id": "c", "keep": False}])
    assert read_inspection(sheet) == {"a": True, "c": False}


def test_yes_and_no_are_read_in_the_words_of_people(write):
    sheet = write([{"id": "a", "keep": "yes"}, {"id": "b", "keep": "No"}, {"id": "c", "keep": "TRUE"}])
    assert read_inspection(sheet) == {"a": True, "b": False, "c": True}


@every(["{no json", '{"id": "a"}', '{"id": 3, "keep": true}', '{"id": "a", "keep": "perhaps"}', "[]"])
def test_a_line_that_is_none_of_a_sheet_is_refused_with_its_number(line, write):
    with pytest.raises(FilterError, match="line 2: expected"):
        read_inspection(write([{"id": "z", "keep": None}, line]))


def test_the_triangle_of_the_cases_has_no_point_of_the_other_figure():
    assert not TRIANGLE["points"].keys() & OTHER["points"].keys()
