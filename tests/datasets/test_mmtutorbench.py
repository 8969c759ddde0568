"""MMTutorBench's key steps."""

import pytest

from gnomon.datasets import load_mmtutorbench, personas

CRITERIA = ["insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control"]
REFERENCE = {"insight_discovery": "Why.", "operation_formulation": "What.", "operation_execution": "How."}
RUBRIC = {
    "task_description": "Judge it.",
    "evaluation_criteria": [
        {"id": name, "criterion": f"{name}?", "condition_for_1": "yes", "condition_for_0": "no"} for name in CRITERIA
    ],
}
ROW = {
    "id": "k1",
    "domain": "Algebra",
    "difficulty": 3,
    "images": ["a.png", "b.png"],
    "current_image": "c.png",
    "reference": REFERENCE,
    "rubric": RUBRIC,
}


def turn(number: int, kind: str) -> dict:
    return {"turn": number, "type": kind, "query": "And now?", "reference": REFERENCE, "rubric": RUBRIC}


@pytest.fixture
def load(write):
    """Return a function that loads `ROW` and, second, `ROW` with changes."""
    return lambda **changes: load_mmtutorbench(write([ROW | {"id": "whole"}, ROW | changes]))


def test_an_item_holds_pictures_in_order_reference_and_rubric(load, tmp_path):
    item = load()[1]
    assert item.all_images == tuple(str(tmp_path / name) for name in ("a.png", "b.png", "c.png"))
    assert item.reference.operation_formulation == "What."
    assert [criterion.id for criterion in item.criteria] == CRITERIA
    assert (item.query, item.follow_ups, item.task) == (None, (), "Judge it.")


def test_criteria_come_in_the_papers_order_whatever_their_order_in_the_row(load):
    shuffled = RUBRIC | {"evaluation_criteria": RUBRIC["evaluation_criteria"][::-1]}
    assert [criterion.id for criterion in load(rubric=shuffled)[1].criteria] == CRITERIA


@pytest.mark.parametrize(("difficulty", "level"), [(1, "Easy"), (2, "Easy"), (3, "Medium"), (4, "Hard"), (5, "Hard")])
def test_levels_follow_the_paper(load, difficulty, level):
    assert load(difficulty=difficulty)[1].level == level


@pytest.mark.parametrize(
    ("domain", "group"),
    [("Algebra", "Algebra"), ("Geometry", "Geometry"), ("Analysis & Calculus", "Advanced"), ("Advanced", "Advanced")],
)
def test_every_other_domain_counts_as_advanced(load, domain, group):
    assert load(domain=domain)[1].domain_group == group


def test_later_turns_carry_their_type_reference_and_rubric(load):
    follow_ups = load(turns=[turn(2, "progressive"), turn(3, "Introspective")])[1].follow_ups
    assert [(each.turn, each.type) for each in follow_ups] == [(2, "Progressive"), (3, "Introspective")]
    assert [criterion.id for criterion in follow_ups[1].criteria] == CRITERIA


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"turns": [turn(3, "Progressive")]}, "turns_out_of_order"),
        ({"personas": ["novice_anxious", "bored"]}, "persona_unknown"),
        (
            {"rubric": {"evaluation_criteria": [*RUBRIC["evaluation_criteria"], {"id": "charm"}]}},
            "criterion_unknown",
        ),
    ],
)
def test_what_is_odd_is_noted_and_kept(load, changes, rule):
    loaded = load(**changes)
    assert len(loaded) == 2
    assert [note.rule for note in loaded.notes if note.rule != "picture_missing"] == [rule]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"difficulty": 6}, "expected a difficulty from 1 to 5 under 'difficulty', got 6"),
        ({"current_image": None}, "expected a text under 'current_image', got nothing"),
        ({"reference": {"insight_discovery": "Why."}}, "expected a text under 'reference.operation_formulation', got nothing"),
        ({"rubric": {"evaluation_criteria": RUBRIC["evaluation_criteria"][:3]}}, "solution_scope_control is missing"),
        ({"turns": [turn(2, "Rhetorical")]}, "expected Progressive or Exploratory or Introspective under 'turns[0].type'"),
    ],
)
def test_an_item_that_cannot_be_judged_is_a_bad_row(load, changes, told):
    loaded = load(**changes)
    assert len(loaded) == 1
    assert told in loaded.bad_rows[0].reason


def test_the_two_profiles_differ_in_every_instruction():
    novice, advanced = personas()["novice_anxious"], personas()["advanced_focused"]
    fields = ("proficiency", "state", "goal", "tone", "granularity", "strategy")
    assert [field for field in fields if getattr(novice, field) == getattr(advanced, field)] == []
