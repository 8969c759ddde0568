"""How a sibling's figure lies, and what makes one hard to read."""

import math
import random

from gnomon.figure import Figure, angle_between
from gnomon.variation.posing import EXTENT, flaw, keeps_order, posed
from tests.every import every

POINTS = {"A": (0.0, 0.0), "B": (6.0, 0.0), "C": (2.0, 5.0)}
TRIANGLE = Figure(points=POINTS, lines=(("A", "B"), ("B", "C"), ("C", "A")))


def test_a_posed_figure_keeps_its_shape_and_has_one_size():
    for seed in range(10):
        at = posed(POINTS, TRIANGLE, "In triangle ABC", random.Random(seed))
        assert math.isclose(angle_between(at["A"], at["B"], at["C"]), angle_between(*POINTS.values()), abs_tol=1e-3)
        assert math.isclose(max(max(values) - min(values) for values in zip(*at.values(), strict=True)), EXTENT)


def test_what_stands_on_level_ground_is_not_turned():
    turned = {name: (-y, x) for name, (x, y) in POINTS.items()}
    for seed in range(10):
        at = posed(turned, TRIANGLE, "AB lies on level ground", random.Random(seed))
        assert at["A"][1] == at["B"][1] < at["C"][1]


def test_left_is_not_mirrored():
    assert all(posed(POINTS, TRIANGLE, "A is left of B", random.Random(seed))["A"][0] == 0 for seed in range(10))


@every(
    [
        ({}, None),
        ({"C": (3.0, 0.5)}, "an angle too small"),
        ({"C": (0.2, 0.2)}, "two points almost at one place"),
        ({"C": (0.5, 0.5)}, "sides of too different length"),
    ]
)
def test_a_degenerate_figure_is_told(change, said):
    assert flaw(TRIANGLE.model_copy(update={"points": {**POINTS, **change}})) == said


def test_a_point_next_to_a_foreign_line_is_told():
    figure = Figure(points={**POINTS, "D": (3.0, 0.1), "E": (3.0, -4.0)}, lines=(("A", "B"), ("D", "E")))
    assert flaw(figure) == "a point almost on a line"


def test_points_of_a_line_in_another_order_are_noticed():
    line = [("A", "B", "C")]
    assert keeps_order({"A": (0, 0), "B": (1, 0), "C": (2, 0)}, line)
    assert not keeps_order({"A": (0, 0), "C": (1, 0), "B": (2, 0)}, line)
