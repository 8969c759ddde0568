"""Numbers that may change, and what a school writes in their place."""

import random
from fractions import Fraction

from gnomon.algebra import Letter, constant, read_algebra, unknowns
from gnomon.problem import bank
from gnomon.variation.numbers import Slot, drawn_value, has_coincidence, is_fixed, nearest_value, reaching, slots_of
from tests.every import every


def _drawn(kind, text):
    return [drawn_value(Slot(kind, read_algebra(text)), random.Random(seed)) for seed in range(40)]


def test_equal_numbers_are_one_slot():
    assert [str(slot.expression) for slot in slots_of(bank()["isosceles-area-bikv"].formal)] == ["20", "24"]


@every(
    [
        ("angle", "52", 1),
        ("other", "12", 1),
        ("other", "7.5", Fraction(1, 2)),
        ("other", "6.2", Fraction(1, 10)),
        ("other", "90", 5),
    ]
)
def test_a_drawn_number_is_a_multiple_of_what_the_old_one_is(kind, text, step):
    assert all(Fraction(str(constant(value))) % step == 0 for value in _drawn(kind, text))


def test_a_drawn_angle_is_an_angle_of_a_triangle():
    assert all(15 <= constant(value) <= 165 for value in _drawn("angle", "20"))


def test_a_root_keeps_what_stands_under_it():
    assert all(str(value).endswith("√3") for value in _drawn("other", "5√3"))


def test_an_expression_keeps_its_letters_and_its_signs():
    for value in _drawn("angle", "3x - 8"):
        assert list(unknowns(value)) == [Letter("x")]
        assert " − " in str(value)


def test_right_angles_and_those_that_a_rule_asks_for_stay():
    thirty = Slot("angle", read_algebra("30"))
    assert is_fixed(Slot("angle", read_algebra("90")), set())
    assert is_fixed(thirty, {30, 90})
    assert not is_fixed(thirty, {90})


def test_the_nearest_value_is_of_the_old_form():
    root = Slot("other", read_algebra("5√3"))
    assert str(nearest_value(root, 12.2, exactly=False)) == "7√3"
    assert nearest_value(root, 12.2, exactly=True) is None


def test_an_expression_is_changed_so_that_it_comes_to_a_value():
    assert str(reaching(read_algebra("3x + 8"), 50, lambda _: 10.0)) == "3x + 20"
    assert reaching(read_algebra("3x + 8"), 25, lambda _: 10.0) is None
    assert str(reaching(read_algebra("3x"), 50, lambda _: 10.0)) == "5x"


def test_a_drawn_angle_is_not_taken_for_a_right_one():
    assert all(abs(constant(value) - 90) >= 5 for value in _drawn("angle", "80"))


def test_numbers_that_become_equal_are_noticed():
    first, second = Slot("other", read_algebra("17")), Slot("other", read_algebra("12"))
    assert has_coincidence({first: read_algebra("9"), second: read_algebra("9")})
    assert not has_coincidence({first: read_algebra("9"), second: read_algebra("8")})
