"""Shapes of the same area."""

from tests.every import every
from tests.tutor.guard.finding import is_found


@every(
    [
        ("trapezoid-leg-fkpwz", "It covers as much as a rectangle of 11 cm by 6 cm.", True),
        ("trapezoid-leg-fkpwz", "It is smaller than a rectangle of 11 cm by 6 cm.", False),
        ("areas-smaller-cfkpux", "It has the same area as a right triangle with legs 9 cm and 6 cm.", True),
        ("sector-pie-cfv", "The slice equals a full circle with radius √20 cm.", True),
        ("sector-pie-cfv", "The slice equals a full circle with radius 20 cm.", False),
        ("octagon-side-agjpstvy", "A square with side AG has an area of 42.25 cm².", True),
        ("octagon-side-agjpstvy", "A square with side AG has an area of 40 cm².", False),
    ]
)
def test_a_shape_of_the_same_area_tells_it(name, utterance, is_leak):
    assert is_found(name, utterance) == is_leak
