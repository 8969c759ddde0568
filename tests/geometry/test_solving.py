"""Solving for one unknown: exact forms as a school writes them, and floats that agree with sympy."""

import math

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from gnomon.geometry import UnsolvableError, solve_all_on_floats, solve_on_floats
from gnomon.geometry.solving import exact_value, roots_exactly, to_expression
from gnomon.geometry.values import make_value
from gnomon.problem import Letter, Quantity, evaluate, parse_equation, parse_expression
from tests.every import every

X, Y = Letter("x"), Letter("y")
ANGLE = Quantity.of("angle", "A", "B", "C")


@every(
    [
        ("x^2 + 5^2 = 10^2", 8.66, "5√3"),
        ("x = 2*pi*6", 37.7, "12π"),
        ("x = 5*3*sqrt(3)/2", 12.99, "15√3/2"),
        ("2*x = sqrt(50)", 3.5355, "5√2/2"),
        ("x/3 = 4/9", 1.3333, "4/3"),
        ("3*x = 4", 1.3333, "4/3"),
        ("x = pi", 3.1416, "π"),
        ("x*x = 2.25", 1.5, "1.5"),
        ("x^2 = 2", 1.4142, "√2"),
        ("sin(x) = 1/2", 30, "30"),
        ("cos(x) = 0 - 1/2", 120, "120"),
        ("tan(x) = 1", 45, "45"),
    ]
)
def test_a_value_takes_its_exact_school_form(equation, near, text):
    assert str(to_expression(roots_exactly([parse_equation(equation)], X, {}, near).chosen)) == text


@every(
    [
        (sympy.Integer(57), "57", False),
        (sympy.Rational(13, 2), "6.5", False),
        (sympy.Rational(1, 3), "1/3", False),
        (sympy.Rational(22, 123), "0.18", True),
        (5 * sympy.sqrt(3), "5√3", False),
        (15 * sympy.sqrt(3) / 2, "15√3/2", False),
        (12 * sympy.pi, "12π", False),
        (sympy.sqrt(2) + 1, "2.41", True),
        (sympy.Integer(-4), "−4", False),
    ]
)
def test_a_value_is_written_as_a_school_writes_it(value, text, is_rounded):
    written = make_value(value)
    assert (written.text, written.is_rounded) == (text, is_rounded)
    assert written.number == pytest.approx(float(value))


def test_the_figure_picks_among_the_roots_and_adds_none():
    equation = parse_equation("x^2 - 5*x + 6 = 0")
    assert roots_exactly([equation], X, {}, 2.0).chosen == 2
    assert roots_exactly([equation], X, {}, 3.0).chosen == 3
    with pytest.raises(UnsolvableError, match=r"x near 2\.5"):
        roots_exactly([equation], X, {}, 2.5)


def test_the_roots_that_the_figure_leaves_out_are_told():
    assert roots_exactly([parse_equation("x^2 - 5*x + 6 = 0")], X, {}, 2.0).others == (3,)
    assert roots_exactly([parse_equation("x^2 = 36")], X, {}, 6.0).others == (-6,)
    system = [parse_equation("x + y = 16"), parse_equation("x*y = 36")]
    assert [float(root) for root in roots_exactly(system, X, {}, 13.29).others] == pytest.approx([8 - 28**0.5])
    assert roots_exactly([parse_equation("x + 3 = 8")], X, {}, 5.0).others == ()


@every(
    [
        ("x = 20*sin(70)/cos(20)", 20.0, 20),
        ("x = 1/(sqrt(5) + 1) - 1/4*sqrt(5)", -0.25, sympy.Rational(-1, 4)),
        ("x^2 = 4*sin(70)^2 + 4*cos(70)^2", 2.0, 2),
    ]
)
def test_a_value_that_has_a_school_form_is_simplified_to_it(equation, near, value):
    assert roots_exactly([parse_equation(equation)], X, {}, near).chosen == value


def test_a_value_without_school_form_is_left_as_it_is_and_keeps_its_size():
    value = roots_exactly([parse_equation("x^2 = 388 + 288*cos(40)")], X, {}, 24.67).chosen
    assert float(value) == pytest.approx(math.sqrt(388 + 288 * math.cos(math.radians(40))))
    assert to_expression(value) is None


def test_an_obtuse_angle_comes_from_its_sine_when_the_figure_shows_it():
    assert roots_exactly([parse_equation("sin(angle(A,B,C)) = 1/2")], ANGLE, {}, 150.0).chosen == 150


