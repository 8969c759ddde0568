"""Equations solved a step at a time: checked against sympy, which the solver does not use."""

import re

import pytest
import sympy

from gnomon.algebra import parse_expression
from gnomon.corpus.drafts import EquationError, solve_by_steps, worked_equation
from gnomon.corpus.drafts.equations import polynomial, show_polynomial
from tests.every import every

SOLVED = [
    "3x + 7 = 22", "3(x - 2) + 4 = 2x + 5", "7 = 2x - 1", "5 - 2x = 11", "6 - x = 2x", "-x = 4", "x/2 + 1 = 5",
    "x/3 - 1/2 = x/6", "2x + 3 + x = 9", "x^2 + x + 1 = x^2 + 4", "x^2 + 6 = 5x", "2x^2 - 8 = 0", "x^2 = 5", "4y^2 = 9",
    "x^2 - 4x + 4 = 0", "4x^2 + 4x + 1 = 0", "2x^2 - 3x - 2 = 0", "x^2 + 3x = 0", "3x = 2x^2", "x^2 - 2x - 1 = 0",
    "3x^2 + 6x - 6 = 0", "(x - 1)(x + 2) = 4", "x^2/2 = x + 4", "-x^2 + 2x + 3 = 0", "2x^2 + x = x^2 + 6", "5x^2 + 2x - 1 = 0",
]  # fmt: skip


def sympy_solutions(text):
    """Solve a written equation, or several joined by ``or``, with sympy alone."""
    letter = sympy.Symbol("y" if "y" in text else "x")
    found = set()
    for part in text.split(" or "):
        plain = part.replace("²", "**2").replace("^", "**").replace("−", "-").replace("·", "*")
        plain = re.sub(r"√(\d+)", r"*sqrt(\1)", plain)
        plain = re.sub(r"(?<![\d)a-z])\*sqrt", "sqrt", plain)
        plain = re.sub(r"(?<=[\dxy)])(?=[(xy])", "*", plain)
        for sign in ("+", "-") if "±" in plain else ("",):
            signed = re.sub(r"±\s*\*?", sign, plain)
            left, right = signed.split("=")
            equation = sympy.Eq(sympy.sympify(left), sympy.sympify(right))
            found |= set(map(sympy.nsimplify, sympy.solveset(equation, letter, sympy.Reals)))
    return {round(float(each), 9) for each in found}


@pytest.mark.slow
@every(SOLVED)
def test_every_step_keeps_the_solutions(text):
    solved = solve_by_steps(text)
    wanted = sympy_solutions(str(solved.equation))
    assert {round(root.number, 9) for root in solved.roots} == wanted
    for step in solved.steps:
        assert sympy_solutions(step.after) == wanted, step
    assert [step.before for step in solved.steps[1:]] == [step.after for step in solved.steps[:-1]]
    assert solved.steps[-1].after == " or ".join(f"{solved.letter} = {root}" for root in solved.roots)


def test_the_operations_are_those_of_school():
    steps = [(step.operation, step.after) for step in solve_by_steps("x^2 + 6 = 5x").steps]
    assert steps == [
        ("subtract_to_zero", "x² − 5x + 6 = 0"),
        ("factor", "(x − 2)(x − 3) = 0"),
        ("zero_product", "x − 2 = 0 or x − 3 = 0"),
        ("each", "x = 2 or x = 3"),
    ]


@every(
    [
        ("x^2 + 1 = 0", "no real solution"),
        ("2x + 1 = 2x + 3", "every number solves it, or none does"),
        ("x = 5", "solved already"),
        ("x^3 = 8", "second degree"),
        ("x + y = 3", "one letter"),
        ("3x + 7", "expected an equation"),
        ("AB + 2 = 5", "one letter"),
        ("sin(x) = 1", "second degree"),
    ]
)
def test_an_equation_of_another_kind_is_refused(text, reason):
    with pytest.raises(EquationError, match=reason):
        solve_by_steps(text)


def test_a_polynomial_is_written_from_the_highest_power_down():
    found = polynomial(parse_expression("5 - x + 2*x^2"))
    assert found is not None
    assert show_polynomial(found, "x") == "2x² − x + 5"


def test_every_operation_has_its_words():
    for text in SOLVED:
        for step in worked_equation(text, "any").steps:
            assert all("{" not in said for said in vars(step).values())
