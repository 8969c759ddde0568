"""What annotators slip in is mended where the figure leaves one reading, else left out; either way a warning says so."""

import math

import pytest

from gnomon.figure import Circle, Figure
from gnomon.problem import read_form
from tests.problem.conftest import own


def on_circle(*turns, centre=(0.0, 0.0), radius=10.0):
    """Return points named A, B, ... on a circle about O, at angles in degrees."""
    spots = [(centre[0] + radius * math.cos(math.radians(t)), centre[1] + radius * math.sin(math.radians(t))) for t in turns]
    return {"O": centre, **dict(zip("ABCDEFG", spots, strict=False))}


@pytest.fixture
def circle():
    """Return a figure with A, B, C stated on the circle about O; D is drawn on it, E well inside."""
    points = {**on_circle(0, 80, 160, 250), "E": (2.0, 3.0)}
    return Figure(points=points, lines=(("A", "B"), ("O", "E")), circles=(Circle(centre="O", points=("A", "B", "C")),))


def test_an_end_of_an_arc_is_on_the_circle_where_it_is_drawn_there(read, circle):
    found = read(circle, find="MeasureOf(Arc(C,D))")
    assert "on_circle(D, O)" in own(found, kinds=())
    assert any("D lies on the circle about O" in warning for warning in found.warnings)


def test_an_end_of_an_arc_that_is_drawn_far_off_the_circle_is_not_put_on_it(read, circle):
    assert "on_circle(E, O)" not in own(read(circle, find="MeasureOf(Arc(C,E))"), kinds=())


def test_a_given_about_a_circle_without_points_is_left_out_and_does_not_stop_the_problem(read, circle):
    found = read(circle, "Equals(DiameterOf(Circle(E)), 4)", "Equals(LengthOf(Line(A,B)), 5)", find="LengthOf(Line(A,B))")
    assert own(found) == ["AB = 5"]
    assert any(warning.startswith("left out: no point on the circle about E") for warning in found.warnings)


@pytest.mark.parametrize(
    ("literal", "content"),
    [
        ("Equals(MeasureOf(Arc(A,B)), 280)", "360 − arc AB = 280"),
        ("Equals(MeasureOf(Angle(A,O,B)), 280)", "360 − ∠AOB = 280"),
        ("Equals(MeasureOf(Arc(A,C,B)), 280)", "arc ACB = 280"),
        ("Equals(MeasureOf(Arc(A,B)), 80)", "arc AB = 80"),
    ],
)
def test_an_angle_or_arc_of_over_180_degrees_is_the_rest_of_the_turn(read, circle, literal, content):
    assert own(read(circle, literal)) == [content]


def test_a_sector_whose_angle_is_reflex_is_the_large_one(read, circle):
    found = read(circle, "Equals(MeasureOf(Angle(A,O,B)), 280)", find="AreaOf(Sector(A,O,B))")
    assert str(found.goal) == "area of circle O − area of sector AOB"


@pytest.mark.parametrize(
    ("literals", "left"),
    [
        (["Equals(LengthOf(Line(A,B)), 0)", "Equals(LengthOf(Line(B,C)), 3)"], ["BC = 3"]),
        (["Equals(LengthOf(Line(A,B)), 2)", "Equals(LengthOf(Line(B,A)), 5)", "Equals(LengthOf(Line(B,C)), 3)"], ["BC = 3"]),
        (["Equals(LengthOf(Line(A,B)), 5)", "Equals(LengthOf(Line(B,A)), 5.1)"], ["AB = 5", "AB = 5.1"]),
        (["Equals(LengthOf(Line(A,B)), 5)", "Equals(LengthOf(Line(A,B)), 3x)"], ["AB = 5", "AB = 3x"]),
    ],
)
def test_numbers_that_cannot_be_or_exclude_each_other_are_left_out(read, triangle, literals, left):
    assert own(read(triangle, *literals)) == left


TRIANGLE = {
    "point_positions": {"A": [0, 200], "B": [300, 200], "C": [108, 56], "D": [108, 200]},
    "line_instances": ["AB", "AD", "DB", "BC", "CA", "CD"],
}


def form(diagram, text, **changed):
    return read_form("1", {"diagram_logic_forms": diagram, "text_logic_forms": text, **TRIANGLE, **changed})


def test_of_a_number_in_the_text_and_another_in_the_figure_the_text_is_believed():
    literals = ["Equals(LengthOf(Line(A, C)), 15)", "Equals(LengthOf(Line(A, C)), 17)"]
    problem = form(literals, ["Equals(LengthOf(Line(A,C)),17)", "Find(x)"])
    assert own(problem.formal) == ["AC = 17"]
    assert any("the text gives AC another value" in warning for warning in problem.formal.warnings)


