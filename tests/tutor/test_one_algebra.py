"""A number means the same at every door: alone, as school algebra, in a learner's message and before the answer guard."""

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.algebra import ExpressionError, evaluate, parse_expression, read_algebra, read_arithmetic, read_number, read_numbers
from gnomon.problem import bank
from gnomon.problem.terms import UnreadError, parse_literal
from gnomon.tutor import find_leak, read_message
from gnomon.tutor.message.vocabulary import tokenize
from tests.every import every

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
    "57 deg": 57,
    "57 degrees": 57,
    "1,728 cm^2": 1728,
    "1728 cm²": 1728,
    "1728 cm2": 1728,
    "1728 cm^{2}": 1728,
    "1728 sq cm": 1728,
    "1728 sq. cm": 1728,
    "1728 square cm": 1728,
    "1728 cm squared": 1728,
    "1728 in^2": 1728,
    r"1728 \text{ cm}^2": 1728,
    "5√3 cm^2": 5 * math.sqrt(3),
    "7½ cm^2": 7.5,
    "fifty-seven square centimetres": 57,
    "fifty-seven": 57,
    "one hundred and five": 105,
    "seven and a half": 7.5,
    "three quarters": 0.75,
    "twelve point five": 12.5,
    "two thousand and one": 2001,
}


def _claimed(text):
    (claim,) = read_message(text, TRIANGLE).claims
    return evaluate(claim.sides[-1], lambda _: math.nan)


DOORS = {
    "number": lambda text: read_number(text).value,
    "algebra": lambda text: evaluate(read_algebra(text), lambda _: math.nan),
    "message": lambda text: _claimed(f"angle KML = {text}"),
    "reply": lambda text: _claimed(f"KML is {text}"),
}


@pytest.mark.slow
@every(product(DOORS, WRITTEN))
def test_a_number_has_one_value_at_every_door(door, text):
    assert DOORS[door](text) == pytest.approx(WRITTEN[text])


# in school algebra 55 m^3 has an unknown m
@every(product(["number", "message", "reply"], ["1728 m^3", "1728 m2", "1728m²", "1728cm^2"]))
def test_a_unit_that_could_be_unknowns_is_a_unit_in_talk(door, text):
    assert DOORS[door](text) == 1728


@pytest.mark.parametrize("text", ["1,728 cm^2", "1728 cm2", "1728 sq cm", "the area is 1728 cm^2.", "It's 1728 cm²"])
def test_a_value_with_its_unit_is_the_claim_of_what_was_asked(text):
    (claim,) = read_message(text, bank()["rectangle-area-lynx"]).claims
    assert evaluate(claim.sides[-1], lambda _: math.nan) == 1728


def test_a_letter_of_the_problem_and_a_part_in_capitals_are_no_unit():
    assert [token.kind for token in tokenize("2 KM", {"K", "M"}, ())] == ["number", "name"]
    assert [token.kind for token in tokenize("2m = 8 m^2", (), {"m"})] == [
        "number", "letter", "equals", "number", "letter", "sign", "number",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["x + km", "2km", "3m"])
def test_letters_of_school_algebra_that_spell_a_unit_are_unknowns(text):
    assert math.isnan(evaluate(read_algebra(text), lambda _: math.nan))


@pytest.mark.parametrize("text", ["give me 2 minutes", "I have 3 dollars"])
def test_a_number_of_something_else_is_no_claim(text):
    assert read_message(text, TRIANGLE).claims == ()


@every(WRITTEN.items())
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
@settings(max_examples=settings.default.max_examples // 4)  # each text goes through four doors
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


@every(
    ["KML = 1" + "+1" * 500, "√" * 2000 + "4", "1" + "+1" * 500, "(" * 2000, "KL" + "+KL" * 500], lambda text: text[:9], one_in=4
)
def test_a_message_beyond_reason_is_simply_unread(text):
    assert read_message(text, TRIANGLE).claims == ()
