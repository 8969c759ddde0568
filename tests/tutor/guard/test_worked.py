"""Last calculations in words, and checks that hold."""

from gnomon.tutor.guard import find_leak
from tests.every import every
from tests.tutor.guard.finding import is_found


@every(
    [
        ("chord-radius-ofhr", "The radius is the square root of 36 + 64.", True),
        ("hexagon-about-circle-afkqsy", "Take the square root of 192 and halve it.", True),
        ("hexagon-about-circle-afkqsy", "Take the square root of 100 and halve it.", False),
        ("congruent-areas-bhpdkw", "Double area: 60. Base: 12. Write double area over base.", True),
        ("congruent-areas-bhpdkw", "Double area: 60. Base: 12. Which goes over which?", False),
        ("congruent-areas-bhpdkw", "Write double area over base.", False),
        ("congruent-areas-bhpdkw", "Check: 12 · 5/2 = 30.", True),
        ("congruent-areas-bhpdkw", "Test yours: 12 · 6/2 = 36, not 30.", False),
        ("three-parallels-bejqvy", "6 : 9 is the same ratio as 8 : 12.", True),
        ("three-parallels-bejqvy", "6 : 9 is the same ratio as 2 : 3.", False),
        ("adjacent-angles-flax", "So you need 180 − 67.", True),
        ("adjacent-angles-flax", "Now 180 − 67. Your turn.", False),
    ]
)
def test_a_last_calculation_written_out_tells(name, utterance, is_leak):
    assert is_found(name, utterance) == is_leak


def test_two_sizes_of_one_unit_stay_two():
    assert find_leak("The legs are 9 cm and 6 cm long.", "Find the length of TR.", 15.0) is None
