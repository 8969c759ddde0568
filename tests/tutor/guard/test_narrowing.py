"""Bounds, digits, riddles and lists that leave one number."""

import pytest

from gnomon.tutor.guard import find_leak, phrases
from tests.every import every

PROBLEM = "Triangles ABC and DEF are similar. AB = 31 and DE = 62. Find x."


@every(
    [
        (29, "It isn't 28 and it isn't 30, but it's the whole number squeezed between them."),
        (17, "x can't be 14, nor 16, 18, 19 or 15."),
        (9, "x has a single digit. And it's the biggest single digit there is."),
        (8, "x is the only perfect cube from 2 to 20."),
        (2, "x is the only even prime."),
        (11, "x is the smallest prime with two digits."),
        (37, "Between 30 and 40 there are two primes. x is the larger one."),
        (61, "It's the prime just after 59."),
        (16, "x is the fourth power of two."),
        (114, "It ends in 14 and has a 1 in front."),
        (55, "The mean is 11, and five elevens are x."),
        (44, "x is a number of two equal digits that add up to 8."),
    ]
)
def test_a_riddle_with_one_solution_tells_it(answer, utterance):
    assert find_leak(utterance, PROBLEM, answer) is not None


@every(
    [
        (29, "It isn't 28 and it isn't 31."),
        (17, "x can't be 14, nor 15."),
        (9, "x has a single digit."),
        (8, "x is a perfect cube."),
        (37, "x is a prime between 30 and 40."),
        (31, "The smallest side is 31, isn't it given?"),
        (13, "Which digit does it end in?"),
    ]
)
def test_a_property_that_leaves_several_is_a_hint(answer, utterance):
    assert find_leak(utterance, PROBLEM, answer) is None


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("a perfect cube", 27, 28),
        ("a power of two", 64, 48),
        ("a triangular number", 15, 16),
        ("a two-digit number", 10, 100),
        ("a three-digit number", 100, 99),
        ("its digits add up to 7", 25, 26),
        ("a divisor of 12", 6, 8),
        ("it ends in 14", 114, 104),
        ("it starts with 4", 47, 74),
        ("both digits are equal", 77, 78),
    ],
)
def test_properties_of_whole_numbers(text, inside, outside):
    tests = phrases.properties_in(text)
    assert tests
    assert all(test(float(inside)) for test in tests)
    assert not all(test(float(outside)) for test in tests)