def test_the_square_at_the_foot_of_an_altitude_and_one_at_its_top_exclude_each_other(read, triangle):
    found = read(triangle, "Perpendicular(Line(C,D), Line(A,D))", "Perpendicular(Line(C,D), Line(C,B))")
    assert own(found) == ["perpendicular(C, D, A, D)", "perpendicular(B, C, C, A)"]
    assert any("the right angle at C is BCA" in warning for warning in found.warnings)


def test_a_right_angle_that_nothing_excludes_is_kept_however_it_is_drawn(read, triangle):
    assert own(read(triangle, "Perpendicular(Line(C,D), Line(C,B))")) == ["perpendicular(C, D, C, B)"]


def test_an_altitude_is_the_line_that_is_said_to_stand_square_however_it_is_drawn(read):
    points = {"A": (0.0, 0.0), "B": (0.0, 3.0), "C": (4.0, 0.0), "D": (1.9, 1.6)}
    figure = Figure(points=points, lines=(("A", "B"), ("B", "D", "C"), ("C", "A"), ("A", "D")))
    found = read(figure, "Perpendicular(Line(A,D), Line(D,C))", find="LengthOf(AltitudeOf(Triangle(A,B,C)))")
    assert str(found.goal) == "AD"


def test_a_label_between_a_drawn_side_and_one_that_a_fact_names_is_believed(read):
    points = {"A": (0.0, 0.0), "B": (4.0, 0.0), "C": (5.0, 3.0), "D": (1.0, 3.0), "E": (0.9, 0.1)}
    figure = Figure(points=points, lines=(("A", "B"), ("B", "C"), ("C", "D"), ("D", "A"), ("E", "A")))
    label = "Equals(MeasureOf(Angle(E,D,C)), 90)"
    assert own(read(figure, label)) == []
    assert own(read(figure, label, "Perpendicular(Line(D,E), Line(E,A))")) == ["∠CDE = 90", "perpendicular(D, E, E, A)"]


CROSSING = {
    "point_positions": {"A": [0, 0], "B": [100, 100], "C": [100, 0], "D": [0, 100], "E": [50, 50]},
    "line_instances": ["AE", "EB", "CE", "ED"],
}
NUMBERED = [
    "PointLiesOnLine(E, Line(A, B))",
    "PointLiesOnLine(E, Line(C, D))",
    "Equals(MeasureOf(Angle(A, E, C)), MeasureOf(angle 1))",
    "Equals(MeasureOf(Angle(A, E, C)), MeasureOf(angle 2))",
    "Equals(MeasureOf(Angle(C, E, B)), MeasureOf(angle 2))",
]


def test_of_two_numbers_at_one_angle_the_one_that_stands_at_another_too_belongs_there():
    problem = form(NUMBERED, ["Equals(MeasureOf(Angle(1)),40)", "Find(MeasureOf(Angle(2)))"], **CROSSING)
    assert own(problem.formal) == ["∠AEC = 40"]
    assert str(problem.formal.goal) == "∠BEC"
    assert any("another number" in warning for warning in problem.formal.warnings)


def test_a_number_at_two_angles_with_no_other_says_that_they_are_equal():
    problem = form([*NUMBERED[:3], NUMBERED[4].replace("angle 2", "angle 1")], ["Find(x)"], **CROSSING)
    assert own(problem.formal) == ["∠BEC = ∠AEC"]


@pytest.mark.parametrize(
    ("literals", "apex"),
    [
        (["Equals(MeasureOf(Angle(C,A,B)), 120)"], "A"),
        (["Perpendicular(Line(A,B), Line(B,C))"], "B"),
        (["Equals(Line(A,C), BaseOf(Triangle(A,B,C)))"], "B"),
        (["Equals(LengthOf(Line(A,B)), 4)", "Equals(LengthOf(Line(A,C)), 6)", "Equals(LengthOf(Line(B,C)), 4)"], "B"),
    ],
)
def test_sizes_settle_the_apex_of_an_isosceles_triangle_before_the_drawing(read, triangle, literals, apex):
    found = read(triangle, "Isosceles(Triangle(A,B,C))", *literals)
    assert next(fact.points[0] for fact in found.facts if fact.kind == "isosceles") == apex


def test_an_isosceles_triangle_that_is_drawn_equilateral_is_left_out_with_a_warning(read):
    points = {"A": (0.0, 0.0), "B": (4.0, 0.0), "C": (2.02, 3.46)}
    found = read(Figure(points=points, lines=(("A", "B"), ("B", "C"), ("C", "A"))), "Isosceles(Triangle(A,B,C))")
    assert own(found) == []
    assert any("does not show which corner" in warning for warning in found.warnings)


