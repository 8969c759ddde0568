"""What a whole picture's annotation gets wrong: one place named twice, a circle's centre, a reflex angle, a line in a circle."""

import math

import pytest

from gnomon.geometry import solve
from gnomon.problem import read_form
from tests.problem.conftest import own


def form(diagram, text, positions, lines=(), circles=()):
    keys = {"point_positions": positions, "line_instances": lines, "circle_instances": circles}
    return read_form("1", {"diagram_logic_forms": diagram, "text_logic_forms": text, **keys})


def warned(problem, words):
    return any(words in warning for warning in problem.formal.warnings)


# A triangle ABC with a point on each leg, whose apex C is annotated a second time, as X.
APEX = {"A": [0, 300], "B": [400, 300], "C": [200, 10], "X": [203, 14], "M": [100, 155], "N": [300, 155]}
APEX_LINES = ["AM", "MC", "MX", "AC", "AX", "BN", "NC", "NX", "BC", "BX", "AB", "CX"]
ON_LEGS = [f"PointLiesOnLine({p}, Line({a}, {b}))" for p, a, b in map(tuple, ["MAC", "MAX", "NBC", "NBX"])]
APEX_ANGLES = ["Equals(MeasureOf(Angle(B, A, X)), 50)", "Equals(MeasureOf(Angle(A, B, C)), 60)"]
TOP = ["Find(MeasureOf(Angle(A,X,B)))"]


def test_two_names_on_two_lines_are_one_point():
    problem = form([*ON_LEGS, *APEX_ANGLES], TOP, APEX, APEX_LINES)
    assert set(problem.question.figure.points) == {"A", "B", "X", "M", "N"}
    assert warned(problem, "C is another name of X")
    assert solve(problem).answer == pytest.approx(70)


@pytest.mark.parametrize(
    ("literals", "text", "positions"),
    [
        (["Equals(LengthOf(Line(C, X)), 2)"], TOP, APEX),
        ([], ["Find(MeasureOf(Angle(A,X,B)))", "Equals(LengthOf(Line(A, C)), 2)"], APEX),
        ([], TOP, {**APEX, "X": [215, 26]}),
    ],
    ids=["a literal names both", "the text names both", "they are far apart"],
)
def test_two_points_that_something_tells_apart_stay_two(literals, text, positions):
    problem = form([*ON_LEGS, *APEX_ANGLES, *literals], text, positions, APEX_LINES)
    assert {"C", "X"} <= set(problem.question.figure.points)


def test_two_near_points_that_single_triples_put_on_two_lines_stay_two():
    triples = ["PointLiesOnLine(C, Line(A, X))", "PointLiesOnLine(X, Line(B, C))"]
    assert {"C", "X"} <= set(form([*triples, *APEX_ANGLES], TOP, APEX, APEX_LINES).question.figure.points)


def test_a_circle_with_no_point_on_it_can_be_measured():
    text = ["Equals(AreaOf(Circle(A)),16\\pi)", "Find(CircumferenceOf(Circle(A)))"]
    problem = form([], text, {"A": [133, 136]}, circles=["A"])
    assert problem.question.figure.hidden
    assert solve(problem).answer == pytest.approx(8 * math.pi)


def test_a_point_of_the_text_that_is_no_centre_gets_no_circle():
    problem = form([], ["Equals(RadiusOf(Circle(A)),4)", "Find(LengthOf(Line(A,B)))"], {"A": [0, 0], "B": [90, 0]}, ["AB"], ["B"])
    assert problem.question.figure.circles == ()


# Chords AC and BD of a circle about O that cross at E.
CROSSED = {"A": [100, 0], "C": [-80, 60], "B": [0, 100], "D": [28, -96], "O": [0, 0], "E": [12, 30]}


def chords(centre, circles, positions=CROSSED):
    on = [f"PointLiesOnCircle({p}, Circle({centre}, radius_0_0))" for p in "ABCD"]
    lengths = [f"Equals(LengthOf(Line(E, {p})), {size})" for p, size in zip("ACB", (5, 12, 10), strict=True)]
    through = ["PointLiesOnLine(E, Line(A, C))", "PointLiesOnLine(E, Line(B, D))"]
    return form([*on, *lengths, *through], ["Find(LengthOf(Line(E,D)))"], positions, ["AC", "BD"], circles)


def test_a_circle_whose_centre_is_mistaken_is_about_the_centre_that_has_none():
    problem = chords("E", ["O"])
    assert [(circle.centre, set(circle.points)) for circle in problem.question.figure.circles] == [("O", set("ABCD"))]
    assert warned(problem, "the circle about O is the one that is said to be about E")
    assert solve(problem).answer == pytest.approx(6)


@pytest.mark.parametrize("circles", [["E"], [], ["O", "E"]])
def test_a_centre_that_the_picture_confirms_or_none_else_could_be_is_believed(circles):
    assert {circle.centre for circle in chords("E", circles).question.figure.circles} == {"E"}


def test_a_circle_that_is_round_about_no_other_centre_keeps_the_one_it_is_given():
    assert {circle.centre for circle in chords("E", ["O"], {**CROSSED, "O": [40, 0]}).question.figure.circles} == {"E"}


PENTAGON = {"U": [1, 56], "V": [164, 1], "W": [330, 105], "Y": [328, 410], "Z": [53, 308]}
DENTED = {**PENTAGON, "V": [150, 160]}
PENTAGON_LINES = ["UV", "VW", "WY", "YZ", "ZU"]


