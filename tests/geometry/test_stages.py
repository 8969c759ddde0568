"""The lines between an equation and its solution."""

from fractions import Fraction

import pytest

from gnomon.geometry.stages import stages_of
from gnomon.geometry.values import Value
from gnomon.problem import Letter, Number, Operation, Quantity, parse_equation

X = Letter("x")


def stages(text, known=None):
    return [str(line) for line in stages_of(parse_equation(text), X, known or {})]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("6/x = 8/(x + 10/3)", ["6x + 20 = 8x", "2x = 20"]),
        ("x/4 = (x + 3)/6", ["3x = 2x + 6"]),
        ("3*x - 8 = x + 10", ["2x = 18"]),
        ("3*x + 7 = 4*x - 1", []),
        ("x + (3*x - 4) + x + (3*x - 4) = 360", ["8x − 8 = 360"]),
        ("36 = x*(x + 5)", ["x² + 5x − 36 = 0"]),
        ("3^2 + 4^2 = x^2", ["x² = 25"]),
        ("2*x + 4 = 10", []),
        ("2*x = 5", []),
        ("x/4 = 7*(180 - 2*x/11)", ["11x = 55440 − 56x", "67x = 55440"]),
        ("tan(43) = 8/x", ["x = 8/tan 43"]),
        ("x = 5", []),
        ("(360 - 2*x - y) + 76 + y = 180", ["2x = 256"]),
        ("x = 492 - 3*x", ["4x = 492"]),
        ("28/x = (28/15.4)^2", ["28/x = 400/121", "3388 = 400x"]),
        ("8/x = 12/18", ["8/x = 2/3", "24 = 2x"]),
        ("8/x = 2/3", ["24 = 2x"]),
        ("x = (35 + 19)/2*sqrt(10^2 - ((35 - 19)/2)^2)", ["x = 27 · 6"]),
        ("x = (35 + 19)/2*sqrt(10^2 - 6)", ["x = 27√94"]),
        ("x = 3*sqrt(5)", []),
    ],
)
def test_a_solution_that_cannot_be_seen_is_written_in_lines(text, lines):
    assert stages(text) == lines


def test_the_square_of_a_known_root_is_a_number():
    root = Value(
        3 * 3**0.5, "3√3", is_rounded=False, form=Operation("*", (Number(Fraction(3)), Operation("sqrt", (Number(Fraction(3)),))))
    )
    assert stages("length(A,B)^2 + 9^2 = x^2", {Quantity.of("length", "A", "B"): root}) == ["x² = 108"]


def test_nothing_is_said_of_an_equation_in_which_the_unknown_cancels():
    assert stages("x + 4 = x + 4") == []
