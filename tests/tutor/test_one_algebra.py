"""A number means the same at every door: alone, as school algebra, in a learner's message and before the answer guard."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.algebra import ExpressionError, evaluate, parse_expression, read_algebra, read_arithmetic, read_number, read_numbers
from gnomon.problem import bank
from gnomon.problem.terms import UnreadError, parse_literal
from gnomon.tutor import find_leak, read_message

TRIANGLE = bank()["triangle-sum-klm"]
WRITTEN = {
    "57": 57,
    "57.0": 57,
    ".5": 0.5,
    "1,728": 1728,
    "12,345,678.5": 12345678.5,
    "1 728": 1728,
    "1\u202f728": 1728,
    "1.728,5": 1728.5,
    "1.234.567": 1234567,
    "3,5": 3.5,
    "0,125": 0.125,
    "1728,5": 1728.5,
    "1.728": 1.728,
    "१७२८": 1728,
    "１７２８": 1728,
    "٣٫٥": 3.5,
    "3/4": 0.75,
    "½": 0.5,
    "7½": 7.5,
    "2 1/2": 2.5,
    r"\frac{3}{4}": 0.75,
    r"\dfrac34": 0.75,
    r"2\frac{1}{2}": 2.5,
    "√225": 15,
    "5√3": 5 * math.sqrt(3),
    "∛8": 2,
    r"\sqrt{3}": math.sqrt(3),
    r"5\sqrt{3}": 5 * math.sqrt(3),
    "sqrt(48)": math.sqrt(48),
    "3²": 9,
    "2³": 8,
    "2^3": 8,
    "10^{-2}": 0.01,
    "12π": 12 * math.pi,
    "12 pi": 12 * math.pi,
    r"12\pi": 12 * math.pi,
    "57°": 57,
    r"57^\circ": 57,
    r"57^{\circ}": 57,
    "57 degrees": 57,
    "fifty-seven": 57,
    "one hundred and five": 105,
    "seven and a half": 7.5,
    "three quarters": 0.75,
    "twelve point five": 12.5,
    "two thousand and one": 2001,
}


def _claimed(text):
    (claim,) = read_message(text, TRIANGLE).claims
    return evaluate(claim.right, lambda _: math.nan)


DOORS = {
    "number": lambda text: read_number(text).value,
    "algebra": lambda text: evaluate(read_algebra(text), lambda _: math.nan),
    "message": lambda text: _claimed(f"angle KML = {text}"),
    "reply": lambda text: _claimed(f"KML is {text}"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("text", "value"), WRITTEN.items(), ids=WRITTEN)
def test_a_number_has_one_value_at_every_door(door, text, value):
    assert DOORS[door](text) == pytest.approx(value)


@pytest.mark.parametrize(("text", "value"), WRITTEN.items(), ids=WRITTEN)
def test_the_guard_knows_the_answer_however_it_is_written(text, value):
    assert find_leak(f"The answer is {text}.", "Find the size of what is asked.", value) is not None
    assert find_leak(f"The answer is {text}.", "Find the size of what is asked.", value * 3 + 1) is None


@given(st.integers(1000, 999_999_999), st.sampled_from([",", " ", "\u00a0", "\u2009"]))
def test_grouped_thousands_are_the_number_without_its_groups(value, mark):
    text = f"{value:,}".replace(",", mark)
    assert {read(text) for read in DOORS.values()} == {value}


STRANGE = st.text(max_size=200) | st.text(alphabet="0123456789.,:;+-*/^()√π°²½ =xyABKLM{}\\∠\n", max_size=300)
LONG = st.builds(
    lambda piece, count: piece * count, st.text(alphabet="1+-*/^()√{}x²½ KL=\\", min_size=1, max_size=6), st.integers(1, 600)
)


@given(STRANGE | LONG)
@settings(max_examples=25)  # each text goes through four doors
def test_no_text_raises_at_the_doors_that_read_talk(text):
    read_number(text)
    read_numbers(text)
    read_arithmetic(text)
    read_message(text, TRIANGLE)
    find_leak(text, TRIANGLE, 57.0, said_by_student=[text])


@given(STRANGE | LONG)
def test_a_formal_text_is_read_or_refused_in_one_line(text):
    for read, error in ((read_algebra, ExpressionError), (parse_expression, ExpressionError), (parse_literal, UnreadError)):
        try:
            read(text)
        except error as refusal:
            assert "\n" not in str(refusal)  # noqa: PT017  # refusal and reading are both right


@pytest.mark.parametrize("text", ["1" + "+1" * 500, "KML = 1" + "+1" * 500, "(" * 2000, "√" * 2000 + "4", "KL" + "+KL" * 500])
def test_a_message_beyond_reason_is_simply_unread(text):
    assert read_message(text, TRIANGLE).claims == ()
