"""Names in plots are shown as they are written."""

import pytest

from gnomon.pages import Plot, Series
from gnomon.pages.plots import draw_plot

pytest.importorskip("matplotlib")


@pytest.mark.parametrize("kind", ["line", "bar"])
def test_dollar_signs_in_names_are_shown_and_not_read_as_formulas(kind):
    names = ("$5 and $6", "only $1", r"a $\frac{1$ b")
    svg = draw_plot(Plot("p", "Cost", kind, "x in $", "y, $ a $", tuple(Series(name, (0, 1), (0.1, 0.5)) for name in names)))
    assert all(f">{name}<" in svg for name in (*names, "x in $", "y, $ a $"))
