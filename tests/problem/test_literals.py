"""Literals become facts, equations and a goal; what they leave open is read from the figure and said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra.expression import height
from gnomon.figure import Circle, Figure
from gnomon.problem import SourceLiteral, read_literals
from tests.every import every
from tests.problem.conftest import own


@every(
    [
        ("Equals(LengthOf(Line(A, B)), 3x-7)", "AB = 3x − 7"),
        ("Equals(LengthOf(Line(A, B)), Line(B, C))", "AB = BC"),
        ("Equals(LengthOf(Line(A, B)), 66--x)", "AB = 66 − x"),
        ("Equals(LengthOf(Line(A, B)), 1 728)", "AB = 1728"),
        (r"Equals(LengthOf(Line(A, B)), 2\frac{1}{2}x)", "AB = 2.5x"),
        ("Equals(Line(A,B), Mul(Line(B,C), 2))", "AB = BC · 2"),
        ("Equals(LengthOf(Line(A,B)), 2*LengthOf(Line(B,C)))", "AB = 2 · BC"),
        ("Equals(MeasureOf(Angle(A,C,B)), Angle(B,D,C))", "∠ACB = ∠BDC"),
        ("Equals(SinOf(Angle(A)), 0.6)", "sin ∠BAC = 0.6"),
        ("Equals(AreaOf(Triangle(A,B,C)), 6)", "area of ABC = 6"),
        ("Perpendicular(Line(C,D), Line(A,B))", "perpendicular(C, D, A, B)"),
        ("RightAngle(Angle(A,C,B))", "perpendicular(A, C, C, B)"),
        ("Right(Triangle(A,B,C))", "perpendicular(B, C, C, A)"),
        ("IsHypotenuseOf(Line(A,B), Triangle(A,B,C))", "perpendicular(A, C, C, B)"),
        ("Equals(Line(A,B), HypotenuseOf(Right(Triangle(A,B,C))))", "perpendicular(A, C, C, B)"),
        ("IsAltitudeOf(Line(C,D), Triangle(A,B,C))", "altitude(C, D, A, B)"),
        ("Equals(Line(C,D), AltitudeOf(Triangle(A,B,C)))", "altitude(C, D, A, B)"),
        ("IsMedianOf(Line(D,C), Triangle(A,B,C))", "median(C, D, A, B)"),
        ("BisectsAngle(Line(C,D), Angle(A,C,B))", "angle_bisector(C, D, A, B)"),
        ("IsMidpointOf(Point(D), Line(A,B))", "midpoint(D, A, B)"),
        ("Equilateral(Triangle(A,B,C))", "equilateral(A, B, C)"),
        ("Similar(Triangle(A,C,B), Triangle(A,D,C))", "similar(A, C, B, A, D, C)"),
    ],
)
def test_a_literal_on_a_triangle_is_read(literal, content, read, triangle):
    assert own(read(triangle, literal)) == [content]


@every(
    [
        ("Square(A,B,C,D)", "square(A, B, C, D)"),
        ("Rhombus(A,C,B,D)", "rhombus(A, D, C, B)"),
        ("IsDiagonalOf(Line(A,C), Rectangle(A,B,C,D))", "rectangle(A, B, C, D)"),
        ("IsDiameterOf(Line(A,C), Circle(O))", "diameter(A, C, O)"),
        ("Equals(RadiusOf(Circle(O)), 5)", "radius of circle O = 5"),
        ("Equals(DiameterOf(Circle($)), 5)", "diameter of circle O = 5"),
        ("Equals(MeasureOf(Arc(A,B)), 90)", "arc AB = 90"),
        ("Equals(MeasureOf(Arc(A,O,B)), 90)", "arc AB = 90"),
        ("Equals(MeasureOf(Major(Arc(A,B))), x)", "360 − arc AB = x"),
        ("Equals(AreaOf(Sector(O,A,B)), 4)", "area of sector AOB = 4"),
        ("InscribedIn(Quadrilateral(A,B,C,D), Circle(O))", "inscribed(O, A, B, C, D)"),
        ("Equals(LengthOf(PerimeterOf(Cirle(O))), 9)", "circumference of circle O = 9"),
        ("Congruent(Arc(A,B), Arc(C,D))", "arc AB = arc CD"),
    ],
)
def test_a_literal_on_a_square_in_a_circle_is_read(literal, content, read, square):
    assert own(read(square, literal)) == [content]


def test_drawn_lines_of_three_points_are_collinear_in_order(read, triangle):
    assert [str(fact) for fact in read(triangle).facts] == ["collinear(A, D, B)"]


def test_points_of_a_drawn_circle_are_on_it(read, square):
    kinds = [fact.points for fact in read(square).facts if fact.kind == "on_circle"]
    assert kinds == [("A", "O"), ("B", "O"), ("C", "O"), ("D", "O")]


def test_a_second_circle_about_a_centre_has_equal_radii(read):
    points = {"O": (0.0, 0.0), "A": (1.0, 0.0), "B": (0.0, 1.0), "C": (2.0, 0.0), "D": (0.0, 2.0)}
    circles = (Circle(centre="O", points=("A", "B")), Circle(centre="O", points=("C", "D")))
    assert own(read(Figure(points=points, circles=circles))) == ["CO = DO"]


def test_a_numbered_angle_is_the_angle_it_is_equal_to(read, triangle):
    found = read(triangle, "Equals(MeasureOf(Angle(D,C,B)), MeasureOf(angle 1))", find="MeasureOf(Angle(1))")
    assert str(found.goal) == "∠BCD"
    assert own(found) == []


def test_an_angle_named_by_its_vertex_is_the_corner_of_the_stated_polygon(read, square):
    assert str(read(square, "Square(A,B,C,D)", find="MeasureOf(Angle(A))").goal) == "∠BAD"


def test_an_angle_named_by_its_vertex_spans_all_rays_and_is_said(read, triangle):
    found = read(triangle, find="MeasureOf(Angle(C))")
    assert str(found.goal) == "∠ACB"
    assert found.warnings == ("read from the figure: angle C is angle ACB (∠C)",)


def test_a_trapezoid_turns_its_parallel_sides_to_the_front(read, trapezoid):
    assert own(read(trapezoid, "Trapezoid(B,C,D,A)")) == ["trapezoid(C, D, A, B)"]


def test_a_stated_parallel_decides_which_sides_of_a_trapezoid_are_parallel(read):
    points = {"A": (0.0, 0.0), "B": (4.0, 0.2), "C": (4.0, 4.0), "D": (0.0, 4.2)}
    lines = (("A", "B"), ("B", "C"), ("C", "D"), ("D", "A"))
    found = read(Figure(points=points, lines=lines), "Parallel(Line(A,B),Line(C,D))", "Trapezoid(A,B,C,D)")
    assert "trapezoid(A, B, C, D)" in own(found)


def test_the_median_of_a_trapezoid_joins_the_midpoints_of_its_legs(read, trapezoid):
    found = own(read(trapezoid, "IsMedianOf(Line(M,N), Trapezoid(A,B,C,D))"))
    assert found == ["trapezoid(A, B, C, D)", "midpoint(M, D, A)", "midpoint(N, B, C)"]


def test_the_midpoint_of_a_leg_is_on_the_nearer_leg(read, trapezoid):
    assert "midpoint(N, B, C)" in own(read(trapezoid, "IsMidpointOf(Point(N), LegOf(Trapezoid(A,B,C,D)))"))


def test_a_polygon_kind_named_inside_the_goal_is_a_fact(read, square):
    found = read(square, find="PerimeterOf(Rhombus(A,B,C,D))")
    assert str(found.goal) == "perimeter of ABCD"
    assert own(found) == ["rhombus(A, B, C, D)"]


def test_equal_sides_settle_the_apex_of_an_isosceles_triangle(read, triangle):
    found = own(read(triangle, "Isosceles(Triangle(A,B,C))", "Equals(LengthOf(Line(B,A)), LengthOf(Line(B,C)))"))
    assert found == ["isosceles(B, C, A)", "AB = BC"]


def test_a_tangent_names_its_point_of_contact_first(read):
    points = {"O": (0.0, 0.0), "T": (0.0, 1.0), "P": (2.0, 1.0), "S": (-2.0, 1.0)}
    figure = Figure(points=points, lines=(("S", "T", "P"),), circles=(Circle(centre="O", points=("T",)),))
    assert own(read(figure, "Tangent(Line(P,S), Circle(O))")) == ["tangent(T, P, O)"]
    assert own(read(figure, "Tangent(Line(P,T), Circle(O))")) == ["tangent(T, P, O)"]


def test_segments_that_appear_tangent_are_where_the_text_says_so(read):
    points = {"O": (0.0, 0.0), "T": (0.0, 1.0), "P": (2.0, 1.0)}
    figure = Figure(points=points, lines=(("T", "P"), ("O", "T")), circles=(Circle(centre="O", points=("T",)),))
    assert own(read(figure, "Tangent(Line($),Circle($))")) == ["tangent(T, P, O)"]


def test_lines_named_by_letters_are_the_parallel_lines_of_the_figure(read):
    points = {"A": (0.0, 0.0), "B": (4.0, 0.0), "C": (0.0, 2.0), "D": (4.0, 2.0), "E": (1.0, 3.0), "F": (2.0, -1.0)}
    figure = Figure(points=points, lines=(("A", "B"), ("C", "D"), ("E", "F")))
    assert own(read(figure, "Parallel(Line(a),Line(b))")) == ["parallel(A, B, C, D)"]


def test_a_height_without_a_drawn_altitude_is_area_over_base(read, trapezoid):
    assert str(read(trapezoid, find="HeightOf(Trapezoid(A,B,C,D))").goal) == "2 · area of ABCD/(AB + CD)"


def test_a_grossly_wrong_pairing_of_similar_triangles_is_repaired_and_said(read):
    points = {"A": (0.0, 0.0), "B": (9.0, 0.0), "C": (0.0, 3.0), "D": (10.0, 0.0), "E": (28.0, 0.0), "F": (10.0, 6.0)}
    found = read(Figure(points=points), "Similar(Triangle(A,B,C), Triangle(E,F,D))")
    assert own(found) == ["similar(A, B, C, D, E, F)"]
    assert "read from the figure" in found.warnings[0]


def test_an_unknown_point_leaves_the_literal_out_and_is_named(read, triangle):
    found = read(triangle, "Equals(LengthOf(Line(A,Q)), 3)")
    assert own(found) == []
    assert found.warnings == ("left out: the figure has no point 'Q' (AQ = 3)",)


@pytest.mark.parametrize("goal", ["ScaleFactorOf(Triangle(A,B,C), Triangle(A,D,C))", "AreaOf(Shaded(Shape($)))", "Foo(A)"])
def test_a_goal_that_cannot_be_computed_is_none_and_a_warning_says_why(read, triangle, goal):
    found = read(triangle, find=goal)
    assert found.goal is None
    assert found.warnings[-1].startswith("no goal: ")


def test_what_is_to_be_proved_is_a_claim(read, triangle):
    found = read(triangle, find="Prove(Perpendicular(Line(A,C),Line(B,C)))")
    assert (found.goal, str(found.claim)) == (None, "AC ⊥ BC")


def test_a_claim_that_is_several_statements_or_none_is_refused_with_a_note(read, triangle):
    assert (
        read(triangle, find="Prove(Triangle(A,B,C))").warnings[-1].startswith("no goal: expected one statement to prove, got 0")
    )
    assert read(triangle, find="Prove(A, B)").claim is None


@pytest.mark.parametrize("claim", ["Collinear(A, D, B)", "PointLiesOnLine(D, Line(A, B))"])
def test_that_points_lie_on_a_line_is_refused_as_a_claim_with_its_reason(read, triangle, claim):
    assert "that points lie on one line or circle cannot be proved" in read(triangle, find=f"Prove({claim})").warnings[-1]


@pytest.mark.parametrize("asked", ["PerimeterOf(Sector(A,O,B))", "perimeter of sector AOB"])
def test_the_perimeter_of_a_sector_is_two_radii_and_an_arc(read, square, asked):
    assert str(read(square, find=asked).goal.expression) == "AO + BO + length of arc AB"


def test_the_perimeter_of_a_sector_with_a_reflex_angle_takes_the_longer_arc(read, square):
    goal = read(square, "Equals(MeasureOf(Angle(A,O,B)), 270)", find="PerimeterOf(Sector(A,O,B))").goal
    assert str(goal.expression) == "AO + BO + (circumference of circle O − length of arc AB)"


def test_a_given_remembers_whether_only_the_text_says_it(triangle):
    literals = [SourceLiteral("Equals(LengthOf(Line(A,B)), 5)"), SourceLiteral("Equals(LengthOf(Line(A,C)), 3)", in_text=True)]
    givens = read_literals(literals, triangle, "x").description.givens
    assert [(str(given.content), given.in_text) for given in givens[1:]] == [("AB = 5", False), ("AC = 3", True)]


def test_the_same_content_is_given_once(read, triangle):
    assert own(read(triangle, "Equals(LengthOf(Line(A,B)), 5)", "Equals(5, LengthOf(Line(B,A)))")) == ["AB = 5"]


@given(st.lists(st.text(alphabet="()ABCDO, 1x$EqualsLineAngleArcFind", max_size=40), max_size=4))
def test_no_text_makes_the_reader_raise(square, texts):
    reading = read_literals([SourceLiteral(text) for text in texts], square, "x")
    assert str(reading.description.goal) == "x"


@pytest.mark.parametrize("algebra", ["x" + "+x" * 200, f"Add(x{',x' * 200})", f"{'Add(1,' * 50}{'Mul(1,' * 9}x{')' * 59}"])
def test_an_expression_without_end_is_left_out_in_one_line(read, triangle, algebra):
    description = read(triangle, f"Equals(LengthOf(Line(A, B)), {algebra})")
    assert len(description.warnings) <= 1
    assert all("\n" not in warning for warning in description.warnings)
    assert all(height(side) <= 100 for equation in description.equations for side in equation)