def test_one_false_triple_does_not_make_one_line_of_two():
    positions = {"A": [0, 0], "B": [100, 0], "C": [200, 0], "D": [102, 4], "E": [102, 100], "F": [102, 200]}
    lines = [("B", "A", "C"), ("E", "D", "F"), ("D", "A", "B"), ("B", "E", "D")]
    literals = [f"PointLiesOnLine({p}, Line({a}, {b}))" for p, a, b in lines]
    problem = read_form("1", {"diagram_logic_forms": literals, "text_logic_forms": ["Find(x)"], "point_positions": positions})
    assert max(map(len, problem.question.figure.lines)) <= 4
    assert any("it would bend a line of the figure" in warning for warning in problem.formal.warnings)


def test_a_circle_that_some_literals_do_not_number_is_one_circle():
    positions = {name: [x, -y] for name, (x, y) in on_circle(0, 80, 160).items()}
    literals = [f"PointLiesOnCircle({p}, Circle(O, radius_0_0))" for p in "ABC"] + ["PointLiesOnCircle(A, Circle(O))"]
    problem = read_form("1", {"diagram_logic_forms": literals, "text_logic_forms": ["Find(x)"], "point_positions": positions})
    assert [set(circle.points) for circle in problem.question.figure.circles] == [{"A", "B", "C"}]


QUADRILATERAL = {
    "point_positions": {"A": [0, 0], "B": [200, 0], "C": [150, 90], "D": [40, 90], "S": [-1, -1], "O": [100, 40], "E": [220, 70]},
    "line_instances": ["AB", "BC", "CD", "DA"],
}


NOT_DRAWN = {name: [-1, -1] for name in "FGHI"}


def test_a_corner_that_only_the_text_names_is_the_one_drawn_corner_that_completes_the_polygon():
    problem = form(["Equals(LengthOf(Line(D, C)), 5)"], ["Trapezoid(A,B,S,D)", "Find(LengthOf(Line(S,D)))"], **QUADRILATERAL)
    assert str(problem.formal.goal) == "DS"
    assert own(problem.formal) == ["DS = 5", "trapezoid(A, B, S, D)"]
    assert any("point S of the text is the one drawn as C" in warning for warning in problem.formal.warnings)


def test_a_corner_that_two_drawn_points_may_be_is_not_named():
    lines = [*QUADRILATERAL["line_instances"], "BE", "ED"]
    text = ["Trapezoid(A,B,S,D)", "Find(LengthOf(Line(S,D)))"]
    problem = form(["Equals(LengthOf(Line(D, C)), 5)"], text, **{**QUADRILATERAL, "line_instances": lines})
    assert not any("of the text is the one drawn as" in warning for warning in problem.formal.warnings)


def test_the_one_circle_drawn_is_the_circle_that_the_text_names():
    literals = [f"PointLiesOnCircle({p}, Circle(O, radius_0_0))" for p in "AB"]
    problem = form(literals, ["Equals(RadiusOf(Circle(S)),5)", "Find(LengthOf(Line(A,B)))"], **QUADRILATERAL)
    assert own(problem.formal) == ["radius of circle S = 5"]
    assert problem.formal.circles == {"S": ("A", "B")}


def test_a_polygon_through_points_that_were_merely_placed_keeps_its_written_order():
    positions = {"A": [0, 0], "B": [200, 0], "C": [150, 90], "D": [40, 90], **NOT_DRAWN}
    text = ["Similar(Quadrilateral(A,B,C,D),Quadrilateral(F,G,H,I))", "Find(AreaOf(Quadrilateral(F,G,H,I)))"]
    problem = form([], text, point_positions=positions, line_instances=QUADRILATERAL["line_instances"])
    assert str(problem.formal.goal) == "area of FGHI"


def test_a_trapezoid_that_is_not_drawn_has_the_parallel_sides_of_the_drawn_one_that_it_matches():
    positions = {"A": [0, 0], "B": [40, 90], "C": [150, 90], "D": [200, 0], **NOT_DRAWN}
    text = ["Trapezoid(A,B,C,D)", "Trapezoid(F,G,H,I)", "Similar(Trapezoid(A,B,C,D),Trapezoid(F,G,H,I))", "Find(x)"]
    problem = form([], text, point_positions=positions, line_instances=["AB", "BC", "CD", "DA"])
    assert own(problem.formal)[:2] == ["trapezoid(B, C, D, A)", "trapezoid(G, H, I, F)"]
