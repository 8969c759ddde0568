"""Rows of Geometry3K's forms are read, whatever they lack."""

import json
import math
from typing import Any

import pytest

from gnomon.problem import MalformedFileError, NoPositionsError, load_forms, read_form

FORM: dict[str, Any] = {
    "diagram_logic_forms": [
        "Equals(LengthOf(Line(A, C)), 20)",
        "PointLiesOnLine(M, Line(C, B))",
        "PointLiesOnLine(N, Line(C, M))",
        "Perpendicular(Line(A, M), Line(M, C))",
    ],
    "text_logic_forms": ["Isosceles(Triangle(A,B,C))", "Find(PerimeterOf(Triangle(A,B,M)))"],
    "point_positions": {"A": [40, 0], "B": [80, 100], "C": [0, 100], "M": [40, 100], "N": [20, 100]},
    "line_instances": ["AB", "AC", "AM", "BM", "CM"],
}


def changed(**keys):
    return {**FORM, **keys}


def test_pixels_are_turned_over():
    assert read_form("1", FORM).question.figure.points["A"] == (40.0, 0.0)
    assert read_form("1", FORM).question.figure.points["B"] == (80.0, -100.0)


def test_points_on_one_line_become_one_ordered_line():
    problem = read_form("1", FORM)
    assert ("B", "M", "N", "C") in problem.question.figure.lines or ("C", "N", "M", "B") in problem.question.figure.lines
    assert sum(fact.kind == "collinear" for fact in problem.formal.facts) == 1


def test_a_question_is_worded_from_the_literals_of_the_text():
    assert read_form("1", FORM).question.text == "Triangle ABC is isosceles with apex A. Find the perimeter of ABM."


def test_a_point_without_position_is_placed_between_the_points_it_lies_between():
    problem = read_form("1", changed(point_positions={**FORM["point_positions"], "C": [-1, -1]}))
    figure = problem.question.figure
    assert figure.points["C"][0] < 40
    assert any("point C has no position in the picture" in warning for warning in problem.formal.warnings)


def test_a_centre_without_position_is_placed_amid_the_points_of_its_circle():
    angles = [0.3, 1.5, 3.2, 4.0]
    positions = {name: [100 + 50 * math.cos(t), 100 + 50 * math.sin(t)] for name, t in zip("ABCD", angles, strict=True)}
    literals = [f"PointLiesOnCircle({name}, Circle(O, radius_0_0))" for name in positions]
    form = {
        "diagram_logic_forms": literals,
        "text_logic_forms": ["Find(RadiusOf(Circle(O)))"],
        "point_positions": {**positions, "O": [-1, -1]},
    }
    assert read_form("1", form).question.figure.points["O"] == pytest.approx((100, -100), abs=1)


def test_a_point_that_nothing_speaks_of_is_dropped_and_named():
    positions = {**FORM["point_positions"], "Z": [-1, -1]}
    problem = read_form("1", changed(point_positions=positions, diagram_logic_forms=["Circle(Z)"]))
    assert "Z" not in problem.question.figure.points
    assert any(warning.startswith("point Z has no position") for warning in problem.formal.warnings)


def test_an_anonymous_point_gets_a_name_that_is_not_printed():
    literals = [*FORM["diagram_logic_forms"], "PointLiesOnLine(point_26, Line(A, B))"]
    assert read_form("1", changed(diagram_logic_forms=literals)).question.figure.hidden == ("P26",)


def test_three_points_far_off_a_line_are_not_believed_when_the_point_is_elsewhere():
    literals = [*FORM["diagram_logic_forms"], "PointLiesOnLine(M, Line(A, B))"]
    problem = read_form("1", changed(diagram_logic_forms=literals))
    assert any("not in line as drawn" in warning for warning in problem.formal.warnings)


CROSSING: dict[str, Any] = {
    "diagram_logic_forms": ["Equals(MeasureOf(Angle(A, M, C)), 70)"],
    "text_logic_forms": ["Find(MeasureOf(Angle(C, M, B)))"],
    "point_positions": {"A": [0, 100], "B": [200, 100], "M": [90, 101], "C": [120, 10]},
    "line_instances": ["AB", "AM", "BM", "CM"],
}
"""M on AB as drawn, which no literal says."""


def lines_through(middle, **keys):
    formal = read_form("1", {**CROSSING, **keys}).formal
    return [fact.points for fact in formal.facts if fact.kind == "collinear" and middle in fact.points], formal.warnings


def test_a_point_drawn_on_a_drawn_segment_lies_on_it_though_no_literal_says_so():
    lines, warnings = lines_through("M")
    assert lines == [("A", "M", "B")]
    assert "read from the figure: M lies on AB" in warnings


def test_a_point_beside_a_segment_or_without_one_lies_on_no_line():
    beside = {**CROSSING["point_positions"], "M": [90, 106]}
    assert lines_through("M", point_positions=beside) == ([], ())
    assert lines_through("M", line_instances=["AM", "BM", "CM"]) == ([], ())


