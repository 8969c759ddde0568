"""True values: a claim is right, rounded or wrong by them, and has no verdict where the givens fix none."""

from tests.every import every
from tests.tutor.verdicts import truths_in


@every(
    [
        ("triangle-sum-klm", "KML = 57", "right"),
        ("triangle-sum-klm", "KML = 67", "wrong"),
        ("triangle-sum-klm", "180 - 52 - 71 = 67", "wrong"),
        ("triangle-sum-klm", "KL = 6", "unknown"),  # only the shape is given
        ("sine-abc", "BC = 6.88", "rounded"),
        ("sine-abc", "BC = 6.9", "rounded"),
        ("sine-abc", "BC = 12 sin 35", "right"),
        ("sine-abc", "angle ACB = 55", "right"),  # another path than the proof's
        ("sine-abc", "BC = 9.83", "wrong"),
        ("pythagoras-xyz", "XZ = √225", "right"),
        ("pythagoras-xyz", "XY² + YZ² = XZ²", "right"),
        ("pythagoras-xyz", "XZ = XY + YZ", "wrong"),
        ("isosceles-uvw", "UV = UW", "right"),  # neither length is known, their ratio is
        ("isosceles-uvw", "UV = VW", "wrong"),
    ]
)
def test_a_claim_gets_the_verdict_of_a_fair_teacher(problem_id, text, verdict):
    assert truths_in(problem_id, text) == [verdict]
