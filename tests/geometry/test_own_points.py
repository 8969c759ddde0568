"""Points that somebody adds to a fitted figure: where they lie, and what the givens then settle of them."""

import math

import pytest

from gnomon.geometry import ModelError, solution_of, with_points
from gnomon.problem import Equation, Fact, bank, parse_expression
from tests.every import every

OCTAGON = "regular-octagon-angle-behknrux"
CENTRE = Fact("inscribed", ("Z", *"BEHKNRUX"))
TRIANGLE = "triangle-sum-klm"


def figures(problem, *made):
    return with_points(bank()[problem], solution_of(bank()[problem]).deduction.model, made)


def value(model, text):
    return model.value(parse_expression(text))


@every(
    [
        ("angle(B,Z,E)", 360 / 8),
        ("angle(Z,B,E)", (180 - 360 / 8) / 2),
        ("angle(B,Z,H)", 2 * 360 / 8),
        ("length(Z,B)/length(Z,N)", 1),
        ("length(B,E)/length(Z,B)", 2 * math.sin(math.radians(22.5))),
    ]
)
def test_the_middle_of_a_regular_polygon_is_where_it_has_to_be(expression, expected):
    (model,) = figures(OCTAGON, CENTRE)
    assert model.is_determined(parse_expression(expression))
    assert value(model, expression) == pytest.approx(expected)


@every([(("isosceles", "Z", "B", "E"), True), (("equilateral", "Z", "B", "E"), False), (("collinear", "B", "Z", "N"), True)])
def test_relations_of_new_points_are_settled_by_the_givens_and_their_making(fact, holds):
    (model,) = figures(OCTAGON, CENTRE)
    kind, *points = fact
    said = Fact(kind, tuple(points))
    assert model.shows(said) is holds
    assert model.settles(said)


def test_the_centre_of_the_inscribed_circle_is_that_of_the_formula():
    (model,) = figures(TRIANGLE, Fact("incenter", ("Z", "K", "L", "M")))
    at = model.diagram.at
    sides = {corner: math.dist(*(at[other] for other in "KLM" if other != corner)) for corner in "KLM"}
    expected = [sum(sides[corner] * at[corner][axis] for corner in "KLM") / sum(sides.values()) for axis in (0, 1)]
    assert at["Z"] == pytest.approx(expected)


def test_a_line_that_is_drawn_on_fixes_angles_and_no_lengths():
    models = figures(TRIANGLE, Fact("collinear", ("K", "L", "X")))
    assert len(models) > 1  # the end may lie anywhere
    for model in models:
        outside = parse_expression("angle(X,L,M)")
        assert model.is_determined(outside)
        assert model.value(outside) == pytest.approx(180 - 71)
        assert not model.is_determined(parse_expression("length(L,X)"))


def test_the_points_of_a_line_keep_the_order_that_they_are_named_in():
    for model in figures(TRIANGLE, Fact("collinear", ("K", "X", "L"))):
        at = model.diagram.at
        assert math.dist(at["K"], at["X"]) + math.dist(at["X"], at["L"]) == pytest.approx(math.dist(at["K"], at["L"]))


def test_a_length_that_makes_a_point_counts_as_given():
    on = (Fact("collinear", ("F", "X", "T")), Equation(parse_expression("length(F,X)"), parse_expression("2")))
    (model,) = figures("ladder-fgt", *on)
    assert value(model, "length(X,T)") == pytest.approx(6.5 - 2)


@every(
    [
        (TRIANGLE, [Fact("isosceles", ("K", "L", "M"))], "0 new points"),
        (TRIANGLE, [Fact("midpoint", (new, "K", "L")) for new in "ABCDEFG"], "7 new points"),
        ("quadrilateral-sum-dgpv", [Fact("inscribed", ("Z", *"DGPV"))], "no place"),  # its corners are on no circle
        (TRIANGLE, [Fact("midpoint", ("X", "K", "L")), Fact("perpendicular", ("X", "M", "K", "L"))], "no place"),
    ],
    name=lambda case: case[2],
)
def test_what_nobody_can_draw_is_refused_in_words(problem, made, why):
    with pytest.raises(ModelError, match=why):
        figures(problem, *made)


def test_what_the_drawing_happens_to_show_and_no_given_says_makes_no_point():
    # The rays of the corner are drawn equally long; nothing says so.
    made = [Fact("midpoint", ("X", "N", "A")), Fact("perpendicular", ("W", "X", "N", "A"))]
    with pytest.raises(ModelError, match="more of the figure"):
        figures("around-a-point-abnw", *made)
