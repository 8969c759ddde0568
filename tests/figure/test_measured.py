"""Facts that hold on coordinates have no discrepancy; facts that do not have one."""

import math

import pytest

from gnomon.figure import Fact, Measured, UnmeasurableError
from gnomon.problem import Quantity
from tests.every import every

HEXAGON = {name: (math.cos(math.radians(60 * i)), math.sin(math.radians(60 * i))) for i, name in enumerate("ABCDEF")}
POINTS = {**HEXAGON, "O": (0.0, 0.0), "Q": (0.0, 0.0), "M": (0.75, math.sqrt(3) / 4), "X": (3.0, 1.0)}
MEASURED = Measured.at(POINTS, {"O": tuple("ABCDEF"), "Q": ("M",)})
TRUE = {
    "collinear": "AOD", "on_circle": "AO", "parallel": "ABDE", "perpendicular": "ABBD", "diameter": "ADO", "midpoint": "MAB",
    "angle_bisector": "OMAB", "perpendicular_bisector": "OMAB", "median": "OMAB", "altitude": "OMAB", "isosceles": "OAB",
    "equilateral": "OAB", "congruent": "OABOBC", "similar": "OABDCO", "rectangle": "ABDE", "parallelogram": "ABDE",
    "rhombus": "OABC", "kite": "OABC", "trapezoid": "BCDA", "isosceles_trapezoid": "BCDA", "regular_polygon": "ABCDEF",
    "inscribed": "OABC", "circumscribed": "QABCDEF",
}  # fmt: skip


@every(TRUE)
def test_a_true_fact_has_no_discrepancy(kind):
    assert max(map(abs, MEASURED.discrepancies(Fact(kind, tuple(TRUE[kind]))))) < 1e-9


@every([kind for kind in TRUE if kind != "median"])
def test_a_fact_about_a_point_far_off_has_a_discrepancy(kind):
    points = ("X", *TRUE[kind][1:])
    assert max(map(abs, MEASURED.discrepancies(Fact(kind, points)))) > 0.02


@every(
    [
        (Quantity.of("length", "A", "D"), 2),
        (Quantity.of("angle", "A", "O", "C"), 120),
        (Quantity.of("arc", "A", "B"), 60),
        (Quantity.of("arc", "A", "E", "B"), 300),
        (Quantity.of("arc_length", "A", "D"), math.pi),
        (Quantity.of("area", "O", "A", "B"), math.sqrt(3) / 4),
        (Quantity.of("perimeter", *"ABCDEF"), 6),
        (Quantity.of("circle_area", "O"), math.pi),
        (Quantity.of("sector_area", "A", "O", "B"), math.pi / 6),
    ]
)
def test_a_quantity_is_measured(quantity, value):
    assert MEASURED.value(quantity) == pytest.approx(value)


def test_an_arc_of_no_circle_is_refused():
    with pytest.raises(UnmeasurableError, match="no drawn circle"):
        MEASURED.value(Quantity.of("arc", "A", "X"))
