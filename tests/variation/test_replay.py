"""What other numbers come to by a known proof."""

import random

from gnomon.geometry import Value, solve
from gnomon.problem import Number, bank, parse_expression
from gnomon.variation.numbers import slots_of
from gnomon.variation.replay import Replay, as_simple
from tests.every import every


def _value(text: str, number: float) -> Value:
    return Value(number, text, is_rounded=False, form=parse_expression(text))


WHOLE, HALF, ROOT, ROUND = _value("12", 12.0), _value("7.5", 7.5), _value("5*sqrt(3)", 5 * 3**0.5), _value("12*pi", 37.6991)


@every(
    [
        (13.0, WHOLE, True),
        (12.5, WHOLE, False),
        (8.5, HALF, True),
        (8.25, HALF, False),
        (7 * 3**0.5, ROOT, True),
        (4 * 2**0.5, ROOT, True),
        (6.0, ROOT, False),
        (8 * 3.141592653589793, ROUND, True),
        (8.0, ROUND, False),
        (1.234, Value(1.23456, "1.23", is_rounded=True), True),
    ]
)
def test_a_value_is_as_simple_as_another_where_it_has_its_form(number, original, is_simple):
    assert as_simple(number, original) is is_simple


def test_the_original_numbers_give_the_original_answer():
    solution = solve(bank()["isosceles-area-bikv"])
    slots = slots_of(solution.problem.formal)
    assert Replay(solution, slots).answer({slot: slot.expression for slot in slots}) == 192


def test_drawn_numbers_leave_every_step_whole():
    solution = solve(bank()["isosceles-area-bikv"])
    slots = slots_of(solution.problem.formal)
    values = Replay(solution, slots).drawn({}, random.Random(1))
    sides = {int(value.value) for value in values.values() if isinstance(value, Number)}
    base, leg = (next(int(values[slot].value) for slot in slots if str(slot.expression) == old) for old in ("24", "20"))
    height = (leg**2 - (base / 2) ** 2) ** 0.5
    assert sides == {base, leg}
    assert height == int(height)
