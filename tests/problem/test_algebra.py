"""School algebra is read as written, and evaluates to what it says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.problem.algebra import read_algebra
from gnomon.problem.expressions import evaluate
from gnomon.problem.terms import UnreadError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3x-7", 8),
        (r"2\sqrt{3}", 2 * math.sqrt(3)),
        ("2√3", 2 * math.sqrt(3)),
        (r"\frac{10}{3}x+4", 10 / 3 * 5 + 4),
        ("5^2", 25),
        ("-x^2", -25),
        ("2(x-1)", 8),
        ("52°", 52),
        ("12π", 12 * math.pi),
        (r"20\pi", 20 * math.pi),
        ("x^{2}+18", 43),
        ("x+4/5", 5.8),
        ("2*-x", -10),
        ("-5x+13", -12),
        ("178 - 3x", 163),
        ("66--x", 61),
    ],
)
def test_an_expression_has_the_value_a_school_gives_it(text, value):
    assert evaluate(read_algebra(text), lambda _: 5.0) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "((", "0n8", "5mny44", "1,000", "x" * 300, "3+", "}{", r"\foo{2}"])
def test_what_is_no_algebra_is_refused(text):
    with pytest.raises(UnreadError):
        read_algebra(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        read_algebra(text)
    except UnreadError as error:
        assert str(error)  # noqa: PT017  # refusal and reading are both right


@given(st.integers(-99, 99), st.integers(1, 99))
def test_a_linear_expression_keeps_its_numbers(offset, factor):
    sign = "+" if offset >= 0 else "-"
    assert evaluate(read_algebra(f"{factor}x{sign}{abs(offset)}"), lambda _: 3.0) == pytest.approx(3 * factor + offset)
