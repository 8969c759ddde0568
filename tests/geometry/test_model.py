"""The numeric model: what the givens fix, how far off they are in a contradiction, the drawn shape where they leave a choice."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gnomon.geometry import Diagram, InconsistentError, NoPositionsError, fit, nearest, solve
from gnomon.geometry.fitting import Task, pack
from gnomon.geometry.shape import shape_guards
from gnomon.problem import Problem, Question, parse_equation, parse_expression
from tests.every import every
from tests.geometry.drawn import problem

TRIANGLE = {"A": (0, 0), "B": (8, 0), "C": (3, 6)}
SIDES = ["A B", "B C", "A C"]
COORDINATE = st.floats(-10, 10)
PLACE = st.tuples(COORDINATE, COORDINATE)


def fitted(givens, goal=None, points=TRIANGLE, lines=SIDES, circles=None):
    return fit(problem(points, lines, givens, goal, circles))


def angles_of(points):
    a, b, c = (points[name] for name in "ABC")
    return [math.degrees(math.acos(cosine)) for cosine in (_cosine(a, b, c), _cosine(b, c, a), _cosine(c, a, b))]


def _cosine(at, first, last):
    u, v = [(end[0] - at[0], end[1] - at[1]) for end in (first, last)]
    return max(-1.0, min(1.0, (u[0] * v[0] + u[1] * v[1]) / (math.hypot(*u) * math.hypot(*v))))


@pytest.mark.slow
@given(PLACE, PLACE, PLACE, st.randoms(use_true_random=False))
def test_the_sides_of_a_random_triangle_are_recovered_from_another_drawing(a, b, c, random):
    true = {"A": a, "B": b, "C": c}
    assume(min(math.dist(a, b), math.dist(b, c), math.dist(a, c)) > 0.5)
    assume(min(angles_of(true)) > 10)
    shaken = {name: (x + random.uniform(-0.2, 0.2), y + random.uniform(-0.2, 0.2)) for name, (x, y) in true.items()}
    lengths = {side: math.dist(true[side[0]], true[side[2]]) for side in SIDES}
    model = fitted([f"length({side.replace(' ', ',')}) = {length!r}" for side, length in lengths.items()], points=shaken)
    for corner, angle in zip(("B,A,C", "A,B,C", "A,C,B"), angles_of(true), strict=True):
        assert model.value(parse_expression(f"angle({corner})")) == pytest.approx(angle, abs=1e-3)


PARALLELOGRAM = {"A": (0, 0), "B": (10, 0), "C": (13, 6), "D": (3, 6)}


@pytest.mark.parametrize(
    ("givens", "value"),
    [
        (["length(A,B) = 5 - x", "length(C,D) = 12"], -7),
        (["length(A,B) = 2*x + 30", "length(C,D) = -3*y", "length(A,D) = x + 20", "length(B,C) = y + 15"], -9),
    ],
)
def test_a_letter_may_be_negative(givens, value):
    model = fitted(["parallelogram(A,B,C,D)", *givens], points=PARALLELOGRAM, lines=["A B", "B C", "C D", "A D"])
    assert model.value(parse_expression("x")) == pytest.approx(value)


def test_two_central_angles_may_be_drawn_together_as_over_180_degrees_and_have_less():
    points = {"O": (0, 0), "A": (-1, -0.1), "B": (0, 1), "C": (1, -0.1)}
    givens = ["angle(A,O,B) = 85", "angle(B,O,C) = 85", "length(A,B) = 5*x - 1", "length(B,C) = 4*x + 3"]
    model = fitted(givens, points=points, lines=["A B", "B C"], circles={"O": "A B C"})
    assert model.value(parse_expression("x")) == pytest.approx(4)


def test_of_givens_that_contradict_each_other_those_that_the_nearest_figure_misses_are_named():
    with pytest.raises(InconsistentError) as caught:
        fitted(["angle(B,A,C) = 50", "length(A,B) = 7", "length(B,A) = 9"])
    assert set(caught.value.missed) == {"length(A,B) = 7", "length(B,A) = 9"}


def test_the_nearest_figure_without_a_given_satisfies_the_others_and_says_how_far_that_one_is_off():
    made = problem(TRIANGLE, SIDES, ["length(A,B) = 7", "length(B,A) = 9", "angle(B,A,C) = 50"], None)
    found = nearest(made, without={"length(B,A) = 9"})
    assert found.is_satisfied
    assert found.is_as_drawn
    assert found.misfits == pytest.approx({"length(A,B) = 7": 0, "length(B,A) = 9": 2 / 9, "angle(B,A,C) = 50": 0}, abs=1e-6)


def test_the_nearest_figure_of_all_givens_spreads_a_contradiction_over_them():
    found = nearest(problem(TRIANGLE, SIDES, ["length(A,B) = 7", "length(B,A) = 9"], None))
    assert not found.is_satisfied
    assert found.worst == pytest.approx(1 / 8, abs=0.01)  # AB = 8 is about halfway
    assert set(found.most_missed()) == {"length(A,B) = 7", "length(B,A) = 9"}


def test_a_circle_that_only_a_left_out_fact_puts_there_cannot_be_measured():
    made = problem(TRIANGLE, SIDES, ["radius(A) = 3"], None, {"A": "B"})
    with pytest.raises(NoPositionsError, match="circle"):
        nearest(made, without={"on_circle(B, A)"})


@every(
    [
        (["angle(B,A,C) = 50", "angle(A,B,C) = 60"], "angle(A,C,B)", True),
        (["angle(B,A,C) = 50", "angle(A,B,C) = 60"], "length(A,B)", False),
        (["angle(B,A,C) = 50", "angle(A,B,C) = 60"], "length(A,B)/length(B,C)", True),
        (["angle(B,A,C) = 50"], "angle(A,C,B)", False),
        (["length(A,B) = 7", "length(B,C) = 6", "length(A,C) = 5"], "area(A,B,C)", True),
        (["angle(B,A,C) = 3*x", "angle(B,A,C) = x + 40"], "x", True),
        (["angle(B,A,C) = x"], "x", False),
    ]
)
def test_a_value_is_determined_exactly_when_the_givens_fix_it(givens, expression, expected):
    assert fitted(givens, expression).is_determined(parse_expression(expression)) is expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("givens", "value"),
    [
        (["length(A,B) = 10", "length(B,C) = 10", "length(A,B) = x^2 + 3*x", "length(B,C) = 5 - x"], -5),
        (["length(A,B) = 4", "length(B,C) = 7", "length(A,B) = 12/(x + 8)", "length(B,C) = 2 - x", "length(A,C) = 5"], -5),
        (["angle(A,B,C) = x^2 - 40", "angle(B,A,C) = 50 - x", "angle(B,A,C) = 60", "angle(A,C,B) = 60"], -10),
    ],
)
def test_a_letter_may_be_negative_beyond_a_square_or_a_pole(givens, value):
    assert fitted(givens, "x").letters["x"] == pytest.approx(value)
    assert solve(problem(TRIANGLE, SIDES, givens, "x")).answer == pytest.approx(value)


def test_letters_are_found():
    model = fitted(["angle(B,A,C) = 2*x", "angle(A,B,C) = 3*x", "angle(A,C,B) = x + y", "x = y"])
    assert model.letters == pytest.approx({"x": 180 / 7, "y": 180 / 7})


def test_a_letter_with_a_square_takes_the_positive_root_that_the_figure_allows():
    model = fitted(["length(A,B) = x^2 - 1", "length(A,B) = 2*x + 2"], "x")
    assert model.letters["x"] == pytest.approx(3)


def test_letters_of_a_drawing_in_quite_another_unit_are_found():
    diagonals = {"A": (0, 0), "B": (600, 0), "C": (800, 400), "D": (200, 400), "E": (400, 200)}
    lines = ["A B", "B C", "C D", "D A", "A E C", "B E D"]
    givens = [
        "parallelogram(A,B,C,D)",
        "length(A,E) = 3*x - 1",
        "length(E,C) = 2*x + 3",
        "length(B,E) = 4*y",
        "length(E,D) = 2*y + 5",
    ]
    assert fitted(givens, "x", diagonals, lines).letters == pytest.approx({"x": 4, "y": 2.5})


def test_points_of_a_line_keep_their_order_where_the_givens_would_allow_another():
    crossing = {"A": (-4, -1), "B": (4, 1), "C": (-3, 3), "D": (3, -3), "E": (0, 0)}
    with pytest.raises(InconsistentError):
        fitted(["angle(A,E,C) = 43", "angle(C,E,B) = 43"], None, crossing, ["A E B", "C E D"])


def test_an_angle_opens_to_the_side_on_which_it_is_drawn():
    model = fitted(["angle(B,A,C) = 50", "angle(A,B,C) = 60", "length(A,B) = 7"])
    assert model.diagram.side("A", "B", "C") == 1


@pytest.mark.parametrize(
    ("givens", "missing"),
    [
        (["angle(A,B,Z) = 30"], "point Z"),
        (["parallel(A,B,C,Z)"], "point Z"),
        (["radius(A) = 3"], "circle"),
        (["arc(A,B) = 80"], "circle"),
    ],
)
def test_what_a_given_names_and_the_figure_lacks_is_named(givens, missing):
    with pytest.raises(NoPositionsError, match=missing):
        fitted(givens)


def test_a_goal_may_not_name_a_point_that_the_figure_lacks():
    with pytest.raises(NoPositionsError, match="AZ names point Z"):
        fitted([], "length(A,Z)")


def test_a_problem_without_positions_is_refused_with_what_to_do():
    with pytest.raises(NoPositionsError, match="give every point coordinates"):
        fit(Problem(id="bare", question=Question(text="Find x.")))


def test_a_fit_that_leaves_directions_free_stands_still_on_its_givens():
    found = nearest(problem(TRIANGLE, SIDES, ["angle(B,A,C) = 50", "length(A,B) = 7"], None))
    assert found.worst < 1e-12


def test_guards_that_are_kept_have_no_slope():
    drawn = Diagram(problem(TRIANGLE, SIDES, [], None).formal, [side.split() for side in SIDES], TRIANGLE)
    guards = shape_guards(drawn)
    task = Task([], guards, pack(TRIANGLE, {}, "ABC"), tuple("ABC"), ())
    assert guards
    assert not task.jacobian(task.start).any()
    turned_over = pack({**TRIANGLE, "C": (3, -6)}, {}, "ABC")
    assert task.jacobian(turned_over).any()


def test_an_equation_holds_only_where_it_is_true():
    model = fitted(["length(A,B) = 7", "length(B,C) = 6", "length(A,C) = 5"])
    assert model.holds(parse_equation("length(A,B) = length(B,C) + 1"))
    assert not model.holds(parse_equation("length(A,B) = length(B,C)"))
    assert not model.holds(parse_equation("length(A,B) = sqrt(0 - 1)"))
