"""Equations as functions."""

import pytest

from gnomon.algebra import Letter, compiled, evaluate, parse_equation
from tests.every import every

EQUATIONS = (
    "x = 4",
    "2*x + 1 = length(A,B)/3 - x",
    "-x = pi*radius(O)^2",
    "length(A,B)^2 = length(B,C)^2 + x^2 - 2*length(B,C)*x*cos(angle(A,B,C))",
    "tan(angle(A,B,C)) = sqrt(length(A,B)/x)",
)


@every(EQUATIONS)
def test_sides_have_the_very_values_that_the_tree_has(text: str) -> None:
    equation = parse_equation(text)
    made = compiled(equation)
    values = {leaf: 2.5 + place for place, leaf in enumerate(reversed(made.leaves))}
    given = [values[leaf] for leaf in made.leaves]
    assert (made.left(given), made.right(given)) == tuple(evaluate(side, values.__getitem__) for side in equation)


def test_each_leaf_has_one_place_in_the_order_of_the_equation() -> None:
    assert compiled(parse_equation("y*x + y = x - z")).leaves == (Letter("y"), Letter("x"), Letter("z"))


@every(["1/x = 2", "sqrt(x) = 2", "x^0.5 = 2"])
def test_what_has_no_value_is_an_error_as_in_the_tree(text: str) -> None:
    made = compiled(parse_equation(text))
    with pytest.raises((ArithmeticError, ValueError)):
        made.left([0.0 if "/" in text else -2.0])
