"""Readings of what annotators leave out about heights, centres and parts that the text names by a word."""

import pytest

from gnomon.figure import Figure
from gnomon.problem import read_form
from tests.problem.conftest import own

SIDES = ["AB", "BC", "CD", "DA"]
TRAPEZOID = {"A": [0, 0], "B": [200, 0], "C": [150, 90], "D": [40, 90]}


def form(literals, text, positions, lines, circles=()):
    return read_form(
        "1",
        {
            "diagram_logic_forms": literals,
            "text_logic_forms": text,
            "point_positions": positions,
            "line_instances": lines,
            "circle_instances": list(circles),
            "point_instances": list(positions),
        },
    ).formal


@pytest.mark.parametrize(("at", "is_foot"), [((90.0, 6.0), True), ((90.0, 60.0), False)])
def test_a_loose_end_of_a_height_lies_on_the_line_that_it_is_drawn_near_to(read, at, is_foot):
    figure = Figure(
        points={"W": (0.0, 0.0), "Y": (300.0, 0.0), "X": (90.0, 150.0), "A": at},
        lines=(("W", "Y"), ("W", "X"), ("X", "Y"), ("X", "A")),
    )
    found = read(figure, "Perpendicular(Line(X,A), Line(W,Y))", find="LengthOf(Line(W,Y))")
    assert ("collinear(W, A, Y)" in own(found, kinds=())) is is_foot


def test_a_point_that_something_else_speaks_of_is_no_loose_end(read):
    figure = Figure(
        points={"W": (0.0, 0.0), "Y": (300.0, 0.0), "X": (90.0, 150.0), "A": (90.0, 6.0)},
        lines=(("W", "Y"), ("W", "X"), ("X", "Y"), ("X", "A"), ("A", "W")),
    )
    assert "collinear(W, A, Y)" not in own(read(figure, "Perpendicular(Line(X,A), Line(W,Y))"), kinds=())


def test_a_height_that_starts_at_a_base_ends_on_the_other_one():
    literals = ["Perpendicular(Line(C,E), Line(C,D))", "Equals(LengthOf(Line(C,E)), 9)"]
    formal = form(literals, ["Find(AreaOf(Trapezoid(A,B,C,D)))"], {**TRAPEZOID, "E": [-1, -1]}, SIDES)
    assert "collinear(A, E, B)" in own(formal, kinds=())


def test_a_line_that_is_square_to_itself_is_square_to_the_other_line_there(read):
    figure = Figure(points={"Q": (0, 0), "E": (4, 0), "P": (9, 0), "N": (4, 5)}, lines=(("Q", "E", "P"), ("N", "E")))
    assert own(read(figure, "Perpendicular(Line(Q,E), Line(P,E))")) == ["perpendicular(N, E, E, Q)"]


def test_a_right_angle_with_a_side_that_ends_nowhere_is_that_of_the_drawn_line():
    positions = {"A": [0, 0], "D": [0, 100], "O": [80, 2], "E": [-1, -1]}
    formal = form(["Perpendicular(Line(A,D), Line(A,E))"], ["Find(x)"], positions, ["AD", "AO", "DO"])
    assert own(formal) == ["perpendicular(A, D, A, O)"]


def test_a_right_angle_of_two_points_that_are_nowhere_is_left_out():
    positions = {**TRAPEZOID, "E": [-1, -1], "F": [-1, -1]}
    formal = form(["Perpendicular(Line(E,A), Line(F,A))"], ["Find(LengthOf(Line(A,B)))"], positions, SIDES)
    assert own(formal) == []


def test_perpendicular_bisectors_named_by_letters_meet_at_the_centre_of_the_circle_around_the_triangle(read):
    figure = Figure(
        points={"P": (0, 0), "Q": (8, 0), "R": (3, 6), "T": (4, 1.75)},
        lines=(("P", "Q"), ("Q", "R"), ("R", "P"), ("P", "T"), ("Q", "T")),
    )
    bisectors = [f"IsPerpendicularBisectorOf(Line({name}),Triangle(P,Q,R))" for name in "lmn"]
    found = read(figure, *bisectors, "IntersectAt(Line(l),Line(m),Line(n),Point(T))")
    assert own(found) == ["inscribed(T, P, Q, R)"]


