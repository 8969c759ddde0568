"""A proved figure to scale, and one that the facts let fall together."""

import cmath
from types import SimpleNamespace

import pytest

from gnomon.drafting.to_scale import is_collapsed, to_scale
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
