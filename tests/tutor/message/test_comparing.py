"""Parts compared without their sizes: larger, acute, more than half a circle."""

import pytest

from tests.every import every
from tests.tutor.verdicts import verdict_on

pytestmark = pytest.mark.slow


@every(
    [
        ("inscribed-minor-arc-oflw", "it's obtuse", "right"),
        ("inscribed-minor-arc-oflw", "FWL is acute", "wrong"),
        ("inscribed-minor-arc-oflw", "angle FWL is bigger than a right angle", "right"),
        ("trapezoid-angle-carn", "the corner N is a pointy one", "right"),
        ("arc-path-grz", "arc RZ is more than a half circle", "wrong"),
        ("arc-path-grz", "arc RZ is less than a half circle", "right"),
        ("chord-distance-okuz", "KU is a bit longer than OK", "wrong"),
        ("chord-distance-okuz", "OZ is a bit shorter than OK", "right"),
        ("cointerior-efhj", "FJ is longer than EF", "right"),  # the givens fix neither, the figure shows it plainly
        ("triangle-sum-klm", "its more than 40", "none"),  # a bound is nobody's claim
    ]
)
def test_what_is_compared_holds_or_not_by_the_true_sizes(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict
