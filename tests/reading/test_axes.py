"""Axes of graphs: where the origin is and how long a unit, or none."""

import pytest

from gnomon.reading import axes_of, read_picture
from tests.reading.graphs import ORIGIN, UNITS, graph
from tests.reading.pictures import svg

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")


def test_axes_with_numbers_give_origin_and_units(drawn):
    axes = read_picture(drawn(graph(), "graph.png")).axes
    assert axes.origin == pytest.approx(ORIGIN, abs=1)
    # A fortieth of a unit is a pixel: at 4 units' distance a point is a stroke's width off at most.
    assert (axes.x_unit, axes.y_unit) == pytest.approx(UNITS, rel=0.01)


@pytest.mark.slow
def test_axes_without_numbers_and_figures_of_geometry_have_none(drawn):
    assert read_picture(drawn(graph(numbers=False), "bare.png")).axes is None
    lengths = ('<text x="120" y="262" font-size="16">4</text>', '<text x="280" y="262" font-size="16">8</text>')
    assert read_picture(drawn(svg(*lengths), "lengths.png")).axes is None


@pytest.mark.slow
def test_the_axes_of_a_figure_have_y_upwards(drawn):
    axes = axes_of(read_picture(drawn(graph(), "graph.png")), 360)
    assert axes.place(2, 3) == pytest.approx((ORIGIN[0] + 2 * UNITS[0], 360 - ORIGIN[1] + 3 * UNITS[1]), abs=2)
