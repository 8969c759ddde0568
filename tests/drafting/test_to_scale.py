"""A proved figure to scale, and one that the facts let fall together."""

import cmath
from types import SimpleNamespace

import pytest

from gnomon.drafting.to_scale import is_collapsed, is_to_scale, to_scale
from gnomon.figure import Figure
from tests.every import every

DRAWN = Figure(points={"A": (0, 0), "B": (40, 0), "C": (10, 30)}, lines=(("A", "B"), ("B", "C"), ("A", "C")))


@every([({"A": (2, 2), "B": (2, 2), "C": (2, 2)}, True), ({"A": (0, 0), "B": (4, 0), "C": (1, 3)}, False)])
def test_a_figure_whose_points_fall_together_is_told(spots, is_told):
    assert is_collapsed(DRAWN, SimpleNamespace(diagram=SimpleNamespace(at=spots))) is is_told


@every([0, 40, 200])
def test_a_figure_to_scale_lies_as_it_is_drawn(degrees):
    turn = cmath.rect(0.1, cmath.pi * degrees / 180)
    spots = {name: ((complex(*at) * turn).real, (complex(*at) * turn).imag) for name, at in DRAWN.points.items()}
    figure = to_scale(DRAWN, SimpleNamespace(diagram=SimpleNamespace(at=spots)))
    assert figure.points["B"] == pytest.approx((4, 0), abs=1e-9)
    assert figure.points["C"] == pytest.approx((1, 3), abs=1e-9)


def test_a_base_that_is_drawn_level_is_level_whatever_the_rest_does():
    spots = {"A": (0, 0), "B": (3, 4), "C": (-7, 1)}
    figure = to_scale(DRAWN, SimpleNamespace(diagram=SimpleNamespace(at=spots)))
    (x, y), (over, up) = figure.points["A"], figure.points["B"]
    assert (over - x, up - y) == pytest.approx((5, 0), abs=1e-9)


def test_without_a_level_line_the_whole_lies_as_it_is_drawn():
    drawn = Figure(points={"A": (0, 0), "B": (3, 4), "C": (-4, 3)}, lines=(("A", "B"), ("A", "C")))
    spots = {"A": (0, 0), "B": (5, 0), "C": (0, 5)}
    figure = to_scale(drawn, SimpleNamespace(diagram=SimpleNamespace(at=spots)))
    (x, y), (over, up) = figure.points["A"], figure.points["B"]
    assert (over - x, up - y) == pytest.approx((3, 4), abs=1e-9)


@every([({"A": (1, 1), "B": (1, 9), "C": (-5, 3)}, True), ({"A": (0, 0), "B": (40, 0), "C": (12, 30)}, False)])
def test_a_figure_is_to_scale_however_it_is_turned_and_large(spots, is_true):
    assert is_to_scale(DRAWN, SimpleNamespace(diagram=SimpleNamespace(at=spots))) is is_true
