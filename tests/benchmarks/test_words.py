"""The benchmark of words finds a fact that does not hold, one that is missing, and another goal."""

import json

import pytest

from benchmarks.words import judged, strangers_texts
from benchmarks.words_checks.school import SchoolError, literal_of_school
from tests.every import every

POINTS = {"A": [0, 4], "B": [-3, 0], "C": [3, 0], "D": [0, 0]}
FACTS = ["AB = AC", "AB = 5", "D midpoint of BC"]
TEXT = "In triangle ABC, AB = AC = 5. D is the midpoint of BC. Find AD."


def row(tmp_path, **changed):
    path = tmp_path / "words.jsonl"
    line = {"id": "one", "text": TEXT, "points": POINTS, "letters": {}, "facts": FACTS, "goal": "AD", "answer": 4} | changed
    path.write_text(json.dumps(line), "utf-8")
    (text,) = strangers_texts(path)
    return judged(text)


def test_a_text_with_all_its_facts_is_fully_read(tmp_path):
    assert row(tmp_path).read == "fully"


def test_a_fact_may_follow_from_others(tmp_path):
    assert row(tmp_path, facts=["AD ⊥ BC", "BD = DC", "AC = 5"]).missing == ()


def test_a_fact_that_does_not_hold_at_the_points_is_wrong(tmp_path):
    found = row(tmp_path, text=TEXT.replace("= 5", "= 6"))
    assert found.wrong == ("Equals(LengthOf(Line(A, C)), 6)",)
    assert found.read == "partly"


def test_a_fact_that_does_not_follow_is_missing(tmp_path):
    assert row(tmp_path, facts=["BC = 6"]).missing == ("BC = 6",)


def test_another_goal_is_wrong_and_the_same_in_other_words_is_right(tmp_path):
    assert row(tmp_path, goal="BC").goal == "wrong"
    assert row(tmp_path, goal="AD", text=TEXT.replace("Find AD", "How far is D from A")).goal == "right"


@every(
    [
        ("AB : BC = 2 : 3", ["Equals(Div(LengthOf(Line(A,B)), LengthOf(Line(B,C))), Div(2, 3))"]),
        ("circle O: A, B", ["PointLiesOnCircle(A, Circle(O))", "PointLiesOnCircle(B, Circle(O))"]),
        ("∠ABC = 2x + 10°", ["Equals(MeasureOf(Angle(A,B,C)), 2x + 10)"]),
        ("ABCD isosceles trapezoid", ["Isosceles(Trapezoid(A,B,C,D))"]),
    ]
)
def test_school_notation_is_read(text, literals):
    assert literal_of_school(text) == literals


def test_another_notation_is_refused():
    with pytest.raises(SchoolError, match="cannot read"):
        literal_of_school("A is somewhere")
