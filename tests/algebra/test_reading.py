"""School algebra is read as written, and evaluates to what it says."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra import ExpressionError, evaluate, parse_equation, parse_expression, read_algebra
from tests.every import every


@every(
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
        ("66--x", 71),
        ("1,728x", 8640),
        (r"2\frac{1}{2}x", 12.5),
        ("2^3^2", 512),
        ("sin(30)^2", 0.25),
        ("2π x", 10 * math.pi),
    ]
)
def test_an_expression_has_the_value_a_school_gives_it(text, value):
    assert evaluate(read_algebra(text), lambda _: 5.0) == pytest.approx(value)


@every(["", "((", "0n8", "5mny44", "1.2.3", "x" * 300, "3+", "}{", r"\foo{2}"])
def test_what_is_no_algebra_is_refused(text):
    with pytest.raises(ExpressionError):
        read_algebra(text)


@given(st.text(max_size=40) | st.text(alphabet="0123456789.,+-*/^()√π°²½ xyAB{}\\", max_size=200))
@pytest.mark.parametrize("read", [read_algebra, parse_expression])
def test_any_text_is_read_or_refused_in_one_line(read, text):
    try:
        read(text)
    except ExpressionError as error:
        assert "\n" not in str(error)  # noqa: PT017  # refusal and reading are both right


@pytest.mark.slow
@every(
    product(
        [read_algebra, parse_expression, parse_equation],
        [
            "1" + "+1" * 500,
            "x" + "+x" * 500,
            "x " * 500,
            "(" * 500 + "1" + ")" * 500,
            "-" * 5000 + "1",
            "√" * 5000 + "2",
            "2^" * 5000 + "2",
            "9^9^9^9",
            "9" * 5000,
            "{" * 70_000,
        ],
    ),
    name=lambda case: f"{case[0].__name__}: {case[1][:4]} and so on",
)
def test_what_nests_too_deep_or_grows_too_large_is_refused_in_one_line(read, text):
    with pytest.raises(ExpressionError, match=r"^.{1,300}$"):
        read(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("angle(A,B,C) + 3*x1 - 5", "∠ABC + 3x1 − 5"),
        ("length(A',B)**2", "A'B²"),
        ("arc (A, B)/2", "arc AB/2"),
        ("area(CBA)", "area of ABC"),
        ("(2 * alpha)", "2alpha"),
    ],
)
def test_the_formal_language_takes_whole_names_and_quantities(text, shown):
    assert str(parse_expression(text)) == shown


@every(["foo(x)", "length(A)", "angle(A,B)", "length()", "length(1,2)", "x == 2", "x y(z)"])
def test_an_unknown_quantity_is_refused(text):
    with pytest.raises(ExpressionError):
        parse_expression(text)


@given(st.integers(-99, 99), st.integers(1, 99))
def test_a_linear_expression_keeps_its_numbers(offset, factor):
    sign = "+" if offset >= 0 else "-"
    assert evaluate(read_algebra(f"{factor}x{sign}{abs(offset)}"), lambda _: 3.0) == pytest.approx(3 * factor + offset)
