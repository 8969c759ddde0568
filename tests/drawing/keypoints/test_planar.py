"""Constructed places, worked out by hand in a 3-4-5 triangle."""

import pytest

from gnomon.drawing.keypoints.planar import CONSTRUCT
from tests.every import every

A, B, C = 0j, 4 + 0j, 3j


@every(
    [
        ("midpoint", (B, C), 2 + 1.5j),
        ("division", (A, B, 3.0, 1.0), 3 + 0j),
        # The altitude on the hypotenuse is 12/5 and cuts it at 9/5 from C.
        ("foot", (A, B, C), 1.44 + 1.92j),
        ("meeting", (A, 1 + 1j, B, C), 12 / 7 + 12j / 7),
        ("parallel", (2 + 0j, A, C, B, C), 2 + 1.5j),
        ("perpendicular", (2 + 0j, A, B, B, C), 2 + 1.5j),
        ("perpendicular_bisector", (A, B, B, C), 2 + 1.5j),
        ("reflection", (A, B, C), 2.88 + 3.84j),
        ("half_turn", (A, 2 + 1.5j), 4 + 3j),
        # The bisector of the right angle is y = x.
        ("bisector", (B, A, C, B, C), 12 / 7 + 12j / 7),
        ("extension", (A, C, C), 4j),
        ("centroid", (A, B, C), 4 / 3 + 1j),
        ("circumcentre", (A, B, C), 2 + 1.5j),
        ("incentre", (A, B, C), 1 + 1j),
        ("orthocentre", (A, B, C), 0j),
    ]
)
def test_a_construction_gives_the_place_worked_out_by_hand(name, arguments, place):
    assert CONSTRUCT[name](*arguments) == pytest.approx(place, abs=1e-12)


@every([("meeting", (A, B, C, C + 1)), ("foot", (A, B, B)), ("circumcentre", (A, 1 + 0j, B)), ("extension", (A, B, C))])
def test_where_nothing_is_determined_there_is_no_place(name, arguments):
    assert CONSTRUCT[name](*arguments) is None
