"""What is left of a table of values that are tried."""

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak
from tests.every import every

CHORDS = "crossing-chords-letters-oehnrz"  # 9(x + 2) = 12x, x = 6


@every(
    [
        ("x = 5 gives 63 and 60, x = 6 gives 72 and 72, x = 7 gives 81 and 84. Pick the row in which both are equal.", True),
        ("With x = 5 you get 63 against 60, with x = 6 you get 72 against 72.", True),
        ("x = 4 gives 54 and 48, x = 5 gives 63 and 60. Go on with the table.", False),
        ("You tried x = 4: 54 against 48. Is that closer than before?", False),
    ]
)
def test_the_only_row_that_fits_tells_its_value(utterance, is_leak):
    assert (find_leak(utterance, bank()[CHORDS], 6.0) is not None) == is_leak
