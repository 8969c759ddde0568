"""The learner's own equation: what of it can be worked out already."""

from gnomon.problem import parse_expression
from gnomon.tutor.symbolic.own_equation import first_piece
from tests.every import every


@every([("34 = 10 + 13 + length(C,S)", "10 + 13"), ("4 * 15 = 5 * length(R,M)", "4 · 15"), ("4*x - 3 = 2*x + 7", "None")])
def test_the_first_piece_of_an_equation_has_known_numbers_only(equation, piece):
    assert str(first_piece([parse_expression(side) for side in equation.split(" = ")])) == piece
