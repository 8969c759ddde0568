"""Calculations off every known way, told by the figure's own sizes."""

from functools import cache

from gnomon.geometry import solution_of
from gnomon.problem import bank, parse_expression
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from tests.every import every


@cache
def fitting_for(name):
    solution = solution_of(bank()[name])
    return Diagnostician(solution.problem, solution.proof, solution.deduction).fitting


@every(
    [
        ("long-leg-cty", "100 - 25"),  # the square of the leg that is sought
        ("hexagon-about-circle-afkqsy", "64 - 16"),
        ("equilateral-area-gnw", "64 - 16"),  # of a height that is not drawn
        ("trapezoid-area-srakh", "14*5/2"),  # a triangle that nobody has named
        ("areas-plots-bdgkmrtv", "0.4*0.4"),
        ("areas-smaller-cfkpux", "75*0.6*0.6"),
        ("octagon-arc-adhkmpsw", "360/8"),
        ("l-shape-stage-dfhjln", "6*10"),
        ("l-shape-stage-dfhjln", "10 - 3"),
    ],
    name=lambda case: case[1],
)
def test_a_calculation_of_something_in_the_figure_is_known(name, written):
    assert fitting_for(name).is_size(parse_expression(written))
    assert not fitting_for(name).is_misfit(parse_expression(written))


@every(
    [
        ("long-leg-cty", "10^2 + 5^2"),  # two sides that make no right angle
        ("octagon-side-agjpstvy", "52/6"),
        ("regular-pentagon-perimeter-chlvw", "7.5*7.5"),  # an area, where the way around is sought
        ("octagon-arc-adhkmpsw", "360/6"),
        ("trapezoid-area-srakh", "14 + 8*5"),  # a length and an area
        ("l-shape-stage-dfhjln", "9*10"),
        ("quadrilateral-sum-dgpv", "180 - 245"),  # more is taken away than there is
    ],
    name=lambda case: case[1],
)
def test_a_calculation_that_no_part_of_the_figure_comes_out_of_is_a_misfit(name, written):
    assert fitting_for(name).is_misfit(parse_expression(written))
    assert not fitting_for(name).is_size(parse_expression(written))


@every(
    [
        ("trapezoid-area-srakh", "22*5"),  # twice the area: on the way
        ("octagon-arc-adhkmpsw", "360/4"),  # two arcs
        ("octagon-side-agjpstvy", "52 - 6"),
        ("quadrilateral-sum-dgpv", "245 - 360"),  # in the wrong order
        ("pythagoras-leg-def", "13 - 5"),
    ],
    name=lambda case: case[1],
)
def test_what_may_be_a_step_of_some_way_is_left_open(name, written):
    assert not fitting_for(name).is_misfit(parse_expression(written))


def test_a_radius_taken_for_a_diameter_is_half_the_answer():
    fitting = fitting_for("arc-length-ocp")
    assert fitting.is_half_found(parse_expression("50/360*18*pi"))
    assert not fitting.is_half_found(parse_expression("50/360*2*18*pi"))
    assert not fitting.is_half_found(parse_expression("2*18*pi"))  # the whole circle


def test_what_the_corners_of_a_polygon_make_together_is_a_size():
    assert fitting_for("regular-octagon-angle-behknrux").is_size(parse_expression("6*180"))
    assert not fitting_for("regular-octagon-angle-behknrux").is_size(parse_expression("5*180"))