def labelled(*labels, find="V", positions=PENTAGON):
    angles = ["U, V, W", "V, U, Z", "Y, W, V", "U, Z, Y", "Z, Y, W"]
    literals = [f"Equals(MeasureOf(Angle({angle})), {label})" for angle, label in zip(angles, labels, strict=False)]
    return form(literals, [f"Find(MeasureOf(Angle({find})))"], positions, PENTAGON_LINES)


def test_an_angle_that_the_angle_sum_makes_over_180_degrees_is_inside_the_polygon():
    problem = labelled("4x", "x", "x", "2x", "x")
    assert "360 − ∠UVW = 4x" in own(problem.formal)
    assert problem.question.figure.points["V"][1] < problem.question.figure.points["U"][1]  # drawn turned in
    assert warned(problem, "V is drawn turned in")
    assert solve(problem).answer == pytest.approx(240)
    assert solve(labelled("4x", "x", "x", "2x", "x", find="Z")).answer == pytest.approx(120)


def test_an_angle_over_180_degrees_that_is_drawn_so_stays_where_it_is_drawn():
    problem = labelled("4x", "x", "x", "2x", "x", positions=DENTED)
    assert problem.question.figure.points["V"] == (150, -160)
    assert solve(problem).answer == pytest.approx(240)


@pytest.mark.parametrize(
    ("labels", "positions"),
    [
        (("2x", "x", "x", "2x", "2x"), PENTAGON),
        (("4x", "x", "x", "2x"), PENTAGON),
        (("4x", "x", "y", "2x", "x"), PENTAGON),
        (("9x", "x", "x", "x", "x"), {**PENTAGON, "Z": [200, 200]}),
        (("10x", "2x+40", "2x+60", "2x+60", "60"), DENTED),
    ],
    ids=["all below 180", "one without label", "two letters", "another corner is drawn dented", "it may stand outside"],
)
def test_an_angle_that_the_angle_sum_does_not_settle_is_read_as_it_is_named(labels, positions):
    assert not any("360" in given for given in own(labelled(*labels, positions=positions).formal))


# A circle about O with the tangent ET at T, and points beside T that are annotated on both; a chord line with three points.
BY_TANGENT = {
    "O": [0, 0],
    "T": [60, 80],
    "E": [140, 20],
    "S": [44, 90],
    "G": [100, -99],
    "P": [-20, -98],
    "Q": [0, -100],
    "R": [20, -98],
}
BY_TANGENT_LINES = ["OT", "ET", "TS", "ES", "OE", "GP", "PQ", "QR"]


def beside_tangent(*text):
    on = [f"PointLiesOnCircle({p}, Circle(O, radius_0_0))" for p in "TSPQR"]
    lines = [f"PointLiesOnLine({p}, Line({a}, {b}))" for p, a, b in map(tuple, ["TES", "QPR", "RGQ", "QGP"])]
    return form([*on, *lines], text, BY_TANGENT, BY_TANGENT_LINES, ["O"])


def test_points_that_cannot_be_on_a_line_and_a_circle_are_taken_off_both():
    lengths = ["Equals(LengthOf(Line(O,T)),6)", "Equals(LengthOf(Line(O,E)),10)"]
    problem = beside_tangent("Tangent(Line(E,T),Circle(O))", *lengths, "Find(LengthOf(Line(E,T)))")
    assert problem.formal.circles == {"O": ("T",)}
    assert not any(len(line) > 2 for line in problem.question.figure.lines)
    assert warned(problem, "P, Q, R cannot be both on line GPQR and on circle O")
    assert solve(problem).answer == pytest.approx(8)


def test_a_line_through_two_points_of_a_circle_is_believed():
    problem = beside_tangent("Find(LengthOf(Line(E,T)))")
    assert {"T", "S"} <= set(problem.formal.circles["O"])
    assert any(set(line) == {"E", "T", "S"} for line in problem.question.figure.lines)


# A tangent BG and the secant BE of a circle about H that meets the chord DG at A.
SECANTS = {"A": [94, 74], "B": [0, 204], "D": [190, 74], "E": [139, 11], "F": [29, 165], "G": [2, 74], "H": [97, 98]}


def with_tangent(circle):
    on = [f"PointLiesOnCircle({p}, Circle(H, radius_0_0))" for p in "DEFG"]
    lines = ["PointLiesOnLine(F, Line(B, E))", "PointLiesOnLine(A, Line(B, E))", "PointLiesOnLine(A, Line(D, G))"]
    sizes = {"A, E": "6", "B, G": "10", "B, F": "4", "A, F": "a"}
    lengths = [f"Equals(LengthOf(Line({ends})), {size})" for ends, size in sizes.items()]
    text = [f"Tangent(Line(B,G),Circle({circle}))", "Find(a)"]
    return form([*on, *lines, *lengths], text, SECANTS, ["BE", "AE", "BF", "FA", "BG", "GD", "AG", "AD"], ["H"])


def test_a_tangent_of_a_circle_that_is_not_drawn_touches_the_one_that_is():
    problem = with_tangent("A")
    assert warned(problem, "the circle that BG touches has the centre H")
    assert solve(problem).answer == pytest.approx(15)
    assert own(problem.formal) == own(with_tangent("H").formal)
