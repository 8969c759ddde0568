"""What is said of several parts of a kind together, or of one among them, is right where the figure's own parts fit."""

import pytest

from tests.every import every
from tests.tutor.verdicts import verdict_on

pytestmark = pytest.mark.slow


SAID = [
    ("secants-angle-ochmvy", "66 is the difference of the arcs", "71 is the difference of the arcs"),
    ("secants-angle-ochmvy", "CYM is half of what the arcs differ by", "CYM is half the sum of the arcs"),
    ("around-a-point-abnw", "the two i know make 235", "the two they give make 225"),
    ("sines-side-bgp", "BG is the longest side", "BP is the longest side"),
    ("sines-shore-dlw", "LW faces the 48 and DW faces the 58", "LW faces the 58"),
    ("sines-shore-dlw", "LW is opposite of D", "LW is opposite of L"),
    ("opposite-angles-brow", "they face each other so they are the same", "WBR and ROW make a straight line"),
    ("chord-radius-oajw", "so the diameter is 34", "so the diameter is 30"),
    ("corresponding-linear-adejmpqx", "DQX and ADJ are corresponding angles so 57", "EQX and ADJ are corresponding angles so 57"),
    ("isosceles-height-acpz", "10 each, C being the middle of AZ", "hexagon-about-circle-afkqsy: r = 8"),
    ("hypotenuse-bqx", "BQ is half as long as BX", "QX is twice as long as BX"),
    ("photo-angle-cgmqvz", "similar, so the angles are the same", "angles grow by 7/5 too"),
]


@every(SAID)
def test_right_where_the_parts_of_the_figure_fit_and_wrong_where_no_others_are_meant(problem_id, right, wrong):
    other, _, text = wrong.partition(": ") if ": " in wrong else (problem_id, "", wrong)
    assert verdict_on(problem_id, right) == "right"
    assert verdict_on(other, text) == "wrong"


@every(
    [
        ("corresponding-linear-adejmpqx", "PDE is 57, straight across from the one they give", "right"),
        ("corresponding-linear-adejmpqx", "PDE is 57, the others are twice as big", "none"),  # says more
        ("altitude-hypotenuse-ceko", "CKE and EKO are similar because all the angles are the same", "right"),
    ]
)
def test_where_something_is_takes_nothing_from_what_is_right(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict
