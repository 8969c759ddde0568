"""The figure: what is drawn, and complaints about points without a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gnomon.figure import Circle, Element, Figure, Label, parse_element

TRIANGLE = Figure(
    points={"A": (0, 0), "B": (2, 0), "C": (4, 0), "D": (0, 3)}, lines=(("A", "B", "C"), ("A", "D")), labels=(Label(text="35"),)
)


@pytest.mark.parametrize(
    "parts", [{"lines": (("A", "Z"),)}, {"circles": (Circle(centre="Z"),)}, {"circles": (Circle(centre="A", points=("Z",)),)}]
)
def test_a_point_without_coordinates_is_named(parts):
    with pytest.raises(ValidationError, match="no coordinates for point Z"):
        Figure(points={"A": (0, 0)}, **parts)


def test_a_part_of_a_line_is_drawn():
    assert TRIANGLE.is_drawn("C", "B")
    assert not TRIANGLE.is_drawn("C", "D")


@pytest.mark.parametrize(
    ("name", "expected"), [("angle:BAD", True), ("line:AZ", False), ("label:35", True), ("label:A", True), ("label:36", False)]
)
def test_a_figure_has_the_elements_on_its_points_and_its_labels(name, expected):
    assert TRIANGLE.has(parse_element(name)) is expected


def test_the_radius_is_the_mean_distance_of_the_points_unless_it_is_given():
    figure = Figure(points={"O": (0, 0), "A": (3, 0), "B": (0, 5)})
    assert figure.radius(Circle(centre="O", points=("A", "B"))) == 4
    assert figure.radius(Circle(centre="O", points=("A", "B"), radius=7)) == 7
    assert figure.radius(Circle(centre="O")) == 0


@given(st.permutations(["A", "B", "C", "D"]))
def test_points_of_a_circle_come_counter_clockwise_in_whatever_order_they_are_given(order):
    points = {"O": (0, 0), "A": (0, -1), "B": (1, 0), "C": (0, 1), "D": (-1, 0)}
    assert Figure(points=points, circles=(Circle(centre="O", points=tuple(order)),)).points_on_circle("O") == ("A", "B", "C", "D")


def test_a_centre_without_a_circle_has_no_points():
    assert TRIANGLE.points_on_circle("A") == ()


def test_figures_with_equal_parts_are_equal_and_hash_alike():
    other = Figure.model_validate(TRIANGLE.model_dump())
    assert other == TRIANGLE
    assert hash(other) == hash(TRIANGLE)
    assert not TRIANGLE.has(Element.of("point", "Q"))
