"""Shapes with half circles on their sides, read where the figure leaves no other region."""

import pytest

from gnomon.figure import Circle, Figure
from tests.problem.conftest import own

RECTANGLE = {"A": (0.0, 0.0), "B": (6.0, 0.0), "C": (6.0, 4.0), "D": (0.0, 4.0), "O": (6.0, 2.0), "P": (0.0, 2.0)}
SIDES = (("A", "B"), ("B", "O", "C"), ("C", "D"), ("D", "P", "A"))
RIGHT = Circle(centre="O", points=("B", "C"))
LEFT = Circle(centre="P", points=("A", "D"))
ASKED = "AreaOf(Shape($))"


def figure(*circles: Circle, lines=SIDES, **more: tuple[float, float]) -> Figure:
    return Figure(points={**RECTANGLE, **more}, lines=lines, circles=circles)


@pytest.mark.parametrize(
    ("circles", "goal"),
    [
        ((RIGHT,), "area of ABCD + area of circle O/2"),
        ((RIGHT, LEFT), "area of ABCD + area of circle O/2 + area of circle P/2"),
    ],
)
def test_a_shape_is_a_polygon_with_half_circles_on_whole_sides(read, circles, goal):
    description = read(figure(*circles), find=ASKED)
    assert str(description.goal.expression) == goal
    assert any("the shape is ABCD with half circles on BC" in warning for warning in description.warnings)


@pytest.mark.parametrize(
    "drawn",
    [
        figure(RIGHT, lines=(*SIDES, ("A", "C"))),
        figure(RIGHT, lines=(("A", "B", "H"), *SIDES[1:]), H=(7.0, 0.0)),
        figure(RIGHT.model_copy(update={"points": ("B", "C", "Q")}), Q=(4.0, 2.0)),
        figure(Circle(centre="O", points=("B", "R")), R=(6.0, 3.9)),
        figure(Circle(centre="O", points=("B", "C")), O=(6.0, 1.0)),
    ],
    ids=["a diagonal", "a line that goes on", "an arc inside", "a part of a side", "a centre off the middle"],
)
def test_where_another_region_may_be_meant_none_is_read(read, drawn):
    assert read(drawn, find=ASKED).goal is None


def test_what_is_read_off_states_nothing_else(read):
    assert own(read(figure(RIGHT), find=ASKED)) == []
