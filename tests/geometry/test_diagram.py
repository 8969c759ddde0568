"""One name for each quantity, and what counts as drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.geometry import Diagram, fit
from gnomon.geometry.patterns import PATTERNS
from gnomon.problem import FormalDescription, Quantity, parse_equation, parse_expression
from tests.geometry.drawn import problem

LINE = {"A": (0, 0), "B": (2, 0), "C": (5, 0), "D": (9, 0), "E": (2, 4)}


def diagram(points=LINE, lines=("A B C D", "B E"), givens=(), goal=None, circles=None):
    made = problem(points, lines, givens, goal, circles)
    assert made.formal is not None
    return Diagram(made.formal, [line.split() for line in lines], made.question.figure.points)


def name(found, text):
    return str(found.canonical(parse_expression(text)))


@given(st.permutations(["A B", "B C", "C D"]))
def test_overlapping_segments_of_one_line_stay_apart_until_the_facts_join_them(order):
    assert sorted(diagram(lines=order).lines) == [("A", "B"), ("B", "C"), ("C", "D")]
    assert diagram(lines=["A B C", *order, "B C D"]).lines == [("A", "B", "C", "D")]


def test_an_angle_has_one_name_whichever_point_of_its_ray_is_used():
    found = diagram()
    assert name(found, "angle(E,B,C)") == name(found, "angle(D,B,E)")
    assert name(found, "angle(E,B,C)") != name(found, "angle(E,B,A)")


def test_the_name_that_the_problem_uses_is_kept():
    assert name(diagram(givens=["angle(E,B,D) = 40"]), "angle(C,B,E)") == "∠DBE"


@pytest.mark.parametrize(("text", "expected"), [("angle(A,B,D)", "180"), ("angle(A,C,B)", "0"), ("length(D,A)", "AD")])
def test_a_straight_angle_becomes_its_value(text, expected):
    assert name(diagram(), text) == expected


def test_a_major_arc_is_the_rest_of_the_circle():
    points = {"O": (0, 0), "A": (5, 0), "B": (0, 5), "C": (-5, 0)}
    found = diagram(points, ["O A"], circles={"O": "A B C"})
    assert name(found, "arc(A,C,B)") == "360 − arc AB"
    assert name(found, "arc(B,A)") == "arc AB"


def test_two_bare_quantities_of_an_equation_stand_in_alphabetical_order():
    assert str(diagram().canonical_equation(parse_equation("length(B,E) = length(A,B)"))) == "AB = BE"


@pytest.mark.parametrize(
    ("given", "pair"),
    [("angle(A,E,B) = 20", "AE"), ("length(E,D) = 7", "DE"), ("similar(A,B,E,C,D,E)", "CE"), ("area(A,B,E) = 4", "AE")],
)
def test_what_the_problem_names_counts_as_drawn(given, pair):
    assert not diagram().connected(*pair)
    assert diagram(givens=[given]).connected(*pair)


def test_a_line_that_a_fact_names_counts_as_drawn():
    assert not diagram().connected("A", "E")
    assert diagram(givens=["parallel(A,E,B,C)"]).connected("A", "E")


def test_rays_run_counter_clockwise_to_the_nearest_points():
    assert diagram().rays["B"] == ["C", "E", "A"]


def test_a_figure_without_facts_has_no_circles_and_no_triangles():
    bare = Diagram(FormalDescription((), None), [("A", "B")], {"A": (0, 0), "B": (1, 0)})
    assert (bare.circles, bare.triangles) == ({}, [])


def test_circle_quantities_are_measured_at_the_fitted_circle():
    points = {"O": (0, 0), "A": (5, 0), "B": (0, 5)}
    found = fit(problem(points, ["O A", "O B"], ["length(O,A) = 6", "arc(A,B) = 60"], None, {"O": "A B"})).diagram
    assert found.measure(Quantity.of("diameter", "O")) == pytest.approx(12)
    assert found.measure(Quantity.of("arc_length", "A", "B")) == pytest.approx(2 * 3.141592653589793)


def test_two_lines_that_run_alike_make_no_parts_of_an_angle():
    """E lies on AB, but no line says so: EB is drawn apart."""
    points = {"A": (4, 0), "B": (0, 0), "C": (0, 4), "E": (8, 0)}
    assert list(PATTERNS["adjacent"](diagram(points, ("A B", "B C", "B E")))) == []
    assert len(list(PATTERNS["adjacent"](diagram({**points, "E": (8, 8)}, ("A B", "B C", "B E"))))) == 1