def test_two_feet_drawn_off_one_side_are_both_on_it():
    literals = ["PointLiesOnLine(F, Line(E, B))", "PointLiesOnLine(N, Line(E, B))"]
    positions = {"E": [1, 128], "B": [252, 129], "F": [33, 106], "N": [138, 108]}
    form = {"diagram_logic_forms": literals, "text_logic_forms": ["Find(x)"], "point_positions": positions}
    assert [fact.points for fact in read_form("1", form).formal.facts] == [("E", "F", "N", "B")]


def test_an_end_of_an_angle_without_position_is_on_the_one_ray_that_is_left():
    label = "Equals(MeasureOf(Angle(C, M, X)), 110)"
    positions = {**CROSSING["point_positions"], "X": [-1, -1]}
    form = {**CROSSING, "point_positions": positions, "diagram_logic_forms": [label]}
    assert "X" in read_form("1", form).question.figure.points  # MA or MB: nothing says which
    labelled = read_form("1", {**form, "diagram_logic_forms": [*CROSSING["diagram_logic_forms"], label]})
    assert "X" not in labelled.question.figure.points
    assert "∠BMC = 110" in [str(equation) for equation in labelled.formal.equations]
    assert "read from the figure: MB is the side of an angle that is named MX" in labelled.formal.warnings


def test_an_angle_with_a_side_that_is_not_drawn_is_read_at_the_corner_that_is():
    labels = ["Equals(MeasureOf(Angle(A, B, C)), 70)", "Equals(MeasureOf(Angle(D, A, C)), 80)"]
    form = {
        "diagram_logic_forms": labels,
        "text_logic_forms": ["Find(MeasureOf(Angle(B, C, D)))"],
        "point_positions": {"A": [0, 0], "B": [0, 90], "C": [100, 100], "D": [120, 0]},
        "line_instances": ["AB", "BC", "CD", "DA"],
    }
    formal = read_form("1", form).formal
    assert [str(equation) for equation in formal.equations] == ["∠ABC = 70", "∠ADC = 80"]
    assert any("the angle with the sides of" in warning for warning in formal.warnings)
    own = {**form, "diagram_logic_forms": [*labels, "Equals(MeasureOf(Angle(C, D, A)), 75)"]}  # that corner has its own label
    assert any("does not show both sides" in warning for warning in read_form("1", own).formal.left_out)


def test_circles_about_one_centre_are_told_apart_by_distance():
    positions = {"O": [0, 0], "A": [100, 0], "B": [0, 100], "C": [200, 0], "D": [0, 200]}
    literals = [f"PointLiesOnCircle({name}, Circle(O, radius_0_0))" for name in "ABCD"]
    problem = read_form("1", {"diagram_logic_forms": literals, "text_logic_forms": ["Find(x)"], "point_positions": positions})
    assert [circle.points for circle in problem.question.figure.circles] == [("A", "B"), ("C", "D")]


def test_given_lengths_are_printed_and_right_angles_marked():
    figure = read_form("1", FORM).question.figure
    assert [(label.text, label.element) for label in figure.labels] == [("20", "line:AC")]
    assert len(figure.marks.right_angles) == 1
    assert figure.marks.right_angles[0][1] == "M"


def test_a_row_without_positions_is_refused_with_what_to_do():
    with pytest.raises(NoPositionsError, match="add point_positions"):
        read_form("7", changed(point_positions={"A": [-1, -1]}))


def test_a_row_of_another_shape_is_refused_with_its_key():
    with pytest.raises(MalformedFileError, match="point_positions"):
        read_form("7", changed(point_positions=[1, 2]))


@pytest.mark.parametrize("content", ["", "[1]", '{"1": 2}', "{", "[" * 100_000])
def test_a_file_that_is_no_forms_file_is_refused(tmp_path, content):
    path = tmp_path / "forms.json"
    path.write_text(content)
    with pytest.raises(MalformedFileError, match="forms"):
        load_forms(path)


@pytest.mark.slow
def test_at_least_97_percent_of_the_public_forms_have_a_goal(data_folder):
    rows = json.loads((data_folder / "geometry3k" / "forms_0000_2400.json").read_text())
    some = dict(list(rows.items())[::12])
    problems = [read_form(row_id, row) for row_id, row in some.items() if row_id != "520"]  # 520 has no position at all
    asked = [p for p in problems if not any("not supported" in warning for warning in p.formal.warnings)]
    assert sum(p.formal.goal is not None for p in asked) >= 0.97 * len(asked)


def test_every_worked_example_has_a_goal_and_an_answer(data_folder):
    rows = load_forms(data_folder / "geometry3k" / "acceptance15.json")
    problems = [read_form(row_id, row) for row_id, row in rows.items()]
    assert all(problem.formal.goal is not None and problem.answer is not None for problem in problems)