def test_a_root_that_is_not_real_is_no_root():
    with pytest.raises(UnsolvableError):
        roots_exactly([parse_equation("x^2 = 0 - 4")], X, {}, 2.0)


def test_a_linear_system_is_solved_for_one_of_its_letters():
    system = [parse_equation("2*x + y = 16"), parse_equation("x - y = 2")]
    assert roots_exactly(system, Y, {}, 4.0).chosen == 4
    assert solve_all_on_floats(system, Y, {}, 4.0) == pytest.approx(4)


def test_known_values_are_put_in():
    assert roots_exactly([parse_equation("x*y = 12")], X, {Y: sympy.sqrt(3)}, 6.93).chosen == 4 * sympy.sqrt(3)
    assert exact_value(parse_expression("x/y"), {X: sympy.Integer(6), Y: sympy.sqrt(3)}) == 2 * sympy.sqrt(3)


@given(st.integers(-20, 20), st.integers(-50, 50), st.integers(-20, 20), st.integers(-50, 50))
def test_linear_equations_agree_with_sympy(a, b, c, d):
    assume(a != c and (d - b) / (a - c) > 1e-6)
    root = float(sympy.Rational(d - b, a - c))
    assert solve_on_floats(parse_equation(f"{a}*x + {b} = {c}*x + {d}"), X, {}, 10.0) == pytest.approx(root, rel=1e-6)


@pytest.mark.slow
@given(st.integers(1, 9), st.integers(1, 60), st.integers(0, 40))
def test_quadratic_equations_agree_with_sympy(a, b, c):
    symbol = sympy.Symbol("x")
    (root,) = [float(found) for found in sympy.solve(a * symbol**2 + c * symbol - b, symbol) if found.evalf() > 0]
    assert solve_on_floats(parse_equation(f"{a}*x^2 + {c}*x = {b}"), X, {}, 1.0) == pytest.approx(root, rel=1e-6)


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from(["+", "-"]))
def test_the_nearer_of_two_positive_roots_is_taken(first, second, which):
    assume(max(first, second) > 1.5 * min(first, second))
    equation = parse_equation(f"(x - {first})*(x - {second}) = 0")
    wanted = max(first, second) if which == "+" else min(first, second)
    assert solve_on_floats(equation, X, {}, wanted * 1.01) == pytest.approx(wanted, rel=1e-6)


@given(st.floats(1, 89), st.sampled_from(["sin", "cos", "tan"]), st.floats(0.5, 50))
def test_angles_come_back_from_their_ratios(angle, ratio, size):
    side = evaluate(parse_expression(f"{ratio}(x)"), lambda _: angle) * size
    found = solve_on_floats(parse_equation(f"{ratio}(angle(A,B,C)) = x/y"), ANGLE, {X: side, Y: size}, angle)
    assert found == pytest.approx(angle, abs=1e-4)


def test_a_letter_may_be_negative_where_its_equation_is_linear():
    assert solve_on_floats(parse_equation("x + 5 = 2"), X, {}, 1.0) == pytest.approx(-3)


@pytest.mark.parametrize("equation", ["x^2 = 0 - 4", "angle(A,B,C) + 5 = 2", "sin(angle(A,B,C)) = 3", "x = x + 1"])
def test_an_equation_without_a_positive_root_is_refused(equation):
    unknown = ANGLE if "angle" in equation else X
    with pytest.raises(UnsolvableError, match="no positive value"):
        solve_on_floats(parse_equation(equation), unknown, {}, 1.0)


def test_an_angle_is_looked_for_below_a_full_turn():
    assert solve_on_floats(parse_equation("cos(angle(A,B,C)) = 0"), ANGLE, {}, 80.0) == pytest.approx(90)
    assert math.isfinite(solve_on_floats(parse_equation("x^3 = 2"), X, {}, 1.0))


def test_a_pole_is_no_root():
    """At x = 4/3 the fraction changes its sign as well; (x + 2)·15 = (3x − 4)·9 has x = 5.5 only."""
    assert solve_on_floats(parse_equation("(x + 2)/(3*x - 4) = 9/15"), X, {}, 1.4) == pytest.approx(5.5)


def test_what_cancels_needs_no_value_and_what_does_not_has_none():
    """In 818 of Geometry3K 3x + y and 5x − y are two angles of a triangle: the sum gives x whatever y is."""
    assert solve_on_floats(parse_equation("3*x + y + 148 + (5*x - y) = 180"), X, {}, 1.0) == pytest.approx(4)
    with pytest.raises(UnsolvableError, match="y has no value"):
        solve_on_floats(parse_equation("3*x + y + 148 = 180"), X, {}, 1.0)
