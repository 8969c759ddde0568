"""What is wrong in the learner's own last expression."""

from tests.every import every
from tests.tutor.guard.finding import is_found


@every(
    [
        ("half-square-duv", "The number under your root is one too big.", "DV = 7√3", True),
        ("half-square-duv", "The number under your root is too big.", "DV = 7√3", False),
        ("half-square-duv", "Is the number under your root one too big?", "DV = 7√3", False),
        ("half-square-duv", "The number in front of the root is one too small.", "6√2", True),
        ("equal-diagonals-crab", "You forgot the + 1.", "CA = 5*7 = 35", True),
        ("equal-diagonals-crab", "You forgot the + 1 in the first equation.", "CA = 5*7 = 35", False),
        ("sines-side-bgp", "Swap the 2 and the 8.", "BP = 11.82", True),
        ("sines-side-bgp", "The 2 and the 8 are both digits.", "BP = 11.82", False),
    ]
)
def test_a_remark_on_the_learners_expression_is_carried_out(name, utterance, said, is_leak):
    assert is_found(name, utterance, said) == is_leak
