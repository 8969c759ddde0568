"""Calculations found in text."""

import math

import pytest

from gnomon.algebra import read_arithmetic
from tests.every import every

CALCULATIONS = {
    "180 - 60 - 48 = 72": (72, 72),
    "180° − 62° − 61° = 57°": (57, 57),
    "1/2 * 14 * 9": (63, None),
    "16 / 2": (8, None),
    "16/2": (8, None),
    "9^2 + 12^2": (225, None),
    "9² + 12² = 225": (225, 225),
    "x = 25 - 5": (20, None),
    "half of 126": (63, None),
    "30% of 40": (12, None),
    "one more than 56": (57, None),
    "180 minus 123 is 57": (57, 57),
    "20 · tan 35° ≈ 14.0": (20 * math.tan(math.radians(35)), 14),
    "2(7 + 4) = 22 cm": (22, 22),
    "twice 52.5": (105, None),
    "√225": (15, None),
    "√(9² + 12²) = 15": (15, 15),
    "sqrt(75)": (75**0.5, None),
    "30 divided by 4": (7.5, None),
    "the sum of 62 and 61 is 123": (123, 123),
    "(180-40)/2 = 70": (70, 70),
    r"\frac{1}{3}\cdot 36\pi": (12 * math.pi, None),
    "5 times the square root of 4": (10, None),
    "1/2 x 14 x 9": (63, None),
    "3 + 4 = 8": (7, 8),
}


@every(CALCULATIONS.items())
def test_a_calculation_is_evaluated(text, expected):
    (found,) = read_arithmetic(f"I think {text}.")
    assert found.value == pytest.approx(expected[0])
    assert found.claimed == expected[1]


@every(
    [
        "57",
        "3/4",
        "5√3",
        "2x + 5 = 17",
        "2x + 5 + 3 = 17",
        "90 - 37x",
        "AB - 5 + 3",
        "180 - 60 - x = 72",
        "x - 5 = 3",
        "a 30-60-90 triangle",
        "a 3-4-5 triangle",
        "5 is less than 7",
        "1/0 + 2",
        "half the base",
    ]
)
def test_what_has_an_unknown_or_nothing_to_work_out_is_no_calculation(text):
    assert read_arithmetic(text) == []


def test_a_chain_gives_one_entry_for_each_equals_sign():
    chain = read_arithmetic("180 - 62 - 61 = 118 - 61 = 57")
    assert [(entry.value, entry.claimed) for entry in chain] == [(57, 57), (57, 57)]


def test_the_span_covers_the_calculation_and_its_claim():
    text = "Since 62 + 61 = 123 we go on."
    (found,) = read_arithmetic(text)
    assert (text[found.start : found.end], found.left_text) == ("62 + 61 = 123", "62 + 61")
