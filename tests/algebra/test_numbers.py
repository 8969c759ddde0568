"""Numbers read from text: what a school, a model or a learner may write."""

import math
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra import read_arithmetic, read_number, read_numbers
from gnomon.algebra.lexer import MAX_CHARACTERS
from tests.counting import calls
from tests.every import every

ROOT3 = math.sqrt(3)
WRITTEN = {
    "57": 57,
    "7.5": 7.5,
    "7,5": 7.5,
    "1,200": 1200,
    "1 200": 1200,
    "1.200,50": 1200.5,
    ".5": 0.5,
    "٣٫٥": 3.5,
    "५७": 57,
    "５７": 57,
    "10⁻²": 0.01,
    "3²": 9,
    "3^2": 9,
    "10^{-2}": 0.01,
    "3 squared": 9,
    "2 to the power of 3": 8,
    "3/4": 0.75,
    "½": 0.5,
    "7½": 7.5,
    "2 1/2": 2.5,
    r"\frac{3}{4}": 0.75,
    r"\dfrac34": 0.75,
    r"2\frac{1}{2}": 2.5,
    "√3": ROOT3,
    "5√3": 5 * ROOT3,
    "sqrt(3)": ROOT3,
    r"\sqrt{3}": ROOT3,
    r"\sqrt[3]{8}": 2,
    "root 3": ROOT3,
    "5 root 3": 5 * ROOT3,
    "square root of 48": math.sqrt(48),
    "5√3/2": 2.5 * ROOT3,
    "∛8": 2,
    "12π": 12 * math.pi,
    "12 pi": 12 * math.pi,
    r"12\pi": 12 * math.pi,
    "-5": -5,
    "−5": -5,
    "–5": -5,
    "negative 5": -5,
    "minus two": -2,
    "hundred and seventeen": 117,
    "one hundred and five": 105,
    "fifty-seven": 57,
    "seven and a half": 7.5,
    "three quarters": 0.75,
    "twelve point five": 12.5,
    "a dozen": 12,
    "half a dozen": 6,
    "twenty-four hundred": 2400,
    "two thousand and one": 2001,
    "three fifths": 0.6,
}


@every(WRITTEN.items())
def test_a_number_is_read_alone_and_in_a_sentence(text, value):
    assert read_number(text).value == pytest.approx(value)
    assert [number.value for number in read_numbers(f"It comes to {text}, I think.")] == [pytest.approx(value)]


@every(
    [
        ("40 degrees", "°"),
        ("40°", "°"),
        ("forty degrees", "°"),
        (r"$40^\circ$", "°"),
        (r"40^{\circ}", "°"),
        ("50%", "%"),
        ("50 percent", "%"),
        ("63 cm²", "cm²"),
        ("63 square centimetres", "cm²"),
        ("63 cm^2", "cm²"),
        ("5 m", "m"),
        ("$18", "$"),
        ("3 units", "unit"),
        ("57", ""),
    ]
)
def test_a_unit_is_read_with_its_number(text, unit):
    assert read_number(text).unit == read_numbers(text)[0].unit == unit


@every(
    [
        ("P1", "name"),
        ("angle 1", "name"),
        ("Figure 2", "name"),
        ("step 3", "name"),
        ("a 30-60-90 triangle", "name"),
        ("the 3rd side", "ordinal"),
        ("2 of the sides", "count"),
        ("two triangles", "count"),
        ("this one", "count"),
        ("2x + y", "factor"),
        ("half the base", "factor"),
        ("x = 2", "value"),
        ("x is one", "value"),
        ("angle 57°", "value"),
        ("the side is 12", "value"),
    ]
)
def test_names_and_counts_are_told_from_values(text, role):
    assert read_numbers(text)[0].role == role


def test_ordinals_and_both_are_no_numbers():
    assert read_numbers("First look at both sides of the third angle") == []


def test_the_span_gives_back_the_text():
    text = "So ∠C = ５７° and AC = 5√3 cm."
    assert [text[number.start : number.end] for number in read_numbers(text)] == ["５７", "5√3"]


def test_a_list_of_numbers_is_no_decimal():
    assert [number.value for number in read_numbers("5,12,13")] == [5, 12, 13]


@every(["x = 57°", "AB = 5√3", "about 8.66 cm", "2·3√2", "90 - 37", "10·cos 30°", r"\boxed{57}"])
def test_an_answer_line_is_one_number(text):
    assert read_number(text) is not None


@every(["", "idk", "57 or 58", "x + 3", "1/0", "(3, 4)", "√(-1)", "10^10^10", "9" * 5000])
def test_what_is_no_number_gives_none(text):
    assert read_number(text) is None


@given(st.integers(0, 10**6))
def test_every_whole_number_is_read_in_every_script(value):
    for zero in ("0", "٠", "०", "０", "০"):
        text = "".join(chr(ord(zero) + int(digit)) for digit in str(value))
        assert unicodedata.decimal(text[0]) >= 0
        assert read_number(text).value == value


@given(st.fractions(min_value=0, max_value=1000, max_denominator=99))
def test_latex_and_slash_fractions_agree(fraction):
    slash, latex = f"{fraction.numerator}/{fraction.denominator}", rf"\frac{{{fraction.numerator}}}{{{fraction.denominator}}}"
    assert read_number(slash).value == pytest.approx(float(fraction)) == read_number(latex).value


@pytest.mark.slow
@given(st.text(max_size=300) | st.text(alphabet="0123456789.,+-*/^()√π°%= xhalfof{}\\", max_size=120))
def test_no_text_raises(text):
    for found in (read_numbers(text), read_arithmetic(text)):
        assert all(0 <= item.start < item.end <= len(text) and math.isfinite(item.value) for item in found)
    read_number(text)


GROWING = ["1,", "(", "√", "1+", "2^", "-", "1 ", "half of ", "(1+", "one hundred and ", "sum of ", "5√", "9*", "½", "{x", "2x"]


@pytest.mark.slow  # counts every call of the reader
@pytest.mark.parametrize("piece", GROWING)
@pytest.mark.parametrize("read", [read_numbers, read_arithmetic, read_number])
def test_twice_the_text_takes_twice_the_work(read, piece):
    size = 2_000 // len(piece)
    assert calls(read, piece * 2 * size) < 2.2 * calls(read, piece * size) + 1_000


def test_text_beyond_the_limit_is_not_read():
    assert [number.value for number in read_numbers(" " * (MAX_CHARACTERS - 1) + "57")] == [5]
