"""The answer itself: confirmed by what the tutor has, in a table of powers, or as a constant that tells nothing."""

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak
from tests.every import every


def found(name, utterance, *said):
    return find_leak(utterance, bank()[name], bank()[name].answer, said_by_student=said)


@every(
    [
        ("Oh, seventeen is exactly what I have on my sheet too!", True),
        ("17 matches my key.", True),
        ("17? Same as in my notes.", True),
        ("My calculator shows 17 there, does yours?", True),
        ("In my notes page 17 has a figure of this.", False),  # a page
        ("My brother is 17, and he liked this one.", False),  # an age
        ("Does 17 match my key?", True),  # asking states it all the same
        ("On my sheet the point W is drawn a bit too far left.", False),
    ]
)
def test_what_the_tutor_has_too_is_told(utterance, is_leak):
    assert (found("chord-radius-oajw", utterance) is not None) == is_leak


EXTERIOR = "exterior-triangle-gmt"  # 17x + 20 = 360, and x = 20


@every(
    [
        ("The equation 17x + 20 = 360 is yours. So the 20 has to leave the left side first.", False),
        ("The x terms make 17x, and the loose numbers make 20. Where do those two go?", False),
        ("On the left you have 17x and 20. Put the 20 on the right, with a minus.", False),
        ("The 20 comes from 15 and 5.", False),
        ("17x + 20 = 360 is solved by 20.", True),
        ("17x + 20 = 360. So x is 20.", True),
    ]
)
def test_a_constant_of_the_equation_is_not_the_letter(utterance, is_leak):
    assert (found(EXTERIOR, utterance) is not None) == is_leak


@every(
    [
        ("With a font size of 72 I can't read the label at N.", False),
        ("The 72 in “2 · 72” isn't from this problem.", False),
        ("72 isn't what I'd write.", False),
        ("72 is what I'd write.", True),
    ]
)
def test_numbers_of_other_things_and_refuted_ones_are_left(utterance, is_leak):
    assert (found("trapezoid-angle-carn", utterance) is not None) == is_leak


@every(["12 squared is 144, and 25 is the other square.", "Take GK as half of 24.", "GK: four thirds of 9."])
def test_a_base_told_with_its_square_and_an_instruction_that_names_the_unknown_tell(utterance):
    assert found("isosceles-median-gpt", utterance) is not None


def test_an_area_without_a_space_before_its_unit_is_no_expression():
    assert found("l-shape-room-bglmvw", "The floor is 53m² large.") is not None
    assert found("l-shape-room-bglmvw", "房间的面积就是五十三平方米。") is not None
