"""The benchmark's own reader of numbers."""

from __future__ import annotations

import math

import pytest

from benchmarks.transcript_checks.seeding import in_words
from gnomon.benchmark.arena.scan.values import read_value, stated
from tests.every import every


@every(
    [
        ("125°", 125),
        ("6,88", 6.88),
        ("5√3", 5 * math.sqrt(3)),
        ("10√2/3", 10 * math.sqrt(2) / 3),
        ("12π", 12 * math.pi),
        ("7 1/2", 7.5),
        ("3/4", 0.75),
        ("180 - 123", 57),
        ("180° − 52° − 71°", 57),
        ("(3 + 4) · 2", 14),
        ("5² + 12²", 169),
        ("half of 96", 48),
        ("the square root of 65", math.sqrt(65)),
        ("one hundred and twenty-five", 125),
        ("a hundred and five", 105),
        ("six point eight eight", 6.88),
        ("seven and a half", 7.5),
        ("fifteen halves", 7.5),
    ]
)
def test_a_value_is_read_in_the_forms_a_tutor_may_use(text: str, value: float) -> None:
    assert read_value(text.removeprefix("the ")) == pytest.approx(value)


@every([0, 7, 12, 40, 99, 100, 105, 340, 999, 6.88, 22.5])
def test_a_number_in_words_is_read_back(number: float) -> None:
    assert read_value(in_words(number)) == pytest.approx(number)


def test_names_of_points_are_no_numbers() -> None:
    assert stated("angle AWN of triangle ABC") == ()


def test_the_parts_of_a_sum_are_stated_beside_its_value() -> None:
    assert [found.value for found in stated("Take 180 − 123 away.")] == [180, 123, 57]


def test_a_colon_after_a_number_divides_nothing() -> None:
    assert [found.value for found in stated("less than 49: 7 or so")] == [49, 7]


def test_any_text_is_read_without_an_error() -> None:
    assert stated("1/0 √ (((( − half ²² 3") is not None


@pytest.mark.parametrize("text", ["9 + (4x − 2)", "9 + 4x", "so 9 + (4 + x) is left"])
def test_a_piece_of_a_longer_calculation_is_no_calculation(text):
    assert [found.value for found in stated(text) if found.is_sum] == []


@pytest.mark.parametrize(("text", "value"), [("(9 + 4)", 13), ("2·(9 + 4)", 26), ("9 + 4 cm", 13), ("x = 9 + 4", 13)])
def test_a_whole_calculation_beside_letters_still_counts(text, value):
    assert value in [found.value for found in stated(text) if found.is_sum]
