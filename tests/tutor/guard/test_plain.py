"""Values that a student has only calculated with."""

from tests.every import every
from tests.tutor.guard.finding import is_found


@every(
    [
        ("exterior-triangle-gmt", "17x + 20 = 360, so 17x = 340 and x = 20.", "17x + 20", True),
        ("exterior-triangle-gmt", "So that makes x twenty.", "17x + 20", True),
        ("exterior-triangle-gmt", "x, in the end, is 20.", "17x + 20", True),
        ("exterior-triangle-gmt", "It's 20.", "17x + 20", True),
        ("exterior-triangle-gmt", "The number beside x is 20.", "17x + 20", False),
        ("exterior-triangle-gmt", "The 20 has to leave first.", "17x + 20", False),
        ("exterior-triangle-gmt", "17x = 340, not 20.", "17x + 20", False),
        ("exterior-triangle-gmt", "If x is 20, what is 6x?", "17x + 20", False),
        ("exterior-triangle-gmt", "Good, x is 20.", "x = 20", False),
        ("exterior-triangle-gmt", "Good, x is 20.", "6*20 = 120", False),
        ("exterior-triangle-gmt", "x is 20.", "17x = 360 - 20", True),
        ("exterior-triangle-gmt", "x is 20.", "I got 20", False),
        ("exterior-pentagon-achlp", "Divide by 23: 345 ÷ 23.", "23x + 15 = 360", True),
    ]
)
def test_a_value_frees_the_answer_only_where_the_student_found_it(name, utterance, said, is_leak):
    assert is_found(name, utterance, said) == is_leak


def test_the_size_of_another_part_is_not_the_answer_said():
    assert is_found("parallel-short-glptx", "GT : GL is two thirds, so TX is two thirds of 18.", "GL = 12")
    assert not is_found("parallel-short-glptx", "GL is two thirds of 18? No, that's TX.", "TX = 12")
