"""A proved figure to scale, and one that the facts let fall together."""

from types import SimpleNamespace

from gnomon.drafting.to_scale import is_collapsed
from gnomon.figure import Figure
from tests.every import every

DRAWN = Figure(points={"A": (0, 0), "B": (40, 0), "C": (10, 30)}, lines=(("A", "B"), ("B", "C"), ("A", "C")))


@every([({"A": (2, 2), "B": (2, 2), "C": (2, 2)}, True), ({"A": (0, 0), "B": (4, 0), "C": (1, 3)}, False)])
def test_a_figure_whose_points_fall_together_is_told(spots, is_told):
    assert is_collapsed(DRAWN, SimpleNamespace(diagram=SimpleNamespace(at=spots))) is is_told