def test_an_altitude_of_an_angle_is_that_of_the_triangle(read):
    figure = Figure(
        points={"G": (0, 0), "H": (6, 8), "J": (10, 0), "M": (6, 0)}, lines=(("G", "M", "J"), ("G", "H"), ("H", "J"), ("H", "M"))
    )
    assert own(read(figure, "Equals(Line(H,M),AltitudeOf(Angle(G,H,J)))")) == ["altitude(H, M, G, J)"]


def test_the_scale_factor_of_a_dilation_is_the_ratio_of_the_distances_from_its_centre():
    positions = {"F": [0, 0], "W": [60, 30], "W'": [100, 50]}
    literals = ["Equals(LengthOf(Line(F, W')), 10)", "Equals(LengthOf(Line(W, W')), 4)", "PointLiesOnLine(W, Line(F, W'))"]
    formal = form(literals, ["Find(ScaleFactorOf(Shape(W),Shape(W')))"], positions, ["FW", "WW'"])
    assert str(formal.goal.expression) == "FW'/FW"


def test_of_two_matching_figures_the_coloured_one_is_that_without_an_area():
    positions = {**TRAPEZOID, **{name: [-1, -1] for name in "FGHI"}}
    text = ["Similar(Quadrilateral(A,B,C,D),Quadrilateral(F,G,H,I))", "Find(AreaOf(Green(Quadrilateral($))))"]
    formal = form(["Equals(AreaOf(Quadrilateral(A,B,C,D)), 40)"], text, positions, SIDES)
    assert str(formal.goal.expression) == "area of FGHI"


def test_a_square_that_is_given_a_number_is_one():
    positions = {"A": [0, 0], "B": [50, 0], "C": [50, 50], "D": [0, 50]}
    formal = form(["Equals(Square(1),Square(A,B,C,D))"], ["Find(PerimeterOf(Square(1)))"], positions, SIDES)
    assert [given for given in own(formal) if given.startswith("square")] == ["square(A, B, C, D)"]


def test_a_vertex_that_is_nowhere_is_the_point_with_lines_to_both_ends():
    positions = {"E": [100, 100], "F": [0, 100], "K": [150, 180], "H": [250, 100], "N": [-1, -1]}
    formal = form(["Equals(MeasureOf(Angle(K,N,F)), 125)"], ["Find(x)"], positions, ["EF", "EH", "EK"])
    assert own(formal) == ["∠FEK = 125"]


def test_the_foot_from_an_incentre_is_not_the_end_of_the_bisector():
    positions = {"A": [0, 0], "B": [174, 372], "C": [429, 117], "H": [207, 179], "G": [290, 256]}
    literals = ["Perpendicular(Line(H,G), Line(B,G))", "PointLiesOnLine(G, Line(B, C))", "PointLiesOnLine(H, Line(A, G))"]
    formal = form(
        literals, ["IsIncenterOf(Point(H),Triangle(A,B,C))", "Find(x)"], positions, ["AB", "BC", "CA", "AG", "HA", "HG"]
    )
    assert [str(fact) for fact in formal.facts if fact.kind == "collinear"] == ["collinear(B, G, C)"]


def test_a_point_that_only_lies_on_a_line_stands_on_it():
    positions = {"A": [0, 0], "B": [100, 0], "C": [50, 80], "M": [-1, -1]}
    problem = read_form(
        "1",
        {
            "diagram_logic_forms": ["PointLiesOnLine(M, Line(A, B))"],
            "text_logic_forms": ["Find(LengthOf(Line(A,B)))"],
            "point_positions": positions,
            "line_instances": ["AB", "BC", "CA"],
            "circle_instances": [],
            "point_instances": list(positions),
        },
    )
    assert problem.question.figure.points["M"] == (50.0, 0.0)


def test_a_base_of_a_polygon_that_is_not_drawn_matches_that_of_the_drawn_one():
    positions = {"A": [0, 120], "B": [45, 0], "C": [120, 119], **{name: [-1, -1] for name in "DEF"}}
    text = [
        "Similar(Triangle(A,B,C),Triangle(D,E,F))",
        "Equals(HeightOf(Triangle(D,E,F)), 21)",
        "Find(HeightOf(Triangle(A,B,C)))",
    ]
    formal = form([], text, positions, ["AB", "BC", "CA"])
    assert str(formal.goal.expression) == "2 · area of ABC/AC"
    assert "2 · area of DEF/DF = 21" in own(formal)
