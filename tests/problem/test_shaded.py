"""Shaded regions that the figure settles: a circle about a polygon, or within one, and a regular outline without a name."""

import math

import pytest

from gnomon.figure import Circle, Figure
from tests.problem.conftest import own

ROUND = {name: (math.cos(at), math.sin(at)) for name, at in zip("EFG", (-math.pi / 2, math.pi / 6, 5 * math.pi / 6), strict=True)}
CORNERS = {
    name: (2 * math.cos(at), 2 * math.sin(at))
    for name, at in zip("ABC", (-5 * math.pi / 6, -math.pi / 6, math.pi / 2), strict=True)
}


def with_incircle(*touching: str) -> Figure:
    """Return a regular triangle whose sides are touched at points of a circle about O."""
    sides = {"E": ("A", "E", "B"), "F": ("B", "F", "C"), "G": ("C", "G", "A")}
    lines = tuple(line if point in touching else (line[0], line[2]) for point, line in sides.items())
    points = {**CORNERS, **{name: ROUND[name] for name in touching}, "O": (0.0, 0.0)}
    return Figure(points=points, lines=lines, circles=(Circle(centre="O", points=touching),))


def test_a_polygon_without_its_incircle_is_shaded_where_the_circle_touches_every_side(read):
    description = read(with_incircle("E", "F", "G"), "Regular(Polygon($))", find="AreaOf(Shaded(Shape($)))")
    assert str(description.goal.expression) == "area of ABC − area of circle O"
    assert "equilateral(B, C, A)" in own(description)
    assert any("the shaded region is BCA without the circle about O" in warning for warning in description.warnings)


@pytest.mark.parametrize("touching", [("E", "F"), ("E",)])
def test_a_side_without_a_named_point_is_touched_where_it_is_drawn_as_far_from_the_centre(read, touching):
    description = read(with_incircle(*touching), find="AreaOf(Shaded(Shape($)))")
    assert str(description.goal.expression) == "area of ABC − area of circle O"


@pytest.mark.parametrize("touching", [("E", "F"), ("E",)])
def test_a_circle_that_touches_some_sides_only_settles_no_region(read, touching):
    figure = with_incircle(*touching)
    longer = figure.model_copy(update={"points": {**figure.points, "C": (0.4, 2.6)}})
    assert read(longer, find="AreaOf(Shaded(Shape($)))").goal is None


def test_an_outline_that_is_not_drawn_regular_is_not_taken_for_the_regular_polygon(read):
    figure = with_incircle("E", "F", "G")
    longer = figure.model_copy(update={"points": {**figure.points, "C": (0.0, 2.6)}})
    assert not [given for given in own(read(longer, "Regular(Polygon($))")) if given.startswith("equilateral")]
