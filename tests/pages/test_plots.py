"""Names in plots are shown as they are written."""

import re

import pytest

from gnomon.pages import Plot, Series
from gnomon.pages.plots import draw_plot

pytest.importorskip("matplotlib")


@pytest.mark.parametrize("kind", ["line", "bar"])
def test_dollar_signs_in_names_are_shown_and_not_read_as_formulas(kind):
    names = ("$5 and $6", "only $1", r"a $\frac{1$ b")
    svg = draw_plot(Plot("p", "Cost", kind, "x in $", "y, $ a $", tuple(Series(name, (0, 1), (0.1, 0.5)) for name in names)))
    assert all(f">{name}<" in svg for name in (*names, "x in $", "y, $ a $"))


@pytest.mark.parametrize(("label", "top"), [("turns, %", "100"), ("share, 0 to 1", "1.0")])
def test_an_axis_of_zeros_alone_is_that_of_the_unit(label, top):
    svg = draw_plot(Plot("p", "Zeros", "bar", "x", label, (Series("run", ("a", "b"), (0.0, 0.0)),)))
    assert f">{top}<" in svg
    assert "−" not in svg  # nothing below 0


@pytest.mark.slow
@pytest.mark.parametrize(("number", "angle"), [(2, 0), (6, 20), (16, 90)])
def test_the_more_names_stand_below_an_axis_the_steeper_they_are_written(number, angle):
    names = tuple(f"SeekKnowledge{place}" for place in range(number))
    svg = draw_plot(Plot("p", "Names", "bar", "x", "y", (Series("run", names, (1.0,) * number),)))
    texts = [line for line in svg.splitlines() if "SeekKnowledge" in line]
    turned = [re.search(r"rotate\(-(\d+)", line) for line in texts]
    assert [int(found[1]) if found else 0 for found in turned] == [angle] * number
